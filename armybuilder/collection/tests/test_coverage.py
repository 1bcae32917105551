"""What a visitor's models are enough for."""

import pytest
from lxml import html

from armybuilder.armies.examples import store_example
from armybuilder.collection import coverage as covering
from armybuilder.collection.coverage import Coverage, coverage
from armybuilder.collection.models import CollectionRow
from armybuilder.collection.shelf import Models
from tests.visitors import ALICE

FLINT, SLATE = ("stone", "flint"), ("stone", "slate")
MISSING = "/collection/pebbles/missing"


@pytest.mark.parametrize(
    ("needed", "missing", "sentence"),
    [
        (12, 0, "You have all 12 models."),
        (12, 3, "3 of 12 models are missing."),
        (12, 1, "1 of 12 models is missing."),
        (1, 0, "You have its only model."),
    ],
)
def test_a_sentence_says_how_many_models_are_there(needed, missing, sentence):
    assert Coverage("Shore", "your beach", "", needed, missing).sentence == sentence


@pytest.mark.django_db
def test_what_lacks_least_comes_first_and_only_so_many_are_listed(pebbles, army, monkeypatch):
    needs = {"Shore": {FLINT: 9}, "Cove": {FLINT: 5}, "Bay": {SLATE: 2}, "Sea": {}}
    armies = [(type(army)(name=name, ruleset="pebbles", pk=name), needed) for name, needed in needs.items()]

    def listed():
        return [(each.name, each.kind, each.missing) for each in coverage(pebbles, armies, {FLINT: Models(4)})]

    three, cove, shore = ("Three flints", "ready pile", 0), ("Cove", "your beach", 1), ("Shore", "your beach", 5)
    assert listed() == [three, cove, shore]
    monkeypatch.setattr(covering, "MAX_LISTED", 2)
    assert listed() == [three, cove]


@pytest.mark.django_db
def test_the_page_lists_armies_examples_and_ready_groups(alice, pebbles, make_army):
    def listed():
        page = html.fromstring(alice.get(MISSING).content)
        rows = page.xpath("//ul[@class='collection-coverage']/li")
        return [(" ".join(row.text_content().split()), row.xpath(".//a/@href")) for row in rows]

    example, _ = store_example(pebbles)
    assert listed() == [], "without models there is nothing to field"
    CollectionRow.objects.create(ruleset="pebbles", kind="stone", key="flint", count=3, claim_hash=ALICE.hash)
    ready: tuple[str, list[str]] = ("Three flints ready pile You have all 3 models.", [])
    small = ("Small beach example beach You have all 3 models.", [example.get_absolute_url()])
    assert listed() == [small, ready]
    cliff = make_army(2, 4, "Cliff")
    assert listed() == [small, ready, ("Cliff your beach 5 of 8 models are missing.", [cliff.get_absolute_url()])]
    page = html.fromstring(alice.get(MISSING).content)
    assert page.xpath("//a[text()='start a new beach']/@href") == ["/armies/new/pebbles"]


@pytest.mark.django_db
def test_others_see_nothing_of_an_army_or_a_collection(bob, make_army):
    make_army(1, 3, "Shore")
    CollectionRow.objects.create(ruleset="pebbles", kind="stone", key="flint", count=3, claim_hash=ALICE.hash)
    assert "What you could field" not in bob.get(MISSING).text
