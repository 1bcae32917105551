"""Who won a game, and how both sides stand, as each may know it."""

import pytest

from armybuilder.matches.log.standings import result_in_full, result_words, standings
from armybuilder.matches.log.store import load_match, submit
from armybuilder.matches.models import Match
from armybuilder.matches.tests.conftest import Begin, id_in
from rulesets.core.play.matches import Event, EventKind, Verdict
from rulesets.core.play.states import OUT, Change
from tests.browser.phones import begin_example

pytestmark = pytest.mark.django_db


def told(match: Match, side: int | None) -> list[str]:
    match.refresh_from_db()
    loaded = load_match(match)
    return standings(loaded, loaded.viewer(side))


def test_units_are_counted_as_far_as_a_viewer_may_know_them(begin: Begin) -> None:
    match = begin(hides=True)
    out = Change(OUT.slug, box="out", holder=id_in(match, "u3"), side=1)
    submit(match, 1, Event("b1", changes=(out,)), both=False)
    assert [told(match, side)[1] for side in (0, 1, None)] == [
        "1 pebble, 3 blanks.",
        "2 pebbles, 1 out of play.",
        "1 pebble, 3 blanks.",
    ]


def test_victory_conditions_are_told_to_who_knows_the_whole_side() -> None:
    fine = "24 stands. 0 of 10 Repulsed, 0 of 5 neutralised: not Fragile."
    assert told(begin_example("mbt2020"), 0) == [fine, fine]
    first, second = told(begin_example("mbt2020", hides=True), 0)
    assert (first, "Repulsed" in second, "blanks" in second) == (fine, False, True)


def test_units_lost_by_the_boxes_of_their_group_are_counted() -> None:
    match = begin_example("forum-combat")
    before, _ = told(match, 0)
    army = load_match(match).armies[0]
    assert army is not None
    fallen = Change("out", amount=3, holder=army.force.groups[0].id)
    submit(match, 0, Event("a1", changes=(fallen,)), both=True)
    assert (before, told(match, 0)[0]) == ("23 units.", "20 units, 3 out of play.")


def test_the_result_says_who_says_so(begin: Begin) -> None:
    match = begin()
    assert result_words(load_match(match)) == ""
    submit(match, 0, Event("a1", EventKind.END, verdict=Verdict.SECOND, result="By one hill"), both=False)
    submit(match, 0, Event("a2", EventKind.VERDICT, verdict=Verdict.FIRST, result="By one hill"), both=False)
    loaded = load_match(match)
    assert loaded.state.ending is not None
    assert result_in_full(loaded, loaded.state.ending) == "Shore won, Shore says so. By one hill"
    submit(match, 1, Event("b1", EventKind.VERDICT, verdict=Verdict.FIRST, result="By one hill"), both=False)
    loaded = load_match(match)
    assert loaded.state.ending is not None
    assert result_in_full(loaded, loaded.state.ending) == "Shore won, as both sides agree. By one hill"
