"""How heavy the pages are."""

import gzip
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.catalogue.loading import load_catalogue
from armybuilder.claims import Author
from armybuilder.guide.pages import PAGES
from armybuilder.matches.creation import ChosenForce, begin_match
from armybuilder.sharing.links import create_link
from rulesets.core.force import add_group
from rulesets.registry import all_rulesets, get_ruleset
from tests.visitors import ALICE, browser_of

HEAVIEST = 150_000
"""Bytes, compressed, of a page with its styles, scripts, fonts and pictures."""

pytestmark = pytest.mark.django_db


def file_of(address):
    found = finders.find(address.removeprefix("/static/"))
    assert found is not None, address
    return Path(found).read_bytes()


@cache
def compressed(address):
    """The bytes of a file when it is compressed."""
    return len(gzip.compress(file_of(address)))


def weight(client, address):
    """The page, all styles, scripts and pictures it names, and every font for plain Latin letters."""
    shown = client.get(address)
    tree = html.fromstring(shown.content.decode())
    files = tree.xpath("//link[@rel='stylesheet' or @rel='modulepreload']/@href") + tree.xpath("//script/@src")
    pictures = tree.xpath("//img/@src[starts-with(., '/static/')]")
    fonts = re.findall(r"\.\./(vendor/[a-z0-9./-]*-latin-\d00-normal\.woff2)", file_of("css/fonts.css").decode())
    assert len(fonts) >= 3
    return (
        len(gzip.compress(shown.content))
        + sum(compressed(file) for file in files)
        + sum(len(file_of(file)) for file in (*fonts, *pictures))
    )


def test_pages_are_light(pebbles):
    load_catalogue()
    pages = ["/", "/pebbles/calculators/skipping/", "/search?q=cover", "/guide/", "/armies/", "/api/v1/"]
    pages += [reverse("guide:page", args=[page]) for page in PAGES]
    surveyed = next(game for game in all_rulesets() if game.surveyor)
    pages.append(f"/{surveyed.slug}/battlefield/?seed=7")
    for game in all_rulesets():
        army = create_army(LoadedArmy(game, game.demo()), "New army", Author(None, ALICE.hash))
        pages += [army.get_absolute_url(), create_link(army, frozen=True, notes=False).get_absolute_url()]
        pages += [f"/{game.slug}/{part}" for part in ("", "reference/", "rules/", "rulings/")]
        pages += [f"/{game.slug}/calculators/{calculator.slug}/" for calculator in game.calculators]
        pages += [f"/{game.slug}/catalogue/{kind.slug}/" for kind in game.kinds]
    browser = browser_of(ALICE)
    weights = {address: weight(browser, address) for address in pages}
    assert {address: bytes_ for address, bytes_ in weights.items() if bytes_ > HEAVIEST} == {}


def test_a_game_of_twice_240_stands_is_light():
    load_catalogue()
    game = get_ruleset("mbt2020")
    demo = game.demo()
    group = demo.groups[0]
    stands = tuple(replace(unit, id="") for unit in group.units)
    force = replace(demo, groups=())
    for number in range(240 // len(stands)):
        force = add_group(force, f"Group {number}", group.spec, stands)
    army = ChosenForce(LoadedArmy(game, force))
    match = begin_match(army, army, {}, Author(None, ALICE.hash))
    assert weight(browser_of(ALICE), match.get_absolute_url()) <= HEAVIEST
