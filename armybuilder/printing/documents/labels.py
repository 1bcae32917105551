"""Labels for bases: a top that everybody sees, and an underside for the owner, on plain paper or label stocks."""

import hashlib
import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, ClassVar

from armybuilder.drawing.lettering import POINT, FontCut
from armybuilder.printing.colours import shade
from armybuilder.printing.documents.context import PrintContext, readable
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.geometry import lengths_css, places_css, sheet_css
from armybuilder.printing.documents.sheets import (
    Folded,
    Row,
    Sheet,
    first_that_fits,
    grid_sheets,
    path,
    row_area,
    sheet_batch,
)
from armybuilder.printing.fitting.labels import STYLE, Blank, Fit, undersides
from armybuilder.printing.fitting.lengths import lengths, steps
from armybuilder.printing.fitting.text import typeset
from armybuilder.printing.fitting.words import WrappedText, candidates, words_css
from armybuilder.printing.options import MIN_CODED, LabelTops, PrintOptions
from armybuilder.printing.paper import Grid, Size
from armybuilder.printing.rendering import Batch
from armybuilder.printing.stocks import STOCKS
from armybuilder.sharing.links import QrCode
from rulesets.core.cards import Label, Symbol

SHORT_TOP = 3
"""Tops of up to this many characters have one size for each length, so that numbers side by side match."""
CORNER_FILLED = 0.86
"""The fraction of a corner's height for its line, since fallback fonts make lines higher."""
UNMISTAKABLE = "ABCDEFGHJKLMNPQRSTUVWXYZ"
"""Letters for hidden stands: none that looks like a figure."""


@dataclass(frozen=True, slots=True)
class Top:
    """The side that the opponent sees; ``key`` names it in the layout, ``title`` says of what unit its code is.

    One that is ``badged`` has a corner for the badge of an army that has one.
    """

    template: ClassVar = "printing/pieces/label.html"
    key: str
    words: WrappedText | None
    shade: str
    tinted: bool
    tent: bool = False
    code: QrCode | None = None
    title: str = ""
    badged: bool = False
    fit: None = None

    @property
    def printed(self) -> bool:
        """Whether anything stands on it."""
        return self.tent or self.words is not None or self.code is not None


@dataclass(frozen=True, slots=True)
class Underside:
    """The side for the owner."""

    template: ClassVar = "printing/pieces/label.html"
    key: str
    label: Label
    fit: Fit
    shade: str
    wide: bool
    printed: ClassVar = True

    @property
    def classes(self) -> str:
        """The CSS classes for its contents and size."""
        marks = {
            "cornered": self.label.corner or self.label.star,
            "fake": self.label.fake,
            "beside": self.wide and self.label.symbol,
        }
        return " ".join((f"step-{self.fit.step}", *(name for name, there in marks.items() if there)))


Side = Top | Underside


@dataclass(frozen=True, slots=True)
class Below:
    """Pieces with their places below the rows of ``grid`` on a sheet of tops, which has room for so many spares.

    ``title`` is that of all on the sheet, ``css`` that of the pieces, ``symbols`` theirs.
    """

    grid: Grid
    spares: int
    placed: Sequence[Row]
    title: str
    css: str
    symbols: Sequence[Symbol | None]


def labels_parts(printing: PrintContext, below: Below | None = None) -> Iterator[DocumentPart]:
    """The labels of the army: tops with their undersides behind them, perhaps above other pieces, or, on stocks of
    labels, one kind after the other without marks.
    """
    options = printing.options
    labels, blank = with_marks(printing.labels, options.tops), blank_of(options)
    if not labels:
        return
    sheets = partial(_back_to_back, below=below) if options.stock.plain else _one_sided
    sides, batches = first_that_fits(
        printing.format, label_candidates(printing, labels, blank), lambda sides: list(sheets(printing, blank, sides))
    )
    title = below.title if below else "Labels"
    duplex = options.stock.plain and (below is not None or _tops_printed(sides))
    yield DocumentPart(title, tuple(batches), duplex, tuple(labels_notes(options, sides)))


def _tops_printed(sides: Sequence[Side]) -> bool:
    """Whether anything stands on any top."""
    return any(side.printed for side in sides if isinstance(side, Top))


def blank_of(options: PrintOptions) -> Blank:
    """The blank label of these options."""
    stock = STOCKS.get(options.stock.value)
    return Blank(options.label_grid.piece, stock is not None and stock.round, options.type_size.smallest)


def label_candidates(printing: PrintContext, labels: Sequence[Label], blank: Blank) -> list[Iterator[Side]]:
    """The candidates for all tops, then those for all undersides."""
    return [
        *(_tops(number, label, blank, printing) for number, label in enumerate(labels)),
        *(_undersides(number, label, blank) for number, label in enumerate(labels)),
    ]


def fakes(sides: Sequence[Side]) -> list[int]:
    """The places of fakes among the labels; a second one of these misleads nobody but the opponent."""
    undersides = (side for side in sides if isinstance(side, Underside))
    return [place for place, side in enumerate(undersides) if side.label.fake]


def folded_labels(sides: Sequence[Side], blank: Blank, gap: float) -> list[Folded]:
    """Each top with its underside, ``gap`` millimetres apart for the edge of a base."""
    count, box = len(sides) // 2, Size(blank.size.width, 2 * blank.size.height + gap)
    return [Folded(*pair, box, touching=True, gap=gap) for pair in zip(sides[:count], sides[count:], strict=True)]


def _tops(number: int, label: Label, blank: Blank, printing: PrintContext) -> Iterator[Side]:
    tint, tops = shade(label.tint), printing.options.tops
    if not label.top:
        tent = tops is LabelTops.TENTS and label.hidden
        yield Top(f"top-{number}", None, tint, bool(label.tint), tent)
        return
    code = readable(printing.code(label.holder), blank.code_side) if tops is LabelTops.CODES else None
    if code is not None:
        yield Top(f"top-{number}", None, "", tinted=False, code=code, title=label.top)
        return
    for words in candidates(
        label.top, FontCut.NARROW_HEAVY, STYLE, blank.available_width, minimum=blank.minimum, whole=False
    ):
        yield Top(f"top-{number}", words, tint, bool(label.tint), badged=not blank.round)


def _undersides(number: int, label: Label, blank: Blank) -> Iterator[Side]:
    label = replace(label, title=typeset(label.title), lines=tuple(map(typeset, label.lines)))
    for fit in undersides(label, blank):
        yield Underside(f"under-{number}", label, fit, shade(label.tint), blank.wide)


def evenly(sides: Sequence[Side]) -> list[Side]:
    """The sides, tops with equally many characters in one size as long as they are few."""
    minimum: dict[int, float] = {}
    short = [side for side in sides if isinstance(side, Top) and side.words and len(side.words.text) <= SHORT_TOP]
    for top in short:
        if top.words:
            length = len(top.words.text)
            minimum[length] = min(top.words.size, minimum.get(length, top.words.size))
    return [
        replace(side, words=replace(side.words, size=minimum[len(side.words.text)]))
        if isinstance(side, Top) and side.words and len(side.words.text) <= SHORT_TOP
        else side
        for side in sides
    ]


# --- what stands on tops -----------------------------------------------------------------------------


def letters() -> Iterator[str]:
    """A, B, … Z, AA, AB and so on, without those that look like figures."""
    for length in itertools.count(1):
        yield from map("".join, itertools.product(UNMISTAKABLE, repeat=length))


def with_marks(labels: Sequence[Label], tops: LabelTops) -> tuple[Label, ...]:
    """The labels with the text for their tops; letters and numbers come in an order that gives nothing away.

    The same labels always get the same letters, and the owner reads them on the underside too.
    """
    if tops is LabelTops.GAME:
        return tuple(labels)
    if tops in (LabelTops.BLANK, LabelTops.CODES, LabelTops.TENTS):
        blank = tops is LabelTops.BLANK
        return tuple(replace(label, top="", tint="") if blank or label.hidden else label for label in labels)
    names = letters() if tops is LabelTops.LETTERS else map(str, itertools.count(1))
    shuffled = sorted(
        range(len(labels)), key=lambda place: hashlib.sha256(f"{place} {labels[place]}".encode()).digest()
    )
    named = dict(zip(shuffled, names, strict=False))
    return tuple(
        replace(label, top=named[place], tint="", corner=" · ".join(filter(None, (named[place], label.corner))))
        for place, label in enumerate(labels)
    )


# --- sheets ------------------------------------------------------------------------------------------


def _one_sided(printing: PrintContext, blank: Blank, sides: Sequence[Side]) -> Iterator[Batch]:
    """On stocks undersides follow tops at once; blank tops take no label."""
    printed = [side for side in evenly(sides) if side.printed]
    return _sheets(printing, blank, printed, printing.options.label_grid, marks=False)


def _back_to_back(printing: PrintContext, blank: Blank, sides: Sequence[Side], below: Below | None) -> Iterator[Batch]:
    """Sheets of tops, each with its undersides behind it; what is left of the last sheet has a second of each fake.

    Where nothing stands on tops or below them, undersides alone are printed, on one side.
    """
    options, count, grid = printing.options, len(sides) // 2, printing.options.label_grid
    filled = options.start - 1 + count
    spares = fakes(sides)[: below.spares if below else -filled % grid.count]
    grid = grid.holding(filled + len(spares))
    tops, under = ([*half, *(half[place] for place in spares)] for half in (evenly(sides[:count]), sides[count:]))
    if below is None and not _tops_printed(sides):
        yield from _sheets(printing, blank, under, grid)
        return
    ahead = [_above(printing, blank, tops, below)] if below else _sheets(printing, blank, tops, grid)
    behind = _sheets(printing, blank, under, grid, "Backs of labels", name="label-backs", behind=options.turning.edge)
    yield from itertools.chain.from_iterable(zip(ahead, behind, strict=True))


def _sheets(
    printing: PrintContext, blank: Blank, sides: Sequence[Side], grid: Grid, title: str = "Labels", **how: Any
) -> Iterator[Batch]:
    credit, css = printing.credit((printing.format.badge, *symbols_of(sides))), labels_css(blank, sides)
    start = printing.options.start - 1
    return grid_sheets(printing.format, grid, sides, title, credit, style=STYLE, css=css, start=start, **how)


def _above(printing: PrintContext, blank: Blank, tops: Sequence[Side], below: Below) -> Batch:
    """The sheet of tops with other pieces below them."""
    size, grid, style = below.grid.sheet, below.grid, STYLE
    boxes = [*map(grid.slot, range(grid.count)), *(box for box, _ in below.placed)]
    pieces = [*enumerate(tops, printing.options.start - 1), *enumerate((each for _, each in below.placed), grid.count)]
    credit = printing.credit((printing.format.badge, *below.symbols))
    words, bottom = f"{below.title} 1/1", row_area(size).bottom
    sheet = Sheet(style, size, pieces, below.title, credit, words, bottom, path(grid.ticks()), path(grid.crosses()))
    places = sheet_css(style, size, printing.format.nudge) + places_css(style, boxes)
    css = labels_css(blank, tops) + below.css
    return sheet_batch(printing.format, sheet, places, (style, "strips", "markers"), css)


def folds_css(blank: Blank, gap: float) -> str:
    """Where the sides of a label and its folds are that goes around the edge of a base."""
    side, below = blank.size.height, blank.size.height + gap
    return (
        f".apart .half-1{{{lengths_css({'height': side, 'top': below})}}}"
        f".apart::after{{{lengths_css({'height': gap, 'top': side})}}}"
    )


def symbols_of(sides: Sequence[Side]) -> Iterator[Symbol | None]:
    """The symbols on these labels."""
    return (side.label.symbol for side in sides if isinstance(side, Underside))


def labels_css(blank: Blank, sides: Sequence[Side]) -> str:
    """The places on a label and the sizes of words on these."""
    words = words_css(side.words for side in sides if isinstance(side, Top) and side.words)
    return blank_css(blank) + sizes_css() + words


def blank_css(blank: Blank) -> str:
    """Where a top's ground and the words of an underside stand on a label, and how high their lines are."""
    css, point = lengths(STYLE), blank.scale * POINT
    inner, ground = blank.inner, blank.ground
    line, pad, corner = (css[length] * point for length in ("disc-line", "pad", "corner-line"))
    available_height = inner.height - 2 * pad
    rules = {
        ".top": {
            "margin-left": ground.x,
            "margin-top": ground.y,
            "width": ground.width,
            "height": ground.height,
            "border-width": line,
            "border-radius": ground.height / 2,
            "line-height": ground.height - 2 * line,
        },
        ".under": {
            "padding-left": inner.x + pad,
            "padding-right": inner.x + pad,
            "padding-top": inner.y + pad,
            "line-height": available_height,
        },
        ".coded": {
            "padding-left": (blank.size.width - blank.code_side) / 2,
            "padding-top": (blank.size.height - blank.code_side) / 2,
        },
        " .qr": {"width": blank.code_side, "height": blank.code_side},
        ".cornered": {"line-height": available_height - corner},
        " .corner": {"line-height": corner * CORNER_FILLED},
    }
    rule_texts = (f".base-label{part}{{{lengths_css(rule)}}}" for part, rule in rules.items())
    return f".base-label{{font-size:{blank.scale:.5g}pt}}{''.join(rule_texts)}"


def sizes_css() -> str:
    """The steps of undersides as classes."""
    rows = zip(*(steps(STYLE, f"{name}-sizes") for name in ("title", "text", "symbol")), strict=True)
    sizes = "".join(
        f".step-{step} .title{{font-size:{title:g}em}}.step-{step} .lines{{font-size:{text:g}em}}"
        f".step-{step} .symbol{{height:{symbol:g}em}}"
        for step, (title, text, symbol) in enumerate(rows)
    )
    corners = enumerate(steps(STYLE, "corner-sizes"))
    return sizes + "".join(f".corner-{step}{{font-size:{size:g}em}}" for step, size in corners)


def labels_notes(options: PrintOptions, sides: Sequence[Side]) -> Iterator[str]:
    """What the player should know of these labels."""
    if options.type_size.large and not blank_of(options).large:
        yield "Labels of this size are too small for large print. Choose larger ones or plain paper."
    if options.tops is LabelTops.CODES:
        if any(isinstance(side, Underside) and side.label.hidden for side in sides):
            yield "Labels of units that start hidden have blank tops, since a code would give them away."
        if any(isinstance(side, Top) and side.words for side in sides):
            yield f"Some tops have no QR code: codes need a link to the army and labels of at least {MIN_CODED:g} mm."
    short = sum(isinstance(side, Underside) and side.fit.shortened for side in sides)
    if short:
        labels = "label is" if short == 1 else "labels are"
        yield f"{short} {labels} too small to hold everything on the underside. Names take priority."
    tops = sum(isinstance(side, Top) and side.words is not None and side.words.shortened for side in sides)
    if tops:
        yield f"{tops} {'top is' if tops == 1 else 'tops are'} cut short: the words do not fit."
