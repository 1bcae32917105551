"""Rendered batches as one file: pages, bookmarks, the structure that readers follow, what the file says of itself."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, BinaryIO

import pikepdf
from pikepdf import Array, AttachedFileSpec, Dictionary, Name, ObjectStreamMode, OutlineItem, Pdf, String


@dataclass(frozen=True, slots=True)
class Attached:
    """A file within the file: its name, its kind as the Internet names kinds, and what it is."""

    name: str
    kind: str
    about: str
    content: bytes


@dataclass(frozen=True, slots=True)
class About:
    """What a file says of itself: its title and subject, its bookmarks (title and page, from 0), files within it."""

    title: str
    subject: str
    bookmarks: tuple[tuple[str, int], ...]
    attached: tuple[Attached, ...] = ()


CREATOR = "Armybuilder"


def join(pdfs: Sequence[bytes], about: About, out: BinaryIO) -> None:
    """Write the PDFs one after the other as one; the same ones give the same bytes."""
    with Pdf.open(io.BytesIO(pdfs[0])) as whole:
        tree = _Tree(whole, 0)
        for number, pdf in enumerate(pdfs[1:], 1):
            with Pdf.open(io.BytesIO(pdf)) as part:
                first = len(whole.pages)
                whole.add_pages_from(part)
                tree.adopt(part, whole.pages[first:], number)
        tree.close()
        _describe(whole, about)
        whole.save(
            out,
            deterministic_id=True,
            object_stream_mode=ObjectStreamMode.preserve if about.attached else ObjectStreamMode.generate,
        )


def _describe(whole: Pdf, about: About) -> None:
    with whole.open_outline() as outline:
        outline.root[:] = [OutlineItem(title, page) for title, page in about.bookmarks]
    with whole.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:title"] = "".join(letter for letter in about.title if letter.isprintable())
        metadata["dc:description"] = "".join(letter for letter in about.subject if letter.isprintable())
        metadata["xmp:CreatorTool"] = CREATOR
    whole.docinfo = whole.make_indirect(
        Dictionary(Title=String(about.title), Subject=String(about.subject), Creator=String(CREATOR))
    )
    for each in about.attached:
        file = AttachedFileSpec(
            whole,
            each.content,
            description=each.about,
            filename=each.name,
            mime_type=each.kind,
            creation_date="",
            mod_date="",
        )
        file.relationship = Name.Source
        whole.attachments[each.name] = file
    if about.attached:
        whole.Root.AF = Array([whole.attachments[each.name].obj for each in about.attached])


class _Tree:
    """The structure tree of a whole file, into which those of its parts are taken.

    A structure element names its page; pages and links find their elements by numbers in the parent tree. Both are
    numbered from 0 in every part, and on from the last number in the whole.
    """

    def __init__(self, whole: Pdf, number: int) -> None:
        self.whole = whole
        self.root: Any = whole.Root.StructTreeRoot
        self.document: Any = self.root.K[0]
        self.numbers: list[Any] = list(self.root.ParentTree.Nums)
        _rename(self.document, number)

    def adopt(self, part: Pdf, pages: Iterable[pikepdf.Page], number: int) -> None:
        """Take in the structure of a part whose pages have been added."""
        tree: Any = self.whole.copy_foreign(part.Root.StructTreeRoot)
        offset = len(self.numbers) // 2
        for page in pages:
            _shift(page.obj, "/StructParents", offset)
            for annotation in page.obj.get("/Annots", ()):
                _shift(annotation, "/StructParent", offset)
        nums = list(tree.ParentTree.Nums)
        for place in range(0, len(nums), 2):
            self.numbers += [int(nums[place]) + offset, nums[place + 1]]
        document = tree.K[0]
        _rename(document, number)
        for element in document.K:
            element.P = self.document
            self.document.K.append(element)

    def close(self) -> None:
        """Write the parent tree."""
        self.root.ParentTree.Nums = Array(self.numbers)
        self.root.ParentTreeNextKey = len(self.numbers) // 2


def _shift(owner: Any, key: str, offset: int) -> None:
    if key in owner:
        owner[key] = int(owner[key]) + offset


def _rename(element: Any, number: int) -> None:
    """Give the header cells of tables names that no other part's have, here and where cells refer to them."""
    waiting = [element]
    while waiting:
        each = waiting.pop()
        if "/ID" in each:
            each.ID = String(f"{number}-{each.ID}")
        attributes = each.get("/A")
        if attributes is not None and "/Headers" in attributes:
            attributes.Headers = Array([String(f"{number}-{name}") for name in attributes.Headers])
        waiting += [kid for kid in each.get("/K", ()) if isinstance(kid, Dictionary) and "/S" in kid]
