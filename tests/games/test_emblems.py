"""Symbols that stand for a game."""

import pytest

from armybuilder.games.emblems import MAX_EMBLEMS, emblems
from rulesets.core.ruleset import AnyRuleset
from tests.rulesets.described.games import games_with


@pytest.mark.parametrize("game", games_with(), ids=lambda game: game.slug)
def test_a_game_shows_a_few_different_symbols_of_its_example(game: AnyRuleset) -> None:
    force = game.demo()
    context = game.context(force)
    rows = [game.row(unit, group, context).symbol for group, unit in force.units()]
    expected = list(dict.fromkeys(symbol for symbol in rows if symbol is not None))[:MAX_EMBLEMS]
    assert list(emblems(game)) == expected
    assert expected != []
