"""What happens next, against every roll played out by hand."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest

from rulesets.core.calculators import Answer, QuestionError, SolveContext
from rulesets.core.dice import Distribution
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.calculators.what_happens_next import (
    Action,
    ActivationEnd,
    ActivationQuestion,
    Preference,
    activate,
    what_happens_next,
)
from tests.rulesets.every_roll import Fields, Ticked, assert_exact_odds
from tests.rulesets.warstrike.shorthand import house


def played_out(asked: ActivationQuestion, single: str = "suppressed") -> Distribution[tuple[ActivationEnd, int]]:
    """Every roll, with the rules' defaults in plain words."""
    markers = min(asked.markers, asked.nv)
    if markers == 0:
        return Distribution({(ActivationEnd.ACTS, 0): 1})
    ends: Counter[tuple[ActivationEnd, int]] = Counter()
    suppressed = markers > 1 or single == "suppressed"
    for roll in product(range(1, 7), repeat=asked.ld):
        good = sum(die <= asked.nv - (markers - 1) for die in roll)
        if good:
            off = (1 if asked.take_off and suppressed else 0) + (good if asked.action is Action.GET_DOWN else 0)
            ends[(ActivationEnd.ACTS, max(0, markers - off))] += 1
        elif not suppressed:
            ends[(ActivationEnd.IDLE, markers)] += 1
        elif asked.left * 4 < asked.starting:
            ends[(ActivationEnd.DESTROYED, 0)] += 1
        elif asked.left * 2 > asked.starting and asked.preference is Preference.SNAP_SHOTS:
            ends[(ActivationEnd.STAYS, markers)] += 1
        else:
            ends[(ActivationEnd.FALLS_BACK if asked.safer_position else ActivationEnd.ROUTS, markers - 1)] += 1
    return Distribution(ends)


CASES = [
    ActivationQuestion(
        ld, nv, markers, starting=8, left=left, action=action, preference=preference, safer_position=safe, take_off=off
    )
    for (ld, nv, markers), left, action, preference, safe, off in product(
        [(0, 3, 2), (1, 4, 1), (2, 3, 3), (3, 4, 2), (2, 6, 1), (2, 2, 5), (2, 4, 0)],
        [1, 2, 4, 5, 8],
        [Action.ADVANCE, Action.GET_DOWN],
        Preference,
        [True, False],
        [True, False],
    )
]


def test_all_strengths_and_wishes_agree_with_every_roll() -> None:
    for asked, single in product(CASES, ("suppressed", "checked")):
        assert activate(asked, house(one_marker=single)).outcomes == played_out(asked, single), (asked, single)


def test_the_actions_differ_only_in_get_down() -> None:
    found = {action: activate(ActivationQuestion(2, 4, 3, action=action), house()).outcomes for action in Action}
    others = {action: outcomes for action, outcomes in found.items() if action is not Action.GET_DOWN}
    assert set(others.values()) == {found[Action.ADVANCE]}
    assert found[Action.GET_DOWN] != found[Action.ADVANCE]


@pytest.mark.parametrize(
    ("asked", "headline"),
    [
        (ActivationQuestion(markers=0), "Certain to act."),
        (ActivationQuestion(2, 4, 2), "75% to act, 25% to fall back."),
        (ActivationQuestion(2, 4, 2, preference=Preference.SNAP_SHOTS), "75% to act, 25% to stay for Snap Shots."),
        (ActivationQuestion(2, 4, 2, safer_position=False), "75% to act, 25% to rout."),
        (ActivationQuestion(2, 4, 2, left=2), "75% to act, 25% to be destroyed."),
        (ActivationQuestion(0, 4, 2, left=2), "Certain to be destroyed."),
    ],
)
def test_headlines(asked: ActivationQuestion, headline: str) -> None:
    assert what_happens_next(asked, SolveContext(RULESET.catalogue, house())).headline == headline


def test_losses_below_a_quarter_may_end_a_unit_at_once() -> None:
    asked = ActivationQuestion(2, 4, 0, left=2)
    assert what_happens_next(asked, SolveContext(RULESET.catalogue, house())).headline == "Certain to act."
    at_once = SolveContext(RULESET.catalogue, house(destroy_at_once="on"))
    answer = what_happens_next(asked, at_once)
    assert answer.headline == "Certain to be destroyed."
    assert answer.steps[-1].value == "without a check"


def test_what_is_said_of_a_failure_agrees_with_the_choice() -> None:
    def ask(**changed: object) -> Answer:
        asked = replace(ActivationQuestion(1, 4, 8), **changed)  # type: ignore[arg-type]
        return what_happens_next(asked, SolveContext(RULESET.catalogue, house()))

    chosen = ask(preference=Preference.SNAP_SHOTS)
    step = next(step for step in chosen.steps if step.label == "If it fails")
    assert step.reason == "10 of 10 models left. That is over 50%. You may choose, and you chose Snap Shots."
    assert (chosen.assumed[0], chosen.assumed[-1]) == ("4 of 8 markers held", "Snap Shots if it fails")
    routed = ask(left=4, safer_position=False)
    assert routed.headline == "17% to act, 83% to rout."
    *_, move, left = routed.steps
    assert (move.rule, move.value, left.value) == ("WS-FM-2", "Rout Move", "3")
    assert left.reason == "Passing the check removes 1, and a Rout Move removes 1."


def test_exactly_half_of_the_models_is_cited_as_such() -> None:
    steps = what_happens_next(ActivationQuestion(2, 4, 2, left=5), SolveContext(RULESET.catalogue, house())).steps
    assert [step.rule for step in steps if step.label == "If it fails"] == ["WS-FB-5"]


def test_a_marker_left_on_does_not_ease_the_dice_of_get_down() -> None:
    asked = ActivationQuestion(2, 4, 3, action=Action.GET_DOWN, take_off=False)
    after = activate(asked, house(getdown_compare="after")).outcomes
    assert after == activate(asked, house()).outcomes == played_out(asked)


def test_more_models_than_it_started_with() -> None:
    with pytest.raises(QuestionError) as caught:
        what_happens_next(ActivationQuestion(starting=5, left=6), SolveContext(RULESET.catalogue, house()))
    assert caught.value.field == "left"


# --- rolled by the site ---------------------------------------------------------------------------------

DOWN: Fields = {"action": "get_down"}
MARKED: Ticked = {"u3": {"markers": (1, 2, 3)}}
FEW_LEFT: Ticked = {"u3": {"markers": (1, 2), "models": (1, 2, 3, 4, 5, 6)}}

ROLLED: list[tuple[Fields, Fields, Ticked]] = [
    ({}, {}, MARKED),
    *(
        (fields, {"one_marker": single}, {"u3": {"markers": (1,)}})
        for single in ("suppressed", "checked")
        for fields in ({}, {"action": "get_down"})
    ),
    ({"safer_position": False, "officer_ld": 3}, {}, FEW_LEFT),
    *(
        (DOWN, {"getdown_compare": compare, "getdown_stack": stack}, MARKED)
        for compare in ("check", "base", "after")
        for stack in ("cumulative", "dice_only")
    ),
]  # fmt: skip


@pytest.mark.parametrize(("fields", "played", "ticked"), ROLLED)
def test_a_rolled_activation_has_the_exact_odds(fields: Fields, played: Fields, ticked: Ticked) -> None:
    assert_exact_odds("warstrike", "what-happens-next", "u3", "", fields, played, ticked)
