"""Join rendered batches to one file: pages, bookmarks, the structure tree for screen readers, metadata.

Batches are laid out and written apart, though WeasyPrint can write parts with named pages as one document. That would
lay out once more what has been laid out for its fit: roster, cards and quick reference of 12 to 60 units would take 1.4
to 1.8 times the processor time, in one process instead of several, and up to 1.9 times the memory. No sheet could be
cached, and large armies would have to be joined all the same.
"""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import pikepdf
from pikepdf import Array, AttachedFileSpec, Dictionary, Name, ObjectStreamMode, OutlineItem, Pdf, String

from armybuilder.printing.rendering import DocumentInfo, Tick, no_tick
from armybuilder.printing.rendering.booklets import impose
from armybuilder.printing.rendering.joining_fonts import join_fonts

CREATOR = "Armybuilder"
PAGE = "page-"
"""The beginning of an anchor that stands for a page of the whole file; its number from 1 follows."""


def join(pdfs: Sequence[Path], about: DocumentInfo, out: Path, tick: Tick = no_tick) -> None:
    """Write the PDFs as one; the same ones give the same bytes.

    A file may occur more than once. Raises ``FileNotFoundError`` if one is missing.
    """
    seen = {pdfs[0]}
    with Pdf.open(pdfs[0]) as whole:
        tree = _Tree(whole)
        for number, pdf in enumerate(pdfs[1:], 1):
            tick()
            with Pdf.open(pdf) as part:
                first = len(whole.pages)
                whole.add_pages_from(part)
                tree.adopt(part, whole.pages[first:], again=number if pdf in seen else None)
            seen.add(pdf)
        tree.close()
        join_fonts(whole)
        _link_pages(whole)
        if about.folded:
            impose(whole, about.folded)
        _describe(whole, about)
        tick()
        whole.save(
            out,
            deterministic_id=True,
            # Some readers do not find attachments if their names are in compressed objects.
            object_stream_mode=ObjectStreamMode.preserve if about.attached else ObjectStreamMode.generate,
        )


def _link_pages(whole: Pdf) -> None:
    """Have links to ``#page-3`` lead to that page: alone, the page of contents has only itself to link to."""
    for page in whole.pages:
        annotations: Any = page.obj.get("/Annots", ())
        for annotation in annotations:
            name = str(annotation.get("/Dest", ""))
            if name.startswith(PAGE):
                number = int(name.removeprefix(PAGE))
                annotation.Dest = Array([whole.pages[number - 1].obj, Name.Fit])
                annotation.Contents = String(f"Page {number}")


def _describe(whole: Pdf, about: DocumentInfo) -> None:
    with whole.open_outline() as outline:
        outline.root[:] = [OutlineItem(title, page) for title, page in about.bookmarks]
    with whole.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
        metadata["dc:title"] = "".join(letter for letter in about.title if letter.isprintable())
        metadata["dc:description"] = "".join(letter for letter in about.subject if letter.isprintable())
        if about.credit:
            metadata["dc:rights"] = about.credit
        metadata["xmp:CreatorTool"] = CREATOR
    whole.docinfo = whole.make_indirect(
        Dictionary(Title=String(about.title), Subject=String(about.subject), Creator=String(CREATOR))
    )
    for each in about.attached:
        file = AttachedFileSpec(
            whole,
            each.content.encode(),
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
    """The structure tree of a whole file, merged from those of its parts.

    qpdf, on which pikepdf is built, copies pages without it. A structure element names its page; pages and links find
    their elements by numbers in the parent tree. Both are numbered from 0 in every part, and on from the last number in
    the whole.
    """

    def __init__(self, whole: Pdf) -> None:
        self.whole = whole
        self.root: Any = whole.Root.StructTreeRoot
        self.document: Any = self.root.K[0]
        self.numbers: list[Any] = list(self.root.ParentTree.Nums)
        self.names: dict[bytes, Any] = {}
        self._name(self.root)

    def adopt(self, part: Pdf, pages: Iterable[pikepdf.Page], *, again: int | None) -> None:
        """Merge the structure of a part whose pages have been added.

        For a repeated part the names of its header cells get the prefix ``again``.
        """
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
        if again is not None and "/IDTree" in tree:
            _rename(document, again)
        self._name(tree)
        for element in document.K:
            element.P = self.document
            self.document.K.append(element)

    def _name(self, tree: Any) -> None:
        for element in list(tree.IDTree.Names)[1::2] if "/IDTree" in tree else ():
            self.names[bytes(element.ID)] = element

    def close(self) -> None:
        """Write the parent tree and the names."""
        self.root.ParentTree.Nums = Array(self.numbers)
        self.root.ParentTreeNextKey = len(self.numbers) // 2
        if self.names:
            names = [each for name in sorted(self.names) for each in (String(name), self.names[name])]
            self.root.IDTree = Dictionary(Names=Array(names))


def _shift(owner: Any, key: str, offset: int) -> None:
    if key in owner:
        owner[key] = int(owner[key]) + offset


def _rename(element: Any, number: int) -> None:
    """Give header cells other names, here and where cells refer to them."""
    waiting = [element]
    while waiting:
        each = waiting.pop()
        if "/ID" in each:
            each.ID = String(f"{number}-{each.ID}")
        attributes = each.get("/A")
        if attributes is not None and "/Headers" in attributes:
            attributes.Headers = Array([String(f"{number}-{name}") for name in attributes.Headers])
        waiting += [kid for kid in each.get("/K", ()) if isinstance(kid, Dictionary) and "/S" in kid]
