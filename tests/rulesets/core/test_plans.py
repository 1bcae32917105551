"""Plans of each game, against every plan there is, and against what its calculators say."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations, product
from random import Random
from typing import Any

import pytest

from rulesets.core.calculators import SolveContext
from rulesets.core.plans import Goal, Plan, Planner, Wishes
from rulesets.core.play.matches import AT_START, Match, MatchState
from rulesets.core.play.states import OUT, PlayState
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.sequences import Firing
from rulesets.registry import all_rulesets, get_ruleset

each_game = pytest.mark.parametrize("game", all_rulesets(), ids=lambda game: game.slug)
DISTANCE = 6


def match_of(game: AnyRuleset) -> Match:
    """The game's example army against itself."""
    assert game.play is not None
    context = game.context(game.demo())
    return Match(game.play, (context, context))


def planner_of(
    game: AnyRuleset, state: MatchState = AT_START, distance: int = DISTANCE, units: int = 5, **wishes: Any
) -> Planner:
    """A planner for the first units, so that it is quick."""
    match = match_of(game)
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
    return Firing(planner.match, calculator, 0, target, solving, DISTANCE, counted=counted)


def random_state(game: AnyRuleset, seed: int) -> MatchState:
    """Where a few random engagements may have left the other side."""
    chance = Random(seed)
    planner, state = planner_of(game), AT_START
    for _ in range(seed % 5):
        unit, target = chance.choice(planner.units), chance.choice(planner.targets)
        outcomes = firing(planner, target).attack(state, unit).outcomes
        if outcomes:
            state = chance.choice(outcomes)[0]
    return state


def every_value(planner: Planner) -> float:
    """The most that any assignment in any order gains."""
    units, targets = planner.units, planner.targets
    gains: dict[tuple[str, frozenset[str]], float] = {}
    for target in targets:
        for size in range(1, len(units) + 1):
            for order in permutations(units, size):
                key = target, frozenset(order)
                gains[key] = max(gains.get(key, -1.0), planner.search.gain(target, order))
    best = 0.0
    for chosen in product(("", *targets), repeat=len(units)):
        sets = {
            target: frozenset(unit for unit, at in zip(units, chosen, strict=True) if at == target) for target in chosen
        }
        best = max(best, sum(gains[target, placed] for target, placed in sets.items() if target))
    return best


@each_game
@pytest.mark.parametrize("goal", [Goal.LOSSES, Goal.OUT])
def test_a_plan_for_few_units_is_the_best_of_all(game: AnyRuleset, goal: Goal) -> None:
    for seed in (1, 4):
        chance, state = Random(seed), random_state(game, seed)
        whole = planner_of(game, state)
        units = set(chance.sample(whole.units, min(3, len(whole.units))))
        planner = planner_of(game, state, goal=goal, left_out=frozenset(whole.units) - units)
        assert planned(planner).is_exact
        assert planner.search.value(planner.search.best) == pytest.approx(every_value(planner), abs=1e-9)


@each_game
def test_each_figure_is_that_of_the_calculators(game: AnyRuleset) -> None:
    """What the plan says of a target is what the panel says of several units one after the other."""
    planner = planner_of(game, random_state(game, 3))
    plan = planned(planner)
    assert plan.lines
    lost = out = Fraction(0)
    for target in dict.fromkeys(line.target for line in plan.lines):
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
    plan = planned(planner_of(game, random_state(game, 2)))
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
