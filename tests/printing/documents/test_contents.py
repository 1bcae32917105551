"""A long document begins with its contents, and what is printed on both sides begins on a sheet's front."""

import io
from dataclasses import replace
from typing import Any

import pikepdf
import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing import documents
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.options import PrintOptions, Turning, TypeSize
from armybuilder.printing.paper import Paper
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.forces.force import Force
from tests.printing.pdf_reading import read
from tests.printing.reading import bare, headings, lost, strays
from tests.printing.samples import LONG_NAME, WORD, demo

BACKS = PrintOptions(turning=Turning.LONG)


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short documents have a page of contents too."""
    monkeypatch.setattr(documents, "LONG", 3)


def test_the_contents_name_the_parts_and_their_pages(pebbles: Any, printer: Printer) -> None:
    document = document_of(demo(pebbles), BACKS, printer, "https://example.org/a/b")
    assert document.parts[0].title == "Contents"
    pdf = print_pdf(document, printer)
    with pikepdf.open(io.BytesIO(pdf)) as loaded, loaded.open_outline() as outline:
        targets: list[Any] = [item.destination for item in outline.root]
        numbers = [pikepdf.Page(target[0]).index + 1 for target in targets]  # type: ignore[operator]
        marks = [(str(item.title), number) for item, number in zip(outline.root, numbers, strict=True)]
        links: list[Any] = [each for each in loaded.pages[0].obj.Annots if "/Dest" in each]
        linked = [pikepdf.Page(each.Dest[0]).index + 1 for each in links]  # type: ignore[operator]
    assert [title for title, page in marks] == ["Contents", "Roster", "Unit cards", "Quick reference"]
    assert linked == [page for _, page in marks[1:]]
    places = {text.strip(): y for x, y, text in read(pdf)[0].texts}
    for title, page in marks[1:]:
        assert places[str(page)] == pytest.approx(places[title], abs=1)
    assert lost(pdf, ["Pebbles", "example.org/a/b", "The army as it is today"]) == []


def test_a_duplex_part_begins_on_a_front(pebbles: Any, printer: Printer) -> None:
    document = document_of(demo(pebbles), BACKS, printer)
    page = 0
    for part in document.parts:
        assert page % 2 == 0 or not part.duplex
        page += part.page_count(printer)
    pages = read(print_pdf(document, printer))
    assert len(pages) == page


def test_a_document_has_one_heading_of_the_first_level(pebbles: Any, printer: Printer) -> None:
    for choices in (BACKS, PrintOptions(cards=False), PrintOptions(roster=False)):
        assert headings(print_pdf(document_of(demo(pebbles), choices, printer), printer)).count("H1") == 1


@pytest.mark.parametrize(("paper", "name"), [*zip(Paper, (LONG_NAME, WORD) * 2, strict=True)])
def test_long_names_stay_on_the_page(pebbles: Any, printer: Printer, name: str, paper: Paper) -> None:
    army = demo(pebbles)
    force: Force[Any, Any, Any] = replace(army.force, name=name)
    choices = replace(BACKS, paper=paper, type_size=TypeSize.SIXTEEN)
    pdf = print_pdf(document_of(LoadedArmy(pebbles, force), choices, printer), printer)
    assert strays(pdf) == []
    assert bare(name) in bare(read(pdf)[0].text)
