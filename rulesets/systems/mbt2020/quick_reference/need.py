"""The contents of a sheet: everything, or what the armies need that it is for."""

from __future__ import annotations

from rulesets.core.catalogue import Catalogue
from rulesets.core.house_rules import HouseRules
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.catalogue import CATALOGUE
from rulesets.systems.mbt2020.encounters import encounters
from rulesets.systems.mbt2020.engagement import SIDE_ARC
from rulesets.systems.mbt2020.readings import readings_of
from rulesets.systems.mbt2020.units import ArmyContext, GeneralClass, Mode, Posture, Rank, kind_of

P = Posture


class Need:
    """The contents of a sheet: everything without armies, else what their stands and options need.

    ``posture``, ``mode`` and ``sort`` look at the armies' own stands, ``befalls`` also at those that they may engage.
    """

    def __init__(self, house: HouseRules, armies: tuple[ArmyContext, ...]) -> None:
        self.armies = armies
        self.all = not armies
        self.house = house
        self.readings = readings_of(self.house)
        stands = [(stand.spec, army.catalogue) for army in armies for _, stand in army.force.units()]
        kinds = [kind_of(stand, catalogue) for stand, catalogue in stands]
        self.kinds = frozenset(kind for kind in kinds if kind is not None)
        self.sub_classes = frozenset(stand.sub_class for stand, _ in stands)
        by_kind = [encounters(kind, self.readings) for kind in self.kinds]
        self.with_targets = self.kinds.union(*(each.targets for each in by_kind))
        side = {SIDE_ARC} if self.readings.side_arc_r else set()
        self.factors = side.union(tables.FACTORS if self.all else (), *(each.factors for each in by_kind))
        self.postures = frozenset(kind.posture for kind in self.kinds)
        self.modes = frozenset(kind.mode for kind in self.kinds)

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue with the armies' own entries; those of the first take precedence."""
        return CATALOGUE.with_entries(entry for army in reversed(self.armies) for entry in army.force.entries)

    def posture(self, *postures: Posture) -> bool:
        """Whether stands in one of these postures are there."""
        return self.all or not self.postures.isdisjoint(postures)

    def mode(self, mode: Mode) -> bool:
        """Whether stands in that mode are there."""
        return self.all or mode in self.modes

    def sort(self, general_class: GeneralClass, *ranks: Rank) -> bool:
        """Whether stands of that class (and of one of these ranks) are there."""
        return self.all or any(
            kind.general_class is general_class and (not ranks or kind.rank in ranks) for kind in self.kinds
        )

    def befalls(self, *postures: Posture) -> bool:
        """Whether stands in one of these postures are there or may be engaged from there."""
        return self.all or any(kind.posture in postures for kind in self.with_targets)

    def close_infantry(self) -> bool:
        """Whether INF+ or INFn stands in INFANTRY posture are there."""
        return self.all or any(kind.posture is P.INFANTRY and kind.rank is not Rank.MINUS for kind in self.kinds)
