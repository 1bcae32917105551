"""A game's link: whoever has it builds armies with the versions and takes a copy; strangers find nothing."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from armybuilder.custom_games.drafts import GAMES, save_draft
from armybuilder.custom_games.models import CustomGame, WithdrawnGameLink
from armybuilder.custom_games.tests.documents import changed
from armybuilder.custom_games.versions import erase, publish
from armybuilder.custom_games.views import starter
from armybuilder.site import withdrawals
from tests.visitors import BOB, browser_of

pytestmark = pytest.mark.django_db


def token_now():
    """The token of the game's link; empty without one."""
    return CustomGame.objects.get().link_token


@pytest.fixture
def link(alice, custom_game, version):
    """The address of the link to Alice's game."""
    alice.post(f"{custom_game.get_absolute_url()}link", {"do": "new"})
    return f"/your-games/shared/{token_now()}"


def test_only_a_link_that_replaces_another_says_so(alice, custom_game, version):
    address = f"{custom_game.get_absolute_url()}link"
    assert "The older link no longer works." not in alice.post(address, {"do": "new"}, follow=True).text
    assert "The link is ready. The older link no longer works." in alice.post(address, {"do": "new"}, follow=True).text


def test_a_shared_game_is_listed_for_those_with_armies(alice, custom_game, link, version):
    bob = browser_of(BOB)
    build = f'action="/armies/new/{version.slug}"'
    assert build not in bob.get("/your-games/").text
    bob.post(f"/armies/new/{version.slug}", {"name": "Theirs"})
    page = bob.get("/your-games/").text
    assert "Other games you have armies for" in page
    assert build in page
    save_draft(custom_game, 1, changed(starter(), title="Lances"))
    newer = publish(custom_game, 2)
    assert newer.slug not in bob.get("/your-games/").text
    bob.post(f"/armies/new/{newer.slug}", {"name": "Newer"})
    page = bob.get("/your-games/").text
    assert (page.count('action="/armies/new/'), f'action="/armies/new/{newer.slug}"' in page) == (1, True)
    alice.post(f"/armies/new/{version.slug}", {"name": "Hers"})
    assert "Other games you have armies for" not in alice.get("/your-games/").text
    erase(custom_game)
    page = alice.get("/your-games/").text
    assert ("Other games you have armies for" in page, "by other players" in page) == (True, False)


def test_the_link_shows_all_versions_and_never_the_draft(custom_game, link):
    save_draft(custom_game, 1, changed(starter(), title="Lances"))
    publish(custom_game, 2)
    save_draft(custom_game, 2, changed(starter(), title="Not published"))
    page = browser_of(BOB).get(link)
    assert "Lances" in page.text
    assert "Version 1" in page.text
    assert "Version 2" in page.text
    assert "Not published" not in page.text
    assert page.headers["X-Robots-Tag"] == "noindex"


def test_whoever_has_the_link_builds_an_army(link, version):
    bob = browser_of(BOB)
    assert f"/armies/new/{version.slug}" in bob.get(link).text
    assert bob.post(f"/armies/new/{version.slug}", {"name": "Theirs"}).status_code == 302


def test_a_copy_is_a_game_of_the_visitor(custom_game, link, version):
    bob = browser_of(BOB)
    made = bob.post(link)
    copied = CustomGame.objects.exclude(pk=custom_game.pk).get()
    assert made["Location"] == copied.get_absolute_url()
    assert (copied.claim_hash, copied.published) == (BOB.hash, 0)
    draft = GAMES.load_head(copied)
    assert (draft.title, draft.problems) == ("Starter", ())
    assert version.slug not in draft.pretty
    assert bob.get(copied.get_absolute_url()).status_code == 200


def test_without_a_version_there_is_no_link(alice, custom_game):
    response = alice.post(f"{custom_game.get_absolute_url()}link", {"do": "new"})
    assert response.status_code == 422
    assert "Publish a version first" in alice.get(f"{custom_game.get_absolute_url()}link").text
    assert token_now() == ""


def test_a_withdrawn_link_says_so_and_can_be_restored(alice, custom_game, link):
    page = f"{custom_game.get_absolute_url()}link"
    alice.post(page, {"do": "withdraw"})
    assert Client().get(link).status_code == 410
    alice.post(page, {"do": "restore", "token": link.rpartition("/")[2]})
    assert Client().get(link).status_code == 200


def test_a_link_withdrawn_long_ago_stays_withdrawn(alice, custom_game, link):
    page = f"{custom_game.get_absolute_url()}link"
    alice.post(page, {"do": "withdraw"})
    WithdrawnGameLink.objects.update(withdrawn=timezone.now() - timedelta(days=2))
    assert alice.post(page, {"do": "restore", "token": link.rpartition("/")[2]}).status_code == 404
    assert Client().get(link).status_code == 410


def test_a_new_link_replaces_the_one_before(alice, custom_game, link):
    alice.post(f"{custom_game.get_absolute_url()}link", {"do": "new"})
    assert Client().get(link).status_code == 410
    assert Client().get(f"/your-games/shared/{token_now()}").status_code == 200


def test_only_so_many_withdrawn_links_are_remembered(alice, custom_game, link, monkeypatch):
    monkeypatch.setattr(withdrawals, "MAX_WITHDRAWN_LINKS", 2)
    for _ in range(4):
        alice.post(f"{custom_game.get_absolute_url()}link", {"do": "new"})
    assert WithdrawnGameLink.objects.count() == 2


def test_the_link_of_a_deleted_game_opens_nothing(alice, custom_game, link):
    alice.post(f"{custom_game.get_absolute_url()}delete")
    assert Client().get(link).status_code == 404
    assert Client().get("/your-games/shared/guessed").status_code == 404


def test_search_engines_are_told_to_leave_a_version_out(version):
    assert Client().get(f"/{version.slug}/").headers["X-Robots-Tag"] == "noindex"
    assert "X-Robots-Tag" not in Client().get("/").headers
