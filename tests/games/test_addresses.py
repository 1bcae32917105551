import re

import pytest

from armybuilder.games.addresses import GameConverter
from rulesets.registry import all_rulesets

CONVERTER = GameConverter()


def test_a_game_stands_in_an_address_by_its_slug() -> None:
    for game in all_rulesets():
        assert re.fullmatch(CONVERTER.regex, game.slug)
        assert CONVERTER.to_python(game.slug) is game
        assert CONVERTER.to_url(game) == CONVERTER.to_url(game.slug) == game.slug


def test_what_is_no_game_does_not_fit() -> None:
    with pytest.raises(ValueError, match=r"^no game has the slug 'chess'$"):
        CONVERTER.to_python("chess")
    assert [text for text in ("-x", "A", "a b", "") if re.fullmatch(CONVERTER.regex, text)] == []
