"""What stands inside the units of rosters that other programs wrote: choices by their names, and costs.

A selection, a profile or a rule inside a unit sets the field of the unit's declaration to which its name belongs: that
of a catalogue entry or of a choice, or the field's label. Numbers and costs of selections are totals, as these programs
write them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias
from xml.etree.ElementTree import Element

from armybuilder.armies.army_rows import ArmyReader, new_unit_spec
from armybuilder.armies.files import BadFile
from armybuilder.armies.imported import Remark
from armybuilder.catalogue.battlescribe import attribute, cost_names
from armybuilder.catalogue.cells import leaves, value_at
from rulesets.core.catalogue import Catalogue
from rulesets.core.codec import CodecError, decode, encode
from rulesets.core.declarations import Field, Kind
from rulesets.core.findings import Problem
from rulesets.core.text_values import find_choice
from rulesets.core.wording import either

POINTS: Final = ("points", "pts")
"""What programs call the points of a unit or the limit of an army, beside the label of the field."""
MOST_NAMES: Final = 20_000
"""How many names inside units are looked up, the most of a roster that is read."""
_DESCRIPTIONS: Final = ("profiles/profile", "rules/rule")
_WHOLE: Final = re.compile(r"(\d{1,9})(?:\.0*)?")

Plain: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A field to which a name belongs: its path, the value that the name is, the column of a list's rows if it is one.

    ``row`` says that a row of that name is there already.
    """

    path: str
    field: Field
    value: Any
    column: str = ""
    row: bool = False


def points_field(spec: type[Any]) -> tuple[str, Field] | None:
    """The path and the field of the points in a declaration; ``None`` where it has none."""
    return next(((path, each) for path, each in leaves(spec) if each.ask.points), None)


def whole_number(text: str) -> int | None:
    """A cost's value, such as ``45.0``; ``None`` for what is no whole number from 0."""
    match = _WHOLE.fullmatch(text.strip())
    return int(match[1]) if match else None


def is_points(name: str, points: Field) -> bool:
    """Whether a cost of that name is what the field counts."""
    return name.strip().casefold() in (*POINTS, points.ask.label.casefold())


def _amount(spec: type[Any]) -> str:
    """The path of the field that says how many there are; empty where none does."""
    return next((path for path, each in leaves(spec) if each.ask.amount), "")


def _value(of: Field, name: str, catalogue: Catalogue) -> Any:
    """What the name says of a field that is no list; ``None`` where it says nothing."""
    if of.kind is Kind.ENTRY:
        return catalogue.find_key(of.ask.entry, name) or None
    if of.kind is Kind.CHOICE:
        return find_choice(of, name)
    is_label = name.casefold() == of.ask.label.casefold()
    return True if is_label and of.kind in (Kind.BOOL, Kind.INT) else None


def _meanings(spec: type[Any], plain: Plain, name: str, catalogue: Catalogue) -> Iterator[_Meaning]:
    """The fields to which a name belongs."""
    for path, each in leaves(spec):
        if each.item is None or each.item.kind is not Kind.PART:
            value = _value(each.item or each, name, catalogue)
            if value is not None:
                yield _Meaning(path, each, value)
            continue
        columns = dict(leaves(each.item.type))
        for column, cell in columns.items():
            value = _value(cell, name, catalogue) if cell.kind is Kind.ENTRY else None
            if value is not None:
                yield _Meaning(path, each, value, column)
        text_column = next((column for column, cell in columns.items() if cell.kind is Kind.TEXT), "")
        names = (
            [row[text_column] for row in value_at(plain, path) or ()] if text_column and _amount(each.item.type) else []
        )
        for value in dict.fromkeys(text for text in names if text.casefold() == name.casefold()):
            yield _Meaning(path, each, value, text_column, row=True)


def _with_value(plain: Plain, path: str, value: Any) -> Plain:
    """Plain data with another value at a dotted path."""
    name, _, inner = path.partition(".")
    return {**plain, name: _with_value(plain[name] or {}, inner, value) if inner else value}


@dataclass
class RosterChoices:
    """Reads what is inside units; ``ours`` says that profiles and rules are those of a catalogue written here."""

    reader: ArmyReader
    ours: bool
    _names: int = 0
    _uncounted: set[str] = field(default_factory=set)

    def units_of(self, spec: Any, selection: Element, number: int) -> int:
        """How many units so many of a selection are: where units say how many models they have, these are one."""
        return 1 if selection.get("type") == "model" and _amount(type(spec)) else number

    def read(self, spec: Any, selection: Element, place: str, models: int, units: int) -> tuple[Any, list[Element]]:
        """The spec of so many equal units with what is inside their selection, and the units of their own in it.

        More than one of ``models`` is how many each has. Raises ``BadFile``.
        """
        inside = _Inside(self, spec, selection, place, units)
        own_units = inside.read(models)
        return inside.spec, own_units

    def count_name(self) -> None:
        """Count a name that is looked up; raises ``BadFile``."""
        self._names += 1
        if self._names > MOST_NAMES:
            raise BadFile(Problem("", f"The units hold more than {MOST_NAMES} names, the most that is read."))

    def leave_out_cost(self, name: str) -> None:
        """Note once what no unit of the game counts."""
        if name not in self._uncounted:
            self._uncounted.add(name)
            self.reader.leave_out(
                "Costs", f"“{name[:80]}” is no number of this game’s {self.reader.ruleset.words.units}."
            )


class _Inside:
    """The spec of one unit, or of several equal ones, changed name by name."""

    def __init__(self, choices: RosterChoices, spec: Any, selection: Element, place: str, units: int) -> None:
        self.choices, self.reader = choices, choices.reader
        self.spec, self.selection, self.place, self.units = spec, selection, place, units
        self.title = attribute(selection, "name").strip()
        self.amount = _amount(type(spec))
        self.seen = {self.title.casefold()}
        self.numbers: dict[tuple[str, Any], int] = {}
        """How many were named so far, by path and value; in lists what was only suggested gives way to them."""
        self.points = 0

    def read(self, models: int) -> list[Element]:
        """Take what is inside; gives the selections that are units of their own."""
        described, own_units = [self.selection], []
        if models > 1:
            self._take_models(self.title, models)
        self._count(self.selection)
        waiting = self.selection.findall("selections/selection")
        while waiting:
            each = waiting.pop(0)
            name, kind, group = attribute(each, "name").strip(), each.get("type", ""), attribute(each, "group")
            if self._is_unit(name, kind, group):
                own_units.append(each)
                continue
            self._count(each)
            number = whole_number(each.get("number", "")) or 1
            number = number // self.units if number % self.units == 0 else number
            if kind == "model":
                described.append(each)
            if kind == "model" and name.casefold() == self.title.casefold():
                self._take_models(name, number)
            else:
                self._take(name, group, number)
            waiting = each.findall("selections/selection") + waiting
        if not self.choices.ours:
            for each in (found for of in described for tag in _DESCRIPTIONS for found in of.iterfind(tag)):
                name = attribute(each, "name").strip()
                if name.casefold() not in self.seen:
                    self._take(name, "", value_at(encode(self.spec), self.amount) if self.amount else 1)
        self._take_points()
        return own_units

    def _take_models(self, name: str, number: int) -> None:
        """Models that are called like the unit say how many it has."""
        if self.amount:
            key = (self.amount, "")
            self.numbers[key] = self.numbers.get(key, 0) + number
            self._set_field(self.amount, self.numbers[key], f"{number} × {name}")

    def _meanings(self, name: str, group: str) -> list[_Meaning]:
        """The fields that a name may set; none where it would make the unit another one."""
        plain, catalogue = encode(self.spec), self.reader.catalogue
        meanings = list(_meanings(type(self.spec), plain, name, catalogue))
        groups = [word.strip().casefold() for word in group.split("::")]
        meanings = [each for each in meanings if each.field.ask.label.casefold() in groups] or meanings
        # What has a name of its own goes before a field that is called so.
        meanings = [each for each in meanings if each.field.kind not in (Kind.BOOL, Kind.INT)] or meanings
        if len(meanings) == 1 and meanings[0].field.kind is Kind.ENTRY:
            stands = value_at(plain, meanings[0].path)
            if stands not in ("", meanings[0].value) and stands == _value(meanings[0].field, self.title, catalogue):
                return []
        return meanings

    def _is_unit(self, name: str, kind: str, group: str) -> bool:
        """Whether a selection is a unit of its own: such ones, and models that set nothing of the unit they are in."""
        if kind not in ("unit", "model") or name.casefold() == self.title.casefold():
            return False
        is_listed = new_unit_spec(self.reader.ruleset, self.reader.catalogue, name) is not None
        return is_listed and (kind == "unit" or len(self._meanings(name, group)) != 1)

    def _take(self, name: str, group: str, number: int) -> None:
        """Set the one field to which the name belongs, or report that there is none."""
        self.choices.count_name()
        meanings = self._meanings(name, group)
        if len(meanings) == 1:
            field, label = meanings[0].field, meanings[0].field.ask.label
            has_number = bool(meanings[0].column and _amount(field.type)) or field.kind is Kind.INT
            times = f"{number} × " if has_number and number > 1 else ""
            before = dict(self.numbers)
            if not self._set_field(meanings[0].path, self._new_value(meanings[0], number), f"{times}{name} ({label})"):
                self.numbers = before
        elif meanings:
            labels = either([each.field.ask.label for each in meanings])
            self.reader.leave_out(self.place, f"“{name[:80]}” inside it may be its {labels}; set it in the builder.")
        elif name.casefold() not in self.seen:
            self.reader.leave_out(self.place, f"“{name[:80]}” inside it is not read; set it in the builder.")
        self.seen.add(name.casefold())

    def _new_value(self, meaning: _Meaning, number: int) -> Any:
        """The field's value with what was named so far."""
        key, item = (meaning.path, meaning.value), meaning.field.item
        self.numbers[key] = self.numbers.get(key, 0) + number
        if item is None:
            return self.numbers[key] if meaning.field.kind is Kind.INT else meaning.value
        numbers = {value: times for (path, value), times in self.numbers.items() if path == meaning.path}
        if item.kind is not Kind.PART:
            return list(numbers)
        amount = _amount(item.type)
        if not meaning.row:
            return [{meaning.column: value} | ({amount: times} if amount else {}) for value, times in numbers.items()]
        rows = value_at(encode(self.spec), meaning.path)
        return [{**row, amount: numbers.get(row[meaning.column], row[amount])} for row in rows]

    def _set_field(self, path: str, value: Any, what: str) -> bool:
        """Set a field where its declaration admits the value; says whether it did."""
        try:
            self.spec = decode(type(self.spec), _with_value(encode(self.spec), path, value))
        except CodecError as error:
            self.reader.leave_out(self.place, f"{what[:160]}: {error.problems[0].message}; set it in the builder.")
            return False
        self.reader.remarks.append(Remark(self.place, f"read by its name: {what}"))
        return True

    # --- costs -------------------------------------------------------------------------------------------

    def _count(self, selection: Element) -> None:
        """Add up the points that a selection costs by itself."""
        points_in_spec = points_field(type(self.spec))
        for cost in selection.iterfind("costs/cost"):
            name, value = attribute(cost, "name"), whole_number(cost.get("value", ""))
            counts, *points = cost_names(self.reader.ruleset)
            # Some games work out points by themselves.
            if value == 0 or name == counts or (points_in_spec is None and name in points):
                continue
            if points_in_spec is None or not is_points(name, points_in_spec[1]):
                self.choices.leave_out_cost(name)
            elif value is None:
                text = cost.get("value", "")[:20]
                self.reader.leave_out(self.place, f"“{text}” {name} are no whole number from 0.")
            else:
                self.points += value

    def _take_points(self) -> None:
        points_in_spec = points_field(type(self.spec))
        if points_in_spec is None or not self.points:
            return
        if self.points % self.units:
            message = (
                f"{self.points} points cannot be shared equally by {self.units} {self.reader.ruleset.words.units}."
            )
            self.reader.leave_out(self.place, message)
        else:
            path, of = points_in_spec
            number = self.points // self.units
            self._set_field(path, number, f"{number} ({of.ask.label})")
