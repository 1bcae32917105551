"""Drawings as files."""

import base64
import re
from io import BytesIO

from fontTools.ttLib import TTFont
from PIL import Image

from armybuilder.drawing.picture_files import png_of, svg_file_of


def test_a_drawing_is_as_wide_as_asked_and_has_our_letters() -> None:
    words = '<text y="8" font-size="9">Wide words</text>'
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="10">{}</svg>'
    drawn, empty = (Image.open(BytesIO(png_of(svg.format(content), 120))) for content in (words, ""))
    assert (drawn.format, drawn.size) == ("PNG", (120, 20))
    assert drawn.convert("RGBA").tobytes() != empty.convert("RGBA").tobytes()


def test_an_svg_file_carries_its_letters() -> None:
    for words, carried in (("Ridge", [True]), ("Żółw Ridge", [False, True])):
        drawn = f'<svg font-family="Barlow Condensed"><text>{words}</text></svg>'
        svg = svg_file_of(drawn)
        fonts = re.findall(r"src:url\(data:font/woff2;base64,([^)]+)\)", svg)
        known = [TTFont(BytesIO(base64.b64decode(font))).getBestCmap() for font in fonts]
        assert ["R" in map(chr, codes) for codes in known] == carried
        assert all(any(ord(letter) in codes for codes in known) for letter in words)
        assert "text{text-rendering:geometricPrecision}" in svg
        assert re.sub("<style>.*</style>", "", svg) == drawn
    assert svg_file_of("<svg><text>1a</text></svg>") == "<svg><text>1a</text></svg>"
