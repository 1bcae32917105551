"""The calculators of WarStrike, in the order in which they are offered; each module is named as its slug."""

from typing import Any

from rulesets.core.calculators import Calculator

from . import (
    actions,
    fall_back,
    get_down,
    plan,
    suppression,
    under_fire,
    what_happens_next,
)

CALCULATORS: tuple[Calculator[Any], ...] = (
    suppression.CALCULATOR,
    what_happens_next.CALCULATOR,
    under_fire.CALCULATOR,
    get_down.CALCULATOR,
    actions.CALCULATOR,
    plan.CALCULATOR,
    fall_back.CALCULATOR,
)
