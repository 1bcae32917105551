"""The calculators of Forum Combat, in the order in which they are offered; each module is named after its slug."""

from typing import Any

from rulesets.core.calculators import Calculator

from . import (
    aftermath,
    charge,
    disengage,
    exchange,
    firing_into_melee,
    melee,
    morale,
    movement,
    shooting,
    weapons,
)

CALCULATORS: tuple[Calculator[Any], ...] = (
    shooting.CALCULATOR,
    firing_into_melee.CALCULATOR,
    melee.CALCULATOR,
    exchange.CALCULATOR,
    movement.CALCULATOR,
    disengage.CALCULATOR,
    charge.CALCULATOR,
    morale.CALCULATOR,
    aftermath.CALCULATOR,
    weapons.CALCULATOR,
)
