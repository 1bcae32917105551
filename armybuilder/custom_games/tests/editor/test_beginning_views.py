"""The ways to a new game, as a player takes them."""

import pytest
from django.test import Client
from django.urls import reverse

from armybuilder.custom_games.drafts import GAMES
from armybuilder.custom_games.models import CustomGame

pytestmark = pytest.mark.django_db

BEGIN = "/your-games/begin"
ANSWERS = {"do": "questions", "title": "Hill war", "troops": "Riflemen\nCannon", "points": "1", "way": "wound"}


def test_three_answers_lead_to_the_editor_of_a_whole_game(client: Client):
    response = client.post(BEGIN, ANSWERS, follow=True)
    game = CustomGame.objects.get()
    assert response.redirect_chain[-1][0] == f"{game.get_absolute_url()}edit/game"
    assert "Cannon" in client.get(f"{game.get_absolute_url()}edit/kinds/0").text
    assert not GAMES.load_head(game).problems


def test_the_same_answers_sent_twice_make_one_game(client: Client):
    twice = {**ANSWERS, "submission": "a-form-of-its-own-0123456789"}
    first, second = client.post(BEGIN, twice), client.post(BEGIN, twice)
    assert CustomGame.objects.count() == 1
    assert first.headers["Location"] == second.headers["Location"]


def test_an_answer_that_does_not_fit_is_refused_and_stays(client: Client):
    response = client.post(BEGIN, {**ANSWERS, "way": "luck"})
    assert response.status_code == 422
    assert "Riflemen\nCannon" in response.text
    assert not CustomGame.objects.exists()


def test_a_pasted_table_leads_to_a_game(client: Client):
    table = "Ship\tSpeed\tPts\nFrigate\t8\t40\nSloop\t9\t20"
    client.post(BEGIN, {"do": "table", "title": "Blue water", "one": "Ship", "table": table})
    draft = GAMES.load_head(CustomGame.objects.get())
    assert not draft.problems
    assert draft.ruleset is not None
    assert [entry.name for entry in draft.ruleset.catalogue.of_kind("troops")] == ["Frigate", "Sloop"]


def test_what_is_no_table_is_refused_and_stays(client: Client):
    response = client.post(BEGIN, {"do": "table", "title": "Blue water", "one": "Ship", "table": "Frigate"})
    assert response.status_code == 422
    assert "Paste a row of headings and at least one row below it." in response.text
    assert "Blue water" in response.text
    assert not CustomGame.objects.exists()


def test_every_other_way_to_begin_is_there(client: Client):
    page = client.get(BEGIN).text
    for name in ("new", "import", "skeleton"):
        assert f'"{reverse(f"custom_games:{name}")}"' in page
