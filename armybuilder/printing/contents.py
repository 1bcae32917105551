"""The page that a long document begins with: its parts, and a QR code of the live army."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from armybuilder.drawing.lettering import Cut, width
from armybuilder.printing.document import Page, Placed
from armybuilder.printing.paper import Box, Size
from armybuilder.printing.sheets import foot
from armybuilder.sharing.links import qr_path

SIDE = 22.0
TOP = 30.0
HEAD = 26.0
ENTRY = 9.0
CODE = 34.0
TITLES = (40.0, 34.0, 28.0, 24.0, 20.0, 16.0, 12.0)


@dataclass(frozen=True, slots=True)
class Code:
    """A QR code: its side in modules, its dark modules as an SVG path, and the address in letters."""

    drawing: ClassVar = "code"
    side: int
    path: str
    link: str
    words: str = "The army as it stands today"


@dataclass(frozen=True, slots=True)
class ContentsHead:
    """The document's name and game."""

    drawing: ClassVar = "contents_head"
    title: str
    points: float
    game: str


@dataclass(frozen=True, slots=True)
class ContentsEntry:
    """A part and the page on which it begins."""

    drawing: ClassVar = "contents_entry"
    title: str
    page: int


def code_of(link: str) -> Code:
    """The QR code of an address."""
    side, path = qr_path(link)
    return Code(side, path, link.split("://")[-1])


def contents_page(
    title: str, game: str, entries: Sequence[tuple[str, int]], link: str, sheet: Size, credit: str
) -> Page:
    """The page; entries that do not fit it are left to the bookmarks."""
    room = sheet.width - 2 * SIDE
    points = next((size for size in TITLES if width(title, Cut.NARROW_HEAVY, size) <= room), TITLES[-1])
    head = ContentsHead(title, points, game)
    placed = [Placed(Box(SIDE, TOP, room, HEAD), head.drawing, head)]
    y = TOP + HEAD + 8
    most = int((sheet.height - y - CODE - 40) / ENTRY)
    for name, number in entries[:most]:
        placed.append(Placed(Box(SIDE, y, room, ENTRY), ContentsEntry.drawing, ContentsEntry(name, number)))
        y += ENTRY
    if link:
        code = code_of(link)
        placed.append(Placed(Box(SIDE, y + 12, room, CODE), code.drawing, code))
    return Page(sheet, tuple(placed), "Contents", foot(sheet, sheet.height - 10.5, credit, "Contents", SIDE))
