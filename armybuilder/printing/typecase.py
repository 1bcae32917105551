"""Letters set once by the renderer, and kept for every line in which they stand again.

A page of letters and pairs of them goes to the renderer, and what it draws for each is read back: which shape of which
font, and how far the next one is moved towards it. Lines are composed of such sorts at any size, so that words which
are all different cost no more than others. Words with letters that join, bear marks or are of other fonts are set
whole, and so are whole lines that are written from right to left.
"""

from __future__ import annotations

import io
import re
import threading
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

import pikepdf
from django.utils.html import escape

from armybuilder.drawing.lettering import Cut, letters_of

SHEET = "@page{size:20000mm 20000mm;margin:0}:root{--ink:#000}"
MOST_KEPT = 10_000
"""Sorts in memory; each takes about half a kilobyte."""
MOST_LINES = 2_000
"""Lines of which the sorts are kept."""
AROUND = "n"
"""A space is set between two of these, since nothing is drawn of a line without letters."""
STYLES = {
    Cut.TEXT: "c-text",
    Cut.ITALIC: "c-italic",
    Cut.STRONG: "c-strong",
    Cut.NARROW: "c-narrow",
    Cut.NARROW_STRONG: "c-narrow-strong",
    Cut.NARROW_HEAVY: "c-narrow-heavy",
}
"""The class of each cut in the style sheet."""

Sort = tuple[Cut, str]
"""What is set at once: a letter; of two plain letters the first, as it stands before the other; a word, a line."""
Glyph = tuple[str, int]
"""A letter's shape: the font by the name it has on the page, and its number there."""


class Show(NamedTuple):
    """Letters of one font: what stands in an operand of ``TJ``; ``rise`` lifts them, in parts of the type size."""

    font: str
    rise: float
    shapes: bytes


@dataclass(frozen=True, slots=True)
class SetSort:
    """A sort ready to show; ``width`` is in parts of the type size."""

    shows: tuple[Show, ...]
    width: float
    glyphs: tuple[Glyph, ...]


FIGURES = re.compile(r"[0-9]|[^0-9]+")
LATIN = 0x250
"""Letters of higher numbers may change where they stand side by side."""


@lru_cache(maxsize=MOST_LINES)
def words_of(cut: Cut, text: str) -> tuple[tuple[Sort, ...], ...]:
    """What a line is composed of: between its spaces words, and of each the sorts.

    The whole of a text that is written from right to left is one.
    """
    if not text.isascii() and any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text):
        return (((cut, text),),)
    return tuple(tuple(_sorts(cut, word)) for word in text.split())


def _sorts(cut: Cut, word: str) -> Iterator[Sort]:
    """Figures are sorts of their own, since all are as wide as one another and never moved together."""
    if not word.isascii() and any(unicodedata.category(letter).startswith("M") for letter in word):
        yield cut, word
        return
    for part in FIGURES.findall(word):
        if _plain(cut, part):
            yield from (_sort(cut, part[at : at + 2]) for at in range(len(part)))
        else:
            yield cut, part


@lru_cache(maxsize=MOST_KEPT)
def _sort(cut: Cut, text: str) -> Sort:
    """The very same one in every line."""
    return cut, text


def _plain(cut: Cut, text: str) -> bool:
    """Whether each letter looks the same wherever it stands."""
    if text.isascii():
        return True
    letters = letters_of(cut)
    return all(
        ord(letter) < LATIN and ord(letter) in letters and unicodedata.category(letter) != "Cf" for letter in text
    )


class TypeCase:
    """The sorts that are kept; used by several threads."""

    def __init__(self) -> None:
        """Nothing is set yet."""
        self._sorts: dict[Sort, SetSort] = {}
        self._lock = threading.Lock()

    def found(self, sorts: Iterable[Sort]) -> dict[Sort, SetSort]:
        """Those of the sorts that are kept."""
        with self._lock:
            return {sort: self._sorts[sort] for sort in sorts if sort in self._sorts}

    def keep(self, sorts: Mapping[Sort, SetSort]) -> None:
        """Keep more sorts."""
        with self._lock:
            if len(self._sorts) + len(sorts) > MOST_KEPT:
                self._sorts.clear()
            self._sorts.update(sorts)


def specimen(sorts: Sequence[Sort]) -> tuple[str, str]:
    """A page of sorts, one to a line, and its style sheet; sorts of one cut follow one another."""
    parts = []
    for cut, run in groupby(sorts, lambda sort: sort[0]):
        lines = "\n".join(AROUND + text + AROUND if text == " " else text for _, text in run)
        parts.append(f'<p class="{STYLES[cut]}">{escape(lines)}</p>')
    body = "".join(parts)
    html = f'<!doctype html><html lang="en"><head><title>Words</title></head><body class="words">{body}</body></html>'
    return html, SHEET


def set_sorts(sorts: Sequence[Sort], pdf: bytes) -> dict[Sort, SetSort]:
    """The sorts as they are set on the specimen."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        drawn = [line for page in document.pages for line in _Reader(page).lines()]
    if len(drawn) != len(sorts):
        raise ValueError(f"{len(sorts)} sorts were to be set, and {len(drawn)} were")
    return {sort: _set(_own_part(sort, shown)) for sort, shown in zip(sorts, drawn, strict=True)}


Item = tuple[int, float] | float
"""A letter's number and width, or how far the next one is moved to the left, in thousandths of the type size."""


class _Shown(NamedTuple):
    font: str
    rise: float
    items: tuple[Item, ...]


def _own_part(sort: Sort, shown: Sequence[_Shown]) -> Sequence[_Shown]:
    """What of a line is the sort itself: of a pair the first letter, and the space from between its letters."""
    cut, text = sort
    if text != " " and not (len(text) == 2 and _plain(cut, text)):
        return shown
    (each,) = shown
    letters = [place for place, item in enumerate(each.items) if isinstance(item, tuple)]
    start, end = (letters[1], letters[1] + 1) if text == " " else (0, letters[1])
    return [_Shown(each.font, each.rise, each.items[start:end])]


def _set(shown: Sequence[_Shown]) -> SetSort:
    shows = []
    width = 0.0
    glyphs: dict[Glyph, None] = {}
    for each in shown:
        shows.append(Show(each.font, each.rise, _shapes(each.items)))
        for item in each.items:
            if isinstance(item, tuple):
                width += item[1]
                glyphs[each.font, item[0]] = None
            else:
                width -= item
    return SetSort(tuple(shows), width / 1000, tuple(glyphs))


def _shapes(items: Sequence[Item]) -> bytes:
    """As an operand: letters in hexadecimal figures, moves as numbers between them."""
    parts = [b"%04x" % item[0] if isinstance(item, tuple) else b">%g<" % item for item in items]
    return b"".join((b"<", *parts, b">")).replace(b"<>", b"")


class _Reader:
    """Reads what was drawn on a page of sorts."""

    def __init__(self, page: pikepdf.Page) -> None:
        self._page = page
        fonts: Any = page.obj.Resources.get("/Font", {})
        self._widths = {name[1:]: widths_of(font) for name, font in fonts.items()}

    def lines(self) -> Iterator[list[_Shown]]:
        """What stands on each line."""
        shown: list[_Shown] | None = None
        font, rise = "", 0.0
        for instruction in pikepdf.parse_content_stream(self._page, "Tf Tm Ts Tj TJ"):
            operator, operands = str(instruction.operator), instruction.operands
            if operator == "Tm":
                if shown is not None:
                    yield shown
                shown = []
            elif operator == "Tf":
                font = str(operands[0])[1:]
                size = float(operands[1])
            elif operator == "Ts":
                rise = float(operands[0]) / size
            elif shown is not None:
                items = operands[0] if operator == "TJ" else [operands[0]]
                shown.append(_Shown(font, rise, tuple(self._items(font, items))))
        if shown is not None:
            yield shown

    def _items(self, font: str, operands: Iterable[Any]) -> Iterator[Item]:
        widths = self._widths[font]
        for operand in operands:
            if isinstance(operand, pikepdf.String):
                codes = bytes(operand)
                for at in range(0, len(codes), 2):
                    number = int.from_bytes(codes[at : at + 2], "big")
                    yield number, widths.get(number, 0.0)
            elif float(operand):
                yield float(operand)


def widths_of(font: Any) -> dict[int, float]:
    """The widths of the letters of an embedded font by their numbers, in thousandths of the type size."""
    widths: dict[int, float] = {}
    entries = list(font.DescendantFonts[0].W)
    for first, run in zip(entries[::2], entries[1::2], strict=True):
        widths.update({int(first) + place: float(width) for place, width in enumerate(run)})
    return widths


def alphabet(sorts: Iterable[Sort]) -> tuple[Sort, ...]:
    """Each letter of the sorts once: what the fonts of a document have to hold."""
    letters: dict[Cut, set[str]] = {}
    for cut, text in sorts:
        letters.setdefault(cut, set()).update(text)
    return tuple((cut, " ".join(sorted(letters[cut] - {" "}))) for cut in Cut if cut in letters)
