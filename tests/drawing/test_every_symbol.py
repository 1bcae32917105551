"""Whatever unit a game can be given, its symbol can be drawn."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armybuilder.drawing.symbols import Variant, drawing
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.ruleset import AnyRuleset
from tests.declared import values
from tests.rulesets.described.games import games_with


@pytest.mark.parametrize("game", games_with(), ids=lambda game: game.slug)
@settings(max_examples=150)
@given(data=st.data())
def test_every_unit_is_drawn(game: AnyRuleset, data: st.DataObject) -> None:
    unit: Unit[Any] = Unit("u2", data.draw(values(game.unit, game.catalogue)))
    group: Group[Any, Any] = Group("g1", "One", data.draw(values(game.group, game.catalogue)), (unit,))
    context = game.context(Force(game.slug, "Army", game.force(), (group,)))
    pictures = [game.row(unit, group, context).symbol, game.card(unit, group, context).symbol]
    pictures += [label.symbol for label in game.labels(context)]
    pictures += [side.symbol for token in game.tokens(context) for side in (token, token.back) if side]
    for symbol in pictures:
        if symbol is not None:
            assert symbol.text.strip()
            for variant in Variant:
                drawn = drawing(symbol.set, symbol.code, variant)
                assert drawn.body or drawn.path
