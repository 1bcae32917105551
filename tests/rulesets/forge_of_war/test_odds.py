"""Exact odds against slow and obvious work: every roll of small cases, and another library for large ones."""

from fractions import Fraction
from functools import partial
from math import lcm
from typing import Any

import pytest

from rulesets.core.calculators import decimal
from rulesets.core.declarations.codec import decode
from rulesets.core.dice import Distribution, mean
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.calculators.activation_run import handovers, run_length, successes_in_a_turn
from rulesets.systems.forge_of_war.catalogue import CATALOGUE
from rulesets.systems.forge_of_war.close_combat.rounds import End
from tests.rulesets.forge_of_war import shorthand
from tests.rulesets.forge_of_war.rolls import brute, house

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


BACKFIRES = "Backfire hits on the firers"
PLASMA = {"volleys": [{"weapon": "plasma_rifle", "count": 3}]}


@pytest.mark.parametrize("slug", ["shooting", "covering-fire", "stances", "comparison", "vehicle-damage"])
def test_plasma_rifles_backfire_wherever_they_fire(slug: str) -> None:
    own = charted(slug, {"distance": 10, "shooters": {"figures": 10, **PLASMA}}, BACKFIRES)
    assert own == brute(3, lambda roll: sum(die == 1 for die in roll))


def test_plasma_rifles_backfire_only_if_the_unit_reacts() -> None:
    own = charted("reaction-test", {"shooters": PLASMA}, BACKFIRES)
    assert own == brute(4, lambda roll: sum(die == 1 for die in roll[1:]) if roll[0] <= 7 else 0)


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


# --- what hits do ------------------------------------------------------------------------------------


# --- vehicles ----------------------------------------------------------------------------------------


# --- close combat ------------------------------------------------------------------------------------


ENDS = ((End.ATTACKERS_GONE, End.ATTACKERS_OFF), (End.DEFENDERS_GONE, End.DEFENDERS_OFF))
