"""Pieces whose text is fitted by estimate, and made smaller if it overflows in the layout."""

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.rendering import Batch, CannotPrint


class Keyed(Protocol):
    """A piece with a name in the layout, its ``data-fit``."""

    @property
    def key(self) -> str:
        """The name."""


K = TypeVar("K", bound=Keyed)


def first_that_fits(
    page_format: PageFormat, candidates: Sequence[Iterator[K]], make: Callable[[Sequence[K]], Sequence[Batch]]
) -> tuple[Sequence[K], Sequence[Batch]]:
    """The first candidate of each piece that does not overflow, and the pages that ``make`` puts these on.

    Raises ``CannotPrint`` if a piece has none.
    """
    pieces = [next(each) for each in candidates]
    # Estimates are close, so that one or two layouts do; each further one has a smaller piece, until none is left.
    while True:
        batches = make(pieces)
        full = {
            name
            for rendered in page_format.printer.rendered(page_format.to_check(batches))
            for name in rendered.overflowing
        }
        if not full:
            return pieces, batches
        for number, piece in enumerate(pieces):
            if piece.key in full:
                smaller = next(candidates[number], None)
                if smaller is None:
                    raise CannotPrint("Some words do not fit pieces of this size; choose larger ones.")
                pieces[number] = smaller
