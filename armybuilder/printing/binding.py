"""Long documents are rendered some pages at a time, and each face of a card once, then bound to one file.

Rendering few pages at a time keeps memory small. Many cards of an army are alike but for the corner that says where
they belong: a face is drawn once, without its corner, and laid under every sheet that shows it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pikepdf

from armybuilder.printing.document import Document, Page, Placed
from armybuilder.printing.paper import Box, Size

SHEETS = 4
"""Pages rendered at once."""
FACES = 12
"""Faces rendered at once: few, since those that an edit does not change are kept together."""
POINTS_A_MILLIMETRE = 72 / 25.4

Part = tuple[int, int]
"""A page of a gathering: the gathering's number and the page's in it."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A document in parts: ``gatherings`` to be rendered, ``sheets`` of them the pages themselves, the rest faces.

    ``under`` says for each page of the document which faces lie where under it.
    """

    document: Document
    gatherings: tuple[Document, ...]
    sheets: int
    under: tuple[tuple[tuple[Part, Box], ...], ...]


def plan(document: Document) -> Plan:
    """The parts of a document."""
    places: dict[Placed, int] = {}
    bare = []
    under: list[list[tuple[int, Box]]] = []
    for page in document.pages:
        faces = [placed for placed in page.placed if placed.apart]
        bare.append(replace(page, placed=tuple(placed for placed in page.placed if not placed.apart)))
        under.append([(places.setdefault(_alone(placed), len(places)), placed.box) for placed in faces])
    sheets = [replace(document, pages=part) for part in _parts(bare, SHEETS)]
    gatherings = list(sheets)
    where: dict[int, Part] = {}
    numbered = list(enumerate(places))
    for size in dict.fromkeys(_size(placed) for placed in places):
        for some in _parts([pair for pair in numbered if _size(pair[1]) == size], FACES):
            where |= {number: (len(gatherings), place) for place, (number, _) in enumerate(some)}
            gatherings.append(replace(document, title="", pages=tuple(Page(size, (face,)) for _, face in some)))
    return Plan(
        document,
        tuple(gatherings),
        len(sheets),
        tuple(tuple((where[number], box) for number, box in page) for page in under),
    )


def _alone(placed: Placed) -> Placed:
    """The piece on a page of its own size."""
    return replace(placed, box=Box(0.0, 0.0, placed.box.width, placed.box.height))


def _size(placed: Placed) -> Size:
    return Size(placed.box.width, placed.box.height)


def _parts(items: Sequence[Any], most: int) -> list[tuple[Any, ...]]:
    return [tuple(items[start : start + most]) for start in range(0, len(items), most)]


def bound(planned: Plan, parts: Sequence[bytes]) -> bytes:
    """The rendered gatherings as one file with the bookmarks of the whole; a single one is the file already."""
    if len(parts) == 1:
        return parts[0]
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(parts[0])) as whole:
        for part in parts[1 : planned.sheets]:
            with pikepdf.open(io.BytesIO(part)) as more:
                whole.pages.extend(more.pages)
        _lay_under(whole, planned, parts)
        with whole.open_outline() as outline:
            outline.root[:] = [
                pikepdf.OutlineItem(page.title, number)
                for number, page in enumerate(planned.document.pages)
                if page.title
            ]
        whole.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def _lay_under(whole: pikepdf.Pdf, planned: Plan, parts: Sequence[bytes]) -> None:
    faces = [pikepdf.open(io.BytesIO(part)) for part in parts[planned.sheets :]]
    forms: dict[Part, pikepdf.Object] = {}
    try:
        for number, laid in enumerate(planned.under):
            page = whole.pages[number]
            drawing = []
            for part, box in laid:
                if part not in forms:
                    face = faces[part[0] - planned.sheets].pages[part[1]]
                    forms[part] = whole.copy_foreign(face.as_form_xobject())
                name = pikepdf.Name(f"/Face{part[0]}-{part[1]}")
                page.add_resource(forms[part], pikepdf.Name.XObject, name, replace_existing=True)
                x = box.x * POINTS_A_MILLIMETRE
                y = (planned.document.pages[number].size.height - box.bottom) * POINTS_A_MILLIMETRE
                drawing.append(f"q 1 0 0 1 {x:.4f} {y:.4f} cm {name} Do Q")
            if drawing:
                page.contents_add("\n".join(drawing).encode(), prepend=True)
    finally:
        for face_file in faces:
            face_file.close()


def printed(document: Document, render: Callable[[Document], bytes]) -> bytes:
    """The document, its gatherings rendered one after the other."""
    planned = plan(document)
    return bound(planned, [render(gathering) for gathering in planned.gatherings])
