"""An example battle, and orders for its first round."""

from .. import templates
from .new_combat import new_combat
from .round_edits import AddObjective, GroundKind, Paint, add_objective, paint
from .rounds import BattleRecord

DEMO_ORDERS = """\
# Anna
Lt. Vey: use Take Aim on Alpha
Alpha: shoot Reavers; move D3
Charlie: shoot Brutes
# Ben
Bravo: move H8
# the enemy
Reavers: shoot Alpha
Skulkers: shoot nearest; move T8
Brutes: move Q12
"""


def demo() -> BattleRecord:
    """An example battle: the squads of two platoons on a map with walls, cover and two objectives."""
    battle = BattleRecord(new_combat("Red Hand Ridge", (templates.players(), templates.enemies()), 24, 18))
    for area in (
        Paint("J3", 2, 4, GroundKind.BLOCKED),
        Paint("N12", 2, 4, GroundKind.BLOCKED),
        Paint("G9", 3, 2, GroundKind.COVER),
        Paint("P6", 3, 2, GroundKind.COVER),
    ):
        battle = paint(battle, area)
    for objective in (AddObjective("Radio mast", "L9"), AddObjective("Well", "M16", 2)):
        battle = add_objective(battle, objective)
    return battle
