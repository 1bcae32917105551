"""What is printed, as a reader finds it: the words of a PDF without regard to spaces and capitals."""

import io
import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

import pikepdf

from tests.printing.pdf_reading import read

TICKED = "//*[contains(concat(' ', @class, ' '), ' ticked ')]"
DRAWN = "//*[local-name() = 'svg']/*[local-name() = 'title']/text()"


def ticked(page: Any) -> int:
    """How many boxes are ticked: those that are elements, and those that drawings tell (``HP 1 of 3, XP 0 of 1``)."""
    told = " ".join(page.xpath(DRAWN))
    return len(page.xpath(TICKED)) + sum(int(count) for count in re.findall(r"(\d+) of \d+", told))


def bare(text: str) -> str:
    """The text without spaces, in small letters."""
    return "".join(text.split()).casefold()


def words_of(pdf: bytes) -> str:
    """All that is written in a PDF, bare."""
    return bare("".join(page.text for page in read(pdf)))


def lost(pdf: bytes, texts: Iterable[str]) -> list[str]:
    """The texts that are not found in a PDF."""
    found = words_of(pdf)
    return [text for text in texts if bare(text) not in found]


def strays(pdf: bytes) -> list[str]:
    """Texts that begin outside of their page."""
    return [text for page in read(pdf) for x, y, text in page.texts if not (0 < x < page.width and 0 < y < page.height)]


def outside(pdf: bytes, margin: float) -> list[str]:
    """Texts that reach into the margin of their page, and texts that others cover."""
    found = []
    for page in read(pdf):
        found += [
            text for left, right, _, text in page.runs if left < margin - 0.1 or right > page.width - margin + 0.1
        ]
        rows: dict[int, list[tuple[float, float, str]]] = {}
        for left, right, foot, text in page.runs:
            rows.setdefault(round(foot * 5), []).append((left, right, text))
        for row in rows.values():
            row.sort()
            found += [f"{a}|{b}" for (_, end, a), (begin, _, b) in pairwise(row) if begin < end - 0.3]
    return found


def headings(pdf: bytes) -> list[str]:
    """The levels of the headings of a PDF's structure, in order."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        kinds = list(_kinds(document.Root.StructTreeRoot.K))
    return [kind for kind in kinds if kind[0] == "H" and kind[1:].isdigit()]


def _kinds(kids: Any) -> Iterator[str]:
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            yield str(kid.S)[1:]
            yield from _kinds(kid.get("/K", pikepdf.Array()))
