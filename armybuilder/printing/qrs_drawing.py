"""How the pieces of a quick-reference sheet are drawn: its bar, the titles of its sections, tables and lines."""

from __future__ import annotations

from armybuilder.drawing.lettering import POINT, Cut, fits, printable, width
from armybuilder.printing.blocks import LEADING, LineBlock, StackedBlock, TableBlock
from armybuilder.printing.card_drawing import line_element, table_element
from armybuilder.printing.drawn import Element, Ground, Letters, Part, lower, text_lines
from armybuilder.printing.paper import Box, Size
from armybuilder.printing.qrs import BAND_PAD, BAND_RISE, Band, SectionTitle
from rulesets.core.reference import Align

BAND_RADIUS = 1.4
BAND_LINE = 0.4
SECTION_POINTS = (14.0, 13.0, 12.0, 11.0, 10.0, 9.0, 8.0)
CONTINUED_POINTS = 9.0
NUMBER_POINTS = 12.0
NUMBER = 6.0
"""The side of a section number's ground."""
NUMBER_RADIUS = 1.2
NUMBER_GAP = 2.0


def band_element(band: Band, size: Size) -> Element:
    """The bar at a page's top."""
    room = size.width - 2 * BAND_PAD
    title, what = printable(band.title), printable(band.what)
    top = size.height - band.under
    head: tuple[Part, ...] = (Letters(BAND_PAD, 0, room, top, title, Cut.NARROW_STRONG, band.title_points, "on-band"),)
    if what:
        left = width(f"{title} ", Cut.NARROW_STRONG, band.title_points)
        down = lower(band.title_points, band.what_points)
        words = Letters(BAND_PAD + left, down, room - left, top, what, Cut.NARROW, band.what_points, "on-band")
        head = (*head, words)
    parts: list[Part] = [
        Ground(Box(0, 0, size.width, size.height), "band", "deep", BAND_LINE, BAND_RADIUS),
        Element("h1", head),
    ]
    if band.army:
        align = Align.LEFT if band.under else Align.RIGHT
        tall = band.points * POINT * LEADING if band.under else top
        y = top - BAND_RISE if band.under else 0
        parts.append(
            Element("p", text_lines(band.army, BAND_PAD, y, room, tall, Cut.NARROW, band.points, "on-band", align))
        )
    return Element("div", tuple(parts))


def section_element(section: SectionTitle, size: Size) -> Element:
    """A section's number and name."""
    title = printable(section.title)
    left = NUMBER + NUMBER_GAP
    more = "continued" if section.again else ""
    taken = width(f" {more}", Cut.NARROW, CONTINUED_POINTS) if more else 0.0
    room = size.width - left
    points = next(
        (step for step in SECTION_POINTS if fits(title, Cut.NARROW_STRONG, step, room - taken)), SECTION_POINTS[-1]
    )
    number = Letters(
        0, 0, NUMBER, NUMBER, str(section.number), Cut.NARROW_STRONG, NUMBER_POINTS, "on-band", Align.CENTRE
    )
    parts: list[Part] = [
        Ground(Box(0, 0, NUMBER, NUMBER), "band", "deep", BAND_LINE, NUMBER_RADIUS),
        number,
        Letters(left, 0, room, NUMBER, title, Cut.NARROW_STRONG, points, "deep"),
    ]
    if more:
        after = left + width(f"{title} ", Cut.NARROW_STRONG, points)
        down = lower(points, CONTINUED_POINTS)
        parts.append(Letters(after, down, size.width - after, NUMBER, more, Cut.NARROW, CONTINUED_POINTS, "deep"))
    return Element("h2", tuple(parts))


def sheet_table_element(block: TableBlock | StackedBlock, size: Size) -> Element:
    """A table, every other row on a pale ground."""
    return table_element(block, 0, 0, size.width, striped=True)


def sheet_line_element(block: LineBlock, size: Size) -> Element:
    """A term and what it means."""
    return line_element(block, 0, 0, size.width)
