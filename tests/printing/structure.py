"""Checks what PDF/UA-1 asks of a file as far as a program can tell: every thing that is drawn is either named as a part
of the structure or as ornament, and the structure says what its parts are."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pikepdf

KNOWN = {
    *("Document", "Part", "Art", "Sect", "Div", "BlockQuote", "Caption", "NonStruct", "P", "Span", "Figure", "Link"),
    *("H1", "H2", "H3", "H4", "H5", "H6", "L", "LI", "Lbl", "LBody"),
    *("Table", "TR", "TH", "TD", "THead", "TBody", "TFoot"),
}
PAINTS = {"f", "f*", "F", "S", "s", "B", "B*", "b", "b*", "Tj", "TJ", "Do", "sh"}
WITHIN = {
    "TR": {"Table", "THead", "TBody", "TFoot"},
    "TH": {"TR"},
    "TD": {"TR"},
    "THead": {"Table"},
    "TBody": {"Table"},
    "LI": {"L"},
    "LBody": {"LI"},
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
    xmp = bytes(root.Metadata.read_bytes()).decode()
    if "<pdfuaid:part>1</pdfuaid:part>" not in xmp or "<dc:title>" not in xmp:
        yield "the metadata lacks standard or title"
    owners = _owners(root.StructTreeRoot.ParentTree)
    seen: dict[tuple[int, int], str] = {}
    headings: list[int] = []
    for element, kinds in _elements(root.StructTreeRoot.K, ()):
        yield from _element_faults(element, kinds)
        kind = kinds[-1]
        if kind in {"H1", "H2", "H3", "H4", "H5", "H6"}:
            headings.append(int(kind[1]))
        for kid in _kids(element):
            if isinstance(kid, int):
                seen[int(element.Pg.StructParents), kid] = kind
                if owners[int(element.Pg.StructParents)][kid].objgen != element.objgen:
                    yield f"{kind} is not the owner of its content"
    if headings and headings[0] != 1:
        yield f"the first heading is of level {headings[0]}"
    yield from (f"heading {b} follows {a}" for a, b in pairwise(headings) if b > a + 1)
    for number, page in enumerate(document.pages, 1):
        found = list(_content_faults(page))
        marks = {mark for mark in found if isinstance(mark, int)}
        yield from (f"page {number}: {fault}" for fault in found if isinstance(fault, str))
        shown: Any = page.obj
        parents = int(shown.StructParents)
        for mark in marks:
            if (parents, mark) not in seen:
                yield f"page {number}: content {mark} is in no part of the structure"
        if len(owners[parents]) != len(marks):
            yield f"page {number}: {len(marks)} contents and {len(owners[parents])} owners"


def _owners(tree: Any) -> dict[int, list[Any]]:
    numbers = list(tree.Nums)
    return {int(number): list(owned) for number, owned in zip(numbers[::2], numbers[1::2], strict=True)}


def _kids(element: Any) -> list[Any]:
    kids = element.get("/K", [])
    return list(kids) if isinstance(kids, pikepdf.Array) else [kids]


def _elements(kids: Any, above: tuple[str, ...]) -> Iterator[tuple[Any, tuple[str, ...]]]:
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, pikepdf.Dictionary):
            kinds = (*above, str(kid.S)[1:])
            yield kid, kinds
            yield from _elements(kid.get("/K", pikepdf.Array()), kinds)


def _element_faults(element: Any, kinds: tuple[str, ...]) -> Iterator[str]:
    kind = kinds[-1]
    parents = [each for each in kinds[:-1] if each != "NonStruct"]
    if kind not in KNOWN:
        yield f"there is no type {kind}"
    if kind in WITHIN and parents[-1] not in WITHIN[kind]:
        yield f"{kind} in {parents[-1]}"
    if kind == "TH" and str(element.get("/A", {}).get("/Scope", "")) not in ("/Row", "/Column"):
        yield "a heading of neither row nor column"
    if kind == "Figure" and not str(element.get("/Alt", "")):
        yield "a picture without words"


def _content_faults(page: pikepdf.Page) -> Iterator[str | int]:
    """The numbers of marked contents, and what is drawn outside of any."""
    open_: list[bool] = []
    for instruction in pikepdf.parse_content_stream(page):
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
        elif name in PAINTS and not open_:
            yield f"{name} outside of any content"
    if open_:
        yield "a beginning without an end"


# --- what lasts -----------------------------------------------------------------------------------------

FORBIDDEN = {"/AA", "/OpenAction", "/JavaScript", "/AcroForm", "/Encrypt", "/XFA"}


def lasting_faults(pdf: bytes) -> list[str]:
    """What of PDF/A-3b a program can tell is missing or forbidden."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        return list(_lasting_faults(document))


def _lasting_faults(document: pikepdf.Pdf) -> Iterator[str]:
    root: Any = document.Root
    xmp = "".join(bytes(root.Metadata.read_bytes()).decode().split())
    if "<pdfaid:part>3</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance>" not in xmp:
        yield "not said to last"
    if "/Filter" in root.Metadata:
        yield "the metadata is compressed"
    intents = list(root.get("/OutputIntents", []))
    profiles = [bytes(intent.DestOutputProfile.read_bytes()) for intent in intents]
    if [profile[36:40] for profile in profiles] != [b"acsp"]:
        yield "no colours intended"
    files = list(root.get("/AF", []))
    if not files:
        yield "nothing attached"
    for file in files:
        wanted = ("/F", "/UF", "/Desc", "/AFRelationship", "/EF")
        yield from (f"an attached file without {name}" for name in wanted if name not in file)
    if "/ID" not in document.trailer:
        yield "no file identifier"
    yield from (f"{name} in the catalogue" for name in FORBIDDEN if name in root or name in document.trailer)
    for each in document.objects:
        if isinstance(each, pikepdf.Stream):
            if str(each.get("/Filter", "")) == "/LZWDecode":
                yield "LZW"
            if str(each.get("/Subtype", "")) == "/Image" and each.get("/Interpolate", False):
                yield "an interpolated picture"
        if isinstance(each, pikepdf.Dictionary):
            yield from _font_faults(each)


def _font_faults(font: Any) -> Iterator[str]:
    kind = str(font.get("/Type", ""))
    if kind == "/Font" and str(font.get("/Subtype", "")) == "/Type0" and "/ToUnicode" not in font:
        yield f"{font.get('/BaseFont')} does not say what its letters are"
    if kind == "/Font" and str(font.get("/Subtype", "")) == "/CIDFontType2" and "/CIDToGIDMap" not in font:
        yield f"{font.get('/BaseFont')} does not say which of its letters are meant"
    if kind == "/FontDescriptor" and not {"/FontFile", "/FontFile2", "/FontFile3"} & set(font.keys()):
        yield f"{font.get('/FontName')} is not in the file"
