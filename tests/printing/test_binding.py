import io
from dataclasses import replace
from typing import Any

import pikepdf
import pytest

from armybuilder.printing import binding
from armybuilder.printing.binding import bound, plan, printed
from armybuilder.printing.cards import EDGE, card_faces, card_pages
from armybuilder.printing.document import Document
from armybuilder.printing.documents import document_of
from armybuilder.printing.html import standalone
from armybuilder.printing.inks import Ink
from armybuilder.printing.paper import Box, CardSize, Paper, centred_grid
from armybuilder.printing.pdf import to_pdf
from tests.printing.pdf_reading import read
from tests.printing.samples import CARDS, EVERYTHING, demo


def render(document: Document) -> bytes:
    return to_pdf(*standalone(document))


def test_a_bound_document_says_what_the_whole_one_says(pebbles, monkeypatch: pytest.MonkeyPatch) -> None:
    document = document_of(demo(pebbles), EVERYTHING)
    whole = render(document)
    monkeypatch.setattr(binding, "SHEETS", 2)
    together = printed(document, render)
    for one, other in zip(read(together), read(whole), strict=True):
        assert sorted(one.text.split()) == sorted(other.text.split())
        for box in other.boxes:
            assert one.has_box(box, 0.05)
    assert together == printed(document, render)
    with pikepdf.open(io.BytesIO(together)) as bound_file, pikepdf.open(io.BytesIO(whole)) as other_file:
        assert str(bound_file.docinfo["/Title"]) == str(other_file.docinfo["/Title"]) == "Small beach"
        assert str(bound_file.Root.Lang) == str(other_file.Root.Lang)
        with bound_file.open_outline() as outline:
            titles = [str(item.title) for item in outline.root]
            places: list[Any] = [item.destination for item in outline.root]
        numbers = [list(bound_file.pages).index(pikepdf.Page(place[0])) for place in places]
    marks = list(zip(titles, numbers, strict=True))
    assert marks == [(page.title, number) for number, page in enumerate(document.pages) if page.title]


def test_what_is_rendered_at_once_is_the_file(pebbles) -> None:
    document = document_of(demo(pebbles), replace(EVERYTHING, cards=False, labels=False))
    planned = plan(document)
    assert planned.gatherings == (document,)
    assert bound(planned, [b"only"]) == b"only"


@pytest.mark.parametrize("paper", Paper)
@pytest.mark.parametrize("size", CardSize)
def test_faces_are_drawn_once_and_lie_where_they_belong(paper: Paper, size: CardSize) -> None:
    grid = centred_grid(paper.size, size.size)
    cards = [replace(CARDS["usual"], corner=f"BG 1 · {number}") for number in range(14)] + [CARDS["overfull"]]
    faces = [face for card in cards for face in card_faces(card, grid.piece)]
    document = Document("T", "S", tuple(card_pages(faces, grid, "credit")), Ink.COLOUR, "olive")
    planned = plan(document)
    drawn = [page for gathering in planned.gatherings[planned.sheets :] for page in gathering.pages]
    assert len(drawn) == 1 + len(faces) - 14
    pages = read(printed(document, render))
    for number, page in enumerate(pages):
        for place in range(min(grid.count, len(faces) - number * grid.count)):
            slot = grid.slot(place)
            frame = Box(slot.x + EDGE, slot.y + EDGE, slot.width - 2 * EDGE, slot.height - 2 * EDGE)
            assert page.has_box(frame, 0.05)
    corners = [text for page in pages for _, _, text in page.texts if text.startswith("BG 1")]
    assert corners == [f"BG 1 · {number}" for number in range(14)]
