"""Words set once by the renderer, and kept for every line in which they stand again.

A page of words goes to the renderer, and what it draws for each is read back: which letters of which font, and how
they are moved together. Lines are composed of such words at any size. Texts that are written from right to left are set
as whole lines.
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

from armybuilder.drawing.lettering import Cut

POINTS = 100
"""The size at which words are set."""
SHEET = "@page{size:20000mm 20000mm;margin:0}:root{--ink:#000}"
MOST_KEPT = 30_000
"""Words in memory; each takes about half a kilobyte."""
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

Word = tuple[Cut, str]
Glyph = tuple[str, int]
"""A letter's shape: the font by the name it has on the page, and its number there."""


class Show(NamedTuple):
    """Letters of one font: what stands in an operand of ``TJ``; ``rise`` lifts them, in parts of the type size."""

    font: str
    rise: float
    shapes: bytes


@dataclass(frozen=True, slots=True)
class SetWord:
    """A word ready to show; ``width`` is in parts of the type size."""

    shows: tuple[Show, ...]
    width: float
    glyphs: frozenset[Glyph]


NOTHING = SetWord((), 0.0, frozenset())


FIGURES = re.compile(r"[0-9]|[^0-9]+")


@lru_cache(maxsize=MOST_KEPT)
def words_of(cut: Cut, text: str) -> tuple[tuple[Word, ...], ...]:
    """What a line is composed of: between its spaces words, and of each the parts that are set.

    Figures are parts of their own, since all are as wide as one another and never moved together. The whole of a text
    that is written from right to left is one.
    """
    if not text.isascii() and any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text):
        return (((cut, text),),)
    return tuple(tuple((cut, part) for part in _parts(word)) for word in text.split())


def _parts(word: str) -> list[str]:
    """Figures and what stands between them; a word with marks above its letters is left whole."""
    if not word.isascii() and any(unicodedata.category(letter).startswith("M") for letter in word):
        return [word]
    return FIGURES.findall(word)


class TypeCase:
    """The words that are kept; used by several threads."""

    def __init__(self) -> None:
        """Nothing is set yet."""
        self._words: dict[Word, SetWord] = {}
        self._lock = threading.Lock()

    def found(self, words: Iterable[Word]) -> dict[Word, SetWord]:
        """Those of the words that are kept."""
        with self._lock:
            return {word: self._words[word] for word in words if word in self._words}

    def keep(self, words: Mapping[Word, SetWord]) -> None:
        """Keep more words."""
        with self._lock:
            if len(self._words) + len(words) > MOST_KEPT:
                self._words.clear()
            self._words.update(words)


def specimen(words: Sequence[Word]) -> tuple[str, str]:
    """A page of words, one to a line, and its style sheet; words of one cut follow one another."""
    parts = []
    for cut, run in groupby(words, lambda word: word[0]):
        lines = "\n".join(AROUND + text + AROUND if text == " " else text for _, text in run)
        parts.append(f'<p class="{STYLES[cut]}">{escape(lines)}</p>')
    body = "".join(parts)
    html = f'<!doctype html><html lang="en"><head><title>Words</title></head><body class="words">{body}</body></html>'
    return html, SHEET


def set_words(words: Sequence[Word], pdf: bytes) -> dict[Word, SetWord]:
    """The words as they are set on the specimen."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        drawn = [word for page in document.pages for word in _Reader(page).words()]
    if len(drawn) != len(words):
        raise ValueError(f"{len(words)} words were to be set, and {len(drawn)} were")
    return {word: _alone(shown) if word[1] == " " else _set(shown) for word, shown in zip(words, drawn, strict=True)}


Item = tuple[int, float] | float
"""A letter's number and width, or how far the next one is moved to the left, in thousandths of the type size."""


class _Shown(NamedTuple):
    font: str
    rise: float
    items: tuple[Item, ...]


def _set(shown: Sequence[_Shown]) -> SetWord:
    shows = []
    width = 0.0
    glyphs = set()
    for each in shown:
        shows.append(Show(each.font, each.rise, _shapes(each.items)))
        for item in each.items:
            if isinstance(item, tuple):
                width += item[1]
                glyphs.add((each.font, item[0]))
            else:
                width -= item
    return SetWord(tuple(shows), width / 1000, frozenset(glyphs))


def _alone(shown: Sequence[_Shown]) -> SetWord:
    """The space from between its letters."""
    (each,) = shown
    letters = [item for item in each.items if isinstance(item, tuple)]
    return _set([_Shown(each.font, 0.0, (letters[1],))])


def _shapes(items: Sequence[Item]) -> bytes:
    """As an operand: letters in hexadecimal figures, moves as numbers between them."""
    parts = [b"%04x" % item[0] if isinstance(item, tuple) else b">%g<" % item for item in items]
    return b"".join((b"<", *parts, b">")).replace(b"<>", b"")


class _Reader:
    """Reads what was drawn on a page of words."""

    def __init__(self, page: pikepdf.Page) -> None:
        self._page = page
        fonts: Any = page.obj.Resources.get("/Font", {})
        self._widths = {name[1:]: widths_of(font) for name, font in fonts.items()}

    def words(self) -> Iterator[list[_Shown]]:
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


def alphabet(words: Iterable[Word]) -> tuple[Word, ...]:
    """Each letter of the words once: what the fonts of a document have to hold."""
    letters: dict[Cut, set[str]] = {}
    for cut, text in words:
        letters.setdefault(cut, set()).update(text)
    return tuple((cut, " ".join(sorted(letters[cut] - {" "}))) for cut in Cut if cut in letters)
