"""Choices and costs inside the units of other programs' rosters.

A selection, a profile or a rule inside a unit sets the field of the unit's declaration that matches its name: the name
of a catalogue entry, of a choice, or the field's label. Numbers and costs of selections are totals in such rosters.
"""

import re
from dataclasses import dataclass, field
from typing import Any, Final
from xml.etree.ElementTree import Element

from armybuilder.armies.documents import BadFile
from armybuilder.interchange.army_rows import ArmyReader, new_unit_spec
from armybuilder.interchange.battlescribe.data_format import attribute, cost_names
from armybuilder.interchange.unit_choices import UnitChoices, amount_of
from armybuilder.spreadsheets.cells import leaves
from rulesets.core.declarations.fields import Field
from rulesets.core.declarations.problems import Problem
from rulesets.core.names import name_key

POINTS: Final = ("points", "pts")
"""Names of a unit's points or an army's limit in other programs, besides the label of the field."""
MAX_NAMES: Final = 20_000
"""How many names inside the units of a roster may be looked up."""
_DESCRIPTIONS: Final = ("profiles/profile", "rules/rule")
_WHOLE: Final = re.compile(r"(\d{1,9})(?:\.0*)?")


def points_field(spec: type[Any]) -> tuple[str, Field] | None:
    """The path and the field of the points in a declaration; ``None`` where it has none."""
    return next(((path, each) for path, each in leaves(spec) if each.ask.points), None)


def whole_number(text: str) -> int | None:
    """A cost's value, such as ``45.0``; ``None`` for anything but a whole number from 0."""
    match = _WHOLE.fullmatch(text.strip())
    return int(match[1]) if match else None


def is_points(name: str, points: Field) -> bool:
    """Whether a cost of that name belongs to the field for points."""
    return name.strip().casefold() in (*POINTS, points.ask.label.casefold())


@dataclass
class RosterChoices:
    """Reads the contents of units; ``ours``: profiles and rules are those of a catalogue from this site."""

    reader: ArmyReader
    ours: bool
    _names: int = 0
    _uncounted: set[str] = field(default_factory=set)

    def units_of(self, spec: Any, selection: Element, number: int) -> int:
        """The number of units of a selection: models are one unit if units have a field for their number."""
        return 1 if selection.get("type") == "model" and amount_of(type(spec)) else number

    def read(self, spec: Any, selection: Element, place: str, models: int, units: int) -> tuple[Any, list[Element]]:
        """The spec of ``units`` equal units with the contents of their selection, and the separate units in it.

        Each unit has ``models`` models if that is more than one. Raises ``BadFile``.
        """
        inside = _Inside(self, spec, selection, place, units)
        own_units = inside.read(models)
        return inside.unit.spec, own_units

    def points_of(self, selection: Element, units: int) -> list[str]:
        """The points of each of the units of an unknown selection, as a line for whoever chooses what it is."""
        points = points_field(self.reader.ruleset.unit)
        if points is None:
            return []
        label = points[1].ask.label
        costs = [cost for cost in selection.iter("cost") if is_points(attribute(cost, "name"), points[1])]
        total = sum(whole_number(cost.get("value", "")) or 0 for cost in costs)
        if total % units:
            return [f"{total} {label} for {units}"]
        return [f"{label}: {total // units}"] if total else []

    def count_name(self) -> None:
        """Count a name that is looked up; raises ``BadFile``."""
        self._names += 1
        if self._names > MAX_NAMES:
            raise BadFile(Problem("", f"The units contain too many names to look up. The limit is {MAX_NAMES}."))

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
        self.unit = UnitChoices(choices.reader, spec, attribute(selection, "name").strip(), place)
        self.selection, self.place, self.units = selection, place, units
        self.points = 0

    def read(self, models: int) -> list[Element]:
        """Read the contents; returns the selections that are separate units."""
        described, own_units = [self.selection], []
        if models > 1:
            self.unit.take_models(self.unit.title, models)
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
            if kind == "model" and name_key(name) == name_key(self.unit.title):
                self.unit.take_models(name, number)
            else:
                self._take(name, group, number)
            waiting = each.findall("selections/selection") + waiting
        if not self.choices.ours:
            for each in (found for of in described for tag in _DESCRIPTIONS for found in of.iterfind(tag)):
                name = attribute(each, "name").strip()
                if name_key(name) not in self.unit.seen:
                    self._take(name, "", self.unit.models)
        self._take_points()
        return own_units

    def _take(self, name: str, group: str, number: int) -> None:
        self.choices.count_name()
        self.unit.take(name, group, number)

    def _is_unit(self, name: str, kind: str, group: str) -> bool:
        """Whether a selection is a separate unit: a known unit, or a known model that sets nothing in its unit."""
        if kind not in ("unit", "model") or name_key(name) == name_key(self.unit.title):
            return False
        is_listed = new_unit_spec(self.reader.ruleset, self.reader.catalogue, name) is not None
        return is_listed and (kind == "unit" or len(self.unit.meanings(name, group)) != 1)

    # --- costs -------------------------------------------------------------------------------------------

    def _count(self, selection: Element) -> None:
        """Add the points of a selection itself."""
        points_in_spec = points_field(type(self.unit.spec))
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
        points_in_spec = points_field(type(self.unit.spec))
        if points_in_spec is None or not self.points:
            return
        if self.points % self.units:
            message = (
                f"{self.points} points cannot be divided equally among {self.units} {self.reader.ruleset.words.units}."
            )
            self.reader.leave_out(self.place, message)
        else:
            path, of = points_in_spec
            number = self.points // self.units
            self.unit.set_field(path, number, f"{number} ({of.ask.label})")
