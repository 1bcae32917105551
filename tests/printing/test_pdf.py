"""The printed page, measured: where things lie, that nothing runs over, that nothing is fetched."""

from __future__ import annotations

import io
import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import product

import pikepdf
import pytest
from weasyprint.urls import FatalURLFetchingError

from armybuilder.drawing.lettering import POINT, ROUNDING, width
from armybuilder.printing import documents, pdf
from armybuilder.printing.binding import printed
from armybuilder.printing.blocks import CAPITALS
from armybuilder.printing.cards import EDGE, card_faces, card_pages
from armybuilder.printing.choices import SQUARES, LabelSize, PrintChoices, Scope, Turning
from armybuilder.printing.document import Document, Page
from armybuilder.printing.documents import NothingToPrint, TooMuchToPrint, document_of
from armybuilder.printing.html import standalone
from armybuilder.printing.inks import Ink
from armybuilder.printing.labels import label_pages
from armybuilder.printing.paper import Box, CardSize, Edge, Grid, Paper, centred_grid
from armybuilder.printing.pieces import Key, all_drawn, element_of, is_drawn, key_of
from armybuilder.printing.qrs import qrs_pages
from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.sheets import cut_sheets
from armybuilder.printing.tokens import token_pages
from rulesets.core.cards import Label
from rulesets.core.force import add_group, add_units
from rulesets.core.reference import Align
from tests.printing.pdf_reading import DrawnPage, read
from tests.printing.samples import CARDS, EVERYTHING, LABELS, SECTIONS, TOKENS, demo, every_game

REACH = 0.55
"""Of letters above and below the middle of their line, in parts of the type size."""
TRUE = 0.1
"""Millimetres by which a place may be off."""


@pytest.fixture(autouse=True)
def _no_warnings(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """WeasyPrint has nothing to complain about: no unknown property, no missing font, no failed picture."""
    with caplog.at_level(logging.WARNING, "weasyprint"):
        yield
    assert [record.getMessage() for record in caplog.records if record.name == "weasyprint"] == []


def render(doc: Document) -> bytes:
    return printed(doc, lambda part: pdf.to_pdf(part.html, part.css, tagged=part.tagged))


def document(pages: list[Page], ink: Ink = Ink.COLOUR) -> Document:
    return Document("Title & <b>", "Subject", tuple(pages), ink, "olive")


def cards_on(grid: Grid) -> list[Page]:
    faces = [face for card in CARDS.values() for face in card_faces(card, grid.piece)]
    return list(card_pages(faces, grid, "credit"))


def overflows(doc: Document) -> list[str]:
    """Lines of text that are wider than their room or reach out of the piece they belong to."""
    found = []
    for number, page in enumerate(doc.pages, 1):
        for placed in page.placed:
            if is_drawn(placed):
                found += [f"page {number}: {fault}" for fault in leaving(key_of(placed))]
    rest = tuple(page for page in doc.pages if not all_drawn(page))
    return found + _overflows_of_templates(replace(doc, pages=rest)) if rest else found


def leaving(key: Key) -> list[str]:
    """Lines of a drawn piece that are wider than their room, or leave the piece."""
    found = []
    size = key[2]
    for line in element_of(key).letters():
        wide = width(line.text, line.cut, line.points) * (CAPITALS if line.spaced else 1)
        if wide > line.room + ROUNDING:
            found.append(f"{line.text!r} is wider than its room")
        spare = {Align.LEFT: 0.0, Align.CENTRE: 0.5, Align.RIGHT: 1.0}[line.align] * (line.room - wide)
        if line.x + spare < -TRUE or line.x + spare + wide > size.width + TRUE:
            found.append(f"{line.text!r} leaves its piece sideways")
        middle, reach = line.y + line.tall / 2, REACH * line.points * POINT
        if middle - reach < -TRUE or middle + reach > size.height + TRUE:
            found.append(f"{line.text!r} leaves its piece")
    return found


def _overflows_of_templates(doc: Document) -> list[str]:
    found = []
    with pdf.drawn(*standalone(doc)) as laid_out:
        for number, page in enumerate(laid_out.pages):
            for piece in page._page_box.descendants():
                if piece.element_tag == "div" and "piece" in (piece.element.get("class") or "").split():
                    found += [f"template {number + 1}: {text}" for text in _reaching_out(piece)]
    return found


def _reaching_out(piece) -> Iterator[str]:
    left, top = piece.position_x, piece.position_y
    right, bottom = left + piece.width, top + piece.height
    for box in piece.descendants():
        if type(box).__name__ != "TextBox" or (piece.height == 0 and piece.width == 0):
            continue
        low = bottom if piece.height else float("inf")
        if box.position_x < left - 0.5 or box.position_x + box.width > right + 0.5:
            yield f"{box.text!r} is wider than its place"
        if box.position_y < top - 2 or box.position_y + box.height > low + 2:
            yield f"{box.text!r} is lower than its place"


PAPERS = (Paper.A4, Paper.LETTER)
SIZES = (CardSize.POKER, CardSize.TAROT)
PIECES = (*(size.size for size in SIZES), *SQUARES.values())
GRIDS = [centred_grid(paper.size, piece) for paper, piece in product(PAPERS, PIECES)]


def lies(drawn: DrawnPage, box: Box) -> bool:
    return drawn.has_box(box, TRUE)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", SIZES)
def test_cards_lie_where_they_are_cut(paper: Paper, size: CardSize) -> None:
    grid = centred_grid(paper.size, size.size)
    pages = cards_on(grid)
    drawn = read(render(document(pages)))
    assert len(drawn) == len(pages)
    for page, shown in zip(pages, drawn, strict=True):
        assert shown.width == pytest.approx(paper.size.width, abs=TRUE)
        assert shown.height == pytest.approx(paper.size.height, abs=TRUE)
        for place in range(sum(placed.drawing == "card" for placed in page.placed)):
            slot = grid.slot(place)
            frame = Box(slot.x + EDGE, slot.y + EDGE, slot.width - 2 * EDGE, slot.height - 2 * EDGE)
            assert lies(shown, frame)


@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: f"{grid.sheet.width:.0f}-{grid.piece.width:.0f}")
def test_crop_marks_lie_at_the_cuts(grid: Grid) -> None:
    pages = list(cut_sheets(grid, "label_top", [], "Empty", "credit")) or [
        next(iter(label_pages([Label("1", "x")] * grid.count, grid, None, "credit")))
    ]
    (shown,) = read(render(document(pages)))
    for mark in (*grid.ticks(), *grid.crosses()):
        wanted = (mark.x1, mark.y1, mark.x2, mark.y2)
        assert any(all(abs(a - b) <= TRUE for a, b in zip(line, wanted, strict=True)) for line in shown.lines), wanted
    assert len(shown.lines) == len(list(grid.ticks())) + len(list(grid.crosses()))


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("size", SQUARES)
@pytest.mark.parametrize("edge", Edge)
def test_undersides_lie_behind_their_tops(paper: Paper, size: LabelSize, edge: Edge) -> None:
    """Tops have a disc and these undersides a bar in the middle, so that the middles tell."""
    grid = centred_grid(paper.size, size.size)
    labels = [Label("7", "FAKE", fake=True, tint="olive")] * 11
    front, back = read(render(document(list(label_pages(labels, grid, edge, "credit")))))
    for place in range(len(labels)):
        top, under = grid.slot(place), grid.back(place, edge)
        side = grid.piece.width * 0.72
        assert lies(front, Box(top.x + (top.width - side) / 2, top.y + (top.height - side) / 2, side, side))
        middle = (under.x + under.width / 2, under.y + under.height / 2)
        tall = 9 * grid.piece.width / 25.4
        bar = [box for box in back.boxes if abs(box.y + box.height / 2 - middle[1]) < tall]
        assert any(box.x <= middle[0] <= box.right and abs((box.x + box.right) / 2 - middle[0]) <= TRUE for box in bar)
        if edge is Edge.LONG:
            assert middle[0] == pytest.approx(paper.size.width - (top.x + top.width / 2))
        else:
            assert middle[1] == pytest.approx(paper.size.height - (top.y + top.height / 2))


def test_markers_have_their_true_size() -> None:
    pages = list(token_pages(TOKENS, Paper.A4.size, "credit"))
    (shown,) = read(render(document(pages)))
    assert len(pages[0].placed) == 18
    for placed in pages[0].placed:
        assert lies(shown, placed.box)
    assert {round(placed.box.width, 2) for placed in pages[0].placed} == {15.24, 50.8, 12.7}


@pytest.mark.parametrize(("paper", "ink"), [(Paper.LETTER, Ink.SAVER), (Paper.A4, Ink.MONO)])
def test_strained_pages_run_over_nowhere(paper: Paper, ink: Ink) -> None:
    pages = [page for size in SIZES for page in cards_on(centred_grid(paper.size, size.size))]
    for size in SQUARES:
        pages += label_pages(LABELS, centred_grid(paper.size, size.size), Edge.LONG, "credit")
    pages += token_pages(TOKENS, paper.size, "credit")
    pages += qrs_pages(SECTIONS, "Game", "Army " * 16, paper.size, "credit")
    assert overflows(document(pages, ink)) == []


@every_game
@pytest.mark.parametrize("paper", PAPERS)
def test_example_armies_run_over_nowhere(ruleset, paper: Paper) -> None:
    army = demo(ruleset)
    assert overflows(document_of(army, replace(EVERYTHING, paper=paper))) == []


@every_game
def test_example_armies_are_printed_whole(ruleset) -> None:
    army = demo(ruleset)
    doc = document_of(army, EVERYTHING)
    made = render(doc)
    drawn = read(made)
    assert len(drawn) == len(doc.pages)
    titles = [page.title for page in doc.pages if page.title]
    assert titles == ["Roster", "Unit cards", "Quick reference", "Labels", "Markers"]
    with pikepdf.open(io.BytesIO(made)) as opened:
        with opened.open_outline() as outline:
            assert [str(item.title) for item in outline.root] == titles
        assert str(opened.docinfo["/Title"]) == army.force.name
        assert str(opened.Root.Lang) == "en"
    roster = " ".join(page.text for page in drawn[:2])
    for group in army.groups:
        for unit in group.units:
            assert unit.row.title.split()[0] in roster
    quick = [page for page in drawn if "quick reference" in page.text]
    assert len(quick) <= 2
    filled = [page for page, laid in zip(drawn, doc.pages, strict=True) if laid.placed]
    assert all(army.ruleset.credit.split()[0] in page.text for page in filled)


@every_game
def test_the_quick_reference_is_complete_or_for_the_army(ruleset) -> None:
    army = demo(ruleset)
    only = PrintChoices(roster=False, cards=False)
    for scope, sections in ((Scope.ARMY, ruleset.sections(army.review)), (Scope.COMPLETE, ruleset.sections(None))):
        doc = document_of(army, replace(only, scope=scope))
        titles = [placed.content for page in doc.pages for placed in page.placed if placed.drawing == "qrs_title"]
        assert [title.title for title in titles if not title.again] == [section.title for section in sections]
        assert [title.number for title in titles if not title.again] == list(range(1, len(sections) + 1))


def test_the_same_army_gives_the_same_bytes_in_another_process(pebbles) -> None:
    pages = cards_on(centred_grid(Paper.A4.size, CardSize.POKER.size))
    program = (
        "import os, sys; os.environ['DJANGO_SETTINGS_MODULE'] = 'tests.settings'\n"
        "import django; django.setup()\n"
        "from tests.printing.test_pdf import *\n"
        "pages = cards_on(centred_grid(Paper.A4.size, CardSize.POKER.size))\n"
        "sys.stdout.buffer.write(render(document(pages)))"
    )
    other = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True).stdout
    assert render(document(pages)) == other


@pytest.mark.parametrize(
    "html",
    [
        '<img src="http://127.0.0.1:9/x.png">',
        '<img src="file:///etc/passwd">',
        '<img src="data:image/png;base64,AAAA">',
        '<img src="x.png">',
        '<link rel="stylesheet" href="file:///etc/passwd">',
        '<link rel="attachment" href="file:///etc/passwd">',
        '<object data="file:///etc/passwd"></object>',
        '<embed src="file:///etc/passwd">',
        '<svg viewBox="0 0 1 1"><image href="file:///etc/passwd" width="1" height="1"/></svg>',
        '<svg viewBox="0 0 1 1"><use href="file:///etc/passwd#a"/></svg>',
        '<div class="bad">x</div>',
    ],
)
def test_a_page_can_fetch_nothing(html: str, monkeypatch: pytest.MonkeyPatch, caplog) -> None:
    asked: list[str] = []
    monkeypatch.setattr("socket.socket.connect", lambda *_: asked.append("socket"))
    css = ".bad{background:url(file:///etc/passwd)}"
    content = b""
    with suppress(CannotPrint), pdf.drawn(f"<html><body>{html}</body></html>", css) as page:
        content = page.write_pdf()
    assert b"root:" not in content
    assert b"EmbeddedFile" not in content
    assert asked == []
    caplog.clear()


@pytest.mark.parametrize("address", ["http://127.0.0.1:9/x", "file:///etc/passwd", "data:,x", "/static/css/print.css"])
def test_every_address_ends_the_rendering(address: str) -> None:
    with pytest.raises(FatalURLFetchingError, match="fetches nothing"):
        pdf.NothingFetched().fetch(address)


def test_names_cannot_bring_markup(pebbles) -> None:
    army = demo(pebbles)
    nasty = '<img src="file:///etc/passwd"><script>x</script> & "quoted" class=" x9999 "'
    named = replace(army.force, name=nasty[:80], notes=nasty)
    doc = document_of(type(army)(pebbles, named), EVERYTHING)
    (first, *_) = read(render(doc))
    assert '<img src="file:///etc/passwd">' in first.text


def test_what_is_nested_too_deeply_is_refused() -> None:
    deep = "<div>" * 400 + "x" + "</div>" * 400
    with pytest.raises(CannotPrint, match="deeply nested"), pdf.drawn(deep, "div{display:flex}") as page:
        page.write_pdf()


def test_more_units_than_are_printed_are_refused(pebbles) -> None:
    force = add_group(pebbles.new_force("Large"), "Heap", pebbles.group())
    force = add_units(force, "g1", (pebbles.demo().groups[0].units[0],) * 2401)
    with pytest.raises(TooMuchToPrint, match=r"has 2,401 pebbles; up to 2,400"):
        document_of(type(demo(pebbles))(pebbles, force), PrintChoices())


@pytest.mark.parametrize(("things", "most"), [("markers", "MOST_TOKENS"), ("labels", "MOST_LABELS")])
def test_more_pieces_than_are_printed_are_refused_with_what_would_do(
    pebbles, monkeypatch: pytest.MonkeyPatch, things: str, most: str
) -> None:
    monkeypatch.setattr(documents, most, 1)
    words = pebbles.words
    told = (
        rf"This {words.force} needs \d+ {things}; up to 1 are printed at once\. Leave the {things} out, "
        rf"or print them from copies of the {words.force} with fewer {words.units} each\."
    )
    with pytest.raises(TooMuchToPrint, match=told):
        document_of(demo(pebbles), PrintChoices(roster=False, cards=False, qrs=False, labels=True, tokens=True))


def test_nothing_chosen_and_nothing_there_are_told(pebbles) -> None:
    army = demo(pebbles)
    nothing = PrintChoices(roster=False, cards=False, qrs=False)
    with pytest.raises(NothingToPrint, match="at least one part"):
        document_of(army, nothing)
    empty = type(army)(pebbles, pebbles.new_force("Empty"))
    with pytest.raises(NothingToPrint, match="add pebbles first"):
        document_of(empty, replace(nothing, cards=True, turning=Turning.APART))
    assert len(document_of(empty, PrintChoices()).pages) == 2
