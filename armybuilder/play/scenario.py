"""The battlefield on paper: a scenario sheet with map and forces, the map alone, or the map in true size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Annotated, Final

from armybuilder.armies.opened import Opened
from armybuilder.drawing.battlefields import BLACK_AND_WHITE, COLOUR, Paint, battlefield_svg, legend_svg, shown_box
from armybuilder.printing.document import Document, Page, Placed
from armybuilder.printing.inks import Ink
from armybuilder.printing.paper import INCH as INCH_MM
from armybuilder.printing.paper import Box, MapPaper, Size, centred_grid
from armybuilder.printing.qrs import qrs_pages
from armybuilder.printing.sheets import cut_sheets, foot, under
from rulesets.core import shapes
from rulesets.core.asks import Ask, Choice
from rulesets.core.battlefields import Battlefield
from rulesets.core.reference import Section
from rulesets.core.ruleset import AnyRuleset


class Sort(Choice):
    """What of a battlefield is printed."""

    SCENARIO = "scenario", "Scenario sheet: map, conditions, forces, deployment"
    MAP = "map", "The map on one sheet"
    TILES = "tiles", "The map in true size, on sheets to be joined"


TILE: Final = (7, 10)
"""The inches of the table on one upright sheet of A4 or Letter."""
LARGE_TILE: Final = (11, 15)
MOST_TILES: Final = 30
"""Sheets of one printing; a larger map is printed in several goes."""
EDGE: Final = 10.0
"""Millimetres left white around a map."""
FOOT: Final = 6.0
LEGEND: Final = 9.0
LONGEST_ADDRESS: Final = 180
"""Nobody types a longer one from paper."""


@dataclass(frozen=True, slots=True)
class BattlefieldPrint:
    """How a battlefield is printed."""

    sort: Annotated[Sort, Ask("What")] = Sort.SCENARIO
    paper: Annotated[MapPaper, Ask("Paper")] = MapPaper.A4
    ink: Annotated[Ink, Ask("Ink")] = Ink.COLOUR
    first: Annotated[
        int, Ask("Begin with sheet", f"in true size, {MOST_TILES} sheets are printed at once", min=1, max=2000)
    ] = 1


def _paint(ink: Ink) -> Paint:
    return BLACK_AND_WHITE if ink is Ink.MONO else COLOUR


def battlefield_document(
    ruleset: AnyRuleset, field: Battlefield, armies: Sequence[Opened], wanted: BattlefieldPrint, address: str
) -> Document:
    """The chosen pages; ``address`` is the battlefield's own, printed at the foot."""
    shown = address if len(address) <= LONGEST_ADDRESS else ""
    pages = tuple(_PAGES[wanted.sort](ruleset, field, armies, wanted, shown))
    title = f"{ruleset.title} battlefield"
    return Document(title, f"{title}, {wanted.sort.label.lower()}", pages, wanted.ink, ruleset.accent.value)


def _map_page(field: Battlefield, wanted: BattlefieldPrint, address: str, title: str) -> Page:
    """The whole map as large as the sheet allows, upright or across, whichever is larger."""
    size = wanted.paper.size
    whole = shown_box(field)
    if whole.width > whole.height:
        size = Size(size.height, size.width)
    room = Box(EDGE, EDGE, size.width - 2 * EDGE, size.height - 2 * EDGE - FOOT - LEGEND)
    scale = min(room.width / whole.width, room.height / whole.height)
    width, height = whole.width * scale, whole.height * scale
    box = Box(room.x + (room.width - width) / 2, room.y + (room.height - height) / 2, width, height)
    inches = f"{field.width // shapes.INCH}″ × {field.depth // shapes.INCH}″"
    svg = battlefield_svg(field, _paint(wanted.ink))
    placed = [Placed(box, "battlefield", svg)]
    kinds = sorted({(area.title, area.pattern) for area in field.areas})
    legend = Box(EDGE, room.bottom + 1, room.width, LEGEND - 2)
    if kinds:
        samples = [(legend_svg(pattern, _paint(wanted.ink)), name) for name, pattern in kinds]
        placed.append(Placed(legend, "battlefield_legend", samples))
    return Page(size, tuple(placed), title, foot(size, under(size, legend.bottom), address, f"Table {inches}"))


def _scenario(
    ruleset: AnyRuleset, field: Battlefield, armies: Sequence[Opened], wanted: BattlefieldPrint, address: str
) -> Iterator[Page]:
    first = _map_page(field, wanted, address, "Map")
    yield first
    forces = tuple(ruleset.surveyor.forces_table(army.review) for army in armies) if ruleset.surveyor else ()
    sections = [
        Section("conditions", "Conditions", lines=field.conditions),
        Section("turns", "Turns", (field.turns,)),
        *([Section("forces", "Forces", forces)] if forces else []),
        *field.setting_up,
    ]
    yield from qrs_pages(
        sections,
        ruleset.title,
        first.foot.number if first.foot else "",
        first.size,
        ruleset.credit,
        "scenario",
        most_pages=1,
    )


def _map(
    ruleset: AnyRuleset, field: Battlefield, armies: Sequence[Opened], wanted: BattlefieldPrint, address: str
) -> Iterator[Page]:
    yield _map_page(field, wanted, address, "Map")


def _tiles(
    ruleset: AnyRuleset, field: Battlefield, armies: Sequence[Opened], wanted: BattlefieldPrint, address: str
) -> Iterator[Page]:
    """Sheets in reading order, each with its part of the table at one inch to the inch, and cut marks."""
    across, down = LARGE_TILE if wanted.paper is MapPaper.A3 else TILE
    windows = [
        shapes.Box(left, top, left + across * shapes.INCH, top + down * shapes.INCH)
        for top in range(0, field.depth, down * shapes.INCH)
        for left in range(0, field.width, across * shapes.INCH)
    ]
    columns = -(-field.width // (across * shapes.INCH))
    start = min(wanted.first, len(windows)) - 1
    grid = centred_grid(wanted.paper.size, Size(across * INCH_MM, down * INCH_MM))
    pieces = [battlefield_svg(field, _paint(wanted.ink), window) for window in windows[start : start + MOST_TILES]]
    words = f"Sheets in rows of {columns}, numbered from {start + 1} of {len(windows)}. {address}"
    yield from cut_sheets(grid, "battlefield", pieces, "Map sheet", words)


_PAGES: Final = {Sort.SCENARIO: _scenario, Sort.MAP: _map, Sort.TILES: _tiles}
