"""Exact odds against slow and obvious work: every roll of small cases, and another library for large ones."""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import product
from math import lcm
from typing import Any

import icepool
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import SolveContext, decimal
from rulesets.core.codec import decode
from rulesets.core.dice import Distribution, mean
from rulesets.core.house_rules import HouseRules
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.calculators.activation_run import handovers, run_length, successes_in_a_turn
from rulesets.systems.forge_of_war.calculators.close_combat import CloseCombat, play_round
from rulesets.systems.forge_of_war.calculators.fight import Fight, stages
from rulesets.systems.forge_of_war.catalogue import CATALOGUE
from rulesets.systems.forge_of_war.close_combat import Charge, Fighters, after, body_of, chosen_by, strike
from rulesets.systems.forge_of_war.close_combat_rounds import End, RoundChances
from rulesets.systems.forge_of_war.command import CommandTest, passes, success
from rulesets.systems.forge_of_war.consequences import consequences, consequences_of
from rulesets.systems.forge_of_war.hits import Body, Policy, Pool, Taken, die_chance, markers_chosen, pool_hits, take
from rulesets.systems.forge_of_war.house_rules import RULINGS
from rulesets.systems.forge_of_war.indirect_fire import deviation
from rulesets.systems.forge_of_war.rally import attempts_until_clean, removal
from rulesets.systems.forge_of_war.reactions import reaction
from rulesets.systems.forge_of_war.shooting import Target, aim_at
from rulesets.systems.forge_of_war.shots import Shooters, WeaponBearer, WeaponsFired, shots
from rulesets.systems.forge_of_war.tables import CAPS, Cover, Damage, Training, damage_for
from rulesets.systems.forge_of_war.vehicle_damage import (
    Sacrifice,
    VehicleTarget,
    cut_at,
    die_damage,
    fate,
    harm_of_dice,
)
from tests.rulesets.forge_of_war import shorthand


def house(**chosen: str) -> HouseRules:
    return HouseRules(RULINGS, chosen.items())


def context(**chosen: str) -> SolveContext:
    return SolveContext(CATALOGUE, house(**chosen))


def rolls(count: int) -> Iterator[tuple[int, ...]]:
    return product(range(1, 11), repeat=count)


def brute(count: int, outcome: Callable[[tuple[int, ...]], Any]) -> Distribution[Any]:
    """The outcome of every roll of so many dice."""
    return Distribution(Counter(outcome(roll) for roll in rolls(count)))


def same_as_icepool(ours: Distribution[int], theirs: Any) -> None:
    assert dict(ours.items()) == {n: Fraction(q, theirs.denominator()) for n, q in theirs.items() if q}


@pytest.mark.parametrize("value", range(1, 12))
def test_hits_of_three_dice(value: int) -> None:
    assert pool_hits(Pool(3, 1, value), house()) == brute(3, lambda roll: sum(die <= value for die in roll))


@pytest.mark.parametrize("value", range(0, -12, -1))
def test_hits_at_low_values_roll_each_one_again(value: int) -> None:
    """Four dice become a half, a third ...; each is followed by a second roll that counts only after a 1."""
    dice = -(-4 // (2 - value))

    def hits(roll: tuple[int, ...]) -> int:
        return sum(roll[i] == 1 and roll[i + dice] <= 10 + value for i in range(dice))

    assert pool_hits(Pool(4, 1, value), house()) == brute(2 * dice, hits)


@given(
    st.lists(
        st.tuples(st.sampled_from(["smg", "lsw", "hmg", "rpg_he", "plasma_rifle"]), st.integers(1, 20)),
        min_size=1,
        max_size=3,
    ),
    st.integers(3, 9),
    st.integers(0, 6),
    st.sampled_from(list(Cover)),
)
@settings(max_examples=40)
def test_large_volleys_agree_with_another_library(
    weapons: list[tuple[str, int]], sv: int, av: int, cover: Cover
) -> None:
    played = context()
    shooters = Shooters(
        sv=sv, bearer=WeaponBearer.VEHICLE, volleys=tuple(WeaponsFired(weapon, count) for weapon, count in weapons)
    )
    fired = shots(shooters, aim_at(Target(av=av, cover=cover), 8, played), played)
    pools = [shot.dice @ icepool.coin(shot.chance.numerator, shot.chance.denominator) for shot in fired]
    done = consequences_of(fired, aim_at(Target(av=av, cover=cover), 8, played), played.house)
    same_as_icepool(done.hits, sum(pools[1:], start=pools[0]))


def test_backfires_of_three_rifles() -> None:
    played = context()
    done = consequences(Shooters(volleys=(WeaponsFired("plasma_rifle", 3),)), aim_at(Target(), 10, played), played)
    assert done.backfire == brute(3, lambda roll: sum(die == 1 for die in roll))


# --- what comes with a volley ------------------------------------------------------------------------

SNIPERS = {"figures": 5, "volleys": [{"weapon": "sniper_rifle", "count": 5}]}
MILITIA = {"training": "militia", "av": 1}


def charted(slug: str, data: dict[str, Any], title: str) -> Distribution[int]:
    """A chart of amounts in an answer."""
    calculator = RULESET.calculator(slug)
    answer = calculator.ask(decode(calculator.question, data), CATALOGUE, house())
    (chart,) = [chart for chart in answer.charts if chart.title == title]
    common = lcm(*(each.chance.denominator for each in chart.outcomes))
    return Distribution((int(each.label), int(each.chance * common)) for each in chart.outcomes)


def lost_to_snipers(dice: tuple[int, ...], value: int) -> int:
    """Figures lost of ten militia (cap 2) at which five rifles fire: each marks them first, so every hit is a loss."""
    markers, lost = len(dice), 0
    for die in dice:
        if die <= value:
            markers, lost = (markers + 1, lost) if markers < 2 else (markers, lost + 1)
    return lost


@pytest.mark.parametrize(("cv", "average"), [(7, Fraction(245, 100)), (9, Fraction(315, 100))])
def test_snipers_that_react_roll_by_roll(cv: int, average: Fraction) -> None:
    """SV 9 less 2 for a reaction; the first die is that of the test."""
    data = {"unit": {"cv": cv}, "shooters": {"sv": 9, **SNIPERS}, "target": MILITIA}
    lost = charted("reaction-test", data, "Figures lost")
    assert lost == brute(6, lambda roll: lost_to_snipers(roll[1:], 7) if roll[0] <= cv else 0)
    assert mean(lost) == average
    markers = charted("reaction-test", data, "D-markers afterwards")
    assert markers == brute(1, lambda roll: 5 if roll[0] <= cv else 0)


def test_snipers_at_each_stance_roll_by_roll() -> None:
    """SV 7; WV 2 cancels AV 1 and the cautious stance, not all of the hiding one."""
    calculator = RULESET.calculator("stances")
    question = decode(calculator.question, {"shooters": {"sv": 7, **SNIPERS}, "target": MILITIA})
    answer = calculator.ask(question, CATALOGUE, house())
    on_seven, on_six = (mean(brute(5, partial(lost_to_snipers, value=value))) for value in (7, 6))
    assert [row[3].text for row in answer.tables[0].rows] == [decimal(each, 1) for each in (on_seven, on_seven, on_six)]
    assert on_seven == Fraction(35, 10)
    assert [step.value for step in answer.steps if step.label == "Automatic D-markers"] == ["5"]


BACKFIRES = "Hits by backfire on the firers"
PLASMA = {"volleys": [{"weapon": "plasma_rifle", "count": 3}]}


@pytest.mark.parametrize("slug", ["shooting", "covering-fire", "stances", "comparison", "vehicle-damage"])
def test_plasma_rifles_backfire_wherever_they_fire(slug: str) -> None:
    own = charted(slug, {"distance": 10, "shooters": {"figures": 10, **PLASMA}}, BACKFIRES)
    assert own == brute(3, lambda roll: sum(die == 1 for die in roll))


def test_plasma_rifles_backfire_only_if_the_unit_reacts() -> None:
    own = charted("reaction-test", {"shooters": PLASMA}, BACKFIRES)
    assert own == brute(4, lambda roll: sum(die == 1 for die in roll[1:]) if roll[0] <= 7 else 0)


def test_rows_of_one_weapon_backfire_once_where_the_unit_rolls_once() -> None:
    played = context(plasma_backfire="per_unit")
    shooters = Shooters(volleys=(WeaponsFired("plasma_rifle", 2), WeaponsFired("plasma_rifle", 1, distance=6)))
    done = consequences(shooters, aim_at(Target(), 10, played), played)
    assert done.backfire == brute(1, lambda roll: int(roll[0] == 1))


@pytest.mark.parametrize(("under", "given"), [(0, 0), (2, 3)])
def test_a_shell_marks_and_backfires_like_any_weapon(under: int, given: int) -> None:
    """SV 7 at AV 1: two figures under it are hit on 6; three D-markers come of themselves, beyond a cap of 2."""
    row = {"kind": "weapon", "key": "gas", "range": 48, "indirect": True, "accuracy": "accurate"}
    row |= {"weight_of_fire": {"kind": "fixed", "dice": 1}, "auto_markers": 3, "backfires_on": 2}
    calculator = RULESET.calculator("indirect-fire")
    question = decode(calculator.question, {"weapon": "gas", "under": under, "target": {"training": "militia"}})
    answer = calculator.ask(question, CATALOGUE.with_entries([shorthand.entry(row)]), house())
    found = {chart.title: {int(each.label): each.chance for each in chart.outcomes} for chart in answer.charts}
    hits = brute(2, lambda roll: sum(die <= 6 for die in roll[:under]))
    assert found["Figures lost"] == dict(hits.items())
    assert found["D-markers afterwards"] == {given: 1}
    assert found[BACKFIRES] == {0: Fraction(8, 10), 1: Fraction(2, 10)}


# --- command tests -----------------------------------------------------------------------------------


ROLLED_AS_ACTIVATION = (CommandTest.ACTIVATION, CommandTest.REACTION)
"""Tests of which the rulebook says that they are rolled the same as for activation."""


@pytest.mark.parametrize("value", range(-2, 14))
@pytest.mark.parametrize("test", list(CommandTest))
def test_command_tests_roll_by_roll(value: int, test: CommandTest) -> None:
    counted = Fraction(sum(roll <= value and roll != 10 for roll in range(1, 11)), 10)
    assert success(value, test, house()) == counted
    literal = Fraction(sum(roll <= value for roll in range(1, 11)), 10)
    plain = success(value, test, house(nat10_scope="activation_only"))
    assert plain == (counted if test in ROLLED_AS_ACTIVATION else literal)
    lucky = success(value, test, house(nat1_activation="on"))
    assert lucky == (max(counted, Fraction(1, 10)) if test in ROLLED_AS_ACTIVATION else counted)


def test_run_of_activations_die_by_die() -> None:
    needs = (9, 6, 7)

    def run(roll: tuple[int, ...]) -> int:
        return next((i for i, (die, need) in enumerate(zip(roll, needs, strict=True)) if die > need), len(needs))

    chances = tuple(Fraction(need, 10) for need in needs)
    assert run_length(chances) == brute(3, run)
    assert successes_in_a_turn(chances) == brute(3, lambda roll: sum(a <= b for a, b in zip(roll, needs, strict=True)))


@pytest.mark.parametrize("stop_after", [0, 1, 2])
def test_handovers_die_by_die(stop_after: int) -> None:
    """Two units against two, every roll of four dice played out by hand."""
    own, opposing = (8, 6), (5, 7)

    def passed(roll: tuple[int, ...]) -> int:
        left = [list(own), list(opposing)]
        side = count = run = 0
        for die in roll:
            good = die <= left[side].pop(0)
            run = run + 1 if good and side == 0 else 0
            stops = side == 0 and 0 < stop_after <= run
            if (not good or not left[side] or stops) and left[1 - side]:
                side, count, run = 1 - side, count + 1, 0
        return count

    tenths = [tuple(Fraction(need, 10) for need in needs) for needs in (own, opposing)]
    assert handovers(tenths[0], tenths[1], stop_after) == brute(4, passed)


@pytest.mark.parametrize("value", range(-1, 13))
@pytest.mark.parametrize("floor", [0, 1, 2])
def test_rally_roll_by_roll(value: int, floor: int) -> None:
    def removed(roll: tuple[int, ...]) -> int:
        (die,) = roll
        below = 0 if die == 10 else max(0, value - die)
        return min(max(below, die == 1), max(0, 3 - floor))

    assert removal(value, 3, floor, house()) == brute(1, removed)


def test_rallies_until_clean_by_long_simulation_of_the_chain() -> None:
    """The expected number is the sum over rounds of the chance to carry a marker still."""
    carried = {3: Fraction(1)}
    expected = Fraction(0)
    for _ in range(400):
        after_rally: dict[int, Fraction] = {}
        for markers, weight in carried.items():
            if markers == 0:
                continue
            expected += weight
            for gone, chance in removal(7 - markers, markers, 0, house()).items():
                after_rally[markers - gone] = after_rally.get(markers - gone, Fraction(0)) + weight * chance
        carried = {markers: Fraction(weight).limit_denominator(10**30) for markers, weight in after_rally.items()}
    assert abs(expected - 5) < Fraction(1, 10**9)
    assert attempts_until_clean(7, 3, 0, house()) == 5


@pytest.mark.parametrize("markers", range(7))
def test_reactions_roll_by_roll(markers: int) -> None:
    mcv = 7 - markers
    found = reaction(7, mcv, house())
    fails = [roll for roll in range(1, 11) if not passes(roll, mcv, CommandTest.REACTION, house())]
    fleeing = [roll for roll in fails if roll == 10 and mcv < 5]
    assert found.reacts == Fraction(10 - len(fails), 10)
    assert found.flees == Fraction(len(fleeing), 10)
    assert found.reacts + found.nothing + found.flees == 1


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("value", [-2, 0, 5, 9])
def test_deviation_roll_by_roll(count: int, value: int) -> None:
    assert deviation(count, value) == brute(count, lambda roll: max(0, sum(roll) - value))


# --- what hits do ------------------------------------------------------------------------------------


def taken_one_by_one(body: Body, hits: int, chosen: int) -> Taken:
    """Hits taken one after the other, excess first, as at the table."""
    room, wounds, markers, wasted = body.room, 0, 0, 0
    seen = body.visible if body.wounds == 1 else max(0, body.visible * body.wounds - body.hurt)
    if hits <= body.visible:
        seen = body.visible
    for _ in range(max(0, hits - seen)):
        if markers < room:
            markers += 1
        else:
            wasted += 1
    for _ in range(min(hits, seen)):
        if markers < room and chosen > 0:
            markers, chosen = markers + 1, chosen - 1
        else:
            wounds += 1
    lost, hurt = 0, body.hurt
    for _ in range(wounds):
        if lost == body.figures:
            wasted += 1
            continue
        hurt += 1
        if hurt == body.wounds:
            lost, hurt = lost + 1, 0
    return Taken(lost, markers, wasted, hurt)


@given(st.data())
@settings(max_examples=300)
def test_hits_are_taken_as_one_by_one(data: st.DataObject) -> None:
    figures = data.draw(st.integers(1, 8))
    wounds = data.draw(st.integers(1, 3))
    body = Body(
        figures,
        data.draw(st.integers(0, figures)),
        data.draw(st.integers(0, 6)),
        data.draw(st.integers(1, 5)),
        wounds,
        data.draw(st.integers(0, wounds - 1)),
    )
    hits, chosen = data.draw(st.integers(0, 30)), data.draw(st.integers(0, 6))
    assert take(body, hits, chosen, house()) == taken_one_by_one(body, hits, chosen)


# --- vehicles ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("value", range(1, 13))
def test_vehicle_dice_roll_by_roll(value: int) -> None:
    assert die_damage(value, house()) == brute(1, lambda roll: damage_for(value - roll[0]))


@pytest.mark.parametrize("value", range(0, -10, -1))
@pytest.mark.parametrize("reading", ["light", "margin"])
def test_vehicle_dice_at_low_values(value: int, reading: str) -> None:
    def damage(roll: tuple[int, ...]) -> Damage:
        if roll[0] != 1 or roll[1] > 10 + value:
            return Damage.NONE
        return Damage.LIGHT if reading == "light" else damage_for(10 + value - roll[1])

    assert die_damage(value, house(vehicle_reroll_damage=reading)) == brute(2, damage)


COUNTED = {
    Damage.NONE: (0, 0, 0),
    Damage.LIGHT: (1, 0, 0),
    Damage.LIGHT_TWICE: (2, 0, 0),
    Damage.MODERATE: (0, 1, 0),
    Damage.MODERATE_TWICE: (0, 2, 0),
    Damage.DESTROYED: (0, 0, 1),
}
Wreck = tuple[int, int, bool, bool]


def wreck(target: VehicleTarget, light: int, moderate: int, destroyed: int) -> Wreck:
    """A vehicle that took so many results: D-markers, weapons out, immobilised, destroyed (then nothing else)."""
    markers = min(light, CAPS[target.training] - target.markers)
    moderate += light - markers
    cancelled = min(target.wounds, destroyed)
    moderate = max(0, moderate - (target.wounds - cancelled))
    order = ["gun"] * target.systems + ["drive"] * target.mobile
    if target.gives is Sacrifice.PROPULSION:
        order.reverse()
    if destroyed > cancelled or moderate > len(order):
        return 0, 0, False, True
    return markers, order[:moderate].count("gun"), "drive" in order[:moderate], False


def wrecks(target: VehicleTarget, value: int, dice: int) -> Distribution[Wreck]:
    """The same by the calculator's own way."""
    harm = harm_of_dice(die_damage(value, house()), dice, cut_at(target))
    return harm.map(lambda each: fate(each, target, house())).map(
        lambda each: (0, 0, False, True) if each.destroyed else (each.markers, each.systems, each.immobilised, False)
    )


@pytest.mark.parametrize("gives", list(Sacrifice))
@pytest.mark.parametrize(("wounds", "markers"), [(0, 0), (1, 2), (2, 3)])
def test_volleys_at_vehicles_roll_by_roll(wounds: int, markers: int, gives: Sacrifice) -> None:
    target = VehicleTarget(wounds=wounds, markers=markers, systems=2, gives=gives)

    def after_roll(roll: tuple[int, ...]) -> Wreck:
        results = [COUNTED[damage_for(7 - die)] for die in roll]
        light, moderate, destroyed = (sum(each) for each in zip(*results, strict=True))
        return wreck(target, light, moderate, destroyed)

    assert wrecks(target, 7, 3) == brute(3, after_roll)


@pytest.mark.parametrize(("value", "dice"), [(2, 20), (6, 12), (9, 8)])
def test_many_dice_at_a_vehicle_agree_with_another_library(value: int, dice: int) -> None:
    target = VehicleTarget(wounds=2, systems=3)
    one = icepool.Die([icepool.Vector(COUNTED[damage_for(value - roll)]) for roll in range(1, 11)])
    theirs = (dice @ one).map(lambda counts: wreck(target, *counts))
    assert dict(wrecks(target, value, dice).items()) == {
        outcome: Fraction(quantity, theirs.denominator()) for outcome, quantity in theirs.items()
    }


# --- close combat ------------------------------------------------------------------------------------


def test_first_strikes_roll_by_roll() -> None:
    """Two defenders strike two attackers, who answer with those left and the markers they took."""
    attackers = Fighters(fv=7, figures=2, av=1, policy=Policy.SPLIT, split=1)
    defenders = Fighters(fv=6, figures=2, av=2, policy=Policy.FIGURES)
    done = play_round(CloseCombat(attackers, defenders, Charge(cover=Cover.SOFT)), house())
    lost = [take(body_of(attackers, house()), struck, chosen_by(attackers), house()) for struck in range(3)]

    def hits(roll: tuple[int, ...]) -> tuple[int, int]:
        struck = sum(die <= 5 for die in roll[:2])
        value = 7 - 2 - lost[struck].markers
        return struck, sum(die <= value for die in roll[2 : 4 - lost[struck].figures])

    both = brute(4, hits)
    assert done.first
    assert done.on_attackers == both.map(lambda pair: pair[0])
    assert done.on_defenders == both.map(lambda pair: pair[1])


ENDS = ((End.ATTACKERS_GONE, End.ATTACKERS_OFF), (End.DEFENDERS_GONE, End.DEFENDERS_OFF))


Stand = tuple[Fighters, int]
"""A side and the wounds on its hurt figure."""


def played_out(question: Fight, chosen: HouseRules) -> tuple[RoundChances, ...]:
    """A fight by plain recursion over fractions: every state a pair of sides, nothing kept, nothing packed."""
    start = [side.start or side.figures for side in (question.attackers, question.defenders)]
    begin = (question.attackers, 0), (question.defenders, 0)
    states: dict[tuple[Stand, Stand], Fraction] = {begin: Fraction(1)}
    ends = dict.fromkeys(End, Fraction(0))
    found = []

    def hurt(stand: Stand, count: int) -> Stand:
        side, wounds = stand
        lost = take(replace(body_of(side, chosen), hurt=wounds), count, chosen_by(side), chosen)
        left = replace(
            side,
            figures=side.figures - lost.figures,
            markers=side.markers + lost.markers,
            split=max(0, side.split - lost.markers),
            contact=None if side.contact is None else min(side.contact, side.figures - lost.figures),
            start=None,
        )
        return left, lost.hurt

    for number in range(question.rounds):
        initial = number == 0
        following: dict[tuple[Stand, Stand], Fraction] = {}
        for pair, weight in states.items():
            branches = [(weight, False)]
            if not initial:
                mover = 0 if number % 2 == 0 else 1
                side = pair[mover][0]
                if 3 * side.figures <= start[mover]:
                    value = side.cv + side.command - side.markers - (2 * side.figures <= start[mover])
                    chance = success(value, CommandTest.ACTIVATION, chosen)
                    branches = [(weight * chance, False), (weight * (1 - chance), True)]
            for part, breaks in branches:
                if not part:
                    continue
                attack = strike(pair[0][0], pair[1][0], question.charge, initial, True, chosen).hits
                defence = strike(pair[1][0], pair[0][0], question.charge, initial, False, chosen).hits
                if breaks:
                    mover = 0 if number % 2 == 0 else 1
                    for count, chance in (defence if mover == 0 else attack).items():
                        gone = hurt(pair[mover], count)[0].figures == 0
                        names = (
                            (End.ATTACKERS_GONE, End.ATTACKERS_OFF)
                            if mover == 0
                            else (
                                End.DEFENDERS_GONE,
                                End.DEFENDERS_OFF,
                            )
                        )
                        ends[names[0] if gone else names[1]] += part * chance
                    continue
                for on_own, back in defence.items():
                    for on_foe, blow in attack.items():
                        own, foe = hurt(pair[0], on_own), hurt(pair[1], on_foe)
                        share = part * back * blow
                        if own[0].figures and foe[0].figures:
                            following[own, foe] = following.get((own, foe), Fraction(0)) + share
                        elif own[0].figures:
                            ends[End.DEFENDERS_GONE] += share
                        else:
                            ends[End.ATTACKERS_GONE if foe[0].figures else End.BOTH_GONE] += share
        states = following
        live = sum(states.values(), Fraction(0))
        found.append(
            RoundChances(
                dict(ends),
                live,
                sum((own[0].figures * w for (own, _), w in states.items()), Fraction(0)) / (live or 1),
                sum((foe[0].figures * w for (_, foe), w in states.items()), Fraction(0)) / (live or 1),
            )
        )
    return tuple(found)


FIGHTS = {
    "even": Fight(Fighters(figures=3), Fighters(figures=3), rounds=4),
    "figures first": Fight(
        Fighters(fv=8, figures=4, policy=Policy.FIGURES), Fighters(figures=3, training=Training.HORDE), rounds=4
    ),
    "narrow front": Fight(
        Fighters(figures=4, contact=2, policy=Policy.FIGURES), Fighters(fv=5, figures=3, contact=2), rounds=3
    ),
    "two attacks, low values": Fight(
        Fighters(fv=3, figures=3, attacks=2),
        Fighters(fv=4, av=4, figures=3, attacks=2),
        Charge(obstacle=True),
        rounds=3,
    ),
    "started larger": Fight(Fighters(figures=3, start=9), Fighters(figures=2, start=6), rounds=4),
    "more hits than are in contact": Fight(
        Fighters(fv=7, figures=4, attacks=2), Fighters(figures=4, contact=2, policy=Policy.FIGURES), rounds=3
    ),
    "certain hits": Fight(Fighters(fv=12, figures=3), Fighters(fv=9, figures=4, av=2), rounds=3),
    "two wounds each": Fight(
        Fighters(figures=2, wounds=2, policy=Policy.SPLIT), Fighters(figures=3, training=Training.HORDE), rounds=4
    ),
    "nobody in contact": Fight(Fighters(figures=3, contact=0), Fighters(figures=2), rounds=3),
}


@pytest.mark.parametrize("question", FIGHTS.values(), ids=FIGHTS.keys())
@pytest.mark.parametrize("chosen", [{}, {"fv_compare": "modified", "charge_bonus": "1", "nat1_activation": "on"}])
def test_fights_agree_with_plain_recursion(question: Fight, chosen: dict[str, str]) -> None:
    assert stages(question, house(**chosen)) == played_out(question, house(**chosen))


def test_a_large_first_round_agrees_with_another_library() -> None:
    question = Fight(Fighters(figures=20), Fighters(figures=20), rounds=1)
    (stage,) = stages(question, house())
    hits = 20 @ icepool.coin(5, 10)
    lost = hits.map(lambda count: take(Body(20, 20, 0, 3), count, markers_chosen(Policy.MARKERS, 0), house()).figures)
    left = [(20 - n, Fraction(q, lost.denominator())) for n, q in lost.items()]
    alive = sum((chance for figures, chance in left if figures), Fraction(0))
    assert stage.attackers == stage.defenders == sum(figures * chance for figures, chance in left) / alive
    assert stage.fighting == alive * alive


def test_chances_at_low_values_follow_the_printed_example() -> None:
    assert [die_chance(value, house()) for value in (0, -1, -4, -10)] == [
        Fraction(1, 10),
        Fraction(9, 100),
        Fraction(6, 100),
        Fraction(0),
    ]


def test_casualties_of_first_strikes_were_in_contact() -> None:
    side = Fighters(figures=10, contact=4)
    left = after(side, Taken(3, 1, 0))
    assert (left.figures, left.contact, left.markers) == (7, 1, 1)
