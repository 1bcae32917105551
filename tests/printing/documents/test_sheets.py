"""Pages of the quick reference."""

from __future__ import annotations

from typing import Any

import pytest

from armybuilder.printing.documents import document_of
from armybuilder.printing.documents.reference_pieces import Frame
from armybuilder.printing.options import Turned, TypeSize
from armybuilder.printing.paper import Paper
from rulesets.core.reference import Section
from rulesets.core.tables import table
from tests.printing.documents.test_quick_reference import ALONE, Sheets, sheets
from tests.printing.samples import demo, every_game, fresh_printer

__all__ = ["sheets"]


def test_columns_of_the_last_page_end_at_about_one_height(sheets: Sheets) -> None:
    rows = tuple(
        Section(f"s{n}", f"S{n}", (table("T", "A | B", [(f"row {i}", "x") for i in range(4)]),)) for n in range(12)
    )
    (layout,) = sheets.pages(rows)
    ends: dict[float, float] = {}
    for name, box in layout.measured.items():
        if name.startswith("head"):
            ends[box.x] = max(ends.get(box.x, 0.0), box.bottom)
    assert len(ends) == 2
    assert max(ends.values()) - min(ends.values()) < 40


@pytest.mark.parametrize(("paper", "turned", "size", "count"), [
    (Paper.A4, Turned.UPRIGHT, TypeSize.TEN, 2),
    (Paper.A4, Turned.ACROSS, TypeSize.TEN, 3),
    (Paper.A3, Turned.ACROSS, TypeSize.TEN, 4),
    (Paper.A5, Turned.UPRIGHT, TypeSize.TEN, 1),
    (Paper.A4, Turned.UPRIGHT, TypeSize.SIXTEEN, 1),
])  # fmt: skip
def test_columns_by_paper_and_type(paper: Paper, turned: Turned, size: TypeSize, count: int) -> None:
    frame = Frame.of(paper.turned(across=turned is Turned.ACROSS), size.points)
    assert frame.columns == count


@every_game
def test_few_layouts_are_needed(ruleset: Any) -> None:
    printer = fresh_printer()
    document_of(demo(ruleset), ALONE, printer)
    assert len(printer._results) <= 2 * ruleset.sheet_pages
