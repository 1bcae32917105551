"""Seeded rounds of one combat: what they do on average agrees with the exact odds."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import sqrt

from rulesets.core.dice import Distribution, successes
from rulesets.core.dice import mean as average
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.desk import DESK
from rulesets.systems.forum_combat.desk.events import BattleEvent, BattleEventKind
from rulesets.systems.forum_combat.desk.orders import CombatEnding
from rulesets.systems.forum_combat.desk.rounds import BattleRecord, finish, give_orders
from rulesets.systems.forum_combat.melee import Fighter, MeleeFight, Strikes
from rulesets.systems.forum_combat.morale import deaths, pass_chance
from rulesets.systems.forum_combat.movement import charge_chance, disengage_losses, opposed_chance
from rulesets.systems.forum_combat.volleys import Lot, VolleyTarget, volley
from rulesets.systems.forum_combat.wound_allocation import WoundTarget, fresh, standing
from tests.rulesets.forum_combat.desk import battles
from tests.variance import variance

STANDARD_ERRORS = 3
FIRE = [
    "Alpha: rifleman A1 A2 A3 A4",
    "Bravo: rifleman with bayonet E1 E2 E3",
    "Charlie: rifleman with bolt-action-rifle A8 A9",
    "Delta (of 5): rifleman A15=0* A16=0* B15 B16",
    "Golf: rifleman S15=0 S16=0 T15=0",
    "!Reavers: raider P1 P2 P3",
    "!Skulkers: raider with blades F1 F2 F3",
    "!Cars: armoured-car with autocannon K9",
]
MOVES = [
    "Echo: rifleman with bolt-action-rifle F15 F16",
    "Foxtrot: rifleman K16",
    "Hotel: rifleman Z1",
    "!Hunters: raider with bolt-action-rifle G15",
    "!Guards: raider with bolt-action-rifle Q15",
    "!Jackals: raider with bolt-action-rifle Z6",
]
HOUSE = RULESET.context(RULESET.demo()).house
RIFLEMAN, RAIDER, CAR = WoundTarget(3, 5, 1), WoundTarget(3, 6, 1), WoundTarget(7, 3, 6)


def target(body: WoundTarget, count: int) -> VolleyTarget:
    return VolleyTarget((body,), fresh((body,), (count,)))


def melee() -> tuple[Distribution[int], Distribution[int]]:
    """Losses of three bayonets and of three pairs of blades."""
    none = Strikes(((),))
    own = Fighter(target(RIFLEMAN, 3), none, Strikes(((Lot(1, 4, 3, 0, 1),),)))
    theirs = Fighter(target(RAIDER, 3), none, Strikes(((Lot(2, 4, 3, 0, 1),),)))
    ends = MeleeFight(own, theirs, HOUSE).next_round()
    return ends.map(lambda at: 3 - standing(at[0])), ends.map(lambda at: 3 - standing(at[1]))


Counted = dict[str, int]


def outcomes(
    squads: list[str], orders: str, rounds: int, count: Callable[[BattleRecord], Counted]
) -> dict[str, Fraction]:
    """The means of what is counted after so many rounds, one for each seed from 0."""
    given = give_orders(BattleRecord(battles.combat({"squads": squads})), orders, 0)
    sums: Counter[str] = Counter()
    for seed in range(rounds):
        played = battles.play_round(replace(given, rounds=(replace(given.rounds[0], seed=seed),)))
        sums.update(count(finish(played, CombatEnding.LOST, seed)))
    return {name: Fraction(total, rounds) for name, total in sums.items()}


def beyond(
    means: dict[str, Fraction], exact: dict[str, Distribution[int]], rounds: int
) -> dict[str, tuple[float, float]]:
    """The means that lie more than three standard errors from the exact ones, with those."""
    assert set(means) == set(exact)
    return {
        name: (float(means[name]), float(average(of)))
        for name, of in exact.items()
        if abs(means[name] - average(of)) > STANDARD_ERRORS * sqrt(variance(of) / rounds)
    }


def events_of(battle: BattleRecord) -> list[BattleEvent]:
    return [event for record in battle.rounds[0].records for event in record.events]


def good(battle: BattleRecord, kind: BattleEventKind, squad: str) -> int:
    """How often such an event succeeded."""
    return sum(event.good for event in events_of(battle) if event.kind is kind and event.squad == squad)


def health(battle: BattleRecord) -> dict[str, int]:
    """Every unit's HP: what it had, or what the last change of it says."""
    found = {piece.id: piece.hp for _, piece in battle.start.pieces()}
    for record in battle.rounds[0].records:
        found |= {change.id: change.value for change in record.changes if change.field == "hp"}
    return found


def down(battle: BattleRecord) -> Counted:
    """Units out of action by squad."""
    found = health(battle)
    return {squad.name: sum(found[piece.id] <= 0 for piece in squad.pieces) for squad in battle.start.squads}


def fire(battle: BattleRecord) -> Counted:
    out, (car,) = down(battle), battle.start.squads[7].pieces
    assert battle.aftermath is not None
    return {
        "shooting": out["Reavers"],
        "damage": car.hp - health(battle)[car.id],
        "melee, own": out["Bravo"],
        "melee, theirs": out["Skulkers"],
        "morale": good(battle, BattleEventKind.MORALE, "4"),
        "deaths": sum(len(event.pieces) for event in battle.aftermath.events if event.squad in ("4", "5")),
    }


def test_the_mean_of_many_rounds_is_that_of_the_exact_odds() -> None:
    rounds, (own, theirs) = 2_500, melee()
    orders = "Alpha: shoot Reavers with Bolt-Action Rifle\nCharlie: shoot Cars"
    exact = {
        "shooting": volley((Lot(4, 4, 4, 0, 1),), target(RAIDER, 3), HOUSE).out_of_action,
        "damage": volley((Lot(2, 4, 4, 0, 1),), target(CAR, 1), HOUSE).landed_damage,
        "melee, own": own,
        "melee, theirs": theirs,
        "morale": successes(1, pass_chance(7, 0)),
        "deaths": deaths(5),
    }
    assert beyond(outcomes(FIRE, orders, rounds, fire), exact, rounds) == {}
    told = {one.subject: one.mean for one in DESK.forecast(BattleRecord(battles.combat({"squads": FIRE})), orders)}
    assert told == {
        "Alpha": average(exact["shooting"]),
        "Charlie": 0,
        "Bravo": average(theirs),
        "Skulkers": average(own),
        "Delta": average(exact["morale"]),
    }


def moves(battle: BattleRecord) -> Counted:
    return {
        "disengage": down(battle)["Echo"],
        "charge": good(battle, BattleEventKind.CHARGE, "2"),
        "opposed charge": good(battle, BattleEventKind.CHARGE, "6"),
    }


def test_the_mean_of_moves_is_that_of_the_exact_odds() -> None:
    rounds = 1_000
    orders = "Echo: disengage\nFoxtrot: charge Guards\nHotel: disengage\nJackals: charge Hotel"
    exact = {
        "disengage": disengage_losses(2),
        "charge": successes(1, charge_chance(5)),
        "opposed charge": successes(1, opposed_chance(4)),
    }
    assert beyond(outcomes(MOVES, orders, rounds, moves), exact, rounds) == {}
    told = {one.subject: one.mean for one in DESK.forecast(BattleRecord(battles.combat({"squads": MOVES})), orders)}
    assert told == {
        "Echo": 1,
        "Hotel": None,
        "Foxtrot": average(exact["charge"]),
        "Jackals": average(exact["opposed charge"]),
    }
