"""Strength of squads, morale, control of objectives, and who is at risk after the combat (FC-MOR, FC-OBJ, FC-END)."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from rulesets.core.dice import Distribution, at_least, dice, successes
from rulesets.core.house_rules import HouseRules
from rulesets.systems.forum_combat import tables


@dataclass(frozen=True, slots=True)
class Strength:
    """What is left of a squad: units at the start, standing and not killed; HP at the start and left."""

    start: int
    standing: int
    living: int
    hp_start: int
    hp_left: int


def is_below_half(left: Strength, measure: str, single: str) -> bool:
    """Whether a squad is below half strength, by readings of FC-A33 and FC-A33c (FC-MOR-1)."""
    if measure == "hp" or (left.start == 1 and single == "hp"):
        return 2 * left.hp_left < left.hp_start
    return 2 * (left.standing if measure == "standing" else left.living) < left.start


def owes_check(left: Strength, house: HouseRules) -> bool:
    """Whether a squad is below half strength and still has somebody to roll (FC-MOR-1)."""
    if not left.standing or (left.standing, left.hp_left) == (left.start, left.hp_start):
        return False
    return house.resolve(
        lambda measure, single: is_below_half(left, measure, single), "fc.strength", "fc.single_unit_half"
    )


def most_below_half(start: int) -> int:
    """The most of so many that is less than half of them."""
    return (start - 1) // 2


STRENGTHS = {"standing": "standing", "hp": "HP", "living": "not killed"}
"""What is counted by each reading of FC-A33, as it stands behind a number."""


@dataclass(frozen=True, slots=True)
class CheckThreshold:
    """When a squad owes a check: at ``most`` of ``start`` or fewer by a reading of FC-A33 (FC-MOR-1)."""

    most: int
    start: int
    measure: str

    @property
    def counts_standing(self) -> bool:
        """Whether standing units are counted."""
        return self.measure == "standing"

    @property
    def short(self) -> str:
        """The threshold in few letters: a number of standing units, or a number and what it counts."""
        if not self.most:
            return "–"
        return f"≤ {self.most}" if self.counts_standing else f"≤ {self.most} {STRENGTHS[self.measure]}"

    @property
    def words(self) -> str:
        """The threshold as a phrase for cards and sheets."""
        if not self.most:
            return "no check while anybody stands"
        return f"check at {self.most} of {self.start} {STRENGTHS[self.measure]} or fewer"


def first_check(units: int, hp: int, house: HouseRules) -> CheckThreshold:
    """When a squad of so many units, with so many HP in all when unhurt, owes its first check."""
    measure = house.choice("fc.strength")
    if units == 1 and house.choice("fc.single_unit_half") == "hp":
        measure = "hp"
    start = hp if measure == "hp" else units
    return CheckThreshold(max(0, most_below_half(start)), start, measure)


def control(values: Collection[int], house: HouseRules) -> int:
    """The CON of a squad from those of its units: of all, or of the best (FC-OBJ-1, FC-A37b)."""
    return house.resolve(lambda how: sum(values) if how == "sum" else max(values, default=0), "fc.con_sum")


def objective_radius(house: HouseRules) -> int:
    """Within how many tiles a squad is near an objective that has no radius of its own (FC-A37)."""
    return int(house.choice("fc.obj_radius"))


BROKEN = f"no CON for objectives, half movement, {tables.BROKEN_ACC} ACC"
"""What a break does, in words (FC-MOR-3)."""


def pass_chance(ld: int, abandoned: int, bonus: int = 0) -> Fraction:
    """The chance to hold: 2d6 less one for each unit abandoned this round, against LD (FC-MOR-2)."""
    return at_least(dice(tables.MORALE_DICE, tables.FACES), ld + abandoned - bonus)


def deaths(at_risk: int) -> Distribution[int]:
    """How many of those at risk die for good (FC-END-2)."""
    return successes(at_risk, Fraction(tables.DEATH, tables.FACES))


def at_risk(abandoned: int, wiped: int, won: bool, house: HouseRules) -> int:
    """How many roll for their lives (FC-END-2, FC-A39)."""
    return house.resolve(
        lambda saved: abandoned + (0 if won and saved == "on" else wiped),
        "fc.win_saves_downed",
    )
