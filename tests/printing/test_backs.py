"""Backs of cards lie behind their fronts, whichever edge the paper is turned over."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

import pytest

from armybuilder.printing.binding import Gathering, printed
from armybuilder.printing.cards import EDGE, CardBack, CardFace, card_pages_with_backs, card_sides
from armybuilder.printing.document import Document, Page
from armybuilder.printing.inks import Ink
from armybuilder.printing.paper import Box, CardSize, Edge, Paper, Size, centred_grid
from armybuilder.printing.pdf import to_pdf
from rulesets.core.cards import Card
from rulesets.core.reference import Line
from tests.printing.pdf_reading import DrawnPage, read
from tests.printing.samples import CARDS

TRUE = 0.1
SHEETS = [paper.turned(across=across) for paper in Paper for across in (False, True)]
FRONT, BACK = (0.6, -0.4), (1.1, 0.3)
"""Millimetres to the right and down by which a printer is helped."""


def render(part: Gathering) -> bytes:
    return to_pdf(part.html, part.css, tagged=part.tagged)


def read_pages(pages: list[Page]) -> list[DrawnPage]:
    return read(printed(Document("T", "S", tuple(pages), Ink.COLOUR, "olive"), render))


def with_backs(count: int, size: CardSize, sheet: Size, edge: Edge | None) -> list[Page]:
    """Every other card has lines on its back."""
    plain = CardBack("Game", "Army", "olive", size.size)
    told = Card("Told", back=(Line("Hit by", "what is on the back"),))
    cards = [replace(told if number % 2 else CARDS["plain"], title=f"Card {number}") for number in range(count)]
    sides = [side for card in cards for side in card_sides(card, size.size, plain)]
    return list(card_pages_with_backs(sides, centred_grid(sheet, size.size), edge, "credit"))


@pytest.mark.parametrize(("size", "sheet", "edge"), list(product(CardSize, SHEETS, Edge)))
def test_backs_lie_behind_their_fronts(size: CardSize, sheet: Size, edge: Edge) -> None:
    """On every paper, upright and across, moved as a printer needs it; crop marks too."""
    grid = centred_grid(sheet, size.size)
    count = grid.count + 2
    plain = with_backs(count, size, sheet, edge)
    pages = [page.nudged(*(BACK if page.back else FRONT)) for page in plain]
    assert [page.back for page in pages] == [False, True] * (len(pages) // 2)
    drawn = read_pages(pages)
    for number in range(count):
        leaf, place = divmod(number, grid.count)
        front, back = drawn[2 * leaf], drawn[2 * leaf + 1]
        slot = grid.slot(place)
        frame = Box(slot.x + EDGE, slot.y + EDGE, slot.width - 2 * EDGE, slot.height - 2 * EDGE)
        assert front.has_box(frame.moved(*FRONT), TRUE)
        behind = (
            Box(sheet.width - slot.right, slot.y, slot.width, slot.height)
            if (edge is Edge.LONG) == (sheet.height > sheet.width)
            else Box(slot.x, sheet.height - slot.bottom, slot.width, slot.height)
        ).moved(*BACK)
        if number % 2:
            inner = Box(behind.x + EDGE, behind.y + EDGE, behind.width - 2 * EDGE, behind.height - 2 * EDGE)
            assert back.has_box(inner, TRUE)
            assert any(behind.x < x < behind.right and behind.y < y < behind.bottom for x, y, _ in back.texts)
        else:
            bled = Box(behind.x - 2, behind.y - 2, behind.width + 4, behind.height + 4)
            assert back.has_box(bled, TRUE)
    for front in drawn[::2]:
        for mark in (*grid.ticks(), *grid.crosses()):
            wanted = mark.moved(*FRONT)
            assert any(
                all(abs(a - b) <= TRUE for a, b in zip(line, (wanted.x1, wanted.y1, wanted.x2, wanted.y2), strict=True))
                for line in front.lines
            )
    backs = [text for page in drawn[1::2] for _, _, text in page.texts if text.startswith("Card")]
    assert sorted(backs) == sorted(f"Card {number}" for number in range(1, count, 2))


def test_backs_for_paper_printed_on_one_side_follow() -> None:
    pages = with_backs(11, CardSize.POKER, Paper.A4.size, None)
    assert [page.back for page in pages] == [False] * 4
    assert [[placed.drawing for placed in page.placed][:1] for page in pages[:2]] == [["card"], ["card"]]
    grid = centred_grid(Paper.A4.size, CardSize.POKER.size)
    assert {placed.box for placed in pages[2].placed} == {grid.slot(place) for place in range(9)}


def test_a_back_that_needs_more_room_takes_more_cards() -> None:
    long = Card("Long", back=tuple(Line(f"Rule {n}", "many words to be said " * 12) for n in range(12)))
    plain = CardBack("Game", "Army", "olive", CardSize.POKER.size)
    sides = card_sides(long, CardSize.POKER.size, plain)
    assert len(sides) > 1
    assert [back is plain for _, back in sides] == [False] + [True] * (len(sides) - 1)
    faces = [sides[0][1], *(front for front, _ in sides[1:])]
    assert all(isinstance(face, CardFace) for face in faces)
    assert [face.number for face in faces if isinstance(face, CardFace)] == list(range(1, len(faces) + 1))
