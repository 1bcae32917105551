"""Labels for bases: a top that anybody may read, and an underside for its owner, back to back."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from armybuilder.drawing.lettering import POINT, Cut, lines, width
from armybuilder.printing.document import Page, Placed, cuts
from armybuilder.printing.inks import shade
from armybuilder.printing.paper import Box, Edge, Grid, Size
from armybuilder.printing.sheets import cut_sheets, foot, under
from rulesets.core.cards import Label, Symbol

PAD = 1.5
TITLES = {1: (13.0, 12.0, 11.0, 10.0, 9.0, 8.5), 2: (9.5, 9.0, 8.5, 8.0, 7.5), 3: (8.0, 7.5, 7.0)}
"""Sizes of a title by the number of lines it takes, for a label one inch wide."""
TEXTS = (9.0, 8.5, 8.0, 7.5, 7.0)
INCH_WIDE = 25.4
LEADING = 1.1
CORNER = 3.4
SYMBOLS = (10.0, 9.0, 8.0, 7.0, 6.0)
"""Heights of the symbol."""
DISC = 0.72
"""A tinted top's disc, in parts of the label."""
CORNER_POINTS = 8.5
STAR = 4.2
FAKE = 9.0
FAKE_POINTS = 15.0
TOPS = (40.0, 34.0, 28.0, 24.0, 20.0, 16.0, 13.0, 11.0, 9.0, 8.0)


@dataclass(frozen=True, slots=True)
class Top:
    """What the opponent sees."""

    drawing: ClassVar = "label_top"
    text: str
    points: float
    shade: str
    tinted: bool
    size: Size

    @property
    def disc(self) -> Box:
        """The middle of the label, where a tinted one has a disc."""
        side = self.size.width * DISC
        return Box((self.size.width - side) / 2, (self.size.height - side) / 2, side, side)


@dataclass(frozen=True, slots=True)
class Underside:
    """What the owner looks up."""

    drawing: ClassVar = "label_underside"
    title: str
    title_points: float
    lines: tuple[str, ...]
    points: float
    corner: str
    symbol: Symbol | None
    symbol_room: Size
    star: bool
    fake: bool
    shade: str
    tinted: bool
    size: Size
    above: float

    @property
    def scale(self) -> float:
        """How much larger than one inch."""
        return self.size.width / INCH_WIDE

    @property
    def text_box(self) -> Box:
        """Symbol, title and lines."""
        pad = PAD * self.scale
        return Box(pad, self.above, self.size.width - 2 * pad, self.size.height - self.above)

    @property
    def corner_box(self) -> Box:
        """Bottom left."""
        pad, tall = PAD * self.scale, CORNER * self.scale
        return Box(pad, self.size.height - pad - tall, self.size.width - 2 * pad, tall)

    @property
    def corner_points(self) -> float:
        """The corner's size."""
        return CORNER_POINTS * self.scale

    @property
    def star_box(self) -> Box:
        """Bottom right."""
        pad, side = PAD * self.scale, STAR * self.scale
        return Box(self.size.width - pad - side, self.size.height - pad - side, side, side)

    @property
    def fake_box(self) -> Box:
        """A bar across the middle."""
        tall = FAKE * self.scale
        pad = PAD * self.scale
        return Box(pad, (self.size.height - tall) / 2, self.size.width - 2 * pad, tall)

    @property
    def fake_points(self) -> float:
        """The size of its word."""
        return FAKE_POINTS * self.scale


def label_top(label: Label, size: Size) -> Top:
    """The top, its text as large as it fits."""
    scale = size.width / INCH_WIDE
    room = size.width * DISC * 0.8
    points = next(
        (step * scale for step in TOPS if width(label.top, Cut.NARROW_HEAVY, step * scale) <= room), TOPS[-1] * scale
    )
    return Top(label.top, points, shade(label.tint), bool(label.tint), size)


def label_underside(label: Label, size: Size) -> Underside:
    """The underside, in the largest type and with the largest symbol that fit."""
    scale = size.width / INCH_WIDE
    room = size.width - 2 * PAD * scale
    space = size.height - 2 * PAD * scale - (CORNER * scale if label.corner or label.star else 0)
    face = _fitted(label, scale, room, space)
    return replace(face, size=size)


def _fitted(label: Label, scale: float, room: float, space: float) -> Underside:
    title, title_lines = _title(label.title, scale, room)
    for symbol in SYMBOLS if label.symbol else (0.0,):
        for points in TEXTS:
            text = points * scale
            count = sum(lines(line, Cut.NARROW, text, room) for line in label.lines)
            height = (title_lines * title + count * text) * POINT * LEADING + symbol * scale
            if height <= space or (points == TEXTS[-1] and symbol in (SYMBOLS[-1], 0.0)):
                return Underside(
                    label.title,
                    title,
                    label.lines,
                    text,
                    label.corner,
                    label.symbol,
                    Size(room, symbol * scale),
                    label.star,
                    label.fake,
                    shade(label.tint),
                    bool(label.tint),
                    Size(0, 0),
                    PAD * scale + max(0.0, (space - height) / 2),
                )
    raise AssertionError("the smallest sizes are always taken")


def _title(title: str, scale: float, room: float) -> tuple[float, int]:
    for count, sizes in TITLES.items():
        for size in sizes:
            if lines(title, Cut.NARROW_STRONG, size * scale, room) <= count:
                return size * scale, count
    smallest = TITLES[3][-1] * scale
    return smallest, lines(title, Cut.NARROW_STRONG, smallest, room)


def label_pages(labels: Sequence[Label], grid: Grid, edge: Edge | None, credit: str) -> Iterator[Page]:
    """Sheets of tops, each with its undersides behind it; on paper printed on one side, all undersides follow."""
    tops = list(cut_sheets(grid, Top.drawing, [label_top(label, grid.piece) for label in labels], "Label tops", credit))
    undersides = [label_underside(label, grid.piece) for label in labels]
    if edge is None:
        yield from tops
        yield from cut_sheets(grid, Underside.drawing, undersides, "Label undersides", credit)
        return
    for number, top in enumerate(tops):
        yield replace(top, title="Labels" if number == 0 else "")
        start = number * grid.count
        behind = undersides[start : start + grid.count]
        yield Page(
            grid.sheet,
            tuple(Placed(grid.back(place, edge), Underside.drawing, face) for place, face in enumerate(behind)),
            "",
            foot(
                grid.sheet,
                under(grid.sheet, grid.slot(grid.count - 1).bottom),
                credit,
                f"Label undersides {number + 1}/{len(tops)} · back of the sheet before",
            ),
            cuts(grid),
        )
