"""The worked cases of the rules review, each answered by the code that answers players."""

import json
from collections.abc import Callable
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.calculators import SolveContext
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import mean
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.calculators.actions import ActionsQuestion, compare_actions
from rulesets.systems.warstrike.calculators.fall_back import FallBackQuestion, advise
from rulesets.systems.warstrike.calculators.what_happens_next import ActivationEnd, ActivationQuestion, activate
from rulesets.systems.warstrike.falling_back import fall_back_class
from rulesets.systems.warstrike.get_down import activations_to_recover, getting_down
from rulesets.systems.warstrike.snap_fire import snap_rof, snap_shots
from rulesets.systems.warstrike.suppression import (
    Check,
    capped_markers,
    current_nv,
    markers_for_hits,
    pass_chance,
    resolved_roll,
)
from rulesets.systems.warstrike.tables import HITS_PER_MARKER
from rulesets.systems.warstrike.to_hit import hit_chance, number_to_hit
from tests.rulesets.warstrike.shorthand import house

CASES: dict[str, Any] = {
    case["id"]: case["expected"] for case in json.loads(Path(__file__).with_name("cases.json").read_text())
}


def passes(ld: int, nv: int, markers: int, rules: HouseRules | None = None, **help: int) -> Fraction:
    return resolved_roll(Check(ld, nv, markers, **help), rules or house()).chance  # type: ignore[arg-type]


def number(ld: int, nv: int, markers: int, **help: int) -> int:
    return resolved_roll(Check(ld, nv, markers, **help), house()).number  # type: ignore[arg-type]


def removed(check: Check, **chosen: str) -> Fraction:
    return mean(getting_down(check, house(**chosen)).outcomes.map(lambda out: out[1]))


def removed_if_passed(check: Check, **chosen: str) -> Fraction:
    found = getting_down(check, house(**chosen)).if_passed
    assert found is not None
    return mean(found)


def removed_when_passing(check: Check) -> dict[str, Fraction]:
    found = getting_down(check, house()).outcomes
    return {str(off): chance for (passed, off), chance in found.items() if passed}


def fall_back(left: int, starting: int, exact_half: str = "forced") -> str:
    return fall_back_class(starting, left, exact_half).value


def activation(left: int) -> dict[str, Fraction]:
    words = {ActivationEnd.ACTS: "acted", ActivationEnd.FALLS_BACK: "fellback", ActivationEnd.DESTROYED: "destroyed"}
    found = activate(ActivationQuestion(2, 4, 2, starting=10, left=left), house())
    return {f"{words[result]}:{markers}": chance for (result, markers), chance in found.outcomes.items()}


def distances() -> list[Any]:
    context = SolveContext(RULESET.catalogue, house())
    actions = compare_actions(ActionsQuestion(mv=6), context).tables[0]
    double = next(row for row in actions.rows if row[0].text == "At The Double!")[1].text
    run = next(step for step in advise(FallBackQuestion(mv=6), context).steps if step.rule == "WS-FM-3").value
    rout = next(step for step in advise(FallBackQuestion(mv=6, covers=()), context).steps if step.rule == "WS-RT-1")
    minimum, maximum = run.removesuffix("″").split("–")
    return [int(double.removeprefix("up to ").removesuffix("″")), [int(minimum), int(maximum)], int(rout.value[:-1])]


def looking() -> int:
    actions = compare_actions(ActionsQuestion(aw=12), SolveContext(RULESET.catalogue, house())).tables[0]
    return int(next(row for row in actions.rows if row[0].text == "Open Fire!, snap")[3].text[:-1])


def all_dice_needed(ld: int, nv: int) -> Fraction:
    """The reading we reject, by enumeration; the rule we play must differ from it."""
    rolls = list(product(range(1, 7), repeat=ld))
    return Fraction(sum(all(die <= nv for die in roll) for roll in rolls), len(rolls))


WORKED = Check(2, 3, 3)

ANSWERS: dict[str, Callable[[], Any]] = {
    "WS-W01": lambda: passes(2, 3, 0),
    "WS-W02": lambda: passes(2, 3, 1),
    "WS-W03": lambda: passes(2, 3, 2),
    "WS-W04": lambda: passes(2, 3, 3),
    "WS-W05": lambda: passes(1, 4, 1),
    "WS-W06": lambda: passes(3, 4, 3),
    "WS-W07": lambda: passes(3, 6, 1),
    "WS-W08": lambda: capped_markers(3, 2 + 4),
    "WS-W09": lambda: current_nv(5, 5),
    "WS-W10": lambda: passes(1, 3, 2, officer_ld=3),
    "WS-W11": lambda: passes(1, 3, 2),
    "WS-W12": lambda: number(2, 3, 3, inspirer_nv=5),
    "WS-W13": lambda: passes(2, 3, 3, inspirer_nv=5),
    "WS-W14": lambda: passes(2, 3, 3, house(inspire_reading="final_value"), inspirer_nv=5),
    "WS-W15": lambda: number(2, 4, 1, inspirer_nv=5, inspirer_markers=3),
    "WS-W16": lambda: passes(1, 3, 3, officer_ld=3, inspirer_nv=5),
    "WS-W17": lambda: removed(WORKED),
    "WS-W18": lambda: removed_if_passed(WORKED),
    "WS-W19": lambda: removed(WORKED, getdown_stack="dice_only"),
    "WS-W20": lambda: removed_if_passed(WORKED, getdown_compare="base"),
    "WS-W21": lambda: getting_down(Check(3, 4, 2), house()).outcomes.chance((True, 2)),
    "WS-W22": lambda: removed_when_passing(Check(3, 4, 4)),
    "WS-W23": lambda: fall_back(6, 10),
    "WS-W24": lambda: fall_back(5, 10),
    "WS-W25": lambda: fall_back(4, 10),
    "WS-W26": lambda: fall_back(3, 10),
    "WS-W27": lambda: fall_back(2, 10),
    "WS-W28": lambda: fall_back(2, 8),
    "WS-W29": lambda: fall_back(1, 8),
    "WS-W30": lambda: fall_back(1, 1),
    "WS-W31": lambda: fall_back(1, 3),
    "WS-W32": lambda: fall_back(1, 4),
    "WS-W33": lambda: fall_back(4, 7),
    "WS-W34": lambda: fall_back(2, 9),
    "WS-W35": lambda: fall_back(5, 10, "choice"),
    "WS-W36": lambda: [snap_rof(rof) for rof in (1, 2, 3, 4, 5)],
    "WS-W37": lambda: snap_shots([(1, 10), (3, 1)], "weapon"),
    "WS-W38": lambda: snap_shots([(1, 10), (3, 1)], "unit"),
    "WS-W39": looking,
    "WS-W40": distances,
    "WS-W41": lambda: activation(10),
    "WS-W42": lambda: activation(2)["destroyed:0"],
    "WS-W43": lambda: activations_to_recover(
        Check(2, 4, 4), 4, "same", "replace_base", "cumulative", "check", "suppressed"
    ),
    "WS-W44": lambda: shed_without_getting_down(Check(2, 4, 4)),
    "WS-W45": lambda: all_dice_needed(2, 3),
    "WS-C01": lambda: number_to_hit(3, 3),
    "WS-C02": lambda: hit_chance(6, 6 + 2),
    "WS-C03": lambda: markers_for_hits(13, HITS_PER_MARKER),
}


def shed_without_getting_down(check: Check) -> Fraction:
    """Activations until no marker is left when the unit advances each time, from what one activation does."""
    expected = [Fraction(0)]
    for markers in range(1, check.markers + 1):
        asked = ActivationQuestion(check.ld, check.nv, markers)
        after = activate(asked, house()).outcomes.map(lambda out: out[1])
        expected.append(1 + sum((chance * expected[left] for left, chance in after.items()), Fraction(0)))
    return expected[-1]


def written(answer: Any) -> Any:
    """An answer as the file has it: exact chances as fractions."""
    if isinstance(answer, Fraction):
        return f"{answer.numerator}/{answer.denominator}"
    return {key: written(value) for key, value in answer.items()} if isinstance(answer, dict) else answer


def exact(expected: Any) -> Any:
    """An expectation without its decimals."""
    if isinstance(expected, dict):
        return expected["frac"] if "frac" in expected else {key: exact(value) for key, value in expected.items()}
    return expected


def test_no_case_is_left_out() -> None:
    assert len(CASES) == 48
    assert list(CASES) == list(ANSWERS)


@pytest.mark.parametrize("case", CASES)
def test_worked_case(case: str) -> None:
    assert written(ANSWERS[case]()) == exact(CASES[case])


def test_the_published_table_of_chances() -> None:
    table = {
        1: ["1/6", "1/3", "1/2", "2/3", "5/6", "1"],
        2: ["11/36", "5/9", "3/4", "8/9", "35/36", "1"],
        3: ["91/216", "19/27", "7/8", "26/27", "215/216", "1"],
        4: ["671/1296", "65/81", "15/16", "80/81", "1295/1296", "1"],
    }
    assert {ld: [str(pass_chance(ld, n)) for n in range(1, 7)] for ld in table} == table


def test_the_published_boundaries_of_common_sizes() -> None:
    boundaries = {
        1: (1, 0), 3: (2, 0), 4: (3, 0), 5: (3, 1), 6: (4, 1),
        8: (5, 1), 9: (5, 2), 10: (6, 2), 12: (7, 2), 18: (10, 4),
    }  # fmt: skip
    for size, (choice, destroyed) in boundaries.items():
        classes = [fall_back(left, size) for left in range(1, size + 1)]
        forced = choice - 1 - destroyed
        assert classes == ["destroyed"] * destroyed + ["forced"] * forced + ["choice"] * (size + 1 - choice)
