"""A battle on paper: its map as large as the sheet allows, and a token for every piece."""

import itertools
import json
import re
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from armybuilder.desk import map_sheet
from armybuilder.desk.board import KILLED
from armybuilder.desk.files import read_battle, write_battle
from armybuilder.desk.map_sheet import MapPrint, Sheets, Squares, battle_document, poster_tiling, token_size
from armybuilder.desk.revisions import State
from armybuilder.desk.tests.conftest import DESK, GAME
from armybuilder.drawing.picture_files import size_of
from armybuilder.printing.documents import print_pdf
from armybuilder.printing.documents.context import NothingToPrint
from armybuilder.printing.documents.document import Document
from armybuilder.printing.paper import INCH, MapPaper, Rectangle, Size
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.cards import Ink
from rulesets.core.desk import Board
from tests.printing.pdf_reading import read
from tests.printing.structure import faults

TRUE = 0.1
"""Millimetres that a map may stray."""
MARGIN = 28
"""Units around the squares of a drawing."""
LONG = "A battle whose name is as long as a name may be " * 3


@pytest.fixture(scope="module")
def fought() -> State:
    """A battle in which one has fallen."""
    plain = json.loads(write_battle(GAME, DESK.demo()))
    plain["battle"]["start"]["squads"][0]["pieces"][0]["hp"] = -60
    return read_battle(GAME, json.dumps(plain))


@pytest.fixture
def sheets(fought: State, printer: Printer) -> Callable[..., Document]:
    """What is printed of it."""

    def made(name: str = "Ridge", **wanted: Any) -> Document:
        return battle_document(GAME, fought, name, MapPrint(**wanted), printer)

    return made


@pytest.mark.parametrize(("paper", "ink"), list(itertools.product(MapPaper, Ink)))
def test_the_map_is_as_large_as_the_sheet_allows(
    sheets: Callable[..., Document], fought: State, printer: Printer, paper: MapPaper, ink: Ink
) -> None:
    document = sheets(paper=paper, ink=ink)
    (laid,) = printer.rendered(document.batches)
    wide, high = size_of(DESK.draw(fought, True, ink, ()))
    across, down = paper.size.height, paper.size.width  # this map is wider than it is high
    box = laid.measured["map"]
    assert box.width / box.height == pytest.approx(wide / high, rel=1e-3)
    assert max(box.width - (across - 16), box.height - (down - 18)) == pytest.approx(0, abs=TRUE)
    assert box.x + box.width / 2 == pytest.approx(across / 2, abs=TRUE)
    (drawn,) = read(print_pdf(document, printer))
    assert (drawn.width, drawn.height) == pytest.approx((across, down), abs=TRUE)
    assert drawn.has_box(Rectangle(box.x, box.y, box.width, box.height), TRUE)  # the picture's own ground
    assert faults(print_pdf(document, printer)) == []


def test_pieces_are_on_the_map_or_not(sheets: Callable[..., Document], fought: State) -> None:
    with_pieces, bare = (sheets(sheets=wanted).batches[0].content for wanted in (Sheets.PIECES, Sheets.BARE))
    assert DESK.draw(fought, True, Ink.COLOUR, ()) in with_pieces
    assert DESK.draw(fought, False, Ink.COLOUR, ()) in bare
    assert with_pieces != bare


@pytest.mark.parametrize("paper", MapPaper)
def test_every_piece_that_is_there_has_a_token(
    sheets: Callable[..., Document], fought: State, printer: Printer, paper: MapPaper
) -> None:
    document = sheets(sheets=Sheets.TOKENS, paper=paper)
    assert [part.title for part in document.parts] == ["Map", "Markers"]
    pieces = DESK.board(fought).pieces
    assert any(piece.state == KILLED for piece in pieces)
    laid = printer.rendered(document.parts[1].batches)
    assert [each.overflowing for each in laid] == [()] * len(laid)
    boxes = [box for each in laid for box in each.measured.values()]
    (shown,) = printer.rendered(document.parts[0].batches)
    tile = shown.measured["map"].width / size_of(DESK.draw(fought, False, Ink.COLOUR, ()))[0] * DESK.tile
    wanted = token_size(tile) / 100 * INCH
    assert wanted <= tile
    assert [side for box in boxes for side in (box.width, box.height)] == pytest.approx(
        [wanted] * 2 * len(boxes), abs=TRUE
    )
    content = "".join(batch.content for batch in document.parts[1].batches)
    assert len(boxes) == sum(piece.state != KILLED for piece in pieces)
    for piece in pieces:
        assert (re.search(rf">\s*{re.escape(piece.label)}\s*<", content) is None) == (piece.state == KILLED)
    assert sum(batch.content.count("<h1") for batch in document.batches) == len(document.parts)


POSTERS = [Squares.SMALL, Squares.MEDIUM, Squares.LARGE]


@pytest.mark.parametrize(("squares", "paper"), list(itertools.product(POSTERS, MapPaper)))
def test_a_poster_has_squares_of_the_size_chosen(
    sheets: Callable[..., Document], fought: State, printer: Printer, squares: Squares, paper: MapPaper
) -> None:
    """Its sheets together show every square once, beside what the next sheets cover, within what printers print."""
    document = sheets(squares=squares, paper=paper)
    assert [part.title for part in document.parts] == ["Map", "Poster"]
    board, side = DESK.board(fought), int(squares.value)
    margin = side * (size_of(DESK.draw(fought, False, Ink.COLOUR, ()))[0] / DESK.tile - len(board.column_names)) / 2
    pages = read(print_pdf(document, printer))[1:]
    laid = printer.rendered(document.parts[1].batches)
    across, down = dict[int, float](), dict[int, float]()
    for page, each in zip(pages, laid, strict=True):
        ((name, box),) = each.measured.items()
        row, column = map(int, name.split("-")[1:])
        across[column] = min(across.get(column, box.width), box.width)
        down[row] = min(down.get(row, box.height), box.height)
        assert min(box.x, box.y, page.width - box.x - box.width, page.height - box.bottom) >= 6
    overlaps = 10 * (len(across) - 1), 10 * (len(down) - 1)
    seen = sum(across.values()) - overlaps[0], sum(down.values()) - overlaps[1]
    whole = [side * len(names) + 2 * margin - margin / 8 for names in (board.column_names, board.row_names)]
    assert seen == pytest.approx(whole, abs=1 + len(across) + len(down))
    assert faults(print_pdf(document, printer)) == []


@pytest.mark.parametrize(("squares", "paper"), list(itertools.product(POSTERS, MapPaper)))
def test_posters_of_all_sizes_stay_within_what_printers_print(squares: Squares, paper: MapPaper) -> None:
    for side in range(1, 41):
        board = Board((), ("A",) * side, ("1",) * side, (), (), (), ())
        drawing = Size(DESK.tile * side + 2 * MARGIN, DESK.tile * side + 2 * MARGIN)
        for sheet in (paper.size, Size(paper.size.height, paper.size.width)):
            tiling = poster_tiling(board, DESK.tile, drawing, float(squares.value), sheet)
            assert tiling.xs[-1] == tiling.ys[-1] == DESK.tile * side + 2 * MARGIN - MARGIN // 8
            for drawn in (tiling.drawn(tile, sheet) for tile in tiling.tiles(str)):
                assert min(drawn.x, drawn.y, sheet.width - drawn.right, sheet.height - drawn.bottom) >= 8


@pytest.mark.parametrize("squares", POSTERS)
def test_tokens_fit_the_squares_of_a_poster(
    sheets: Callable[..., Document], printer: Printer, squares: Squares
) -> None:
    document = sheets(squares=squares, sheets=Sheets.TOKENS)
    laid = printer.rendered(document.parts[-1].batches)
    sizes = {round(side, 1) for each in laid for box in each.measured.values() for side in (box.width, box.height)}
    (size,) = sizes
    assert 0.85 * int(squares.value) <= size <= 0.9 * int(squares.value) + TRUE


@pytest.mark.parametrize(("squares", "first", "length"), list(itertools.product(POSTERS, "aあ", (4, 40))))
def test_names_of_objectives_lie_on_one_sheet_of_a_poster(
    fought: State, printer: Printer, squares: Squares, first: str, length: int
) -> None:
    """Each name, of letters of its own, is whole on one sheet and on no other, also where sheets overlap."""
    plain, board = json.loads(write_battle(GAME, fought)), DESK.board(fought)
    names = {chr(ord(first) + n): (4 + n, n * 5 % len(board.row_names)) for n in range(20)}
    plain["battle"]["start"]["ground"]["objectives"] = [
        {"name": letter * length, "x": x, "y": y} for letter, (x, y) in names.items()
    ]
    state = read_battle(GAME, json.dumps(plain))
    document = battle_document(GAME, state, "RIDGE", MapPrint(squares=squares, sheets=Sheets.BARE), printer)
    pages, laid = read(print_pdf(document, printer))[1:], printer.rendered(document.parts[1].batches)
    boxes = {key: Rectangle(box.x, box.y, box.width, box.height) for each in laid for key, box in each.measured.items()}
    rows, columns = map(int, list(boxes)[-1].split("-")[1:])
    seen = []
    for page, (key, box) in zip(pages, boxes.items(), strict=True):
        row, column = map(int, key.split("-")[1:])
        right, bottom = box.right - 10 * (column < columns), box.bottom - 10 * (row < rows)
        runs = [run for run in page.runs if run[0] < box.right and run[1] > box.x and box.y < run[2] < box.bottom]
        letters = [run for run in runs if run[3] in names]
        assert all(box.x <= start < end <= right and y <= bottom for start, end, y, _ in letters)
        seen += list(Counter(text for *_, text in letters).items())
    # A halo is drawn below each name.
    assert sorted(seen) == sorted((letter, 2 * length) for letter in names)


def test_a_poster_of_too_many_sheets_is_refused(
    sheets: Callable[..., Document], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(map_sheet, "MAX_SHEETS", 5)
    with pytest.raises(NothingToPrint, match=re.escape("The map would need 6 sheets. Up to 5 are")):
        sheets(squares=Squares.MEDIUM)


@pytest.mark.parametrize(("tile", "size"), [(4.0, 25), (8.8, 31), (15.0, 53), (40.0, 90)])
def test_tokens_fit_the_tiles_as_far_as_they_can_be_cut(tile: float, size: int) -> None:
    assert token_size(tile) == size


def test_a_long_name_stays_on_the_sheet(sheets: Callable[..., Document], printer: Printer) -> None:
    document = sheets(LONG)
    (laid,) = printer.rendered(document.batches)
    assert laid.overflowing == ()
    (drawn,) = read(print_pdf(document, printer))
    assert {text for _, y, text in drawn.texts if y > laid.measured["map"].bottom} == {"Map", LONG.strip()}
    assert sheets(" ").title == GAME.title
