"""A document as data: its parts, each of batches of pages that are laid out together."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from armybuilder.printing.paper import Edge
from armybuilder.printing.rendering import Attached, Batch
from armybuilder.printing.rendering.printer import Printer


@dataclass(frozen=True)
class DocumentPart:
    """One part of a document: its title in bookmarks and contents, and its pages.

    The pages of a ``duplex`` part alternate between fronts and backs, so it begins on the front of a sheet.
    """

    title: str
    batches: tuple[Batch, ...]
    duplex: bool = False
    notes: tuple[str, ...] = ()

    def page_count(self, printer: Printer) -> int:
        """The number of pages; batches of unknown length are laid out for it."""
        flowing = [batch for batch in self.batches if batch.pages is None]
        return sum(batch.pages or 0 for batch in self.batches) + sum(each.pages for each in printer.rendered(flowing))


@dataclass(frozen=True)
class Document:
    """A whole document.

    ``notes`` tell the player about anything unexpected, ``folded`` and ``credit`` are as for ``DocumentInfo``.
    """

    title: str
    subject: str
    parts: tuple[DocumentPart, ...]
    attached: tuple[Attached, ...] = ()
    notes: tuple[str, ...] = ()
    folded: Edge | None = None
    credit: str = ""

    @cached_property
    def batches(self) -> tuple[Batch, ...]:
        """All batches in order."""
        return tuple(batch for part in self.parts for batch in part.batches)
