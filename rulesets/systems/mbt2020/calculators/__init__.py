"""The calculators of MBT 2020, in the order in which they are offered; each module is named after its slug."""

from typing import Any

from rulesets.core.calculators import Calculator

from . import (
    arcs,
    battlefield_odds,
    engagement,
    fakes,
    fragile,
    kinds_grid,
    movement,
)

CALCULATORS: tuple[Calculator[Any], ...] = (
    engagement.CALCULATOR,
    kinds_grid.CALCULATOR,
    movement.CALCULATOR,
    fragile.CALCULATOR,
    fakes.CALCULATOR,
    arcs.CALCULATOR,
    battlefield_odds.CALCULATOR,
)
