"""Choices and costs inside the units of other programs' rosters.

A selection, a profile or a rule inside a unit sets the field of the unit's declaration that matches its name: the name
of a catalogue entry, of a choice, or the field's label. Numbers and costs of selections are totals in such rosters.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias
from xml.etree.ElementTree import Element

from armybuilder.armies.documents import BadFile
from armybuilder.interchange.army_rows import ArmyReader, new_unit_spec
from armybuilder.interchange.battlescribe.data_format import attribute, cost_names
from armybuilder.interchange.imported import ImportRemark
from armybuilder.spreadsheets.cells import leaves, value_at
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import CodecError, decode, encode
from rulesets.core.declarations.fields import Field, Kind
from rulesets.core.declarations.problems import Problem
from rulesets.core.declarations.text_values import find_choice
from rulesets.core.wording import either

POINTS: Final = ("points", "pts")
"""Names of a unit's points or an army's limit in other programs, besides the label of the field."""
MAX_NAMES: Final = 20_000
"""How many names inside the units of a roster may be looked up."""
_DESCRIPTIONS: Final = ("profiles/profile", "rules/rule")
_WHOLE: Final = re.compile(r"(\d{1,9})(?:\.0*)?")

Plain: TypeAlias = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Meaning:
    """A field that a name matches: its path, the value of the name and, for a list, the column of its rows.

    ``row``: the list already has a row of that name.
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
    """Whether a cost of that name belongs to the field for points."""
    return name.strip().casefold() in (*POINTS, points.ask.label.casefold())


def _amount(spec: type[Any]) -> str:
    """The path of the field for the number of models; empty if there is none."""
    return next((path for path, each in leaves(spec) if each.ask.amount), "")


def _value(of: Field, name: str, catalogue: Catalogue) -> Any:
    """The value of a field that is no list for that name; ``None`` if the name does not match."""
    if of.kind is Kind.ENTRY:
        return catalogue.find_key(of.ask.entry, name) or None
    if of.kind is Kind.CHOICE:
        return find_choice(of, name)
    is_label = name.casefold() == of.ask.label.casefold()
    return True if is_label and of.kind in (Kind.BOOL, Kind.INT) else None


def _meanings(spec: type[Any], plain: Plain, name: str, catalogue: Catalogue) -> Iterator[_Meaning]:
    """The fields that match a name."""
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
    """Reads the contents of units; ``ours``: profiles and rules are those of a catalogue from this site."""

    reader: ArmyReader
    ours: bool
    _names: int = 0
    _uncounted: set[str] = field(default_factory=set)

    def units_of(self, spec: Any, selection: Element, number: int) -> int:
        """The number of units of a selection: models are one unit if units have a field for their number."""
        return 1 if selection.get("type") == "model" and _amount(type(spec)) else number

    def read(self, spec: Any, selection: Element, place: str, models: int, units: int) -> tuple[Any, list[Element]]:
        """The spec of ``units`` equal units with the contents of their selection, and the separate units in it.

        Each unit has ``models`` models if that is more than one. Raises ``BadFile``.
        """
        inside = _Inside(self, spec, selection, place, units)
        own_units = inside.read(models)
        return inside.spec, own_units

    def count_name(self) -> None:
        """Count a name that is looked up; raises ``BadFile``."""
        self._names += 1
        if self._names > MAX_NAMES:
            raise BadFile(Problem("", f"The units have more than {MAX_NAMES} names, which is the limit."))

    def leave_out_cost(self, name: str) -> None:
        """Record once a cost that no unit of the game has."""
        if name not in self._uncounted:
            self._uncounted.add(name)
            self.reader.leave_out(
                "Costs", f"“{name[:80]}” is not a number of this game’s {self.reader.ruleset.words.units}."
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
        """The numbers found so far, by path and value; they replace the suggested rows of lists."""
        self.points = 0

    def read(self, models: int) -> list[Element]:
        """Read the contents; returns the selections that are separate units."""
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
        """Set the number of models from models with the unit's name."""
        if self.amount:
            key = (self.amount, "")
            self.numbers[key] = self.numbers.get(key, 0) + number
            self._set_field(self.amount, self.numbers[key], f"{number} × {name}")

    def _meanings(self, name: str, group: str) -> list[_Meaning]:
        """The fields that a name may set; none if it would turn the unit into another one."""
        plain, catalogue = encode(self.spec), self.reader.catalogue
        meanings = list(_meanings(type(self.spec), plain, name, catalogue))
        groups = [word.strip().casefold() for word in group.split("::")]
        meanings = [each for each in meanings if each.field.ask.label.casefold() in groups] or meanings
        # Choices and entries come before fields with that label.
        meanings = [each for each in meanings if each.field.kind not in (Kind.BOOL, Kind.INT)] or meanings
        if len(meanings) == 1 and meanings[0].field.kind is Kind.ENTRY:
            stands = value_at(plain, meanings[0].path)
            if stands not in ("", meanings[0].value) and stands == _value(meanings[0].field, self.title, catalogue):
                return []
        return meanings

    def _is_unit(self, name: str, kind: str, group: str) -> bool:
        """Whether a selection is a separate unit: a known unit, or a known model that sets nothing in its unit."""
        if kind not in ("unit", "model") or name.casefold() == self.title.casefold():
            return False
        is_listed = new_unit_spec(self.reader.ruleset, self.reader.catalogue, name) is not None
        return is_listed and (kind == "unit" or len(self._meanings(name, group)) != 1)

    def _take(self, name: str, group: str, number: int) -> None:
        """Set the one field that matches the name, or report that there is none."""
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
            self.reader.leave_out(self.place, f"“{name[:80]}” inside it was not read; set it in the builder.")
        self.seen.add(name.casefold())

    def _new_value(self, meaning: _Meaning, number: int) -> Any:
        """The field's value with all names found so far."""
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
        """Set a field if its declaration admits the value; whether it did."""
        try:
            self.spec = decode(type(self.spec), _with_value(encode(self.spec), path, value))
        except CodecError as error:
            self.reader.leave_out(self.place, f"{what[:160]}: {error.problems[0].message}; set it in the builder.")
            return False
        self.reader.remarks.append(ImportRemark(self.place, f"read by its name: {what}"))
        return True

    # --- costs -------------------------------------------------------------------------------------------

    def _count(self, selection: Element) -> None:
        """Add the points of a selection itself."""
        points_in_spec = points_field(type(self.spec))
        for cost in selection.iterfind("costs/cost"):
            name, value = attribute(cost, "name"), whole_number(cost.get("value", ""))
            counts, *points = cost_names(self.reader.ruleset)
            # Some games compute the points.
            if value == 0 or name == counts or (points_in_spec is None and name in points):
                continue
            if points_in_spec is None or not is_points(name, points_in_spec[1]):
                self.choices.leave_out_cost(name)
            elif value is None:
                text = cost.get("value", "")[:20]
                self.reader.leave_out(self.place, f"“{text}” {name}: the number should be whole and at least 0.")
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
