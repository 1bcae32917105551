"""Get Down!: the markers that it removes (WS-ACT-4)."""

from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from math import comb

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, certain

from .house_rules import WORDS
from .suppression import Check, CheckRoll, capped_markers, is_suppressed, passing_removes, roll_on
from .tables import FACES, RETREAT_REMOVES


@lru_cache(maxsize=4096)
def good_dice(dice: int, number: int, threshold: int) -> Distribution[tuple[bool, int]]:
    """Whether any die shows ``number`` or less, with how many show ``threshold`` (at least ``number``) or less."""
    passes = min(max(number, 0), FACES)
    counts = min(max(threshold, 0), FACES)
    weights = {
        (False, k): comb(dice, k) * (counts - passes) ** k * (FACES - counts) ** (dice - k) for k in range(dice + 1)
    }
    for k in range(dice + 1):
        some = counts**k - (counts - passes) ** k
        weights[(True, k)] = comb(dice, k) * some * (FACES - counts) ** (dice - k)
    return Distribution(weights)


def removing_number(roll: CheckRoll, passing: int, compare: str) -> int:
    """The number that each die must not exceed to remove a marker (WS-ACT-4a)."""
    return {"check": roll.number, "base": roll.first, "after": roll.one_fewer if passing else roll.number}[compare]


def removed(roll: CheckRoll, passing: int, stack: str, good: int) -> int:
    """The markers removed by a passed check with so many dice that are low enough to remove one."""
    return min(roll.markers, (passing if stack == "cumulative" else 0) + good)


def removal(roll: CheckRoll, passing: int, stack: str, compare: str) -> Distribution[tuple[bool, int]]:
    """Whether the check is passed, with the markers that Get Down! then removes (WS-ACT-4a).

    ``passing`` are the markers that passing alone removes; a failed check removes none here.
    """
    threshold = removing_number(roll, passing, compare)
    first = passing if stack == "cumulative" else 0
    return _removal(roll.dice, roll.number, threshold, first, roll.markers)


@lru_cache(maxsize=4096)
def _removal(dice: int, number: int, threshold: int, first: int, markers: int) -> Distribution[tuple[bool, int]]:
    return good_dice(dice, number, threshold).map(
        lambda rolled: (True, min(markers, first + rolled[1])) if rolled[0] else (False, 0)
    )


def activations_to_recover(
    check: Check, markers: int, leaderless: str, inspire: str, stack: str, compare: str, single: str
) -> Fraction | None:
    """Activations until no marker is left, on average, when the unit gets down or falls back each time.

    ``None`` if the last one never goes.
    """
    expected, wholes = [0], [1]
    for count in range(1, markers + 1):
        roll = roll_on(check, count, leaderless, inspire)
        outcomes = removal(roll, passing_removes(count, single), stack, compare).weights()
        retreat = RETREAT_REMOVES if is_suppressed(count, single) else 0
        # Where nothing changes, the same follows again: an average is over what changes something.
        changing = sum(weight for (passed, off), weight in outcomes.items() if (off if passed else retreat))
        if not changing:
            return None
        wholes.append(wholes[-1] * changing)
        # The average for so many markers is expected / wholes; whole numbers avoid reducing fractions.
        ahead = 0
        for (passed, removed), weight in outcomes.items():
            remaining = count - (removed if passed else retreat)
            if remaining == count:
                continue
            ahead += weight * expected[remaining] * (wholes[count - 1] // wholes[remaining])
        expected.append(wholes[count - 1] * sum(outcomes.values()) + ahead)
    return Fraction(expected[markers], wholes[markers])


READ = ("leaderless_ld", "inspire_reading", "getdown_stack", "getdown_compare", "one_marker")
"""The switches that matter to markers removed by Get Down!, in the order of parameters."""


@dataclass(frozen=True, slots=True)
class GettingDown:
    """A check with the markers that Get Down! then removes.

    ``for_passing`` are those that passing removes besides the dice, ``low`` the number on a die that removes one.
    """

    roll: CheckRoll
    outcomes: Distribution[tuple[bool, int]]
    for_passing: int = field(default=0, compare=False)
    low: int = field(default=0, compare=False)

    @property
    def if_passed(self) -> Distribution[int] | None:
        """Markers removed once the check is passed; ``None`` if it cannot be."""
        weights = {off: weight for (passed, off), weight in self.outcomes.weights().items() if passed}
        return Distribution(weights) if weights else None


def getting_down(check: Check, house: HouseRules) -> GettingDown:
    """The effect of Get Down! on a unit's markers, under the house rules."""
    markers = capped_markers(check.nv, check.markers)
    if markers == 0:
        return GettingDown(roll_on(check, 0, "", ""), certain((True, 0)))

    def under(leaderless: str, inspire: str, stack: str, compare: str, single: str) -> GettingDown:
        roll = roll_on(check, markers, leaderless, inspire)
        passing = passing_removes(markers, single)
        for_passing = passing if stack == "cumulative" else 0
        # A single die that passes removes its marker, whichever number the others would need.
        low = min(FACES, removing_number(roll, passing, compare) if roll.dice > 1 else roll.number)
        return GettingDown(roll, removal(roll, passing, stack, compare), for_passing, low)

    return house.resolve(under, *READ)


def removed_words(result: GettingDown, removed: Fraction) -> str:
    """Why a passed check with Get Down! removes ``removed`` markers on average."""
    markers = result.roll.markers
    if removed == markers:
        # A reading that changes nothing here is not named, so words that depend on one are left out too.
        if result.for_passing and markers == 2 and result.roll.first < FACES:
            return "Passing removes one marker, and the die that passed removes the other."
        return f"It removes {'every' if markers > 1 else 'the only'} marker that the unit has."
    passing = f"{result.for_passing} for passing and " if result.for_passing else ""
    low = f"1 for each d{FACES} of {result.low} or less"
    return f"It removes {passing}{low}, but no more than the {markers} it has."


gone_to_ground = WORDS.sentence("gone_to_ground")
"""How long a unit that got down stays Gone To Ground."""
