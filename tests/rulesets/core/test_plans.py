"""Plans of each game, against every plan there is, and against what its calculators say."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random
from typing import Any

import pytest

from rulesets.core import plans
from rulesets.core.assignments import Order, Task
from rulesets.core.calculators import SolveContext
from rulesets.core.engagements import Targets
from rulesets.core.forces.force import AnyForce
from rulesets.core.plans import Goal, Plan, Planner, Wishes
from rulesets.core.play.matches import AT_START, Match, MatchState
from rulesets.core.play.states import OUT, PlayState
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.sequences import Firing
from rulesets.registry import all_rulesets, get_ruleset

each_game = pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
DISTANCE = 6
SIZE = 6
"""Units of a side that are compared with every plan there is."""
USUAL = 12
"""The random position of the usual run, in which all games have something to plan."""
LONG = [USUAL, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(100) if seed != USUAL)]


def match_of(game: AnyRuleset) -> Match:
    """The game's example army against itself."""
    assert game.play is not None
    context = game.context(game.demo())
    return Match(game.play, (context, context))


def planner_of(
    game: AnyRuleset,
    state: MatchState = AT_START,
    distance: int = DISTANCE,
    units: int = 5,
    match: Match | None = None,
    **wishes: Any,
) -> Planner:
    """A planner for the first units, so that it is quick."""
    match = match or match_of(game)
    by_group = game.group_card is not None
    firsts = [unit.id for group in game.demo().groups for unit in group.units[: 1 if by_group else None]]
    left_out = wishes.pop("left_out", frozenset()) | set(firsts[units:])
    return Planner(
        match,
        state,
        0,
        game.calculator,
        SolveContext(game.catalogue, match.contexts[0].house.untraced),
        by_group=by_group,
        distance=distance,
        wishes=Wishes(left_out=left_out, **wishes),
    )


def planned(planner: Planner) -> Plan:
    list(planner.run())
    return planner.plan()


def firing(planner: Planner, target: str) -> Firing:
    """The same question to the calculators, one unit after the other."""
    counted = planner.planning.counted if planner.planning and planner.planning.counted else tuple
    context = planner.match.contexts[0]
    calculator = planner._firing[target].calculator
    solving = planner._firing[target].context
    assert context is not None
    return Firing(planner.match, calculator, 0, target, solving, planner.distance, counted=counted)


def firsts(game: AnyRuleset, force: AnyForce) -> list[str]:
    """The units that act: all of them, or the first of each group."""
    by_group = game.group_card is not None
    return [unit.id for group in force.groups for unit in group.units[: 1 if by_group else None]]


def army_of(game: AnyRuleset, units: int) -> AnyForce:
    """The example army, with its groups as often as needed for so many units."""
    force, copies = game.demo(), 0
    while len(firsts(game, force)) < units:
        copies += 1
        more = (
            replace(
                group,
                id=f"{group.id}c{copies}",
                units=tuple(replace(unit, id=f"{unit.id}c{copies}") for unit in group.units),
            )
            for group in game.demo().groups
        )
        force = replace(force, groups=(*force.groups, *more))
    return force


def without(match: Match, side: int, units: list[str]) -> PlayState:
    """A fresh state of a side with those units out of play."""
    context = match.contexts[side]
    assert context is not None
    holders = {unit.id: group.id if match.play.group_tracks else unit.id for group, unit in context.force.units()}
    state = PlayState()
    for unit in units:
        state = state.set(holders[unit], OUT.now((1,)))
    return state


def position_of(game: AnyRuleset, seed: int, size: int = SIZE, engagements: int = 7, **wishes: Any) -> Planner:
    """So many random units of each side at a random distance, after a few random engagements of both."""
    chance, force = Random(seed), army_of(game, size)
    assert game.play is not None
    context = game.context(force)
    match, everybody = Match(game.play, (context, context)), firsts(game, force)
    chosen = [chance.sample(everybody, size) for _ in range(2)]
    sides = [without(match, side, [unit for unit in everybody if unit not in chosen[side]]) for side in range(2)]
    state, distance = replace(AT_START, sides=(sides[0], sides[1])), chance.choice((3, 6, 12, 20))
    solving = SolveContext(game.catalogue, context.house.untraced)
    counted = game.play.planning.counted if game.play.planning and game.play.planning.counted else tuple
    for _ in range(chance.randrange(engagements + 1)):
        acting = chance.randrange(2)
        unit, target = chance.choice(chosen[acting]), chance.choice(chosen[1 - acting])
        shots = Firing(match, game.calculator, acting, target, solving, distance, counted=counted)
        outcomes = [] if shots.is_gone(state) else shots.attack(state, unit).outcomes
        state = chance.choice(outcomes)[0] if outcomes else state
    by_group = game.group_card is not None
    return Planner(
        match, state, 0, game.calculator, solving, by_group=by_group, distance=distance, wishes=Wishes(**wishes)
    )


def orders_at(task: Task, target: str) -> Iterator[tuple[Order, float]]:
    """Every order of units at a target, and what it gains, without any help of the search."""
    start = task.start(target)
    waiting: list[tuple[Order, float, dict[Any, float]]] = [((), 0.0, {start: 1.0})]
    while waiting:
        order, gained, states = waiting.pop()
        worth = sum(chance * task.worth(target, state) for state, chance in states.items())
        yield order, gained + worth - task.worth(target, start) - task.cost * len(order)
        last = max((task.moment(each, target) for each in order), default=0)
        able = (each for each in task.units if each not in order and task.may(each, target))
        for unit in (each for each in able if task.moment(each, target) >= last):
            after, added = dict[Any, float](), gained
            for state, chance in states.items():
                added += chance * task.gained(unit, target, state)
                for further, likely in task.attack(unit, target, state) or ((state, 1.0),):
                    after[further] = after.get(further, 0.0) + chance * likely
            waiting.append(((*order, unit), added, after))


def best_of_all(task: Task) -> float:
    """The most that any assignment in any order gains."""
    gains = dict[tuple[str, frozenset[str]], float]()
    for target in task.targets:
        for order, gain in orders_at(task, target):
            key = target, frozenset(order)
            gains[key] = max(gains.get(key, gain), gain)
    best = 0.0
    for chosen in product(("", *task.targets), repeat=len(task.units)):
        sets = [
            (target, frozenset(unit for unit, at in zip(task.units, chosen, strict=True) if at == target))
            for target in {*chosen} - {""}
        ]
        if all(each in gains for each in sets):
            best = max(best, sum(gains[each] for each in sets))
    return best


@each_game
@pytest.mark.parametrize("seed", LONG)
def test_six_against_six_get_the_best_plan_of_all(game: AnyRuleset, seed: int) -> None:
    planner = position_of(game, seed, goal=(Goal.LOSSES, Goal.OUT)[seed % 2])
    assert planned(planner).is_exact
    assert planner.search.value(planner.search.best) == pytest.approx(best_of_all(planner.search.task), abs=1e-9)


@each_game
@pytest.mark.parametrize("size", [pytest.param(9, marks=pytest.mark.long), 12])
@pytest.mark.parametrize("seed", LONG[:5])
def test_many_units_get_nearly_the_best_of_random_plans(
    game: AnyRuleset, size: int, seed: int, request: pytest.FixtureRequest
) -> None:
    search = position_of(game, seed, size).search
    list(search.run())
    task, chance, best = search.task, Random(seed), 0.0
    for _ in range(10_000 if "long" in request.keywords else 100):
        chosen: dict[str, Order] = {}
        for unit in chance.sample(task.units, len(task.units)):
            places = [target for target in task.targets if task.may(unit, target)]
            if places:
                target = chance.choice(places)
                chosen[target] = (*chosen.get(target, ()), unit)
        best = max(best, search.value(chosen))
    assert search.value(search.best) >= 0.98 * best


@each_game
@pytest.mark.parametrize("seed", LONG[:20])
def test_units_and_targets_of_a_kind_do_and_suffer_the_same(
    game: AnyRuleset, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is asked of the first of a kind only is what each unit does to each target, alone and after another."""
    first = position_of(game, seed, 12).search
    monkeypatch.setattr(
        plans, "_kinds", lambda match, state, side, units, **_: {each.unit.id: each.unit.id for each in units}
    )
    each_asked, chance = position_of(game, seed, 12).search, Random(seed)
    if seed == USUAL:
        assert first.task.unit_kinds != each_asked.task.unit_kinds
        assert first.task.target_kinds != each_asked.task.target_kinds
    for target in first.task.targets:
        units = [unit for unit in first.task.units if each_asked.task.may(unit, target)]
        assert units == [unit for unit in first.task.units if first.task.may(unit, target)]
        orders = [*((unit,) for unit in units), *(tuple(chance.sample(units, 3)) for _ in range(6) if len(units) > 2)]
        assert [first.gain(target, each) for each in orders] == [each_asked.gain(target, each) for each in orders]


def test_groups_of_different_sizes_do_and_suffer_differently(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two squads of the same kinds of units, of which one has three more rows of riflemen."""
    game = get_ruleset("forum-combat")
    force = game.demo()
    small = replace(force.groups[0], id="", units=tuple(replace(unit, id="") for unit in force.groups[0].units))
    squads = small, replace(small, units=(*(small.units[0],) * 3, *small.units))
    context = game.context(replace(force, groups=squads).with_ids())
    assert game.play is not None
    match = Match(game.play, (context, context))
    chances = planned(planner_of(game, match=match))
    monkeypatch.setattr(plans, "_kinds", lambda *given, **_: {each.unit.id: each.unit.id for each in given[-1]})
    assert chances == planned(planner_of(game, match=match))


@each_game
def test_each_figure_is_that_of_the_calculators(game: AnyRuleset) -> None:
    """What the plan says of a target is what the panel says of several units one after the other."""
    planner = position_of(game, USUAL)
    plan = planned(planner)
    assert plan.lines
    named = dict.fromkeys(line.target for line in plan.lines)
    for segment in {planner.segment(line.unit, line.target) for line in plan.lines}:
        begun = [line.target for line in plan.lines if planner.segment(line.unit, line.target) == segment]
        gains = [planner.search.gain(target, planner.search.best[target]) for target in dict.fromkeys(begun)]
        assert gains == sorted(gains, reverse=True)
    lost = out = Fraction(0)
    for target in named:
        lines = [line for line in plan.lines if line.target == target]
        steps = list(firing(planner, target).steps(planner.state, [line.unit for line in lines]))
        assert [line.gone for line in lines] == [step.gone for step in steps]
        assert [line.title for line in lines] == [step.title for step in steps]
        if planner.planning is None or planner.planning.worth is None:
            lost_before = (Fraction(0), *(step.lost for step in steps))
            added = [after.lost - before for before, after in zip(lost_before, steps, strict=False)]
            assert [line.lost for line in lines] == added
        assert [line.before for line in lines] == [
            tuple(each.unit for each in lines[:place]) for place in range(len(lines))
        ]
        lost += sum((line.lost for line in lines), Fraction(0))
        out += lines[-1].gone
    assert (plan.lost, plan.out) == (lost, out)


@each_game
def test_a_plan_gains_at_least_what_each_unit_gains_alone(game: AnyRuleset) -> None:
    plan = planned(position_of(game, USUAL))
    assert plan.lost >= plan.usual_lost - Fraction(1, 100)


def test_a_plan_of_forge_of_war_gains_half_as_much_again() -> None:
    """The example armies at 12 inches, which is why plans are worth having."""
    plan = planned(planner_of(get_ruleset("forge-of-war"), distance=12, units=9))
    assert plan.lost / plan.usual_lost >= Fraction(13, 10)
    assert plan.out > plan.usual_out


@each_game
def test_a_unit_is_left_out_or_pinned_as_wished(game: AnyRuleset) -> None:
    free = planner_of(game)
    unit = free.units[0]
    assert unit not in planner_of(game, left_out=frozenset((unit,))).units
    target = next(each for each in free.targets[::-1] if any(free.search.task.may(one, each) for one in free.units))
    pinned = next(each for each in free.units if free.search.task.may(each, target))
    plan = planned(planner_of(game, pinned={pinned: target}))
    assert [line.target for line in plan.lines if line.unit == pinned] == [target]


@each_game
def test_every_unit_has_a_line_or_a_reason(game: AnyRuleset) -> None:
    planner = position_of(game, USUAL, 8)
    plan = planned(planner)
    named = [line.unit for line in plan.lines] + [*plan.idle] + [unit for unit, _ in planner.unplanned]
    context = planner.match.contexts[0]
    assert context is not None
    by_group = game.group_card is not None
    groups = [{unit.id for unit in group.units} for group in context.force.groups]
    expected = groups if by_group else [{unit} for group in groups for unit in group]
    assert sorted(len(each & {*named}) for each in expected) == [1] * len(expected)
    assert len(named) == len(expected)


def test_a_unit_aboard_another_is_not_planned() -> None:
    planner = planner_of(get_ruleset("forge-of-war"), units=9)
    assert planner.unplanned == (("u4", "aboard Carrier 1"),)


def test_a_line_belongs_to_the_segments_in_which_its_unit_acts() -> None:
    for slug, place in (("forge-of-war", 1), ("warstrike", 0), ("forum-combat", 1)):
        planner = planner_of(get_ruleset(slug))
        assert {planner.segment(line.unit, line.target) for line in planned(planner).lines} == {place}


def test_lines_are_in_the_order_of_the_segments() -> None:
    """In MBT 2020 artillery fires before the battle group that acts, also at a target that both engage."""
    planner = planner_of(get_ruleset("mbt2020"), units=40, distance=8)
    lines = planned(planner).lines
    places = [planner.segment(line.unit, line.target) or 0 for line in lines]
    fire, group = 5, 6
    assert {*places} == {fire, group}
    assert places == sorted(places)
    assert all(set(line.before) <= {each.unit for each in lines[:place]} for place, line in enumerate(lines))


def test_segments_that_are_over_come_after_those_ahead() -> None:
    planner = planner_of(get_ruleset("mbt2020"), replace(AT_START, segment=6), units=40, distance=8)
    places = [planner.segment(line.unit, line.target) or 0 for line in planned(planner).lines]
    assert places == sorted(places, reverse=True)
    assert {*places} == {5, 6}


def test_a_unit_is_told_the_one_reason_that_bars_it_from_all() -> None:
    planner = planner_of(get_ruleset("mbt2020"), units=40)
    planned(planner)
    told = {planner.barred(unit) for unit in planner.units}
    assert any("not on the table yet" in each for each in told)
    assert "" in told


@each_game
def test_a_named_target_gets_all_units_of_the_plan(game: AnyRuleset) -> None:
    free = planner_of(game)
    target = next(each for each in free.targets if any(free.search.task.may(one, each) for one in free.units))
    plan = planned(planner_of(game, goal=Goal.TARGET, target=target))
    assert {line.target for line in plan.lines} <= {target}
    chances = [line.gone for line in plan.lines]
    assert chances == sorted(chances)
    # Each unit is worth its while.
    search, order = (
        (planner := planner_of(game, goal=Goal.TARGET, target=target)).search,
        tuple(each.unit for each in plan.lines),
    )
    assert planner.targets == (target,)
    assert all(
        search.gain(target, order) >= search.gain(target, tuple(one for one in order if one != each)) for each in order
    )


@each_game
def test_nothing_is_planned_where_everything_is_out(game: AnyRuleset) -> None:
    holders = [holder for group in game.demo().groups for holder in (group.id, *(unit.id for unit in group.units))]
    tracks = match_of(game).tracks[0]
    gone = PlayState()
    for holder in holders:
        if holder in tracks:
            gone = gone.set(holder, OUT.now((1,)))
    for sides in ((gone, PlayState()), (PlayState(), gone)):
        assert planned(planner_of(game, replace(AT_START, sides=sides))).lines == ()


@pytest.mark.parametrize("slug", ["forge-of-war", "forum-combat", "mbt2020"])
def test_nothing_is_planned_where_nobody_can_engage(slug: str) -> None:
    planner = planner_of(get_ruleset(slug), distance=100)
    plan = planned(planner)
    assert not plan.lines
    assert plan.lost == 0
    assert (plan.idle, plan.is_exact) == (planner.units, True)


@each_game
def test_a_distance_too_long_for_its_questions_is_their_longest(game: AnyRuleset) -> None:
    beyond = planner_of(game, distance=999)
    assert beyond.distance == (beyond.longest or None)
    assert planned(beyond) == planned(planner_of(game, distance=beyond.longest))
    # WarStrike's fire has no distance.
    assert (beyond.longest > 0) is (game.slug != "warstrike")


def test_the_distance_is_limited_by_the_unit_that_reaches_furthest() -> None:
    game = get_ruleset("forum-combat")
    assert game.play is not None
    force = game.demo()
    knife = next(entry.key for entry in game.catalogue.of_kind("weapon") if entry.spec.type.value == "melee")
    first, *others = force.groups
    unarmed = replace(first, units=tuple(replace(u, spec=replace(u.spec, weapons=(knife,))) for u in first.units))
    context, opposing = game.context(replace(force, groups=(unarmed, *others))), game.context(force)
    match = Match(game.play, (context, opposing))
    solving = SolveContext(game.catalogue, context.house.untraced)
    planners = [
        Planner(match, AT_START, 0, game.calculator, solving, by_group=True, distance=200, wishes=Wishes(left_out=out))
        for out in (frozenset[str](), frozenset(unit.id for group in others for unit in group.units))
    ]
    assert [(planner.longest, planner.distance) for planner in planners] == [(400, 200)] * 2


@each_game
def test_distances_are_asked_of_the_first_units_only(game: AnyRuleset, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = list[int]()
    monkeypatch.setattr(plans, "MAX_UNITS", 2)
    monkeypatch.setattr(Targets, "compare", lambda asks, opposing: compared.append(len(opposing)))
    planner_of(game)
    assert compared == [1, 1, 1, 1]


@each_game
def test_a_single_unit_engages_where_it_alone_gains_most(game: AnyRuleset) -> None:
    planner = planner_of(game, units=1)
    plan = planned(planner)
    (line,) = plan.lines
    assert plan.lost == plan.usual_lost == line.lost
    assert not line.alone
    assert plan.is_exact


@each_game
def test_forty_units_against_forty_have_a_plan_soon(game: AnyRuleset) -> None:
    planner = position_of(game, USUAL, 56, 0)
    assert (len(planner.units), len(planner.targets)) == (40, 40)
    for _ in zip(range(200), planner.run(), strict=False):
        pass
    plan = planner.plan()
    engaged = [line.unit for line in plan.lines]
    assert len(engaged) == len({*engaged})
    assert {*engaged} | {*plan.idle} == {*planner.units}
    assert planner.search.value(planner.search.best) >= planner.search.value(planner.search.each_alone())


def test_a_unit_that_has_acted_is_not_planned_for() -> None:
    game = get_ruleset("mbt2020")
    unit = planner_of(game).units[0]
    acted = replace(AT_START, sides=(PlayState({unit: {"engaged": (1,)}}), PlayState()))
    assert unit not in planner_of(game, acted).units


@pytest.mark.parametrize(("slug", "word"), [("warstrike", "marker"), ("mbt2020", "rock, paper, scissors")])
def test_what_a_plan_does_not_know_is_said(slug: str, word: str) -> None:
    game = get_ruleset(slug)
    assert game.play is not None
    assert game.play.planning is not None
    assert word in " ".join(game.play.planning.notes(game.context(game.demo()).house))


def test_twins_at_different_places_have_their_own_distances() -> None:
    game = get_ruleset("forge-of-war")
    force = army_of(game, len(firsts(game, game.demo())) + 1)
    near, far = "u5", "u5c1"
    context = game.context(force)
    assert game.play is not None
    match = Match(game.play, (context, context))
    state = replace(AT_START, places=({near: (0, 4), far: (0, 4 * 40)}, {near: (0, 0)}))
    others = frozenset(unit.id for _, unit in force.units()) - {near, far}
    planner = Planner(
        match,
        state,
        0,
        game.calculator,
        SolveContext(game.catalogue, context.house.untraced),
        wishes=Wishes(Goal.TARGET, near, left_out=others),
    )
    assert planner.units == (near, far)
    start = planner.search.task.start(near)
    attacks = [planner.search.task.attack(unit, near, start) for unit in (near, far)]
    assert attacks[0] != attacks[1]
    assert planned(planner).idle == (far,)
