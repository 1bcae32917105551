"""The two sides of a question, taken from armies: ``army.own=<army>:<unit>`` and ``army.opposing=…`` in an address."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from armybuilder.armies.comparison import group_name, unit_label
from armybuilder.armies.loaded_army import LoadedArmy, SideArmy
from rulesets.core.calculators import AnyFielded, Calculator, Side, Unsuited
from rulesets.core.catalogue import Catalogue
from rulesets.core.force import NoSuchPart
from rulesets.core.house_rules import Ruling, switches
from rulesets.core.play_state import FieldedForce
from rulesets.core.ruleset import AnyRuleset

OWN, OPPOSING = "own", "opposing"
NAME = "army."
"""What the names of sides begin with in an address; no field of a question has a point in its name."""


@dataclass(frozen=True, slots=True)
class ChosenArmy:
    """An army chosen for one side of a question, and the unit chosen from it, if any.

    ``gone`` is the id of a unit that the address names, but which is not in the army any more. In a game at the table
    ``in_play`` is what the visitor may know of the army, as it stands.
    """

    army: SideArmy
    side: Side | None
    gone: str = ""
    in_play: AnyFielded | None = None

    @property
    def loaded(self) -> LoadedArmy:
        """The army with its game."""
        return self.army.loaded

    @property
    def fielded(self) -> AnyFielded:
        """The army as it stands; outside games everything is as at first."""
        return self.in_play or FieldedForce(self.loaded.force)

    @property
    def address(self) -> str:
        """The army and the unit as an address names them."""
        unit = self.side.unit.id if self.side else self.gone
        return f"{self.army.key}:{unit}" if unit else self.army.key

    @property
    def unit_name(self) -> str:
        """The unit with its place in the army; empty without one."""
        if self.side is None:
            return ""
        return self._named(self.side.unit.id)

    def units(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Every unit of the army by group: pairs of address and name."""
        return [
            (
                group_name(self.loaded, group),
                [(f"{self.army.key}:{unit.id}", self._named(unit.id)) for unit in group.units],
            )
            for group in self.fielded.force.groups
        ]

    def _named(self, unit: str) -> str:
        return unit_label(self.loaded, *self.loaded.force.unit(unit))


@dataclass(frozen=True, slots=True)
class Sides:
    """What a question was taken from. ``missing`` names the sides whose army is not there, or not to be seen."""

    own: ChosenArmy | None = None
    opposing: ChosenArmy | None = None
    missing: tuple[str, ...] = ()

    def in_words(self, calculator: Calculator[Any]) -> str:
        """Who asks and against whom; empty while the calculator has more to ask of the armies."""
        needed = [self.own] if calculator.one_sided else [self.own, self.opposing]
        whole = calculator.prefill is None
        named = [side.unit_name or side.army.name for side in needed if side and (whole or side.side)]
        return " against ".join(named) if len(named) == len(needed) else ""

    def prefill(self, calculator: Calculator[Any]) -> dict[str, Any]:
        """Plain data for the question's fields; empty where the calculator has no use for the armies."""
        if self.own is None:
            return {}
        own, opposing = self.own.side, self.opposing.side if self.opposing else None
        if own is not None and calculator.prefill is not None:
            if self.opposing is not None and opposing is None and calculator.against_force is not None:
                return calculator.against_force(own, self.opposing.fielded)
            return calculator.prefill(own, opposing)
        if calculator.from_forces is not None:
            return calculator.from_forces(self.own.fielded, self.opposing.fielded if self.opposing else None)
        return {}

    def gone(self, calculator: Calculator[Any]) -> list[str]:
        """The sides whose unit is not in its army any more, where the calculator would be filled in from it."""
        if self.own is None or calculator.prefill is None:
            return []
        named = ((OWN, self.own),) if calculator.one_sided else ((OWN, self.own), (OPPOSING, self.opposing))
        return [name for name, loaded in named if loaded and loaded.gone]

    def unsuited(self, calculator: Calculator[Any]) -> Unsuited | None:
        """Why the calculator has no use for the units chosen; ``None`` where it has."""
        if self.own is None or self.own.side is None or calculator.unsuited is None:
            return None
        return calculator.unsuited(self.own.side, self.opposing.side if self.opposing else None)

    def catalogue(self, known: Catalogue) -> Catalogue:
        """What is known anyway, and over it what players wrote for these armies."""
        entries = [entry for chosen in (self.opposing, self.own) if chosen for entry in chosen.fielded.force.entries]
        return known.with_entries(entries)

    @property
    def readings(self) -> dict[str, str]:
        """The readings that the own army plays by, defaults left out."""
        return dict(self.own.loaded.force.house_rules) if self.own else {}

    def read_otherwise(self, ruleset: AnyRuleset) -> list[Ruling]:
        """The rulings that the two armies play by different readings."""
        if self.own is None or self.opposing is None:
            return []
        own, opposing = (dict(loaded.loaded.force.house_rules) for loaded in (self.own, self.opposing))
        return [
            each
            for each in switches(ruleset.rulings).values()
            if own.get(each.switch, each.default) != opposing.get(each.switch, each.default)
        ]

    @property
    def address(self) -> list[tuple[str, str]]:
        """Name and value of what an address says of the sides."""
        named = ((OWN, self.own), (OPPOSING, self.opposing))
        return [(f"{NAME}{name}", loaded.address) for name, loaded in named if loaded]

    @property
    def query(self) -> str:
        """What an address says of the sides, as a query string."""
        return urlencode(self.address, safe=":")


def takes_sides(calculator: Calculator[Any]) -> bool:
    """Whether a calculator can be filled in from armies."""
    return calculator.prefill is not None or calculator.from_forces is not None


def addresses(ruleset: AnyRuleset, sides: Sides, base: str) -> list[tuple[Calculator[Any], str]]:
    """Every calculator of a game with its address, from the same sides where it can be filled in from armies.

    ``base`` is the address of the list of them all.
    """
    found = []
    for calculator in ruleset.calculators:
        address = f"{base}{calculator.slug}/"
        found.append((calculator, f"{address}?{sides.query}" if sides.query and takes_sides(calculator) else address))
    return found


def choose(army: SideArmy, unit_id: str, in_play: AnyFielded | None = None) -> ChosenArmy:
    """An army with the unit of that id, if it has it; in a game at the table as it stands there."""
    force = in_play.force if in_play else army.loaded.force
    try:
        group, unit = force.unit(unit_id)
    except NoSuchPart:
        return ChosenArmy(army, None, unit_id, in_play)
    return ChosenArmy(army, Side(force, group, unit, in_play), in_play=in_play)


def read_sides(query: QueryDict, ruleset: AnyRuleset, find: Callable[[str], SideArmy | None]) -> Sides:
    """The sides that an address names; ``find`` has the army of a key, if there is one.

    A page's two lists both send a side: the army, then the unit.
    """
    chosen: dict[str, ChosenArmy] = {}
    missing = []
    for name in (OWN, OPPOSING):
        sent = [text for text in query.getlist(f"{NAME}{name}") if text]
        if not sent:
            continue
        key, _, unit = sent[0].partition(":")
        later, _, later_unit = sent[-1].partition(":")
        army = find(key)
        if army is None or army.ruleset != ruleset.slug:
            missing.append(name)
        else:
            chosen[name] = choose(army, later_unit if later == key else unit)
    return Sides(chosen.get(OWN), chosen.get(OPPOSING), tuple(missing))
