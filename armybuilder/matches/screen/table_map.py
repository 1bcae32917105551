"""The map of the table, on which both players place their units: its ground, and how far each unit reaches."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
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
from armybuilder.site.limits import limit
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.matches import SIDES
from rulesets.core.play.states import Side
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
    ranges = [dict(_ranges(loaded, loaded.viewer(seat.side), side)) for side in SIDES]
    return render(request, "matches/table_map.html", {"map": map_of(loaded), "ranges": ranges})


def map_of(loaded: LoadedMatch) -> TableMap:
    """The map of a match; raises ``Http404`` in games that do not measure on a table."""
    tabletop, table = loaded.setup.play.tabletop, loaded.ruleset.overview.table
    if tabletop is None:
        raise Http404
    battlefield = loaded.match.battlefield
    if battlefield and (on_ground := _on_battlefield(loaded.ruleset, battlefield, tabletop.parts)):
        return on_ground
    width, depth = (table.width, table.depth) if table.width else USUAL_TABLE
    step = 1 if tabletop.tiled else SQUARE
    columns = "".join(f"M{x} 0V{depth}" for x in range(step, width, step))
    rows = "".join(f"M0 {y}H{width}" for y in range(step, depth, step))
    return TableMap(width, depth, tabletop.parts, tabletop.tiled, "", columns + rows)


@lru_cache(maxsize=32)
def _on_battlefield(ruleset: AnyRuleset, battlefield: str, parts: int) -> TableMap | None:
    """The map of a battlefield, drawn once for all who open it; ``None`` for one that the rules no longer allow."""
    data = QueryDict(battlefield)
    try:
        field = survey(ruleset, data, read_plan(data), []).field
    except Unreadable:
        return None
    if field is None:
        return None
    ground = battlefield_svg(field, ON_SCREEN, Box(0, 0, field.width, field.depth))
    return TableMap(field.width // INCH, field.depth // INCH, parts, False, ground, "")


def _ranges(loaded: LoadedMatch, viewer: Viewer, side: int) -> Iterator[tuple[str, tuple[int, ...]]]:
    """The ranges of a side's units that have any, by the holders of their rows."""
    tabletop, deployed = loaded.setup.play.tabletop, viewer.deployed(loaded.state, side)
    by_group = loaded.ruleset.group_card is not None
    for group in deployed.force.groups if deployed else ():
        for unit in islice(group.units, 1 if by_group else None):
            ranges = tabletop.ranges(Side(deployed.force, group, unit, deployed)) if tabletop and deployed else ()
            if ranges:
                yield group.id if by_group else unit.id, ranges
