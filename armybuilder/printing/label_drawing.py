"""How both sides of a label are drawn: every line of text, box and picture in its place."""

from __future__ import annotations

from armybuilder.drawing.lettering import POINT, Cut
from armybuilder.printing.drawn import Area, Element, Ground, Letters, Part, picture, text_lines
from armybuilder.printing.labels import LEADING, Top, Underside
from armybuilder.printing.paper import Size
from rulesets.core.reference import Align

DISC_LINE = 0.6
BAR_LINE = 0.5
BAR_RADIUS = 1.5
STAR = (
    (5, 0.3),
    (6.4, 3.6),
    (9.9, 3.9),
    (7.2, 6.2),
    (8.1, 9.7),
    (5, 7.8),
    (1.9, 9.7),
    (2.8, 6.2),
    (0.1, 3.9),
    (3.6, 3.6),
)
"""The corners of a star in a square of ten."""


def top_element(top: Top, size: Size) -> Element:
    """The side that anybody may read."""
    parts: list[Part] = []
    if top.tinted:
        parts.append(Ground(top.disc, "band", "deep", DISC_LINE, top.disc.height / 2))
    if top.text:
        tall = top.points * POINT * LEADING
        ink = "on-band" if top.tinted else "ink"
        box = top.text_box
        parts.append(
            Element(
                "p",
                text_lines(top.text, box.x, box.y, box.width, tall, Cut.NARROW_HEAVY, top.points, ink, Align.CENTRE),
            )
        )
    return Element("div", tuple(parts))


def underside_element(under: Underside, size: Size) -> Element:
    """The side for the owner."""
    parts: list[Part] = []
    if under.fake:
        bar = under.fake_box
        parts += [
            Ground(bar, "", "ink", BAR_LINE, BAR_RADIUS, dashed=True),
            Element(
                "p",
                (
                    Letters(
                        bar.x,
                        bar.y,
                        bar.width,
                        bar.height,
                        under.title,
                        Cut.NARROW_HEAVY,
                        under.fake_points,
                        "ink",
                        Align.CENTRE,
                        spaced=True,
                    ),
                ),
            ),
        ]
    else:
        if under.symbol:
            parts += picture(under.symbol, under.symbol_box)
        parts += _texts(under)
    if under.corner:
        box = under.corner_box
        corner = Letters(
            box.x, box.y, box.width, box.height, under.corner, Cut.NARROW_STRONG, under.corner_points, "deep"
        )
        parts.append(Element("p", (corner,)))
    if under.star:
        box = under.star_box
        corners = tuple((box.x + x / 10 * box.width, box.y + y / 10 * box.height) for x, y in STAR)
        parts.append(Area(corners, "deep"))
    return Element("div", tuple(parts))


def _texts(under: Underside) -> list[Element]:
    box, y = under.text_box, under.text_box.y
    align = Align.LEFT if under.beside else Align.CENTRE
    found = []
    for text, cut, points in (
        (under.title, Cut.NARROW_STRONG, under.title_points),
        *((line, Cut.NARROW, under.points) for line in under.lines),
    ):
        tall = points * POINT * LEADING
        lines = text_lines(text, box.x, y, box.width, tall, cut, points, "ink", align)
        found.append(Element("p", lines))
        y += len(lines) * tall
    return found
