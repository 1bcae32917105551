"""Indirect fire: how far off a shell falls, and which figures of a block it reaches (§41)."""

import math
from functools import lru_cache

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, certain
from rulesets.core.play.rolls import Roller

from ..dice import throw
from ..profiles import Accuracy, Weapon
from ..tables import DIE

DIRECTIONS = 8
"""Faces of the direction die: the points of the compass."""


def may_cover_combat(house: HouseRules) -> bool:
    """Whether a template may be aimed so that it covers a unit in close combat (AMB-142); dice need a target unit."""

    def covers(attack: str, aimed: str) -> bool:
        return attack == "per_model_under_template" and aimed == "hits"

    return house.resolve(covers, "indirect_attack", "template_on_combat")


def dice_for(weapon: Weapon, accuracy: Accuracy, distance: int) -> int:
    """Dice for the fall of shot: one, or two when an inaccurate weapon fires over half its range (optional rules)."""
    accurate = (weapon.accuracy if accuracy is Accuracy.UNKNOWN else accuracy) is Accuracy.ACCURATE
    return 1 if accurate or 2 * distance <= weapon.range else 2


def deviation(count: int, value: int, roller: Roller | None = None) -> Distribution[int]:
    """Inches from the aim point: the dice less the Shooting Value, never below 0 (§41)."""
    return throw(count, DIE, "Fall of shot", roller).map(lambda roll: max(0, roll - value))


@lru_cache(maxsize=1024)
def block(figures: int, spacing: int) -> tuple[tuple[float, float], ...]:
    """Places of figures in a block as square as can be, centred on the aim point."""
    columns = math.isqrt(figures - 1) + 1
    rows = -(-figures // columns)
    return tuple(
        (
            spacing * (index % columns - (min(columns, figures - index // columns * columns) - 1) / 2),
            spacing * (index // columns - (rows - 1) / 2),
        )
        for index in range(figures)
    )


@lru_cache(maxsize=4096)
def figures_under(figures: int, spacing: int, radius: int, inches: int, face: int) -> int:
    """Figures whose centre lies under a template that fell so far off, in the direction of a face of the die."""
    turn = 2 * math.pi * face / DIRECTIONS
    x, y = inches * math.cos(turn), inches * math.sin(turn)
    # A centre on the very edge is under the template, however the cosines are rounded.
    reach = radius * radius + 1e-9
    return sum((px - x) ** 2 + (py - y) ** 2 <= reach for px, py in block(figures, spacing))


def under_template(
    figures: int, spacing: int, radius: int, inches: int, roller: Roller | None = None
) -> Distribution[int]:
    """Figures under a template that fell so far off, each direction alike.

    The block and the eight directions are a model of ours; the rulebook leaves both to the table.
    """
    direction = throw(1, DIRECTIONS, "Direction", roller) if inches else certain(1)
    return direction.map(lambda face: figures_under(figures, spacing, radius, inches, face - 1))
