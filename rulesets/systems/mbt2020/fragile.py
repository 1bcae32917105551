"""When a battle group and an army become Fragile."""

from __future__ import annotations

import math
from typing import Final, NamedTuple

from rulesets.systems.mbt2020 import tables

EXAMPLE_ARMIES: Final = (12, 24, 36, 48, 60)
"""Army sizes that tables have rows for."""


NO_EFFECT: Final = "none is given; agree on one before the game"
"""What being Fragile does (AMB-40)."""


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


def is_fragile(limits: FragileLimits, repulsed: int, neutralised: int) -> bool:
    """Whether so many stands in either state reach a limit."""
    return repulsed >= limits.repulsed or neutralised >= limits.neutralised
