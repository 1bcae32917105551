"""Arithmetic that players write over named values, such as ``models * (troop.points + weapon.points)``.

A formula is read once, against the values it may name: an unknown name is refused before anybody asks. It knows
numbers (those with decimals as exact fractions), yes and no (which count as 1 and 0), words in quotes, ``+ - * // %``,
comparisons, ``and``, ``or``, ``not``, ``a if b else c``, ``min`` and ``max``. Of a list, ``count(weapons)`` is its
length, and ``'shield' in gear`` says whether a row is in it. Inside ``sum(…)``, ``min(…)``, ``max(…)`` and ``count(…)``
the name of a list means each of its rows: ``sum(weapons.points)``, ``count(weapons.range > 12)``. Numbers stay within
plus and minus ``LIMIT``, and a division by zero gives zero, so that every formula has a value.
"""

from __future__ import annotations

import ast
import difflib
import operator
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import floor
from typing import Any, Final

MAX_LENGTH: Final = 200
"""Letters of a formula."""
MAX_DEPTH: Final = 25
"""Levels of brackets and signs within each other."""
MAX_COMPARED: Final = 20
"""Names of which one may be meant by an unknown word."""
MAX_NAME: Final = 40
"""Letters by which an unknown word is compared with names."""
LIMIT: Final = 10**9
"""The greatest number: greater ones count as this, lower ones than its opposite as that."""

_SIGNS = str.maketrans({"×": "*", "−": "-", "–": "-", "≤": "<=", "≥": ">=", "≠": "!=", "“": '"', "”": '"', "’": "'"})
_LETTERS = re.compile(r"[\w\s.,()+\-*/%<>=!\"']*", re.ASCII)
_ALLOWED = "Write numbers, names, + - * // %, comparisons, and, or, not, in, if and else, min, max, sum and count."


class FormulaError(ValueError):
    """A formula that cannot be understood; the message says what is wrong and what would be right."""


@dataclass(frozen=True, slots=True)
class Words:
    """The type of a word: one of those that are ``known``, or any if there are none."""

    known: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Parts:
    """The type of a catalogue entry, whose key is a word and whose ``fields`` have types; ``many`` for a list.

    ``lists`` are those of its fields that name rows, of which formulas otherwise know the number, and the lists of
    these rows (``slots.gear``).
    """

    fields: Mapping[str, Type]
    keys: Words
    many: bool = False
    lists: frozenset[str] = frozenset()


NUMBER: Final = "number"
"""The type of a number, and of yes and no."""
Type = str | Words | Parts
Names = Mapping[str, Type]
"""The values that a formula may name, and their types."""


@dataclass(frozen=True, slots=True)
class Row:
    """The value of an entry: its key and its fields, which are empty while the key is unknown.

    ``lists`` are the keys of the rows that its lists name.
    """

    key: str
    fields: Mapping[str, Any]
    lists: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


Values = Mapping[str, Any]
_Value = Callable[[Values], Any]


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula that was understood: its text, the first names that it uses, its type, and its value given theirs."""

    text: str
    names: frozenset[str]
    type: Type
    value: Callable[[Values], Any]

    def number(self, values: Values) -> int:
        """The value as a whole number, rounded down."""
        number: int = floor(self.value(values))
        return number

    def holds(self, values: Values) -> bool:
        """Whether the value is yes, or a number other than zero."""
        return bool(self.value(values))


def read_formula(text: str, names: Names) -> Formula:
    """The formula of a number over these names; raises ``FormulaError``."""
    formula = read_expression(text, names)
    if formula.type != NUMBER:
        raise FormulaError(f"“{text}” does not give a number. Compare it with something, or name one of its fields.")
    return formula


def read_expression(text: str, names: Names) -> Formula:
    """The formula of a number, a word or an entry over these names; raises ``FormulaError``."""
    if len(text) > MAX_LENGTH:
        raise FormulaError(f"A formula can have at most {MAX_LENGTH} characters, not {len(text)}.")
    plain = text.translate(_SIGNS).strip()
    if not plain:
        raise FormulaError("Write a number or a formula.")
    if not _LETTERS.fullmatch(plain):
        sign = next(letter for letter in plain if not _LETTERS.fullmatch(letter))
        raise FormulaError(f"“{sign}” has no meaning in a formula. {_ALLOWED}")
    try:
        tree = ast.parse(plain, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise FormulaError(f"“{text}” is not a formula. {_ALLOWED}") from None
    reader = _Reader(names)
    kind, value = reader.read(tree, 0)
    return Formula(text, frozenset(reader.used), kind, value)


def _limited(number: Any) -> Any:
    return number if -LIMIT <= number <= LIMIT else max(-LIMIT, min(LIMIT, number))


_SUMS: Mapping[type[ast.operator], Callable[[int, int], int]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.FloorDiv: lambda a, b: a // b if b else 0,
    ast.Mod: lambda a, b: a % b if b else 0,
}
_ORDERS: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
}
_OF_MANY: Mapping[str, Callable[[list[int]], int]] = {
    "sum": sum,
    "count": lambda numbers: sum(map(bool, numbers)),
    "min": lambda numbers: min(numbers, default=0),
    "max": lambda numbers: max(numbers, default=0),
}


def near(word: str, known: tuple[str, ...]) -> str:
    """What may be meant by an unknown word."""
    # Few and short ones: a comparison takes as long as the lengths of both, multiplied.
    likely = sorted(known, key=lambda each: abs(len(each) - len(word)))[:MAX_COMPARED]
    found = difflib.get_close_matches(word[:MAX_NAME], likely, 1)
    if found:
        return f"Did you mean “{found[0]}”?"
    return f"Use one of {', '.join(known[:20])}." if known else "No names can be used in this formula."


class _Reader:
    """Reads the nodes of one formula: each to its type and to a function that computes its value."""

    def __init__(self, names: Names) -> None:
        self.names = names
        self.used: set[str] = set()
        self.inside = ""
        """The list of which each row is looked at."""

    def read(self, node: ast.AST, depth: int) -> tuple[Type, _Value]:
        """The type of a node, and a function from the values of the names to its value."""
        if depth > MAX_DEPTH:
            raise FormulaError(
                f"The formula has more than {MAX_DEPTH} levels. Split it, or remove brackets that it does not need."
            )
        match node:
            case ast.Constant(value=bool() | int() as number):
                limited = _limited(int(number))
                return NUMBER, lambda values: limited
            case ast.Constant(value=str(word)):
                return Words((word,)), lambda values: word
            case ast.Name(id=name):
                return self._named(name)
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                return self._part(owner, name)
            case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.UAdd() as sign, operand=operand):
                return self._signed(sign, self._number(operand, depth))
            case ast.BinOp(left=left, op=sign, right=right) if type(sign) in _SUMS:
                return self._sum(_SUMS[type(sign)], self._number(left, depth), self._number(right, depth))
            case ast.BinOp(op=ast.Div()):
                raise FormulaError("Write // to divide, which rounds down: 5 // 2 is 2.")
            case ast.BoolOp(op=sign, values=parts):
                return self._either(isinstance(sign, ast.Or), [self._number(part, depth) for part in parts])
            case ast.Compare(left=left, ops=[ast.In() | ast.NotIn() as sign], comparators=[ast.expr() as listed]):
                return self._contained(left, isinstance(sign, ast.In), listed, depth)
            case ast.Compare(left=left, ops=signs, comparators=others):
                return self._compared([left, *others], signs, depth)
            case ast.IfExp(test=test, body=yes, orelse=no):
                return self._chosen(self._number(test, depth), self.read(yes, depth + 1), self.read(no, depth + 1))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]):
                return self._called(name, args, depth)
        raise FormulaError(f"“{ast.unparse(node)[:40]}” has no meaning in a formula. {_ALLOWED}")

    def _number(self, node: ast.AST, depth: int) -> _Value:
        kind, value = self.read(node, depth + 1)
        if kind != NUMBER:
            raise FormulaError(f"“{ast.unparse(node)}” is not a number, so you cannot calculate with it.")
        return value

    def _named(self, name: str) -> tuple[Type, _Value]:
        if name not in self.names:
            raise FormulaError(f"There is no “{name}”. {near(name, tuple(sorted(self.names)))}")
        self.used.add(name)
        kind = self.names[name]
        if isinstance(kind, Parts) and not kind.many:
            return kind.keys, lambda values: values[name].key
        return kind, lambda values: values[name]

    def _part(self, owner: str, name: str) -> tuple[Type, _Value]:
        self._named(owner)
        kind = self.names[owner]
        if not isinstance(kind, Parts):
            raise FormulaError(f"“{owner}” has no fields. Write “{owner}” alone.")
        if kind.many:
            raise FormulaError(f"“{owner}” is a list. Write sum({owner}.{name}), min(…) or max(…).")
        if name not in kind.fields:
            raise FormulaError(f"“{owner}” has no “{name}”. {near(name, tuple(sorted(kind.fields)))}")
        part = kind.fields[name]
        nothing: object = 0 if part == NUMBER else ""
        return part, lambda values: values[owner].fields.get(name, nothing)

    def _signed(self, sign: ast.unaryop, value: _Value) -> tuple[Type, _Value]:
        if isinstance(sign, ast.Not):
            return NUMBER, lambda values: not value(values)
        return NUMBER, (lambda values: -value(values)) if isinstance(sign, ast.USub) else value

    def _sum(self, join: Callable[[int, int], int], left: _Value, right: _Value) -> tuple[Type, _Value]:
        return NUMBER, lambda values: _limited(join(left(values), right(values)))

    def _either(self, any_of: bool, parts: list[_Value]) -> tuple[Type, _Value]:
        enough = any if any_of else all
        return NUMBER, lambda values: enough(part(values) for part in parts)

    def _chosen(self, test: _Value, yes: tuple[Type, _Value], no: tuple[Type, _Value]) -> tuple[Type, _Value]:
        if (yes[0] == NUMBER) is not (no[0] == NUMBER):
            raise FormulaError("Both values of an if and else must be numbers, or both must be words.")
        return yes[0], lambda values: yes[1](values) if test(values) else no[1](values)

    def _compared(self, nodes: list[ast.expr], signs: list[ast.cmpop], depth: int) -> tuple[Type, _Value]:
        if not all(type(sign) in _ORDERS for sign in signs):
            raise FormulaError("Compare with < <= > >= == != or in.")
        sides = [self.read(node, depth + 1) for node in nodes]
        for sign, (left, right) in zip(signs, pairwise(sides), strict=True):
            self._comparable(left[0], sign, right[0])
        orders = [_ORDERS[type(sign)] for sign in signs]
        found = [value for _, value in sides]

        def holds(values: Values) -> bool:
            sides = [value(values) for value in found]
            return all(order(*pair) for order, pair in zip(orders, pairwise(sides), strict=True))

        return NUMBER, holds

    def _comparable(self, left: Type, sign: ast.cmpop, right: Type) -> None:
        """Raise ``FormulaError`` for two sides that can never be the same."""
        if left == right == NUMBER:
            return
        if not (isinstance(left, Words) and isinstance(right, Words)):
            raise FormulaError("Compare a number with a number, and a word with a word in quotes.")
        if not isinstance(sign, ast.Eq | ast.NotEq):
            raise FormulaError("Words can only be compared with == or !=.")
        for one, other in ((left, right), (right, left)):
            if len(one.known) == 1 and other.known and one.known[0] not in other.known:
                raise FormulaError(f"There is no “{one.known[0]}”. {near(one.known[0], other.known)}")

    def _contained(self, left: ast.expr, wanted: bool, listed: ast.expr, depth: int) -> tuple[Type, _Value]:
        """Whether a row, or a word in quotes, is in a list."""
        kind, word = self.read(left, depth + 1)
        if not isinstance(kind, Words):
            raise FormulaError(f"“{ast.unparse(left)}” is not a row or a word in quotes, so it cannot be in a list.")
        keys = self._keys_of(listed)
        return NUMBER, lambda values: (word(values) in keys(values)) is wanted

    def _keys_of(self, listed: ast.expr) -> _Value:
        """The keys of the rows in a list, which is a field or a column of a row."""
        match listed:
            case ast.Attribute(value=ast.Attribute(value=ast.Name(id=name), attr=part), attr=column):
                self._part(name, part)
                kind, path = self.names[name], f"{part}.{column}"
                if isinstance(kind, Parts) and path in kind.lists:
                    return lambda values: values[name].lists.get(path, ())
            case ast.Name(id=name):
                kind, rows = self._named(name)
                if isinstance(kind, Parts) and kind.many:
                    return lambda values: [row.key for row in rows(values)]
            case ast.Attribute(value=ast.Name(id=name), attr=part):
                self._part(name, part)
                kind = self.names[name]
                if isinstance(kind, Parts) and part in kind.lists:
                    return lambda values: values[name].lists.get(part, ())
        raise FormulaError(f"“{ast.unparse(listed)}” is not a list, so nothing is in it.")

    def _called(self, name: str, args: list[ast.expr], depth: int) -> tuple[Type, _Value]:
        if name == "count" and len(args) == 1 and isinstance(args[0], ast.Name):
            kind, listed = self._named(args[0].id)
            if isinstance(kind, Parts) and kind.many:
                return NUMBER, lambda values: len(listed(values))
            raise FormulaError(f"“{args[0].id}” is not a list, so it has no count.")
        if name in _OF_MANY and len(args) == 1:
            return self._over(name, args[0], depth)
        if name in ("min", "max") and len(args) > 1:
            extreme, numbers = min if name == "min" else max, [self._number(arg, depth) for arg in args]
            return NUMBER, lambda values: extreme(number(values) for number in numbers)
        if name in _OF_MANY:
            raise FormulaError(f"Write min(a, b), max(a, b), or {name}(…) with a list.")
        raise FormulaError(f"There is no “{name}(…)”. {near(name, tuple(_OF_MANY))}")

    def _over(self, name: str, node: ast.expr, depth: int) -> tuple[Type, _Value]:
        """A number over all rows of the one list that an expression names, which means each of its rows there."""
        if self.inside:
            raise FormulaError(f"Write {name}(…) outside of the brackets that look at each row of “{self.inside}”.")
        owner = self._list_in(name, node)
        kind = self.names[owner]
        assert isinstance(kind, Parts)  # noqa: S101 (found as a list)
        self.used.add(owner)
        whole, self.names, self.inside = self.names, {**self.names, owner: replace(kind, many=False)}, owner
        number = self._number(node, depth)
        self.names, self.inside = whole, ""
        gather = _OF_MANY[name]
        if isinstance(node, ast.Attribute):  # the usual case, which needs no values of each row
            return NUMBER, lambda values: _limited(gather([row.fields.get(node.attr, 0) for row in values[owner]]))
        return NUMBER, lambda values: _limited(gather([number({**values, owner: row}) for row in values[owner]]))

    def _list_in(self, name: str, node: ast.expr) -> str:
        """The one list that an expression names; raises ``FormulaError``."""
        named = dict.fromkeys(each.id for each in ast.walk(node) if isinstance(each, ast.Name))
        lists = [each for each in named if isinstance(kind := self.names.get(each), Parts) and kind.many]
        if len(lists) == 1:
            return lists[0]
        if lists:
            raise FormulaError(f"Name one list inside of {name}(…), not {' and '.join(lists)}.")
        self._number(node, 0)
        if isinstance(node, ast.Attribute):
            raise FormulaError(f"“{ast.unparse(node.value)}” is not a list.")
        raise FormulaError(f"Write min(a, b), max(a, b), or {name}(…) with a list.")
