"""A document's parts bound to one file: pages that the renderer draws a few at a time, and sheets composed here.

Rendering few pages at a time keeps memory small. Cards are alike in most of their words, and an army's from one
printing to the next: the renderer sets each word and draws each symbol once, and sheets are composed of them.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

from armybuilder.drawing.symbols import drawing
from armybuilder.printing.compositor import Compositor, PictureKey, Stock, pictures_on, words_on
from armybuilder.printing.document import Document, Page
from armybuilder.printing.drawn import Element
from armybuilder.printing.html import standalone
from armybuilder.printing.inks import symbol_variant
from armybuilder.printing.lasting import say_what_it_is
from armybuilder.printing.pieces import Key, all_drawn, element_of, key_of
from armybuilder.printing.typecase import SetWord, TypeCase, Word, alphabet, set_words, specimen, widths_of

SHEETS = 4
"""Pages rendered at once."""
WORDS = 150
"""Words set at once."""
PICTURES = 24
"""Symbols drawn at once, one to a page."""
PICTURE_SIDE = 100.0
"""Of a symbol's page, in points; the symbol's longer side fills it."""
WORK_OF_A_PAGE = 20
"""How much longer a rendered page takes than a composed one."""
TERMS = {"/L": Name.Div, "/LI": Name.Div, "/LBody": Name.P}
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
    """A document in parts: ``gatherings`` to be rendered, the first of them pages.

    ``parts`` are the pages in order: the number of a gathering and how many pages it has, or a page to be composed.
    """

    document: Document
    gatherings: tuple[Gathering, ...]
    parts: tuple[int | Page, ...]
    elements: Mapping[Key, Element]
    known: Mapping[Word, SetWord]
    words: tuple[tuple[Word, ...], ...]
    pictures: tuple[tuple[PictureKey, ...], ...]
    letters: tuple[Word, ...]


def plan(document: Document) -> Plan:
    """The parts of a document."""
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
    sheets = [part for part in parts if isinstance(part, Page)]
    elements = {key: element_of(key) for key in dict.fromkeys(key_of(p) for page in sheets for p in page.placed)}
    needed = sorted({word for page in sheets for word in words_on(page, elements)}, key=_order)
    known = CASE.found(needed)
    words = _split([word for word in needed if word not in known], WORDS)
    pictures = _split(
        list(dict.fromkeys(key for page in sheets for key in pictures_on(page, elements, document))), PICTURES
    )
    letters = alphabet(needed)
    gatherings += (Gathering(*specimen(some), len(some) // 10 + 1, tagged=False) for some in words)
    gatherings += (Gathering(*_picture_pages(some, document), len(some), tagged=False) for some in pictures)
    if letters:
        gatherings.append(Gathering(*specimen(letters), 1, tagged=False))
    return Plan(document, tuple(gatherings), tuple(parts), elements, known, words, pictures, letters)


def _order(word: Word) -> tuple[str, str]:
    return word[0].name, word[1]


def _split(items: Sequence[Any], most: int) -> tuple[tuple[Any, ...], ...]:
    return tuple(tuple(items[start : start + most]) for start in range(0, len(items), most))


def _picture_pages(keys: Sequence[PictureKey], document: Document) -> tuple[str, str]:
    """A page for each symbol, as large as the symbol."""
    pages = []
    for symbol, colour in keys:
        shown = drawing(symbol.set, symbol.code, symbol_variant(document.ink))
        wide, high = _picture_size(shown.width, shown.height)
        svg = shown.svg(f' width="{wide:.3f}pt" height="{high:.3f}pt"').replace("currentColor", colour)
        pages.append(f'<section class="sheet">{svg}</section>')
    html = f'<!doctype html><html lang="en"><head><title>Symbols</title></head><body>{"".join(pages)}</body></html>'
    side = f"{PICTURE_SIDE:g}pt"
    return html, f"@page{{size:{side} {side};margin:0}}:root{{--ink:#000}}.sheet{{height:{side}}}"


def _picture_size(wide: float, high: float) -> tuple[float, float]:
    scale = PICTURE_SIDE / max(wide, high)
    return wide * scale, high * scale


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
        self.root = whole.make_indirect(Dictionary(Type=Name.StructTreeRoot))
        self.top = whole.make_indirect(Dictionary(Type=Name.StructElem, S=Name.Document, P=self.root, K=Array()))
        self.root.K = Array([self.top])

    def bind(self) -> None:
        """Put everything into the file."""
        stock, resources = self._stock()
        compositor = Compositor(self.whole, self.planned.document, stock, resources, self.top, self.owners)
        for part in self.planned.parts:
            if isinstance(part, Page):
                compositor.sheet(part)
            else:
                self._append(self.rendered[part])
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
                self.top.K.append(kid)
                _tidy(kid, in_head=False)
            owners = list(root.ParentTree.Nums)[1::2]
            for page, owned in zip(list(self.whole.pages)[first:], owners, strict=True):
                page.obj.StructParents = len(self.owners)
                page.obj.Tabs = Name.S
                self.owners.append(self.whole.make_indirect(Array([self.whole.copy_foreign(one) for one in owned])))

    @staticmethod
    def _without_parent(element: Any) -> Any:
        del element.P
        return element

    def _stock(self) -> tuple[Stock, pikepdf.Object]:
        planned = self.planned
        start = len({part for part in planned.parts if isinstance(part, int)})
        words = dict(planned.known)
        for some, part in zip(planned.words, self.rendered[start:], strict=False):
            words |= set_words(some, part)
        CASE.keep(words)
        start += len(planned.words)
        resources = self.whole.make_indirect(Dictionary())
        pictures = dict(self._pictures(self.rendered[start : start + len(planned.pictures)], resources))
        if planned.letters:
            resources.Font = self._fonts(words)
        return Stock(planned.elements, words, pictures), resources

    def _pictures(
        self, parts: Sequence[bytes], resources: Any
    ) -> Iterator[tuple[PictureKey, tuple[str, float, float]]]:
        resources.XObject = Dictionary()
        ink = symbol_variant(self.planned.document.ink)
        for some, part in zip(self.planned.pictures, parts, strict=True):
            with pikepdf.open(io.BytesIO(part)) as source:
                for key, page in zip(some, source.pages, strict=True):
                    shown = drawing(key[0].set, key[0].code, ink)
                    wide, high = _picture_size(shown.width, shown.height)
                    page.mediabox = page.trimbox = page.bleedbox = Array(
                        [0, round(PICTURE_SIDE - high, 3), round(wide, 3), PICTURE_SIDE]
                    )
                    form: Any = self.whole.copy_foreign(page.as_form_xobject())
                    form.Matrix = Array([1, 0, 0, 1, 0, round(high - PICTURE_SIDE, 3)])
                    name = f"S{len(resources.XObject)}"
                    resources.XObject[f"/{name}"] = form
                    yield key, (name, wide, high)

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


def _tidy(element: Any, *, in_head: bool) -> None:
    """What the renderer leaves unsaid or says otherwise than the standard wants it."""
    kind = str(element.get("/S"))
    in_head = in_head or kind == "/THead"
    if kind == "/TH":
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
                _tidy(kid, in_head=in_head)


def printed(document: Document, render: Render) -> bytes:
    """The document, its gatherings rendered one after the other."""
    planned = plan(document)
    return bound(planned, [render(gathering) for gathering in planned.gatherings], render)
