"""The fields of a document: as declarations, as names for formulas, and their values."""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, field, make_dataclass, replace
from fractions import Fraction
from functools import partial
from typing import Annotated, Any, Final

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import CodecError, Path, Problems, Reader, read_strictly, value_reader
from rulesets.core.declarations.fields import NAME_LENGTH, Ask, Choice, Kind, cache_by_spec, fields_of, typed_field
from rulesets.core.declarations.fields import Field as DeclaredField
from rulesets.core.declarations.problems import Problem
from rulesets.core.declarations.text_values import read_value, text_problems
from rulesets.core.names import name_key
from rulesets.core.texts.rich_text import plain as without_marks
from rulesets.core.texts.rich_text import tidy

from .document import MAX_TEXT, Field, FieldType, Game, Scope
from .document import Kind as RowKind
from .formulas import NUMBER, Names, Parts, Row, Type, Values, Words, near

_NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
MAX_DIGITS: Final = 10
MAX_LISTED: Final = 100
"""Rows that a list of them may have, where the document gives no maximum."""
RESERVED: Final = frozenset({"min", "max", "sum", "count", "over", "under", "entry"})
"""Names that formulas and messages use themselves."""


def slug_of(text: str) -> str:
    """A text as a key: small letters, digits and hyphens."""
    return "-".join(re.findall(r"[a-z0-9]+", name_key(text)))


def check_names(names: Iterable[tuple[Path, str]], problems: Problems) -> None:
    """Add a problem for each name that formulas could not use, or that stands twice."""
    usable = []
    for path, name in names:
        if not _NAME.fullmatch(name) or keyword.iskeyword(name):
            problems.add(path, "start with a lower-case letter, then use only lower-case letters, digits and _")
        elif name in RESERVED:
            problems.add(path, f"choose another name, since “{name}” has a meaning in formulas")
        else:
            usable.append((path, name))
    check_unique(usable, problems)


def check_unique(names: Iterable[tuple[Path, str]], problems: Problems, key: Callable[[str], str] = str) -> None:
    """Add a problem for each name that stands twice: one with the same ``key`` as a name before it."""
    seen = set[str]()
    for path, name in names:
        if key(name) in seen:
            problems.add(path, f"choose another name, since “{name}” is used twice")
        seen.add(key(name))


def declaration(name: str, fields: Iterable[Field], catalogue: Catalogue, *, required: bool = False) -> type[Any]:
    """The frozen dataclass of these fields.

    Every field has a default unless ``required``, where only those with a default of their own have one. The defaults
    are read with the entries of the ``catalogue``; raises ``CodecError`` with the index of a field as the path.
    """
    made = []
    for number, each in enumerate(fields):
        python_type, ask, default = _python_type(each), asked(each), MISSING
        if each.default:
            declared = typed_field(each.name, python_type, ask, MISSING, name)
            default = _read_default(declared, each.default, catalogue, number)
        elif not required:
            default = _plainest(each, python_type, catalogue)
        annotation = Annotated[python_type, ask]  # type: ignore[valid-type]
        made.append((each.name, annotation, field() if default is MISSING else field(default=default)))
    return make_dataclass(name, made, frozen=True, kw_only=True, repr=False)


def _python_type(each: Field) -> Any:
    match each.type:
        case FieldType.NUMBER:
            return int
        case FieldType.YES:
            return bool
        case FieldType.LIST:
            return tuple[str, ...]
        case FieldType.CHOICE:
            members = [(f"OPTION_{n}", (option.value, option.label)) for n, option in enumerate(each.options)]
            return Choice(each.name, members)  # type: ignore[arg-type]
        case FieldType.TEXT | FieldType.ENTRY:
            return str


def asked(each: Field) -> Ask:
    """What a player is asked for a field."""
    return Ask(
        each.label,
        help=each.help,
        unit=each.unit,
        min=each.min,
        max=MAX_LISTED if each.max is None and each.type is FieldType.LIST else each.max,
        entry=each.kind if each.type in (FieldType.ENTRY, FieldType.LIST) else "",
        decimals=each.decimals,
        secret=each.secret,
        amount=each.amount,
        points=each.points,
        max_length=MAX_TEXT if each.type is FieldType.TEXT else NAME_LENGTH,
    )


def _read_default(declared: DeclaredField, text: str, catalogue: Catalogue, number: int) -> Any:
    try:
        return read_strictly(partial(value_reader(declared), _plain(declared, text, catalogue), ()))
    except CodecError as error:
        raise CodecError((replace(next(text_problems(error)), path=f"[{number}]"),)) from None


def _plainest(each: Field, python_type: Any, catalogue: Catalogue) -> Any:
    """The plainest value that a field allows, its default where the document gives none."""
    match each.type:
        case FieldType.NUMBER:
            minimum = 0 if each.min is None else max(0, each.min)
            return minimum if each.max is None else min(minimum, each.max)
        case FieldType.YES:
            return False
        case FieldType.LIST:
            return ()
        case FieldType.CHOICE:
            return next(iter(python_type))
        case FieldType.ENTRY:
            return next((entry.key for entry in catalogue.of_kind(each.kind)), "")
        case FieldType.TEXT:
            return ""


def read_settings(spec: type[Any], settings: Iterable[tuple[int, str, str]], catalogue: Catalogue) -> Any:
    """A value of the declaration from texts: where each stands, its field and what a player wrote.

    Raises ``CodecError`` with the place of a text as the path; for a missing value it is the place of its field.
    """
    readers = _setting_readers(spec)

    def read(problems: Problems) -> Any:
        values = {}
        for number, name, text in settings:
            declared, reader = readers[name]
            try:
                plain = _plain(declared, text, catalogue)
            except CodecError as error:
                raise CodecError((replace(error.problems[0], path=f"[{number}]"),)) from None
            values[name] = reader(plain, (number,), problems)
        for number, (name, (declared, _)) in enumerate(readers.items()):
            if declared.required and name not in values:
                problems.add((number,), f"fill in “{declared.ask.label}”")
        return None if problems.found else spec(**values)

    try:
        return read_strictly(read)
    except CodecError as error:
        # The text of a list stands at one place, whichever of its parts is wrong.
        found = (replace(each, path=f"{each.path.partition(']')[0]}]") for each in text_problems(error))
        raise CodecError(tuple(found)) from None


@cache_by_spec
def _setting_readers(spec: type[Any]) -> dict[str, tuple[DeclaredField, Reader]]:
    """The fields of a declaration by their names, each with the reader of its plain data."""
    return {each.name: (each, value_reader(each)) for each in fields_of(spec)}


def _plain(declared: DeclaredField, text: str, catalogue: Catalogue) -> Any:
    """Plain data for a field from a text; the parts of a list are divided by commas.

    Raises ``CodecError`` for an unknown entry, without its place.
    """
    if declared.item is not None:
        parts = [stripped for part in text.split(",") if (stripped := part.strip())]
        kind = declared.item.ask.entry
        if kind and all(catalogue.get(kind, part) is not None for part in parts):
            return parts
        return [_plain(declared.item, part, catalogue) for part in parts]
    if declared.kind is Kind.INT and not declared.ask.decimals and text.isdecimal() and len(text) < MAX_DIGITS:
        return int(text)  # most values are such numbers, which need not be read as players may write them
    if declared.kind is Kind.ENTRY and catalogue.get(declared.ask.entry, text) is not None:
        return text
    if declared.kind is Kind.CHOICE:
        return _values_by_word(declared.type).get(text.casefold(), text)
    plain = read_value(declared, text, catalogue)
    if declared.kind is Kind.ENTRY and plain and catalogue.get(declared.ask.entry, plain) is None:
        names = tuple(entry.name for entry in catalogue.of_kind(declared.ask.entry))
        raise CodecError((Problem("", f"there is no entry “{text[:NAME_LENGTH]}”. {near(text, names)}"),))
    return plain


@cache_by_spec
def _values_by_word(choice: type[Choice]) -> dict[str, str]:
    """The stored values of a choice, by themselves and by their labels."""
    labels = {each.label.casefold(): each.value for each in choice}
    return labels | {each.value.casefold(): each.value for each in choice}


def type_of(each: Field, game: Game) -> Type:
    """The type of a field in formulas."""
    match each.type:
        case FieldType.NUMBER | FieldType.YES:
            return NUMBER
        case FieldType.TEXT:
            return Words()
        case FieldType.CHOICE:
            return Words(tuple(option.value for option in each.options))
        case FieldType.ENTRY | FieldType.LIST:
            kind = next(kind for kind in game.kinds if kind.slug == each.kind)
            return replace(type_of_row(kind, game), many=each.type is FieldType.LIST)


def type_of_row(kind: RowKind, game: Game) -> Parts:
    """The type of a row of a table in formulas."""
    fields = {part.name: _plain_type(part) for part in kind.fields}
    columns = {each.slug: _lists(each) for each in game.kinds}
    lists = frozenset(name for part in _lists(kind) for name in (part.name, *_within(part, columns)))
    # Players write entries of their own, so that a key need not be among the document's.
    return Parts(fields, Words(), lists=lists)


def _lists(kind: RowKind) -> list[Field]:
    """The columns of a table that name several rows."""
    return [part for part in kind.fields if part.type is FieldType.LIST]


def _within(part: Field, columns: Mapping[str, list[Field]]) -> Iterable[str]:
    """The lists of the rows that a list names: ``groups.options``."""
    return (f"{part.name}.{each.name}" for each in columns.get(part.kind, ()))


def _plain_type(part: Field) -> Type:
    """The type of an entry's field: what it names is a word, and a list of such the number of them."""
    numbers = (FieldType.NUMBER, FieldType.YES, FieldType.LIST)
    return NUMBER if part.type in numbers else Words(tuple(option.value for option in part.options))


def names_of(fields: Iterable[Field], game: Game) -> Names:
    """The names that formulas may use for these fields, besides the game's numbers and switches."""
    return {each.name: type_of(each, game) for each in fields}


SET_FOR_UNIT: Final = ("unit", "group", "army")
"""The parts of a document whose names a unit's formulas may use before its costs are known."""
OF_UNIT: Final = ("unit", "costs", "group", "army")
"""The parts whose names a unit's formulas may use."""
OF_ARMY: Final = ("army", "costs")
"""The parts for an army's formulas; its costs are those of all its units together."""
BOUNDS: Final[Mapping[Scope, tuple[str, ...]]] = {
    Scope.UNIT: OF_UNIT,
    Scope.GROUP: ("group", "army", "costs", "tallies"),
    Scope.ARMY: ("army", "costs", "tallies"),
}
"""The parts for the bounds of a limit, by its scope."""
_NUMBERS: Final = ("costs", "tallies")


def names_in(game: Game, parts: Iterable[str]) -> Names:
    """The names that formulas may use of these parts of the document, and those that every formula may."""
    names = dict(common_names(game))
    for part in parts:
        rows = getattr(game, part)
        names |= dict.fromkeys((each.name for each in rows), NUMBER) if part in _NUMBERS else names_of(rows, game)
    return names


def common_names(game: Game) -> Names:
    """The names that every formula may use: the game's numbers and its switches, whose readings are words."""
    numbers: Names = {each.name: NUMBER for each in game.numbers}
    return {**numbers, **{each.switch: Words(each.keys) for each in game.rulings if each.switch}}


class Rows:
    """Entries as values for formulas. Those of the document are made once, since every unit has some of them."""

    def __init__(self, game: Game, catalogue: Catalogue) -> None:
        """``catalogue`` has the document's entries."""
        self._fields = {kind.slug: kind.fields for kind in game.kinds}
        self._lists = {kind.slug: _lists(kind) for kind in game.kinds}
        self._of_document = {id(entry): entry for entry in catalogue.entries}
        self._made: dict[int, Row] = {}

    def row(self, key: str, kind: str, catalogue: Catalogue) -> Row:
        """The entry of that key; without fields if there is none."""
        entry = catalogue.get(kind, key)
        if entry is None:
            return Row(key, {})
        made = self._made.get(id(entry))
        if made is None:
            fields = self._fields[kind]
            lists = dict(self._keys(entry.spec, kind, catalogue))
            values = {part.name: _part_value(getattr(entry.spec, part.name), part) for part in fields}
            made = Row(key, values, lists)
            if id(entry) in self._of_document:
                self._made[id(entry)] = made
        return made

    def _keys(self, spec: Any, kind: str, catalogue: Catalogue) -> Iterable[tuple[str, tuple[str, ...]]]:
        """The keys that the lists of a row name, and those that the lists of these rows do."""
        for part in self._lists[kind]:
            keys = getattr(spec, part.name)
            yield part.name, keys
            rows = [entry.spec for key in keys if (entry := catalogue.get(part.kind, key)) is not None]
            for each in self._lists[part.kind]:
                inside = dict.fromkeys(key for row in rows for key in getattr(row, each.name))
                yield f"{part.name}.{each.name}", tuple(inside)


def values_of(spec: Any, fields: Iterable[Field], rows: Rows, catalogue: Catalogue) -> dict[str, Any]:
    """The values of these fields of a spec, for formulas."""
    return {each.name: _value(getattr(spec, each.name), each, rows, catalogue) for each in fields}


def nothing_of(each: Field) -> Any:
    """The value for formulas of a field that a player is not asked for."""
    match each.type:
        case FieldType.ENTRY:
            return Row("", {})
        case FieldType.LIST:
            return ()
        case FieldType.NUMBER | FieldType.YES:
            return 0
        case FieldType.TEXT | FieldType.CHOICE:
            return ""


def _value(value: Any, each: Field, rows: Rows, catalogue: Catalogue) -> Any:
    match each.type:
        case FieldType.ENTRY:
            return rows.row(value, each.kind, catalogue)
        case FieldType.LIST:
            return tuple(rows.row(key, each.kind, catalogue) for key in value)
        case FieldType.NUMBER if each.decimals:
            return Fraction(value, 10**each.decimals)
        case FieldType.CHOICE:
            return value.value
    return value


def _part_value(value: Any, part: Field) -> Any:
    if part.type is FieldType.LIST:
        return len(value)
    if part.type is FieldType.NUMBER and part.decimals:
        return Fraction(value, 10**part.decimals)
    return value.value if part.type is FieldType.CHOICE else value


def constants(game: Game) -> Values:
    """The values of the game's numbers."""
    return {each.name: each.value for each in game.numbers}


def shown(value: Any, each: Field, catalogue: Catalogue) -> str:
    """The value of a field as a player reads it, a text on one line and without marks."""
    match each.type:
        case FieldType.YES:
            return "yes" if value else "no"
        case FieldType.NUMBER:
            return asked(each).with_unit(value)
        case FieldType.CHOICE:
            return str(value.label)
        case FieldType.ENTRY:
            return catalogue.name_of(each.kind, value)
        case FieldType.LIST:
            return ", ".join(catalogue.name_of(each.kind, key) for key in value)
        case FieldType.TEXT:
            return without_marks(tidy(value))
