"""When a battle group and an army become Fragile."""

import math
from collections import Counter
from collections.abc import Iterable
from typing import Final, NamedTuple

from rulesets.core.declarations.house_rules import HouseRules

from . import tables
from .engagement_state import State
from .house_rules import WORDS

EXAMPLE_ARMIES: Final = (12, 24, 36, 48, 60)
"""Army sizes with rows in the tables."""


class FragileLimits(NamedTuple):
    """The numbers of repulsed or of neutralised stands at which something becomes Fragile."""

    repulsed: int
    neutralised: int


def group_limits(stands: int) -> FragileLimits:
    """The losses at which a battle group of so many stands becomes Fragile."""
    return FragileLimits(math.ceil(stands * tables.GROUP_REPULSED), math.ceil(stands * tables.GROUP_NEUTRALISED))


def army_limits(stands: int) -> FragileLimits:
    """The losses at which an army of so many stands becomes Fragile."""
    return FragileLimits(math.ceil(stands * tables.ARMY_REPULSED), math.ceil(stands * tables.ARMY_NEUTRALISED))


REPULSED_STATES: Final = (State.REPULSED, State.LEFT)
"""The states of stands that are Repulsed, on the table or off it."""


class LostStands(NamedTuple):
    """The numbers of stands Repulsed, including those that left the table for it, and neutralised."""

    repulsed: int
    neutralised: int


def losses(states: Iterable[State], before: int = 0) -> LostStands:
    """The losses among stands in these states. ``before`` of them count as Repulsed though they no longer are."""
    counts = Counter(states)
    return LostStands(before + sum(counts[state] for state in REPULSED_STATES), counts[State.NEUTRALISED])


_FRAGILE: Final = {
    "group": WORDS.sentences("group_fragile", "repulsed", "neutralised"),
    "army": WORDS.sentences("army_fragile", "repulsed", "neutralised"),
}
_STANDING: Final = WORDS.sentences("standing", "repulsed", "neutralised", "max_repulsed", "max_neutralised")


def outlook(whole: str, limits: FragileLimits, repulsed: int, neutralised: int, house: HouseRules) -> str:
    """The prospect of a ``group`` or an ``army`` being Fragile: already so, or after how many more losses."""
    said = "now" if is_fragile(limits, repulsed, neutralised) else "later"
    more = {"repulsed": limits.repulsed - repulsed, "neutralised": limits.neutralised - neutralised}
    return _FRAGILE[whole][said](house, **more)


def standing(limits: FragileLimits, repulsed: int, neutralised: int, house: HouseRules) -> str:
    """The losses of a battle group or an army out of those at which it is Fragile."""
    said = "fragile" if is_fragile(limits, repulsed, neutralised) else "counted"
    limit = {"max_repulsed": limits.repulsed, "max_neutralised": limits.neutralised}
    return _STANDING[said](house, repulsed=repulsed, neutralised=neutralised, **limit)


def is_fragile(limits: FragileLimits, repulsed: int, neutralised: int) -> bool:
    """Whether so many stands in either state reach a limit."""
    return repulsed >= limits.repulsed or neutralised >= limits.neutralised
