"""Custom games for programs: read, created, checked, published, and then asked like any game."""

import pytest

from armybuilder.custom_games.creation import create_within_limit
from armybuilder.custom_games.drafts import create_game
from armybuilder.custom_games.models import CustomGame, GameVersion
from armybuilder.custom_games.tests.documents import changed
from armybuilder.custom_games.views import starter
from armybuilder.site.claims import Author
from tests.api.conftest import anybody, person, reader, stranger, writer

__all__ = ["anybody", "person", "reader", "stranger", "writer"]
pytestmark = pytest.mark.django_db


def test_a_game_is_created_checked_published_and_asked(writer, reader, anybody):
    made = writer("POST", "/your-games", starter().document)
    assert made.status_code == 201
    game = made.json()
    assert (game["problems"], game["versions"], game["revision"]) == ([], [], 1)
    published = writer("POST", f"/your-games/{game['id']}/versions", {"revision": 1})
    assert published.status_code == 201
    slug = published.json()["game"]
    again = reader("GET", f"/your-games/{game['id']}").json()
    assert [each["game"] for each in again["versions"]] == [slug]
    assert again["document"] == starter().document
    assert anybody("GET", f"/games/{slug}").json()["title"] == "Starter"
    example = anybody("GET", f"/games/{slug}/example").json()["army"]
    assert anybody("POST", f"/games/{slug}/check", example).json()["legal"] is True
    calculator = anybody("GET", f"/games/{slug}").json()["calculators"][0]["calculator"]
    assert anybody("POST", f"/games/{slug}/calculators/{calculator}/answer", {}).status_code == 200


def test_a_document_with_mistakes_is_kept_and_not_published(writer):
    made = writer("POST", "/your-games", {"title": "Lances"}).json()
    assert "kinds" in [each["path"] for each in made["problems"]]
    refused = writer("POST", f"/your-games/{made['id']}/versions", {"revision": 1})
    assert refused.status_code == 422
    assert [each["path"] for each in refused.json()["errors"]] == [each["path"] for each in made["problems"]]
    assert not GameVersion.objects.exists()


def test_a_check_names_problems_and_stores_nothing(anybody):
    assert anybody("POST", "/your-games/check", starter().document).json() == {"problems": []}
    problems = anybody("POST", "/your-games/check", changed(starter(), kinds=[]).document).json()["problems"]
    assert [each["path"] for each in problems] == ["kinds"]
    assert not CustomGame.objects.exists()


@pytest.mark.parametrize("body", [[], 7, {"a": [[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]}])
def test_what_is_no_document_is_refused(writer, body):
    assert writer("POST", "/your-games", body).status_code == 422
    assert not CustomGame.objects.exists()


@pytest.mark.parametrize("sent", [{}, {"revision": "1"}, {"revision": True}, [], {"revision": None}])
def test_publishing_names_the_revision(writer, sent):
    made = writer("POST", "/your-games", starter().document).json()
    assert writer("POST", f"/your-games/{made['id']}/versions", sent).status_code == 422


def test_a_revision_that_is_not_the_present_one_is_not_published(writer):
    made = writer("POST", "/your-games", starter().document).json()
    assert writer("POST", f"/your-games/{made['id']}/versions", {"revision": 2}).status_code == 409


def test_the_list_has_the_games_of_the_token_s_owner(reader, stranger, person):
    game = create_game(starter(), "Started", Author(person, ""))
    assert [each["id"] for each in reader("GET", "/your-games").json()["games"]] == [game.pk]
    assert stranger("GET", "/your-games").json()["games"] == []
    assert stranger("GET", f"/your-games/{game.pk}").status_code == 404


def test_one_more_than_the_limit_is_refused(writer, monkeypatch):
    monkeypatch.setattr(f"{create_within_limit.__module__}.MAX_GAMES", 1)
    assert writer("POST", "/your-games", starter().document).status_code == 201
    assert writer("POST", "/your-games", changed(starter(), title="More").document).status_code == 409
    assert CustomGame.objects.count() == 1
