"""A document's parts bound to one file: pages that the renderer draws a few at a time, and sheets composed here.

Rendering few pages at a time keeps memory small. Cards are alike in most of their words, and an army's from one
printing to the next: the renderer sets each word and draws each symbol once, and sheets are composed of them.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

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
    picture_name,
    picture_size,
    prepared,
)
from armybuilder.printing.document import Document, Page
from armybuilder.printing.html import standalone
from armybuilder.printing.inks import Ink, colours, symbol_variant
from armybuilder.printing.lasting import say_what_it_is
from armybuilder.printing.pieces import Key, all_drawn, element_of, key_of, shade_of
from armybuilder.printing.typecase import SetWord, TypeCase, Word, alphabet, set_words, specimen, widths_of, words_of

SHEETS = 4
"""Pages rendered at once."""
WORDS = 300
"""Words set at once."""
PICTURES = 24
"""Symbols drawn at once, one to a page."""
WORK_OF_A_PAGE = 20
"""How much longer a rendered page takes than a composed one."""
TERMS = {"/L": Name.Div, "/LI": Name.Div, "/LBody": Name.P}
MOST_PIECES = 2_000
"""Pieces kept in memory; each takes some fifteen kilobytes."""
CASE = TypeCase()


@dataclass(frozen=True, slots=True)
class Gathering:
    """What the renderer draws at once; ``work`` is how much there is to it, ``tagged`` whether its parts are named."""

    html: str
    css: str
    work: int
    tagged: bool


@dataclass(frozen=True, slots=True)
class Sheet:
    """A page to be composed, and its pieces."""

    page: Page
    pieces: tuple[Prepared, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """A document in parts.

    ``parts`` are the pages in order: the numbers of gatherings, and sheets. The gatherings are those pages, then words,
    symbols, and last the letters.
    """

    document: Document
    gatherings: tuple[Gathering, ...]
    parts: tuple[int | Sheet, ...]
    known: Mapping[Word, SetWord]
    words: tuple[tuple[Word, ...], ...]
    pictures: tuple[tuple[PictureKey, ...], ...]
    letters: tuple[Word, ...]


def plan(document: Document) -> Plan:
    """The parts of a document."""
    gatherings: list[Gathering] = []
    parts: list[int | Sheet] = []
    for drawn, run in groupby(document.pages, all_drawn):
        if drawn:
            parts += (Sheet(page, _prepared(page, document)) for page in run)
            continue
        for pages in _split(list(run), SHEETS):
            parts.append(len(gatherings))
            html, css = standalone(replace(document, pages=pages))
            gatherings.append(Gathering(html, css, len(pages) * WORK_OF_A_PAGE, tagged=True))
    sheets = [part for part in parts if isinstance(part, Sheet)]
    pieces = {id(piece): piece for sheet in sheets for piece in sheet.pieces}.values()
    feet = [letters for sheet in sheets if sheet.page.foot for letters in foot_letters(sheet.page.foot)]
    needed = set().union(*(piece.words for piece in pieces))
    needed.update(*({(letters.cut, " ")} for letters in feet))
    needed.update(*(word for letters in feet for word in words_of(letters.cut, letters.text)))
    known = CASE.found(needed)
    words = _split(sorted(needed - known.keys(), key=_order), WORDS)
    pictures = _split(list(dict.fromkeys(key for piece in pieces for key in piece.pictures)), PICTURES)
    letters = alphabet(needed)
    gatherings += (Gathering(*specimen(some), len(some) // 10 + 1, tagged=False) for some in words)
    gatherings += (Gathering(*_picture_pages(some, document), len(some), tagged=False) for some in pictures)
    if letters:
        gatherings.append(Gathering(*specimen(letters), 1, tagged=False))
    return Plan(document, tuple(gatherings), tuple(parts), known, words, pictures, letters)


def _prepared(page: Page, document: Document) -> tuple[Prepared, ...]:
    return tuple(PIECES.prepared(key_of(placed), document) for placed in page.placed)


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


def _order(word: Word) -> tuple[str, str]:
    return word[0].name, word[1]


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


def bound(planned: Plan, parts: Sequence[bytes], render: Render) -> bytes:
    """The rendered gatherings and the composed sheets as one file with bookmarks and structure.

    ``render`` draws what turns out to be missing, which is seldom anything.
    """
    out = io.BytesIO()
    with pikepdf.new() as whole:
        binder = _Binder(whole, planned, parts, render)
        binder.bind()
        whole.save(out, min_version="1.7", deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


class _Binder:
    def __init__(self, whole: pikepdf.Pdf, planned: Plan, parts: Sequence[bytes], render: Render) -> None:
        self.whole, self.planned, self.rendered, self.render = whole, planned, parts, render
        self.owners: list[pikepdf.Object] = []
        self.kids: list[pikepdf.Object] = []
        self.root = whole.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self.top = whole.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=self.root))
        self.root.K = Array([self.top])

    def bind(self) -> None:
        """Put everything into the file."""
        words, resources = self._stock()
        ink = self.planned.document.ink
        compositor = Compositor(self.whole, ink, SetLines(words), resources, self.top, self.kids, self.owners)
        for part in self.planned.parts:
            if isinstance(part, Sheet):
                compositor.sheet(part.page, part.pieces)
            else:
                self._append(self.rendered[part])
        self.top.K = Array(self.kids)
        numbered = Array()
        for number, owner in enumerate(self.owners):
            numbered.append(number)
            numbered.append(owner)
        self.root.ParentTree = self.whole.make_indirect(Dictionary(Nums=numbered))
        self.root.ParentTreeNextKey = len(self.owners)
        catalog: Any = self.whole.Root
        catalog.StructTreeRoot = self.root
        self._bookmarks()
        say_what_it_is(self.whole, self.planned.document)

    def _append(self, part: bytes) -> None:
        """The pages of a gathering, and their structure."""
        with pikepdf.open(io.BytesIO(part)) as source:
            first = len(self.whole.pages)
            self.whole.pages.extend(source.pages)
            root = source.Root.StructTreeRoot
            kids: Any = self.whole.copy_foreign(self._without_parent(root.K[0])).K
            for kid in kids:
                kid.P = self.top
                self.kids.append(kid)
                _tidy(kid, above="", in_head=False)
            owners = list(root.ParentTree.Nums)[1::2]
            for page, owned in zip(list(self.whole.pages)[first:], owners, strict=True):
                page.obj.StructParents = len(self.owners)
                page.obj.Tabs = Name.S
                self.owners.append(self.whole.make_indirect(Array([self.whole.copy_foreign(one) for one in owned])))

    @staticmethod
    def _without_parent(element: Any) -> Any:
        del element.P
        return element

    def _stock(self) -> tuple[Mapping[Word, SetWord], pikepdf.Object]:
        """The words, and what the sheets show: fonts and pictures."""
        planned = self.planned
        start = sum(isinstance(part, int) for part in planned.parts)
        words = dict(planned.known)
        for some, part in zip(planned.words, self.rendered[start:], strict=False):
            words |= set_words(some, part)
        CASE.keep(words)
        start += len(planned.words)
        resources: Any = self.whole.make_indirect(Dictionary(XObject=Dictionary()))
        for keys, part in zip(planned.pictures, self.rendered[start:], strict=False):
            self._add_pictures(keys, part, resources)
        if planned.letters:
            resources.Font = self._fonts(words)
        return words, resources

    def _add_pictures(self, keys: Sequence[PictureKey], part: bytes, resources: Any) -> None:
        ink = self.planned.document.ink
        with pikepdf.open(io.BytesIO(part)) as source:
            for key, page in zip(keys, source.pages, strict=True):
                shown = drawing(key[0].set, key[0].code, symbol_variant(ink))
                wide, high = picture_size(shown.width, shown.height)
                page.mediabox = page.trimbox = page.bleedbox = Array(
                    [0, round(PICTURE_SIDE - high, 3), round(wide, 3), PICTURE_SIDE]
                )
                form: Any = self.whole.copy_foreign(page.as_form_xobject())
                form.Matrix = Array([1, 0, 0, 1, 0, round(high - PICTURE_SIDE, 3)])
                resources.XObject["/" + picture_name(key, ink is Ink.MONO)] = form

    def _fonts(self, words: Mapping[Word, SetWord]) -> pikepdf.Object:
        """The fonts with the document's letters; one that is drawn otherwise among others brings its word along."""
        wanted = {glyph: word for word, found in words.items() for glyph in found.glyphs}
        held = _held(self.rendered[-1])
        part = self.rendered[-1]
        lacking = sorted({word for glyph, word in wanted.items() if glyph not in held}, key=_order)
        if lacking:
            letters = (*self.planned.letters, *lacking)
            part = self.render(Gathering(*specimen(letters), 1, tagged=False))
        with pikepdf.open(io.BytesIO(part)) as source:
            return self.whole.copy_foreign(source.pages[0].obj.Resources.Font)

    def _bookmarks(self) -> None:
        with self.whole.open_outline() as outline:
            outline.root[:] = [
                pikepdf.OutlineItem(page.title, number)
                for number, page in enumerate(self.planned.document.pages)
                if page.title
            ]


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
    planned = plan(document)
    return bound(planned, [render(gathering) for gathering in planned.gatherings], render)
