"""The page that a long document begins with: its parts, and a QR code of the live army."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from armybuilder.drawing.lettering import POINT, Cut, fits, lines, printable
from armybuilder.printing.blocks import LEADING
from armybuilder.printing.document import Page, Placed
from armybuilder.printing.drawn import Element, Letters, Tiles, rule, text_lines
from armybuilder.printing.paper import Box, Size
from armybuilder.printing.sheets import foot
from armybuilder.sharing.links import qr_runs
from rulesets.core.reference import Align

SIDE = 22.0
TOP = 30.0
HEAD = 26.0
ENTRY = 9.0
LEAST_ENTRY = 5.6
FOOT = 14.0
"""What the foot takes of a page."""
CODE = 34.0
ABOVE_CODE = 12.0
CODE_GAP = 4.0
CODE_TOP = 10.0
WORDS_POINTS = 10.0
GAME_POINTS = 10.5
GAME_LINE = GAME_POINTS * POINT * LEADING
GAME_GAP = 2.5
ENTRY_POINTS = 14.0
TITLE_LEADING = 1.1
HEAD_RULE = 0.9
RULE = 0.2
TITLES = (40.0, 34.0, 28.0, 24.0, 20.0, 16.0, 12.0)


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: its side in modules, runs of its dark ones (column, row, length), and the address in letters."""

    drawing: ClassVar = "code"
    side: int
    runs: tuple[tuple[int, int, int], ...]
    link: str
    words: str = "The army as it stands today"


@dataclass(frozen=True, slots=True)
class DocumentHead:
    """A name in large letters, and what it belongs to, over a line."""

    drawing: ClassVar = "document_head"
    title: str
    points: float
    game: str

    @property
    def leading(self) -> float:
        """Of the name's lines."""
        return self.points * POINT * TITLE_LEADING

    def lines(self, room: float) -> int:
        """How many the name takes."""
        return lines(printable(self.title), Cut.NARROW_HEAVY, self.points, room)

    def height(self, room: float) -> float:
        """The least that it takes."""
        return self.lines(room) * self.leading + GAME_LINE + GAME_GAP


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A part and the page on which it begins."""

    drawing: ClassVar = "contents_entry"
    title: str
    page: int


def code_of(link: str) -> Code:
    """The QR code of an address."""
    side, runs = qr_runs(link)
    return Code(side, runs, link.split("://")[-1])


def code_tiles(code: Code, x: float, y: float, side: float) -> Tiles:
    """The dark modules of a code that is ``side`` millimetres large."""
    k = side / code.side
    return Tiles(tuple(Box(x + left * k, y + top * k, count * k, k) for left, top, count in code.runs), "ink")


def contents_page(
    title: str, game: str, entries: Sequence[tuple[str, int]], link: str, sheet: Size, credit: str
) -> Page:
    """The page; on a small one the entries stand closer together, beside the code."""
    room = sheet.width - 2 * SIDE
    points = next((size for size in TITLES if fits(title, Cut.NARROW_HEAVY, size, room)), TITLES[-1])
    head = DocumentHead(title, points, game)
    placed = [Placed(Box(SIDE, TOP, room, HEAD), head.drawing, head)]
    y = TOP + HEAD + 8
    space = sheet.height - FOOT - y
    below = ENTRY * len(entries) + ABOVE_CODE + CODE <= space
    across = room if below or not link else (room - SIDE) / 2
    tall = min(ENTRY, max(LEAST_ENTRY, space / len(entries)))
    for place, (name, number) in enumerate(entries[: int(space / tall)]):
        entry = ContentsEntry(name, number)
        placed.append(Placed(Box(SIDE, y + place * tall, across, tall), entry.drawing, entry))
    if link:
        code = code_of(link)
        spot = Box(SIDE, y + tall * len(entries) + ABOVE_CODE, room, CODE)
        beside = Box(SIDE + across + SIDE, y, across, CODE)
        placed.append(Placed(spot if below else beside, code.drawing, code))
    return Page(sheet, tuple(placed), "Contents", foot(sheet, sheet.height - 10.5, credit, "Contents", SIDE))


def document_head_element(head: DocumentHead, size: Size) -> Element:
    """Name and game over a line at the foot of their room."""
    tall = head.leading
    below = size.height - GAME_GAP - GAME_LINE
    above = below - head.lines(size.width) * tall
    title = text_lines(head.title, 0, above, size.width, tall, Cut.NARROW_HEAVY, head.points, "deep")
    game = Letters(0, below, size.width, GAME_LINE, printable(head.game), Cut.NARROW, GAME_POINTS, "muted")
    return Element(
        "div",
        (Element("h1", title), Element("p", (game,)), rule(0, size.height, size.width, "deep", HEAD_RULE)),
    )


def contents_entry_element(entry: ContentsEntry, size: Size) -> Element:
    """A part on the left and its page on the right, over a line."""
    name = Letters(0, 0, size.width, size.height, printable(entry.title), Cut.NARROW_STRONG, ENTRY_POINTS)
    page = name._replace(text=str(entry.page), ink="deep", align=Align.RIGHT)
    return Element("div", (Element("p", (name, page)), rule(0, size.height, size.width, "line", RULE)))


def code_element(code: Code, size: Size) -> Element:
    """The code, and beside it what it is and the address."""
    left = size.height + CODE_GAP
    room = size.width - left
    tall = WORDS_POINTS * POINT * LEADING
    words = text_lines(code.words, left, CODE_TOP, room, tall, Cut.NARROW_STRONG, WORDS_POINTS)
    link = text_lines(code.link, left, CODE_TOP + len(words) * tall, room, tall, Cut.NARROW, WORDS_POINTS)
    return Element("div", (code_tiles(code, 0, 0, size.height), Element("p", (*words, *link))))
