"""The drawing of a game's table: its size, both sides, and where they deploy."""

from dataclasses import dataclass

from django.utils.safestring import SafeString

from armybuilder.drawing.symbols import Variant, symbol_svg
from armybuilder.games.emblems import emblems
from rulesets.core.reference import PlayingArea
from rulesets.core.ruleset import AnyRuleset

WIDTH, MIN_DEPTH, MAX_DEPTH = 300, 150, 210
"""Of the table, in units of the drawing."""
UNAGREED_DEPTH = 180
SYMBOL = 30
"""How wide a symbol is."""
IN_A_ROW = 6
"""Symbols of a side."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A symbol and its place."""

    left: int
    top: int
    svg: SafeString


@dataclass(frozen=True, slots=True)
class TableDrawing:
    """The table in units of the drawing, ``tile`` and ``zone`` 0 where there are none."""

    area: PlayingArea
    depth: int
    zone: int
    tile: float
    symbols: tuple[Placed, ...]
    width: int = WIDTH

    @property
    def zone_top(self) -> int:
        """Where the nearer zone begins."""
        return self.depth - self.zone

    @property
    def middle(self) -> int:
        """Halfway between the sides."""
        return self.depth // 2

    @property
    def size(self) -> str:
        """The size as players say it."""
        if not self.area.width:
            return "Players agree on the size"
        if self.area.unit.isalpha():
            return f"{self.area.width} × {self.area.depth} {self.area.unit}"
        return f"{self._measure(self.area.width)} × {self._measure(self.area.depth)}"

    @property
    def zone_depth(self) -> str:
        """How deep both sides deploy, as players say it."""
        return self._measure(self.area.zone)

    def _measure(self, number: int) -> str:
        return f"{number} {self.area.unit}" if self.area.unit.isalpha() else f"{number}{self.area.unit}"

    @property
    def words(self) -> str:
        """What the drawing shows."""
        zone = f", each within {self.zone_depth} of an edge" if self.area.zone else ""
        return f"{self.size}: two sides on opposite edges of the table{zone}"


def draw_table(ruleset: AnyRuleset) -> TableDrawing:
    """The table of a game with symbols of its example on both sides."""
    area = ruleset.overview.table
    scale = WIDTH / area.width if area.width else 0
    depth = round(min(MAX_DEPTH, max(MIN_DEPTH, area.depth * scale))) if scale else UNAGREED_DEPTH
    return TableDrawing(
        area,
        depth,
        round(area.zone * scale),
        scale if area.tiles else 0,
        (*_side(ruleset, Variant.FRIEND, depth - SYMBOL - 4), *_side(ruleset, Variant.HOSTILE, 6)),
    )


def _side(ruleset: AnyRuleset, variant: Variant, top: int) -> list[Placed]:
    symbols = emblems(ruleset)
    apart = WIDTH // IN_A_ROW
    return [
        Placed(
            apart * place + (apart - SYMBOL) // 2,
            top,
            symbol_svg(symbols[place % len(symbols)], variant, named=False, width=SYMBOL),
        )
        for place in range(IN_A_ROW if symbols else 0)
    ]
