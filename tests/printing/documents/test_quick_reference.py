"""The quick reference holds all its sections on few pages, in columns that nothing leaves."""

import random
import re
from dataclasses import replace
from typing import Any

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.drawing.lettering import POINT
from armybuilder.printing.colours import Ink, colours
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.documents.context import PageFormat, PrintContext
from armybuilder.printing.documents.quick_reference import Heading, ReferenceSheet, reference_batch
from armybuilder.printing.fitting.lengths import REM
from armybuilder.printing.options import COMPLETE_SCOPE, OWN_SCOPE, PrintOptions, Turned, TypeSize, problems
from armybuilder.printing.paper import Paper, Rectangle
from armybuilder.printing.rendering import Batch, DocumentInfo, Layout
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.declarations.house_rules import switches
from rulesets.core.reference import Branch, Flow, FlowStep, Line, Section, Zone
from rulesets.core.tables import table
from rulesets.registry import all_rulesets, get_ruleset
from rulesets.starter import RULESET as STARTER
from tests.printing.pdf_reading import read
from tests.printing.pixels import picture, share, word_box
from tests.printing.reading import headings, lost, outside
from tests.printing.samples import (
    LONG_NAME,
    PAPERS,
    PRINTER,
    SECTIONS,
    WORD,
    demo,
    every_game,
    fresh_printer,
    in_turn,
    laid_out,
    named,
    papers_of_seeds,
)
from tests.printing.structure import faults
from tests.rulesets.described.games import games_with
from tests.rulesets.sheets import complete_sheet, sheet_for

ALONE = PrintOptions(roster=False, cards=False)
SIDE = 11.0
"""Millimetres of the margins at the sides."""
FLOW = Flow(
    "Turn",
    (
        FlowStep("ask", "Ready?", 0, 0, (Branch("act", "Yes"), Branch("end", "No"))),
        FlowStep("act", "Act.", 0, 1, (Branch("ask"),)),
        FlowStep("end", "It ends.", 1, 0),
    ),
)


class Sheets:
    """Lays out sections for the example of a small game."""

    def __init__(self, ruleset: Any, printer: Printer) -> None:
        self.army, self.printer = demo(ruleset), printer
        self.batch: Batch | None = None

    def laid_out(
        self, sections: tuple[Section, ...], choices: PrintOptions = ALONE, army: str = "Army", maximum: int = 2
    ) -> Layout:
        """The pages, laid out."""
        printing = PrintContext(self.army, choices, PageFormat.of(choices, "olive", self.printer))
        heading = Heading("Game", "quick reference", army, "Credit.")
        self.batch = reference_batch(printing.format, sections, heading, maximum)
        return self.printer.rendered([self.batch])[0]

    def pdf(self, tmp_path: Any) -> bytes:
        """The pages laid out last as a file."""
        assert self.batch is not None
        self.printer.write([self.batch], DocumentInfo("T", "S"), tmp_path / "out.pdf")
        content: bytes = (tmp_path / "out.pdf").read_bytes()
        return content


@pytest.fixture
def sheets(pebbles: Any, printer: Printer) -> Sheets:
    """With the smallest of games."""
    return Sheets(pebbles, printer)


def texts(sections: tuple[Section, ...], *, headed: bool = True) -> list[str]:
    """All that sections say; tables that are told in lines leave out headings of what can be told from the text."""
    found = [section.title for section in sections]
    for section in sections:
        found += [text for line in section.lines for text in (line.term, line.text)]
        found += [step.text for step in section.flow.steps] if section.flow else []
        for each in section.tables:
            found += [each.note, *(column.heading for column in each.columns if headed)]
            found += [cell.text for row in each.rows for cell in row]
    return found


def size_of(batch: Batch | None) -> float:
    """The size of a page's text in points."""
    assert batch is not None
    return float(batch.geometry.rpartition("font-size:")[2].partition("pt")[0])


def test_sections_are_numbered_and_all_printed(sheets: Sheets, tmp_path: Any) -> None:
    assert sheets.laid_out(SECTIONS).pages == 2
    pdf = sheets.pdf(tmp_path)
    assert lost(pdf, [f"{number} {section.title}" for number, section in enumerate(SECTIONS, 1)]) == []
    assert lost(pdf, texts(SECTIONS)) == []


def test_large_type_takes_no_more_pages_than_it_needs(sheets: Sheets) -> None:
    assert sheets.laid_out(SECTIONS[:1]).pages == 1
    assert size_of(sheets.batch) == 12
    much = tuple(
        Section(f"s{n}", f"S{n}", (table("T", "A | B", [(f"row {i}", "x") for i in range(30)]),), (Line("a", "b"),))
        for n in range(16)
    )
    assert sheets.laid_out(much).pages > 2
    assert 8.5 <= size_of(sheets.batch) < 12


def test_the_title_of_a_long_table_stands_above_its_first_rows(sheets: Sheets, tmp_path: Any) -> None:
    sections = tuple(
        Section(
            f"s{n}",
            f"Section {n}",
            (table(f"Table{n}", "A | B", [(f"Row{n}x{i}", "x") for i in range(14)]),),
            (Line("a", "b"),) * (n % 5),
        )
        for n in range(24)
    )
    sheets.laid_out(sections)
    places = {text: (page, x, y) for page, drawn in enumerate(read(sheets.pdf(tmp_path))) for x, y, text in drawn.texts}
    for n in range(24):
        (page, _, title), (with_rows, _, row) = places[f"Table{n}"], places[f"Row{n}x0"]
        assert page == with_rows, n
        assert title < row < title + 12, n


@in_turn(
    ruleset=all_rulesets(),
    sheet=[(COMPLETE_SCOPE, Paper.A4, 1, 1), (OWN_SCOPE, Paper.LETTER, 1, 0), (COMPLETE_SCOPE, Paper.A5, 2, 0)],
)
def test_the_games_sheets_keep_to_their_pages(
    ruleset: Any, sheet: tuple[str, Paper, int, int], printer: Printer
) -> None:
    army, (scope, paper, times, more) = demo(ruleset), sheet
    pdf_of = document_of(army, replace(ALONE, scope=scope, paper=paper), printer)
    part, *_ = pdf_of.parts
    assert part.page_count(printer) <= ruleset.sheet_pages * times + more
    assert min(size_of(batch) for batch in part.batches) >= 8.5
    pdf = print_pdf(pdf_of, printer)
    sections = sheet_for(ruleset, army.context) if scope == OWN_SCOPE else complete_sheet(ruleset)
    assert lost(pdf, texts(sections, headed=paper is not Paper.A5)) == []
    first, *others = headings(pdf)
    assert (first, set(others) - {"H1"}, others.count("H1")) == ("H1", {"H2"}, len(pdf_of.parts) - 1)


def halves(army: LoadedArmy) -> list[LoadedArmy]:
    """An army's first group and the others, each as an army."""
    groups = army.force.groups
    return [LoadedArmy(army.ruleset, replace(army.force, groups=part)) for part in (groups[:1], groups[1:])]


@every_game
def test_a_shared_sheet_names_both_armies_and_holds_what_either_needs(ruleset: Any, printer: Printer) -> None:
    one, other = halves(demo(ruleset))
    other = LoadedArmy(ruleset, replace(other.force, name="The others"))
    choices = replace(ALONE, scope="somebody")
    pdf = print_pdf(document_of(one, choices, printer, opposing=other), printer)
    titles = [section.title for army in (one, other) for section in sheet_for(ruleset, army.context)]
    assert lost(pdf, [f"{one.force.name} and The others", *titles]) == []


def test_the_foot_of_a_game_without_a_credit_is_one_line(printer: Printer) -> None:
    game = replace(STARTER, edition="First edition", credit="")
    pdf = print_pdf(document_of(demo(game), ALONE, printer), printer)
    (page,) = read(pdf)
    assert [text for _, _, text in page.texts if text.startswith("First edition. Printed ")] != []


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_the_complete_sheet_follows_the_readings_that_the_army_plays(ruleset: Any, printer: Printer) -> None:
    played = tuple(
        (switch, next(key for key in ruling.keys if key != ruling.default))
        for switch, ruling in list(switches(ruleset.rulings).items())[:6]
    )
    army = LoadedArmy(ruleset, replace(demo(ruleset).force, house_rules=played))
    pdf = print_pdf(document_of(army, replace(ALONE, scope=COMPLETE_SCOPE), printer), printer)
    sections = complete_sheet(ruleset, *played)
    assert sections != complete_sheet(ruleset)
    assert lost(pdf, texts(sections)) == []


WORDS = (
    "INFANTRY",
    "12″",
    "4+",
    "8/24″",
    "—",
    "half a good-going move to the own edge",
    "4× Rifle (old) · 2 × LSW",
    "9",
)


@papers_of_seeds(0, 7)
def test_random_sections_lose_nothing_on_any_paper(sheets: Sheets, tmp_path: Any, seed: int) -> None:
    rand = random.Random(seed)
    paper, turned = PAPERS[seed]
    choices = replace(
        ALONE,
        paper=paper,
        turned=turned,
        type_size=rand.choice((*TypeSize, TypeSize.TEN, TypeSize.TWELVE)),
        ink=rand.choice(list(Ink)),
    )

    def rows(columns: int) -> list[tuple[object, ...]]:
        cells = (*WORDS, WORD[:40]) if rand.random() < 0.2 else WORDS
        return [(f"row {n}", *(rand.choice(cells) for _ in range(columns - 1))) for n in range(rand.randint(1, 25))]

    sections = []
    for number in range(rand.randint(1, 9)):
        tables = []
        for place in range(rand.randint(0, 2)):
            count = rand.randint(1, 9)
            heads = " | ".join(rand.choice(("Who", ">Far", "^Temperate", "No.")) for _ in range(count))
            tables.append(table(f"Table {place}", heads, rows(count), rand.choice(("", "A note on all."))))
        lines = tuple(
            Line(f"Term {n}", "what it means in words " * rand.randint(1, 12))
            for n in range(rand.randint(0 if tables else 1, 9))
        )
        flow = FLOW if rand.random() < 0.15 else None
        title = rand.choice(("Movement", LONG_NAME))
        sections.append(Section(f"s{number}", f"{title} {number}", tuple(tables), lines, flow))
    sheets.laid_out(tuple(sections), choices, rand.choice(("Army", LONG_NAME)))
    pdf = sheets.pdf(tmp_path)
    assert lost(pdf, texts(tuple(sections), headed=False)) == []
    assert outside(pdf, SIDE) == []


@in_turn(ruleset=games_with("court", "starter"), paper=(Paper.A4, Paper.A5))
def test_names_without_a_space_stay_in_their_columns(ruleset: Any, paper: Paper, printer: Printer) -> None:
    choices = replace(ALONE, paper=paper, type_size=TypeSize.SIXTEEN)
    army = named(demo(ruleset), "W" * NAME_LENGTH)
    assert outside(print_pdf(document_of(army, choices, printer), printer), SIDE) == []


def test_a_flow_chart_stands_above_the_columns_and_is_told_in_words(sheets: Sheets, tmp_path: Any) -> None:
    sections = (*SECTIONS[:2], Section("turn", "Turn", flow=FLOW, lines=(Line("a", "b"),)))
    sheets.laid_out(sections)
    pdf = sheets.pdf(tmp_path)
    assert sheets.batch is not None
    assert "<title>Turn: 1 Ready? Yes: go to 2. No: go to 3. 2 Act. Then go to 1. 3 It ends.</title>" in (
        sheets.batch.content
    )
    assert sheets.batch.content.index("<svg") < sheets.batch.content.index('class="columns"')
    assert lost(pdf, texts(sections)) == []


def test_a_chart_too_large_for_the_paper_is_told_in_words(sheets: Sheets, tmp_path: Any) -> None:
    steps = (FlowStep(f"s{n}", f"Step {n} of many.", 0, n, (Branch(f"s{n + 1}"),)) for n in range(40))
    sections = (Section("long", "Long", flow=Flow("Long", (*steps, FlowStep("s40", "The end.", 0, 40)))),)
    sheets.laid_out(sections)
    assert sheets.batch is not None
    assert "<svg" not in sheets.batch.content
    assert lost(sheets.pdf(tmp_path), texts(sections)) == []


@pytest.mark.parametrize("ink", list(Ink))
def test_zones_are_drawn_tile_by_tile_and_told_in_words(ink: Ink, sheets: Sheets, tmp_path: Any) -> None:
    zones = (Zone("Small", ((0, -1), (1, 0)), "Above and to the right."), Zone("Large", ((-2, 0),), "Far left."))
    sheets.laid_out((Section("zones", "Zones", zones=zones),), replace(ALONE, ink=ink))
    pdf = sheets.pdf(tmp_path)
    assert faults(pdf) == []
    assert sheets.batch is not None
    assert "<title>Above and to the right.</title>" in sheets.batch.content
    image, line, name = picture(pdf), colours("olive", ink)["deep"], word_box(pdf, "Small")
    tile, middle = 5.3 * REM * POINT / 5.2, name.x + name.width / 2
    slices = [name.bottom + 1 + step / 10 for step in range(200)]
    above = next(y for y in slices if share(image, Rectangle(middle - 3, y, 6, 0.2), line) > 0.2)

    def drawn(x: int, y: int) -> float:
        return share(image, Rectangle(middle + (x - 0.5) * tile, above + (y + 0.9) * tile, tile, tile * 1.2), line, 120)

    tiles = {(x, y) for x in range(-2, 3) for y in range(-1, 3) if drawn(x, y) > 0.12}
    assert tiles == {(0, 0), (0, -1), (1, 0)}


@pytest.mark.parametrize("size", list(TypeSize))
def test_letters_of_a_flow_chart_grow_with_the_type_size(size: TypeSize, sheets: Sheets) -> None:
    sheets.laid_out((Section("turn", "Turn", flow=FLOW),), replace(ALONE, type_size=size))
    assert sheets.batch is not None
    letters = max(float(found) for found in re.findall(r'font-size="([\d.]+)"', sheets.batch.content))
    # In large print the answers beside its arrows, which are smaller, have 16 points.
    assert letters / POINT == pytest.approx(17.4 if size is TypeSize.SIXTEEN else 10.5 * size.scale, abs=0.1)


@pytest.mark.parametrize(("paper", "turned", "size", "count"), [
    (Paper.A4, Turned.UPRIGHT, TypeSize.TEN, 2),
    (Paper.A4, Turned.ACROSS, TypeSize.TEN, 3),
    (Paper.A3, Turned.ACROSS, TypeSize.TEN, 4),
    (Paper.LETTER, Turned.UPRIGHT, TypeSize.TEN, 2),
    (Paper.LETTER, Turned.ACROSS, TypeSize.TEN, 3),
    (Paper.A5, Turned.UPRIGHT, TypeSize.TEN, 2),
    (Paper.A5, Turned.UPRIGHT, TypeSize.TWELVE, 1),
    (Paper.A4, Turned.UPRIGHT, TypeSize.SIXTEEN, 1),
])  # fmt: skip
def test_columns_by_paper_and_type(paper: Paper, turned: Turned, size: TypeSize, count: int) -> None:
    choices = PrintOptions(paper=paper, turned=turned, type_size=size)
    assert ReferenceSheet.of(PageFormat.of(choices, "olive", PRINTER), 10).columns == count


@every_game
def test_few_layouts_are_needed(ruleset: Any) -> None:
    printer = fresh_printer(laid_out)
    document_of(demo(ruleset), ALONE, printer)
    assert len(printer._results) <= 2


@every_game
def test_the_last_page_of_large_print_is_not_nearly_empty(ruleset: Any) -> None:
    choices = replace(ALONE, type_size=TypeSize.SIXTEEN)
    (batch, *_) = document_of(demo(ruleset), choices, PRINTER).batches
    (layout,) = PRINTER.rendered([batch])
    end, wide, high = layout.measured["end"], 297 - 2 * 11, 210 - 10 - 13
    before = round((end.x - 11) / wide * 2)
    assert layout.pages == 1 or (before + (end.y - 10) / high) / 2 >= 0.4


@pytest.mark.parametrize(("paper", "size", "lies"), [
    (Paper.A4, TypeSize.SIXTEEN, True),
    (Paper.LETTER, TypeSize.SIXTEEN, True),
    (Paper.A5, TypeSize.SIXTEEN, False),
    (Paper.A4, TypeSize.TEN, False),
    (Paper.A5, TypeSize.TEN, False),
])  # fmt: skip
def test_large_type_lies_on_its_side_for_a_second_column(paper: Paper, size: TypeSize, lies: bool) -> None:
    document = document_of(demo(get_ruleset("warstrike")), replace(ALONE, paper=paper, type_size=size), PRINTER)
    pages = read(print_pdf(document, PRINTER))
    assert {page.width > page.height for page in pages} == {lies}


@in_turn(ruleset=games_with("court", "starter"), size=(TypeSize.SIXTEEN, TypeSize.TEN))
def test_a_booklet_has_all_of_the_sheet_on_pages_of_a_quarter(ruleset: Any, size: TypeSize, printer: Printer) -> None:
    army = named(demo(ruleset), "W" * NAME_LENGTH)
    document = document_of(army, replace(ALONE, turned=Turned.BOOKLET, type_size=size), printer)
    apart = print_pdf(replace(document, folded=None), printer)
    pages = read(apart)
    assert {(round(page.width, 1), round(page.height, 1)) for page in pages} == {(105, 148.5)}
    assert outside(apart, SIDE) == []
    assert lost(apart, texts(sheet_for(ruleset, army.context), headed=False)) == []
    pdf = print_pdf(document, printer)
    assert len(read(pdf)) == 2 * -(-len(pages) // 8)
    assert document.notes[0].startswith("Print on both sides, flipped on the long edge. Cut the sheets")
    assert faults(pdf) == []


@pytest.mark.parametrize(("choices", "said"), [
    ({"roster": True}, ["A booklet holds only the quick reference. Leave out the other parts, or choose portrait."]),
    ({"paper": Paper.A5}, ["A quarter of A5 is too small to read. Choose A4, US Letter or A3 for a booklet."]),
    ({"paper": Paper.LETTER}, []),
])  # fmt: skip
def test_booklets_are_of_the_quick_reference_on_paper_large_enough(choices: dict[str, Any], said: list[str]) -> None:
    assert list(problems(replace(ALONE, turned=Turned.BOOKLET, **choices))) == [("turned", each) for each in said]


def test_what_is_looked_up_most_stands_first_in_larger_type(sheets: Sheets, tmp_path: Any) -> None:
    sections = tuple(Section(f"s{number}", f"Title{number}", (), (Line("a", f"Word{number}"),)) for number in range(4))
    printing = PrintContext(sheets.army, ALONE, PageFormat.of(ALONE, "olive", sheets.printer))
    heading = Heading("Game", "quick reference", "Army", "Credit.")
    sheets.batch = reference_batch(printing.format, sections, heading, 2, ("s2", "s0"))
    pdf = sheets.pdf(tmp_path)
    assert lost(pdf, ["1 Title2", "2 Title0", "3 Title1", "4 Title3"]) == []
    heights = [word_box(pdf, f"Word{number}").height for number in range(4)]
    assert heights[2] == pytest.approx(heights[0], rel=0.02)
    assert heights[0] == pytest.approx(1.12 * heights[1], rel=0.02)
