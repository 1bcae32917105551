"""The search for the best assignment, against every assignment in every order."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from rulesets.core.assignments import MAX_EXACT, Assignment, Order, Search, Task

Outcome = tuple[tuple[int, float], ...]


def random_task(seed: int, units: int, targets: int, **more: Any) -> Task:
    """Targets of 1 to 6 figures that attacks take, in a way that may depend on how many are left."""
    chance = Random(seed)
    names = tuple(f"u{place}" for place in range(units))
    others = tuple(f"t{place}" for place in range(targets))
    figures = {target: chance.randint(1, 6) for target in others}
    value = {target: chance.choice((1, 1, 2, 5)) for target in others}
    power: dict[tuple[str, str], tuple[float, int, bool]] = {
        (unit, target): (chance.choice((0.0, 0.25, 0.5, 0.75)), chance.randint(1, 4), chance.random() < 0.3)
        for unit in names
        for target in others
    }

    def attack(unit: str, target: str, left: int) -> Outcome:
        hit, most, halves = power[unit, target]
        taken = min(left, most) // (2 if halves and left < figures[target] else 1)
        if not hit or not left:
            return ()
        return ((left, 1 - hit), (left - taken, hit)) if taken else ((left, 1.0),)

    def worth(target: str, left: int) -> float:
        return value[target] * (figures[target] - left) + (3.0 if not left else 0.0)

    return Task(names, others, figures.__getitem__, attack, worth, **more)


def exact_value(task: Task, assignment: Assignment) -> float:
    """What an assignment is worth, computed afresh."""
    total = 0.0
    for target, order in assignment.items():
        states: Mapping[Any, float] = {task.start(target): 1.0}
        for unit in order:
            after: dict[Any, float] = {}
            for state, likely in states.items():
                for further, chance in task.attack(unit, target, state) or ((state, 1.0),):
                    after[further] = after.get(further, 0.0) + likely * chance
            states = after
        total += sum(chance * task.worth(target, state) for state, chance in states.items())
        total -= task.worth(target, task.start(target)) + task.cost * len(order)
    return total


def every_value(task: Task) -> float:
    """The best of all assignments in all orders."""
    best = 0.0 if not task.pinned else -1e9
    gains: dict[tuple[str, frozenset[str]], float] = {}
    for target in task.targets:
        for places in product((False, True), repeat=len(task.units)):
            units = [unit for unit, used in zip(task.units, places, strict=True) if used and task.may(unit, target)]
            if len(units) == sum(places):
                gains[target, frozenset(units)] = max(
                    exact_value(task, {target: order}) for order in permutations(units)
                )
    for chosen in product(("", *task.targets), repeat=len(task.units)):
        if any(chosen[task.units.index(unit)] != target for unit, target in task.pinned.items()):
            continue
        sets = [
            (target, frozenset(unit for unit, at in zip(task.units, chosen, strict=True) if at == target))
            for target in task.targets
        ]
        if all(each in gains for each in sets):
            best = max(best, sum(gains[each] for each in sets))
    return best


def searched(task: Task) -> Search:
    search = Search(task)
    list(search.run())
    return search


@pytest.mark.parametrize("seed", range(100))
def test_few_units_get_the_best_of_all_assignments(seed: int) -> None:
    task = random_task(seed, 1 + seed % 4, 1 + seed % 3)
    search = searched(task)
    assert search.is_exact
    assert search.value(search.best) == pytest.approx(every_value(task), abs=1e-9)
    assert search.value(search.best) == pytest.approx(exact_value(task, search.best), abs=1e-9)


def test_six_units_get_the_best_of_all_assignments() -> None:
    for seed in range(2):
        task = random_task(seed, MAX_EXACT, 3)
        search = searched(task)
        assert search.value(search.best) == pytest.approx(every_value(task), abs=1e-9)


@pytest.mark.parametrize("seed", range(8))
def test_many_units_get_nearly_the_best_of_all(seed: int) -> None:
    """With more units than are compared exactly the search finds what the exact one does."""
    task = random_task(seed, MAX_EXACT, 4)
    exact = searched(task)
    improved = Search(task)
    list(improved._begin())
    list(improved._improve())
    assert improved.value(improved.best) >= 0.98 * exact.value(exact.best)


@pytest.mark.parametrize("size", [9, 12, 40])
def test_many_units_get_more_than_random_assignments(size: int) -> None:
    task = random_task(size, size, size)
    search = searched(task)
    chance = Random(1)
    best = 0.0
    for _ in range(10_000 // size):
        chosen: dict[str, tuple[str, ...]] = {}
        for unit in chance.sample(task.units, size):
            places = [target for target in task.targets if task.may(unit, target)]
            if places:
                target = chance.choice(places)
                chosen[target] = (*chosen.get(target, ()), unit)
        best = max(best, search.value(chosen))
    assert search.value(search.best) >= best
    assert search.value(search.best) >= search.value(search.each_alone())
    used = [unit for order in search.best.values() for unit in order]
    assert len(used) == len(set(used))


class OrderBlind(Search):
    """Takes units for as good in any order."""

    def gain(self, target: str, order: Order) -> float:
        return super().gain(target, tuple(sorted(order)))


class Independent(Search):
    """Takes what each unit gains alone for what it gains after others."""

    def gain(self, target: str, order: Order) -> float:
        return sum(super(Independent, self).gain(target, (unit,)) for unit in order)


class EachAlone(Search):
    """Changes nothing of the start."""

    def run(self) -> Iterator[float]:
        yield 1.0


class Forgetful(Search):
    """Forgets one of the units."""

    def __init__(self, task: Task) -> None:
        super().__init__(replace(task, units=task.units[1:]))


@pytest.mark.parametrize("wrong", [OrderBlind, Independent, EachAlone, Forgetful])
def test_a_wrong_search_is_not_the_best_of_all(wrong: type[Search]) -> None:
    def is_best(seed: int) -> bool:
        task = random_task(seed, 1 + seed % 4, 1 + seed % 3)
        search = wrong(task)
        list(search.run())
        return exact_value(task, search.best) >= every_value(task) - 1e-9

    assert not all(is_best(seed) for seed in range(100))


def test_a_pinned_unit_attacks_its_target() -> None:
    for size in (4, 9):
        free = random_task(3, size, 3)
        pair = next((unit, target) for unit in free.units for target in free.targets[::-1] if free.may(unit, target))
        task = random_task(3, size, 3, pinned=dict([pair]))
        search = searched(task)
        assert pair[0] in search.best[pair[1]]
        if size <= MAX_EXACT:
            assert search.value(search.best) == pytest.approx(every_value(task), abs=1e-9)


def test_a_unit_that_gains_nothing_stays_out_of_it() -> None:
    def attack(unit: str, target: str, left: int) -> Sequence[tuple[int, float]]:
        return ((0, 1.0),) if left else ()

    for size in (2, 9):
        units = tuple(f"u{place}" for place in range(size))
        task = Task(units, ("t",), lambda target: 1, attack, lambda target, left: 1.0 - left)
        assert searched(task).best == {"t": ("u0",)}


def test_a_costly_unit_has_to_gain_more() -> None:
    def attack(unit: str, target: str, left: int) -> Sequence[tuple[int, float]]:
        return ((1, 0.5), (0, 0.5)) if left else ()

    for cost, units in ((0.01, 6), (0.2, 2), (0.6, 0)):
        task = Task(tuple("abcdef"), ("t",), lambda target: 1, attack, lambda target, left: 1.0 - left, cost=cost)
        assert len(searched(task).best.get("t", ())) == units


@pytest.mark.parametrize("seed", range(30))
def test_units_attack_in_the_order_of_their_moments(seed: int) -> None:
    """Of all assignments, the best of those in which nobody attacks a target before a unit of an earlier moment."""
    chance = Random(seed)
    free = random_task(seed, 4, 3)
    moments = {(unit, target): chance.randrange(3) for unit in free.units for target in free.targets}

    def is_in_turn(target: str, order: Order) -> bool:
        return [*order] == sorted(order, key=lambda unit: moments[unit, target])

    class Barred(Search):
        """Compares every order, and gives nothing for those that are not in turn."""

        def gain(self, target: str, order: Order) -> float:
            return super().gain(target, order) if is_in_turn(target, order) else -1e9

    expected = Barred(free)
    list(expected.run())
    for improve in (False, True):
        search = Search(replace(free, moment=lambda unit, target: moments[unit, target]))
        list(search._improve() if improve else search.run())
        assert all(is_in_turn(*each) for each in search.best.items())
        assert search.value(search.best) >= (0.98 if improve else 1) * expected.value(expected.best) - 1e-9


@pytest.mark.parametrize("size", [5, 10])
def test_units_and_targets_of_a_kind_are_asked_once(size: int) -> None:
    single, asked = random_task(7, size, 3), set[str]()
    twin = {f"{name}x": name for name in (*single.units, *single.targets)}

    def attack(unit: str, target: str, left: int) -> Sequence[tuple[Any, float]]:
        asked.update((unit, target))
        return single.attack(twin.get(unit, unit), twin.get(target, target), left)

    pairs = Task(
        (*single.units, *(f"{each}x" for each in single.units)),
        (*single.targets, *(f"{each}x" for each in single.targets)),
        lambda target: single.start(twin.get(target, target)),
        attack,
        lambda target, left: single.worth(twin.get(target, target), left),
    )
    apart = searched(pairs)
    search = Search(replace(pairs, unit_kinds=twin, target_kinds=twin))
    # Whether a unit may attack a target is asked of each.
    asked.clear()
    list(search.run())
    assert not asked & {*twin}
    assert search.value(search.best) >= 0.98 * apart.value(apart.best)
    assert search.value(search.best) == pytest.approx(exact_value(pairs, search.best), abs=1e-9)


@pytest.mark.parametrize(("units", "targets"), [(0, 0), (0, 3), (3, 0), (1, 1)])
def test_nothing_to_do_is_a_plan_without_attacks(units: int, targets: int) -> None:
    def attack(unit: str, target: str, left: int) -> Sequence[tuple[int, float]]:
        return ()

    task = Task(
        tuple(f"u{n}" for n in range(units)),
        tuple(f"t{n}" for n in range(targets)),
        lambda target: 1,
        attack,
        lambda target, left: 0.0,
    )
    search = searched(task)
    assert (search.best, search.is_exact) == ({}, True)


def test_a_search_may_be_given_up() -> None:
    search = Search(random_task(5, 12, 12))
    progress = search.run()
    first = next(progress)
    value = search.value(search.best)
    shares = [first, *progress]
    assert shares == sorted(shares)
    assert shares[-1] == 1.0
    assert search.value(search.best) >= value


def test_a_search_may_be_given_up_while_its_start_improves() -> None:
    task, asked = random_task(5, 40, 40), list[str]()
    attack = task.attack

    def counted(unit: str, target: str, left: int) -> Sequence[tuple[Any, float]]:
        asked.append(unit)
        return attack(unit, target, left)

    search = Search(replace(task, attack=counted))
    usual = search.value(search.each_alone())
    progress = search.run()
    for _ in range(2_000):
        before = len(asked)
        next(progress)
        assert len(asked) - before <= 100
    assert search.value(search.best) > usual


def test_a_search_keeps_what_another_has_found_unless_it_is_worse() -> None:
    task = random_task(3, 9, 4)
    whole = Search(task)
    list(whole.run())
    fresh = Search(task)
    alone = fresh.best
    fresh.compare({})
    assert fresh.best == alone
    fresh.compare(whole.best)
    assert fresh.value(fresh.best) == whole.value(whole.best)
    settled = Search(task)
    settled.settle(alone, is_exact=True)
    assert (settled.best, settled.is_exact) == (alone, True)
