"""Pieces whose words were fitted by estimate, and are made smaller where the layout finds them too large."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Protocol, TypeVar

from armybuilder.printing.documents.order import Setting
from armybuilder.printing.rendering import Batch, CannotPrint


class Keyed(Protocol):
    """What has a name in the layout, its ``data-fit``."""

    @property
    def key(self) -> str:
        """That name."""


K = TypeVar("K", bound=Keyed)


def fitted(
    setting: Setting, ways: Sequence[Iterator[K]], made: Callable[[Sequence[K]], Sequence[Batch]]
) -> tuple[Sequence[K], Sequence[Batch]]:
    """The first way of each piece in which nothing stands out of it, and the pages that are ``made`` of these.

    Raises ``CannotPrint`` where a piece has no such way.
    """
    pieces = [next(each) for each in ways]
    while True:
        batches = made(pieces)
        shown = batches if setting.most_sheets is None else batches[: setting.most_sheets]
        full = {name for rendered in setting.printer.rendered(shown) for name in rendered.overflowing}
        if not full:
            return pieces, batches
        for number, piece in enumerate(pieces):
            if piece.key in full:
                smaller = next(ways[number], None)
                if smaller is None:
                    raise CannotPrint("Some words do not fit pieces of this size; choose larger ones.")
                pieces[number] = smaller
