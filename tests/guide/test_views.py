"""The guide: short pages whose links lead somewhere and whose pictures are there."""

import io
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import render_to_string
from django.urls import get_resolver
from django.utils.html import strip_tags
from lxml import html
from PIL import Image

from armybuilder.catalogue.loading import load_catalogue
from armybuilder.guide.pages import PAGES, PARTS_OF_THE_SITE
from rulesets.registry import all_rulesets

pytestmark = pytest.mark.django_db

MAX_WORDS = 250
ADDRESSES = ["/guide/", "/guide/all/", *(f"/guide/{slug}/" for slug in PAGES)]
ADDRESSES += [f"/{game.slug}/guide/" for game in all_rulesets()]


@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_answers_and_its_links_lead_somewhere(client, address):
    load_catalogue()
    answer = client.get(address)
    assert answer.status_code == 200
    page = html.fromstring(answer.content.decode())
    (main,) = page.xpath("//main")
    links = {urlsplit(link) for link in main.xpath(".//a/@href")}
    assert [link.geturl() for link in links if link.path and client.get(link.path).status_code >= 400] == []
    assert {link.fragment for link in links if link.fragment and not link.path} <= set(page.xpath("//@id"))


@pytest.mark.parametrize("page", PAGES.values(), ids=list(PAGES))
def test_a_page_is_short(page):
    words = re.findall(r"\w+", strip_tags("".join(map(render_to_string, page.templates))))
    assert 100 < len(words) <= MAX_WORDS


@pytest.mark.parametrize("page", [page for page in PAGES.values() if page.picture], ids=lambda page: page.slug)
def test_a_picture_is_there_in_its_size(client, page):
    for name in page.picture.files:
        found = finders.find(name)
        assert found, name
        with Image.open(io.BytesIO(Path(found).read_bytes())) as picture:
            assert picture.size == (page.picture.width, page.picture.height), name
    (shown,) = html.fromstring(client.get(f"/guide/{page.slug}/").content.decode()).xpath("//main//img")
    assert (shown.get("src"), shown.get("alt")) == (f"/static/{page.picture.files[0]}", page.picture.alt)


def test_the_guide_says_what_can_be_corrected(client):
    page = html.fromstring(client.get("/guide/playing/").content.decode())
    (log,) = [text for each in page.xpath("//main//p") if "the log" in (text := " ".join(each.text_content().split()))]
    assert log.endswith("you can undo a step, or correct it if both sides see its units.")


def test_every_page_but_the_last_has_a_picture():
    of_site = [page for page in PAGES.values() if not page.of_part]
    assert [page.slug for page in of_site if page.picture is None] == ["limits"]
    assert len(of_site) == 11


@pytest.mark.parametrize("game", [pytest.param(game, id=game.slug) for game in all_rulesets()])
def test_every_game_says_how_its_books_become_an_army(client, game):
    page = html.fromstring(client.get(f"/{game.slug}/guide/").content.decode())
    steps = [item.xpath("string(b)") for item in page.xpath("//ol[@class='guide-steps']/li")]
    assert steps == [*(step.term for step in game.from_the_books), "Look at the problems."]
    assert len(game.from_the_books) >= 4


def test_what_is_no_page_is_not_found(client):
    assert client.get("/guide/nonesuch/").status_code == 404


def test_every_part_of_the_site_leads_to_its_page(client, pebbles):
    assert PARTS_OF_THE_SITE.keys() <= set(get_resolver().namespace_dict)
    assert set(PARTS_OF_THE_SITE.values()) <= PAGES.keys()
    for address, slug in (("/pebbles/catalogue/", "catalogue"), ("/armies/", "first-army"), ("/matches/", "playing")):
        footer = html.fromstring(client.get(address).content.decode()).xpath("//footer//a/@href")
        assert footer == [f"/guide/{slug}/", "/guide/", "/device/", "/api/v1/"]
    assert html.fromstring(client.get("/").content.decode()).xpath("//footer//a/@href") == [
        "/guide/",
        "/device/",
        "/api/v1/",
    ]
    missing = client.get("/nonesuch/")
    assert missing.status_code == 404
    assert html.fromstring(missing.content.decode()).xpath("//footer//a/@href") == ["/guide/", "/device/", "/api/v1/"]


def test_the_guide_is_searched(client):
    found = html.fromstring(client.get("/search", {"q": "scissors and glue"}).content.decode())
    assert found.xpath("//ol[@class='search-list']//a/@href") == ["/guide/limits/"]


def test_a_form_to_start_an_army_is_not_kept(client, pebbles):
    answer = client.get("/pebbles/guide/")
    assert 'name="submission"' in answer.text
    assert "no-store" in answer["Cache-Control"]
