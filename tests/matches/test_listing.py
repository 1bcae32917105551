"""The list of games at the table is searched and filtered."""

import re

import pytest

from armybuilder.matches.models import Match
from tests.matches.conftest import Begin
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db


def test_games_are_found_by_words_game_and_state(begin: Begin) -> None:
    first, second = begin(), begin()
    Match.objects.filter(pk=first.pk).update(ended=True, name="River crossing")
    alice = browser_of(ALICE)

    def listed(**sent: str) -> list[str]:
        return re.findall(r'<h2><a href="/matches/([^"]+)', alice.get("/matches/", sent).content.decode())

    assert listed() == [first.pk, second.pk] or listed() == [second.pk, first.pk]
    assert listed(q="CROSSING river") == [first.pk]
    assert listed(q="crossing gems") == [first.pk]
    assert listed(state="playing") == [second.pk]
    assert listed(state="ended") == [first.pk]
    assert listed(game="pebbles", state="ended") == [first.pk]
    assert listed(game="nonesuch") == []


def test_filters_count_games_and_are_there_with_the_first_one(begin: Begin) -> None:
    assert "Filter" not in browser_of(BOB).get("/matches/").content.decode()
    begin()
    Match.objects.update(ended=True)
    begin()
    begin()
    page = browser_of(ALICE).get("/matches/", {"q": "nothing"}).content.decode()
    choices = re.findall(r'<option value="(\w*)"[^>]*>([^<]+)', page)
    assert choices[:3] == [("", "All"), ("playing", "Being played (2)"), ("ended", "Ended (1)")]
    assert choices[4] == ("pebbles", "Pebbles (3)")
    assert "No game matches." in page
