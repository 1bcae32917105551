"""Where labels, strips, markers, templates and rulers lie on paper, measured from one PDF of many sheets."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from armybuilder.printing.binding import printed
from armybuilder.printing.calibration import calibration_pages, crosses
from armybuilder.printing.choices import LabelSides, PrintChoices, Stock, Turned
from armybuilder.printing.document import Document, Page
from armybuilder.printing.inks import Ink
from armybuilder.printing.labels import label_pages, stock_pages
from armybuilder.printing.paper import Box, Edge, Grid, Mark, Paper, Size, centred_grid
from armybuilder.printing.pdf import to_pdf
from armybuilder.printing.sheets import foot_under
from armybuilder.printing.stocks import STOCKS, LabelStock
from armybuilder.printing.strips import strip_pages
from armybuilder.printing.templates import is_template, template_pages
from armybuilder.printing.tokens import token_pages
from rulesets.core.cards import Label, Shape, Token
from rulesets.core.ruleset import AnyRuleset
from tests.printing.pdf_reading import DrawnPage, read
from tests.printing.samples import demo, every_game

TRUE = 0.1
"""Millimetres that a piece may stray."""
DISC = Label("7", "FAKE", corner="1", fake=True, tint="olive")
SHEETS = [paper.turned(across=across) for paper in Paper for across in (False, True)]
NUDGE = (1.5, -0.7)


def drawn(pages: Sequence[Page]) -> list[DrawnPage]:
    document = Document("Places", "Places", tuple(pages), Ink.COLOUR, "olive")
    shown = read(printed(document, lambda part: to_pdf(part.html, part.css, tagged=part.tagged)))
    for page, one in zip(pages, shown, strict=True):
        assert (one.width, one.height) == pytest.approx((page.size.width, page.size.height), abs=TRUE)
    return shown


def disc_in(slot: Box, size: Size) -> Box:
    """The disc of a tinted top on a label that is not wide."""
    side = min(size.width, size.height) * 0.72
    return Box(slot.x + (size.width - side) / 2, slot.y + (size.height - side) / 2, side, side)


def has_line(page: DrawnPage, mark: Mark) -> bool:
    wanted = (mark.x1, mark.y1, mark.x2, mark.y2)
    return any(all(abs(a - b) <= TRUE for a, b in zip(line, wanted, strict=True)) for line in page.lines)


# --- stocks -------------------------------------------------------------------------------------------

every_stock = pytest.mark.parametrize("stock", STOCKS.values(), ids=lambda stock: stock.key)


@every_stock
def test_a_stock_lies_in_the_middle_of_its_sheet(stock: LabelStock) -> None:
    grid = stock.grid
    right = grid.left + (grid.columns - 1) * grid.across + grid.piece.width
    bottom = grid.top + (grid.rows - 1) * grid.down + grid.piece.height
    assert grid.sheet.width - right == pytest.approx(grid.left, abs=0.02)
    assert grid.sheet.height - bottom == pytest.approx(grid.top, abs=0.02)
    assert grid.across >= grid.piece.width
    assert grid.down >= grid.piece.height
    assert all(len(source) > 20 for source in stock.sources)


def test_the_usual_stocks_are_there() -> None:
    assert {"l7160", "l7651", "l7163", "l4732", "5160", "22805", "22806"} <= set(STOCKS)
    assert len(STOCKS) >= 17
    assert STOCKS["l7160"].label == "Avery L7160: 63.5 × 38.1 mm, 21 on A4"
    assert STOCKS["22805"].label == "Avery 22805: 1.5 × 1.5″, 24 on US Letter"
    assert not STOCKS["22805"].tried
    assert [stock.value for stock in Stock][2:] == list(STOCKS)


FREE = PrintChoices(
    labels=True,
    stock=Stock.GRID,
    label_width=4000,
    label_height=3000,
    grid_columns=4,
    grid_rows=8,
    grid_left=1111,
    grid_top=1222,
    grid_across=4567,
    grid_down=3210,
)


def test_labels_lie_on_every_stock_and_on_a_grid_of_ones_own() -> None:
    """Two sheets of each, the first of which begins at its third label; the second ends in its last."""
    grids = [*((stock.grid, stock.round) for stock in STOCKS.values()), (FREE.label_grid, False)]
    pages: list[Page] = []
    for grid, disc in grids:
        labels = [DISC] * (2 * grid.count - 2)
        pages += stock_pages(labels, grid, sides=LabelSides.TOPS, start=3, disc=disc)
    assert len(pages) == 2 * len(grids)
    for number, page in enumerate(drawn(pages)):
        grid, disc = grids[number // 2]
        first = 2 if number % 2 == 0 else 0
        assert sum(text == "7" for _, _, text in page.texts) == grid.count - first
        for place in {first, first + 1, grid.columns - 1, grid.count - 1} - set(range(first)):
            assert any(_is_middle(box, grid.slot(place)) for box in page.boxes), (grid, place)
        assert not page.lines


def _is_middle(box: Box, slot: Box) -> bool:
    return (
        abs(box.x + box.width / 2 - slot.x - slot.width / 2) <= TRUE
        and abs(box.y + box.height / 2 - slot.y - slot.height / 2) <= TRUE
        and box.height == pytest.approx(box.height)
        and box.height > slot.height * 0.3
    )


# --- plain paper --------------------------------------------------------------------------------------


def _label_sheets() -> Iterator[tuple[Grid, Edge, Page, Page]]:
    for sheet, edge in itertools.product(SHEETS, Edge):
        grid = centred_grid(sheet, Size(30.5, 27.0))
        grid = grid.holding(4)
        front, back = label_pages([DISC] * 3, grid, edge, "credit", start=2)
        yield grid, edge, front.nudged(*NUDGE), back.nudged(*NUDGE)


def test_backs_lie_behind_their_fronts_on_every_paper_and_a_nudge_moves_everything() -> None:
    sheets = list(_label_sheets())
    shown = iter(drawn([page for _, _, *pair in sheets for page in pair]))
    for grid, edge, front, back in sheets:
        top, under = next(shown), next(shown)
        assert (front.back, back.back) == (False, True)
        for place in (1, 2, 3):
            slot = grid.slot(place).moved(*NUDGE)
            assert top.has_box(disc_in(slot, grid.piece), TRUE)
            behind = grid.back(place, edge).moved(*NUDGE)
            middle = behind.x + behind.width / 2
            assert any(
                box.x <= middle <= box.right and abs((box.x + box.right) / 2 - middle) <= TRUE and box.height < 12
                for box in under.boxes
                if behind.y < box.y < behind.bottom
            )
        for page, lying in ((top, grid), (under, grid.behind(edge))):
            for mark in (*lying.ticks(), *lying.crosses()):
                assert has_line(page, mark.moved(*NUDGE))
        assert {grid.behind(edge).slot(place) for place in range(grid.count)} == {
            grid.back(place, edge) for place in range(grid.count)
        }


STRIPS = (Size(25.0, 5.0), Size(60.0, 3.0), Size(15.0, 20.0))
STRIP = Label("1", "Challenger 2", corner="1·3", star=True, tint="rust")


def test_strips_lie_where_they_are_cut() -> None:
    grids = [centred_grid(sheet, size) for sheet, size in itertools.product(SHEETS, STRIPS)]
    pages = [page for grid in grids for page in strip_pages([STRIP] * (grid.columns + 1), grid, "credit")]
    for grid, shown in zip(grids, drawn(pages), strict=True):
        for place in (0, grid.columns - 1, grid.columns):
            slot = grid.slot(place)
            assert any(
                abs(box.x - slot.x) <= TRUE and abs(box.y - slot.y) <= TRUE and abs(box.bottom - slot.bottom) <= TRUE
                for box in shown.boxes
            ), (grid, place)
        text = [(x, y) for x, y, said in shown.texts if "1·3" in said]
        assert len(text) == grid.columns + 1
        slots = [grid.slot(place) for place in range(grid.columns + 1)]
        names = [(x, y) for x, y, said in shown.texts if "Challenger" in said]
        assert len(names) == (grid.columns + 1 if grid.piece.width >= 25 else 0)
        for x, y in names:
            assert any(slot.x < x < slot.right and slot.y < y < slot.bottom for slot in slots)


TOKENS = (
    Token("d", "D-marker", Shape.ROUND, 60, 40, "D", "brick"),
    Token("s", "Stance", Shape.SQUARE, 75, 40, "hiding", "umber"),
    Token("blast", "Blast", Shape.ROUND, 600, 1, "3″ radius"),
    Token("smoke", "Smoke", Shape.SQUARE, 200, 5, "smoke"),
    Token("huge", "Huge", Shape.ROUND, 900, 1, "4.5″ radius"),
)


def test_markers_and_templates_have_their_true_size_on_every_paper() -> None:
    pages = [
        page
        for sheet in SHEETS
        for page in (*token_pages(TOKENS[:2], sheet, "credit"), *template_pages(TOKENS, sheet, "credit"))
    ]
    for page, shown in zip(pages, drawn(pages), strict=True):
        for placed in page.placed:
            assert placed.box.x >= 5
            assert placed.box.right <= page.size.width - 5
            assert placed.box.bottom <= page.size.height - 5
            if placed.drawing == "token" or (placed.content.whole and not placed.content.round):
                line = 0.0 if placed.drawing == "token" else 0.25
                box = placed.box
                inner = Box(box.x + line, box.y + line, box.width - 2 * line, box.height - 2 * line)
                assert shown.has_box(inner, TRUE), placed
    parts = [placed for page in pages for placed in page.placed if placed.drawing == "template"]
    for sheet in SHEETS:
        area = sum(
            placed.box.width * placed.box.height
            for page in pages
            if page.size == sheet
            for placed in page.placed
            if placed.drawing == "template" and placed.content.text == "4.5″ radius"
        )
        assert area == pytest.approx(228.6**2)
    assert {round(placed.content.side, 1) for placed in parts} == {152.4, 50.8, 228.6}


def test_rulers_and_crosses_of_the_calibration_page_are_true() -> None:
    pages = [page for sheet in SHEETS for page in calibration_pages(sheet, Edge.LONG)]
    for page, shown in zip(pages, drawn(pages), strict=True):
        for x, y in crosses(page.size):
            reach = 8.0 if not page.back else 5.0
            assert has_line(shown, Mark(x - reach, y, x + reach, y))
            assert has_line(shown, Mark(x, y - reach, x, y + reach))
        if not page.back:
            lengths = {round(abs(x2 - x1), 1) for x1, y1, x2, y2 in shown.lines if abs(y1 - y2) < 0.01}
            assert {100.0, 101.6} <= lengths


def test_paper_lying_across_is_turned() -> None:
    choices = PrintChoices(turned=Turned.ACROSS, paper=Paper.A5)
    assert choices.sheet == Size(210, 148)
    assert replace(choices, turned=Turned.UPRIGHT).sheet == Size(148, 210)


def test_no_foot_stands_on_a_crop_mark_beside_it() -> None:
    for sheet, piece in itertools.product(SHEETS, (Size(63.5, 88.9), Size(25.4, 25.4), Size(44.0, 68.0))):
        grid = centred_grid(sheet, piece)
        box = foot_under(grid, "credit", "1/1").box
        level = [mark for mark in grid.ticks() if mark.y1 == mark.y2]
        assert level
        for mark in level:
            apart = mark.x2 <= box.x or mark.x1 >= box.right or not box.y - 0.3 < mark.y1 < box.bottom
            assert apart or mark.y1 <= box.y - 1.5, (sheet, piece)


@every_game
@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
def test_templates_of_every_game_are_drawn_in_true_size(ruleset: AnyRuleset, paper: Paper) -> None:
    army = demo(ruleset)
    tokens = [token for token in ruleset.tokens(army.review) if is_template(token)]
    sheet = paper.turned(across=False)
    pages = list(template_pages(tokens, sheet, "credit"))
    for page, shown in zip(pages, drawn(pages), strict=True):
        assert page.foot is not None
        assert page.foot.box.y > sheet.height - 12
        for placed in page.placed:
            assert placed.content.whole
            side = placed.content.side
            assert side == placed.box.width == placed.box.height
            box = placed.box
            line = 0.25
            inner = Box(box.x + line, box.y + line, side - 2 * line, side - 2 * line)
            assert shown.has_box(inner, TRUE), placed
    sides = {round(placed.content.side / 25.4, 4) for page in pages for placed in page.placed}
    assert sides == {token.size / 100 for token in tokens}
