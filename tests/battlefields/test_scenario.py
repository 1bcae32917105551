"""Battlefields on paper: maps as large as their sheet allows or in true size, and scenarios that can be read."""

import io
import itertools
import re
from collections.abc import Callable
from typing import Any

import pikepdf
import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.battlefields import scenario
from armybuilder.battlefields.scenario import (
    MAX_ADDRESS_LENGTH,
    MAX_TILES,
    BattlefieldPrint,
    Sort,
    battlefield_document,
)
from armybuilder.drawing.battlefields import ACTUAL_SIZE, BLACK_AND_WHITE, COLOUR, battlefield_svg, whole_map
from armybuilder.drawing.map_names import names_of
from armybuilder.printing.documents import print_pdf
from armybuilder.printing.documents.document import Document
from armybuilder.printing.documents.maps import table_tiling
from armybuilder.printing.paper import INCH, MapPaper, Rectangle, Size
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.battlefields import Area, Battlefield, Changes
from rulesets.core.cards import Ink
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.shapes import Box
from rulesets.registry import all_rulesets
from tests.printing.pdf_reading import read
from tests.printing.pixels import picture, share
from tests.printing.structure import faults

GAMES = [game for game in all_rulesets() if game.surveyor]
TRUE = 0.1
"""Millimetres that a map may stray."""
ADDRESS = "https://example.org/battlefield/?seed=8"
TILES = {MapPaper.A4: (70, 100), MapPaper.LETTER: (70, 100), MapPaper.A3: (100, 150)}
"""The most of a table on a sheet, in tenths of an inch."""
OVERLAP = 10.16
MARGIN = 6
"""Millimetres that printers leave white."""


@pytest.fixture(params=GAMES, ids=lambda game: game.slug)
def game(request: pytest.FixtureRequest) -> AnyRuleset:
    ruleset: AnyRuleset = request.param
    return ruleset


Sheets = Callable[..., Document]


@pytest.fixture
def battlefield(game: AnyRuleset) -> Callable[[int], Battlefield]:
    """A battlefield by its seed, for the game's example army."""

    def made(seed: int) -> Battlefield:
        surveyor = game.surveyor
        assert surveyor is not None
        question = surveyor.question(**surveyor.from_forces(game.demo(), None))
        found: Battlefield = surveyor.make(question, seed, Changes(), HouseRules(game.rulings))
        return found

    return made


@pytest.fixture
def sheets(game: AnyRuleset, battlefield: Callable[[int], Battlefield], printer: Printer) -> Sheets:
    """What is printed of one, with two armies."""
    armies = [LoadedArmy(game, game.demo())] * 2

    def made(seed: int = 8, address: str = ADDRESS, **wanted: Any) -> Document:
        return battlefield_document(game, battlefield(seed), armies, BattlefieldPrint(**wanted), address, printer)

    return made


def is_at(found: Any, wanted: Rectangle) -> bool:
    return all(abs(getattr(found, name) - getattr(wanted, name)) <= TRUE for name in ("x", "y", "width", "height"))


@pytest.mark.parametrize("paper", MapPaper)
def test_a_map_is_as_large_as_its_sheet_allows(
    sheets: Sheets, battlefield: Callable[[int], Battlefield], printer: Printer, paper: MapPaper
) -> None:
    document = sheets(sort=Sort.MAP, paper=paper)
    (laid,) = printer.rendered(document.batches)
    (drawn,) = read(print_pdf(document, printer))
    whole = whole_map(battlefield(8))
    assert whole.height > whole.width
    assert (drawn.width, drawn.height) == pytest.approx((paper.size.width, paper.size.height), abs=TRUE)
    box = laid.measured["map"]
    assert box.width / box.height == pytest.approx(whole.width / whole.height, rel=1e-3)
    room = Size(paper.size.width - 16, laid.measured["legend"].y - 2 - 8)
    assert box.width == pytest.approx(room.width, abs=TRUE) or box.height == pytest.approx(room.height, abs=TRUE)
    assert box.width <= room.width + TRUE
    assert box.height <= room.height + TRUE
    unit = box.width / whole.width
    table = Rectangle(
        box.x - whole.left * unit, box.y - whole.top * unit, battlefield(8).width * unit, battlefield(8).depth * unit
    )
    assert drawn.has_box(table, TRUE)


@pytest.mark.parametrize("paper", MapPaper)
def test_every_kind_of_ground_stands_in_the_legend(
    sheets: Sheets, battlefield: Callable[[int], Battlefield], printer: Printer, paper: MapPaper
) -> None:
    seed = max(range(40), key=lambda seed: len({area.title for area in battlefield(seed).areas}))
    document = sheets(seed, sort=Sort.MAP, paper=paper)
    (laid,) = printer.rendered(document.batches)
    assert laid.overflowing == ()
    assert laid.measured["legend"].y >= laid.measured["map"].bottom
    said = re.findall(r"</svg> ([^<]+)</span>", document.batches[0].content.replace("\u00a0", " "))
    titles = [title for sample in said for title in sample.split(" · ")]
    assert sorted(titles) == sorted({area.title for area in battlefield(seed).areas})
    assert len(said) == len({area.pattern for area in battlefield(seed).areas})


@pytest.mark.parametrize("paper", MapPaper)
def test_an_inch_of_the_table_is_an_inch_on_paper(
    sheets: Sheets, battlefield: Callable[[int], Battlefield], printer: Printer, paper: MapPaper
) -> None:
    """Each sheet shows its part of the table between marks, and 10 mm more where the next one is glued on."""
    field = battlefield(8)
    columns, rows = -(-field.width // TILES[paper][0]), -(-field.depth // TILES[paper][1])
    wide, high = field.width / columns / 10 * INCH, field.depth / rows / 10 * INCH
    document = sheets(sort=Sort.TILES, paper=paper)
    assert len(document.batches) == columns * rows <= MAX_TILES
    laid = printer.rendered(document.batches)
    pages = read(print_pdf(document, printer))
    for number, (row, column) in enumerate(itertools.product(range(rows), range(columns))):
        page, (box,) = pages[number], laid[number].measured.values()
        assert (page.width, page.height) == pytest.approx((paper.size.width, paper.size.height), abs=TRUE)
        assert box.width == pytest.approx(wide + OVERLAP * (column < columns - 1), abs=TRUE)
        assert box.height == pytest.approx(high + OVERLAP * (row < rows - 1), abs=TRUE)
        assert min(box.x, box.y, page.width - box.x - box.width, page.height - box.bottom) >= MARGIN
        # The table's outline lies where this sheet's part of it begins.
        left, top = box.x - column * wide, box.y - row * high
        assert page.has_box(Rectangle(left, top, field.width / 10 * INCH, field.depth / 10 * INCH), TRUE)
        for x in (box.x, box.x + wide):
            assert len([line for line in page.lines if abs(line[0] - x) < TRUE and abs(line[2] - x) < TRUE]) >= 2
        for y in (box.y, box.y + high):
            assert len([line for line in page.lines if abs(line[1] - y) < TRUE and abs(line[3] - y) < TRUE]) >= 2


@pytest.mark.parametrize("paper", MapPaper)
def test_each_sheet_of_a_table_names_its_row_and_column(sheets: Sheets, printer: Printer, paper: MapPaper) -> None:
    pages = read(print_pdf(sheets(sort=Sort.TILES, paper=paper), printer))
    said = [re.findall(r"Row (\d) of (\d), column (\d) of (\d)", page.text) for page in pages]
    ((_, rows, _, columns),) = [tuple(map(int, numbers)) for numbers in said[-1]]
    places = list(itertools.product(range(1, rows + 1), range(1, columns + 1)))
    assert said == [[(str(row), str(rows), str(column), str(columns))] for row, column in places]
    for (row, column), page in zip(places, pages, strict=True):
        here = f"Row {row}, column {column}. Glue"
        assert (f"{here} column {column + 1} here." in page.text) == (column < columns)
        assert (f"{here} row {row + 1} here." in page.text) == (row < rows)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_lines_at_actual_size_are_thin_and_no_name_is_cut(game: AnyRuleset) -> None:
    """Lines are at most 1.5 mm wide; a name is on one sheet alone, also beside what the next sheet covers."""
    surveyor = game.surveyor
    assert surveyor is not None
    for seed in range(10):
        question = surveyor.question(battle_groups=1 + seed % 4)
        field = surveyor.make(question, seed, Changes(), HouseRules(game.rulings))
        joints = table_tiling(field.width, field.depth, 80, 90).joints
        assert all(not joint.meets(name.box) for name in names_of(field, 0, joints) for joint in joints)
        svg = battlefield_svg(field, window=Box(0, 0, 60, 100), joints=joints)
        wide = {width for way in field.ways for width in (way.width, way.width - 2 * ACTUAL_SIZE.bank)}
        wide.add(ACTUAL_SIZE.halo)
        drawn = set(map(float, re.findall(r'stroke-width="([^"]+)"', svg))) - wide
        assert drawn
        assert max(drawn) <= 1.5 / INCH * 10


def test_only_so_many_sheets_in_true_size_are_made_at_once(sheets: Sheets, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scenario, "MAX_TILES", 2)
    assert [len(sheets(sort=Sort.TILES, first=first).batches) for first in (1, 2)] == [2, 2]


@pytest.mark.parametrize(("sort", "ink"), list(itertools.product((Sort.MAP, Sort.TILES), Ink)))
def test_the_names_of_lines_and_squares_are_drawn_in_their_ink(
    sheets: Sheets, battlefield: Callable[[int], Battlefield], printer: Printer, sort: Sort, ink: Ink
) -> None:
    """A halo may not hide the letters: some pixels in the box of each name have the letters' colour."""
    document, field = sheets(sort=sort, ink=ink), battlefield(8)
    shown = whole_map(field)
    joints: tuple[Box, ...] | None = None
    (box, *_) = [box for name, box in printer.rendered(document.batches)[0].measured.items() if name.startswith("map")]
    if sort is Sort.TILES:
        tiling = table_tiling(field.width, field.depth, *TILES[MapPaper.A4])
        document = sheets(sort=sort, ink=ink, first=1 + tiling.columns)
        (box,) = printer.rendered(document.batches)[0].measured.values()
        shown, joints = Box(0, tiling.ys[1], tiling.xs[1] + 4, tiling.ys[2] + 4), tiling.joints
    drawn, paint = picture(print_pdf(document, printer)), BLACK_AND_WHITE if ink is Ink.MONO else COLOUR
    seen = [name for name in names_of(field, 0, joints) if not isinstance(name.of, Area) and is_within(name.box, shown)]
    assert seen
    scale = box.width / shown.width
    for name in seen:
        left, top = box.x + (name.box.left - shown.left) * scale, box.y + (name.box.top - shown.top) * scale
        letters = Rectangle(left, top, name.box.width * scale, name.box.height * scale)
        assert share(drawn, letters, paint.strip) > 0.08, name.words


def is_within(box: Box, whole: Box) -> bool:
    return whole.left <= box.left and box.right <= whole.right and whole.top <= box.top and box.bottom <= whole.bottom


def test_tiles_go_on_where_the_last_printing_ended(sheets: Sheets) -> None:
    every = [batch.content.partition("<svg")[2] for batch in sheets(sort=Sort.TILES).batches]
    rest = sheets(sort=Sort.TILES, first=3).batches
    viewed = [re.findall(r'viewBox="(-?\d+ -?\d+ \d+ \d+)"\s+class', content) for content in every]
    assert [re.findall(r'viewBox="(-?\d+ -?\d+ \d+ \d+)"\s+class', batch.content) for batch in rest] == viewed[2:]
    assert len(sheets(sort=Sort.TILES, first=2000).batches) == 1


@pytest.mark.parametrize(("paper", "ink"), list(itertools.product(MapPaper, Ink)))
def test_a_scenario_is_a_page_with_a_map(sheets: Sheets, printer: Printer, paper: MapPaper, ink: Ink) -> None:
    document = sheets(paper=paper, ink=ink)
    assert [part.title for part in document.parts] == ["Scenario"]
    (laid,) = printer.rendered(document.batches)
    assert laid.overflowing == ()
    (page,) = read(print_pdf(document, printer))
    assert (page.width, page.height) == pytest.approx((paper.size.width, paper.size.height), abs=TRUE)
    words = re.sub(r"\s+", " ", page.text)
    assert all(title in words for title in ("Conditions", "Turns", "Forces"))
    assert document.batches[0].content.count("<h1") == 1
    assert ADDRESS in words


@pytest.mark.parametrize("battle_groups", range(1, 6))
def test_a_scenario_of_any_size_is_on_one_page(game: AnyRuleset, printer: Printer, battle_groups: int) -> None:
    """The map is as wide as its place, or as high as it may be, and no text lies over it."""
    surveyor = game.surveyor
    assert surveyor is not None
    armies = [LoadedArmy(game, game.demo())] * 2
    question = surveyor.question(battle_groups=battle_groups)
    field = surveyor.make(question, 8, Changes(), HouseRules(game.rulings))
    document = battlefield_document(game, field, armies, BattlefieldPrint(), ADDRESS, printer)
    (laid,) = printer.rendered(document.batches)
    assert (laid.pages, laid.overflowing) == (1, ())
    (page,) = read(print_pdf(document, printer))
    figure, whole = laid.measured["map"], whole_map(field)
    unit = max(box.width for box in page.boxes if box.height / box.width == pytest.approx(field.depth / field.width))
    unit /= field.width
    assert whole.width * unit == pytest.approx(figure.width, abs=1) or whole.height * unit > 100
    assert whole.height * unit < figure.height


def test_an_address_that_nobody_types_is_not_printed(sheets: Sheets, printer: Printer) -> None:
    longest = ADDRESS.ljust(MAX_ADDRESS_LENGTH, "x")
    laid = printer.rendered(sheets(address=longest, sort=Sort.MAP).batches)
    assert laid[0].overflowing == ()
    assert longest in sheets(address=longest, sort=Sort.MAP).batches[0].content
    assert ADDRESS not in sheets(address=f"{longest}x", sort=Sort.MAP).batches[0].content


@pytest.mark.parametrize("sort", Sort)
def test_every_page_is_structured(sheets: Sheets, printer: Printer, sort: Sort) -> None:
    assert faults(print_pdf(sheets(10, sort=sort), printer)) == []


def test_the_map_says_what_it_shows(sheets: Sheets, printer: Printer) -> None:
    with pikepdf.open(io.BytesIO(print_pdf(sheets(sort=Sort.MAP), printer))) as pdf:
        told = [str(each["/Alt"]) for each in pdf.objects if isinstance(each, pikepdf.Dictionary) and "/Alt" in each]
    assert [text for text in told if text != "Sample"] == [re.findall(r"Map of [^<]+terrain", told[0])[0]]
