"""The table of a game: places on it, and how the game measures from one to another."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import isqrt
from typing import Any, Final

from rulesets.core.play.states import Side

QUARTERS: Final = 4
"""Quarters of an inch in an inch, in which places on a table without tiles are told."""
FRACTIONS: Final = ("", "¼", "½", "¾")
MAX_PLACE: Final = 2_000
"""The farthest place across and down."""

Place = tuple[int, int]
"""How far across and down, from the left and the top of the map: in quarters of an inch, or as a tile from 1."""


@dataclass(frozen=True, slots=True)
class Measured:
    """A distance as a game measures it: the plain values of fields of a question, and in words.

    The ``fields`` are named by the last part of their paths.
    """

    fields: Mapping[str, Any]
    words: str


@dataclass(frozen=True, slots=True)
class Tabletop:
    """How a game measures on its table, in inches or, where it is ``tiled``, in tiles.

    ``measure`` returns the distance between two places that are so far across and down from each other; ``ranges`` are
    those of a unit's weapons, in inches or tiles and in any order, which a map draws around it. A 0 is no range.
    """

    measure: Callable[[int, int], Measured]
    ranges: Callable[[Side], Iterable[int]]
    tiled: bool = False

    @property
    def parts(self) -> int:
        """How many places there are to an inch, or to a tile."""
        return 1 if self.tiled else QUARTERS

    def words(self, place: Place) -> str:
        """A place in words."""
        dx, dy = (str(each) if self.tiled else in_inches(each) for each in place)
        return f"{dx} across, {dy} down"


def in_inches(quarters: int) -> str:
    """Quarters of an inch as text: ``12″``, ``1¾″``, ``½″``."""
    whole, rest = divmod(quarters, QUARTERS)
    return f"{whole or ('' if rest else 0)}{FRACTIONS[rest]}″"


def straight(dx: int, dy: int) -> int:
    """The straight distance between two places, in quarters of an inch and rounded up.

    What is farther away than a range by less than a quarter of an inch is out of that range, too.
    """
    square = dx * dx + dy * dy
    return isqrt(square - 1) + 1 if square else 0


def whole_inches(dx: int, dy: int) -> Measured:
    """The straight distance for a question that takes whole inches, rounded up, under the name of ``distance``."""
    distance = straight(dx, dy)
    return Measured({"distance": -(-distance // QUARTERS)}, in_inches(distance))
