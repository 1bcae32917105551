"""The calculators of Forge of War, in the order in which they are offered; each module is named as its slug."""

from typing import Any

from rulesets.core.calculators import Calculator

from . import (
    activation,
    activation_run,
    bale_out,
    close_combat,
    comparison,
    covering_fire,
    disengage,
    fight,
    indirect_fire,
    movement,
    rally,
    reaction_fire,
    shooting,
    stances,
    turn_check,
    unit_state,
    vehicle_damage,
    withdrawal,
)

CALCULATORS: tuple[Calculator[Any], ...] = (
    activation.CALCULATOR,
    activation_run.CALCULATOR,
    rally.CALCULATOR,
    shooting.CALCULATOR,
    vehicle_damage.CALCULATOR,
    close_combat.CALCULATOR,
    fight.CALCULATOR,
    comparison.CALCULATOR,
    covering_fire.CALCULATOR,
    reaction_fire.CALCULATOR,
    stances.CALCULATOR,
    indirect_fire.CALCULATOR,
    movement.CALCULATOR,
    disengage.CALCULATOR,
    withdrawal.CALCULATOR,
    bale_out.CALCULATOR,
    unit_state.CALCULATOR,
    turn_check.CALCULATOR,
)
