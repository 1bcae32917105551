"""A document as data: its parts, and of each the batches of pages that are laid out at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import render_to_string

from armybuilder.printing.inks import Ink
from armybuilder.printing.rendering import Attached, Batch, CannotPrint
from armybuilder.printing.rendering.printer import Printer


@dataclass(frozen=True, slots=True)
class Look:
    """What all pages of a document have in common: the ink, the game's accent, the title, and whether it is an archive
    copy (PDF/A-3).

    A document has one heading of the first level: ``level`` is that of a part's own, 1 for the first part alone.
    """

    ink: Ink
    accent: str
    title: str
    archive: bool = False
    level: int = 1

    def batch(
        self,
        template: str,
        context: Mapping[str, Any],
        geometry: str,
        *,
        styles: Sequence[str] = (),
        pages: int | None = 1,
    ) -> Batch:
        """``templates/printing/<template>.html`` filled, with ``static/css/print/<template>.css`` or those ``styles``.

        The template is given the ink besides the context, and the elements for the part's heading and for those of its
        sections. ``pages`` is as for ``Batch``. Raises ``CannotPrint`` where the template has a mistake.
        """
        tags = {"title_tag": f"h{self.level}", "section_tag": f"h{self.level + 1}"}
        shown = {"ink": self.ink, "accent": self.accent, **tags, **context}
        try:
            content = render_to_string(f"printing/{template}.html", shown)
        except (TemplateSyntaxError, TemplateDoesNotExist) as mistake:
            raise CannotPrint(f"The template printing/{template}.html has a mistake: {mistake}") from mistake
        classes = f"ink-{self.ink} t-{self.accent}"
        return Batch(content, tuple(styles) or (template,), geometry, classes, self.title, pages, self.archive)


@dataclass(frozen=True)
class Part:
    """One part of a document: its title in bookmarks and contents, and its pages.

    The pages of a ``duplex`` part are fronts and backs in turn, so it begins on the front of a sheet.
    """

    title: str
    batches: tuple[Batch, ...]
    duplex: bool = False
    notes: tuple[str, ...] = ()

    def page_count(self, printer: Printer) -> int:
        """How many pages there are; what only the layout can tell is laid out."""
        flowing = [batch for batch in self.batches if batch.pages is None]
        return sum(batch.pages or 0 for batch in self.batches) + sum(each.pages for each in printer.rendered(flowing))


@dataclass(frozen=True)
class Document:
    """All that is printed at once. ``notes`` tell the player what came out otherwise than one might expect."""

    title: str
    subject: str
    parts: tuple[Part, ...]
    look: Look
    attached: tuple[Attached, ...] = ()
    own_notes: tuple[str, ...] = ()

    @cached_property
    def batches(self) -> tuple[Batch, ...]:
        """All batches in order."""
        return tuple(batch for part in self.parts for batch in part.batches)

    @property
    def notes(self) -> tuple[str, ...]:
        """Those of the document and of its parts."""
        return (*self.own_notes, *(note for part in self.parts for note in part.notes))

    def with_parts(self, *parts: Part) -> Document:
        """The document with other parts."""
        return replace(self, parts=parts)
