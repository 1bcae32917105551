"""How a card's face and back are drawn: every line of text, box and picture in its place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate
from typing import Any

from armybuilder.drawing.lettering import POINT, Cut, lines, printable, split_lines
from armybuilder.printing.blocks import (
    CAPITALS,
    CELL_PAD,
    HEADING,
    HEADING_LEADING,
    LEADING,
    LINE_GAP,
    ROW_PAD,
    GridCell,
    LineBlock,
    StackedBlock,
    TableBlock,
    cut_of,
)
from armybuilder.printing.card_contents import STAT_PAD, Block, StatBlock
from armybuilder.printing.cards import (
    EDGE,
    FOOT,
    FRAME,
    PAD,
    PLATE,
    STRIP_LINE,
    STRIP_PAD,
    STRIP_POINTS,
    SYMBOL,
    TITLE_LEADING,
    CardBack,
    CardFace,
    photo_room,
    title_size,
)
from armybuilder.printing.drawn import (
    ORNAMENT,
    Element,
    Ground,
    Letters,
    Part,
    Strokes,
    Style,
    framed,
    picture,
    rule,
    run_on_lines,
    text_lines,
)
from armybuilder.printing.paper import Box, Size
from armybuilder.printing.tracks import BOX_LINE, Panel, TickBox
from rulesets.core.cards import SymbolSet
from rulesets.core.reference import Align, Line, Tone

RADIUS = 2.2
PLATE_RADIUS = 1.2
PLATE_EDGE = 0.95
BAND_LINE = 0.5
"""Under the band; what is left of it for those who save ink."""
BLEED = 2.0
BACK_EDGE = 3.6
BACK_FRAME = 0.4
PLATE_PAD = 2.4
LATTICE = 3.4
LATTICE_LINE = 0.18
RULE = 0.2
"""Under a table's row."""
CELL_TOP = 0.21
MARKED_LINE = 0.6
BOX_RADIUS = 0.8
TICK = 0.5
PHOTO_GAP = 1.3
"""Above and below a picture on a face."""


def capitals(
    text: str, x: float, y: float, room: float, ink: str = "muted", align: Align = Align.LEFT, tall: float = 0.0
) -> Letters:
    """A heading in capitals, a little apart, on one line."""
    high = tall or HEADING_LEADING
    return Letters(x, y, room, high, printable(text).upper(), Cut.NARROW_STRONG, HEADING, ink, align, spaced=True)


def stats_element(rows: Sequence[Sequence[Any]], points: float, pad: float, x: float, y: float) -> Element:
    """A statline: headings over large numbers, in one or more rows."""
    tall = points * POINT
    drawn = []
    for row in rows:
        lefts = list(accumulate((cell.width for cell in row), initial=x))
        heads = tuple(
            Element("th", (capitals(cell.heading, left, y, cell.width, align=Align.CENTRE),), "col")
            for cell, left in zip(row, lefts, strict=False)
        )
        below = y + HEADING_LEADING
        values = tuple(
            Element(
                "td",
                (
                    Letters(
                        left,
                        below,
                        cell.width,
                        tall,
                        printable(cell.value),
                        Cut.NARROW_HEAVY,
                        points,
                        "ink",
                        Align.CENTRE,
                    ),
                ),
            )
            for cell, left in zip(row, lefts, strict=False)
        )
        drawn += [Element("tr", heads), Element("tr", values)]
        y = below + tall + pad
    return Element("table", tuple(drawn))


def line_element(block: LineBlock, x: float, y: float, room: float) -> Element:
    """A term in strong letters, and after it what it means."""
    points = block.points
    bold, plain = Style(Cut.NARROW_STRONG, points, "deep"), Style(Cut.NARROW, points)
    term, text = block.line.term.strip(), block.line.text.strip()
    terms, texts = run_on_lines(term, bold, text, plain, x, y, room, points * POINT * LEADING)
    return Element("p", (*terms, *texts))


class _Table:
    """Draws the rows of a table from its top downwards."""

    def __init__(self, block: TableBlock | StackedBlock, x: float, y: float, room: float, *, striped: bool) -> None:
        self.block, self.x, self.y, self.room, self.striped = block, x, y, room, striped
        self.count = 0
        self.tall = block.points * POINT * LEADING
        self.lefts = list(accumulate(block.widths, initial=x))
        self.rows: list[Part] = []

    def headings(self) -> None:
        """The row of headings on a pale ground, standing on a strong line."""
        if not self.block.headings:
            return
        cells = [
            split_lines(printable(cell.text).upper(), Cut.NARROW_STRONG, HEADING * CAPITALS, wide - CELL_PAD)
            for cell, wide in zip(self.block.headings, self.block.widths, strict=True)
        ]
        most = max(len(cell) for cell in cells)
        high = most * HEADING_LEADING + ROW_PAD
        ink = "on-band" if self.striped else "deep"
        drawn: list[Part] = [
            Ground(Box(self.x, self.y, self.room, high - RULE), "band" if self.striped else "pale"),
            rule(self.x, self.y + high, self.room, "deep", RULE),
        ]
        for cell, words, left, wide in zip(self.block.headings, cells, self.lefts, self.block.widths, strict=False):
            top = self.y + CELL_TOP + (most - len(words)) * HEADING_LEADING
            letters = tuple(
                capitals(line, left + CELL_PAD / 2, top + n * HEADING_LEADING, wide - CELL_PAD, ink, cell.align)
                for n, line in enumerate(words)
                if line
            )
            drawn.append(Element("th", letters, "col"))
        self.rows.append(Element("thead", (Element("tr", tuple(drawn)),)))
        self.y += high

    def cells(self, row: Sequence[GridCell], *, named: bool) -> Element:
        """A row over a fine line; where it is ``named``, its first cell is the row's heading."""
        drawn: list[Part] = []
        most = 1
        for place, (cell, left, wide) in enumerate(zip(row, self.lefts, self.block.widths, strict=False)):
            cut = cut_of(place if named else 1, cell.tone)
            letters = text_lines(
                cell.text,
                left + CELL_PAD / 2,
                self.y + CELL_TOP,
                wide - CELL_PAD,
                self.tall,
                cut,
                self.block.points,
                "muted" if cell.tone is Tone.MUTED else "ink",
                cell.align,
            )
            most = max(most, len(letters))
            drawn.append(Element("th" if named and place == 0 else "td", letters, "row" if named and not place else ""))
        high = most * self.tall + ROW_PAD
        line = rule(self.x, self.y + high, self.room, "line", RULE)
        self.count += 1
        ground = (Ground(Box(self.x, self.y, self.room, high - RULE), "pale"),) if self._dark() else ()
        self.y += high
        return Element("tr", (*ground, *drawn, line))

    def _dark(self) -> bool:
        """Whether this row of a striped table has a ground."""
        return self.striped and self.count % 2 == 0


def table_element(
    block: TableBlock | StackedBlock, x: float, y: float, room: float, *, striped: bool = False
) -> Element:
    """A table with its caption above and its note below."""
    table = _Table(block, x, y, room, striped=striped)
    parts: list[Part] = []
    if block.caption:
        caption = text_lines(block.caption, x, y, room, table.tall, Cut.NARROW_STRONG, block.points, "deep")
        parts.append(Element("p", caption))
        table.y += len(caption) * table.tall
    table.headings()
    body: list[Part] = []
    if isinstance(block, StackedBlock):
        for row in block.rows:
            name = line_element(
                LineBlock(Line(row.name, row.text), block.points, 0.0), x + CELL_PAD / 2, table.y, room - CELL_PAD
            )
            taken = round((max(letters.y for letters in name.letters()) - table.y) / table.tall) + 1
            body.append(Element("tr", (Element("th", name.parts, "row"),)))
            table.y += taken * table.tall
            body.append(table.cells(row.cells, named=False))
    else:
        body += [table.cells(row, named=True) for row in block.rows]
    parts.append(Element("table", (*table.rows, Element("tbody", tuple(body)))))
    if block.note:
        note = text_lines(block.note, x, table.y + LINE_GAP, room, table.tall, Cut.NARROW, block.points)
        parts.append(Element("p", note))
    return Element("div", tuple(parts))


def panel_parts(panel: Panel, x: float, y: float) -> Iterator[Part]:
    """Tracks: their names, boxes to tick, and what happens at marked ones."""

    def moved(box: Box) -> Box:
        return Box(x + box.x, y + box.y, box.width, box.height)

    for words in panel.titles:
        box = moved(words.box)
        yield capitals(words.text, box.x, box.y, box.width, tall=box.height)
    for tick in panel.boxes:
        yield from _tick_parts(tick, moved(tick.box))
    for written in panel.rules:
        box = moved(written)
        yield rule(box.x, box.bottom, box.width, "ink", RULE)
    tall = panel.points * POINT * LEADING
    for words in panel.notes:
        box = moved(words.box)
        yield from text_lines(words.text, box.x, box.y, box.width, tall, Cut.NARROW, panel.points)


def _tick_parts(tick: TickBox, box: Box) -> Iterator[Part]:
    line, thick = ("deep", MARKED_LINE) if tick.marked else ("ink", BOX_LINE)
    yield Ground(box, "paper", line, thick, BOX_RADIUS)
    if tick.ticked:
        inset = 2 * BOX_LINE
        yield Strokes(((box.x + inset, box.bottom - inset, box.right - inset, box.y + inset),), "ink", TICK)
    if tick.text:
        text = printable(tick.text)
        yield Letters(box.x, box.y, box.width, box.height, text, Cut.NARROW_STRONG, HEADING, "faint", Align.CENTRE)


def face_element(face: CardFace, size: Size) -> Element:
    """Everything of a face in its place."""
    inner = Box(EDGE + FRAME, EDGE + FRAME, size.width - 2 * (EDGE + FRAME), size.height - 2 * (EDGE + FRAME))
    left = inner.x + PAD
    y = inner.y + face.band
    band = Box(face.frame.x, face.frame.y, face.frame.width, FRAME + face.band)
    parts: list[Part] = [Ground(band, "band", radius=RADIUS, upper=True)]
    if face.strip:
        parts.append(Ground(Box(inner.x, y, inner.width, face.strip), "pale"))
    parts += [rule(inner.x, y, inner.width, "deep", BAND_LINE), Ground(face.frame, "", "deep", FRAME, RADIUS)]
    parts += _band(face, inner)
    parts += _strip(face, left, y + STRIP_PAD)
    y += face.strip
    if face.photo:
        place = photo_room(size)
        parts += framed(face.photo, Box(left, y + PHOTO_GAP, place.width, place.height - PHOTO_GAP))
        y += place.height + PHOTO_GAP
    for spaced in face.blocks:
        y += spaced.gap
        parts.append(_block_element(spaced.block, left, y, face.text_width))
        y += spaced.block.height
    bottom = inner.bottom - FOOT
    if face.foot:
        tall = STRIP_POINTS * POINT * LEADING
        count = lines(face.foot, Cut.NARROW_STRONG, STRIP_POINTS, face.text_width)
        bottom -= count * tall
        text = text_lines(face.foot, left, bottom, face.text_width, tall, Cut.NARROW_STRONG, STRIP_POINTS, "deep")
        parts.append(Element("p", text))
        bottom -= FOOT
    if face.panel:
        parts.append(Element("p", tuple(panel_parts(face.panel, left, bottom - face.panel.height))))
    return Element("article", tuple(parts))


def _band(face: CardFace, inner: Box) -> Iterator[Part]:
    left, y = inner.x + PAD, inner.y + face.head_top
    tall = face.title_points * POINT * TITLE_LEADING
    title = text_lines(face.title, left, y, face.head_width, tall, Cut.NARROW_STRONG, face.title_points, "on-band")
    yield Element("h1", title)
    if face.subtitle:
        below = y + len(title) * tall
        tall = face.subtitle_points * POINT * LEADING
        yield Element(
            "p",
            text_lines(face.subtitle, left, below, face.head_width, tall, Cut.NARROW, face.subtitle_points, "on-band"),
        )
    if face.symbol:
        place = Box(inner.right - PLATE_EDGE - PLATE.width, inner.y + PLATE_EDGE, PLATE.width, PLATE.height)
        side, above = (PLATE.width - SYMBOL.width) / 2, (PLATE.height - SYMBOL.height) / 2
        room = Box(place.x + side, place.y + above, SYMBOL.width, SYMBOL.height)
        if face.symbol.set is SymbolSet.APP6:
            yield Ground(place, "paper", radius=PLATE_RADIUS)
            yield from picture(face.symbol, room)
        else:
            yield from picture(face.symbol, room, "on-band")


def _strip(face: CardFace, left: float, y: float) -> Iterator[Part]:
    if face.corner:
        text = text_lines(face.corner, left, y, face.corner_width, STRIP_LINE, Cut.NARROW_STRONG, STRIP_POINTS, "deep")
        yield Element("p", text)
    if face.tail:
        tail = text_lines(face.tail, left, y, face.text_width, STRIP_LINE, Cut.NARROW, STRIP_POINTS, align=Align.RIGHT)
        yield Element("p", tail)


def _block_element(block: Block, x: float, y: float, room: float) -> Element:
    if isinstance(block, StatBlock):
        return stats_element(block.rows, block.points, STAT_PAD, x, y)
    if isinstance(block, LineBlock):
        return line_element(block, x, y, room)
    return table_element(block, x, y, room)


def back_element(back: CardBack, size: Size) -> Element:
    """Everything of a back in its place; its ground goes beyond the cut, since printers turn paper inexactly."""
    wide, high = size.width, size.height
    field = Box(BACK_EDGE, BACK_EDGE, wide - 2 * BACK_EDGE, high - 2 * BACK_EDGE)
    parts: list[Part] = [
        Ground(Box(-BLEED, -BLEED, wide + 2 * BLEED, high + 2 * BLEED), "band"),
        Strokes(_lattice(field), "lattice", LATTICE_LINE),
        Ground(field, "", "on-band", BACK_FRAME, RADIUS),
    ]
    room = wide - 2 * (BACK_EDGE + 2 * PAD)
    points, count = title_size(back.game, room)
    tall = points * POINT * TITLE_LEADING
    below = STRIP_POINTS * POINT * LEADING
    army = lines(back.army, Cut.NARROW, STRIP_POINTS, room) if back.army else 0
    shown = photo_room(size)
    above = shown.height + PLATE_PAD if back.photo else 0.0
    plate_high = above + count * tall + army * below + 2 * PLATE_PAD
    plate = Box(BACK_EDGE, (high - plate_high) / 2, wide - 2 * BACK_EDGE, plate_high)
    left, top = (wide - room) / 2, plate.y + PLATE_PAD + above
    parts += [
        Ground(plate, "paper"),
        rule(plate.x, plate.y + BAND_LINE, plate.width, "on-band", BAND_LINE),
        rule(plate.x, plate.bottom, plate.width, "on-band", BAND_LINE),
        Element("p", text_lines(back.game, left, top, room, tall, Cut.NARROW_STRONG, points, "deep", Align.CENTRE)),
    ]
    parts += framed(back.photo, Box((wide - room) / 2, plate.y + PLATE_PAD, room, shown.height))
    if army:
        name = text_lines(
            back.army, left, top + count * tall, room, below, Cut.NARROW, STRIP_POINTS, "ink", Align.CENTRE
        )
        parts.append(Element("p", name))
    return Element(ORNAMENT, tuple(parts))


def _lattice(field: Box) -> tuple[tuple[float, float, float, float], ...]:
    """Lines at 45 degrees to both sides, from edge to edge of the field."""
    ends = []
    count = int((field.width + field.height) / LATTICE)
    start = (field.width + field.height - count * LATTICE) / 2
    for number in range(count + 1):
        along = start + number * LATTICE
        x1, y1 = max(0.0, along - field.height), min(along, field.height)
        x2, y2 = min(along, field.width), max(0.0, along - field.width)
        ends.append((field.x + x1, field.y + y1, field.x + x2, field.y + y2))
        ends.append((field.right - x1, field.y + y1, field.right - x2, field.y + y2))
    return tuple(ends)
