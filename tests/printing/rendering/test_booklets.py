"""Booklets: folded as their sheets say, the pages follow one another, and readers follow the structure."""

import io
from pathlib import Path

import pikepdf
import pytest
from pypdfium2 import PdfDocument

from armybuilder.printing.paper import Edge
from armybuilder.printing.rendering import Batch, DocumentInfo
from armybuilder.printing.rendering.booklets import sides
from armybuilder.printing.rendering.joining import join
from armybuilder.printing.rendering.weasy import render
from tests.printing.structure import elements, faults

WIDTH, HEIGHT = 70, 100
"""A page in millimetres."""
POINTS = 72 / 25.4


def folded(pages: int) -> list[int]:
    """The pages as they follow one another once the sheets are cut, laid together and folded."""
    printed = list(sides(pages))
    fronts, backs = printed[::2], printed[1::2]
    pile = [(front[half : half + 2], back[half : half + 2]) for half in (0, 2) for front, back in zip(fronts, backs)]  # noqa: B905
    pile = [each for each in pile if each[0]]
    # Of a half sheet, seen from its front, the right leaf has the first page before and the second behind it.
    first = [page for front, back in pile for page in (front[1], back[0])]
    return first + [page for front, back in reversed(pile) for page in (back[1], front[0])]


@pytest.mark.parametrize("pages", range(1, 42))
def test_pages_follow_one_another(pages: int) -> None:
    order = folded(pages)
    assert order == list(range(1, len(order) + 1))
    assert pages <= len(order) < pages + 4
    assert [len(side) for side in sides(pages)].count(2) in (0, 2)


def booklet(tmp_path: Path, pages: int, edge: Edge = Edge.LONG) -> bytes:
    content = "".join(f"<p style='break-after:page'>Page{number}</p>" for number in range(1, pages))
    content = f"<h1>Title</h1>{content}<p>Page{pages}</p>"
    made = render(Batch(content, (), f"@page{{size:{WIDTH}mm {HEIGHT}mm;margin:9mm}}", "ink-colour t-steel", None))
    file = tmp_path / "pages.pdf"
    file.write_bytes(made.pdf)
    join([file], DocumentInfo("T", "S", (("First", 0),), folded=edge), tmp_path / "booklet.pdf")
    return (tmp_path / "booklet.pdf").read_bytes()


def quarters(pdf: bytes, side: int) -> list[str]:
    """The words in each quarter of a side, from the upper left, in two rows."""
    page = PdfDocument(pdf)[side]
    width, height = page.get_size()
    assert (round(width), round(height)) == (round(2 * WIDTH * POINTS), round(2 * HEIGHT * POINTS))
    text = page.get_textpage()
    return [
        text.get_text_bounded(column * width / 2, row * height / 2, (column + 1) * width / 2, (row + 1) * height / 2)
        for row in (1, 0)
        for column in (0, 1)
    ]


def test_pages_stand_in_the_quarters_of_their_sheets(tmp_path: Path) -> None:
    pdf = booklet(tmp_path, 7)
    assert len(PdfDocument(pdf)) == 2
    assert [each.split()[-1:] for each in quarters(pdf, 0)] == [[], ["Page1"], ["Page6"], ["Page3"]]
    assert [each.split() for each in quarters(pdf, 1)] == [["Page2"], ["Page7"], ["Page4"], ["Page5"]]


def test_backs_stand_on_their_heads_for_flips_over_the_short_edge(tmp_path: Path) -> None:
    pdf = booklet(tmp_path, 7, Edge.SHORT)
    assert [each.split()[-1:] for each in quarters(pdf, 0)] == [[], ["Page1"], ["Page6"], ["Page3"]]
    assert [each.split() for each in quarters(pdf, 1)] == [["Page5"], ["Page4"], ["Page7"], ["Page2"]]
    word = PdfDocument(pdf)[1].get_textpage()
    first, second = (word.get_charbox(place) for place in (0, 1))
    assert second[0] < first[0]


@pytest.mark.parametrize("pages", [1, 5, 7, 9])
def test_readers_follow_a_booklet_from_its_first_page(tmp_path: Path, pages: int) -> None:
    pdf = booklet(tmp_path, pages)
    assert faults(pdf) == []
    with pikepdf.open(io.BytesIO(pdf)) as document:
        marks = {
            form.objgen: (place, number)
            for number, page in enumerate(document.pages)
            for place, form in page.resources.XObject.items()
        }
        found = [
            marks[element.K[0].Stm.objgen]
            for element, _ in elements(document.Root.StructTreeRoot.K, ())
            if "/Pg" in element
        ]
        expected = {
            page: (f"/P{place}", side) for side, each in enumerate(sides(pages)) for place, page in enumerate(each)
        }
        assert found == [expected[1], *(expected[page] for page in range(1, pages + 1))]
        (mark,) = document.open_outline().root
        assert mark.title == "First"


def test_the_same_booklet_is_the_same_bytes(tmp_path: Path) -> None:
    assert booklet(tmp_path, 5) == booklet(tmp_path, 5)
