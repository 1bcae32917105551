"""Fights over several rounds."""

from dataclasses import replace
from fractions import Fraction

import icepool
import pytest

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.forge_of_war.calculators.fight import Fight, stages
from rulesets.systems.forge_of_war.close_combat.blows import Charge, Fighters, body_of, marker_limit_of, strike
from rulesets.systems.forge_of_war.close_combat.rounds import End, RoundChances
from rulesets.systems.forge_of_war.command.command_value import CommandTest, success
from rulesets.systems.forge_of_war.hits import Body, Policy, marker_limit, take
from rulesets.systems.forge_of_war.tables import Training
from tests.rulesets.forge_of_war.rolls import house

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
        lost = take(replace(body_of(side, chosen), hurt=wounds), count, marker_limit_of(side), chosen)
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
    lost = hits.map(lambda count: take(Body(20, 20, 0, 3), count, marker_limit(Policy.MARKERS, 0), house()).figures)
    left = [(20 - n, Fraction(q, lost.denominator())) for n, q in lost.items()]
    alive = sum((chance for figures, chance in left if figures), Fraction(0))
    assert stage.attackers == stage.defenders == sum(figures * chance for figures, chance in left) / alive
    assert stage.fighting == alive * alive
