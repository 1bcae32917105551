"""Text in the largest type that fits a small area, such as a label's disc, by the fonts' widths."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from armybuilder.drawing.lettering import POINT, FontCut, lines, longest_word
from armybuilder.printing.fitting.lengths import lengths, steps

AvailableWidth = Callable[[float, float], float]
"""The width for words in the middle of an area whose letters and whose lines are so high; 0 where they are too high."""

MORE = " …"
"""The end of a shortened text."""
HANGING = "gjpqyQ"
"""Letters that reach below the line."""
BELOW, ABOVE = 0.6, 0.4
"""How far letters with and without such reach from the middle of their line, in parts of the type size."""


@dataclass(frozen=True, slots=True)
class WrappedText:
    """A text in letters of that size, in lines no wider than ``width`` millimetres.

    One unit of the size is a point, or what stands for it where pieces of any size are drawn alike.
    """

    text: str
    size: float
    width: float
    shortened: bool = False

    @property
    def name(self) -> str:
        """The class of size and width."""
        return f"fit-{self.size * 100:.0f}-{self.width * 100:.0f}"

    @property
    def rule(self) -> str:
        """The class as CSS, in units of the type size around it."""
        return f".{self.name}{{font-size:{self.size:g}em;width:{self.width / POINT / self.size:.3f}em}}"


def words_css(words: Iterable[WrappedText]) -> str:
    """The classes of all these words."""
    return "".join(dict.fromkeys(each.rule for each in words))


def candidates(
    text: str,
    cut: FontCut,
    style: str,
    available_width: AvailableWidth,
    maximum: float = math.inf,
    *,
    minimum: float = 0.0,
    whole: bool = True,
) -> Iterator[WrappedText]:
    """The candidates for a text, from size ``maximum`` down to ``minimum``.

    Words are broken if they do not fit in legible type, and the text is shortened if nothing else helps; ``whole``
    excludes that.
    """
    css = lengths(style)
    sizes = [size for size in steps(style, "sizes") if minimum <= size <= maximum] or [max(min(maximum, 1.0), minimum)]
    for legible, broken in ((css["legible"], False), (0.0, True)):
        for size in sizes:
            if size >= legible and (words := _at(text, cut, size, css["leading"], available_width, broken=broken)):
                yield words
    if whole:
        return
    size = sizes[-1]
    for count in range(len(text) - 1, 0, -1):
        if words := _at(text[:count].rstrip() + MORE, cut, size, css["leading"], available_width, broken=True):
            yield WrappedText(words.text, size, words.width, shortened=True)
    yield WrappedText(MORE.strip(), size, max(available_width(0.0, 0.0), 1.0), shortened=True)


def _at(
    text: str, cut: FontCut, size: float, leading: float, available_width: AvailableWidth, *, broken: bool
) -> WrappedText | None:
    em = size * POINT
    reach = BELOW if any(letter in HANGING for letter in text) else ABOVE
    for count in range(1, len(text) + 1):
        width = available_width(((count - 1) * leading + 2 * reach) * em, count * leading * em)
        if width <= 0:
            break
        if (broken or longest_word(text, cut, size) <= width) and lines(text, cut, size, width) <= count:
            return WrappedText(text, size, width)
    return None


def disc(diameter: float, filled: float) -> AvailableWidth:
    """A disc that words fill so far where they stand."""
    return lambda letters, _: math.sqrt(max(0.0, diameter**2 - letters**2)) * filled


def rectangle(width: float, height: float) -> AvailableWidth:
    """A rectangle."""
    return lambda _, lines: width if lines <= height else 0.0
