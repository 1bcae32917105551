"""A battle of two rounds, and its dice."""

from rulesets.systems.forum_combat.desk import DESK, CombatEnd
from rulesets.systems.forum_combat.desk.round_edits import SetHealth
from rulesets.systems.forum_combat.desk.rounds import (
    BattleRecord,
    give_orders,
)
from tests.rulesets.forum_combat.desk import battles

FIRST = """Lt. Vey: use Take Aim on Alpha
Alpha: move F3
Bravo: move G8; charge Brutes
Charlie: shoot Reavers
Reavers: shoot nearest
Skulkers: move R8
Brutes: move P12; charge Bravo"""


SECOND = "Reavers: shoot nearest\nCharlie: shoot Reavers"


def two_rounds(seed: int = 3) -> BattleRecord:
    battle = battles.play_round(give_orders(DESK.demo(), FIRST, seed))
    battle = DESK.edit("health").apply(battle, SetHealth("1a", 0, "stepped on a mine"))
    battle = battles.play_round(give_orders(battle, SECOND, seed + 1))
    return DESK.finish(battle, CombatEnd(), 5)


BATTLE = two_rounds()
