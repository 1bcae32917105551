"""Whatever the texts of a described game hold is shown as it is: on pages, in exports, on paper and in pictures."""

import json
from typing import Any

import pytest
from django.test import Client
from lxml import html
from pypdfium2 import PdfDocument

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.revisions import create_army
from armybuilder.catalogue.loading import store_catalogue
from armybuilder.interchange.formats import FORMATS, read_any
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.site.claims import Author
from rulesets.core.ruleset import AnyRuleset
from rulesets.described.ruleset import from_document, read_game
from rulesets.registry import Provider, provide
from tests.printing.samples import EVERYTHING, PRINTER
from tests.rulesets.described.games import FOLDER

STRANGE = "<zz>&\"'\u202e"
"""Markup, quotes, and a mark that turns the direction of writing."""
LONG = frozenset({"about", "credit", "help", "sentence", "meaning", "question", "reason", "summary"})
"""Keys of texts that may have many letters, and get a word that fits in no narrow column."""
SHOWN = frozenset(
    {"label", "title", "plural", "about", "publisher", "credit", "help", "sentence", "term", "meaning", "action"}
    | {"lost", "out", "question", "reason", "summary", "chart", "edition", "cite"}
)
"""Keys of texts that are only shown."""


def strange(part: Any, key: str = "") -> Any:
    """The document with strange marks in each text that is only shown."""
    if isinstance(part, dict):
        return {name: strange(value, name) for name, value in part.items()}
    if isinstance(part, list):
        return [strange(value, key) for value in part]
    word = "Donaudampfschifffahrt" * 2 if key in LONG else ""
    return f"{part[:20]}{word}{STRANGE}" if isinstance(part, str) and part and key in SHOWN else part


def strange_game() -> AnyRuleset:
    document = strange(json.loads((FOLDER / "lanes.json").read_text("utf-8")))
    document["slug"] = "strange-lanes"
    for kind in document["kinds"]:
        lists = [n for n, field in enumerate(kind["fields"]) if field.get("type") == "list"]
        for row in kind["entries"]:
            row.setdefault("key", row["name"].lower().replace(" ", "-"))
            row["name"] = f"{row['name']}{STRANGE}"
            for n in lists:
                row["values"][n] = ", ".join(part.lower().replace(" ", "-") for part in row["values"][n].split(", "))
    for unit in (unit for group in document["ready"] for unit in group["units"]):
        for setting in unit["settings"]:
            setting["value"] = setting["value"].lower().replace("captain ", "")
    for field in document["unit"] + [field for odds in document["odds"] for field in odds["fields"]]:
        field["default"] = field.get("default", "").lower()
    rich = {"term": "Rich", "text": f"**b{STRANGE}** *i{STRANGE}*\n- {STRANGE}"}
    for lines in (document["sheet"][0].setdefault("lines", []), document["display"].setdefault("lines", [])):
        lines.append(rich)
    return from_document(read_game(document))


GAME = strange_game()
provide("strange-", Provider(lambda slug: GAME, lambda slugs: dict.fromkeys(slugs, GAME.title), lambda slug: {}))


def test_it_is_the_game_that_it_was_with_strange_texts() -> None:
    assert STRANGE in GAME.title
    assert STRANGE in GAME.kinds[0].title
    assert all(STRANGE in entry.name for entry in GAME.catalogue.entries)


@pytest.mark.django_db
def test_pages_show_strange_texts_as_they_are(alice: Client, author: Author) -> None:
    store_catalogue(GAME)
    army = create_army(LoadedArmy(GAME, GAME.demo()), f"Army {STRANGE}", author)
    builder = army.get_absolute_url()
    addresses = [f"/{GAME.slug}/{page}" for page in ("", "rules/", "rulings/", "reference/", "guide/")]
    addresses += [f"/{GAME.slug}/calculators/{each.slug}/" for each in GAME.calculators]
    addresses += [f"/{GAME.slug}/catalogue/{kind.slug}/" for kind in GAME.kinds]
    addresses += [builder, f"{builder}history", "/armies/"]
    for address in addresses:
        answer = alice.get(address)
        assert answer.status_code == 200, address
        page = html.fromstring(answer.content.decode())
        assert page.xpath("//zz") == [], address
        assert "<zz>" in page.text_content(), address


def test_complete_exports_with_strange_texts_are_read_again() -> None:
    force = GAME.demo().with_ids()
    for each in FORMATS:
        content = each.write(LoadedArmy(GAME, force))
        if each.complete:
            assert read_any(content, GAME).loaded.force == force, each.slug
        elif each.slug == "text":
            assert "<zz>" in content.decode()


def test_strange_texts_are_printed() -> None:
    """All parts of paper are laid out, and the name of a unit is on it as it is written."""
    pdf = print_pdf(document_of(LoadedArmy(GAME, GAME.demo().with_ids()), EVERYTHING, PRINTER), PRINTER)
    text = "".join(page.get_textpage().get_text_bounded() for page in PdfDocument(pdf))
    assert "Rangers<zz>" in text.replace(" ", "")
