"""What the inks change in print."""

import re

import pytest

from armybuilder.printing.colours import RULE, Ink, colours
from armybuilder.printing.rendering import STYLES
from rulesets.core.cards import Tint
from tests.test_tokens import contrast

WORDS_AND_GROUNDS = (("deep", "paper"), ("deep", "pale"), ("on-band", "band-ground"), ("ink", "pale"))
COLOUR = re.compile(r"#[0-9a-f]{3,6}|transparent|var\(--deep\)")


def test_inks_change_colours_and_take_no_room() -> None:
    """Why the words of most pieces need to be laid out in one ink alone."""
    other = []
    for style in sorted(STYLES.glob("*.css")):
        for selectors, body in RULE.findall(re.sub(r"/\*.*?\*/", "", style.read_text(), flags=re.DOTALL)):
            if ".ink-" in selectors:
                declarations = re.findall(r"([\w-]+)\s*:\s*((?:\"[^\"]*\"|[^;\"])+)", body)
                assert declarations
                other += [
                    (style.name, selectors.strip(), name)
                    for name, value in declarations
                    if not (name.startswith("--") and COLOUR.fullmatch(value.strip()))
                ]
    assert other == [("strips.css", ".ink-saver .strip .mark", "border-right")]


@pytest.mark.parametrize("ink", list(Ink))
@pytest.mark.parametrize("tint", list(Tint))
def test_words_can_be_read_on_every_colour_in_every_ink(tint: Tint, ink: Ink) -> None:
    shades = {name: whole(colour) for name, colour in colours(tint, ink).items()}
    assert [pair for pair in WORDS_AND_GROUNDS if contrast(shades[pair[0]], shades[pair[1]]) < 4.5] == []


def whole(colour: str) -> str:
    """A colour as ``#rrggbb``, paper where it is transparent."""
    colour = "#fff" if colour == "transparent" else colour
    return f"#{''.join(letter * 2 for letter in colour[1:])}" if len(colour) == 4 else colour
