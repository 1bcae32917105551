"""Text in the largest type that fits a small room, such as a label's disc, by the fonts' widths."""

import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from armybuilder.drawing.lettering import POINT, FontCut, lines, longest_word
from armybuilder.printing.fitting.lengths import lengths, steps

Across = Callable[[float, float], float]
"""How wide a room is for words in its middle whose letters and whose lines are so high; 0 where they are too high."""

MORE = " …"
"""The end of a shortened text."""
HANGING = "gjpqyQ"
"""Letters that reach below the line."""
BELOW, ABOVE = 0.6, 0.4
"""How far letters with and without such reach from the middle of their line, in parts of the type size."""


@dataclass(frozen=True, slots=True)
class WrappedText:
    """A text in letters of that size, in lines no wider than ``room`` millimetres.

    One unit of the size is a point, or what stands for it where pieces of any size are drawn alike.
    """

    text: str
    size: float
    room: float
    shortened: bool = False

    @property
    def name(self) -> str:
        """The class of size and room."""
        return f"fit-{self.size * 100:.0f}-{self.room * 100:.0f}"

    @property
    def rule(self) -> str:
        """The class as CSS, in units of the type size around it."""
        return f".{self.name}{{font-size:{self.size:g}em;width:{self.room / POINT / self.size:.3f}em}}"


def words_css(words: Iterable[WrappedText]) -> str:
    """The classes of all these words."""
    return "".join(dict.fromkeys(each.rule for each in words))


def candidates(
    text: str,
    cut: FontCut,
    style: str,
    across: Across,
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
            if size >= legible and (words := _at(text, cut, size, css["leading"], across, broken=broken)):
                yield words
    if whole:
        return
    size = sizes[-1]
    for count in range(len(text) - 1, 0, -1):
        if words := _at(text[:count].rstrip() + MORE, cut, size, css["leading"], across, broken=True):
            yield WrappedText(words.text, size, words.room, shortened=True)
    yield WrappedText(MORE.strip(), size, max(across(0.0, 0.0), 1.0), shortened=True)


def _at(text: str, cut: FontCut, size: float, leading: float, across: Across, *, broken: bool) -> WrappedText | None:
    em = size * POINT
    reach = BELOW if any(letter in HANGING for letter in text) else ABOVE
    for count in range(1, len(text) + 1):
        room = across(((count - 1) * leading + 2 * reach) * em, count * leading * em)
        if room <= 0:
            break
        if (broken or longest_word(text, cut, size) <= room) and lines(text, cut, size, room) <= count:
            return WrappedText(text, size, room)
    return None


def disc(across: float, filled: float) -> Across:
    """A disc that words fill so far where they stand."""
    return lambda letters, _: math.sqrt(max(0.0, across**2 - letters**2)) * filled


def rectangle(width: float, height: float) -> Across:
    """A rectangle."""
    return lambda _, lines: width if lines <= height else 0.0
