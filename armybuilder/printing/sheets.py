"""Pieces to cut out, laid on sheets: cards, and the margins of every page."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from armybuilder.printing.document import Page, Placed, cuts
from armybuilder.printing.paper import Box, Grid, Size

FOOT_HEIGHT = 3.4
FOOT_GAP = 1.6
FOOT_SIDE = 8.0
"""From the paper's side to the foot's text."""


def foot_box(sheet: Size, bottom: float) -> Box:
    """The line under what is printed: as far down as 4.5 mm from the paper's edge, where printers end."""
    top = max(bottom + FOOT_GAP, min(sheet.height - 10.0, bottom + 8.0))
    top = min(top, sheet.height - 4.0 - FOOT_HEIGHT + 0.8)
    return Box(FOOT_SIDE, top, sheet.width - 2 * FOOT_SIDE, FOOT_HEIGHT)


def cut_sheets(grid: Grid, drawing: str, pieces: Sequence[Any], title: str, foot: str) -> Iterator[Page]:
    """Sheets of pieces in reading order, with crop marks; the first starts the part called ``title``."""
    total = -(-len(pieces) // grid.count)
    bottom = grid.slot(grid.count - 1).bottom
    for number, start in enumerate(range(0, len(pieces), grid.count), 1):
        placed = tuple(
            Placed(grid.slot(place), drawing, piece) for place, piece in enumerate(pieces[start : start + grid.count])
        )
        yield Page(
            grid.sheet,
            placed,
            title if number == 1 else "",
            foot,
            f"{title} {number}/{total}",
            foot_box(grid.sheet, bottom),
            cuts(grid),
        )
