"""Rulers and crosses of the calibration page are true."""

from dataclasses import replace
from typing import Any

import pytest

from armybuilder.printing.documents.calibration import calibration_parts, crosses
from armybuilder.printing.options import Turned, Turning
from armybuilder.printing.paper import Hairline, Paper
from armybuilder.printing.rendering.printer import Printer
from tests.printing.documents.making import ALONE, SHEETS, Making, has_line


@pytest.mark.parametrize(("paper", "across"), SHEETS)
def test_rulers_and_crosses_are_true(pebbles: Any, printer: Printer, paper: Paper, across: bool) -> None:
    choices = replace(ALONE, paper=paper, turned=Turned.ACROSS if across else Turned.UPRIGHT)
    choices = replace(choices, nudge_right=15, nudge_down=-7, back_right=3)
    making = Making(calibration_parts, pebbles, printer)
    part = making.part(choices)
    assert [page.overflowing for page in making.laid_out(part)] == [(), ()]
    front, back = making.drawn(part)
    for drawn, reach, right in ((front, 8.0, 1.5), (back, 5.0, 1.8)):
        for x, y in crosses(choices.sheet):
            assert has_line(drawn, Hairline(x - reach, y, x + reach, y).moved(right, -0.7))
            assert has_line(drawn, Hairline(x, y - reach, x, y + reach).moved(right, -0.7))
    lengths = {round(abs(x2 - x1), 1) for x1, y1, x2, y2 in front.lines if abs(y1 - y2) < 0.01}
    assert {100.0, 101.6} <= lengths


def test_paper_printed_on_one_side_has_no_back(pebbles: Any, printer: Printer) -> None:
    making = Making(calibration_parts, pebbles, printer)
    assert [making.part(replace(ALONE, turning=turning)).duplex for turning in Turning] == [True, True, False]
    assert len(making.pages(replace(ALONE, turning=Turning.APART))) == 1
