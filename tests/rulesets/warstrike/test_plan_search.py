"""The plan for a phase against every plan there is, each played out roll by roll."""

import random
from collections.abc import Iterator
from fractions import Fraction
from itertools import permutations, product

import pytest

from rulesets.core.dice import Distribution, at_least, mean
from rulesets.systems.warstrike.phase import (
    Help,
    LeaderRole,
    Phase,
    Plan,
    PlannedUnit,
    PlanQuestion,
    leaders_of,
    numbers_to_roll,
    open_orders,
    outlook,
)
from rulesets.systems.warstrike.plan_search import best_plan
from tests.rulesets.warstrike.calculators.test_plan import ask

Units = tuple[PlannedUnit, ...]


def phase_of(units: Units, count: bool = True, steady: str = "off", inspire: str = "replace_base") -> Phase:
    return Phase(units, numbers_to_roll(units, inspire), open_orders(units, steady, "suppressed"), count)


@pytest.mark.parametrize(("single", "expected"), [("suppressed", (True, None, False)), ("checked", (True, True, None))])
def test_an_officer_is_steady_by_the_reading_of_one_marker(single: str, expected: tuple[bool | None, ...]) -> None:
    officers = tuple(PlannedUnit("Officer", 3, 5, markers, LeaderRole.OFFICER) for markers in range(3))
    assert open_orders(officers, "on", single) == expected
    assert open_orders(officers, "off", single) == (True, True, True)


def all_plans(units: Units) -> Iterator[Plan]:
    leaders = leaders_of(units)
    everybody = [None, *range(len(units))]
    for turns in permutations(range(len(units))):
        for ordered in product(everybody, repeat=len(leaders)):
            for inspiring in range(1 << len(leaders)):
                yield Plan(turns, ordered, inspiring)


def random_units(dice: random.Random, units: int, leaders: int) -> Units:
    roles = [dice.choice(list(LeaderRole)[1:]) for _ in range(leaders)] + [LeaderRole.NONE] * (units - leaders)
    dice.shuffle(roles)
    return tuple(
        PlannedUnit(
            "", dice.randint(0, 2), dice.randint(1, 6), dice.randint(0, 4), role, *(dice.random() < 0.8 for _ in "abc")
        )
        for role in roles
    )


def allowed(units: Units, plan: Plan) -> bool:
    """Whether orders and Inspirations come from those who can give them to those in reach."""
    leaders = leaders_of(units)
    orders = all(
        unit is None or (units[leaders[which]].role.orders and units[unit].near[which])
        for which, unit in enumerate(plan.orders)
    )
    inspiring = [leader for which, leader in enumerate(leaders) if plan.inspiring >> which & 1]
    return orders and all(units[leader].role.inspires for leader in inspiring)


def worth(acting: Distribution[int], goal: int | None) -> tuple[Fraction, Fraction]:
    return (Fraction(0) if goal is None else at_least(acting, goal)), mean(acting)


@pytest.mark.parametrize("seed", range(15))
def test_no_plan_is_better_than_the_best(seed: int) -> None:
    dice = random.Random(seed)
    units = random_units(dice, 3 if seed % 3 else 4, 2 if seed < 12 else 3)
    count, steady = bool(seed % 2), ("off", "on")[seed // 2 % 2]
    inspire = ("replace_base", "final_value")[seed // 4 % 2]
    phase = phase_of(units, count, steady, inspire)
    goals = [None, *range(1, len(units) + 1)]
    best = dict.fromkeys(goals, (Fraction(-1), Fraction(-1)))
    for plan in all_plans(units):
        if allowed(units, plan):
            acting = outlook(phase, plan).acting
            best = {goal: max(value, worth(acting, goal)) for goal, value in best.items()}
    for goal in goals:
        found = best_plan(phase, goal)
        assert allowed(units, found)
        assert worth(outlook(phase, found).acting, goal) == best[goal], (units, goal)


def test_listed_order_is_kept_when_asked() -> None:
    units = (PlannedUnit(markers=3), PlannedUnit("Hero", 2, 6, 0, LeaderRole.INSPIRING_HERO))
    assert best_plan(phase_of(units), None).turns == (1, 0)
    kept = best_plan(phase_of(units), None, keep_order=True)
    assert (kept.turns, kept.helps) == ((0, 1), ())


def test_help_that_helps_nobody_is_not_given() -> None:
    units = (PlannedUnit("Officer", 3, 5, 0, LeaderRole.INSPIRING_OFFICER), PlannedUnit(ld=4, nv=6, markers=1))
    assert best_plan(phase_of(units), None).helps == ()


def test_an_order_goes_where_it_helps_most() -> None:
    units = (
        PlannedUnit("Officer", 3, 5, 0, LeaderRole.OFFICER),
        PlannedUnit("Good", 3, 5, 2),
        PlannedUnit("Bad", 1, 4, 3),
        PlannedUnit("Out of reach", 1, 4, 4, near_first=False),
    )
    assert best_plan(phase_of(units), None).helps == (Help(0, 2),)


def test_a_second_officer_orders_a_unit_if_the_first_fails() -> None:
    units = (
        PlannedUnit("Colonel", 4, 3, 1, LeaderRole.OFFICER),
        PlannedUnit("Lieutenant", 2, 4, 0, LeaderRole.OFFICER),
        PlannedUnit("Rifles", 1, 2, 1),
    )
    colonel, alone = Fraction(15, 16), Fraction(1, 3)
    four_dice, two_dice = 1 - (1 - alone) ** 4, 1 - (1 - alone) ** 2
    answer = ask(PlanQuestion(units), officer_must_be_steady="on")
    assert mean(outlook(phase_of(units, steady="on"), best_plan(phase_of(units, steady="on"), None)).acting) == (
        1 + colonel + colonel * four_dice + (1 - colonel) * two_dice
    )
    assert answer.steps[-1].reason == (
        "It rolls with the Ld of Colonel or Lieutenant, whoever is steady. "
        "Roll up to 4d6, and at least one must show 2 or less."
    )
    assert answer.tables[0].rows[-1][4].text == "Colonel or Lieutenant"
    worths = next(table for table in answer.tables if table.title == "What each is worth")
    assert [row[0].text for row in worths.rows] == ["Colonel: order to Rifles", "Lieutenant: order to Rifles"]
    assert len(best_plan(phase_of(units), None).helps) == 1


def test_the_goal_decides_between_plans() -> None:
    # On average the order is worth more where it adds most; to get all to act it must go where failure is likeliest.
    units = (
        PlannedUnit("Officer", 2, 6, 0, LeaderRole.OFFICER),
        PlannedUnit("Middling", 1, 3, 1),
        PlannedUnit("Poor", 1, 2, 1),
    )
    phase = phase_of(units)
    assert best_plan(phase, None).helps == (Help(0, 1),)
    assert best_plan(phase, 3).helps == (Help(0, 2),)
