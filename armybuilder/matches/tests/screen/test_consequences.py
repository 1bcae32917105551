"""What follows from the states of a game: the same on a device without a network as on the site."""

import json
from typing import Any

import pytest
from django.test import Client

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.models import Match
from armybuilder.matches.tests.log.test_device_match import on_device, page_data
from armybuilder.matches.tests.screen.test_tracker_views import change, send
from armybuilder.offline.browser import reply
from armybuilder.site.claims import Author
from rulesets.core.play.states import OUT
from rulesets.registry import get_ruleset
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

GAME = get_ruleset("mbt2020")


def begun(*, hides: bool = False) -> tuple[Match, list[dict[str, Any]]]:
    """A match of MBT 2020's example army against itself, and events that take its whole first group out of play."""
    chosen = ChosenForce(LoadedArmy(GAME, GAME.demo()))
    match = begin_match(chosen, chosen, {}, Author(None, ALICE.hash), hides=hides, at_once=True)
    bob = invite(match, 1)
    take(bob, Author(None, BOB.hash), bob.invitation)
    out = [
        {"track": OUT.slug, "box": OUT.keys[0], "holder": unit.id, "side": 0} for unit in GAME.demo().groups[0].units
    ]
    return match, [change(f"a{number}", each) for number, each in enumerate(out)]


def worked_out(browser: Client, match: Match, *events: dict[str, Any]) -> Any:
    """What a device finds to follow, with events that it has not sent."""
    message = {"path": match.get_absolute_url(), "query": "", "match": on_device(browser, match, *events)}
    return json.loads(reply(json.dumps(message)))


def test_a_device_works_out_what_the_site_will_say() -> None:
    match, losses = begun()
    alice = browser_of(ALICE)
    before = page_data(alice, match)["consequences"]
    assert worked_out(alice, match)["consequences"] == before
    here = worked_out(alice, match, *losses)["consequences"]
    assert not any("error" in each for each in send(alice, match, *losses)["results"])
    there = page_data(alice, match)["consequences"]
    assert here == there != before


def test_of_a_force_known_in_part_a_device_says_no_more_than_the_site() -> None:
    match, _ = begun(hides=True)
    bob = browser_of(BOB)
    known, here = page_data(bob, match)["consequences"], worked_out(bob, match)["consequences"]
    assert [each for each in here[0] if each not in known[0]] == []
    assert here[1] == known[1]


def test_values_are_told_as_they_are_now_with_and_without_a_network() -> None:
    game = get_ruleset("warstrike")
    chosen = ChosenForce(LoadedArmy(game, game.demo()))
    match = begin_match(chosen, chosen, {}, Author(None, ALICE.hash), at_once=True)
    alice = browser_of(ALICE)
    assert page_data(alice, match)["values"] == [{}, {}]
    event = change("a1", {"track": "markers", "amount": 3, "holder": "u3", "side": 0})
    assert worked_out(alice, match, event)["values"] == [{"u3": {"Nv": "2"}}, {}]
    send(alice, match, event)
    assert page_data(alice, match)["values"] == [{"u3": {"Nv": "2"}}, {}]
