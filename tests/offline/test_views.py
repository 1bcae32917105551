"""The manifest, the icons, the worker, what a device could have, and the address that clears a browser."""

import struct
from dataclasses import replace

import pytest
from django.test import Client
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.site.claims import Author
from rulesets.registry import get_ruleset

pytestmark = pytest.mark.django_db


def test_the_manifest_names_pages_and_icons_that_there_are(client: Client) -> None:
    answer = client.get("/manifest.webmanifest")
    assert answer.headers["Content-Type"] == "application/manifest+json"
    manifest = answer.json()
    pages = [manifest["start_url"], *(each["url"] for each in manifest["shortcuts"])]
    assert [client.get(page).status_code for page in pages] == [200, 200, 200]
    for each in manifest["icons"][1:]:
        picture = client.get(each["src"]).content
        assert picture.startswith(b"\x89PNG")
        width, height = struct.unpack(">II", picture[16:24])
        assert each["sizes"] == f"{width}x{height}"
    assert client.get("/icon-333.png").status_code == 404


def test_every_page_names_the_manifest(client: Client) -> None:
    assert '<link rel="manifest" href="/manifest.webmanifest">' in client.get("/").text


def test_the_worker_is_fetched_again_each_time_and_may_run(client: Client) -> None:
    answer = client.get("/service-worker.js")
    assert answer.headers["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "worker-src 'self'" in answer.headers["Content-Security-Policy"]


def test_a_browser_can_be_told_to_forget_everything(client: Client) -> None:
    assert client.post("/offline/forget").headers["Clear-Site-Data"] == '"cache", "storage"'
    assert client.get("/offline/forget").status_code == 405


def test_the_armies_of_a_device_are_folded_but_for_the_latest(alice: Client, author: Author) -> None:
    game = get_ruleset("warstrike")
    for number in range(11):
        create_army(LoadedArmy(game, replace(game.new_force(), name=f"Army {number}")), "New", author)
    page = html.fromstring(alice.get("/device/").text)
    names = [f"Army {number}" for number in reversed(range(11))]
    assert page.xpath("//li[@data-kept]//a[contains(@href, '/armies/')]/text()") == names
    assert page.xpath("//details//li[@data-kept]//a[contains(@href, '/armies/')]/text()") == names[8:]
    assert page.xpath("//details[.//li[@data-kept]//a[contains(@href, '/armies/')]]/summary/text()") == ["3 more"]
