"""Strips for base edges, which identify a stand without lifting it."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import ClassVar

from armybuilder.drawing import lettering
from armybuilder.drawing.lettering import POINT
from armybuilder.printing.colours import shade
from armybuilder.printing.documents.geometry import lengths_css
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.fitting.words import WrappedText, candidates, rectangle, words_css
from armybuilder.printing.paper import Size
from rulesets.core.cards import Label

STYLE = "strips"
SIZE = Size(25, 5)
SMALLER = 6
"""How many smaller sizes of a mark and the words after it are tried."""


@dataclass(frozen=True, slots=True)
class EdgeStrip:
    """A mark on a coloured background, a name, and the stand's group; ``key`` names it in the layout.

    One that is ``badged`` has room for the army's badge at its end.
    """

    template: ClassVar = "printing/pieces/strip.html"
    key: str
    mark: WrappedText | None
    words: WrappedText
    title: str
    tail: str
    star: bool
    shade: str
    box: Size
    badged: bool = False
    touching: bool = True


def strip_candidates(labels: Sequence[Label], *, badged: bool = False) -> list[Iterator[EdgeStrip]]:
    """The candidates for each label's strip; fakes have none, since the opponent could read it."""
    return [_strips(number, label, SIZE, badged=badged) for number, label in enumerate(labels) if not label.fake]


def _mark(label: Label) -> tuple[str, str]:
    """The first and last text on a strip."""
    if not label.top or label.top == label.title or label.corner.startswith(label.top):
        return label.corner, ""
    return label.top, label.corner


def _strips(number: int, label: Label, size: Size, *, badged: bool) -> Iterator[EdgeStrip]:
    """The candidates for a strip's text, the largest type first; the name is kept longest."""
    css = lengths(STYLE)
    maximum = size.height * css["filled"] / POINT
    first, tail = _mark(label)
    available_width = size.width - 2 * css["side"] - badged * size.height
    marks: list[WrappedText | None] = [None]
    if first:
        area = rectangle(size.width * css["mark"] - 2 * css["side"], size.height)
        sizes = candidates(
            first, lettering.FontCut.NARROW_HEAVY, STYLE, area, maximum, minimum=css["min-size"], whole=False
        )
        marks = [_close(words) for words in islice(sizes, SMALLER)]
        available_width -= max(words.width for words in marks if words) + 2 * css["side"]
    star = "★ " if label.star else ""
    place = 0
    for end in dict.fromkeys((tail, "")):
        area = rectangle(available_width, size.height)
        text = f"{star}{label.title}\u2002{end}".strip()
        for words in candidates(
            text, lettering.FontCut.NARROW_STRONG, STYLE, area, maximum, minimum=css["min-size"], whole=bool(end)
        ):
            title = words.text.removeprefix(star) if words.shortened else label.title
            mark = marks[min(place, len(marks) - 1)]
            yield EdgeStrip(f"strip-{number}", mark, words, title, end, label.star, shade(label.tint), size, badged)
            place += 1


def _close(words: WrappedText) -> WrappedText:
    """The mark with a background as narrow as its text."""
    wide = lettering.width(words.text, lettering.FontCut.NARROW_HEAVY, words.size) + lettering.ROUNDING
    return replace(words, width=min(words.width, wide))


def strips_css(strips: Sequence[EdgeStrip]) -> str:
    """The height of strips and the sizes of words on these."""
    css = f".strip,.strip .mark{{{lengths_css({'height': SIZE.height, 'line-height': SIZE.height})}}}"
    return css + words_css(words for strip in strips for words in (strip.mark, strip.words) if words)


def strips_notes(strips: Sequence[EdgeStrip]) -> Iterator[str]:
    """What the player should know of these strips."""
    short = sum(strip.words.shortened or (strip.mark is not None and strip.mark.shortened) for strip in strips)
    if short:
        yield f"{short} {'strip is' if short == 1 else 'strips are'} too small for all the words. Choose larger ones."
