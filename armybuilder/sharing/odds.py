"""Calculators filled in from a shared army, on their own or against an army of the visitor's."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.urls import reverse

from armybuilder.armies.comparison import group_name, unit_label
from armybuilder.armies.loaded_army import ArmyChoice, LoadedArmy
from armybuilder.sharing.models import Share
from rulesets.core.calculators import Calculator

UNIT, AGAINST = "unit", "against"
"""The query parameters for the chosen unit and army."""


@dataclass(frozen=True, slots=True)
class OddsLink:
    """A calculator and its address."""

    calculator: Calculator[Any]
    address: str


@dataclass(frozen=True)
class Odds:
    """The calculators for a shared army; ``data`` has the chosen unit and the chosen opposing army.

    Without a unit the calculators take the whole army, without an opposing army they ask for a generic opponent.
    """

    share: Share
    loaded: LoadedArmy
    choices: Sequence[ArmyChoice]
    data: Mapping[str, str]

    @property
    def armies(self) -> list[ArmyChoice]:
        """The armies to choose an opponent from."""
        return [choice for choice in self.choices if choice.key not in (self.share.token, self.share.army_id)]

    @property
    def units(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """Every unit by group: pairs of id and name."""
        return [
            (group_name(self.loaded, group), [(unit.id, unit_label(self.loaded, group, unit)) for unit in group.units])
            for group in self.loaded.force.groups
        ]

    @property
    def unit(self) -> str:
        """The id of the chosen unit; by default the first one if the game has no calculators for whole armies."""
        unit_ids = [unit.id for _, unit in self.loaded.force.units()]
        data = self.data.get(UNIT, "")
        return data if data in unit_ids else "" if self.takes_armies else next(iter(unit_ids), "")

    @property
    def against(self) -> ArmyChoice | None:
        """The chosen opposing army."""
        return next((choice for choice in self.armies if choice.key == self.data.get(AGAINST)), None)

    @property
    def takes_armies(self) -> bool:
        """Whether the game has calculators for whole armies."""
        return any(calculator.from_forces for calculator in self.loaded.ruleset.calculators)

    @property
    def lookups(self) -> list[OddsLink]:
        """The calculators with the shared army on your side."""
        opposing = self.against.key if self.against else None
        return [self._lookup(calculator, self._shared_key, opposing) for calculator in self._usable]

    @property
    def answers(self) -> list[OddsLink]:
        """The calculators with the visitor's army on your side, against the shared army."""
        if self.against is None:
            return []
        two_sided = [calculator for calculator in self._usable if not calculator.one_sided]
        return [self._lookup(calculator, self.against.key, self._shared_key) for calculator in two_sided]

    @property
    def _shared_key(self) -> str:
        return f"{self.share.token}:{self.unit}" if self.unit else self.share.token

    @property
    def _usable(self) -> list[Calculator[Any]]:
        calculators = self.loaded.ruleset.calculators
        return [each for each in calculators if (each.prefill if self.unit else each.from_forces)]

    def _lookup(self, calculator: Calculator[Any], own: str, opposing: str | None) -> OddsLink:
        sides = {"army.own": own} | ({"army.opposing": opposing} if opposing else {})
        address = reverse("calculators:calculator", args=[self.loaded.ruleset, calculator.slug])
        return OddsLink(calculator, f"{address}?{urlencode(sides, safe=':')}")
