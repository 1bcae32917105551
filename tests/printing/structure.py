"""Checks what PDF/UA-1 asks of a file as far as a program can tell: every thing that is drawn is either named as a part
of the structure or as ornament, and the structure says what its parts are."""

import io
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pikepdf
from pikepdf import pdfa

KNOWN = {
    *("Document", "Part", "Art", "Sect", "Div", "BlockQuote", "Caption", "NonStruct", "P", "Span", "Figure", "Link"),
    *("H1", "H2", "H3", "H4", "H5", "H6", "L", "LI", "Lbl", "LBody"),
    *("Table", "TR", "TH", "TD", "THead", "TBody", "TFoot"),
}
PAINTS = {"f", "f*", "F", "S", "s", "B", "B*", "b", "b*", "Tj", "TJ", "Do", "sh"}
WITHOUT_LETTERS = {"Document", "Part", "Sect", "Art", "L", "LI", "Table", "TR", "THead", "TBody", "TFoot"}
PRINTED = 4
"""The flag of annotations that are printed."""
WITHIN = {
    "TR": {"Table", "THead", "TBody", "TFoot"},
    "TH": {"TR"},
    "TD": {"TR"},
    "THead": {"Table"},
    "TBody": {"Table"},
    "LI": {"L"},
    "LBody": {"LI"},
    "Lbl": {"LI"},
}


def faults(pdf: bytes) -> list[str]:
    """What is wrong with the file's structure."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return list(_faults(document))


def _faults(document: pikepdf.Pdf) -> Iterator[str]:
    root: Any = document.Root
    if not str(root.get("/Lang", "")):
        yield "no language"
    if not root.get("/MarkInfo", {}).get("/Marked"):
        yield "not marked as tagged"
    if not root.get("/ViewerPreferences", {}).get("/DisplayDocTitle"):
        yield "the title is not shown"
    with document.open_metadata() as metadata:
        if metadata.get("pdfuaid:part") != "1" or not metadata.get("dc:title"):
            yield "the metadata lacks standard or title"
    yield from _name_faults(root.StructTreeRoot)
    owners = _owners(root.StructTreeRoot.ParentTree)
    seen: dict[tuple[int, int], str] = {}
    headings: list[int] = []
    for element, kinds in elements(root.StructTreeRoot.K, ()):
        yield from _element_faults(element, kinds)
        kind = kinds[-1]
        if kind in {"H1", "H2", "H3", "H4", "H5", "H6"}:
            headings.append(int(kind[1]))
        for kid in _kids(element):
            if (content := _content(element, kid)) is not None:
                parents, mark = content
                seen[content] = kind
                if owners[parents][mark].objgen != element.objgen:
                    yield f"{kind} is not the owner of its content"
    if headings and headings[0] != 1:
        yield f"the first heading is of level {headings[0]}"
    yield from (f"heading {b} follows {a}" for a, b in pairwise(headings) if b > a + 1)
    for number, page in enumerate(document.pages, 1):
        links = [each for each in page.obj.get("/Annots", ()) if each.Subtype == pikepdf.Name.Link]
        if not all(int(link.get("/F", 0)) & PRINTED for link in links):
            yield f"page {number}: a link that is not printed"
        for stream in (page.obj, *_tagged_forms(page.obj)):
            found = list(_content_faults(stream))
            marks = {mark for mark in found if isinstance(mark, int)}
            yield from (f"page {number}: {fault}" for fault in found if isinstance(fault, str))
            if "/StructParents" not in stream:
                yield from (f"page {number}: content {mark} has no owner" for mark in marks)
                continue
            parents = int(stream.StructParents)
            for mark in marks:
                if (parents, mark) not in seen:
                    yield f"page {number}: content {mark} is in no part of the structure"
            owned = sum(owner is not None for owner in owners[parents])
            if owned != len(marks):
                yield f"page {number}: {len(marks)} contents and {owned} owners"


def _content(element: Any, kid: Any) -> tuple[int, int] | None:
    """The number in the parent tree and that of the content, on a page or in a form; ``None`` for other kids."""
    if isinstance(kid, int):
        return int(element.Pg.StructParents), kid
    if isinstance(kid, pikepdf.Dictionary) and kid.get("/Type") == pikepdf.Name.MCR:
        assert kid.Stm.objgen in {form.objgen for form in _tagged_forms(kid.Pg)}, "content of another page"
        return int(kid.Stm.StructParents), int(kid.MCID)
    return None


def _tagged_forms(page: Any) -> list[Any]:
    """The forms of a page that have content of the structure: pages of a booklet."""
    forms = page.get("/Resources", {}).get("/XObject", {})
    return [form for form in forms.values() if "/StructParents" in form]


def _name_faults(root: Any) -> Iterator[str]:
    """Header cells have names of their own, which are in the list of names, and cells refer to these alone."""
    found = [element for element, _ in elements(root.K, ())]
    names = [bytes(element.ID) for element in found if "/ID" in element]
    if len(names) != len(set(names)):
        yield "two elements of one name"
    listed = list(root.IDTree.Names) if "/IDTree" in root else []
    if [bytes(name) for name in listed[::2]] != sorted(names):
        yield "names that are not listed in their order"
    if any(bytes(element.ID) != bytes(name) for name, element in zip(listed[::2], listed[1::2], strict=True)):
        yield "a name listed for another element"
    wanted = {bytes(name) for element in found for name in element.get("/A", {}).get("/Headers", ())}
    if wanted - set(names):
        yield "cells under headers that are not there"


def _owners(tree: Any) -> dict[int, list[Any]]:
    numbers = list(tree.Nums)
    return {int(number): list(owned) for number, owned in zip(numbers[::2], numbers[1::2], strict=True)}


def _kids(element: Any) -> list[Any]:
    kids = element.get("/K", [])
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def elements(kids: Any, above: tuple[str, ...]) -> Iterator[tuple[Any, tuple[str, ...]]]:
    """The elements of a structure in reading order, each with its type and those above it."""
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        # A link has its annotation among what it contains, which is no element.
        if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
            kinds = (*above, str(kid.S)[1:])
            yield kid, kinds
            yield from elements(kid.get("/K", pikepdf.Array()), kinds)


def _element_faults(element: Any, kinds: tuple[str, ...]) -> Iterator[str]:
    kind = kinds[-1]
    parents = [each for each in kinds[:-1] if each != "NonStruct"]
    if kind not in KNOWN:
        yield f"there is no type {kind}"
    if kind in WITHIN and parents[-1] not in WITHIN[kind]:
        yield f"{kind} in {parents[-1]}"
    if parents and parents[-1] == "L" and kind not in {"LI", "Caption"}:
        yield f"{kind} in a list"
    if kind == "TH" and str(element.get("/A", {}).get("/Scope")) not in ("/Column", "/Row"):
        yield "a header cell without scope"
    if kind in WITHOUT_LETTERS and any(isinstance(kid, int) for kid in _kids(element)):
        yield f"letters in {kind}"
    if kind == "Figure" and not str(element.get("/Alt", "")):
        yield "a picture without words"


def _content_faults(stream: Any) -> Iterator[str | int]:
    """The numbers of marked contents of a page or form, and what is drawn outside of any."""
    open_: list[bool] = []
    tagged = {form.objgen for form in _tagged_forms(stream)}
    for instruction in pikepdf.parse_content_stream(stream):
        name = str(instruction.operator)
        if name in ("BDC", "BMC"):
            operands: Any = instruction.operands
            if len(operands) > 1 and "/MCID" in operands[1]:
                yield int(operands[1].MCID)
            open_.append(True)
        elif name == "EMC":
            if not open_:
                yield "an end without a beginning"
            open_.pop()
        elif name == "Do" and stream.Resources.XObject[str(instruction.operands[0])].objgen in tagged:
            if open_:
                yield "content within content"
        elif name in PAINTS and not open_:
            yield f"{name} outside of any content"
    if open_:
        yield "a beginning without an end"


# --- PDF/A ----------------------------------------------------------------------------------------------

LEVEL_A = "pdfaid:conformance is 'A', expected 'B'"
"""All files are of level A, which holds all of level B that the validator knows."""


def archive_faults(pdf: bytes) -> list[str]:
    """What breaks PDF/A-3b, as pikepdf's validator finds it; patterns are beyond what it checks."""
    found = pdfa.validate_written(io.BytesIO(pdf), "3b").findings
    broken = {finding.message for finding in found if finding.kind == "violation"}
    return sorted(broken - {LEVEL_A}) if LEVEL_A in broken else ["not PDF/A-3a"]
