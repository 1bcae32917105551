"""A page on how to print, cut and fold what was chosen, with a ruler to check that it has its actual size."""

from collections.abc import Iterator

from armybuilder.printing.documents.context import PrintContext, markers_of
from armybuilder.printing.documents.document import DocumentPart
from armybuilder.printing.documents.geometry import page_css, rem_css
from armybuilder.printing.options import CUT_PARTS, LabelTops
from armybuilder.printing.stocks import STOCKS

TITLE = "Cutting guide"


def cutting_parts(printing: PrintContext) -> Iterator[DocumentPart]:
    """The steps for the chosen cards, labels, strips, markers and templates; none if nothing has to be cut."""
    options = printing.options
    parts = [part for part in CUT_PARTS if part in options.parts]
    if not parts:
        return
    stock = STOCKS.get(options.stock.value)
    context = {
        "parts": parts,
        "options": options,
        "size": printing.card_size.label,
        "stock": stock.label if stock else "",
        "base": options.base / 10,
        "tents": options.tops is LabelTops.TENTS,
        "two_sided": any(token.back for token in markers_of(printing.army)),
    }
    geometry = page_css("cutting", options.sheet, printing.credit(), TITLE) + rem_css(options.type_size.points)
    yield DocumentPart(TITLE, (printing.format.batch("cutting", context, geometry, pages=None),))
