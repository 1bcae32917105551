"""Pieces of the quick reference."""

from dataclasses import replace
from typing import Any

from armybuilder.printing.paper import Paper
from rulesets.core.reference import Branch, Flow, FlowStep, Line, Section
from rulesets.core.tables import table
from tests.printing.documents.test_quick_reference import ALONE, FLOW, Sheets, sheets, texts
from tests.printing.reading import lost
from tests.printing.samples import LONG_NAME, SECTIONS, WORD

__all__ = ["sheets"]


def test_a_flow_chart_stands_above_the_columns_and_is_told_in_words(sheets: Sheets, tmp_path: Any) -> None:
    sections = (*SECTIONS[:2], Section("turn", "Turn", flow=FLOW, lines=(Line("a", "b"),)))
    (layout,) = sheets.pages(sections)
    assert min(box.y for name, box in layout.measured.items() if name.startswith("p-")) > 60
    content = sheets.batches[0].content
    assert "<title>Turn: 1 Ready? Yes: go to 2. No: go to 3. 2 Act. Then go to 1. 3 It ends.</title>" in content
    assert lost(sheets.pdf(tmp_path), texts(sections)) == []


def test_a_chart_too_large_for_the_paper_is_told_in_words(sheets: Sheets, tmp_path: Any) -> None:
    tall = Flow("Long", (*(FlowStep(f"s{n}", f"Step {n} of many.", 0, n, (Branch(f"s{n + 1}"),)) for n in range(40)),
                         FlowStep("s40", "The end.", 0, 40)))  # fmt: skip
    sections = (Section("long", "Long", flow=tall),)
    sheets.pages(sections)
    assert "<svg" not in sheets.batches[0].content
    assert lost(sheets.pdf(tmp_path), texts(sections)) == []


def test_names_of_rows_stay_on_one_line_where_there_is_room(sheets: Sheets) -> None:
    words = "it is heavy and inaccurate, and all who see it from above take cover or run "
    for title, times in (("Assault Rifle", 2), (LONG_NAME, 1)):
        sheets.pages((Section("a", "A", (table("Weapons", "Name | Notes", [(title, words * times)]),)),))
        assert ('"whole-names"' in sheets.batches[0].content) is (title != LONG_NAME)


def test_long_names_and_titles_wrap(sheets: Sheets, tmp_path: Any) -> None:
    sections = (Section("a", f"{LONG_NAME} {WORD}", lines=(Line(WORD, LONG_NAME), Line("b", "c"))),)
    for paper in Paper:
        pages = sheets.pages(sections, replace(ALONE, paper=paper), f"{LONG_NAME} and {WORD}")
        assert [page.overflowing for page in pages] == [()] * len(pages)
        assert lost(sheets.pdf(tmp_path), [*texts(sections), f"{LONG_NAME} and {WORD}"]) == []
