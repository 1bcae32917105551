"""Fire at a target: its shots, and the check that the target faces."""

import pytest

from rulesets.core.calculators import Answer, QuestionError, SolveContext
from rulesets.core.play.states import Side
from rulesets.core.tables import Tone
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.actions import WeaponRow
from rulesets.systems.warstrike.calculators.suppression import SuppressionQuestion, check_suppression
from rulesets.systems.warstrike.calculators.under_fire import UnderFireQuestion, fire_at
from tests.rulesets.warstrike.shorthand import house

GUNS = (WeaponRow("Rifle", 1, 10), WeaponRow("Machine gun", 3, 1))


def ask(question: UnderFireQuestion, **chosen: str) -> Answer:
    return fire_at(question, SolveContext(RULESET.catalogue, house(**chosen)))


@pytest.mark.parametrize(
    ("snap", "rounding", "rule", "shots"),
    [
        (False, "weapon", "WS-ACT-1", "13"),
        (True, "weapon", "WS-SNAP-1", "1"),
        (True, "unit", "WS-SNAP-1", "6"),
    ],
)
def test_the_shots_of_the_whole_unit(snap: bool, rounding: str, rule: str, shots: str) -> None:
    first = ask(UnderFireQuestion(snap=snap, arms=GUNS), snap_rounding=rounding).steps[0]
    assert (first.rule, first.label, first.value) == (rule, "Shots", shots)


@pytest.mark.parametrize(("held", "more", "after"), [(0, 0, 0), (0, 2, 2), (3, 1, 4), (3, 9, 4), (9, 1, 4)])
def test_the_target_checks_on_the_markers_that_it_has_then(held: int, more: int, after: int) -> None:
    answer = ask(UnderFireQuestion(2, 4, held, new_markers=more))
    plain = check_suppression(SuppressionQuestion(2, 4, after), SolveContext(RULESET.catalogue, house()))
    assert [each.chance for each in answer.charts[0].outcomes] == [each.chance for each in plain.charts[0].outcomes]
    assert answer.headline == f"Target: {plain.headline[:1].lower()}{plain.headline[1:]}"


def test_hits_bring_markers_where_the_table_counts_them() -> None:
    question = UnderFireQuestion(2, 4, 0, new_markers=0, hits=12, arms=GUNS)
    assert ask(question).charts[0].outcomes[0].chance == 1
    assert (
        ask(question, hits_per_marker="helper").headline
        == "Target: 75% chance to act (roll 2d6, and at least one must show 3 or less)."
    )


def test_no_more_hits_than_shots() -> None:
    assert ask(UnderFireQuestion(hits=13, arms=GUNS)).steps
    with pytest.raises(QuestionError) as refused:
        ask(UnderFireQuestion(hits=14, arms=GUNS))
    assert refused.value.field == "hits"


def test_what_keeps_the_target_from_acting_is_good_for_the_firer() -> None:
    assert [ask(UnderFireQuestion(2, 4, 0, new_markers=more)).tone for more in (1, 3, 4)] == [
        Tone.BAD, Tone.FAIR, Tone.GOOD,
    ]  # fmt: skip


def test_the_own_weapons_fire_at_the_opposing_unit() -> None:
    force = RULESET.demo()
    first, *_, last = force.units()
    own, opposing = Side(force, *first), Side(force, *last)
    prefill = RULESET.calculator("under-fire").prefill
    assert prefill is not None
    arms = [{"name": "Carbine", "rof": 2, "number": 1, "weapon_type": "standard"}]
    assert prefill(own, opposing) == {"ld": 2, "nv": 5, "arms": arms}
    assert prefill(own, None) == {"arms": arms}
