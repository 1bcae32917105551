"""Two units of a match meet."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from rulesets.core.calculators import Answer, Brief, QuestionError, SolveContext, decimal, percent
from rulesets.core.declarations.codec import decode
from rulesets.core.engagements import (
    Target,
    Targets,
    at_distance,
    barred,
    engagements,
    in_brief,
    possible_results,
    side_of,
    with_field,
)
from rulesets.core.forces.force import NoSuchPart
from rulesets.core.play.matches import AT_START, Match, MatchState
from rulesets.core.play.states import PlayState, Side
from rulesets.core.play.tabletop import Measured
from rulesets.registry import get_ruleset
from tests.tiny_system.pebbles import RULESET as PEBBLES

CONTEXT = PEBBLES.context(PEBBLES.demo())
assert PEBBLES.play is not None
MATCH, ALONE = Match(PEBBLES.play, (CONTEXT, CONTEXT)), Match(PEBBLES.play, (CONTEXT, None))
UNIT = next(unit.id for _, unit in CONTEXT.force.units())
SKIPPING = PEBBLES.calculator("skipping")


def unit_of(match: Match, side: int, state: MatchState = AT_START) -> Side:
    return side_of(match.deployed(state, side), UNIT)


def test_a_unit_is_found_on_its_side_as_it_stands() -> None:
    state = MatchState((PlayState({UNIT: {"chips": (1,)}}), PlayState()))
    assert (unit_of(MATCH, 0, state).state.count("chips"), unit_of(MATCH, 1, state).state.count("chips")) == (1, 0)
    for match, side, unit in ((MATCH, 0, "u99"), (ALONE, 1, UNIT)):
        with pytest.raises(NoSuchPart):
            side_of(match.deployed(AT_START, side), unit)


def test_every_calculator_with_results_serves_by_kind() -> None:
    own = unit_of(MATCH, 0)
    by_kind = [each.calculator for each in engagements(ALONE, PEBBLES.calculators, own, None)]
    assert by_kind == [each.slug for each in PEBBLES.calculators if each.results]
    assert engagements(MATCH, PEBBLES.calculators, own, unit_of(MATCH, 1)) == MATCH.play.engagements(
        own, unit_of(MATCH, 1)
    )


def test_a_result_is_an_event_that_changes_both_units() -> None:
    own, opposing = unit_of(MATCH, 0), unit_of(MATCH, 1)
    context = SolveContext(PEBBLES.catalogue, CONTEXT.house)
    for acting in (0, 1):
        hit, *_ = possible_results(MATCH, SKIPPING, SKIPPING.question(), acting, own, opposing, context)
        named = {name: hit.event[name] for name in ("calculator", "own", "opposing", "result")}
        assert named == {"calculator": "skipping", "own": UNIT, "opposing": UNIT, "result": hit.result.label}
        assert [(each["side"], each["holder"]) for each in hit.event["changes"]] == [(acting, UNIT), (1 - acting, UNIT)]
    alone, *_ = possible_results(ALONE, SKIPPING, SKIPPING.question(), 0, own, None, context)
    assert (alone.event["opposing"], {each["side"] for each in alone.event["changes"]}) == ("", {0})


def test_groups_bear_the_boxes_where_units_have_none() -> None:
    ruleset = get_ruleset("forum-combat")
    assert ruleset.play is not None
    context = ruleset.context(ruleset.demo())
    match = Match(ruleset.play, (context, context))
    group, unit = next(context.force.units())
    own = side_of(match.deployed(AT_START, 0), unit.id)
    charge = ruleset.calculator("charge")
    solving = SolveContext(ruleset.catalogue, context.house)
    result = possible_results(match, charge, charge.question(), 0, own, own, solving)[0]
    assert {each["holder"] for each in result.event["changes"]} == {group.id}


def test_what_is_out_of_play_is_barred_and_what_the_game_says() -> None:
    out = MatchState((PlayState({UNIT: {"out-of-play": (1,)}}), PlayState()))
    question = SKIPPING.question()
    assert barred(MATCH, SKIPPING, question, unit_of(MATCH, 0, out), None) == "This unit is out of play."
    own = unit_of(MATCH, 0)
    assert barred(MATCH, SKIPPING, question, own, unit_of(MATCH, 0, out)) == "The other unit is out of play."
    assert barred(MATCH, SKIPPING, question, own, None) == ""
    tired = replace(MATCH, play=replace(MATCH.play, barred=lambda slug, question, own, opposing: f"No {slug}."))
    assert barred(tired, SKIPPING, question, own, None) == "No skipping."


@pytest.mark.parametrize(
    ("game", "calculator", "field"),
    [
        ("mbt2020", "engagement", "conditions.distance"),
        ("forge-of-war", "shooting", "distance"),
        ("warstrike", "fall-back", "enemies[0].distance"),
        ("forum-combat", "shooting", "distance"),
    ],
)
def test_a_question_is_asked_at_another_distance(game: str, calculator: str, field: str) -> None:
    question = get_ruleset(game).calculator(calculator).question()
    moved = with_field(question, field, 7)
    assert moved != question
    assert with_field(moved, field, 8) == with_field(question, field, 8)
    assert with_field(question, field, 100_000) is None


def test_without_a_brief_of_its_own_an_answer_has_its_headline() -> None:
    context = SolveContext(PEBBLES.catalogue, CONTEXT.house)
    answer = SKIPPING.solve(SKIPPING.question(), context)
    assert in_brief(SKIPPING, SKIPPING.question(), context) == Brief(answer.headline, tone=answer.tone)

    def refuse(question: object, context: SolveContext) -> Answer:
        raise QuestionError("throws", "Never.")

    assert in_brief(replace(SKIPPING, solve=refuse), SKIPPING.question(), context) == Brief("Never.", refused=True)


def _figures(game: str, calculator: str, answer: Answer) -> list[str]:
    """What an answer's charts and tables say of what its brief says."""
    charts, steps = {chart.title: chart for chart in answer.charts}, {step.label: step.value for step in answer.steps}

    def average(title: str) -> str:
        return decimal(charts[title].mean or Fraction(0), 1)

    def most(title: str, count: int) -> str:
        chances = {each.label: each.chance for each in charts[title].outcomes}
        return percent(chances.get(str(count), Fraction(0)))

    match game, calculator:
        case "mbt2020", _:
            rows = [[str(getattr(cell, "text", cell)) for cell in row] for row in answer.tables[0].rows]
            changed = [[state.rpartition(" ")[2].lower() for state in states] for _, *states in rows]
            words = [
                "both are Pinned" if one == other == "pinned" else f"the target is {one}" for one, other in changed
            ]
            return [f"If you {throw}, {ending}." for throw, ending in zip(("win", "draw"), words, strict=False)]
        case "forge-of-war", "vehicle-damage":
            return [answer.headline]
        case "forge-of-war", "shooting":
            return [average("Figures lost"), most("Figures lost", 10)]
        case "warstrike", _:
            return [f"{percent(answer.charts[0].outcomes[0].chance)} chance to act"]
        case "forum-combat", "shooting":
            return [f"{average('Damage that lands')} HP", f"{steps['Nobody left standing']} chance to wipe out"]
        case "forum-combat", "melee":
            return [f"{percent(answer.charts[0].outcomes[0].chance)} chance to wipe them out"]
        case "forum-combat", "charge":
            return [f"{percent(answer.charts[0].outcomes[0].chance)} chance to charge home"]
    raise AssertionError(game, calculator)


@pytest.mark.parametrize(
    ("game", "calculator"),
    [
        ("mbt2020", "engagement"),
        ("forge-of-war", "shooting"),
        ("forge-of-war", "vehicle-damage"),
        ("warstrike", "under-fire"),
        ("forum-combat", "shooting"),
        ("forum-combat", "melee"),
        ("forum-combat", "charge"),
    ],
)
def test_a_brief_says_what_the_whole_answer_says(game: str, calculator: str) -> None:
    ruleset = get_ruleset(game)
    solver, context = (
        ruleset.calculator(calculator),
        SolveContext(ruleset.catalogue, ruleset.context(ruleset.demo()).house),
    )
    question: Any = solver.question()
    brief = in_brief(solver, question, context)
    assert not brief.refused
    assert 0 < len(brief.short) <= 6
    for figure in _figures(game, calculator, solver.solve(question, context)):
        assert figure in brief.words


def test_targets_are_compared_at_the_distance_last_used() -> None:
    ruleset = get_ruleset("forge-of-war")
    context = ruleset.context(ruleset.demo())
    assert ruleset.play is not None
    match = Match(ruleset.play, (context, context))
    own = side_of(match.deployed(AT_START, 0), "u5")
    solving, opposing = SolveContext(ruleset.catalogue, context.house), side_of(match.deployed(AT_START, 1), "u5")
    shooting = ruleset.calculator("shooting")
    assert shooting.prefill is not None
    for distance, asked in ((24, 24), (6, 6), (None, 10), (100_000, 200)):
        target = Targets(match, ruleset.calculator, own, solving, distance).target(opposing)
        question = with_field(decode(shooting.question, shooting.prefill(own, opposing)), "distance", asked)
        assert target.engagement is not None
        assert (target.engagement.calculator, target.barred) == ("shooting", "")
        assert target.brief == in_brief(shooting, question, solving)


def test_a_target_that_may_not_be_engaged_now_has_the_reason() -> None:
    ruleset = get_ruleset("mbt2020")
    context = ruleset.context(ruleset.demo())
    assert ruleset.play is not None
    match = Match(ruleset.play, (context, context))
    state = MatchState((PlayState({"u2": {"engaged": (1,)}}), PlayState()))
    own, opposing = (side_of(match.deployed(state, side), "u2") for side in (0, 1))
    target = Targets(match, ruleset.calculator, own, SolveContext(ruleset.catalogue, context.house), None).target(
        opposing
    )
    assert target.barred == "This stand has engaged this turn. A stand engages one target a turn."
    opponents = match.deployed(AT_START, 1)
    asks = Targets(match, ruleset.calculator, own, SolveContext(ruleset.catalogue, context.house), None)
    never = [unit.id for _, unit in context.force.units() if asks.target(side_of(opponents, unit.id)) == Target()]
    assert len(never) == 13


def test_a_target_on_the_map_is_compared_at_its_distance() -> None:
    state = MatchState(places=({UNIT: (1, 1)}, {UNIT: (2, 2)}))
    own, opposing = unit_of(MATCH, 0, state), unit_of(MATCH, 1, state)
    other = next(unit.id for _, unit in CONTEXT.force.units() if unit.id != UNIT)
    elsewhere = side_of(MATCH.deployed(state, 1), other)
    context = SolveContext(PEBBLES.catalogue, CONTEXT.house)
    asks = Targets(MATCH, PEBBLES.calculator, own, context, 5, partial(MATCH.measured, state, 0, own))
    assert [asks.asked(each)[1].throws for each in (opposing, elsewhere)] == [2, 5]  # type: ignore[index]
    assert [each and each.words for each in (asks.target(opposing).measured, asks.target(elsewhere).measured)] == [
        "2 steps",
        None,
    ]
    asks.compare([opposing])
    assert (asks.measure, asks.steps) == ("", ())
    asks.compare([opposing, elsewhere])
    assert (asks.measure, asks.steps, asks.distance) == ("throws", (1, 3, 5), 5)


def test_a_distance_is_set_as_far_as_it_fits() -> None:
    engagement = MATCH.play.engagements(unit_of(MATCH, 0), unit_of(MATCH, 1))[0]
    question = SKIPPING.question()
    assert at_distance(question, engagement, Measured({"surface": "none"}, "far")) == question
    far, farther = (at_distance(question, engagement, Measured({"throws": each}, "far")) for each in (10**6, 10**7))
    assert far == farther != question
