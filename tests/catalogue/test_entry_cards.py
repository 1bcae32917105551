"""Cards of catalogue entries."""

from dataclasses import replace

import pytest

from armybuilder.catalogue.entry_cards import card_of_entry
from rulesets.core.declarations.catalogue import Catalogue, Entry
from rulesets.core.ruleset import AnyRuleset
from tests.rulesets.described.games import games_with


@pytest.mark.parametrize("game", games_with(), ids=lambda game: game.slug)
def test_every_entry_has_a_card_with_its_numbers(game: AnyRuleset) -> None:
    for kind in game.kinds:
        for entry in game.catalogue.of_kind(kind.slug):
            drawn = card_of_entry(game, kind, entry, Catalogue())
            assert drawn.title
            assert drawn.stats or drawn.lines, entry.key


def test_an_own_entry_has_its_own_numbers_and_may_use_others(pebbles: AnyRuleset) -> None:
    kind, entry = pebbles.kind("stone"), pebbles.catalogue.of_kind("stone")[0]
    own = Entry("stone", "own", "Own stone", replace(entry.spec, weight=9))
    drawn = card_of_entry(pebbles, kind, own, Catalogue((own,)))
    assert [stat.value for stat in drawn.stats if stat.name == "Weight"] == ["9"]
