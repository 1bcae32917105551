"""All worked cases, from the rulebook's own examples and from the context of its rules, number by number."""

import json
from collections.abc import Callable, Hashable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.calculators import SolveContext
from rulesets.core.dice import Distribution, at_least, mean, successes
from rulesets.core.house_rules import HouseRules
from rulesets.systems.forge_of_war.calculators.activation_run import handovers, run_length, successes_in_a_turn
from rulesets.systems.forge_of_war.calculators.bale_out import bale_out_hits
from rulesets.systems.forge_of_war.calculators.close_combat import CloseCombat, play_round
from rulesets.systems.forge_of_war.calculators.indirect_fire import IndirectFire, attack_value, fall_value
from rulesets.systems.forge_of_war.calculators.movement import Crossing, Ground, Movement, move
from rulesets.systems.forge_of_war.catalogue import CATALOGUE
from rulesets.systems.forge_of_war.close_combat import Charge, Fighters, strike
from rulesets.systems.forge_of_war.command import CommandState, CommandTest, command_modifiers, rally_modifiers, success
from rulesets.systems.forge_of_war.consequences import consequences, consequences_of
from rulesets.systems.forge_of_war.hits import (
    Body,
    Policy,
    Pool,
    dice_rolled,
    die_chance,
    losses_by_hits,
    markers_chosen,
    take,
)
from rulesets.systems.forge_of_war.house_rules import RULINGS
from rulesets.systems.forge_of_war.indirect_fire import deviation, dice_for, inches_off
from rulesets.systems.forge_of_war.modifiers import modified
from rulesets.systems.forge_of_war.movement import dismounted
from rulesets.systems.forge_of_war.profiles import Weapon
from rulesets.systems.forge_of_war.rally import attempts_until_clean, removal, removed_by
from rulesets.systems.forge_of_war.reactions import reaction
from rulesets.systems.forge_of_war.shooting import Target, aim_at, body_of
from rulesets.systems.forge_of_war.shots import FireMode, Shooters, Shot, WeaponsFired, shots
from rulesets.systems.forge_of_war.tables import (
    CAPS,
    Arm,
    Cover,
    Damage,
    Facing,
    Stance,
    Threshold,
    Training,
    most_survivors,
    permanent_markers,
)
from rulesets.systems.forge_of_war.vehicle_damage import (
    VehicleTarget,
    aim_at_vehicle,
    cut_at,
    die_damage,
    endings,
    harm_of_dice,
    harmless,
)
from tests.variance import variance

CASES: dict[str, dict[str, Any]] = {
    case["id"]: case for case in json.loads(Path(__file__).with_name("worked_cases.json").read_text())
}


def house(**chosen: str) -> HouseRules:
    return HouseRules(RULINGS, chosen.items())


def context(**chosen: str) -> SolveContext:
    return SolveContext(CATALOGUE, house(**chosen))


def expected(case: str) -> dict[str, Any]:
    return dict(CASES[case]["results"])


def chances(of: Distribution[Any], name: Callable[[Any], str] = str) -> dict[str, str]:
    """A distribution as the cases write it: outcome -> fraction in lowest terms."""
    return {name(outcome): str(chance) for outcome, chance in sorted(of.items(), key=lambda pair: str(pair[0]))}


def same(of: Distribution[Any], wanted: dict[str, str], name: Callable[[Any], str] = str) -> None:
    assert chances(of, name) == dict(sorted(wanted.items(), key=lambda pair: pair[0]))


def fired(shooters: Shooters, target: Target, distance: int, **chosen: str) -> tuple[Shot, ...]:
    played = context(**chosen)
    return shots(shooters, aim_at(target, distance, played), played)


def one(weapon: str, sv: int, target: Target, distance: int, count: int = 1, **rest: Any) -> Shot:
    """One sort of weapon at a target; keyword arguments beyond the shooters' fields are readings."""
    fields = {name: rest.pop(name) for name in list(rest) if name in Shooters.__slots__}
    return fired(
        Shooters(sv=sv, figures=40, volleys=(WeaponsFired(weapon, count),), **fields), target, distance, **rest
    )[0]


def activation(state: CommandState, **chosen: str) -> tuple[int, Fraction]:
    value = modified(state.cv, command_modifiers(state, CommandTest.ACTIVATION, house()))
    return value, success(value, CommandTest.ACTIVATION, house(**chosen))


HORDE_IN_FEAR = CommandState(cv=3, markers=1, now=5, terrifying=True)


def test_w01() -> None:
    value, chance = activation(CommandState(cv=7))
    assert {"modified CV": value, "p": str(chance)} == expected("W01")


def test_w02() -> None:
    state = CommandState(cv=7, markers=3, now=5, terrifying=True, commander=True, cover=Cover.HARD)
    value, chance = activation(state)
    assert {"modified CV": value, "p": str(chance)} == expected("W02")


def test_w03() -> None:
    value, chance = activation(CommandState(cv=10, no_enemy=True, cover=Cover.FORTIFIED))
    assert {"modified CV": value, "p": str(chance)} == expected("W03")


def test_w04() -> None:
    value, chance = activation(HORDE_IN_FEAR)
    always = activation(HORDE_IN_FEAR, nat1_activation="on")[1]
    found = {"modified CV": value, "p": str(chance), "p if a natural 1 always passes (switch)": str(always)}
    assert found == expected("W04")


THREE = (Fraction(9, 10), Fraction(8, 10), Fraction(7, 10))


def test_w05() -> None:
    best, worst = run_length(THREE), run_length(THREE[::-1])
    assert {
        "best first": chances(best),
        "mean, best first": str(mean(best)),
        "worst first": chances(worst),
        "mean, worst first": str(mean(worst)),
        "all three succeed": str(best.chance(3)),
    } == expected("W05")


def test_w06() -> None:
    turn = successes_in_a_turn(THREE)
    assert {"number of successes": chances(turn), "mean": str(mean(turn))} == expected("W06")
    assert successes_in_a_turn(THREE[::-1]) == turn


def test_w07() -> None:
    passed = handovers((Fraction(7, 10),) * 3, (Fraction(6, 10),) * 3)
    assert {"number of handovers": chances(passed), "mean": str(mean(passed))} == expected("W07")


def test_w08() -> None:
    assert {f"roll {roll} removes": removed_by(roll, 6, 3, 0, house()) for roll in (5, 4, 6)} == expected("W08")


def rally_value(state: CommandState, slaughtered: bool = False) -> int:
    return modified(state.cv, rally_modifiers(state, slaughtered, False, house()))


def test_w09() -> None:
    gone = removal(rally_value(CommandState(cv=7, markers=3)), 3, 0, house())
    assert {"removed": chances(gone), "mean": str(mean(gone))} == expected("W09")


def test_w10() -> None:
    state = CommandState(cv=7, markers=3, commander=True, no_enemy=True)
    gone = removal(rally_value(state), 3, 0, house())
    assert {"removed": chances(gone), "mean": str(mean(gone))} == expected("W10")


def test_w11() -> None:
    gone = removal(rally_value(HORDE_IN_FEAR), 1, 0, house())
    assert {"removed": chances(gone)} == expected("W11")


def test_w12() -> None:
    def after(now: int, markers: int, band: Training) -> dict[str, str]:
        return chances(removal(6, markers, permanent_markers(now, 20, CAPS[band]), house()))

    assert {
        "9 of 20": after(9, 3, Training.PROFESSIONAL),
        "5 of 20": after(5, 3, Training.PROFESSIONAL),
        "horde 5 of 20": after(5, 1, Training.HORDE),
    } == expected("W12")


def test_w13() -> None:
    assert {
        "no modifiers": str(attempts_until_clean(7, 3, 0, house())),
        "with +2": str(attempts_until_clean(9, 3, 0, house())),
    } == expected("W13")


def test_w14() -> None:
    names = {
        "half": Threshold.HALF,
        "third": Threshold.THIRD,
        "lost50": Threshold.LOST_HALF,
        "lost75": Threshold.LOST_QUARTERS,
    }
    found = {
        f"start {start}": " ".join(f"{name}<={most_survivors(start, at)}" for name, at in names.items())
        for start in (5, 7, 10, 15, 20)
    }
    assert found == expected("W14")


def laser_shot(target: Target, **chosen: str) -> tuple[int, int, Fraction]:
    """Twenty men of SV 6 with the example's rifle of WV 0 over half range: a solid shot at 10 of 12 inches."""
    value = one("shotgun_solid", 6, target, 10, 20, **chosen).value
    played = house()
    return value, dice_rolled((Pool(20, 1, value),), played)[0], die_chance(value, played)


@pytest.mark.parametrize(
    ("case", "target", "chosen"),
    [
        ("W15", Target(av=7, cover=Cover.HARD), {}),
        ("W15", Target(armour="heavy_power", cover=Cover.HARD), {"hpa_av": "7"}),
        ("W16", Target(av=5, cover=Cover.HARD), {}),
        ("W16", Target(armour="heavy_power", cover=Cover.HARD), {}),
        ("W17", Target(av=5, cover=Cover.HARD), {"cover_mode": "both"}),
    ],
)
def test_w15_to_w17(case: str, target: Target, chosen: dict[str, str]) -> None:
    value, dice, chance = laser_shot(target, **chosen)
    hits = successes(dice, chance)
    found = {
        "modified SV": value,
        "dice": dice,
        "re-roll target": 10 + value,
        "p per die": str(chance),
        "hits": chances(hits),
        "mean": str(mean(hits)),
    }
    assert {name: found[name] for name in expected(case)} == expected(case)


def test_w18() -> None:
    shot = one("missile_heap", 4, Target(av=4), 25, 5, moved=4)
    assert {
        "modified SV": shot.value,
        "dice": shot.dice,
        "hits": chances(shot.hits),
        "mean": str(shot.mean),
    } == expected("W18")


def test_w19() -> None:
    shot = one("missile_heap", 4, Target(av=4), 20, 5, moved=4)
    assert {"modified SV": shot.value, "hits": chances(shot.hits), "mean": str(shot.mean)} == expected("W19")


SQUAD = (WeaponsFired("assault_rifle", 7), WeaponsFired("lsw", 1), WeaponsFired("rpg_he", 1))
MILITIA = Target(training=Training.MILITIA, cover=Cover.SOFT)


def hits_of(volley: tuple[Shot, ...]) -> Distribution[int]:
    return consequences_of(volley, aim_at(Target(), 10, context()), house()).hits


def in_groups(volley: tuple[Shot, ...]) -> str:
    return "; ".join(
        f"{shot.entry.key} {shot.volley.count} x{shot.each} m={shot.value} dice={shot.dice} p={shot.chance}"
        for shot in volley
    )


def test_w20() -> None:
    volley = fired(Shooters(sv=7, volleys=SQUAD), MILITIA, 10)
    hits = hits_of(volley)
    wanted = expected("W20")
    same(hits, wanted.pop("hits"))
    assert {
        "groups (weapon, figures, dice each, modified SV, dice, p)": in_groups(volley),
        "mean": str(mean(hits)),
        "variance": str(variance(hits)),
        "P(at least 10)": str(at_least(hits, 10)),
    } == wanted


@pytest.mark.parametrize(("case", "moved"), [("W21", 4), ("W22", 0)])
def test_w21_and_w22(case: str, moved: int) -> None:
    volley = fired(Shooters(sv=7, volleys=SQUAD, moved=moved), MILITIA, 14)
    hits = hits_of(volley)
    wanted = expected(case)
    assert in_groups(volley) == wanted["groups"]
    same(hits, wanted["hits"])
    assert str(mean(hits)) == wanted["mean"]


def test_w23() -> None:
    found = {}
    for value in (1, 0, -1, -2, -4, -9, -10):
        dice, chance = dice_rolled((Pool(12, 1, value),), house())[0], die_chance(value, house())
        found[f"m={value}"] = f"dice={dice} p={chance} mean={dice * chance}"
    assert found == expected("W23")


def test_w24() -> None:
    shot = one("missile_heap", 9, Target(av=4), 3)
    assert {"modified SV": shot.value, "p": str(shot.chance)} == expected("W24")


def losses(markers: int, cap: int, visible: int, hits: int, policy: Policy, **chosen: str) -> tuple[int, int, int]:
    lost = take(Body(20, visible, markers, cap), hits, markers_chosen(policy, 0), house(**chosen))
    return lost.figures, lost.markers, lost.wasted


def test_w25() -> None:
    first, figures = Policy.MARKERS, Policy.FIGURES
    assert {
        "professional, 1 marker, 10 visible, 5 hits, prefers markers": str(losses(1, 3, 10, 5, first)),
        "the same, prefers figures": str(losses(1, 3, 10, 5, figures)),
        "professional, 0 markers, 5 visible, 8 hits": str(losses(0, 3, 5, 8, figures)),
        "professional, 0 markers, 5 visible, 10 hits": str(losses(0, 3, 5, 10, figures)),
        "horde, 0 markers, 5 visible, 8 hits": str(losses(0, 1, 5, 8, figures)),
    } == expected("W25")


def test_w26() -> None:
    hits = hits_of(fired(Shooters(sv=7, volleys=SQUAD), MILITIA, 10))
    results = losses_by_hits(hits, body_of(MILITIA), markers_chosen(Policy.MARKERS, 0), house())
    lost = results.map(lambda each: each.figures)
    wanted = expected("W26")
    same(lost, wanted["figures lost"])
    assert str(mean(lost)) == wanted["mean figures lost"]
    assert str(at_least(lost, 5)) == wanted["P(unit reduced to half or less: 5+ lost)"]
    assert str(lost.chance(10)) == wanted["P(wiped out)"]


def test_w27() -> None:
    target = Target(training=Training.MILITIA, markers=2)
    played = context()
    aim = aim_at(target, 10, played)
    done = consequences(Shooters(sv=8, volleys=(WeaponsFired("sniper_rifle", 2),)), aim, played)
    results = done.losses(body_of(target), markers_chosen(Policy.MARKERS, 0), played.house)
    (gained,) = {result.markers for result in results.outcomes()}
    assert {
        "markers afterwards": target.markers + gained,
        "hits (each removes a figure: cap reached)": chances(results.map(lambda each: each.figures)),
        "mean figures lost": str(mean(results.map(lambda each: each.figures))),
    } == expected("W27")


def test_w28() -> None:
    volley = fired(Shooters(sv=7, volleys=(WeaponsFired("plasma_rifle", 5),)), Target(av=4), 10)
    own = consequences_of(volley, aim_at(Target(av=4), 10, context()), house()).backfire
    assert {
        "modified SV": volley[0].value,
        "mean hits": str(volley[0].mean),
        "backfire hits": chances(own),
        "mean backfire": str(mean(own)),
        "P(at least one backfire)": str(at_least(own, 1)),
    } == expected("W28")


MARINES = Fighters(fv=8, figures=10, av=4, training=Training.VETERAN)
CULTISTS = Fighters(fv=5, figures=20, av=1, training=Training.VETERAN, policy=Policy.FIGURES)
LEFT = Fighters(fv=5, figures=13, av=1, training=Training.VETERAN)
BARRICADE = Charge(cover=Cover.HARD)


def test_w29() -> None:
    marines = strike(MARINES, CULTISTS, BARRICADE, True, False, house())
    cultists = strike(LEFT, MARINES, BARRICADE, True, True, house(charge_bonus="1"))
    assert {
        "marines' value": marines.value,
        "P(exactly 7 hits)": str(marines.hits.chance(7)),
        "cultists' value": cultists.value,
        "dice": cultists.dice,
        "re-roll target": 10 + cultists.value,
        "p per die": str(cultists.chance),
        "P(no hit)": str(cultists.hits.chance(0)),
        "P(exactly 1 hit)": str(cultists.hits.chance(1)),
    } == expected("W29")


def test_w30() -> None:
    plain = strike(LEFT, MARINES, BARRICADE, True, True, house())
    charging = strike(LEFT, MARINES, BARRICADE, True, True, house(charge_bonus="1"))
    assert {
        "marines": strike(MARINES, LEFT, BARRICADE, True, False, house()).value,
        "cultists, default": plain.value,
        "dice, default (13 left)": plain.dice,
        "p, default": str(plain.chance),
        "cultists, charge bonus +1": charging.value,
        "dice, charge bonus": charging.dice,
        "p, charge bonus": str(charging.chance),
    } == expected("W30")


def test_w31() -> None:
    done = play_round(CloseCombat(CULTISTS, MARINES, BARRICADE), house())
    wanted = expected("W31")
    lost = done.attackers.map(lambda each: each.figures)
    same(lost, wanted["cultists lost"])
    same(done.on_defenders, wanted["hits on the marines"])
    assert str(mean(lost)) == wanted["mean lost"]
    assert str(mean(done.on_defenders)) == wanted["mean hits on the marines"]


def test_w32() -> None:
    cultists = Fighters(fv=5, figures=20, av=1, training=Training.VETERAN, policy=Policy.MARKERS)
    done = play_round(CloseCombat(cultists, MARINES, BARRICADE), house())
    assert {
        "mean figures lost": str(mean(done.attackers.map(lambda each: each.figures))),
        "hits on the marines": chances(done.on_defenders),
        "mean hits on the marines": str(mean(done.on_defenders)),
    } == expected("W32")


def test_w33() -> None:
    done = play_round(CloseCombat(CULTISTS, MARINES, Charge(cover=Cover.HARD, grenades=True)), house())
    assert {
        "hits on the marines": chances(done.on_defenders),
        "mean": str(mean(done.on_defenders)),
        "hits on the cultists, mean": str(mean(done.on_attackers)),
    } == expected("W33")


def test_w34() -> None:
    hiding = strike(Fighters(), Fighters(), Charge(hiding=True), True, True, house())
    plain = strike(Fighters(), Fighters(), Charge(), True, True, house())
    assert {"hiding": hiding.value, "not hiding": plain.value} == expected("W34")


def test_w35() -> None:
    state = CommandState(cv=7, markers=1)
    value = modified(state.cv, command_modifiers(state, CommandTest.DISENGAGE, house()))
    assert {"p": str(success(value, CommandTest.DISENGAGE, house()))} == expected("W35")


def damage(value: int, **chosen: str) -> dict[str, str]:
    one_die = die_damage(value, house(**chosen))
    return {each.value: str(one_die.chance(each)) for each in Damage if one_die.chance(each)}


def damage_at(value: int, roll: int) -> str:
    """What one roll does: the share of that roll alone."""
    better = die_damage(value, house())
    order = [each for each in Damage if each is not Damage.NONE]
    reached = Fraction(0)
    for each in reversed(order):
        reached += better.chance(each)
        if Fraction(roll, 10) <= reached:
            return str(each.value)
    return str(Damage.NONE.value)


def test_w36() -> None:
    assert {
        "results": damage(7),
        "roll 4": damage_at(7, 4),
        "roll 5": damage_at(7, 5),
        "roll 3": damage_at(7, 3),
    } == expected("W36")


def hit_value(weapon: str, target: VehicleTarget, sv: int = 7, distance: int = 10) -> int:
    played = context()
    shooters = Shooters(sv=sv, volleys=(WeaponsFired(weapon, 1),))
    return shots(shooters, aim_at_vehicle(target, distance), played)[0].value


def test_w37() -> None:
    found: dict[str, Any] = {}
    for facing in Facing:
        value = hit_value("missile_heap", VehicleTarget(facing=facing))
        found[f"{facing.value}: hit value"] = value
        found[f"{facing.value}: results"] = damage(value)
    assert found == expected("W37")


def test_w38() -> None:
    value = hit_value("tank_cannon", VehicleTarget(av=9, av_delta=1))
    assert {"hit value": value, "results": damage(value)} == expected("W38")


def test_w39() -> None:
    target = VehicleTarget(facing=Facing.SIDE, wounds=0, systems=6)
    after = endings(Shooters(sv=7, volleys=(WeaponsFired("hmg", 1),)), target, aim_at_vehicle(target, 10), context())
    found = {
        "hit value": hit_value("hmg", target),
        "end state": chances(after.map(lambda fate: (fate.markers, fate.moderate))),
    }
    assert found == expected("W39")


def test_w40() -> None:
    target = VehicleTarget(markers=2, wounds=0, systems=6)
    harm = harm_of_dice(die_damage(6, house()), 1, cut_at(target))
    assert {
        "end state": chances(harm.map(lambda each: ("destroyed",) if each.destroyed else (each.markers, each.moderate)))
    } == expected("W40")


def test_w41() -> None:
    played = context()
    shot = shots(
        Shooters(sv=7, volleys=(WeaponsFired("assault_rifle", 1),)), aim_at_vehicle(VehicleTarget(), 10), played
    )[0]
    assert {"hit value": shot.value, "dice": shot.dice, "results": damage(shot.value)} == expected("W41")


def test_w42() -> None:
    shooters = Shooters(sv=7, volleys=(WeaponsFired("rpg_he", 1),))
    shot = shots(shooters, aim_at_vehicle(VehicleTarget(), 10), context())[0]
    after = endings(shooters, VehicleTarget(), aim_at_vehicle(VehicleTarget(), 10), context())
    assert harmless(shot)
    assert {fate[:5] for fate in after.outcomes()} == {(0, 0, 0, 0, False)}
    assert expected("W42") == {"damage": "none, hit wasted"}


def test_w43() -> None:
    found: dict[str, Any] = {}
    for value in (7, 5):
        tried = bale_out_hits(value, house())
        found[f"CV {value}"] = chances(tried, lambda count: "out" if count is None else str(count))
        found[f"CV {value} mean hits"] = str(mean(tried.map(lambda count: count or 0)))
    assert found == expected("W43")


RIFLES = (WeaponsFired("assault_rifle", 10),)


def covering(moved: int) -> Shot:
    played = context()
    aim = aim_at(Target(), 10, played, FireMode.COVERING)
    return shots(Shooters(sv=7, volleys=RIFLES, moved=moved), aim, played)[0]


def test_w44() -> None:
    assert {
        "value, moved": covering(6).value,
        "mean hits, moved (20 dice)": str(covering(6).mean),
        "value, not moved": covering(0).value,
        "mean hits, not moved": str(covering(0).mean),
    } == expected("W44")


def test_w45() -> None:
    def value(stance: Stance, shooting: Stance = Stance.NORMAL) -> int:
        return one("assault_rifle", 7, Target(stance=stance), 10, stance=shooting).value

    assert {
        "normal": value(Stance.NORMAL),
        "cautious target": value(Stance.CAUTIOUS),
        "hiding target": value(Stance.HIDING),
        "cautious shooter, normal target": value(Stance.NORMAL, Stance.CAUTIOUS),
    } == expected("W45")


def test_w46() -> None:
    def odds(markers: int, **chosen: str) -> dict[str, str]:
        found = reaction(7, 7 - markers, house(**chosen))
        return {"fires": str(found.reacts), "nothing": str(found.nothing), "flees": str(found.flees)}

    assert {
        "no markers": odds(0),
        "3 markers, natural 10 (default)": odds(3),
        "3 markers, shifted die 10 or more": odds(3, reaction_flee="shifted10plus"),
        "3 markers, shifted die exactly 10 or 11": odds(3, reaction_flee="shifted10or11"),
    } == expected("W46")


def test_w47() -> None:
    played = context()
    aim = aim_at(Target(), 10, played, FireMode.REACTION)
    volley = shots(Shooters(sv=7, volleys=RIFLES), aim, played)[0]
    assert {"mean hits": str(volley.mean * reaction(7, 7, house()).reacts)} == expected("W47")


def test_w48() -> None:
    inches = deviation(1, 7)
    assert {"inches": chances(inches), "mean": str(mean(inches))} == expected("W48")


def test_w49() -> None:
    mortar = CATALOGUE.spec(Weapon, "weapon", "mortar_light")
    assert mortar is not None
    inches = deviation(dice_for(mortar, mortar.accuracy, 13), 7)
    wanted = expected("W49")
    same(inches, wanted["inches"])
    assert {
        "roll of 9": inches_off(9, 7),
        "mean": str(mean(inches)),
        "P(on the aim point)": str(inches.chance(0)),
        'P(3" or less)': str(inches.chance(lambda off: off <= 3)),
    } == {name: value for name, value in wanted.items() if name != "inches"}


def test_w50() -> None:
    question = IndirectFire(sv=7, spotter_sv=6, spotter_markers=1)
    inches = deviation(2, fall_value(question))
    assert {"P(on the aim point)": str(inches.chance(0)), "mean": str(mean(inches))} == expected("W50")


def test_w51() -> None:
    question = IndirectFire(sv=7, target=Target(cover=Cover.HARD))
    played = context()
    value, _ = attack_value(question, aim_at(question.target, 20, played), played)
    hits = successes(dice_rolled((Pool(6, 1, value),), house())[0], die_chance(value, house()))
    assert {"value": value, "hits": chances(hits), "mean": str(mean(hits))} == expected("W51")


def inches(**question: Any) -> int:
    return int(move(Movement(**question), context()).headline.split("″")[0])


def test_w52() -> None:
    assert {
        "infantry, careful through difficult terrain": str(inches(ground=Ground.CAREFUL)),
        "armour, careful": str(inches(arm=Arm.ARMOUR, ground=Ground.CAREFUL)),
        "over a wall carefully, infantry": inches(crossing=Crossing.CAREFUL),
        "jump plus move": inches(actions=2, jump=True),
        "climbing two floors": inches(actions=2) - inches(actions=2, floors=2),
        "withdrawing infantry, both moves": inches(withdrawing=True),
        "cavalry of 10 dismounted: figures that fight": dismounted(10),
    } == expected("W52")


def test_w53() -> None:
    target = Target(markers=1)
    volley = fired(Shooters(volleys=(WeaponsFired("flame_thrower", 1, in_area=5),)), target, 10)
    (result,) = losses_by_hits(hits_of(volley), body_of(target), markers_chosen(Policy.MARKERS, 0), house()).outcomes()
    assert {"(figures lost, markers gained, wasted)": str(tuple(result[:3]))} == expected("W53")


def test_w54() -> None:
    pool = Pool(3, 3, -1)

    def dice(**chosen: str) -> int:
        return dice_rolled((pool,), house(**chosen))[0]

    chance = die_chance(-1, house())
    assert {
        "divide the dice (default): ceil(9/3)": dice(),
        "divide the figures, then multiply: ceil(3/3)*3": dice(zero_pool_basis="figures"),
        "no divisor (switch)": dice(zero_pool_divisor="off"),
        "mean, default": str(dice() * chance),
        "mean, no divisor": str(dice(zero_pool_divisor="off") * chance),
    } == expected("W54")


def test_w55() -> None:
    pool = Pool(7, 2, -1)
    assert {
        "divide the dice (default): ceil(14/3)": dice_rolled((pool,), house())[0],
        "divide the figures: ceil(7/3)*2": dice_rolled((pool,), house(zero_pool_basis="figures"))[0],
    } == expected("W55")


def test_w56() -> None:
    assert {
        "excess first (default)": str(losses(0, 3, 5, 8, Policy.MARKERS)),
        "chosen first": str(losses(0, 3, 5, 8, Policy.MARKERS, excess_hits_order="chosen_first")),
    } == expected("W56")


def wounds_left(body: Body, hits: int) -> tuple[str, Body]:
    """The wounds of those who live, hurt ones first, and the body for the next hits."""
    lost = take(body, hits, markers_chosen(Policy.FIGURES, 0), house())
    left = body.figures - lost.figures
    each = [body.wounds] * left
    if lost.hurt:
        each[0] -= lost.hurt
    return str(each), Body(left, left, 0, body.cap, body.wounds, lost.hurt)


def test_w57() -> None:
    fresh = Body(3, 3, 0, 3, 2)
    first, then = wounds_left(fresh, 3)
    assert {
        "3 hits": first,
        "then 1 more": wounds_left(then, 1)[0],
        "5 hits from fresh": wounds_left(fresh, 5)[0],
    } == expected("W57")


def test_w58() -> None:
    value = rally_value(CommandState(cv=10, markers=1, commander=True, no_enemy=True), slaughtered=True)
    assert {
        "modified CV": value,
        "removed, natural 10 fails (default)": removed_by(10, value, 1, 0, house()),
        "removed, natural 10 has no effect": removed_by(10, value, 1, 0, house(nat10_scope="activation_only")),
        "P(removed 1), default": str(removal(value, 1, 0, house()).chance(1)),
    } == expected("W58")


def test_w59() -> None:
    assert {
        "light only (default)": damage(-2),
        "margin of the re-roll": damage(-2, vehicle_reroll_damage="margin"),
    } == expected("W59")


def test_w60() -> None:
    found = {
        f"CV {cv}": "  ".join(
            f"{float(success(cv - count, CommandTest.ACTIVATION, house())):.1f}" for count in range(6)
        )
        for cv in (3, 5, 6, 7, 8, 9, 10)
    }
    assert found == expected("W60")


def test_w61() -> None:
    weapons = ("assault_rifle", "hmg", "rpg_heap", "missile_heap", "tank_cannon")
    found = {}
    for facing, av in zip(Facing, (8, 7, 6), strict=True):
        values = ", ".join(f"{weapon} {hit_value(weapon, VehicleTarget(facing=facing))}" for weapon in weapons)
        found[facing.value] = f"AV {av}: {values}"
    assert found == expected("W61")


@pytest.mark.parametrize(("case", "weapon"), [("W62", "assault_rifle"), ("W63", "missile_heap")])
def test_w62_and_w63(case: str, weapon: str) -> None:
    found: dict[Hashable, int] = {
        mode: one(weapon, 7, Target(cover=Cover.HARD), 10, cover_mode=mode).value for mode in ("penalty", "av", "both")
    }
    assert found == expected(case)


def test_every_case_is_worked() -> None:
    """Each case is asked for by exactly the tests above: none is left out, none is misspelt."""
    source = Path(__file__).read_text()
    assert list(CASES) == [f"W{number:02d}" for number in range(1, 64)]
    assert [case for case in CASES if f'"{case}"' not in source] == []
