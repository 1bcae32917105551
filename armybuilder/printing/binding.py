"""Long documents are rendered some sheets at a time, which keeps memory small, and bound to one file afterwards."""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pikepdf

from armybuilder.printing.document import Document

SHEETS = 4
"""Pages rendered at once: few enough to keep memory small, and to keep those that an edit does not change."""


def gatherings(document: Document) -> Iterator[Document]:
    """The document in parts of a few pages each."""
    for start in range(0, len(document.pages), SHEETS):
        yield replace(document, pages=document.pages[start : start + SHEETS])


def bound(parts: Sequence[bytes], document: Document) -> bytes:
    """The parts as one file with the bookmarks of the whole; a single part is the file already."""
    if len(parts) == 1:
        return parts[0]
    out = io.BytesIO()
    with pikepdf.open(io.BytesIO(parts[0])) as whole:
        for part in parts[1:]:
            with pikepdf.open(io.BytesIO(part)) as more:
                whole.pages.extend(more.pages)
        with whole.open_outline() as outline:
            outline.root[:] = [
                pikepdf.OutlineItem(page.title, number) for number, page in enumerate(document.pages) if page.title
            ]
        whole.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()
