"""How much room letters take: the widths of the vendored fonts, and how words break into lines.

Kerning is left out and words break at spaces alone, so that what is measured is never less than what is drawn.
Spaces that do not break hold words together as long as they fit into a line, and so does one before % or ·.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from fontTools.ttLib import TTFont

POINT = 25.4 / 72
"""A point in millimetres."""
VENDOR = Path(__file__).resolve().parents[2] / "static" / "vendor"


class Cut(enum.Enum):
    """A cut of the family: file name, and the fallback for characters it lacks."""

    TEXT = ("barlow-5.3.0/barlow-all-400-normal.ttf", False)
    ITALIC = ("barlow-5.3.0/barlow-all-400-italic.ttf", False)
    STRONG = ("barlow-5.3.0/barlow-all-600-normal.ttf", True)
    NARROW = ("barlow-condensed-5.3.0/barlow-condensed-all-500-normal.ttf", False)
    NARROW_STRONG = ("barlow-condensed-5.3.0/barlow-condensed-all-600-normal.ttf", True)
    NARROW_HEAVY = ("barlow-condensed-5.3.0/barlow-condensed-all-700-normal.ttf", True)

    __hash__ = object.__hash__
    """Cuts stand in the keys of every word: the usual way, by name, takes ten times as long."""


FALLBACKS = {False: "dejavu-2.37.3/DejaVuSansCondensed.ttf", True: "dejavu-2.37.3/DejaVuSansCondensed-Bold.ttf"}
FALLBACK_EXTRA = 1.06
"""Letters of the fallback pull spaces of its own, wider ones, beside them."""
ROUNDING = 0.1
"""What is kept free of a line's room, since places are given in hundredths of a millimetre."""
MOST_WIDTHS = 8192
"""Texts of which the widths are kept."""
MISSING = "□"
"""Stands for a character that no font of ours has."""
INVISIBLE = frozenset(
    "\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
)

BREAKING = re.compile(r"(?! [%·×])[^\S\u00a0\u2007\u202f]+")
"""White space at which a line may end: all but the spaces that do not break, and those before %, · and ×."""


@cache
def _advances(file: str) -> dict[int, float]:
    """Character code to width, in parts of the type size; figures have the one width that print switches on."""
    with TTFont(VENDOR / file, lazy=True) as font:
        units = font["head"].unitsPerEm
        widths = font["hmtx"].metrics
        even = _even_figures(font)
        return {code: widths[even.get(glyph, glyph)][0] / units for code, glyph in font.getBestCmap().items()}


def _even_figures(font: TTFont) -> dict[str, str]:
    """Glyph to glyph, as the feature ``tnum`` replaces them."""
    if "GSUB" not in font:
        return {}
    table = font["GSUB"].table
    features = (record for record in table.FeatureList.FeatureRecord if record.FeatureTag == "tnum")
    lookups = {index for record in features for index in record.Feature.LookupListIndex}
    replaced: dict[str, str] = {}
    for index in sorted(lookups):
        for part in table.LookupList.Lookup[index].SubTable:
            replaced.update(getattr(part, "ExtSubTable", part).mapping)
    return replaced


def _own(cut: Cut) -> dict[int, float]:
    return _advances(cut.value[0])


def letters_of(cut: Cut) -> Set[int]:
    """The codes of the characters that the cut itself has."""
    return _own(cut).keys()


def printable(text: str) -> str:
    """The text with ``□`` for each character that no font of ours has, and without control characters."""
    if text.isascii() and text.isprintable():
        return text
    own, fallback = _own(Cut.TEXT), _advances(FALLBACKS[False])
    if all(ord(letter) in own for letter in text):
        return text
    return "".join(
        letter if ord(letter) in own or ord(letter) in fallback else (" " if letter.isspace() else MISSING)
        for letter in text
        if letter not in INVISIBLE and (letter.isprintable() or letter.isspace())
    )


def missing(texts: Iterable[str]) -> str:
    """The characters of the texts that no font of ours has, each once, in order."""
    own, fallback = _own(Cut.TEXT), _advances(FALLBACKS[False])
    lacking = {
        letter: None
        for text in texts
        for letter in text
        if ord(letter) not in own and ord(letter) not in fallback and letter not in INVISIBLE and letter.isprintable()
    }
    return "".join(lacking)


@lru_cache(maxsize=MOST_WIDTHS)
def _width(text: str, cut: Cut) -> float:
    own = _own(cut)
    total = 0.0
    for letter in text:
        width = own.get(ord(letter))
        if width is None:
            width = _advances(FALLBACKS[cut.value[1]]).get(ord(letter), 0.7) * FALLBACK_EXTRA
        total += width
    return total


def width(text: str, cut: Cut, points: float) -> float:
    """The width of a line of text in millimetres at a type size in points."""
    return _width(text, cut) * points * POINT


def fits(text: str, cut: Cut, points: float, room: float) -> bool:
    """Whether the text stands on one line of ``room`` millimetres."""
    return width(text, cut, points) <= room - ROUNDING


def words_of(text: str) -> list[str]:
    """The parts of a text between which a line may end."""
    return [word for word in BREAKING.split(text) if word]


def lines(text: str, cut: Cut, points: float, room: float, first: float = 0) -> int:
    """How many lines the text takes in ``room`` millimetres; ``first`` is taken already on the first line.

    Words longer than a line are broken. A text of nothing takes one line.
    """
    return len(split_lines(text, cut, points, room, first))


def split_lines(text: str, cut: Cut, points: float, room: float, first: float = 0) -> tuple[str, ...]:
    """The text in lines as ``lines`` counts them; the first is empty where ``first`` leaves no room for a word."""
    size = points * POINT
    if not first and "\n" not in text and _width(text, cut) * size <= room - ROUNDING:
        return (text,)
    return _broken(text, cut, (room - ROUNDING) / size, first / size)


@lru_cache(maxsize=16384)
def _broken(text: str, cut: Cut, room: float, first: float) -> tuple[str, ...]:
    """Lengths in parts of the type size."""
    done: list[str] = []
    line, used = "", first
    space = _width(" ", cut)
    for word in _fitting(text, cut, room):
        long = _width(word, cut)
        if used and used + space + long > room:
            done.append(line)
            line, used = "", 0.0
        elif used:
            line, used = f"{line} " if line else "", used + space
        while long > room and len(word) > 1:
            part = _part(word, cut, room)
            done.append(part)
            word = word[len(part) :]
            long = _width(word, cut)
        line, used = line + word, used + long
    return (*done, line)


def _fitting(text: str, cut: Cut, room: float) -> Iterator[str]:
    """The words of a text; those that are held together but too long for a line are let go."""
    for word in words_of(text):
        if _width(word, cut) > room:
            yield from word.split()
        else:
            yield word


def _part(word: str, cut: Cut, room: float) -> str:
    """As many of the word's letters as fit, at least one."""
    used = 0.0
    for count, letter in enumerate(word):
        used += _width(letter, cut)
        if used > room and count:
            return word[:count]
    return word


@dataclass(frozen=True, slots=True)
class RunOn:
    """A term in lines, and the lines of a text that begins behind its last one, ``first`` millimetres from the left."""

    terms: tuple[str, ...]
    texts: tuple[str, ...]
    first: float

    @property
    def count(self) -> int:
        """Lines of both together."""
        return len(self.terms) - 1 + len(self.texts)


def run_on(term: tuple[str, Cut, float], text: tuple[str, Cut, float], room: float) -> RunOn:
    """Both in ``room`` millimetres; of each the words, their cut and their size in points."""
    words, cut, points = term
    terms = split_lines(words, cut, points, room)
    first = width(f"{terms[-1]} ", cut, points) if words else 0.0
    return RunOn(terms, split_lines(*text, room, first), first)


def broken(text: str, cut: Cut, points: float, room: float) -> tuple[str, ...]:
    """The text in as few lines as ``room`` millimetres allow, those as equal as can be; words are never broken."""
    words = words_of(text)
    fewest = len(_filled(words, cut, points, room))
    low, high = longest_word(text, cut, points), room
    while high - low > 0.2:
        middle = (low + high) / 2
        if len(_filled(words, cut, points, middle)) > fewest:
            low = middle
        else:
            high = middle
    return _filled(words, cut, points, high)


def _filled(words: list[str], cut: Cut, points: float, room: float) -> tuple[str, ...]:
    """The words in lines, each as full as can be."""
    filled: list[str] = []
    for word in words:
        longer = f"{filled[-1]} {word}" if filled else word
        if filled and width(longer, cut, points) <= room:
            filled[-1] = longer
        else:
            filled.append(word)
    return tuple(filled)


def longest_word(text: str, cut: Cut, points: float) -> float:
    """The width of the widest word in millimetres."""
    return max((width(word, cut, points) for word in words_of(text)), default=0.0)
