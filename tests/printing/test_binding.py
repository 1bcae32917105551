"""A bound document: everything is in it once, in its place, and named for those who listen."""

import io
from dataclasses import replace
from typing import Any

import pikepdf
import pytest

from armybuilder.printing import binding
from armybuilder.printing.binding import Gathering, plan, printed
from armybuilder.printing.cards import EDGE, card_faces, card_pages
from armybuilder.printing.document import Document
from armybuilder.printing.documents import document_of
from armybuilder.printing.html import standalone
from armybuilder.printing.inks import Ink
from armybuilder.printing.paper import Box, CardSize, Paper, centred_grid
from armybuilder.printing.pdf import to_pdf
from armybuilder.printing.typecase import TypeCase
from tests.printing.pdf_reading import read
from tests.printing.samples import CARDS, EVERYTHING, demo


def render(part: Gathering) -> bytes:
    return to_pdf(part.html, part.css, tagged=part.tagged)


def test_a_bound_document_says_what_its_pages_say(pebbles, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is composed here is what the renderer makes of the same pages as HTML."""
    document = document_of(demo(pebbles), EVERYTHING)
    whole = to_pdf(*standalone(document))
    monkeypatch.setattr(binding, "SHEETS", 2)
    together = printed(document, render)
    for one, other in zip(read(together), read(whole), strict=True):
        assert sorted(one.text.split()) == sorted(other.text.split())
        for x, y, text in other.texts:
            assert any(abs(x - a) < 0.6 and abs(y - b) < 0.2 and said[:1] == text[:1] for a, b, said in one.texts), text
    assert together == printed(document, render)
    with pikepdf.open(io.BytesIO(together)) as bound_file:
        assert str(bound_file.docinfo["/Title"]) == "Small beach"
        assert str(bound_file.Root.Lang) == "en"
        with bound_file.open_outline() as outline:
            titles = [str(item.title) for item in outline.root]
            places: list[Any] = [item.destination for item in outline.root]
        numbers = [list(bound_file.pages).index(pikepdf.Page(place[0])) for place in places]
    marks = list(zip(titles, numbers, strict=True))
    assert marks == [(page.title, number) for number, page in enumerate(document.pages) if page.title]


def test_letters_are_set_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(binding, "CASE", TypeCase())
    grid = centred_grid(Paper.A4.size, CardSize.POKER.size)
    cards = [replace(CARDS["usual"], corner=f"BG 1 · {number}") for number in range(14)]
    faces = [face for card in cards for face in card_faces(card, grid.piece)]
    document = Document("T", "S", tuple(card_pages(faces, grid, "credit")), Ink.COLOUR, "olive")
    first = plan(document)
    printed(document, render)
    again = plan(document)
    assert sum(map(len, first.sorts)) > 20
    assert again.sorts == ()
    cards.append(replace(CARDS["usual"], title="Quite another"))
    faces = [face for card in cards for face in card_faces(card, grid.piece)]
    edited = plan(replace(document, pages=tuple(card_pages(faces, grid, "credit"))))
    assert [{text for _, text in some} for some in edited.sorts] == [
        {"Qu", "ui", "it", "te", "an", "no", "ot", "er", "r"}
    ]


@pytest.mark.parametrize("paper", [Paper.A4, Paper.LETTER])
@pytest.mark.parametrize("size", [CardSize.POKER, CardSize.TAROT])
def test_cards_and_their_corners_lie_where_they_belong(paper: Paper, size: CardSize) -> None:
    grid = centred_grid(paper.size, size.size)
    cards = [replace(CARDS["usual"], corner=f"BG 1 · {number}") for number in range(14)] + [CARDS["overfull"]]
    faces = [face for card in cards for face in card_faces(card, grid.piece)]
    document = Document("T", "S", tuple(card_pages(faces, grid, "credit")), Ink.COLOUR, "olive")
    pages = read(printed(document, render))
    for number, page in enumerate(pages):
        for place in range(min(grid.count, len(faces) - number * grid.count)):
            slot = grid.slot(place)
            frame = Box(slot.x + EDGE, slot.y + EDGE, slot.width - 2 * EDGE, slot.height - 2 * EDGE)
            assert page.has_box(frame, 0.05)
    corners = [text for page in pages for _, _, text in page.texts if text.startswith("BG 1")]
    assert corners == [f"BG 1 · {number}" for number in range(14)]
