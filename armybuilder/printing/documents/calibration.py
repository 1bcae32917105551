"""The calibration page: rulers and crosses at known places, and how to read the nudge of a printer off them."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.printing.documents.context import PrintContext
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.geometry import box_css, properties_css, sheet_css
from armybuilder.printing.documents.sheets import path
from armybuilder.printing.paper import INCH, Hairline, Rectangle, Size
from armybuilder.printing.rendering import Batch

FROM_EDGE = 20.0
"""Distance of each cross from two edges of the paper."""
ARM = 8.0
SCALE = 5.0
"""How far the back's scales reach to either side."""
SIGNS = ((-1, "−"), (1, "+"))
STEPS_WIDTH = 120.0
STEPS_EDGE = 34.0
RULER_TOP, STEPS_TOP, STEPS_HEIGHT = 0.24, 0.36, 0.45
"""Fractions of the sheet's height."""
RULER_GAP = 26.0
FRONT_STEPS = (
    "Print this page at 100 %, without “fit to page”, on both sides of one sheet.",
    "Measure the ruler: it should be 100 mm (or 4 inches) long. If it is not, the printer is "
    "scaling the page: change that setting first.",
    "Measure from the paper’s left edge to the upright line of the top left cross. Nudge to the right = 20 mm less "
    "what you measured.",
    "Measure from the paper’s top edge to that cross’s level line. Nudge down = 20 mm less what you measured.",
)
BACK_STEPS = (
    "Hold the sheet up to the light with this side towards you: the front’s crosses show through.",
    "Read where the front’s upright line meets the level scale: that figure, sign included, is “Backs further right”.",
    "Read where the front’s level line meets the upright scale: that figure is “Backs further down”.",
    "Write the figures under “This printer” and save the set-up; print this page again to check it.",
)


@dataclass(frozen=True, slots=True)
class CalibrationLabel:
    """A number centred above a point."""

    x: float
    y: float
    text: str


@dataclass(frozen=True, slots=True)
class Figure:
    """Lines as SVG paths, fine ones apart, and labels; all in millimetres on the sheet."""

    size: Size
    strong: str
    fine: str
    labels: tuple[CalibrationLabel, ...]


def calibration_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """Front and, for paper printed on both sides, back."""
    options = printing.options
    sheet, duplex = options.sheet, options.turning.edge is not None
    front = _batch(printing, "calibration-front", _front(sheet), "Calibration page", FRONT_STEPS, options.nudge)
    back = _batch(printing, "calibration-back", _back(sheet), "Calibration page, back", BACK_STEPS, options.back_nudge)
    yield DocumentPart("Calibration page", (front, back) if duplex else (front,), duplex)


def _batch(
    printing: PrintContext, name: str, figure: Figure, title: str, steps: tuple[str, ...], nudge: tuple[float, float]
) -> Batch:
    sheet = figure.size
    wide = min(sheet.width - 2 * STEPS_EDGE, STEPS_WIDTH)
    top = sheet.height * STEPS_TOP + RULER_GAP
    box = Rectangle((sheet.width - wide) / 2, top, wide, sheet.height * STEPS_HEIGHT)
    properties = properties_css({"nudge-right": nudge[0], "nudge-down": nudge[1]})
    geometry = f"{sheet_css(name, sheet)}.{name}{{{properties}}}.{name} .steps{{{box_css(box)}}}"
    context = {"name": name, "figure": figure, "title": title, "steps": steps, "heading": name == "calibration-front"}
    return printing.format.batch("calibration", context, geometry, styles=("sheet", "calibration"))


def crosses(sheet: Size) -> tuple[tuple[float, float], ...]:
    """The centres of the crosses."""
    return tuple((x, y) for y in (FROM_EDGE, sheet.height - FROM_EDGE) for x in (FROM_EDGE, sheet.width - FROM_EDGE))


def _cross(x: float, y: float, arm: float) -> tuple[Hairline, Hairline]:
    return Hairline(x - arm, y, x + arm, y), Hairline(x, y - arm, x, y + arm)


def _front(sheet: Size) -> Figure:
    """Crosses, a ruler of 100 mm, and one of four inches."""
    strong = [line for x, y in crosses(sheet) for line in _cross(x, y, ARM)]
    labels = [CalibrationLabel(x, y - ARM - 1.6, "20 mm") for x, y in crosses(sheet)]
    fine: list[Hairline] = []
    middle, top = sheet.width / 2, sheet.height * RULER_TOP
    for y, count, step, large, small, side in ((top, 100, 1.0, 10, 5, -1), (top + 14, 32, INCH / 8, 8, 4, 1)):
        left = middle - count * step / 2
        strong.append(Hairline(left, y, left + count * step, y))
        for number in range(count + 1):
            x = left + number * step
            tall = 3.0 if number % small else 5.0 if number % large else 7.0
            (fine if number % large else strong).append(Hairline(x, y, x, y + side * tall))
            if number % large == 0:
                text = str(number) if side < 0 else f"{number // large}″"
                labels.append(CalibrationLabel(x, y + side * (9.3 + side * 1.1), text))
    return Figure(sheet, path(strong), path(fine), tuple(labels))


def _back(sheet: Size) -> Figure:
    """Crosses with scales, whose figures say how far the back must go to meet what shows through there."""
    strong = [line for x, y in crosses(sheet) for line in _cross(x, y, SCALE)]
    fine: list[Hairline] = []
    labels: list[CalibrationLabel] = []
    for x, y in crosses(sheet):
        for half in range(-2 * int(SCALE), 2 * int(SCALE) + 1):
            off = half / 2
            tall = 2.4 if half % 10 == 0 else 1.6 if half % 2 == 0 else 0.8
            fine += [Hairline(x + off, y, x + off, y + tall), Hairline(x, y + off, x + tall, y + off)]
        labels += [CalibrationLabel(x + sign * (SCALE + 2.6), y + 0.9, f"{mark}{SCALE:g}") for sign, mark in SIGNS]
        labels += [CalibrationLabel(x, y + sign * (SCALE + 2.0) + 0.9, f"{mark}{SCALE:g}") for sign, mark in SIGNS]
    return Figure(sheet, path(strong), path(fine), tuple(labels))
