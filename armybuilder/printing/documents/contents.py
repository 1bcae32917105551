"""The contents page of a long document: its parts, and a QR code of the live army."""

from collections.abc import Sequence

from armybuilder.printing.documents.context import PrintContext
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.geometry import page_css, rem_css
from armybuilder.sharing.links import qr_code


def contents_part(printing: PrintContext, entries: Sequence[tuple[str, int]]) -> DocumentPart:
    """The contents, usually one page; the entries are the parts' titles and first page numbers."""
    context = {
        "title": printing.army.ruleset.name_of(printing.army.force),
        "game": printing.army.ruleset.title,
        "entries": entries,
        "code": qr_code(printing.link) if printing.link else None,
        "link": printing.link.split("://")[-1],
    }
    geometry = page_css("contents", printing.options.sheet, printing.credit(), "Contents")
    geometry += rem_css(printing.options.type_size.points)
    return DocumentPart("Contents", (printing.format.batch("contents", context, geometry, pages=None),))
