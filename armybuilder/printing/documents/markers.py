"""Markers to cut out, in true size: as many as are needed, numbered, the largest first."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import ClassVar

from armybuilder.drawing.lettering import POINT, FontCut, lines
from armybuilder.printing.colours import shade
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.geometry import lengths_css
from armybuilder.printing.documents.sheets import Folded, RowPiece, first_that_fits, row_sheets
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.fitting.words import WrappedText, candidates, disc, words_css
from armybuilder.printing.paper import INCH, Size
from armybuilder.printing.rendering import Batch
from rulesets.core.cards import Symbol, Token, TokenShape

STYLE = "markers"
GUTTERS = (2.0, 1.0, 0.5)
"""Gaps between markers in millimetres; a smaller one is used if it saves a sheet."""
DESCENT = 0.2
"""The fraction of a line's height that is free below its letters."""


@dataclass(frozen=True, slots=True)
class MarkerPiece:
    """A token's word or symbol, with its number above and its name below, on ``slot`` lines each.

    One that is ``badged`` has the army's badge beside the number.

    ``key`` names it in the layout, ``size`` is in hundredths of an inch. The back of the one before is ``turned``.
    """

    template: ClassVar = "printing/pieces/marker.html"
    key: str
    words: WrappedText | None
    name: WrappedText | None
    slot: int
    number: str
    round: bool
    shade: str
    size: int
    symbol: Symbol | None = None
    turned: bool = False
    badged: bool = False
    touching: bool = False

    @property
    def box(self) -> Size:
        """The square to cut out."""
        return Size(self.size / 100 * INCH, self.size / 100 * INCH)


def token_parts(page_format: PageFormat, tokens: Sequence[Token], credit: str) -> Iterator[DocumentPart]:
    """Each token as often as it is needed, the largest first."""

    def make(markers: Sequence[MarkerPiece]) -> list[Batch]:
        pieces, css = list(folded_markers(markers)), markers_css(markers)
        return list(row_sheets(page_format, pieces, "Markers", credit, styles=(STYLE,), css=css, gutters=GUTTERS))

    if candidates := marker_candidates(tokens):
        yield DocumentPart("Markers", tuple(first_that_fits(page_format, candidates, make)[1]))


def marker_candidates(tokens: Sequence[Token], *, badged: bool = False) -> list[Iterator[MarkerPiece]]:
    """The candidates for each marker's text."""
    by_size = sorted(tokens, key=lambda token: (-token.size, token.shape, token.slug))
    return [
        _markers(side, number, turned=side is token.back, badged=badged)
        for token in by_size
        for number in range(1, token.count + 1)
        for side in (token, token.back)
        if side
    ]


def folded_markers(markers: Sequence[MarkerPiece]) -> Iterator[RowPiece]:
    """The markers, those with two sides to be folded."""
    for marker, following in zip_longest(markers, markers[1:]):
        if following and following.turned:
            yield Folded(marker, following, Size(marker.box.width, 2 * marker.box.height))
        elif not marker.turned:
            yield marker


def _markers(token: Token, number: int, *, turned: bool = False, badged: bool = False) -> Iterator[MarkerPiece]:
    """The candidates for a marker's text, with its name as long as the word stays large."""
    css, side = lengths(STYLE), token.size / 100 * INCH
    text = token.text or token.title
    roomy = side >= css["beside"]
    number_text = str(number) if token.count > 1 and roomy else ""
    marker = MarkerPiece(
        f"marker-{token.slug}-{number}",
        WrappedText(text, 1, side),
        None,
        int(bool(number_text) or (badged and roomy)),
        number_text,
        token.shape is TokenShape.ROUND,
        shade(token.tint),
        token.size,
        token.symbol,
        turned,
        badged and roomy,
    )
    if token.symbol:
        marker = replace(marker, words=None, slot=1)
        for name in _names(token.title, marker, symbol_height(marker) / 2, 1, css["min-size"], whole=False):
            yield replace(marker, name=name)
        return
    if roomy and text.casefold() != token.title.casefold():
        for slot, minimum in ((1, css["name"] / POINT), (1, css["min-name-size"]), (2, css["min-name-size"])):
            for words in _words(text, marker, slot):
                if words.size >= css["named"]:
                    count = lines(words.text, FontCut.NARROW_HEAVY, words.size, words.width)
                    half = count * words.size * css["leading"] * POINT / 2
                    names = _names(token.title, marker, half, slot, minimum)
                    yield from (replace(marker, words=words, name=name, slot=slot) for name in names)
    yield from (replace(marker, words=words) for words in _words(text, marker, marker.slot, whole=False))


def _words(text: str, marker: MarkerPiece, slot: int, *, whole: bool = True) -> Iterator[WrappedText]:
    """The word in the middle, with so many lines above and below."""
    css = lengths(STYLE)
    inner = marker.box.width - 2 * css["edge"]
    down = inner - 2 * slot * _line()
    chord = disc(inner, css["disc-filled"])

    def available_width(letters: float, lines: float) -> float:
        if lines > down:
            return 0.0
        return chord(letters, lines) if marker.round else inner * css["square-filled"]

    return candidates(text, FontCut.NARROW_HEAVY, STYLE, available_width, minimum=css["min-size"], whole=whole)


def symbol_height(marker: MarkerPiece) -> float:
    """The height of the symbol in the middle."""
    css = lengths(STYLE)
    return (marker.box.width - 2 * css["edge"]) * css["round-symbol" if marker.round else "symbol"]


def _names(
    title: str, marker: MarkerPiece, half: float, slot: int, minimum: float, *, whole: bool = True
) -> Iterator[WrappedText]:
    """The name on that many lines below the marker's middle part, in letters no smaller than ``minimum``."""
    css = lengths(STYLE)
    inner = marker.box.width - 2 * css["edge"]
    foot = half + (slot - DESCENT) * _line()
    available_width = 2 * math.sqrt(max(0.0, inner**2 / 4 - foot**2)) if marker.round else inner
    filled = css["disc-filled"] if marker.round else css["square-filled"]
    return candidates(
        title,
        FontCut.NARROW,
        STYLE,
        lambda _, lines: available_width * filled if lines <= slot * _line() else 0.0,
        css["name"] / POINT,
        minimum=minimum,
        whole=whole,
    )


def _line() -> float:
    """The height of a line of a number or a name."""
    css = lengths(STYLE)
    return css["name"] * css["name-line"]


def markers_css(markers: Sequence[MarkerPiece]) -> str:
    """The heights of lines and the sizes of words on these markers."""
    edge = lengths(STYLE)["edge"]
    sizes = {marker.size: marker.box.width for marker in markers}
    css = "".join(f".across-{size}{{{lengths_css({'line-height': side - 2 * edge})}}}" for size, side in sizes.items())
    heights = {(marker.size, marker.round): symbol_height(marker) for marker in markers if marker.symbol}
    css += "".join(
        f".across-{size}.{'round' if disc else 'square'} .stack>.symbol{{{lengths_css({'height': height})}}}"
        for (size, disc), height in heights.items()
    )
    css += "".join(f".slot-{slot}{{{lengths_css({'height': slot * _line()})}}}" for slot in (1, 2))
    return css + words_css(words for marker in markers for words in (marker.words, marker.name) if words)
