"""Charts as pictures for other sites: the same bars and columns as on the page, in the site's light colours."""

from typing import Final

from django.utils.safestring import SafeString

from armybuilder.drawing.charts import Bar, BarPiece, ChartColumn, draw, draw_side_by_side
from armybuilder.drawing.painting import (
    AVAILABLE_WIDTH,
    CUT,
    EDGE,
    WIDTH,
    Rectangle,
    Shape,
    TextLine,
    colours,
    cut_short,
    lines_of,
    picture,
    pixels,
    text_line,
)
from rulesets.core.calculators import Chart, SideBySide
from rulesets.core.tables import Tone

LETTERS: Final = 22
BAR: Final = 34
ROW: Final = 46
COLUMNS: Final = 240
PAINT: Final = {
    Tone.PLAIN: "accent-cobalt",
    Tone.GOOD: "ok",
    Tone.FAIR: "warn",
    Tone.BAD: "bad",
    Tone.MUTED: "muted",
    Tone.STRONG: "ink",
}


def _paint(tone: Tone) -> str:
    return colours()[PAINT[tone]]


def _share(text: str) -> float:
    """Convert a length of a page's drawing (``12.50%``) to a share of one."""
    return float(text.rstrip("%")) / 100


def chart_picture(chart: Chart | SideBySide) -> SafeString:
    """The chart, or charts beside each other, as an SVG with its title."""
    parts: list[Shape] = []
    y = _heading(parts, chart.title)
    if isinstance(chart, SideBySide):
        y = _divided(parts, chart, y)
    else:
        drawing = draw(chart)
        y = _columns(parts, drawing.columns, y) if drawing.columns else _bars(parts, drawing.bars, y)
        if drawing.mean:
            parts.append(text_line(EDGE, y + LETTERS, f"{drawing.mean} on average", CUT, LETTERS, colours()["muted"]))
            y += ROW
    ground = Rectangle(0, 0, WIDTH, y + EDGE / 2, colours()["sheet"])
    return picture(WIDTH, y + EDGE / 2, [ground, *parts])


def _heading(parts: list[Shape], title: str) -> float:
    y = float(EDGE)
    for line in lines_of(title, CUT, 30, AVAILABLE_WIDTH):
        y += 30
        parts.append(text_line(EDGE, y, line, CUT, 30, colours()["ink"]))
    return y + 18


def _bars(parts: list[Shape], bars: tuple[Bar, ...], y: float) -> float:
    left = EDGE + min(AVAILABLE_WIDTH / 3, max(pixels(bar.label, CUT, LETTERS) for bar in bars) + 14)
    long = WIDTH - EDGE - left
    for bar in bars:
        length, middle = _share(bar.length) * long, y + BAR / 2 + LETTERS / 3
        parts.append(
            text_line(EDGE, middle, cut_short(bar.label, CUT, LETTERS, left - EDGE - 10), CUT, LETTERS, _ink())
        )
        parts.append(Rectangle(left, y, long, BAR, colours()["line"]))
        parts.append(Rectangle(left, y, round(length, 2), BAR, _paint(bar.tone)))
        if bar.on_bar:
            fill, place, anchor = colours()["sheet"], left + length - 8, "end"
        else:
            fill, place, anchor = _ink(), left + length + 8, "start"
        label = f"{bar.chance} ({bar.exact})" if bar.exact not in ("", "0") and not bar.on_bar else bar.chance
        parts.append(text_line(place, middle, label, CUT, LETTERS, fill, anchor))
        y += ROW
    return y


def _ink() -> str:
    return colours()["ink"]


def _columns(parts: list[Shape], columns: tuple[ChartColumn, ...], y: float) -> float:
    for column in columns:
        left, wide = EDGE + _share(column.left) * AVAILABLE_WIDTH, _share(column.width) * AVAILABLE_WIDTH
        top, high = y + _share(column.top) * COLUMNS, _share(column.height) * COLUMNS
        parts.append(Rectangle(round(left, 2), round(top, 2), round(wide, 2), round(high, 2), _paint(column.tone)))
        middle = EDGE + _share(column.middle) * AVAILABLE_WIDTH
        parts.append(text_line(middle, y + COLUMNS + LETTERS + 4, column.label, CUT, LETTERS, _ink(), "middle"))
    return y + COLUMNS + ROW


def _divided(parts: list[Shape], compared: SideBySide, y: float) -> float:
    drawing = draw_side_by_side(compared)
    x = float(EDGE)
    for label, tone in drawing.legend:
        long = pixels(label, CUT, LETTERS) + 54
        if x + long > WIDTH - EDGE and x > EDGE:
            x, y = float(EDGE), y + LETTERS + 10
        parts.append(Rectangle(x, y, LETTERS, LETTERS, _paint(tone)))
        parts.append(text_line(x + LETTERS + 8, y + LETTERS - 4, label, CUT, LETTERS, _ink()))
        x += long
    y += LETTERS + 16
    for row in drawing.rows:
        parts.append(
            text_line(EDGE, y + LETTERS, cut_short(row.title, CUT, LETTERS, AVAILABLE_WIDTH), CUT, LETTERS, _ink())
        )
        y += LETTERS + 8
        for piece in row.pieces:
            parts += _piece(piece, y)
        y += ROW
    return y


def _piece(piece: BarPiece, y: float) -> tuple[Rectangle, TextLine]:
    left, wide = EDGE + _share(piece.left) * AVAILABLE_WIDTH, _share(piece.width) * AVAILABLE_WIDTH
    edge = colours()["sheet"]
    middle = y + BAR / 2 + LETTERS / 3
    chance = text_line(left + wide / 2, middle, piece.chance, CUT, LETTERS, edge, "middle")
    return Rectangle(round(left, 2), y, round(wide, 2), BAR, _paint(piece.tone), edge), chance
