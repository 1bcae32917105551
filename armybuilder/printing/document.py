"""A document as data: pages of one size, and on each the pieces that are drawn, with their places in millimetres."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from armybuilder.printing.inks import Ink
from armybuilder.printing.paper import Box, Grid, Mark, Size


@dataclass(frozen=True, slots=True)
class Placed:
    """One piece on a page: ``content``, drawn into ``box`` line by line or by ``templates/printing/<drawing>.html``."""

    box: Box
    drawing: str
    content: Any

    @property
    def template(self) -> str:
        """What draws it."""
        return f"printing/{self.drawing}.html"


@dataclass(frozen=True, slots=True)
class Cuts:
    """Where a sheet is cut: ``ticks`` outside the pieces, ``crosses`` between them."""

    ticks: tuple[Mark, ...]
    crosses: tuple[Mark, ...]

    def moved(self, right: float, down: float) -> Cuts:
        """The same marks, so many millimetres further."""
        ticks, crosses = (tuple(mark.moved(right, down) for mark in marks) for marks in (self.ticks, self.crosses))
        return Cuts(ticks, crosses)

    @property
    def ticks_path(self) -> str:
        """The ticks as an SVG path in millimetres."""
        return _path(self.ticks)

    @property
    def crosses_path(self) -> str:
        """The crosses as an SVG path."""
        return _path(self.crosses)


def cuts(grid: Grid) -> Cuts:
    """The marks of a grid of pieces."""
    return Cuts(tuple(grid.ticks()), tuple(grid.crosses()))


def _path(marks: Iterable[Mark]) -> str:
    return "".join(f"M{mark.x1:.3f},{mark.y1:.3f}L{mark.x2:.3f},{mark.y2:.3f}" for mark in marks)


@dataclass(frozen=True, slots=True)
class Foot:
    """The line at a page's foot: whose game it is on the left, part and page on the right.

    Where one line does not hold both, the right one stands ``below`` millimetres lower.
    """

    box: Box
    credit: str
    number: str
    points: float
    below: float = 0.0


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet.

    ``title`` starts a part of the document and becomes its bookmark; empty on a part's further pages. ``back`` is
    the other side of the page before. Everything is drawn ``scale`` times as large as its boxes say.
    """

    size: Size
    placed: tuple[Placed, ...]
    title: str = ""
    foot: Foot | None = None
    cuts: Cuts | None = None
    back: bool = False
    scale: float = 1.0

    @property
    def view_box(self) -> str:
        """The SVG attribute of a drawing as large as the page."""
        return f"0 0 {self.size.width:g} {self.size.height:g}"

    def nudged(self, right: float, down: float) -> Page:
        """The page with everything on it so many millimetres further."""
        if not right and not down:
            return self
        by = (right / self.scale, down / self.scale)
        placed = tuple(replace(each, box=each.box.moved(*by)) for each in self.placed)
        foot = replace(self.foot, box=self.foot.box.moved(*by)) if self.foot else None
        cuts = self.cuts.moved(right, down) if self.cuts else None
        return replace(self, placed=placed, foot=foot, cuts=cuts)


def enlarged(pages: Iterable[Page], sheet: Size, scale: float) -> Iterator[Page]:
    """Pages laid out for a sheet so many times smaller, drawn as large as the sheet is."""
    return (page if scale == 1 else replace(page, size=sheet, scale=scale) for page in pages)


def laid_out_on(sheet: Size, scale: float) -> Size:
    """The smaller sheet that such pages are laid out for."""
    return Size(sheet.width / scale, sheet.height / scale)


@dataclass(frozen=True, slots=True)
class Attached:
    """A file within the file: its name, its kind as the Internet names kinds, and what it is."""

    name: str
    kind: str
    about: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Document:
    """All that is printed at once. ``shade`` is the game's colour, ``language`` a code such as ``en``.

    ``notes`` tell the player what came out otherwise than one might expect.
    """

    title: str
    subject: str
    pages: tuple[Page, ...]
    ink: Ink
    shade: str
    language: str = "en"
    notes: tuple[str, ...] = ()
    attached: tuple[Attached, ...] = ()
