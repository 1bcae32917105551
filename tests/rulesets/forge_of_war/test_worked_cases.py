"""All worked cases, from the rulebook's own examples and from the context of its rules, number by number."""

from fractions import Fraction
from pathlib import Path
from typing import Any

from rulesets.core.dice import mean, successes
from rulesets.systems.forge_of_war.calculators.activation_run import handovers, run_length, successes_in_a_turn
from rulesets.systems.forge_of_war.calculators.bale_out import bale_out_hits
from rulesets.systems.forge_of_war.calculators.indirect_fire import IndirectFire, attack_value, fall_value
from rulesets.systems.forge_of_war.calculators.movement import Crossing, Ground, Movement, move
from rulesets.systems.forge_of_war.fire.indirect_fire import deviation
from rulesets.systems.forge_of_war.fire.shooting import Target, aim_at
from rulesets.systems.forge_of_war.hits import (
    Pool,
    dice_to_roll,
    die_chance,
)
from rulesets.systems.forge_of_war.movement import dismounted_fighters
from rulesets.systems.forge_of_war.tables import (
    Arm,
    Cover,
)
from tests.rulesets.forge_of_war.rolls import context, house
from tests.rulesets.forge_of_war.worked import (
    CASES,
    chances,
    expected,
)

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


def test_w43() -> None:
    found: dict[str, Any] = {}
    for value in (7, 5):
        tried = bale_out_hits(value, house())
        found[f"CV {value}"] = chances(tried, lambda count: "out" if count is None else str(count))
        found[f"CV {value} mean hits"] = str(mean(tried.map(lambda count: count or 0)))
    assert found == expected("W43")


def test_w50() -> None:
    question = IndirectFire(sv=7, spotter_sv=6, spotter_markers=1)
    inches = deviation(2, fall_value(question, house()))
    assert {"P(on the aim point)": str(inches.chance(0)), "mean": str(mean(inches))} == expected("W50")


def test_w51() -> None:
    question = IndirectFire(sv=7, target=Target(cover=Cover.HARD))
    played = context()
    value, _ = attack_value(question, aim_at(question.target, 20, played), played)
    hits = successes(dice_to_roll((Pool(6, 1, value),), house())[0], die_chance(value, house()))
    assert {"value": value, "hits": chances(hits), "mean": str(mean(hits))} == expected("W51")


def inches(**question: Any) -> int:
    return int(move(Movement(**question), context()).headline.removeprefix("It moves ").split("″")[0])


def test_w52() -> None:
    assert {
        "infantry, careful through difficult terrain": str(inches(ground=Ground.CAREFUL)),
        "armour, careful": str(inches(arm=Arm.ARMOUR, ground=Ground.CAREFUL)),
        "over a wall carefully, infantry": inches(crossing=Crossing.CAREFUL),
        "jump plus move": inches(actions=2, jump=True),
        "climbing two floors": inches(actions=2) - inches(actions=2, floors=2),
        "withdrawing infantry, both moves": inches(withdrawing=True),
        "cavalry of 10 dismounted: figures that fight": dismounted_fighters(10),
    } == expected("W52")


def test_every_case_is_worked() -> None:
    """Each case is asked for by a test of this folder or below: none is left out, none is misspelt."""
    source = "".join(path.read_text() for path in Path(__file__).parent.rglob("test_*.py"))
    assert list(CASES) == [f"W{number:02d}" for number in range(1, 64)]
    assert [case for case in CASES if f'"{case}"' not in source] == []
