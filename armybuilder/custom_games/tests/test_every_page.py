"""A published version on all pages and at the table, as any game: nothing there knows that it is described."""

from urllib.parse import urlsplit

import orjson
import pytest
from django.test import Client
from django.urls import reverse
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army, load_head
from armybuilder.custom_games.drafts import save_draft
from armybuilder.custom_games.models import GameVersion
from armybuilder.custom_games.tests.documents import changed
from armybuilder.custom_games.versions import publish
from armybuilder.custom_games.views import starter
from armybuilder.site.claims import Author
from rulesets.registry import get_ruleset
from tests.visitors import ALICE, BOB, browser_of

pytestmark = pytest.mark.django_db

OF_ALL_GAMES = ("/account/", "/guide", "/search/", "/theme", "/static/", "/openapi", "/api/v1/docs")


@pytest.fixture
def army(version: GameVersion) -> Army:
    """Alice's army of a version: its example."""
    game = get_ruleset(version.slug)
    return create_army(LoadedArmy(game, game.demo().with_ids()), "New army", Author(None, ALICE.hash))


@pytest.fixture
def match(alice: Client, army: Army) -> str:
    """The address of a game at the table that Alice began with it, without an opponent yet."""
    begun = alice.post(f"/{army.ruleset}/matches/new", {"own": army.pk, "opposing": "joins"})
    return str(begun["Location"])


def linked(client: Client, address: str) -> set[str]:
    """The addresses of this site on a page, without those that are the same for all games."""
    response = client.get(address)
    assert response.status_code < 400, f"{address}: {response.status_code}"
    if "text/html" not in response.get("Content-Type", "") or response.status_code != 200:
        return set()
    found = html.fromstring(response.text).xpath("//main//a/@href | //main//img/@src | //main//iframe/@src")
    parts = [urlsplit(each) for each in found]
    here = [each for each in parts if each.netloc in ("", "testserver") and each.path.startswith("/")]
    return {f"{each.path}?{each.query}".rstrip("?") for each in here if not each.path.startswith(OF_ALL_GAMES)}


def test_a_version_without_a_publisher_names_its_edition_alone(alice, custom_game):
    save_draft(custom_game, 1, changed(starter(), publisher="", edition="First edition"))
    version = publish(custom_game, 2)
    (edition,) = html.fromstring(alice.get(f"/{version.slug}/").text).xpath("//p[@class='overline']")
    assert edition.text_content() == "First edition"


@pytest.mark.parametrize("start", ["game", "army", "match"])
def test_every_link_on_pages_of_a_version_opens(alice, version, army, match, start):
    waiting = [{"game": f"/{version.slug}/", "army": army.get_absolute_url(), "match": match}[start]]
    names = (version.slug, army.pk, match)
    seen: set[str] = set()
    while waiting:
        address = waiting.pop()
        seen.add(address)
        new = {each for each in linked(alice, address) if any(name in each for name in names)}
        waiting += sorted(new - seen - {*waiting})
    assert len(seen) > 15


def test_an_army_is_started_built_and_checked(alice, version):
    created = alice.post(reverse("armies:new", args=[version.slug]), {"name": "Ours", "spec-points_limit": "90"})
    assert created.status_code == 302
    army = Army.objects.get(name="Ours")
    for number in (1, 2):
        added = alice.post(f"{army.get_absolute_url()}edits/add-template", {"head": number, "template": "patrol"})
        assert added.status_code == 302, added.text
    army.refresh_from_db()
    assert any("above its limit" in finding.message for finding in load_head(army).findings)
    assert "above its limit" in alice.get(army.get_absolute_url()).text


def test_lists_show_an_army_and_a_game_at_the_table_with_their_game(alice, army, match, version):
    armies, matches = (alice.get(reverse(name)).text for name in ("armies:list", "matches:list"))
    assert f'<option value="{version.slug}"' in armies
    assert f'<option value="{version.slug}"' in matches
    assert f">{version.slug}" not in armies + matches
    assert "Starter" in armies
    assert "Starter" in matches


def test_examples_of_versions_are_not_listed(alice, version):
    for visitor in (alice, Client()):
        assert version.slug not in visitor.get(reverse("armies:list")).text


def test_strangers_do_not_find_a_version(version):
    for path in ("/", "/search/?q=Starter", "/armies/", "/matches/", "/api/v1/games", "/api/v1/openapi.json"):
        assert version.slug not in Client().get(path).text


def test_an_army_file_of_a_version_is_read_again(alice, army, version):
    text = alice.get(reverse("interchange:format", args=[army.pk, "json"])).content
    response = browser_of(BOB).post("/armies/import", {"text": text.decode(), "store": "1"})
    assert response.status_code == 302
    copied = Army.objects.exclude(pk=army.pk).get(example=False)
    assert (copied.ruleset, load_head(copied).force.groups) == (version.slug, load_head(army).force.groups)


def test_two_phones_play(alice, match):
    page = html.fromstring(alice.post(f"{match}/seats", {"seat": "player"}, follow=True).text)
    invitation = urlsplit(page.xpath("//input[contains(@value, '/matches/join/')]/@value")[0]).path
    bob = browser_of(BOB)
    page = bob.post(invitation, {"army": ""}, follow=True)
    assert (page.status_code, page.redirect_chain) == (200, [(match, 302)])
    for number, event in enumerate(({"kind": "dice", "dice": 1, "faces": 6}, {"kind": "next", "turn": 1}), 1):
        body = orjson.dumps({"since": 0, "events": [{**event, "id": f"e{number}"}]})
        sent = alice.post(f"{match}/events", body, content_type="application/json").json()
        assert sent["results"] == [{"number": number}]
    assert bob.get(f"{match}/report").status_code == 200
