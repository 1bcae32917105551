"""Templates at actual size, in parts where the paper is too small."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from armybuilder.printing.documents import templates as module
from armybuilder.printing.documents.context import templates_of
from armybuilder.printing.documents.templates import templates_parts
from armybuilder.printing.options import Turned
from armybuilder.printing.paper import Paper, Rectangle
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.cards import Token, TokenShape
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.printing.documents.making import ALONE, SHEETS, TRUE, Making
from tests.printing.pdf_reading import DrawnPage
from tests.printing.samples import demo

TOKENS = (
    Token("blast", "Blast", TokenShape.ROUND, 600, 1, "3″ radius"),
    Token("smoke", "Smoke", TokenShape.SQUARE, 200, 5, "smoke"),
    Token("huge", "Huge", TokenShape.ROUND, 900, 1, "4.5″ radius"),
)
LINE = 0.5


@pytest.fixture
def maker(pebbles: Any, printer: Printer) -> Making:
    return Making(templates_parts, pebbles, printer)


def outlines(pages: Sequence[DrawnPage], side: float) -> list[Rectangle]:
    """The outlines of that size, within their line."""
    inner = side - LINE
    boxes = (box for page in pages for box in page.boxes)
    return [box for box in boxes if abs(box.width - inner) <= TRUE and abs(box.height - inner) <= TRUE]


@pytest.mark.parametrize(("paper", "across"), SHEETS)
def test_templates_have_their_true_size_on_every_paper(
    maker: Making, monkeypatch: pytest.MonkeyPatch, paper: Paper, across: bool
) -> None:
    monkeypatch.setattr(module, "templates_of", lambda army: TOKENS)
    choices = replace(ALONE, paper=paper, turned=Turned.ACROSS if across else Turned.UPRIGHT)
    part = maker.part(choices)
    pages = maker.drawn(part)
    squares = outlines(pages, 50.8)
    assert len(squares) == 5
    for box in squares:
        assert min(box.x, box.y, choices.sheet.width - box.right, choices.sheet.height - box.bottom) >= 5
    for side in (152.4, 228.6):
        parts = [1 if side <= length else 2 for length in (choices.sheet.width - 16, choices.sheet.height - 19)]
        assert len(outlines(pages, side)) == parts[0] * parts[1]


def test_templates_stand_closer_where_that_saves_a_sheet(maker: Making, monkeypatch: pytest.MonkeyPatch) -> None:
    for count, distances in ((12, [3.0]), (15, [1.0]), (16, [3.0, 3.0])):
        tokens = (Token("smoke", "Smoke", TokenShape.SQUARE, 200, count),)
        monkeypatch.setattr(module, "templates_of", lambda army, tokens=tokens: tokens)
        pages = maker.drawn(maker.part(replace(ALONE, paper=Paper.LETTER)))
        found = [[box for box in page.boxes if abs(box.width - 50.3) <= TRUE] for page in pages]
        assert [round(page[1].x - page[0].right - LINE, 2) for page in found] == distances
        assert sum(map(len, found)) == count


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_templates_of_every_game_are_drawn_in_true_size(ruleset: AnyRuleset, paper: Paper, printer: Printer) -> None:
    army = demo(ruleset)
    tokens = templates_of(army)
    if not tokens:
        assert ruleset.slug in {"warstrike", "forum-combat"}
        return
    making = Making(templates_parts, ruleset, printer)
    part = making.part(replace(ALONE, paper=paper))
    drawn = making.drawn(part)
    assert [page.overflowing for page in making.laid_out(part)] == [()] * len(drawn)
    for token in tokens:
        alike = sum(other.count for other in tokens if other.size == token.size)
        assert len(outlines(drawn, token.size / 100 * 25.4)) == alike
