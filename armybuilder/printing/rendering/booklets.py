"""Impose pages as a booklet: four on each side of the sheets, which are cut through the middle and folded."""

from collections.abc import Iterator, Mapping
from typing import Any

from pikepdf import Array, Dictionary, Name, Page, Pdf

from armybuilder.printing.paper import Edge

MARK = 20
"""Length of the lines that show at both edges where to cut, in points."""


def sides(pages: int) -> Iterator[tuple[int, ...]]:
    """The pages on each side of the sheets, in two rows from the upper left, front and back in turn.

    Pages are counted from 1; numbers above ``pages`` stand for blank ones. Backs are for sheets flipped over an
    upright edge. The upper halves of all sheets, laid on the lower ones, are folded from the outermost to the inmost;
    the lower half of the last sheet may stay blank.
    """
    halves = -(-pages // 4)
    sheets = -(-halves // 2)
    last = 4 * halves
    for sheet in range(sheets):
        rows = [2 * half for half in (sheet, sheets + sheet) if half < halves]
        yield tuple(page for row in rows for page in (last - row, row + 1))
        yield tuple(page for row in rows for page in (row + 2, last - row - 1))


def impose(whole: Pdf, edge: Edge) -> None:
    """Put the pages, all of one size, on upright sheets that are flipped over ``edge``.

    Each page becomes a form on its sheet, to which the structure refers from then on, in the order of the pages.
    """
    pages = [page.obj for page in whole.pages]
    del whole.pages[:]
    places: dict[tuple[int, int], tuple[Any, Any]] = {}
    for number, side in enumerate(sides(len(pages))):
        shown = {place: pages[page - 1] for place, page in enumerate(side) if page <= len(pages)}
        forms = {place: _form(page) for place, page in shown.items()}
        turned = bool(number % 2) and edge is Edge.SHORT
        whole.pages.append(_sheet(whole, pages[0], forms, turned=turned))
        for place, page in shown.items():
            places[page.objgen] = whole.pages[number].obj, forms[place]
    _refer(whole.Root.StructTreeRoot.K, places)


def _form(page: Any) -> Any:
    """The page as a form, whose pieces of content keep their numbers."""
    form: Any = Page(page).as_form_xobject()
    form.StructParents = page.StructParents
    return form


def _sheet(whole: Pdf, page: Any, forms: dict[int, Any], *, turned: bool) -> Page:
    """One side of a sheet, twice as wide and high as a page, with forms at places from 0; the back ``turned`` round."""
    width, height = (float(length) for length in page.MediaBox[2:])
    lines = [f"-1 0 0 -1 {2 * width:.3f} {2 * height:.3f} cm"] if turned else []
    for place in forms:
        row, column = divmod(place, 2)
        lines.append(f"q 1 0 0 1 {column * width:.3f} {(1 - row) * height:.3f} cm /P{place} Do Q")
    cuts = "".join(f"{x:.3f} {height:.3f} m {x + MARK:.3f} {height:.3f} l " for x in (0, 2 * width - MARK))
    lines.append(f"/Artifact BMC .3 w {cuts}S EMC")
    return Page(
        Dictionary(
            Type=Name.Page,
            MediaBox=Array([0, 0, 2 * width, 2 * height]),
            Resources=Dictionary(XObject=Dictionary({f"/P{place}": form for place, form in forms.items()})),
            Contents=whole.make_stream("\n".join(lines).encode()),
            Tabs=Name.S,
        )
    )


def _refer(elements: Any, places: Mapping[tuple[int, int], tuple[Any, Any]]) -> None:
    """Have these elements and all within refer to content of forms instead of pages."""
    waiting = list(elements)
    while waiting:
        element = waiting.pop()
        kids = list(element.get("/K", ()))
        waiting += [kid for kid in kids if isinstance(kid, Dictionary)]
        if "/Pg" in element:
            sheet, form = places[element.Pg.objgen]
            element.Pg = sheet
            element.K = Array(
                Dictionary(Type=Name.MCR, Pg=sheet, Stm=form, MCID=kid) if isinstance(kid, int) else kid for kid in kids
            )
