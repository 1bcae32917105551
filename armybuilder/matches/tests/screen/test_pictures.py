"""The picture of a game that messengers show."""

import re
from io import BytesIO

import pytest
from django.test import Client
from lxml import html
from PIL import Image

from armybuilder.matches.log.seats import invite
from armybuilder.matches.log.store import load_match
from armybuilder.matches.screen.pictures import match_svg
from armybuilder.matches.tests.conftest import Begin, blank_of, id_in
from armybuilder.matches.tests.screen.test_tracker_views import change, send
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def test_messengers_get_a_picture_of_the_game_with_a_seat_s_link(begin: Begin) -> None:
    match = begin()
    out = {"track": "out-of-play", "box": "out", "holder": "u2", "side": 1}
    send(browser_of(BOB), match, change("b1", out))
    match.refresh_from_db()
    link = f"/matches/join/{invite(match, None).invitation}"
    page = html.fromstring(Client().get(link).text)
    card = dict(zip(page.xpath("//meta/@property"), page.xpath("//meta[@property]/@content"), strict=True))
    said = "Turn 1. Shore: 3 pebbles; Gems: 2 pebbles, 1 out of play"
    assert (card["og:title"], card["og:description"]) == ("Shore – Gems · Pebbles", said)
    assert (card["og:url"], card["og:image"]) == (f"http://testserver{link}", f"http://testserver{link}/picture.png?2")
    for browser, address in ((Client(), card["og:image"]), (browser_of(ALICE), f"/matches/{match.pk}/picture.png")):
        answer = browser.get(address)
        assert answer["X-Robots-Tag"] == "noindex"
        assert Image.open(BytesIO(answer.content)).size == (1200, 630)
    words = re.findall(">([^<>]+)</text>", match_svg(load_match(match)))
    expected = ["PEBBLES", "Turn 1", "Shore", "3 pebbles", "Gems", "2 pebbles, 1 out of play", "Armybuilder"]
    assert words == expected


def test_the_picture_of_a_game_that_has_ended_says_who_won(begin: Begin) -> None:
    match = begin()
    send(browser_of(BOB), match, {"id": "b1", "kind": "end", "verdict": "second"})
    match.refresh_from_db()
    assert "Gems won in turn 1" in re.findall(">([^<>]+)</text>", match_svg(load_match(match)))


def test_the_picture_counts_what_is_hidden_as_blanks(begin: Begin) -> None:
    match = begin(hides=True)
    words = re.findall(">([^<>]+)</text>", match_svg(load_match(match)))
    numbers = [len(each) for each in match.numbers]
    hidden = {id_in(match, "u3"), id_in(match, "u4")}
    assert hidden <= set(match.numbers[1])
    assert f"1 pebble, {numbers[1]} blanks" in words
    assert blank_of(match, "u3") not in str(words)
