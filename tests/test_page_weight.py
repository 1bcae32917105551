"""How heavy the pages are."""

import gzip
import re
from dataclasses import replace
from functools import cache
from pathlib import Path

import brotli
import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse
from lxml import html

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.catalogue.loading import load_catalogue
from armybuilder.guide.pages import PAGES
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.sharing.links import create_link
from armybuilder.site.claims import Author
from armybuilder.site.staticfiles import without_comments
from rulesets.core.forces.force import add_group
from rulesets.registry import all_rulesets, get_ruleset
from tests.visitors import ALICE, browser_of

HEAVIEST = 151_000
"""Bytes, compressed, of a page with its styles, scripts, fonts and pictures, and those of its frames."""
HEAVIEST_GAME = 152_000
"""The same of a game at the table, whose script is many modules with headers each, without those of its engagements."""
HEAVIEST_PRINT = 157_000
"""The same of the page that prints an army, whose frame shows the roster with its key and its columns of weapons."""
HEAD = 460
"""Bytes of the headers of a static file, about."""

pytestmark = pytest.mark.django_db


def file_of(address):
    found = finders.find(address.removeprefix("/static/"))
    assert found is not None, address
    return Path(found).read_bytes()


@cache
def compressed(address):
    """The bytes of a file as the site sends it to browsers of today, fonts and pictures as they are."""
    file = file_of(address)
    if "/js/" in address:
        file = without_comments(file)
    return len(brotli.compress(file)) if address.endswith((".css", ".js", ".mjs", ".svg")) else len(file)


def loaded(client, address):
    """The bytes of a page and of its frames, without the files that they name, and these files."""
    shown = client.get(address)
    tree = html.fromstring(shown.content.decode())
    for later in tree.xpath("//template"):
        later.clear()
    files = set(tree.xpath("//link[@rel='stylesheet' or @rel='modulepreload']/@href | //script/@src"))
    # Lazy pictures are fetched when they come near.
    files |= set(tree.xpath("//img[not(@loading='lazy')]/@src"))
    size = len(gzip.compress(shown.content)) + 2 * HEAD
    for frame in tree.xpath("//iframe/@src"):
        inner, named = loaded(client, frame)
        size, files = size + inner, files | named
    return size, files


def weight(client, address):
    """The page, all styles, scripts and pictures it names, and the fonts for plain Latin letters of its styles."""
    size, files = loaded(client, address)
    for style in [file for file in files if file.startswith("/static/") and file.endswith(".css")]:
        words = file_of(style).decode()
        files |= {f"/static/{font}" for font in re.findall(r"vendor/[a-z0-9./-]*-latin-\d00-normal\.woff2", words)}
    own = [file for file in files if not file.startswith(("/static/", "data:"))]
    size += sum(len(gzip.compress(client.get(file).content)) + 2 * HEAD for file in own)
    return size + sum(HEAD + compressed(file) for file in files if file.startswith("/static/"))


def test_pages_are_light(pebbles):
    load_catalogue()
    addresses = ["/", "/pebbles/calculators/skipping/", "/search?q=cover", "/guide/", "/armies/", "/api/v1/"]
    addresses += [reverse("guide:page", args=[page]) for page in PAGES]
    surveyed = next(game for game in all_rulesets() if game.surveyor)
    addresses.append(f"/{surveyed.slug}/battlefield/?seed=7")
    for game in all_rulesets():
        army = create_army(LoadedArmy(game, game.demo()), "New army", Author(None, ALICE.hash))
        addresses += [army.get_absolute_url(), create_link(army, frozen=True, notes=False).get_absolute_url()]
        addresses += [f"/{game.slug}/{part}" for part in ("", "reference/", "rules/", "rulings/")]
        addresses += [f"/{game.slug}/calculators/{calculator.slug}/" for calculator in game.calculators]
        addresses += [f"/{game.slug}/catalogue/{kind.slug}/" for kind in game.kinds]
        addresses.append(f"{army.get_absolute_url()}print/")
    browser = browser_of(ALICE)
    weights = {address: weight(browser, address) for address in addresses}

    def limit(address):
        return HEAVIEST_PRINT if address.endswith("/print/") else HEAVIEST

    assert {address: bytes_ for address, bytes_ in weights.items() if bytes_ > limit(address)} == {}


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
    assert weight(browser_of(ALICE), match.get_absolute_url()) <= HEAVIEST_GAME
