"""How long Forum Combat's odds and a round at the desk take.

Run with ``pytest -s bench/speed/test_forum_combat.py``; medians are printed.
"""

from dataclasses import replace

from bench.speed.timing import median_ms
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.desk import ReportForm
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.desk import DESK
from rulesets.systems.forum_combat.desk.combat import Combat
from rulesets.systems.forum_combat.desk.new_combat import new_combat
from rulesets.systems.forum_combat.desk.rounds import BattleRecord, give_orders
from rulesets.systems.forum_combat.melee import Fighter, MeleeFight, Strikes
from rulesets.systems.forum_combat.units import Allegiance, Command, Squad, Troop
from rulesets.systems.forum_combat.volleys import Lot, VolleyTarget, volley
from rulesets.systems.forum_combat.wound_allocation import WoundTarget, fresh
from tests.rulesets.forum_combat.desk import battles


def test_a_volley_of_forty_attacks_at_twenty_units() -> None:
    bodies = (WoundTarget(3, 5, 3),)
    target = VolleyTarget(bodies, fresh(bodies, (20,)))
    median = median_ms(lambda: volley((Lot(40, 4, 4, 0, 2),), target, HouseRules(RULESET.rulings)), 25)
    print(f"volley of 40 at 20 x 3 HP {median:7.2f} ms")
    assert median < 5


def melee(hp: int, shots: int) -> None:
    bodies = (WoundTarget(3, 5, hp),)
    side = Fighter(
        VolleyTarget(bodies, fresh(bodies, (10,))),
        Strikes(((Lot(shots, 4, 3, 0, 1),),)),
        Strikes(((Lot(2, 4, 3, 0, 1),),)),
    )
    fight = MeleeFight(side, side, HouseRules(RULESET.rulings))
    for _ in range(5):
        fight.next_round()


def test_a_melee_of_ten_against_ten_over_five_rounds() -> None:
    blows, both = median_ms(lambda: melee(1, 0)), median_ms(lambda: melee(1, 1))
    tough = median_ms(lambda: melee(2, 0), 3)
    print(f"melee 10 v 10, 5 rounds: blows {blows:7.2f} ms, with pistols {both:7.2f} ms, with 2 HP {tough:7.2f} ms")
    assert blows < 50
    assert both < 50


def side(of: Allegiance) -> Force[Command, Squad, Troop]:
    lines = (Unit("", Troop("rifleman", 8)), Unit("", Troop("heavy-weapon-team")), Unit("", Troop("officer")))
    squads = tuple(Group("", f"{of.label} {number}", Squad(), lines) for number in range(1, 21))
    return Force("forum-combat", of.label, Command(of), squads).with_ids()


def large_combat() -> Combat:
    """Forty squads of ten on a map of 60 x 60 with walls, the enemy's within range."""
    combat = new_combat("Forty squads", (side(Allegiance.PLAYERS), side(Allegiance.ENEMIES)), 60, 60)
    squads = tuple(
        replace(squad, pieces=tuple(replace(piece, x=piece.x - 44) for piece in squad.pieces))
        if squad.side is Allegiance.ENEMIES
        else squad
        for squad in combat.squads
    )
    taken = {piece.tile for squad in squads for piece in squad.pieces}
    rows = tuple(
        "".join("#" if (x * 7 + y * 3) % 23 == 0 and (x, y) not in taken else "." for x in range(60)) for y in range(60)
    )
    return replace(combat, squads=squads, ground=replace(combat.ground, rows=rows))


def test_a_round_of_forty_squads() -> None:
    battle = BattleRecord(large_combat())
    lines = [f"Players {n}: {'shoot' if n % 2 else 'charge'} Enemies {n}" for n in range(1, 21)]
    text = "\n".join([*lines, *(f"Enemies {n}: shoot nearest" for n in range(1, 21))])
    given = give_orders(battle, text, seed=5)
    played = battles.play_round(given)
    fought = give_orders(played, "", seed=6)
    medians = {
        "check": median_ms(lambda: DESK.check(battle, text), 5),
        "round": median_ms(lambda: battles.play_round(given), 5),
        "round in melee": median_ms(lambda: battles.play_round(fought), 5),
        "forecast": median_ms(lambda: DESK.forecast(battle, text), 3),
        "full report": median_ms(lambda: DESK.report(played, 1, ReportForm.HTML, True), 5),
        "read and write": median_ms(lambda: DESK.read(DESK.write(played)), 5),
        "board": median_ms(lambda: DESK.board(played), 5),
    }
    for name, median in medians.items():
        print(f"40 squads, {name:15} {median:7.2f} ms")
    assert len(played.start.squads) == 40
    assert max(medians["round"], medians["round in melee"]) < 300
