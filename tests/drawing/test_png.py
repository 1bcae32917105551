"""Drawings as PNG."""

from io import BytesIO

from PIL import Image

from armybuilder.drawing.png import png_of


def test_a_drawing_is_as_wide_as_asked_and_has_our_letters() -> None:
    words = '<text y="8" font-size="9">Wide words</text>'
    svg = '<svg xmlns="http://www.w3.org/2000/svg" width="60" height="10">{}</svg>'
    drawn, empty = (Image.open(BytesIO(png_of(svg.format(content), 120))) for content in (words, ""))
    assert (drawn.format, drawn.size) == ("PNG", (120, 20))
    assert drawn.convert("RGBA").tobytes() != empty.convert("RGBA").tobytes()
