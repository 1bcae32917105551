"""A document's parts bound to one file: pages that the renderer draws a few at a time, and sheets composed here.

Rendering few pages at a time keeps memory small. The renderer sets each letter and draws each symbol once, and sheets
are composed of them.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, BinaryIO

import pikepdf
from pikepdf import Array, Dictionary, Name

from armybuilder.drawing.symbols import drawing
from armybuilder.printing.compositor import (
    PICTURE_SIDE,
    Compositor,
    PictureKey,
    Prepared,
    SetLines,
    foot_letters,
    photo_name,
    picture_name,
    picture_size,
    prepared,
)
from armybuilder.printing.document import Document, Page
from armybuilder.printing.html import standalone
from armybuilder.printing.inks import Ink, colours, symbol_variant
from armybuilder.printing.lasting import say_what_it_is
from armybuilder.printing.pdf_file import Copying, PdfFile, references
from armybuilder.printing.photos import Photo
from armybuilder.printing.pieces import Key, all_drawn, element_of, key_of, shade_of
from armybuilder.printing.typecase import SetSort, Sort, TypeCase, alphabet, set_sorts, specimen, widths_of, words_of

SHEETS = 4
"""Pages rendered at once."""
SORTS = 1000
"""Letters and words set at once."""
PICTURES = 24
"""Symbols drawn at once, one to a page."""
WORK_OF_A_PAGE = 20
"""How much longer a rendered page takes than a composed one is looked through."""
WORK_OF_A_SHEET = 2
"""A composed page is looked through, and composed."""
TERMS = {"/L": Name.Div, "/LI": Name.Div, "/LBody": Name.P}
MOST_PIECES = 300
"""Pieces kept in memory; each takes thirty kilobytes until it is composed, and then some fifteen."""
CASE = TypeCase()


@dataclass(frozen=True, slots=True)
class Gathering:
    """What the renderer draws at once; ``work`` is how much there is to it, ``tagged`` whether its parts are named."""

    html: str
    css: str
    work: int
    tagged: bool


@dataclass(frozen=True, slots=True)
class Plan:
    """A document in parts.

    ``parts`` are the pages in order: the numbers of gatherings, and pages to be composed. The gatherings are pages that
    the renderer draws, then sorts, symbols, and last the letters.
    """

    document: Document
    gatherings: tuple[Gathering, ...]
    parts: tuple[int | Page, ...]
    known: Mapping[Sort, SetSort]
    sorts: tuple[tuple[Sort, ...], ...]
    pictures: tuple[tuple[PictureKey, ...], ...]
    letters: tuple[Sort, ...]
    photos: tuple[Photo, ...]

    @property
    def work(self) -> int:
        """How much there is to do: gatherings, and the sheets to compose."""
        sheets = sum(isinstance(part, Page) for part in self.parts)
        return sum(each.work for each in self.gatherings) + sheets * WORK_OF_A_SHEET


def least_work(document: Document) -> int:
    """How much there is to do for its pages; letters and symbols that are not kept yet come on top."""
    return sum(WORK_OF_A_SHEET if all_drawn(page) else WORK_OF_A_PAGE for page in document.pages)


def plan(document: Document, tell: Callable[[], None] = lambda: None) -> Plan:
    """The parts of a document; ``tell`` is called for each sheet looked through, and what it raises ends the work."""
    gatherings: list[Gathering] = []
    parts: list[int | Page] = []
    for drawn, run in groupby(document.pages, all_drawn):
        if drawn:
            parts += run
            continue
        for pages in _split(list(run), SHEETS):
            parts.append(len(gatherings))
            html, css = standalone(replace(document, pages=pages))
            gatherings.append(Gathering(html, css, len(pages) * WORK_OF_A_PAGE, tagged=True))
    needed: set[Sort] = set()
    shown: dict[PictureKey, None] = {}
    photos: dict[Photo, None] = {}
    seen: set[int] = set()
    for sheet in (part for part in parts if isinstance(part, Page)):
        tell()
        for line in foot_letters(sheet.foot) if sheet.foot else ():
            needed.update(((line.cut, " "),), *words_of(line.cut, line.text))
        for placed in sheet.placed:
            if id(placed.content) in seen:
                continue
            seen.add(id(placed.content))
            piece = PIECES.prepared(key_of(placed), document)
            needed |= piece.sorts
            shown.update(dict.fromkeys(piece.pictures))
            photos.update(dict.fromkeys(piece.photos))
    known = CASE.found(needed)
    sorts = _split(sorted(needed - known.keys(), key=_order), SORTS)
    pictures = _split(list(shown), PICTURES)
    letters = alphabet(needed)
    gatherings += (Gathering(*specimen(some), len(some) // 10 + 1, tagged=False) for some in sorts)
    gatherings += (Gathering(*_picture_pages(some, document), len(some), tagged=False) for some in pictures)
    if letters:
        gatherings.append(Gathering(*specimen(letters), 1, tagged=False))
    return Plan(document, tuple(gatherings), tuple(parts), known, sorts, pictures, letters, tuple(photos))


class _Pieces:
    """Pieces of earlier printings; used by several threads."""

    def __init__(self) -> None:
        self._pieces: dict[tuple[Key, str, Ink], Prepared] = {}
        self._lock = threading.Lock()

    def prepared(self, key: Key, document: Document) -> Prepared:
        """The piece, kept or new."""
        shade = shade_of(key, document.shade)
        wanted = (key, shade, document.ink)
        with self._lock:
            found = self._pieces.get(wanted)
        if found is None:
            found = prepared(element_of(key), colours(shade, document.ink))
            with self._lock:
                if len(self._pieces) >= MOST_PIECES:
                    self._pieces.clear()
                self._pieces[wanted] = found
        return found


PIECES = _Pieces()


def _order(sort: Sort) -> tuple[str, str]:
    return sort[0].name, sort[1]


def _split(items: Sequence[Any], most: int) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(items[start : start + most]) for start in range(0, len(items), most))


def _picture_pages(keys: Sequence[PictureKey], document: Document) -> tuple[str, str]:
    """A page for each symbol, as large as the symbol."""
    pages = []
    for symbol, colour in keys:
        shown = drawing(symbol.set, symbol.code, symbol_variant(document.ink))
        wide, high = picture_size(shown.width, shown.height)
        svg = shown.svg(f' width="{wide:.3f}pt" height="{high:.3f}pt"').replace("currentColor", colour)
        pages.append(f'<section class="sheet">{svg}</section>')
    html = f'<!doctype html><html lang="en"><head><title>Symbols</title></head><body>{"".join(pages)}</body></html>'
    side = f"{PICTURE_SIDE:g}pt"
    return html, f"@page{{size:{side} {side};margin:0}}:root{{--ink:#000}}.sheet{{height:{side}}}"


Render = Callable[[Gathering], bytes]


def bind(
    planned: Plan, parts: Sequence[bytes], render: Render, out: BinaryIO, tell: Callable[[], None] = lambda: None
) -> None:
    """Write the rendered gatherings and the composed sheets as one file with bookmarks and structure.

    ``render`` draws what turns out to be missing, which is seldom anything. ``tell`` is called for each sheet composed,
    and what it raises ends the work.
    """
    _Binder(planned, parts, render, out).bind(tell)


class _Binder:
    def __init__(self, planned: Plan, parts: Sequence[bytes], render: Render, out: BinaryIO) -> None:
        self.planned, self.rendered, self.render = planned, parts, render
        self.file = PdfFile(out)
        self.catalogue, self.pages, self.tree, self.top = (self.file.number() for _ in range(4))
        self.sheets: list[int] = []
        self.owners: list[int] = []
        self.kids: list[int] = []

    def bind(self, tell: Callable[[], None]) -> None:
        """Everything in one file."""
        document = self.planned.document
        sorts, resources = self._stock()
        compositor = Compositor(
            self.file, document.ink, SetLines(sorts), resources, self.pages, self.top, self.kids, self.owners
        )
        for part in self.planned.parts:
            if isinstance(part, Page):
                pieces = (PIECES.prepared(key_of(placed), document) for placed in part.placed)
                self.sheets.append(compositor.sheet(part, pieces))
                tell()
            else:
                self._append(self.rendered[part])
        self.file.put(self.top, b"<</S/Document/P %d 0 R/K%s>>" % (self.tree, references(self.kids)))
        numbered = b" ".join(b"%d %d 0 R" % pair for pair in enumerate(self.owners))
        self.file.put(
            self.tree,
            b"<</Type/StructTreeRoot/K[%d 0 R]/ParentTree<</Nums[%s]>>/ParentTreeNextKey %d>>"
            % (self.top, numbered, len(self.owners)),
        )
        self.file.put(self.pages, b"<</Type/Pages/Kids%s/Count %d>>" % (references(self.sheets), len(self.sheets)))
        self.file.finish(self.catalogue, self._catalogue())

    def _catalogue(self) -> int:
        """Pages, structure, bookmarks, and what the document says of itself."""
        with pikepdf.new() as frame:
            say_what_it_is(frame, self.planned.document)
            copying = Copying(self.file)
            said = {key: value for key, value in frame.Root.items() if key not in ("/Type", "/Pages")}
            told = copying.text(Dictionary(said)).removeprefix(b"<<").removesuffix(b">>")
            info = copying.number(frame.trailer.Info)
        self.file.put(
            self.catalogue,
            b"<</Type/Catalog/Pages %d 0 R/StructTreeRoot %d 0 R%s%s>>"
            % (self.pages, self.tree, self._bookmarks(), told),
        )
        return info

    def _bookmarks(self) -> bytes:
        """A bookmark for each part, as an entry of the catalogue."""
        titles = [(page.title, number) for number, page in enumerate(self.planned.document.pages) if page.title]
        if not titles:
            return b""
        whole = self.file.number()
        marks = [self.file.number() for _ in titles]
        for place, (mark, (title, number)) in enumerate(zip(marks, titles, strict=True)):
            beside = b"/Prev %d 0 R" % marks[place - 1] if place else b""
            beside += b"/Next %d 0 R" % marks[place + 1] if place + 1 < len(marks) else b""
            shown = pikepdf.String(title).unparse()
            about = (shown, whole, self.sheets[number], beside)
            self.file.put(mark, b"<</Title %s/Parent %d 0 R/Dest[%d 0 R/Fit]%s>>" % about)
        ends = (marks[0], marks[-1], len(marks))
        self.file.put(whole, b"<</Type/Outlines/First %d 0 R/Last %d 0 R/Count %d>>" % ends)
        return b"/Outlines %d 0 R" % whole

    def _append(self, part: bytes) -> None:
        """The pages of a gathering, and their structure."""
        with pikepdf.open(io.BytesIO(part)) as source:
            root = source.Root.StructTreeRoot
            top: Any = root.K[0]
            copying = Copying(self.file, {source.Root.Pages.objgen: self.pages, top.objgen: self.top})
            owners = list(root.ParentTree.Nums)[1::2]
            for number, page in enumerate(source.pages, len(self.owners)):
                page.obj.StructParents, page.obj.Tabs = number, Name.S
            for kid in top.K:
                _tidy(kid, above="", in_head=False)
                self.kids.append(copying.number(kid))
            for page, owned in zip(source.pages, owners, strict=True):
                owner = self.file.number()
                self.file.put(owner, copying.text(Array(list(owned))))
                self.owners.append(owner)
                self.sheets.append(copying.number(page.obj))

    def _stock(self) -> tuple[Mapping[Sort, SetSort], int]:
        """The sorts, and what the sheets show: fonts and pictures."""
        planned = self.planned
        start = sum(isinstance(part, int) for part in planned.parts)
        sorts = dict(planned.known)
        for some, part in zip(planned.sorts, self.rendered[start:], strict=False):
            sorts |= set_sorts(some, part)
        CASE.keep(sorts)
        start += len(planned.sorts)
        shown = b"".join(
            self._pictures(keys, part) for keys, part in zip(planned.pictures, self.rendered[start:], strict=False)
        )
        shown += b"".join(map(self._photo, planned.photos))
        resources = self.file.number()
        fonts = b"/Font " + self._fonts(sorts) if planned.letters else b""
        self.file.put(resources, b"<</XObject<<%s>>%s>>" % (shown, fonts))
        return sorts, resources

    def _pictures(self, keys: Sequence[PictureKey], part: bytes) -> bytes:
        """Entries for the symbols on those pages."""
        ink = self.planned.document.ink
        entries = []
        with pikepdf.open(io.BytesIO(part)) as source:
            copying = Copying(self.file)
            for key, page in zip(keys, source.pages, strict=True):
                shown = drawing(key[0].set, key[0].code, symbol_variant(ink))
                wide, high = picture_size(shown.width, shown.height)
                page.mediabox = page.trimbox = page.bleedbox = Array(
                    [0, round(PICTURE_SIDE - high, 3), round(wide, 3), PICTURE_SIDE]
                )
                form: Any = page.as_form_xobject()
                form.Matrix = Array([1, 0, 0, 1, 0, round(high - PICTURE_SIDE, 3)])
                name = picture_name(key, ink is Ink.MONO).encode()
                entries.append(b"/%s %d 0 R" % (name, copying.number(form)))
        return b"".join(entries)

    def _photo(self, photo: Photo) -> bytes:
        """The entry for a player's picture, which is written as it is."""
        number = self.file.number()
        space = b"DeviceGray" if photo.grey else b"DeviceRGB"
        entries = b"/Type/XObject/Subtype/Image/Width %d/Height %d/ColorSpace/%s/BitsPerComponent 8/Filter/DCTDecode"
        self.file.raw_stream(number, entries % (photo.wide, photo.high, space), photo.data)
        return b"/%s %d 0 R" % (photo_name(photo).encode(), number)

    def _fonts(self, sorts: Mapping[Sort, SetSort]) -> bytes:
        """The fonts with the document's letters; one that is drawn otherwise among others brings its sort along."""
        wanted = {glyph: sort for sort, found in sorts.items() for glyph in found.glyphs}
        held = _held(self.rendered[-1])
        part = self.rendered[-1]
        lacking = sorted({sort for glyph, sort in wanted.items() if glyph not in held}, key=_order)
        if lacking:
            letters = (*self.planned.letters, *lacking)
            part = self.render(Gathering(*specimen(letters), 1, tagged=False))
        with pikepdf.open(io.BytesIO(part)) as source:
            return Copying(self.file).text(source.pages[0].obj.Resources.Font)


def _held(part: bytes) -> set[tuple[str, int]]:
    with pikepdf.open(io.BytesIO(part)) as source:
        fonts: Any = source.pages[0].obj.Resources.Font
        return {(name[1:], number) for name, font in fonts.items() for number in widths_of(font)}


def _tidy(element: Any, *, above: str, in_head: bool) -> None:
    """What the renderer leaves unsaid or says otherwise than the standard wants it."""
    kind = str(element.get("/S"))
    in_head = in_head or kind == "/THead"
    if kind == above == "/TR":
        # A box without a name of its own around what stands in a row.
        element.S = Name.NonStruct
    elif kind == "/TH":
        # Headings of tables say for themselves what they are the heading of.
        element.A = Dictionary(O=Name.Table, Scope=Name.Column if in_head else Name.Row)
    elif kind == "/TD" and "/A" in element and "/Headers" in element.A:
        del element.A["/Headers"]
    elif kind == "/Figure" and "/Alt" not in element:
        # Ornament: who cannot see it misses nothing.
        element.S = Name.NonStruct
    elif kind in TERMS:
        # Terms stand in boxes of their own, which lists may not hold.
        element.S = TERMS[kind]
    if "/ID" in element:
        del element.ID
    kids = element.get("/K", ())
    if isinstance(kids, pikepdf.Array):
        for kid in kids:
            if isinstance(kid, pikepdf.Dictionary):
                _tidy(kid, above=kind, in_head=in_head)


def printed(document: Document, render: Render) -> bytes:
    """The document, its gatherings rendered one after the other."""
    planned, out = plan(document), io.BytesIO()
    bind(planned, [render(gathering) for gathering in planned.gatherings], render, out)
    return out.getvalue()
