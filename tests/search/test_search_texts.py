"""What of each game can be found, and that it stands where the result leads."""

import re

import pytest
from lxml import html

from armybuilder.catalogue.loading import load_catalogue
from armybuilder.search.index import index_of
from armybuilder.search.scan import scan
from armybuilder.search.search_texts import texts_of
from rulesets.registry import all_rulesets
from tests.rulesets.sheets import complete_sheet

GAMES = [pytest.param(game, id=game.slug) for game in all_rulesets()]


def words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.casefold())


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_ruling_entry_calculator_and_section_is_there_once(game):
    texts = list(texts_of(game))
    entries = [entry for kind in game.kinds for entry in game.catalogue.of_kind(kind.slug)]
    assert [text.id for text in texts if text.kind == "Rule"] == list(game.rule_ids)
    assert [text.id for text in texts if text.kind == "Ruling"] == [ruling.id for ruling in game.rulings]
    assert [text.name for text in texts if text.kind == "Calculator"] == [each.title for each in game.calculators]
    assert [text.name for text in texts if text.kind == "Quick reference"] == [
        section.title for section in complete_sheet(game)
    ]
    kinds = {kind.title for kind in game.kinds}
    assert [text.name for text in texts if text.kind in kinds] == [entry.name for entry in entries]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_has_a_name_is_found_by_it(game):
    index = index_of(game.slug)
    for text in texts_of(game):
        called = text.id or text.name
        first = index.search(called).first[0]
        shown = "".join(piece for piece, _ in first.id or first.name)
        assert words(shown)[: len(words(called))] == words(called), called


@pytest.mark.parametrize("game", GAMES)
def test_a_title_of_the_reference_leads_to_rules_first(game):
    for section in complete_sheet(game):
        for found in (index_of(game.slug).search(section.title), scan(section.title, game.slug)):
            assert found.first[0].kind in ("Rule", "Ruling", "Quick reference"), section.title


@pytest.mark.django_db
@pytest.mark.parametrize("game", GAMES)
def test_a_result_leads_to_its_very_place(client, game):
    load_catalogue()
    places: dict[str, set[str]] = {}
    for text in texts_of(game):
        address, _, anchor = text.address.partition("#")
        places.setdefault(address, set()).add(anchor)
    for address, anchors in places.items():
        page = client.get(address)
        assert page.status_code == 200, address
        ids = set(html.fromstring(page.content.decode()).xpath("//@id"))
        assert anchors - {""} <= ids, address
