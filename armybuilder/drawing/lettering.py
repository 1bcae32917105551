"""Widths of text, and its division into lines.

Kerning is ignored, so that text is hardly ever wider than measured. Words break at spaces; Chinese,
Japanese and Korean break after each character, Thai where a syllable certainly begins.
Non-breaking spaces keep words together as long as they fit on one line, and so do spaces before % or after ·.
"""

import enum
import re
from collections.abc import Iterator, Mapping, Set
from functools import cache, lru_cache
from typing import Protocol

POINT = 25.4 / 72
"""A point in millimetres."""


class Style(enum.IntEnum):
    """The style of fallback letters; its value is the index of the file in a family."""

    PLAIN = 0
    BOLD = 1
    ITALIC = 2


class FontCut(enum.Enum):
    """A cut of the family: its file, and the style of its fallback letters."""

    TEXT = ("barlow-paper-0.4.1/Barlow_400Regular.ttf", Style.PLAIN)
    ITALIC = ("barlow-paper-0.4.1/Barlow_400Regular_Italic.ttf", Style.ITALIC)
    STRONG = ("barlow-paper-0.4.1/Barlow_600SemiBold.ttf", Style.BOLD)
    NARROW = ("barlow-condensed-paper-0.4.1/BarlowCondensed_500Medium.ttf", Style.PLAIN)
    NARROW_STRONG = ("barlow-condensed-paper-0.4.1/BarlowCondensed_600SemiBold.ttf", Style.BOLD)
    NARROW_HEAVY = ("barlow-condensed-paper-0.4.1/BarlowCondensed_700Bold.ttf", Style.BOLD)

    __hash__ = object.__hash__
    """Cuts are part of the cache key of every word; hashing by name takes ten times as long."""


FALLBACK_EXTRA = 1.06
"""Factor for fallback letters, whose neighbouring spaces are drawn in the wider fallback font."""
BOX = 0.7
"""The width of the box drawn for a letter that no font has, in parts of the type size."""
NARROW = "barlow-condensed"
ROUNDING = 0.1
"""Millimetres of a line left free, since positions are rounded to hundredths of a millimetre."""
MAX_CACHED_WIDTHS = 8192
"""The number of texts whose widths are cached."""
MISSING = "□"
"""Replaces a character that none of our fonts has."""
SHAPING = frozenset("\u200c\u200d\u2068\u2069")
"""Invisible characters that letters beside them are drawn by: they part or join them, or set them apart."""

BREAKING = re.compile(r"(?<![·×])(?! [%×(])[^\S\u00a0\u2007\u202f]+")
"""White space at which a line may end: all except non-breaking spaces, those before %, × and brackets, and those
after · and ×."""

_HAN = (
    "\u2e80-\u2fdf\u3000-\u312f\u3131-\u318e\u31a0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua48c\uac00-\ud7a3"
    "\uf900-\ufaff\uff01-\uff60\uff66-\uff9f\U0001b000-\U0001b2ff\U00020000-\U0003ffff"
)
_OPENING = "(\\[{“‘«「『（〔［｛〈《【"
_CLOSING = (
    ")\\]}”’»,.!?:;%、。，．・：；？！」』）〕］｝〉》】…‥\u3099\u309a"
    "ー々ゝゞぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ"
)
WITHIN = re.compile(
    f"(?<=[{_HAN}])(?<![{_OPENING}])(?![{_CLOSING}])(?!$)"
    f"|(?<!^)(?<![{_OPENING}])(?=[{_HAN}])(?![{_CLOSING}])"
    "|(?<=[\u0e01-\u0ec6])(?<![\u0e40-\u0e44\u0ec0-\u0ec4])(?=[\u0e40-\u0e44\u0ec0-\u0ec4])"
)
"""Places within a word at which a line may end: beside a Chinese character and the like; before a Thai or Lao vowel
that opens a syllable."""


class Fonts(Protocol):
    """What knows the widths of letters, in parts of the type size: font files, or a list of widths in a browser."""

    def advances(self, file: str) -> Mapping[int, float]:
        """The widths of a vendored font's letters, by character code."""

    def borrowed(self, letter: str, style: Style = ..., *, narrow: bool = ...) -> float | None:
        """The width of a letter that our own fonts lack; ``None`` if no other font has it either."""


class _Measure:
    """What text is measured by."""

    fonts: Fonts


def use_fonts(fonts: Fonts) -> None:
    """Measure text by these fonts; called once, before anything is measured."""
    _Measure.fonts = fonts


@cache
def _advances(file: str) -> Mapping[int, float]:
    return _Measure.fonts.advances(file)


def _own(cut: FontCut) -> Mapping[int, float]:
    return _advances(cut.value[0])


def letters_of(cut: FontCut) -> Set[int]:
    """The codes of the characters that the cut itself has."""
    return _own(cut).keys()


def printable(text: str) -> str:
    """The text with ``□`` for each character that none of our fonts has, and without control characters."""
    if text.isascii() and text.isprintable():
        return text
    own = _own(FontCut.TEXT)
    if all(ord(letter) in own for letter in text):
        return text
    return "".join(
        letter
        if ord(letter) in own or _Measure.fonts.borrowed(letter) is not None
        else (" " if letter.isspace() else MISSING)
        for letter in text
        if letter in SHAPING or letter.isprintable() or letter.isspace()
    )


@lru_cache(maxsize=MAX_CACHED_WIDTHS)
def _lent(letter: str, cut: FontCut) -> float:
    """The width of a letter that the cut lacks; if no font has it, the width of the box drawn instead."""
    width = _Measure.fonts.borrowed(letter, cut.value[1], narrow=cut.value[0].startswith(NARROW))
    return BOX if width is None else width * FALLBACK_EXTRA


@lru_cache(maxsize=MAX_CACHED_WIDTHS)
def _width(text: str, cut: FontCut) -> float:
    own = _own(cut)
    total = 0.0
    for letter in text:
        width = own.get(ord(letter))
        total += _lent(letter, cut) if width is None else width
    return total


def width(text: str, cut: FontCut, points: float) -> float:
    """The width of a line of text in millimetres at a type size in points."""
    return _width(text, cut) * points * POINT


def fits(text: str, cut: FontCut, points: float, available_width: float) -> bool:
    """Whether the text fits on one line of ``available_width`` millimetres."""
    return width(text, cut, points) <= available_width - ROUNDING


def words_of(text: str) -> list[str]:
    """The parts of a text between which a line may end."""
    return [word for word, _ in _words(text)]


def _words(text: str) -> Iterator[tuple[str, bool]]:
    """The same parts, each with whether a space precedes it."""
    for word in BREAKING.split(text):
        if word.isascii():
            if word:
                yield word, True
        else:
            first, *more = WITHIN.split(word)
            yield first, True
            yield from ((part, False) for part in more)


def lines(text: str, cut: FontCut, points: float, available_width: float, first: float = 0) -> int:
    """How many lines the text takes in a width in millimetres; ``first`` of the first line are already used.

    Words longer than a line are broken. An empty text takes one line.
    """
    return len(split_lines(text, cut, points, available_width, first))


def split_lines(text: str, cut: FontCut, points: float, available_width: float, first: float = 0) -> tuple[str, ...]:
    """The text in lines as ``lines`` counts them; the first is empty where ``first`` leaves no room for a word."""
    size = points * POINT
    # Most texts fit on a line, which takes neither words nor a place in the cache.
    if not first and "\n" not in text and _width(text, cut) * size <= available_width - ROUNDING:
        return (text,)
    return _broken(text, cut, (available_width - ROUNDING) / size, first / size)


@lru_cache(maxsize=16384)
def _broken(text: str, cut: FontCut, available_width: float, first: float) -> tuple[str, ...]:
    """The lines of a text; lengths are in parts of the type size."""
    complete: list[str] = []
    line, used = "", first
    for word, apart in _fitting(text, cut, available_width):
        long = _width(word, cut)
        space = _width(" ", cut) if apart else 0.0
        if used and used + space + long > available_width:
            complete.append(line)
            line, used = "", 0.0
        elif used and apart:
            line, used = f"{line} " if line else "", used + space
        while long > available_width and len(word) > 1:
            part = _part(word, cut, available_width)
            complete.append(part)
            word = word[len(part) :]
            long = _width(word, cut)
        line, used = line + word, used + long
    return (*complete, line)


def _fitting(text: str, cut: FontCut, available_width: float) -> Iterator[tuple[str, bool]]:
    """The words of a text; non-breaking spaces break where the words do not fit on a line."""
    for word, apart in _words(text):
        if _width(word, cut) > available_width:
            first, *more = word.split() or [""]
            yield first, apart
            yield from ((part, True) for part in more)
        else:
            yield word, apart


def _part(word: str, cut: FontCut, available_width: float) -> str:
    """As many of the word's letters as fit, at least one."""
    used = 0.0
    for count, letter in enumerate(word):
        used += _width(letter, cut)
        if used > available_width and count:
            return word[:count]
    return word


def break_lines(text: str, cut: FontCut, points: float, available_width: float) -> tuple[str, ...]:
    """The text in as few lines as the width in millimetres allows, of nearly equal length; words are never broken."""
    words = tuple(_words(text))
    fewest = len(_filled(words, cut, points, available_width))
    # By halving: in the narrowest room that takes no more lines they are about equal.
    low, high = longest_word(text, cut, points), available_width
    while high - low > 0.2:
        middle = (low + high) / 2
        if len(_filled(words, cut, points, middle)) > fewest:
            low = middle
        else:
            high = middle
    return _filled(words, cut, points, high)


def _filled(
    words: tuple[tuple[str, bool], ...], cut: FontCut, points: float, available_width: float
) -> tuple[str, ...]:
    """The words in lines, each as full as possible."""
    filled: list[str] = []
    for word, apart in words:
        longer = f"{filled[-1]}{' ' if apart else ''}{word}" if filled else word
        if filled and width(longer, cut, points) <= available_width:
            filled[-1] = longer
        else:
            filled.append(word)
    return tuple(filled)


def longest_word(text: str, cut: FontCut, points: float) -> float:
    """The width of the widest word in millimetres."""
    return max((width(word, cut, points) for word in words_of(text)), default=0.0)
