"""The chances of a plan, against every roll."""

import random
from itertools import product

import pytest

from rulesets.core.dice import Distribution, certain, mean
from rulesets.systems.warstrike.phase import (
    Plan,
    leaders_of,
    outlook,
)
from rulesets.systems.warstrike.plan_search import best_plan
from tests.rulesets.warstrike.test_plan_search import Units, allowed, phase_of, random_units


def played_out(units: Units, plan: Plan, count: bool, steady: str, inspire: str) -> Distribution[int]:
    """A plan carried out unit by unit with every roll, in the rules' own words and without any of the plan's code."""
    leaders = leaders_of(units)
    told: Distribution[tuple[tuple[int, ...], int]] = certain(((), 0))

    def turn(place: int, before: tuple[tuple[int, ...], int]) -> Distribution[tuple[tuple[int, ...], int]]:
        passed, acted = before
        unit = units[place]
        markers = min(unit.markers, unit.nv)
        which = leaders.index(place) if place in leaders else None
        inspires = which is not None and bool(plan.inspiring >> which & 1)
        on_pass = ((*passed, place), acted + (1 if count or not inspires else 0))
        if markers == 0:
            return certain(on_pass)
        dice, lost = unit.ld, markers - 1
        number = unit.nv - lost
        for leader in leaders:
            spot = leaders.index(leader)
            if leader == place or not unit.near[spot]:
                continue
            boss = units[leader]
            held = min(boss.markers, boss.nv)
            ready = steady == "off" or held == 0 or (held == 1 and leader in passed)
            if plan.orders[spot] == place and boss.role.orders and ready:
                dice = max(dice, boss.ld)
            if leader in passed and plan.inspiring >> spot & 1 and boss.role.inspires:
                lent = boss.nv - max(0, max(0, held - 1) - 1)
                number = max(number, lent if inspire == "final_value" else lent - lost)
        rolls = list(product(range(1, 7), repeat=dice))
        good = sum(any(die <= number for die in roll) for roll in rolls)
        return Distribution([(on_pass, good), ((passed, acted), len(rolls) - good)])

    for place in plan.turns:
        told = told.then(lambda before, place=place: turn(place, before))  # type: ignore[misc]
    return told.map(lambda end: end[1])


@pytest.mark.parametrize("seed", range(40))
def test_outlooks_agree_with_every_roll(seed: int) -> None:
    dice = random.Random(seed)
    units = random_units(dice, 4, 3)
    plans = [
        Plan(tuple(dice.sample(range(4), 4)), tuple(dice.choices([None, None, *range(4)], k=3)), bits)
        for bits in [*range(8)] * 3
    ]
    for plan, count, steady, inspire in product(plans, (True, False), ("off", "on"), ("replace_base", "final_value")):
        if allowed(units, plan):
            found = outlook(phase_of(units, count, steady, inspire), plan)
            assert found.acting == played_out(units, plan, count, steady, inspire), (units, plan)


def test_each_units_own_chance_adds_up_to_the_average() -> None:
    units = random_units(random.Random(5), 5, 3)
    phase = phase_of(units)
    found = outlook(phase, best_plan(phase, None))
    assert sum(found.chances) == mean(found.acting)
