"""Two units of a match meet."""

from dataclasses import replace

import pytest

from rulesets.core.calculators import SolveContext
from rulesets.core.engagements import barred, engagements, possible_results, side_of
from rulesets.core.forces.force import NoSuchPart
from rulesets.core.play.matches import AT_START, Match, MatchState
from rulesets.core.play.states import PlayState, Side
from rulesets.registry import get_ruleset
from tests.tiny_system.pebbles import RULESET as PEBBLES

CONTEXT = PEBBLES.context(PEBBLES.demo())
assert PEBBLES.play is not None
MATCH, ALONE = Match(PEBBLES.play, (CONTEXT, CONTEXT)), Match(PEBBLES.play, (CONTEXT, None))
UNIT = next(unit.id for _, unit in CONTEXT.force.units())
SKIPPING = PEBBLES.calculator("skipping")


def unit_of(match: Match, side: int, state: MatchState = AT_START) -> Side:
    return side_of(match.fielded(state, side), UNIT)


def test_a_unit_is_found_on_its_side_as_it_stands() -> None:
    state = MatchState((PlayState({UNIT: {"chips": (1,)}}), PlayState()))
    assert (unit_of(MATCH, 0, state).state.count("chips"), unit_of(MATCH, 1, state).state.count("chips")) == (1, 0)
    for match, side, unit in ((MATCH, 0, "u99"), (ALONE, 1, UNIT)):
        with pytest.raises(NoSuchPart):
            side_of(match.fielded(AT_START, side), unit)


def test_against_an_opponent_by_kind_every_calculator_with_results_serves() -> None:
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
        assert [(each["side"], each["bearer"]) for each in hit.event["changes"]] == [(acting, UNIT), (1 - acting, UNIT)]
    alone, *_ = possible_results(ALONE, SKIPPING, SKIPPING.question(), 0, own, None, context)
    assert (alone.event["opposing"], {each["side"] for each in alone.event["changes"]}) == ("", {0})


def test_groups_bear_the_boxes_where_units_have_none() -> None:
    ruleset = get_ruleset("forum-combat")
    assert ruleset.play is not None
    context = ruleset.context(ruleset.demo())
    match = Match(ruleset.play, (context, context))
    group, unit = next(context.force.units())
    own = side_of(match.fielded(AT_START, 0), unit.id)
    charge = ruleset.calculator("charge")
    solving = SolveContext(ruleset.catalogue, context.house)
    result = possible_results(match, charge, charge.question(), 0, own, own, solving)[0]
    assert {each["bearer"] for each in result.event["changes"]} == {group.id}


def test_what_is_out_of_play_is_barred_and_what_the_game_says() -> None:
    out = MatchState((PlayState({UNIT: {"out-of-play": (1,)}}), PlayState()))
    question = SKIPPING.question()
    assert barred(MATCH, SKIPPING, question, unit_of(MATCH, 0, out), None) == "This unit is out of play."
    own = unit_of(MATCH, 0)
    assert barred(MATCH, SKIPPING, question, own, unit_of(MATCH, 0, out)) == "The other unit is out of play."
    assert barred(MATCH, SKIPPING, question, own, None) == ""
    tired = replace(MATCH, play=replace(MATCH.play, barred=lambda slug, question, own, opposing: f"No {slug}."))
    assert barred(tired, SKIPPING, question, own, None) == "No skipping."
