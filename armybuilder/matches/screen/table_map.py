"""The map of the table, on which both players place their units: its ground, and how far each unit reaches."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.battlefields.addresses import Unreadable, read_plan
from armybuilder.battlefields.surveys import survey
from armybuilder.drawing.battlefields import ON_SCREEN, battlefield_svg
from armybuilder.matches.log.seats import seat_of
from armybuilder.matches.log.store import LoadedMatch, load_match, readable
from armybuilder.matches.screen.tracker import sides_by_row
from armybuilder.site.limits import limit
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.matches import SIDES
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.shapes import INCH, Box

USUAL_TABLE: Final = (72, 48)
"""Width and depth in inches of a table of 6 by 4 feet, for games whose players agree on the size."""
SQUARE: Final = 12
"""Inches between two lines on an empty table: nobody can count 72 of them on a phone."""


@dataclass(frozen=True, slots=True)
class TableMap:
    """A map: its size in inches or tiles, how many places there are to one, and its ground as SVG.

    The ground is empty where the game has no battlefield; ``lines`` is then the path of its grid.
    """

    width: int
    depth: int
    parts: int
    tiled: bool
    ground: str
    lines: str


@never_cache
@require_safe
@limit("unit-cards")
@readable
def table_map(request: HttpRequest, address: str) -> HttpResponse:
    """The map as a part of the tracker, with the ranges of the units that the visitor's seat may know."""
    seat = seat_of(request, address)
    loaded = load_match(seat.match)
    table = map_of(loaded)
    ranges = [dict(_ranges(loaded, loaded.viewer(seat.side), side)) for side in SIDES]
    return render(request, "matches/table_map.html", {"map": table, "ranges": ranges})


def map_of(loaded: LoadedMatch) -> TableMap:
    """The map of a match; raises ``Http404`` in games that do not measure on a table."""
    tabletop, table = loaded.setup.play.tabletop, loaded.ruleset.overview.table
    if tabletop is None:
        raise Http404
    battlefield = loaded.match.battlefield
    if battlefield and (ground := _ground(loaded.ruleset, battlefield)):
        width, depth, drawing = ground
        return TableMap(width, depth, tabletop.parts, tabletop.tiled, drawing, "")
    width, depth = (table.width, table.depth) if table.width else USUAL_TABLE
    step = 1 if tabletop.tiled else SQUARE
    columns = "".join(f"M{x} 0V{depth}" for x in range(step, width, step))
    rows = "".join(f"M0 {y}H{width}" for y in range(step, depth, step))
    return TableMap(width, depth, tabletop.parts, tabletop.tiled, "", columns + rows)


@lru_cache(maxsize=32)
def _ground(ruleset: AnyRuleset, battlefield: str) -> tuple[int, int, str] | None:
    """Width, depth and drawing of a battlefield, made once for all who open it.

    ``None`` for one that the rules no longer allow.
    """
    data = QueryDict(battlefield)
    try:
        field = survey(ruleset, data, read_plan(data), []).field
    except Unreadable:
        return None
    if field is None:
        return None
    drawing = battlefield_svg(field, ON_SCREEN, Box(0, 0, field.width, field.depth))
    return field.width // INCH, field.depth // INCH, drawing


def _ranges(loaded: LoadedMatch, viewer: Viewer, side: int) -> Iterator[tuple[str, list[int]]]:
    """The ranges of a side's units that have any, the shortest first, by the holders of their rows."""
    tabletop = loaded.setup.play.tabletop
    if tabletop is None:
        return
    for holder, unit in sides_by_row(loaded, viewer, side):
        if ranges := sorted({*tabletop.ranges(unit)} - {0}):
            yield holder, ranges
