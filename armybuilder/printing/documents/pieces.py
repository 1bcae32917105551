"""Labels, strips and markers, which share sheets where they are cut from paper."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Any

from django.utils.text import get_text_list

from armybuilder.printing.colours import colours
from armybuilder.printing.documents import labels, markers, strips
from armybuilder.printing.documents.context import PrintContext, insignia_of, markers_of
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.sheets import (
    EXACT,
    Row,
    RowPiece,
    first_that_fits,
    in_rows,
    row_area,
    row_sheets,
)
from armybuilder.printing.options import PrintOptions
from armybuilder.printing.paper import Grid, Rectangle
from armybuilder.printing.rendering import Batch

UNDER_MARKS = 8.0
"""Millimetres from labels that are printed on both sides, past their crop marks, to pieces below them."""


def pieces_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """The selected ones of labels, strips and markers; what is left of their last sheet has a second of each fake."""
    options, army, badge = printing.options, printing.army, printing.format.badge
    folded = options.labels and options.folds_labels
    blank, shown = labels.blank_of(options), labels.with_marks(printing.labels, options.tops) if folded else ()
    label_sides = labels.label_candidates(printing, shown, blank)
    edge_strips = strips.strip_candidates(printing.labels, badged=badge is not None) if options.strips else []
    tokens = markers.marker_candidates(markers_of(army), badged=badge is not None) if options.tokens else []
    titles = {"labels": shown, "base-edge strips": edge_strips, "markers": tokens}
    title = str(get_text_list([name for name, some in titles.items() if some], "and")).capitalize()

    def make(pieces: Sequence[Any]) -> list[Batch]:
        return list(_rows_of(printing, title, *_split(pieces, len(label_sides), len(edge_strips))))

    candidates: list[Iterator[Any]] = [*label_sides, *edge_strips, *tokens]
    pieces, batches = first_that_fits(printing.format, candidates, make) if candidates else ((), ())
    sides, strip_pieces, marker_pieces = _split(pieces, len(label_sides), len(edge_strips))
    notes = (*labels.labels_notes(options, sides), *strips.strips_notes(strip_pieces))
    below = None
    if options.labels and not folded:
        below = _below_labels(printing, title, strip_pieces, marker_pieces)
        for part in labels.labels_parts(printing, below):
            yield replace(part, notes=(*part.notes, *notes)) if below else part
    if batches and not below:
        yield DocumentPart(title, tuple(batches), notes=notes)


def _rows_of(
    printing: PrintContext, title: str, sides: Sequence[Any], strip_pieces: Sequence[Any], marker_pieces: Sequence[Any]
) -> Iterator[Batch]:
    """Sheets of pieces in rows: folded labels, strips and markers."""
    blank, gap, sides = labels.blank_of(printing.options), printing.options.base / 10, labels.evenly(sides)
    folded = labels.folded_labels(sides, blank, gap)
    symbols = [printing.format.badge, *labels.symbols_of(sides), *(marker.symbol for marker in marker_pieces)]
    css = _css(printing, strip_pieces, marker_pieces)
    yield from row_sheets(
        printing.format,
        [*folded, *strip_pieces, *markers.folded_markers(marker_pieces)],
        title,
        printing.credit(symbols),
        styles=("labels", "strips", "markers"),
        css=(labels.labels_css(blank, sides) + labels.folds_css(blank, gap) if sides else "") + css,
        gutters=markers.GUTTERS,
        spares=[folded[place] for place in labels.fakes(sides)],
    )


def _below_labels(
    printing: PrintContext, title: str, strip_pieces: Sequence[Any], marker_pieces: Sequence[Any]
) -> labels.Below | None:
    """Strips and markers below the labels, if there are some and the sheet has room for them."""
    options = printing.options
    others = [*strip_pieces, *markers.folded_markers(marker_pieces)]
    stands = printing.labels
    fakes = sum(label.fake for label in stands)
    found = _below(options, len(stands), fakes, others) if others and options.stock.plain else None
    if found is None:
        return None
    css = _css(printing, strip_pieces, marker_pieces)
    symbols = [marker.symbol for marker in marker_pieces]
    return labels.Below(*found, f"Labels, {title[:1].lower()}{title[1:]}", css, symbols)


def _css(printing: PrintContext, strip_pieces: Sequence[Any], marker_pieces: Sequence[Any]) -> str:
    """The sizes on strips and markers; markers have borders in the army's colour, if it has one."""
    colour = insignia_of(printing.army).colour.tint("")
    border = f".marker{{border-color:{colours(colour, printing.format.ink)['deep']}}}" if colour else ""
    return strips.strips_css(strip_pieces) + markers.markers_css(marker_pieces) + border


def _below(
    options: PrintOptions, count: int, fakes: int, pieces: Sequence[RowPiece]
) -> tuple[Grid, int, list[Row]] | None:
    """The rows of a sheet of so many labels that is printed on both sides, how many fakes have a second there, and the
    pieces’ places below; ``None`` if the sheet has no room for all of these.
    """
    grid, area = options.label_grid, row_area(options.label_grid.sheet)
    filled = options.start - 1 + count
    for spares in range(min(fakes, grid.count - filled), -1, -1):
        held = grid.holding(filled + spares)
        top = held.slot(held.count - 1).bottom + UNDER_MARKS
        remaining = Rectangle(area.x, top, area.width, area.bottom - top)
        sheet, *more = in_rows(pieces, remaining, markers.GUTTERS)
        if not more and all(box.bottom <= remaining.bottom + EXACT for box, _ in sheet):
            return held, spares, sheet
    return None


def _split(pieces: Sequence[Any], *counts: int) -> Iterator[list[Any]]:
    """The first so many pieces, the next so many, and the rest."""
    rest = iter(pieces)
    for count in counts:
        yield list(islice(rest, count))
    yield list(rest)
