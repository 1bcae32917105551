"""Colours and badges of armies: there is a shade and an icon for each."""

from armybuilder.drawing.symbols import icon_names
from rulesets.core.cards import Tint
from rulesets.core.insignia import Badge, Colour


def test_every_colour_is_a_tint_and_without_one_the_usual_stays() -> None:
    assert [colour.tint("usual") for colour in Colour] == ["usual", *(tint.value for tint in Tint)]


def test_every_badge_is_an_icon_with_words() -> None:
    badges = [badge.symbol for badge in Badge]
    assert badges[0] is None
    assert all(symbol and symbol.code in icon_names() and symbol.text.startswith("Badge: ") for symbol in badges[1:])
