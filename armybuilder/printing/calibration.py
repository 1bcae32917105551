"""The calibration page: rulers and crosses at known places, and how to read the nudge of a printer off them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from armybuilder.printing.document import Page, Placed
from armybuilder.printing.paper import INCH, Box, Edge, Size

FROM_EDGE = 20.0
"""Each cross stands so far from two edges of the paper."""
ARM = 8.0
SCALE = 5.0
"""How far the back's scales reach to either side."""
SIGNS = ((-1, "−"), (1, "+"))
INSET = 34.0
RULER_GAP = 26.0


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure beside a mark."""

    x: float
    y: float
    text: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class Calibration:
    """Lines as an SVG path, fine ones apart, and figures; all in millimetres on the sheet."""

    drawing: ClassVar = "calibration"
    size: Size
    strong: str
    fine: str
    figures: tuple[Figure, ...]

    @property
    def view_box(self) -> str:
        """The SVG attribute of a drawing as large as the sheet."""
        return f"0 0 {self.size.width:g} {self.size.height:g}"


@dataclass(frozen=True, slots=True)
class Instructions:
    """A title and numbered steps."""

    drawing: ClassVar = "calibration_text"
    title: str
    steps: tuple[str, ...]


FRONT_STEPS = (
    "Print this page at 100 %, without “fit to page”, on both sides of one sheet.",
    "Measure the ruler: it should be 100 mm (or 4 inches) long. If it is not, the printer scales; look for its "
    "setting first.",
    "Measure from the paper's left edge to the upright line of the top left cross. Nudge to the right = 20 mm less "
    "what you measured.",
    "Measure from the paper's top edge to that cross's level line. Nudge down = 20 mm less what you measured.",
)
BACK_STEPS = (
    "Hold the sheet against the light with this side towards you: the front's crosses show through.",
    "Read where the front's upright line meets the level scale: that figure, sign included, is “Backs further right”.",
    "Read where the front's level line meets the upright scale: that figure is “Backs further down”.",
    "Write the figures under “This printer” and save the set-up; print this page once more to see it right.",
)


def crosses(sheet: Size) -> tuple[tuple[float, float], ...]:
    """The centres of the crosses."""
    return tuple((x, y) for y in (FROM_EDGE, sheet.height - FROM_EDGE) for x in (FROM_EDGE, sheet.width - FROM_EDGE))


def calibration_pages(sheet: Size, edge: Edge | None) -> Iterator[Page]:
    """Front and, for paper printed on both sides, back."""
    yield _page(sheet, _front(sheet), "Calibration page", FRONT_STEPS, "Calibration page")
    if edge is not None:
        back = _page(sheet, _back(sheet), "Calibration page, back", BACK_STEPS, "")
        yield Page(back.size, back.placed, back=True)


def _page(sheet: Size, figure: Calibration, title: str, steps: tuple[str, ...], bookmark: str) -> Page:
    wide = min(sheet.width - 2 * INSET, 120.0)
    box = Box((sheet.width - wide) / 2, sheet.height * 0.36 + RULER_GAP, wide, sheet.height * 0.45)
    whole = Box(0.0, 0.0, sheet.width, sheet.height)
    return Page(
        sheet,
        (Placed(whole, figure.drawing, figure), Placed(box, Instructions.drawing, Instructions(title, steps))),
        bookmark,
    )


def _line(x1: float, y1: float, x2: float, y2: float) -> str:
    return f"M{x1:.3f},{y1:.3f}L{x2:.3f},{y2:.3f}"


def _front(sheet: Size) -> Calibration:
    strong = [
        line for x, y in crosses(sheet) for line in (_line(x - ARM, y, x + ARM, y), _line(x, y - ARM, x, y + ARM))
    ]
    fine: list[str] = []
    figures = [Figure(x, y - ARM - 1.6, "20 mm") for x, y in crosses(sheet)]
    left, top = (sheet.width - 100) / 2, sheet.height * 0.24
    for mm in range(101):
        tall = 7.0 if mm % 10 == 0 else 5.0 if mm % 5 == 0 else 3.0
        (strong if mm % 10 == 0 else fine).append(_line(left + mm, top, left + mm, top - tall))
        if mm % 10 == 0:
            figures.append(Figure(left + mm, top - 8.2, str(mm)))
    strong.append(_line(left, top, left + 100, top))
    inches_left, inches_top = (sheet.width - 4 * INCH) / 2, top + 14
    for eighth in range(33):
        tall = 7.0 if eighth % 8 == 0 else 5.0 if eighth % 4 == 0 else 3.0
        x = inches_left + eighth * INCH / 8
        (strong if eighth % 8 == 0 else fine).append(_line(x, inches_top, x, inches_top + tall))
        if eighth % 8 == 0:
            figures.append(Figure(x, inches_top + 10.4, f"{eighth // 8}″"))
    strong.append(_line(inches_left, inches_top, inches_left + 4 * INCH, inches_top))
    return Calibration(sheet, "".join(strong), "".join(fine), tuple(figures))


def _back(sheet: Size) -> Calibration:
    strong: list[str] = []
    fine: list[str] = []
    figures: list[Figure] = []
    for x, y in crosses(sheet):
        strong += [_line(x - SCALE, y, x + SCALE, y), _line(x, y - SCALE, x, y + SCALE)]
        for half in range(-2 * int(SCALE), 2 * int(SCALE) + 1):
            off = half / 2
            tall = 2.4 if half % 10 == 0 else 1.6 if half % 2 == 0 else 0.8
            fine += [_line(x + off, y, x + off, y + tall), _line(x, y + off, x + tall, y + off)]
        # A figure says how far the back must go to meet what shows through there.
        figures += [Figure(x + sign * (SCALE + 2.6), y + 0.9, f"{mark}{SCALE:g}") for sign, mark in SIGNS]
        figures += [Figure(x, y + sign * (SCALE + 2.0) + 0.9, f"{mark}{SCALE:g}") for sign, mark in SIGNS]
    return Calibration(sheet, "".join(strong), "".join(fine), tuple(figures))
