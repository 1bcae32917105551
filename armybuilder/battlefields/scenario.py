"""The battlefield on paper: a scenario sheet with map and forces, the map alone, or the map in true size."""

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Final

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.drawing.battlefields import BLACK_AND_WHITE, COLOUR, MapColours, battlefield_svg, legend_of, whole_map
from armybuilder.printing.colours import Ink
from armybuilder.printing.documents.context import PageFormat
from armybuilder.printing.documents.document import Document, DocumentPart
from armybuilder.printing.documents.maps import Figure, Legend, map_batch, sheet_for, table_tiling, tile_batches
from armybuilder.printing.documents.quick_reference import Heading, reference_batch
from armybuilder.printing.paper import MapPaper, Size
from armybuilder.printing.rendering.printer import Printer
from rulesets.core import shapes
from rulesets.core.battlefields import Battlefield
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.reference import Section
from rulesets.core.ruleset import AnyRuleset


class Sort(Choice):
    """The printed contents of a battlefield."""

    SCENARIO = "scenario", "Scenario sheet: map, conditions, forces, deployment"
    MAP = "map", "The map on one sheet"
    TILES = "tiles", "The map at actual size, on sheets to join"


TILE: Final = (7, 10)
"""The most inches of the table, across and down, on one portrait sheet of A4 or Letter."""
LARGE_TILE: Final = (10, 15)
MAX_TILES: Final = 30
"""Most sheets of a document; a larger map is printed in several."""
TRUE_SIZE: Final = "Map at actual size"
MIN_TALL: Final = 0.85
"""Maps at least this high for their width stand in a column of the scenario sheet."""
MAX_ADDRESS_LENGTH: Final = 180
"""Most characters of a printed address, since nobody types a longer one from paper."""


@dataclass(frozen=True, slots=True)
class BattlefieldPrint:
    """The print options of a battlefield."""

    sort: Annotated[Sort, Ask("What")] = Sort.SCENARIO
    paper: Annotated[MapPaper, Ask("Paper")] = MapPaper.A4
    ink: Annotated[Ink, Ask("Ink")] = Ink.COLOUR
    first: Annotated[
        int, Ask("Start with sheet", f"At actual size, we print at most {MAX_TILES} sheets at once.", min=1, max=2000)
    ] = 1


def battlefield_document(
    ruleset: AnyRuleset,
    field: Battlefield,
    armies: Sequence[LoadedArmy],
    options: BattlefieldPrint,
    address: str,
    printer: Printer,
) -> Document:
    """The selected pages; ``address`` is the battlefield's, printed at the foot.

    Raises ``CannotPrint`` if the conditions do not fit the paper.
    """
    printed_address = address if len(address) <= MAX_ADDRESS_LENGTH else ""
    title = f"{ruleset.title} battlefield"
    whole = whole_map(field)
    drawing = Size(whole.width, whole.height)
    page_format = PageFormat(options.ink, ruleset.accent.value, printer, options.paper.size)
    sheets = _Sheets(ruleset, field, armies, options, printed_address, drawing, page_format)
    return Document(title, f"{title}, {options.sort.label.lower()}", tuple(_PARTS[options.sort](sheets)))


@dataclass(frozen=True)
class _Sheets:
    """A battlefield to print on upright paper; ``drawing`` is the size of its whole map in tenths of inches."""

    ruleset: AnyRuleset
    field: Battlefield
    armies: Sequence[LoadedArmy]
    wanted: BattlefieldPrint
    address: str
    drawing: Size
    page_format: PageFormat

    @property
    def paint(self) -> MapColours:
        return BLACK_AND_WHITE if self.wanted.ink is Ink.MONO else COLOUR

    @property
    def table(self) -> str:
        return f"{self.field.width // shapes.INCH}″ × {self.field.depth // shapes.INCH}″"

    @property
    def legend(self) -> Legend | None:
        samples = legend_of(self.field, self.paint)
        return Legend(samples) if samples else None

    def map(self) -> Iterator[DocumentPart]:
        """The part with the whole map on one sheet, its legend and its address."""
        foot = (self.address, f"Map of a table {self.table}")
        svg = battlefield_svg(self.field, self.paint)
        page_format = replace(self.page_format, sheet=sheet_for(self.page_format.sheet, self.drawing))
        yield DocumentPart("Map", (map_batch(page_format, svg, self.drawing, foot, self.legend),))

    def scenario(self) -> Iterator[DocumentPart]:
        """The whole map, and what else a game needs to begin, on one page if they fit."""
        game, field = self.ruleset, self.field
        forces = tuple(game.surveyor.forces_table(army.context) for army in self.armies) if game.surveyor else ()
        sections = [
            Section("conditions", "Conditions", lines=field.conditions),
            Section("turns", "Turns", (field.turns,)),
            *([Section("forces", "Forces", forces)] if forces else []),
            *field.setting_up,
        ]
        heading = Heading(game.title, "scenario", f"Table {self.table}", game.credit)
        figure = Figure(battlefield_svg(field, self.paint), self.drawing, self.legend, self.address)
        # A wide map stands above the text, unless the text needs its room.
        tall = self.drawing.height >= MIN_TALL * self.drawing.width
        batches = (
            reference_batch(self.page_format, sections, heading, 1, figure=replace(figure, in_column=in_column))
            for in_column in ((True,) if tall else (False, True))
        )
        first, printer = next(batches), self.page_format.printer
        one_page = (each for each in itertools.chain([first], batches) if printer.rendered([each])[0].pages == 1)
        yield DocumentPart("Scenario", (next(one_page, first),))

    def tiles(self) -> Iterator[DocumentPart]:
        """Sheets in reading order, each with its part of the table at one inch to the inch."""
        field, inches = self.field, LARGE_TILE if self.wanted.paper is MapPaper.A3 else TILE
        tiling = table_tiling(field.width, field.depth, *(side * shapes.INCH for side in inches))
        tiles = tiling.tiles(partial(battlefield_svg, field, self.paint, joints=tiling.joints))
        start = min(self.wanted.first, tiling.rows * tiling.columns) - 1
        shown = itertools.islice(tiles, start, start + MAX_TILES)
        batches = tile_batches(self.page_format, tiling, shown, TRUE_SIZE, self.address)
        yield DocumentPart("Map sheets", tuple(batches))


_PARTS: Final = {Sort.SCENARIO: _Sheets.scenario, Sort.MAP: _Sheets.map, Sort.TILES: _Sheets.tiles}
