"""The page that a long document begins with: its parts, and a QR code of the live army."""

from __future__ import annotations

from collections.abc import Sequence

from armybuilder.printing.documents.document import Part
from armybuilder.printing.documents.geometry import page_css, rem_css
from armybuilder.printing.documents.order import Order
from armybuilder.sharing.links import qr_svg


def contents_part(order: Order, entries: Sequence[tuple[str, int]]) -> Part:
    """The contents, mostly on one page; the entries are titles of parts and the numbers of their first pages."""
    context = {
        "title": order.look.title,
        "game": order.army.ruleset.title,
        "entries": entries,
        "code": qr_svg(order.link) if order.link else "",
        "link": order.link.split("://")[-1],
    }
    geometry = page_css("contents", order.choices.sheet, bottom_left=order.credit(), bottom_right="Contents")
    geometry += rem_css(order.choices.type_size.points)
    return Part("Contents", (order.look.batch("contents", context, geometry, pages=None),))


def blank_part(order: Order) -> Part:
    """A page that stays empty, since the next one begins a sheet."""
    geometry = page_css("blank", order.choices.sheet, bottom_right="This side stays empty")
    return Part("", (order.look.batch("blank", {}, geometry, styles=("contents",)),))
