"""The two sides of a question, taken from armies: ``army.own=<army>:<unit>`` and ``army.opposing=…`` in an address."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.http import QueryDict

from armybuilder.armies.comparison import group_name, unit_label
from armybuilder.armies.loaded_army import LoadedArmy, SideArmy
from rulesets.core.calculators import Calculator, Unsuited
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.house_rules import Ruling, switches
from rulesets.core.forces.force import NoSuchPart
from rulesets.core.play.states import AnyDeployed, DeployedForce, Side
from rulesets.core.ruleset import AnyRuleset

OWN, OPPOSING = "own", "opposing"
NAME = "army."
"""Prefix of the names of sides in an address; no field of a question has a point in its name."""


@dataclass(frozen=True, slots=True)
class ChosenArmy:
    """An army selected for one side of a question, and the unit selected from it, if any.

    ``missing_unit`` is the id of a unit in the address that is no longer in the army. In a game at the table
    ``in_play`` is what the visitor may know of the army's current state.
    """

    army: SideArmy
    side: Side | None
    missing_unit: str = ""
    in_play: AnyDeployed | None = None

    @property
    def loaded(self) -> LoadedArmy:
        """The army with its game."""
        return self.army.loaded

    @property
    def deployed(self) -> AnyDeployed:
        """The army in its current state; outside games, in its initial state."""
        return self.in_play or DeployedForce(self.loaded.force)

    @property
    def address(self) -> str:
        """The army and the unit as an address names them."""
        unit = self.side.unit.id if self.side else self.missing_unit
        return f"{self.army.key}:{unit}" if unit else self.army.key

    @property
    def is_out(self) -> bool:
        """Whether the unit is out of play in a game at the table."""
        play = self.loaded.ruleset.play
        if self.in_play is None or self.side is None or play is None:
            return False
        return not play.in_play(self.side)

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
            for group in self.deployed.force.groups
        ]

    def _named(self, unit: str) -> str:
        return unit_label(self.loaded, *self.loaded.force.unit(unit))


@dataclass(frozen=True, slots=True)
class Sides:
    """The armies of a question. ``missing`` are the sides whose army does not exist or is not visible."""

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
        opposing, other = (self.opposing.deployed, self.opposing.side) if self.opposing else (None, None)
        return calculator.fill_in(self.own.deployed, self.own.side, opposing, other)

    def missing_units(self, calculator: Calculator[Any]) -> list[str]:
        """The sides whose unit is no longer in its army, if the calculator uses units."""
        if self.own is None or calculator.prefill is None:
            return []
        named = ((OWN, self.own),) if calculator.one_sided else ((OWN, self.own), (OPPOSING, self.opposing))
        return [name for name, army in named if army and army.missing_unit]

    def unsuited(self, calculator: Calculator[Any]) -> Unsuited | None:
        """The reason why the calculator cannot use the selected units; ``None`` if it can."""
        if self.own is None or self.own.side is None:
            return None
        asked = (self.own,) if calculator.one_sided else (self.own, self.opposing)
        # A question about whole armies counts the units that they have lost.
        if calculator.from_forces is None and (out := next((each for each in asked if each and each.is_out), None)):
            return Unsuited(f"{out.unit_name} is out of play. Choose another {self.own.loaded.ruleset.words.unit}.")
        other = self.opposing.side if self.opposing else None
        return calculator.unsuited(self.own.side, other) if calculator.unsuited else None

    def catalogue(self, base: Catalogue) -> Catalogue:
        """The base catalogue with the armies' own entries."""
        entries = [entry for army in (self.opposing, self.own) if army for entry in army.deployed.force.entries]
        return base.with_entries(entries)

    @property
    def readings(self) -> dict[str, str]:
        """The readings of your army, without defaults."""
        return dict(self.own.loaded.force.house_rules) if self.own else {}

    def read_otherwise(self, ruleset: AnyRuleset) -> list[Ruling]:
        """The rulings for which the two armies have different readings."""
        if self.own is None or self.opposing is None:
            return []
        own, opposing = (dict(army.loaded.force.house_rules) for army in (self.own, self.opposing))
        return [
            each
            for each in switches(ruleset.rulings).values()
            if own.get(each.switch, each.default) != opposing.get(each.switch, each.default)
        ]

    @property
    def address(self) -> list[tuple[str, str]]:
        """The query parameters of the sides as names and values."""
        named = ((OWN, self.own), (OPPOSING, self.opposing))
        return [(f"{NAME}{name}", loaded.address) for name, loaded in named if loaded]

    @property
    def query(self) -> str:
        """The query parameters of the sides as a query string."""
        return urlencode(self.address, safe=":")


def takes_sides(calculator: Calculator[Any]) -> bool:
    """Whether a calculator can be filled in from armies."""
    return calculator.prefill is not None or calculator.from_forces is not None


def addresses(ruleset: AnyRuleset, sides: Sides, base: str) -> list[tuple[Calculator[Any], str]]:
    """Every calculator of a game with its address, from the same sides where it can be filled in from armies.

    ``base`` is the address of the list of them all.
    """
    links = []
    for calculator in (each for _, group in ruleset.grouped_calculators for each in group):
        address = f"{base}{calculator.slug}/"
        links.append((calculator, f"{address}?{sides.query}" if sides.query and takes_sides(calculator) else address))
    return links


def grouped(ruleset: AnyRuleset, sides: Sides, base: str) -> list[tuple[str, list[tuple[Calculator[Any], str]]]]:
    """The same addresses by the titles of the calculators' groups."""
    listed = iter(addresses(ruleset, sides, base))
    return [(title, [next(listed) for _ in group]) for title, group in ruleset.grouped_calculators]


def choose(army: SideArmy, unit_id: str, in_play: AnyDeployed | None = None) -> ChosenArmy:
    """An army with its unit of this id, if any; in a game at the table, in its current state."""
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
    armies: dict[str, ChosenArmy] = {}
    missing = []
    for name in (OWN, OPPOSING):
        values = [text for text in query.getlist(f"{NAME}{name}") if text]
        if not values:
            continue
        key, _, unit = values[0].partition(":")
        later, _, later_unit = values[-1].partition(":")
        army = find(key)
        if army is None or army.ruleset != ruleset.slug:
            missing.append(name)
        else:
            armies[name] = choose(army, later_unit if later == key else unit)
    return Sides(armies.get(OWN), armies.get(OPPOSING), tuple(missing))
