"""When a plan is for, what its lines assume, and which units have none."""

import pytest

from armybuilder.matches.log.store import load_match, submit
from armybuilder.plans.tests.test_planning import match_of
from rulesets.core.play.matches import Event, EventKind
from rulesets.core.play.states import Change

pytestmark = pytest.mark.django_db


def test_a_plan_says_which_segment_it_is_for(alice):
    match = match_of("forge-of-war")
    path = f"/matches/{match.pk}/plan"
    before = alice.get(path, {"side": 0})
    assert "It is turn 1, “Initiative”. This plan is for “Activations”." in before.text
    submit(match, 0, Event("next", EventKind.NEXT, turn=1, segment=0), both=True)
    now = alice.get(path, {"side": 0})
    assert "This plan is for turn 1, “Activations”." in now.text
    other = alice.get(path, {"side": 1})
    assert "and the other side’s go. This plan is for your next go." in other.text
    assert ["alert-warning" in page.text for page in (before, now, other)] == [True, False, True]


def test_a_plan_after_its_segment_is_for_the_next_turn(alice):
    match = match_of("forum-combat")
    while load_match(match).setup.segments[(place := load_match(match).state.segment)].slug != "movement":
        submit(match, 0, Event(f"n{place}", EventKind.NEXT, turn=1, segment=place), both=True)
    page = alice.get(f"/matches/{match.pk}/plan", {"side": 0})
    assert "This plan is for “The players’ squads shoot” of turn 2." in page.text


def test_lines_of_several_segments_stand_below_what_is_done(alice):
    text = alice.get(f"/matches/{match_of('mbt2020').pk}/plan", {"side": 0}).text
    headings = ("<h3>Engage with OTF</h3>", "<h3>Act with one battle group</h3>")
    places = [text.index(words) for words in (headings[0], ": engage the enemy", headings[1], "Expected: ")]
    assert places == sorted(places)
    one = alice.get(f"/matches/{match_of('warstrike').pk}/plan", {"side": 0}).text
    assert "<h3>" not in one
    assert one.index(": engage the enemy") < one.index("Expected: ") < one.index("All lines assume")


def test_a_plan_says_what_each_line_assumes(alice):
    path = f"/matches/{match_of('forge-of-war').pk}/plan"
    usual, chosen = (alice.get(path, {"side": 0, **sent}).text for sent in ({}, {"distance": 12}))
    assert "All lines assume: at 10″, standing still" in usual
    assert "You have not chosen the distance." in usual
    assert "All lines assume: at 12″, standing still" in chosen
    assert "You chose the distance." in chosen
    assert "Assumed: heavy weapons not deployed." in chosen
    warstrike = alice.get(f"/matches/{match_of('warstrike').pk}/plan", {"side": 0}).text
    assert "Every target counts as in range." in warstrike


def test_a_plan_says_where_distances_are_from_the_map(alice):
    match = match_of("forge-of-war")
    path = f"/matches/{match.pk}/plan?side=0&pin=u5:u5"
    assert "measured on the map" not in alice.get(path).text
    for side, place in enumerate(((0, 0), (20, 0))):
        submit(match, side, Event(f"p{side}", EventKind.PLACE, own="u5", place=place), both=False)
    page = alice.get(path)
    assert "measured on the map" in page.text
    assert "at 5″" in page.text
    assert "Distance for all that are not on the map" in " ".join(page.text.split())


def test_every_unit_without_a_line_is_named_with_the_reason(alice):
    match = match_of("forge-of-war")
    path = f"/matches/{match.pk}/plan"
    assert "<li>First squad: aboard Carrier 1</li>" in alice.get(path, {"side": 0}).text
    changes = tuple(Change("turn", box="acted", holder=unit) for unit in ("u8", "u9", "u10"))
    submit(match, 0, Event("acted", changes=(*changes, Change("out-of-play", box="out", holder="u2"))), both=False)
    page = alice.get(path, {"side": 0})
    assert "<li>Mortars, Scouts, Hammer: acted already</li>" in page.text
    assert "<li>Headquarters: out of play</li>" in page.text
    assert ['plan-others" open' in each.text for each in (page, alice.get(path, {"side": 1}))] == [False, True]
