"""A long document begins with its contents, and what is printed on both sides begins on a sheet's front."""

import io
from dataclasses import replace
from itertools import accumulate
from typing import Any

import pikepdf
import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.printing import documents
from armybuilder.printing.documents import document_of, print_pdf
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.options import PrintOptions, Turning, TypeSize
from armybuilder.printing.paper import Paper
from armybuilder.printing.rendering.printer import Printer
from rulesets.core.forces.force import Force
from tests.printing.pdf_reading import read
from tests.printing.reading import bare, headings, lost, strays
from tests.printing.rendering.test_words import heard
from tests.printing.samples import LONG_NAME, MEASURING, WORD, demo, every_game

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
    spoken = heard(pdf)
    assert {str(page) for _, page in marks[1:]} <= set(spoken[: spoken.index("army")])
    assert lost(pdf, ["Pebbles", "example.org/a/b", "The army as it is today"]) == []


@every_game
@pytest.mark.parametrize("qrs", [True, False])
@pytest.mark.parametrize("long", [True, False])
def test_duplex_parts_begin_on_fronts_and_no_side_stays_blank(
    ruleset: Any, qrs: bool, long: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(documents, "LONG", 3 if long else 100)
    document = document_of(demo(ruleset), replace(BACKS, labels=True, qrs=qrs), MEASURING)
    counts = [part.page_count(MEASURING) for part in document.parts]
    for part, before in zip(document.parts, accumulate(counts, initial=0), strict=False):
        assert before % 2 == 0 or not part.duplex
    assert "" not in [part.title for part in document.parts]


@pytest.mark.parametrize(
    ("pages", "before", "ordered"),
    [
        # Cards and labels (small letters) have two sides.
        ("R1 c2", 0, "c2 R1"),
        ("R1 c2 Q1 l2", 0, "c2 l2 R1 Q1"),
        ("R1 Q1 c2 l2", 0, "R1 Q1 c2 l2"),
        ("R2 c2 Q1", 0, "R2 c2 Q1"),
        ("R1 c2", 1, "R1 c2"),
        ("Q2 c2 R1 l2", 1, "R1 c2 l2 Q2"),
        ("c2 Q2", 1, ""),
        ("R1 Q2", 0, "R1 Q2"),
    ],
)
def test_parts_change_places_only_to_fill_a_blank_side(pages: str, before: int, ordered: str) -> None:
    parts, counts = [], []
    for entry in pages.split():
        counts.append(int(entry[1]))
        parts.append(DocumentPart(entry, (), duplex=entry[0].islower()))
    found = documents._fronts_first(tuple(parts), counts, before)
    assert " ".join(each.title for each in found) == ordered


def test_contents_with_a_blank_back_are_left_out(pebbles: Any, printer: Printer) -> None:
    choices = replace(BACKS, roster=False, qrs=False, labels=True)
    document = document_of(demo(pebbles), choices, printer)
    assert [part.title for part in document.parts] == ["Unit cards", "Labels"]
    assert all(page.texts for page in read(print_pdf(document, printer)))


def test_each_part_has_a_heading_of_the_first_level(pebbles: Any, printer: Printer) -> None:
    for choices in (BACKS, PrintOptions(cards=False), PrintOptions(roster=False)):
        document = document_of(demo(pebbles), choices, printer)
        parts = [part.title for part in document.parts if part.title != "Contents"]
        assert headings(print_pdf(document, printer)).count("H1") == len(parts)


@pytest.mark.parametrize(("paper", "name"), [*zip(Paper, (LONG_NAME, WORD) * 2, strict=True)])
def test_long_names_stay_on_the_page(pebbles: Any, printer: Printer, name: str, paper: Paper) -> None:
    army = demo(pebbles)
    force: Force[Any, Any, Any] = replace(army.force, name=name)
    choices = replace(BACKS, paper=paper, type_size=TypeSize.SIXTEEN)
    pdf = print_pdf(document_of(LoadedArmy(pebbles, force), choices, printer), printer)
    assert strays(pdf) == []
    assert bare(name) in bare(read(pdf)[0].text)
