"""A document as data: pages of one size, and on each the pieces that are drawn, with their places in millimetres."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
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
    """The line at a page's foot: whose game it is on the left, part and page on the right."""

    box: Box
    credit: str
    number: str
    points: float


@dataclass(frozen=True, slots=True)
class Page:
    """One side of a sheet.

    ``title`` starts a part of the document and becomes its bookmark; empty on a part's further pages.
    """

    size: Size
    placed: tuple[Placed, ...]
    title: str = ""
    foot: Foot | None = None
    cuts: Cuts | None = None

    @property
    def view_box(self) -> str:
        """The SVG attribute of a drawing as large as the page."""
        return f"0 0 {self.size.width:g} {self.size.height:g}"


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
