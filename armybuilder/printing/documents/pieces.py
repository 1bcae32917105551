"""Labels, strips and markers, which share sheets where they are cut from paper that is printed on one side."""

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from django.utils.text import get_text_list

from armybuilder.printing.documents import labels, markers, strips
from armybuilder.printing.documents.context import PrintContext, labels_of, markers_of
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.sheets import first_that_fits, row_sheets
from armybuilder.printing.rendering import Batch


def pieces_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """The selected ones of labels, strips and markers; what is left of their last sheet has a second of each."""
    options, army = printing.options, printing.army
    folded = options.labels and options.folds_labels
    if options.labels and not folded:
        yield from labels.labels_parts(printing)
    blank, shown = labels.blank_of(options), labels.with_marks(labels_of(army), options.tops) if folded else ()
    label_sides = labels.label_candidates(printing, shown, blank)
    edge_strips = strips.strip_candidates(labels_of(army)) if options.strips else []
    tokens = markers.marker_candidates(markers_of(army)) if options.tokens else []
    titles = {"labels": shown, "base-edge strips": edge_strips, "markers": tokens}
    title = str(get_text_list([name for name, some in titles.items() if some], "and")).capitalize()

    def make(pieces: Sequence[Any]) -> list[Batch]:
        sides, strip_pieces, marker_pieces = _split(pieces, len(label_sides), len(edge_strips))
        sides = labels.evenly(sides)
        labelled = [*labels.folded_labels(sides, blank), *strip_pieces]
        css = strips.strips_css(strip_pieces) + markers.markers_css(marker_pieces)
        return list(
            row_sheets(
                printing.format,
                [*labelled, *markers.folded_markers(marker_pieces)],
                title,
                printing.credit([*labels.symbols_of(sides), *(marker.symbol for marker in marker_pieces)]),
                styles=("labels", "strips", "markers"),
                css=(labels.labels_css(blank, sides) if sides else "") + css,
                gutters=markers.GUTTERS,
                spares=labelled,
            )
        )

    candidates: list[Iterator[Any]] = [*label_sides, *edge_strips, *tokens]
    if candidates:
        pieces, batches = first_that_fits(printing.format, candidates, make)
        sides, strip_pieces, _ = _split(pieces, len(label_sides), len(edge_strips))
        notes = (*labels.labels_notes(options, sides), *strips.strips_notes(strip_pieces))
        yield DocumentPart(title, tuple(batches), notes=notes)


def _split(pieces: Sequence[Any], *counts: int) -> Iterator[list[Any]]:
    """The first so many pieces, the next so many, and the rest."""
    rest = iter(pieces)
    for count in counts:
        yield list(islice(rest, count))
    yield list(rest)
