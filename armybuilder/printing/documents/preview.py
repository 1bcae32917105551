"""A document on the screen: the same HTML and the same style sheets as on paper."""

from dataclasses import dataclass

from armybuilder.printing.documents.document import Document
from armybuilder.printing.documents.geometry import zoom_css
from armybuilder.printing.rendering import BASE_STYLES
from armybuilder.printing.rendering.printer import Printer


@dataclass(frozen=True, slots=True)
class Preview:
    """The contents of a preview page: HTML, the names of its style sheets and the CSS of its geometry.

    ``pages`` is how many there are in all, ``hidden`` says that some are not shown, ``notes`` are the document's.
    """

    content: str
    styles: tuple[str, ...]
    geometry: str
    classes: str
    pages: int
    hidden: bool
    notes: tuple[str, ...]


def preview_of(document: Document, printer: Printer, maximum: int) -> Preview:
    """The first pages of each part, at most ``maximum`` batches."""
    batches = [batch for part in document.parts for batch in part.batches[:maximum]]
    styles = (*BASE_STYLES, *(name for batch in batches for name in batch.styles))
    geometry = "".join(dict.fromkeys(batch.geometry for batch in batches))
    pages = sum(part.page_count(printer) for part in document.parts)
    return Preview(
        "".join(batch.content for batch in batches),
        tuple(f"css/print/{name}.css" for name in dict.fromkeys(styles)),
        geometry + zoom_css(geometry),
        batches[0].classes,
        pages,
        len(batches) < len(document.batches),
        document.notes,
    )
