"""The state of a match after any entry of its log."""

import pytest
from lxml import html

from armybuilder.matches.log.store import load_match
from armybuilder.matches.models import Match
from armybuilder.matches.report.history import MatchThen, match_then
from armybuilder.matches.tests.conftest import Begin, blank_of, id_in
from armybuilder.matches.tests.screen.test_tracker_views import change, chip, send
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def then(match: Match, number: int, side: int | None = 0) -> MatchThen:
    loaded = load_match(Match.objects.get(pk=match.pk))
    return match_then(loaded, loaded.viewer(side), number)


def boxes(state: MatchThen) -> list[list[tuple[str, tuple[str, ...], bool]]]:
    return [[(each.name, each.boxes, each.changed) for each in side.holders] for side in state.sides]


def test_each_entry_has_the_state_that_it_led_to(begin: Begin) -> None:
    match, alice = begin(), browser_of(ALICE)
    send(alice, match, change("a1", chip(0)))
    send(alice, match, change("a2", chip(0)))
    send(alice, match, {"id": "n1", "kind": "next", "turn": 1, "segment": 0})
    send(alice, match, {"id": "a3", "kind": "undo", "of": 2})
    assert boxes(then(match, 0)) == [[], []]
    ((first,), _) = boxes(then(match, 1))
    assert first == ("1 Flint", ("Chips: 1",), True)
    ((second,), _) = boxes(then(match, 2))
    assert second == ("1 Flint", ("Chips: 2",), True)
    assert (then(match, 2).segment, then(match, 3).segment) == ("First throws", "Second throws")
    assert boxes(then(match, 4)) == [[("1 Flint", ("Chips: 1",), True)], []]
    assert [(each.preceding, each.following) for each in (then(match, 0), then(match, 4))] == [(None, 1), (3, None)]


def test_the_page_goes_on_and_back_and_ends(begin: Begin) -> None:
    match, alice = begin(), browser_of(ALICE)
    send(alice, match, change("a1", chip(0)))
    here = f"/matches/{match.pk}"
    page = html.fromstring(alice.get(f"{here}/log/1").content.decode())
    assert page.xpath("//a[@rel='prev']/@href") == [f"{here}/log/0"]
    assert page.xpath("//a[@rel='next']/@href") == []
    assert "1 Flint (Shore) – Chips: 0 → 1" in page.text_content()
    assert "1 Flint: Chips: 1" in page.text_content()
    assert alice.get(f"{here}/log/2").status_code == 404
    report = html.fromstring(alice.get(f"{here}/report").content.decode())
    assert report.xpath("//ol[@class='report-lines']//a/@href") == [f"{here}/log/1"]


def test_before_the_end_nobody_sees_what_he_did_not_know_then(begin: Begin) -> None:
    match, bob, alice = begin(hides=True), browser_of(BOB), browser_of(ALICE)
    ruby = id_in(match, "u3")
    blank_of(match, "u3")
    send(bob, match, change("b1", chip(1, ruby)))
    send(bob, match, change("b2", {"track": "revealed", "box": "1", "holder": ruby, "side": 1}))
    assert boxes(then(match, 1))[1] == []
    assert [name for name, *_ in boxes(then(match, 2))[1]]
    assert [name for name, *_ in boxes(then(match, 1, 1))[1]]
    send(alice, match, {"id": "a1", "kind": "end"})
    send(bob, match, {"id": "b3", "kind": "answer", "of": 3})
    assert [name for name, *_ in boxes(then(match, 1))[1]]
