"""Times of WarStrike’s answers: medians of one run, printed side by side (CPU time, others may use the machine)."""

import random
from collections.abc import Callable
from itertools import permutations, product
from statistics import median
from time import process_time
from typing import Any

import pytest

from rulesets.core.calculators import Calculator
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import mean
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.calculators.actions import ActionsQuestion
from rulesets.systems.warstrike.calculators.fall_back import FallBackQuestion
from rulesets.systems.warstrike.calculators.get_down import GetDownQuestion
from rulesets.systems.warstrike.calculators.suppression import SuppressionQuestion
from rulesets.systems.warstrike.calculators.what_happens_next import Action, ActivationQuestion
from rulesets.systems.warstrike.falling_back import Enemy, Position
from rulesets.systems.warstrike.phase import (
    LeaderRole,
    Phase,
    Plan,
    PlannedUnit,
    PlanQuestion,
    numbers_to_roll,
    open_orders,
    outlook,
)
from rulesets.systems.warstrike.plan_search import best_plan

MILLISECOND = 1e-3
FULL = {
    "suppression": SuppressionQuestion(3, 6, 4, officer_ld=4, inspirer_nv=6, inspirer_markers=2, leader_lost=True),
    "what-happens-next": ActivationQuestion(3, 6, 4, 4, 6, 2, starting=10, left=5, action=Action.GET_DOWN),
    "get-down": GetDownQuestion(3, 6, 4, officer_ld=4, inspirer_nv=6),
    "actions": ActionsQuestion(3, 6, 4, officer_ld=4, inspirer_nv=6),
    "fall-back": FallBackQuestion(covers=(Position(),) * 8, enemies=(Enemy(),) * 8),
}
"""One demanding question for each calculator beside its default."""


def seconds(work: Callable[[], Any], times: int) -> float:
    """The median CPU time of one call, after a first one that fills what is kept."""
    work()
    taken = []
    for _ in range(times):
        start = process_time()
        work()
        taken.append(process_time() - start)
    return median(taken)


def asking(calculator: Calculator[Any], question: Any) -> Callable[[], Any]:
    house = HouseRules(RULESET.rulings)
    return lambda: calculator.ask(question, RULESET.catalogue, house)


def busy_phase(seed: int) -> tuple[PlannedUnit, ...]:
    """Eight suppressed units, three of them inspiring Officers of high Ld, all in reach of each other."""
    dice = random.Random(seed)
    officers = [
        PlannedUnit("", dice.randint(3, 6), dice.randint(4, 6), dice.randint(2, 4), LeaderRole.INSPIRING_OFFICER)
        for _ in range(3)
    ]
    return (*officers, *(PlannedUnit("", dice.randint(1, 2), dice.randint(3, 5), dice.randint(2, 5)) for _ in range(5)))


@pytest.mark.parametrize("slug", FULL)
def test_each_answer_takes_less_than_a_millisecond(slug: str) -> None:
    calculator = RULESET.calculator(slug)
    plain = seconds(asking(calculator, calculator.question()), 300)
    full = seconds(asking(calculator, FULL[slug]), 300)
    print(f"\n{slug}: default {plain * 1e3:.3f} ms, demanding {full * 1e3:.3f} ms")
    assert plain < MILLISECOND
    assert full < MILLISECOND


def test_the_plan_takes_less_than_200_milliseconds() -> None:
    calculator = RULESET.calculator("plan")
    slowest = 0.0
    for seed, goal, count in product(range(10), (None, 4, 6), (True, False)):
        question = PlanQuestion(busy_phase(seed), goal, count_inspiration=count)
        slowest = max(slowest, seconds(asking(calculator, question), 3))
    print(f"\nplan, 8 units and 3 Officers: slowest of 60 questions {slowest * 1e3:.0f} ms")
    assert slowest < 200 * MILLISECOND


def trying_all(phase: Phase) -> Any:
    """The obvious way: every way to give orders, for every order of the leaders, one outlook each."""
    listed = tuple(range(len(phase.units)))
    inspiring = (1 << len(phase.leaders)) - 1
    best = None
    for first in permutations(phase.leaders):
        turns = first + tuple(place for place in listed if place not in first)
        for ordered in product([None, *listed], repeat=len(phase.leaders)):
            given = [unit for unit in ordered if unit is not None]
            if len(set(given)) == len(given):
                value = mean(outlook(phase, Plan(turns, ordered, inspiring)).acting)
                best = value if best is None else max(best, value)
    return best


def test_the_search_beside_trying_every_plan() -> None:
    units = busy_phase(1)[:5]
    phase = Phase(units, numbers_to_roll(units, "replace_base"), open_orders(units, "off", "suppressed"))
    search = seconds(lambda: best_plan(phase, None), 5)
    obvious = seconds(lambda: trying_all(phase), 1)
    assert mean(outlook(phase, best_plan(phase, None)).acting) == trying_all(phase)
    print(
        f"\nfive units: search {search * 1e3:.2f} ms, every plan {obvious * 1e3:.0f} ms, {obvious / search:.0f} times"
    )
    assert search * 5 < obvious
