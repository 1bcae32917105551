"""Calculator and referee, asked the same, say the same: shooting, melee, moving, charging, breaking away and morale."""

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulesets.core.calculators import Answer, decimal, percent
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.desk import Forecast
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.play.states import Side
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.calculators.charge import Charge
from rulesets.systems.forum_combat.calculators.disengage import Disengage
from rulesets.systems.forum_combat.calculators.melee import Melee, MeleeUnits
from rulesets.systems.forum_combat.calculators.morale import Morale
from rulesets.systems.forum_combat.calculators.movement import Move
from rulesets.systems.forum_combat.calculators.shooting import Shooting
from rulesets.systems.forum_combat.calculators.squad_fields import Attack, FiringUnits, StandingUnits
from rulesets.systems.forum_combat.desk import DESK
from rulesets.systems.forum_combat.desk.rounds import BattleRecord
from rulesets.systems.forum_combat.house_rules import RULINGS
from rulesets.systems.forum_combat.units import Command, Profile, Squad, Troop, Weapon
from tests.rulesets.forum_combat.desk import battles

READINGS = [(ruling.switch, key) for ruling in RULINGS if ruling.switch for key in ruling.keys]


def under_every_reading(proof: Callable[[str, str], None]) -> Callable[[], None]:
    """A test of what must hold under each reading of the rules; one that fails names the reading."""

    def test() -> None:
        for switch, key in READINGS:
            try:
                proof(switch, key)
            except Exception as failure:
                failure.add_note(f"under {switch}={key}")
                raise

    return test


def profile(key: str) -> Profile:
    found = RULESET.catalogue.spec(Profile, "unit", key)
    assert found is not None
    return found


def weapon(key: str) -> Weapon:
    found = RULESET.catalogue.spec(Weapon, "weapon", key)
    assert found is not None
    return found


def standing(key: str, count: int) -> StandingUnits:
    return StandingUnits(key, count, profile(key).t, profile(key).sav, profile(key).hp)


def attack(key: str) -> Attack:
    used = weapon(key)
    return Attack(used.atk, used.acc, used.strength, used.ap, used.dmg)


def calculated(slug: str, question: Any, switch: str, key: str) -> Answer:
    calculator = next(each for each in RULESET.calculators if each.slug == slug)
    return calculator.ask(question, RULESET.catalogue, HouseRules(RULINGS, [(switch, key)]))


def step(answer: Answer, title: str) -> str:
    return next(each.value for each in answer.steps if each.label == title)


def battle(switch: str, key: str, *squads: str) -> BattleRecord:
    return BattleRecord(battles.combat({"squads": list(squads), "house_rules": {switch: key}}))


def forecast(fought: BattleRecord, orders: str, words: str) -> Forecast:
    return next(each for each in DESK.forecast(fought, orders) if words in each.text)


@under_every_reading
def test_a_volley(switch: str, key: str) -> None:
    fought = battle(switch, key, "Alpha (broken): rifleman A1 A2 A3 A4", "!Brutes: brute H1 H2=2, raider H3 H4")
    told = forecast(fought, "Alpha: shoot Brutes with Bolt-Action Rifle", "out of action")
    rifle = weapon("bolt-action-rifle")
    firing = FiringUnits("Rifle", 4, rifle.atk, rifle.acc, rifle.strength, rifle.ap, rifle.dmg, rifle.rng)
    hurt = StandingUnits(
        "brute", 2, profile("brute").t, profile("brute").sav, profile("brute").hp, profile("brute").hp - 2
    )
    question = Shooting((firing,), broken=True, target=(hurt, standing("raider", 2)), distance=7)
    assert told.mean is not None
    assert decimal(told.mean) == step(calculated("shooting", question, switch, key), "Expected out of action")


@under_every_reading
def test_the_blows_of_a_round(switch: str, key: str) -> None:
    fought = battle(switch, key, "Alpha: assault-trooper with blades A1 A2 A3", "!Reavers: raider with blades B1 B2 B3")
    blows = attack("blades")
    own = MeleeUnits(standing("assault-trooper", 3), blows)
    theirs = MeleeUnits(standing("raider", 3), blows)
    answer = calculated("melee", Melee((own,), theirs=(theirs,), rounds=1), switch, key)
    for squad, opponent, losses in (("Alpha", "Reavers", "Their"), ("Reavers", "Alpha", "Your")):
        told = forecast(fought, f"{squad}: fight {opponent}", f"in melee with {opponent}")
        assert told.mean is not None
        assert decimal(told.mean) == step(answer, f"{losses} losses after 1 round")


def filled_in(slug: str, switch: str, key: str, *lines: tuple[Troop, ...]) -> Any:
    """A calculator's question for two squads, the players' and the enemies'."""
    sides = []
    for troops in lines:
        units = tuple(Unit("", troop) for troop in troops)
        squad = Group("", "Squad", Squad(), units)
        force = Force("forum-combat", "Force", Command(), (squad,), house_rules=((switch, key),)).with_ids()
        sides.append(Side(force, force.groups[0], force.groups[0].units[0]))
    calculator = RULESET.calculator(slug)
    assert calculator.prefill is not None
    return decode(calculator.question, calculator.prefill(sides[0], sides[1]))


@under_every_reading
def test_the_weapon_of_close_quarters_fire(switch: str, key: str) -> None:
    """The weaker of two weapons comes first; neither calculator nor desk is told which one to fire."""
    arms = ("sidearm", "submachine-gun")
    fought = battle(
        switch, key, f"Alpha: rifleman with {'+'.join(arms)} A1 A2", "!Reavers: raider with bolt-action-rifle B1 B2 B3"
    )
    told = forecast(fought, "Alpha: fight Reavers", "in melee with Reavers")
    question = filled_in(
        "melee", switch, key, (Troop("rifleman", 2, arms),), (Troop("raider", 3, ("bolt-action-rifle",)),)
    )
    assert question.own[0].close_quarters == attack("submachine-gun")
    answer = calculated("melee", replace(question, rounds=1), switch, key)
    assert told.mean is not None
    assert decimal(told.mean) == step(answer, "Their losses after 1 round")


def test_the_crew_of_a_team_fire_a_weapon_each_at_close_quarters() -> None:
    switch, arms = "fc.hwt_units", ("heavy-machine-gun", "submachine-gun")
    teams, raiders = (Troop("heavy-weapon-team", 1, arms),), (Troop("raider", 3, ("bolt-action-rifle",)),)
    fought = battle(
        switch, "one", f"Alpha: heavy-weapon-team with {'+'.join(arms)} A1", "!Reavers: raider with blades B1 B2 B3"
    )
    told = forecast(fought, "Alpha: fight Reavers", "in melee with Reavers")
    as_one, as_two = (filled_in("melee", switch, reading, teams, raiders) for reading in ("one", "two"))
    answer = calculated("melee", replace(as_one, rounds=1), switch, "one")
    assert told.mean is not None
    assert decimal(told.mean) == step(answer, "Their losses after 1 round")
    each = attack("submachine-gun").attacks
    assert (as_one.own[0].close_quarters.attacks, as_two.own[0].close_quarters.attacks) == (2 * each, each)


@under_every_reading
def test_the_tiles_of_a_move(switch: str, key: str) -> None:
    for broken in (False, True):
        flags = " (broken)" if broken else ""
        fought = battle(switch, key, f"Alpha{flags}: rifleman A1 A2 A3=0", "!Reavers: raider T9")
        title = next(
            each.title
            for group in DESK.choices(fought)
            for each in group.choices
            if (group.group, each.order) == ("1", "move")
        )
        mov = profile("rifleman").mov
        tiles = [
            calculated("movement", Move(mov, shot, broken, downed=1), switch, key).headline for shot in (False, True)
        ]
        assert title == f"{tiles[0]}, {tiles[1].removesuffix(' tiles').removesuffix(' tile')} after shooting"


@under_every_reading
def test_a_charge(switch: str, key: str) -> None:
    fought = battle(switch, key, "Alpha: rifleman A1", "!Reavers: raider F4")
    told = forecast(fought, "Alpha: charge Reavers", "to charge home")
    eng = max(profile("rifleman").eng, profile("raider").eng)
    answer = calculated("charge", Charge(5, 3, eng), switch, key)
    assert told.mean is not None
    assert answer.headline.startswith(f"{percent(told.mean)} chance to charge home over ")
    assert answer.charts[0].outcomes[0].chance == told.mean


@under_every_reading
def test_breaking_away(switch: str, key: str) -> None:
    fought = battle(switch, key, "Alpha: rifleman A1 A2 A5", "!Reavers: raider B1")
    told = forecast(fought, "Alpha: disengage A9", "breaking away")
    assert told.mean is not None
    answer = calculated("disengage", Disengage(2, 3), switch, key)
    assert decimal(told.mean) == step(answer, "Expected downed")


@under_every_reading
def test_a_morale_check(switch: str, key: str) -> None:
    fought = battle(switch, key, "Alpha: rifleman A1 A2=-1 A3=-1 A4=-1 A5=-1", "!Reavers: raider T9")
    told = [each for each in DESK.forecast(fought, "") if "hold in the morale check" in each.text]
    question = Morale(profile("rifleman").ld, start=5, standing=1, hp_start=5 * profile("rifleman").hp, hp_left=1)
    answer = calculated("morale", question, switch, key)
    chances = [each.mean for each in told]
    owed: list[Fraction | None] = (
        [answer.charts[0].outcomes[0].chance] if step(answer, "Must check morale") == "yes" else []
    )
    assert chances == owed
