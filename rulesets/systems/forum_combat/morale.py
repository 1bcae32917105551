"""Strength of squads, morale, control of objectives, and units at risk after the combat (FC-MOR, FC-OBJ, FC-END)."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, at_least, dice, successes

from . import tables
from .house_rules import WORDS


@dataclass(frozen=True, slots=True)
class Strength:
    """The strength of a squad: units at the start, standing and not killed; HP at the start and left."""

    start: int
    standing: int
    living: int
    hp_start: int
    hp_left: int


def is_below_half(strength: Strength, measure: str, single: str) -> bool:
    """Whether a squad is below half strength, by readings of FC-A33 and FC-A33c (FC-MOR-1)."""
    if measure == "hp" or (strength.start == 1 and single == "hp"):
        return 2 * strength.hp_left < strength.hp_start
    return 2 * (strength.standing if measure == "standing" else strength.living) < strength.start


def owes_check(strength: Strength, house: HouseRules) -> bool:
    """Whether a squad is below half strength and has a standing unit to roll for it (FC-MOR-1)."""
    if not strength.standing or (strength.standing, strength.hp_left) == (strength.start, strength.hp_start):
        return False
    return house.resolve(
        lambda measure, single: is_below_half(strength, measure, single), "fc.strength", "fc.single_unit_half"
    )


def is_due(strength: Strength, broken: bool, house: HouseRules) -> bool:
    """Whether a squad rolls in a morale step: it owes a check and is not broken for the whole combat (FC-A35)."""
    return owes_check(strength, house) and not (broken and house.choice("fc.break_duration") == "combat")


def most_below_half(start: int) -> int:
    """The largest number below half of ``start``."""
    return (start - 1) // 2


STRENGTHS = {"standing": "standing", "hp": "HP", "living": "not killed"}
"""What each reading of FC-A33 counts, to follow a number."""


@dataclass(frozen=True, slots=True)
class CheckThreshold:
    """A squad owes a check at ``maximum`` of ``start`` or fewer, by ``measure``, a reading of FC-A33 (FC-MOR-1)."""

    maximum: int
    start: int
    measure: str

    @property
    def counts_standing(self) -> bool:
        """Whether standing units are counted."""
        return self.measure == "standing"

    @property
    def short(self) -> str:
        """The threshold in short: a number of standing units, or a number and what it counts."""
        if not self.maximum:
            return "–"
        return f"≤ {self.maximum}" if self.counts_standing else f"≤ {self.maximum} {STRENGTHS[self.measure]}"

    @property
    def words(self) -> str:
        """The threshold as a phrase for cards and sheets."""
        if not self.maximum:
            return "needs no check while a unit stands"
        return f"check due with {self.maximum} or fewer of {self.start} {STRENGTHS[self.measure]}"


def first_check(units: int, hp: int, house: HouseRules) -> CheckThreshold:
    """The first check of a squad with that many units and, unhurt, that many HP in total."""
    measure = house.choice("fc.strength")
    if units == 1 and house.choice("fc.single_unit_half") == "hp":
        measure = "hp"
    start = hp if measure == "hp" else units
    return CheckThreshold(max(0, most_below_half(start)), start, measure)


def control(values: Collection[int], house: HouseRules) -> int:
    """The CON of a squad from that of its units: the sum, or the best (FC-OBJ-1, FC-A37b)."""
    return house.resolve(lambda how: sum(values) if how == "sum" else max(values, default=0), "fc.con_sum")


def objective_radius(house: HouseRules) -> int:
    """The distance in tiles that counts as near an objective without its own radius (FC-A37)."""
    return int(house.choice("fc.obj_radius"))


broken_words = WORDS.sentence("broken")
"""The effects of broken morale (FC-MOR-3)."""


def pass_chance(ld: int, abandoned: int, bonus: int = 0) -> Fraction:
    """The chance to hold: 2d6 minus 1 for each unit abandoned this round, against LD (FC-MOR-2)."""
    return at_least(dice(tables.MORALE_DICE, tables.FACES), ld + abandoned - bonus)


def deaths(at_risk: int) -> Distribution[int]:
    """How many of those at risk die for good (FC-END-2)."""
    return successes(at_risk, Fraction(tables.DEATH, tables.FACES))


def at_risk(abandoned: int, wiped: int, won: bool, house: HouseRules) -> int:
    """How many roll for their lives (FC-END-2, FC-A39)."""
    return house.resolve(
        lambda reading: abandoned + (0 if won and reading == "on" else wiped),
        "fc.win_saves_downed",
    )
