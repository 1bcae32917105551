"""Sheets composed of drawn pieces: their contents as PDF operators, and their structure for those who listen.

What a piece looks like is worked out once; on a sheet only its place and the numbers of its parts are new.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import pikepdf

from armybuilder.drawing.lettering import POINT, Cut, printable
from armybuilder.drawing.symbols import Variant, drawing
from armybuilder.printing.document import Foot, Page
from armybuilder.printing.drawn import (
    BASELINE,
    CAPITAL_SPACE,
    ORNAMENT,
    Area,
    Element,
    Framed,
    Ground,
    Letters,
    Picture,
    Strokes,
    Tiles,
)
from armybuilder.printing.inks import PAPER, Colours, Ink, colours
from armybuilder.printing.paper import Box, Mark
from armybuilder.printing.pdf_file import PdfFile, references
from armybuilder.printing.photos import Photo
from armybuilder.printing.typecase import SetSort, Sort, words_of
from rulesets.core.cards import Symbol
from rulesets.core.reference import Align

POINTS_A_MILLIMETRE = 1 / POINT
ROUND = 0.5523
"""Where the handles of a curve stand that makes a quarter of a circle."""
DASH = (2.0, 1.4)
TYPES = {
    "article": b"Art",
    "div": b"Div",
    "h1": b"H1",
    "h2": b"H2",
    "h3": b"H3",
    "p": b"P",
    "table": b"Table",
    "thead": b"THead",
    "tbody": b"TBody",
    "tr": b"TR",
    "th": b"TH",
    "td": b"TD",
}
"""What PDF calls the elements."""
SCOPES = {"col": b"/A<</O/Table/Scope/Column>>", "row": b"/A<</O/Table/Scope/Row>>"}
ARTIFACT = b"/Artifact BMC"
FOOTER = b"/Artifact <</Type/Pagination/Subtype/Footer>> BDC"
TICK_LINE, CROSS_LINE = 0.12, 0.1
TICK_INK, CROSS_INK = "#000000", "#8a8a86"

PICTURE_SIDE = 100.0
"""The longer side of a symbol in the stock, in points."""

PictureKey = tuple[Symbol, str]
"""A symbol and the colour of its lines."""


@dataclass(frozen=True, slots=True)
class Shape:
    """A part of the structure: its type, and in order the numbers of marked content and the parts within."""

    type: bytes
    kids: tuple[int | Shape, ...]
    scope: str = ""
    text: str = ""
    box: Box | None = None


@dataclass(frozen=True, slots=True)
class Composed:
    """A piece as operators, with ``%d`` for the number of each marked content, of which there are ``count``."""

    drawing: bytes
    count: int
    shape: Shape


def picture_size(wide: float, high: float) -> tuple[float, float]:
    """The size in points at which a picture is drawn for the stock."""
    scale = PICTURE_SIDE / max(wide, high)
    return wide * scale, high * scale


@dataclass(slots=True)
class Prepared:
    """A piece in the colours of a document, with all that it needs; composed once its sorts are set."""

    element: Element | None
    colours: Colours
    sorts: frozenset[Sort]
    pictures: tuple[PictureKey, ...]
    photos: tuple[Photo, ...] = ()
    composed: Composed | None = None


def prepared(element: Element, named: Colours) -> Prepared:
    """What a piece needs."""
    sorts: set[Sort] = set()
    pictures: dict[PictureKey, None] = {}
    photos: dict[Photo, None] = {}
    _gather(element, named, sorts, pictures, photos)
    return Prepared(element, named, frozenset(sorts), tuple(pictures), tuple(photos))


def _gather(
    element: Element,
    named: Colours,
    sorts: set[Sort],
    pictures: dict[PictureKey, None],
    photos: dict[Photo, None],
) -> None:
    for part in element.parts:
        if isinstance(part, Letters):
            sorts.update(*words_of(part.cut, part.text))
            sorts.add((part.cut, " "))
        elif isinstance(part, Element):
            _gather(part, named, sorts, pictures, photos)
        elif isinstance(part, Picture):
            pictures[part.symbol, named[part.ink]] = None
        elif isinstance(part, Framed):
            photos[part.photo] = None


def picture_name(key: PictureKey, plain: bool) -> str:
    """The name of a picture among a file's resources."""
    symbol, colour = key
    told = f"{symbol.set} {symbol.code} {colour} {plain}"
    return f"S{hashlib.sha256(told.encode()).hexdigest()[:12]}"


def photo_name(photo: Photo) -> str:
    """The name of a player's picture among a file's resources."""
    return f"P{photo.digest}"


def composed(piece: Prepared, lines: SetLines, plain: bool) -> Composed:
    """The piece as operators; ``plain`` says that symbols are drawn in lines alone."""
    if piece.composed is None:
        if piece.element is None:
            raise ValueError("a piece is either composed or still to be")
        composing = _Piece(lines, piece.colours, plain)
        shape = composing.shape(piece.element)
        piece.composed = Composed(b"\n".join(composing.out), composing.count, shape)
        piece.element = None
    return piece.composed


class _Piece:
    """Works out one piece, measured from its top left; the way down the page is negative."""

    def __init__(self, lines: SetLines, colours: Colours, plain: bool) -> None:
        self.lines, self.colours, self.plain = lines, colours, plain
        self.out: list[bytes] = []
        self.count = 0
        self.ornament = False

    def shape(self, element: Element) -> Shape:
        """Draws the parts of an element in order."""
        self.ornament = self.ornament or element.name == ORNAMENT
        kids: list[int | Shape] = []
        open_ = False
        for part in element.parts:
            if isinstance(part, Letters):
                if not open_:
                    self._begin(b"/Span", kids)
                    open_ = True
                self.out += self.lines.operators(part, self.colours)
                continue
            if open_:
                self.out.append(b"EMC")
                open_ = False
            if isinstance(part, Element):
                inner = self.shape(part)
                if not self.ornament:
                    kids.append(inner)
            elif isinstance(part, Picture):
                kids += self.picture(part)
            elif isinstance(part, Framed):
                kids.append(self.photo(part))
            elif isinstance(part, Ground):
                self.ground(part)
            elif isinstance(part, Tiles):
                self.tiles(part)
            elif isinstance(part, Area):
                self.area(part)
            else:
                self.strokes(part)
        if open_:
            self.out.append(b"EMC")
        return Shape(TYPES.get(element.name, b"Div"), tuple(kids), element.scope)

    def _begin(self, tag: bytes, kids: list[int | Shape]) -> None:
        if self.ornament:
            self.out.append(ARTIFACT)
        else:
            self.out.append(tag + b" <</MCID %d>> BDC")
            kids.append(self.count)
            self.count += 1

    def picture(self, picture: Picture) -> tuple[Shape, ...]:
        """A symbol, with its words for those who do not see it."""
        key = (picture.symbol, self.colours[picture.ink])
        shown = drawing(key[0].set, key[0].code, Variant.FRIEND_PLAIN if self.plain else Variant.FRIEND)
        wide, high = picture_size(shown.width, shown.height)
        box = picture.box
        scale = box.width * POINTS_A_MILLIMETRE / wide
        x, y = box.x * POINTS_A_MILLIMETRE, -box.y * POINTS_A_MILLIMETRE - high * scale
        kids: list[int | Shape] = []
        self._begin(b"/Figure", kids)
        name = picture_name(key, self.plain)
        self.out.append(f"q {scale:.5f} 0 0 {scale:.5f} {x:.3f} {y:.3f} cm /{name} Do Q EMC".encode())
        return () if self.ornament else (Shape(b"Figure", tuple(kids), text=picture.symbol.text, box=box),)

    def photo(self, framed: Framed) -> Shape:
        """A player's picture, which is said even among ornaments."""
        box, k = framed.box, POINTS_A_MILLIMETRE
        self.out.append(b"/Figure <</MCID %d>> BDC")
        place = f"{box.width * k:.3f} 0 0 {box.height * k:.3f} {box.x * k:.3f} {-box.bottom * k:.3f}"
        self.out.append(f"q {place} cm /{photo_name(framed.photo)} Do Q EMC".encode())
        self.count += 1
        return Shape(b"Figure", (self.count - 1,), text=framed.photo.text, box=box)

    def ground(self, ground: Ground) -> None:
        """A box: its filling, then its frame."""
        box = ground.box
        self.out.append(ARTIFACT)
        if ground.fill and self.colours[ground.fill]:
            self.out += [_colour(self.colours[ground.fill]), _outline(box, ground.radius, ground.upper), b"f"]
        if ground.line and ground.dashed:
            inset = ground.thick / 2
            middle = Box(box.x + inset, box.y + inset, box.width - ground.thick, box.height - ground.thick)
            self.out += [
                b"q",
                _colour(self.colours[ground.line], "RG"),
                "[{} {}] 0 d {:.3f} w".format(*DASH, ground.thick * POINTS_A_MILLIMETRE).encode(),
                _outline(middle, max(0.0, ground.radius - inset), upper=False),
                b"S Q",
            ]
        elif ground.line:
            inner = Box(
                box.x + ground.thick, box.y + ground.thick, box.width - 2 * ground.thick, box.height - 2 * ground.thick
            )
            self.out += [
                _colour(self.colours[ground.line]),
                _outline(box, ground.radius, upper=False),
                _outline(inner, max(0.0, ground.radius - ground.thick), upper=False),
                b"f*",
            ]
        self.out.append(b"EMC")

    def tiles(self, tiles: Tiles) -> None:
        """Many boxes."""
        path = [_outline(box, 0.0, upper=False) for box in tiles.boxes]
        self.out += [ARTIFACT, _colour(self.colours[tiles.fill]), *path, b"f EMC"]

    def area(self, area: Area) -> None:
        """A filled shape."""
        k = POINTS_A_MILLIMETRE
        path = " l ".join(f"{x * k:.3f} {-y * k:.3f}" for x, y in area.corners).replace(" l ", " m ", 1)
        self.out += [ARTIFACT, _colour(self.colours[area.fill]), f"{path} l h f EMC".encode()]

    def strokes(self, strokes: Strokes) -> None:
        """Lines."""
        self.out.append(ARTIFACT)
        self.out += stroke_operators(strokes.ends, self.colours[strokes.ink], strokes.thick)
        self.out.append(b"EMC")


def stroke_operators(
    ends: tuple[tuple[float, float, float, float], ...] | tuple[Mark, ...], colour: str, thick: float
) -> Iterator[bytes]:
    """Straight lines."""
    yield _colour(colour, "RG")
    found = ((end.x1, end.y1, end.x2, end.y2) if isinstance(end, Mark) else end for end in ends)
    k = POINTS_A_MILLIMETRE
    path = " ".join(f"{x1 * k:.3f} {-y1 * k:.3f} m {x2 * k:.3f} {-y2 * k:.3f} l" for x1, y1, x2, y2 in found)
    yield f"{thick * k:.3f} w {path} S".encode()


MOST_LINES = 4_000
"""Lines kept while one document is composed."""
Line = tuple[Cut, str, float, bool]
"""What tells a line of text from another wherever it stands: its cut, words and size, and whether they are spaced."""


class SetLines:
    """Lines composed of sorts, each once."""

    def __init__(self, sorts: Mapping[Sort, SetSort]) -> None:
        """Of these sorts."""
        self._sorts = sorts
        self._lines: dict[Line, tuple[float, bytes]] = {}

    def operators(self, letters: Letters, colours: Colours) -> tuple[bytes, ...]:
        """A line of text in its place."""
        line = (letters.cut, letters.text, letters.points, letters.spaced)
        found = self._lines.get(line)
        if found is None:
            if len(self._lines) >= MOST_LINES:
                self._lines.clear()
            found = self._lines[line] = self._composed(*line)
        wide, shown = found
        x = letters.x
        if letters.align is not Align.LEFT:
            x += (letters.room - wide) / (2 if letters.align is Align.CENTRE else 1)
        y = letters.y + letters.tall / 2 + BASELINE * letters.points * POINT
        place = b"BT 1 0 0 1 %.3f %.3f Tm" % (x * POINTS_A_MILLIMETRE, -y * POINTS_A_MILLIMETRE)
        return _colour(colours[letters.ink]), place, shown

    def _composed(self, cut: Cut, text: str, size: float, spaced: bool) -> tuple[float, bytes]:
        """Its words, one after the other: how many millimetres they take, and the operators."""
        space = self._sorts[cut, " "]
        shown: list[SetSort] = []
        for word in words_of(cut, text):
            shown += (space,) * bool(shown)
            shown += (self._sorts[part] for part in word)
        apart = CAPITAL_SPACE * size if spaced else 0.0
        wide = (sum(part.width for part in shown) * size + apart * (len(text) - 1)) * POINT
        out = [b"%.3f Tc" % apart] if apart else []
        font, rise = "", 0.0
        run: list[bytes] = []
        for part in shown:
            for show in part.shows:
                if show.font != font or show.rise != rise:
                    if run:
                        out.append(_show(run))
                        run = []
                    if show.font != font:
                        out.append(b"/%s %g Tf" % (show.font.encode(), size))
                    if show.rise != rise:
                        out.append(b"%.3f Ts" % (show.rise * size))
                    font, rise = show.font, show.rise
                run.append(show.shapes)
        if run:
            out.append(_show(run))
        if rise:
            out.append(b"0 Ts")
        if apart:
            out.append(b"0 Tc")
        out.append(b"ET")
        return wide, b"\n".join(out)


def _show(run: list[bytes]) -> bytes:
    return b"[" + b"".join(run).replace(b"><", b"") + b"]TJ"


@cache
def _colour(colour: str, operator: str = "rg") -> bytes:
    red, green, blue = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return f"{red:.4g} {green:.4g} {blue:.4g} {operator}".encode()


@lru_cache(maxsize=4096)
def _outline(box: Box, radius: float, upper: bool) -> bytes:
    """A box with round corners, or with those at the top alone round."""
    k = POINTS_A_MILLIMETRE
    left, right, top, bottom = box.x * k, box.right * k, -box.y * k, -box.bottom * k
    if radius <= 0:
        return f"{left:.3f} {bottom:.3f} {right - left:.3f} {top - bottom:.3f} re".encode()
    r = min(radius * k, (right - left) / 2, (top - bottom) / (1 if upper else 2))
    h = r * (1 - ROUND)
    low = 0.0 if upper else r
    path = [
        f"{left + low:.3f} {bottom:.3f} m {right - low:.3f} {bottom:.3f} l",
        f"{right - h:.3f} {bottom:.3f} {right:.3f} {bottom + h:.3f} {right:.3f} {bottom + r:.3f} c" if low else "",
        f"{right:.3f} {top - r:.3f} l",
        f"{right:.3f} {top - h:.3f} {right - h:.3f} {top:.3f} {right - r:.3f} {top:.3f} c",
        f"{left + r:.3f} {top:.3f} l",
        f"{left + h:.3f} {top:.3f} {left:.3f} {top - h:.3f} {left:.3f} {top - r:.3f} c",
        f"{left:.3f} {bottom + low:.3f} l",
        f"{left:.3f} {bottom + h:.3f} {left + h:.3f} {bottom:.3f} {left + low:.3f} {bottom:.3f} c" if low else "",
        "h",
    ]
    return " ".join(filter(None, path)).encode()


@dataclass
class Compositor:
    """Composes the sheets of one document into a file.

    ``parent`` is the structure's root for them, whose parts are gathered in ``kids``; ``owners`` gets for each page, by
    its number in the structure's tree, the parts that its marked contents belong to. All are numbers of objects.
    """

    file: PdfFile
    ink: Ink
    lines: SetLines
    resources: int
    pages: int
    parent: int
    kids: list[int]
    owners: list[int]

    def sheet(self, page: Page, pieces: Iterable[Prepared]) -> int:
        """Write a page with its pieces, which are in the order of the page's."""
        k, scale = POINTS_A_MILLIMETRE, page.scale
        high = page.size.height * k
        shown = self.file.number()
        owned: list[int] = []
        out = []
        if page.cuts:
            out.append(b"q 1 0 0 1 0 %.4f cm" % high + ARTIFACT)
            out += stroke_operators(page.cuts.ticks, TICK_INK, TICK_LINE)
            if page.cuts.crosses:
                out += stroke_operators(page.cuts.crosses, CROSS_INK, CROSS_LINE)
            out.append(b"EMC Q")
        for placed, prepared_piece in zip(page.placed, pieces, strict=True):
            piece = composed(prepared_piece, self.lines, self.ink is Ink.MONO)
            first = len(owned)
            corner = (placed.box.x * k * scale, high - placed.box.y * k * scale)
            out.append(b"q %g 0 0 %g %.4f %.4f cm" % (scale, scale, *corner))
            out.append(piece.drawing % tuple(range(first, first + piece.count)))
            out.append(b"Q")
            if piece.count:
                self.kids.append(self._structure(piece.shape, self.parent, shown, owned, first, corner, scale))
        if page.foot:
            out.append(b"q %g 0 0 %g 0 %.4f cm" % (scale, scale, high) + FOOTER)
            out += [_colour(PAPER), _outline(page.foot.box, 0.0, upper=False), b"f"]
            for letters in foot_letters(page.foot):
                out += self.lines.operators(letters, colours("", self.ink))
            out.append(b"EMC Q")
        contents, owners = self.file.number(), self.file.number()
        self.file.stream(contents, b"", b"\n".join(out))
        self.file.put(owners, references(owned))
        self.file.put(
            shown,
            b"<</Type/Page/Parent %d 0 R/MediaBox[0 0 %.3f %.3f]/Resources %d 0 R/Contents %d 0 R/StructParents %d"
            b"/Tabs/S>>" % (self.pages, page.size.width * k, high, self.resources, contents, len(self.owners)),
        )
        self.owners.append(owners)
        return shown

    def _structure(
        self,
        shape: Shape,
        parent: int,
        page: int,
        owned: list[int],
        first: int,
        corner: tuple[float, float],
        scale: float,
    ) -> int:
        number = self.file.number()
        kids = []
        marked = False
        for kid in shape.kids:
            if isinstance(kid, int):
                kids.append(b"%d" % (first + kid))
                owned.append(number)
                marked = True
            else:
                kids.append(b"%d 0 R" % self._structure(kid, number, page, owned, first, corner, scale))
        about = SCOPES.get(shape.scope, b"")
        if shape.box:
            k = POINTS_A_MILLIMETRE * scale
            left, top = corner[0] + shape.box.x * k, corner[1] - shape.box.y * k
            sides = (left, top - shape.box.height * k, left + shape.box.width * k, top)
            about += b"/Alt" + pikepdf.String(shape.text).unparse()
            about += b"/A<</O/Layout/BBox[%.3f %.3f %.3f %.3f]>>" % sides
        if marked:
            about += b"/Pg %d 0 R" % page
        self.file.put(number, b"<</S/%s/P %d 0 R%s/K[%s]>>" % (shape.type, parent, about, b" ".join(kids)))
        return number


def foot_letters(foot: Foot) -> tuple[Letters, ...]:
    """The two texts of a page's foot."""
    box = foot.box
    texts = ((foot.credit, box.y, Align.LEFT), (foot.number, box.y + foot.below, Align.RIGHT))
    return tuple(
        Letters(box.x, y, box.width, box.height - foot.below, printable(text), Cut.NARROW, foot.points, "muted", align)
        for text, y, align in texts
        if text
    )
