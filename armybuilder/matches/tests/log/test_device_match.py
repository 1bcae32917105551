"""A game at the table on a device: what is asked there is answered as on the site."""

import json
from typing import Any

import pytest
from django.test import Client
from lxml import html

from armybuilder.matches.in_browser import NO_UNIT
from armybuilder.matches.models import Match
from armybuilder.matches.tests.conftest import Begin, blank_of, id_in
from armybuilder.matches.tests.screen.test_tracker_views import change, chip, send
from armybuilder.offline.browser import reply
from rulesets.core.play.definition import REVEALED, REVEALED_TRACK
from rulesets.registry import get_ruleset
from tests.browser.phones import begin_example
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def on_device(browser: Client, match: Match, *events: dict[str, Any]) -> dict[str, Any]:
    """The match as a phone has it, with events that it has not sent."""
    described = browser.get(f"/matches/{match.pk}/device.json").json()
    now = {name: value for name, value in page_data(browser, match).items() if name in described["now"]}
    assert now == described["now"]
    assert now.keys() == {"ticks", "turn", "segment", "ended", "places"}
    return {**described["match"], **now, "title": str(match), "events": list(events)}


def page_data(browser: Client, match: Match) -> dict[str, Any]:
    """The data of the tracker's page."""
    page = html.fromstring(browser.get(match.get_absolute_url()).content.decode())
    data: dict[str, Any] = json.loads(page.xpath("string(//*[@id='match-data'])"))
    return data


def asked(match: Match, path: str, query: str, whole: bool = False, **device: Any) -> dict[str, Any]:
    """What the device replies."""
    address = match.get_absolute_url()
    message = {"path": f"{address}/{path}" if path else address, "query": query, "whole": whole, "match": device}
    found: dict[str, Any] = json.loads(reply(json.dumps(message)))
    return found


def parts(text: str, part: str) -> list[str]:
    """A part of a page with what it says of the game, without what spaces say."""
    page = html.fromstring(text)
    drawn = [*page.xpath("//*[@class='in-game']"), page.get_element_by_id(part)]
    return " ".join(html.tostring(each, encoding="unicode", with_tail=False) for each in drawn).split()


def test_a_device_answers_with_the_states_that_the_site_will_have(begin: Begin) -> None:
    match, alice = begin(at_once=True), browser_of(ALICE)
    send(alice, match, change("a1", chip(0, amount=2), {"track": "water", "box": "wild", "holder": "game"}))
    engaged = {"calculator": "skipping", "own": "u2", "opposing": "u3", "result": "It hits"}
    unsent = (
        change("a2", chip(0)),
        change("a3", {"track": "place", "box": "wet", "holder": "u3", "side": 1}, **engaged),
        change("a4", chip(0, amount=3)),
        {"id": "a5", "kind": "undo", "of": 1},
    )
    device = on_device(alice, match, *unsent)
    questions = (
        ("engage", "own=u2&side=0&opposing=u3", "engage"),
        ("engage", "own=u2&side=0&opposing=u3&q-throws=4", "engage"),
        ("calculators/skipping/", "army.own=0:u2&army.opposing=1:u3", "calculator"),
        ("calculators/skipping/", "army.own=1:u3", "calculator"),
        ("calculators/skipping/", "army.own=0&q-throws=9", "calculator"),
    )

    def there() -> list[list[str]]:
        return [parts(alice.get(f"/matches/{match.pk}/{path}?{query}").text, part) for path, query, part in questions]

    here = [parts(asked(match, path, query, whole=True, **device)["html"], part) for path, query, part in questions]
    before = there()
    send(alice, match, *unsent[:3])
    assert before != there() == here


@pytest.mark.parametrize("game", ["mbt2020", "forum-combat", "warstrike", "forge-of-war"])
def test_next_on_a_device_passes_the_segments_that_the_site_passes(db: None, game: str) -> None:
    match, alice = begin_example(game), browser_of(ALICE)
    match.seats.filter(side=1).delete()  # one player for both sides
    unsent: list[dict[str, Any]] = []
    for number in range(8):
        now = asked(match, "", "", **on_device(alice, match, *unsent))
        unsent.append({"id": f"n{number}", "kind": "next", "turn": now["turn"], "segment": now["segment"]})
    on_phone = asked(match, "", "", **on_device(alice, match, *unsent))
    answers = send(alice, match, *unsent)
    assert ["error" in each for each in answers["results"]] == [False] * 8
    assert [answers["turn"], answers["segment"]] == [on_phone["turn"], on_phone["segment"]]
    assert answers["guide"]["next"] == on_phone["guide"]["next"]


def test_a_device_has_of_the_other_side_what_its_player_may_know(begin: Begin) -> None:
    match, alice, bob = begin(hides=True), browser_of(ALICE), browser_of(BOB)
    mine, theirs = (on_device(browser, match) for browser in (bob, alice))
    assert "Ruby" in json.dumps(mine)
    for hidden in ("Ruby", id_in(match, "u3"), id_in(match, "u4")):
        assert f'"{hidden}"' not in json.dumps(theirs)
    refused = asked(match, "engage", f"own=u1&side=0&opposing={blank_of(match, 'u3')}", **theirs)
    assert refused == {"refusal": NO_UNIT}
    opal = id_in(match, "u4")
    send(bob, match, change("b1", {"track": REVEALED, "box": REVEALED_TRACK.key(1), "holder": opal, "side": 1}))
    path, query = "calculators/skipping/", f"army.own=0:u1&army.opposing=1:{opal}"
    there = parts(alice.get(f"/matches/{match.pk}/{path}?{query}").text, "calculator")
    assert parts(asked(match, path, query, whole=True, **on_device(alice, match))["html"], "calculator") == there


def test_passengers_are_no_targets_on_a_device_either(db: None) -> None:
    match, alice = begin_example("forge-of-war", at_once=True), browser_of(ALICE)
    (riders,) = (unit.id for _, unit in get_ruleset("forge-of-war").demo().units() if unit.spec.rides_in)

    def offered(*events: dict[str, Any]) -> set[str]:
        drawn = asked(match, "engage", "own=u5&side=0", whole=True, **on_device(alice, match, *events))["html"]
        return set(map(str, html.fromstring(drawn).xpath("//button/@data-target")))

    out = change("b1", {"track": "aboard", "box": "aboard", "on": False, "holder": riders, "side": 1})
    inside = offered()
    send(browser_of(BOB), match, out)
    assert (riders in inside, offered() - inside) == (False, {riders})


def test_every_page_that_a_device_keeps_of_a_game_is_there(begin: Begin) -> None:
    match, alice = begin(), browser_of(ALICE)
    pages = alice.get(f"/matches/{match.pk}/device.json").json()["pages"]
    assert pages[0] == f"/matches/{match.pk}/calculators/"
    assert [alice.get(page).status_code for page in pages] == [200] * len(pages)


def test_a_device_takes_distances_from_the_map_with_unsent_places(begin: Begin) -> None:
    match, alice, bob = begin(), browser_of(ALICE), browser_of(BOB)
    send(bob, match, {"id": "b1", "kind": "place", "own": "u2", "place": [1, 1]})
    device = on_device(alice, match, {"id": "a1", "kind": "place", "own": "u2", "place": [3, 2], "acting": 0})
    engaged = html.fromstring(asked(match, "engage", "own=u2&opposing=u2", **device)["html"])
    assert " ".join(engaged.xpath("string(//*[@id='engage-measured'])").split()) == "Distance from the map: 3 steps"
    assert engaged.xpath("//input[@name='q-throws']/@value") == ["3"]
    alone = {**device, "events": []}
    engaged = html.fromstring(asked(match, "engage", "own=u2&opposing=u2", **alone)["html"])
    assert not engaged.xpath("string(//*[@id='engage-measured'])").strip()
