"""Drawings as files."""

import base64
import re
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont
from PIL import Image

from armybuilder.drawing.picture_files import png_of, png_of_page, svg_file_of


def test_a_drawing_is_as_wide_as_asked_and_has_our_letters() -> None:
    words = '<text y="8" font-size="9">Wide words</text>'
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="10">{}</svg>'
    drawn, empty = (Image.open(BytesIO(png_of(svg.format(content), 120))) for content in (words, ""))
    assert (drawn.format, drawn.size) == ("PNG", (120, 20))
    assert drawn.convert("RGBA").tobytes() != empty.convert("RGBA").tobytes()


def test_each_page_of_a_pdf_is_a_picture_as_wide_as_asked() -> None:
    pdf, colours = BytesIO(), ("#ff0000", "#0000ff")
    first, second = (Image.new("RGB", (60, 90), colour) for colour in colours)
    first.save(pdf, "PDF", save_all=True, append_images=[second])
    for number, colour in enumerate(((255, 0, 0), (0, 0, 255))):
        picture = Image.open(BytesIO(png_of_page(pdf.getvalue(), 120, number)))
        assert (picture.format, picture.size) == ("PNG", (120, 180))
        middle = picture.convert("RGB").getpixel((60, 90))
        assert isinstance(middle, tuple)
        assert all(abs(a - b) < 4 for a, b in zip(middle, colour, strict=True))
    for missing in (-1, 2):
        with pytest.raises(IndexError, match="2 pages"):
            png_of_page(pdf.getvalue(), 120, missing)


def test_an_svg_file_carries_its_letters() -> None:
    for words, carried in (("Ridge", [True]), ("Żółw Ridge", [False, True])):
        drawn = f'<svg font-family="Barlow Condensed"><text>{words}</text></svg>'
        svg = svg_file_of(drawn)
        fonts = re.findall(r"src:url\(data:font/woff2;base64,([^)]+)\)", svg)
        known = [TTFont(BytesIO(base64.b64decode(font))).getBestCmap() for font in fonts]
        assert ["R" in map(chr, codes) for codes in known] == carried
        assert all(any(ord(letter) in codes for codes in known) for letter in words)
        assert re.sub("<style>.*</style>", "", svg) == drawn
    assert svg_file_of("<svg><text>1a</text></svg>") == "<svg><text>1a</text></svg>"
