"""A unit's card as a picture for other sites, without the lines hidden from the opponent."""

from collections.abc import Callable, Iterator
from functools import partial
from math import inf
from typing import Final

from django.utils.safestring import SafeString

from armybuilder.drawing.painting import (
    AVAILABLE_WIDTH,
    CUT,
    EDGE,
    WIDTH,
    PlacedSymbol,
    Rectangle,
    Rule,
    Shape,
    colours,
    cut_short,
    lines_of,
    picture,
    pixels,
    text_line,
)
from armybuilder.drawing.symbols import Variant, symbol_svg
from rulesets.core.cards import Card
from rulesets.core.tables import Stat, Table
from rulesets.core.texts.rich_text import plain

SYMBOL: Final = 84
LETTERS: Final = 21
LINE: Final = 27
STAT: Final = 74


class _Page:
    """The elements drawn so far, and the height that they take."""

    def __init__(self) -> None:
        self.parts: list[Shape] = []
        self.y = 0.0
        self.paint = colours()

    def write(
        self,
        text: str,
        size: float = LETTERS,
        fill: str = "ink",
        x: float = EDGE,
        available_width: float = AVAILABLE_WIDTH,
    ) -> None:
        """Write a text, in as many lines as it needs."""
        for line in lines_of(text, CUT, size, available_width):
            self.y += size * 1.28
            self.parts.append(text_line(x, self.y, line, CUT, size, self.paint[fill]))


def card_picture(card: Card, accent: str, max_height: float = inf) -> SafeString:
    """The card as an SVG; ``accent`` is the game's colour. It ends before the first part beyond ``max_height``."""
    page = _Page()
    page.parts.append(Rectangle(0, 0, WIDTH, 12, page.paint[f"accent-{accent}"]))
    _head(page, card)
    for draw in _parts(page, card):
        drawn, y = len(page.parts), page.y
        draw()
        if page.y + EDGE > max_height:
            del page.parts[drawn:]
            page.y = y
            break
    height = page.y + EDGE
    frame = Rectangle(0, 0, WIDTH, height, page.paint["sheet"], page.paint["edge"], 4)
    return picture(WIDTH, height, [frame, *page.parts])


def _parts(page: _Page, card: Card) -> Iterator[Callable[[], None]]:
    """What draws the parts below the head, from top to bottom."""
    if card.stats:
        yield partial(_stats, page, card.stats)
    for table in card.tables:
        yield partial(_table, page, table)
    for line in (*card.lines, *card.back):
        if not line.secret:
            text = ": ".join(filter(None, (line.term, plain(line.text))))
            yield partial(page.write, text)
    for track in card.tracks:
        if track.printed:
            yield partial(_boxes, page, track.title, track.names or ("",) * track.boxes)
    if card.footer:
        yield partial(_footer, page, card.footer)


def _footer(page: _Page, text: str) -> None:
    page.y += 6
    page.write(text, 18, "muted")


def _head(page: _Page, card: Card) -> None:
    left, corner = EDGE, pixels(card.corner, CUT, 24)
    if card.symbol:
        svg = symbol_svg(card.symbol, Variant.FRIEND, named=False, width=SYMBOL)
        page.parts.append(PlacedSymbol(EDGE, 24, svg, page.paint["ink"]))
        left += SYMBOL + 16
    page.parts.append(text_line(WIDTH - EDGE, 50, card.corner, CUT, 24, page.paint["muted"], "end"))
    page.y = 16
    page.write(card.title, 36, x=left, available_width=WIDTH - EDGE - left - corner - 16)
    if card.subtitle:
        page.write(card.subtitle, 22, "muted", left, WIDTH - EDGE - left)
    page.y = max(page.y, 24 + SYMBOL if card.symbol else 0) + 14


def _stats(page: _Page, stats: tuple[Stat, ...]) -> None:
    wide = max(56.0, *(max(pixels(each.value, CUT, 28), pixels(each.heading, CUT, 17)) + 18 for each in stats))
    in_row = max(1, int(AVAILABLE_WIDTH // wide))
    for place, each in enumerate(stats):
        if place and place % in_row == 0:
            page.y += STAT
        x = EDGE + place % in_row * wide
        page.parts.append(
            Rectangle(x, page.y, min(wide, AVAILABLE_WIDTH) - 6, STAT - 8, page.paint["paper"], page.paint["line"])
        )
        middle, available_width = x + (wide - 6) / 2, AVAILABLE_WIDTH - 12
        heading, value = (
            cut_short(text, CUT, size, available_width) for text, size in ((each.heading, 17), (each.value, 28))
        )
        page.parts.append(text_line(middle, page.y + 22, heading, CUT, 17, page.paint["muted"], "middle"))
        page.parts.append(text_line(middle, page.y + 54, value, CUT, 28, page.paint["ink"], "middle"))
    page.y += STAT + 6


def _table(page: _Page, table: Table) -> None:
    """Draw a table whose columns share the width according to their contents; long texts are wrapped."""
    if table.title:
        page.write(table.title, 22, "muted")
    rows = [
        tuple(column.heading for column in table.columns),
        *(tuple(cell.text for cell in row) for row in table.rows),
    ]
    widest = [max(pixels(row[place], CUT, LETTERS) for row in rows) + 14 for place in range(len(table.columns))]
    scale = min(1.0, AVAILABLE_WIDTH / sum(widest)) if widest else 1.0
    for number, row in enumerate(rows):
        top, lowest, x = page.y, page.y, float(EDGE)
        for text, wide in zip(row, widest, strict=True):
            page.y = top
            page.write(text, LETTERS, "muted" if number == 0 else "ink", x, max(20.0, wide * scale - 10))
            lowest, x = max(lowest, page.y), x + wide * scale
        page.y = lowest + 4
        if number == 0:
            page.parts.append(Rule(EDGE, page.y, AVAILABLE_WIDTH, page.paint["line"]))
    if table.note:
        page.write(table.note, 18, "muted")
    page.y += 6


def _boxes(page: _Page, title: str, words: tuple[str, ...]) -> None:
    page.write(title)
    x, top = EDGE + pixels(title, CUT, LETTERS) + 12, page.y - LETTERS + 2
    for word in words:
        wide = max(LETTERS, pixels(word, CUT, 17) + 10)
        if x + wide > WIDTH - EDGE:
            x, top = float(EDGE), top + LINE
            page.y += LINE
        page.parts.append(Rectangle(x, top, wide, LETTERS, stroke=page.paint["ink"]))
        page.parts.append(text_line(x + wide / 2, top + 17, word, CUT, 17, page.paint["ink"], "middle"))
        x += wide + 6
