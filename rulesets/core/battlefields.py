"""A battlefield as plain data: the ground on the table, how it was rolled, and which limits it breaks.

Places and sizes are whole tenths of an inch, see ``rulesets.core.shapes``.
"""

import enum
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Force
from rulesets.core.forces.rules import CheckContext
from rulesets.core.play.states import Change
from rulesets.core.reference import Line, Section
from rulesets.core.seeded import Roll
from rulesets.core.shapes import Box, Point, Polygon
from rulesets.core.tables import Table

Q = TypeVar("Q")


class Pattern(enum.StrEnum):
    """How ground is drawn, in colour and in black and white."""

    CONTOURS = "contours"
    TREES = "trees"
    WOODED_CONTOURS = "wooded-contours"
    BUILDINGS = "buildings"
    KNOLL = "knoll"


@dataclass(frozen=True, slots=True)
class Area:
    """One piece of ground: its own ``id``, what it is, its outline, the square it belongs to and how it is drawn.

    ``movable`` ones may be dragged to another place.
    """

    id: str
    kind: str
    title: str
    outline: Polygon
    square: int
    pattern: Pattern
    movable: bool = True


@dataclass(frozen=True, slots=True)
class Way:
    """A road or a river as a broken line with a width."""

    kind: str
    title: str
    line: tuple[Point, ...]
    width: int


@dataclass(frozen=True, slots=True)
class Strip:
    """A part of the table with a use, such as where one side deploys; may lie off the table."""

    title: str
    side: str
    box: Box


@dataclass(frozen=True, slots=True)
class Square:
    """One square of the table: its name (``A1``), its box and its roll in a few words."""

    name: str
    box: Box
    text: str


@dataclass(frozen=True, slots=True)
class Fault:
    """A limit that a piece of ground breaks: the piece's id, and what would be right."""

    at: str
    message: str


@dataclass(frozen=True, slots=True)
class Changes:
    """What the players changed after the first rolls.

    ``rerolled``: how often each square was rerolled, by its number; ``moved``: how far pieces were shifted to the
    right and down, by id; ``removed``: ids of removed pieces; ``placed``: pieces placed by hand, as kind, left, top,
    width and height.
    """

    rerolled: Mapping[int, int] = field(default_factory=dict)
    moved: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    removed: frozenset[str] = frozenset()
    placed: tuple[tuple[str, int, int, int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Lookup:
    """A question that a calculator can answer about a battlefield.

    ``calculator`` is its slug, ``title`` names the question, ``data`` are the fields that the battlefield fills in, as
    plain data.
    """

    calculator: str
    title: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Battlefield:
    """A whole table with its conditions.

    ``conditions`` are lines such as season, light and weather, ``turns`` a table with a row for each turn,
    ``setting_up`` the scenario sheet's sections on deployment and turns, ``faults`` the limits broken, ``lookups``
    questions about its light, weather and ground.
    """

    width: int
    depth: int
    square_side: int
    squares: tuple[Square, ...]
    areas: tuple[Area, ...]
    ways: tuple[Way, ...]
    bridges: tuple[Point, ...]
    strips: tuple[Strip, ...]
    conditions: tuple[Line, ...]
    turns: Table
    setting_up: tuple[Section, ...]
    rolls: tuple[Roll, ...]
    faults: tuple[Fault, ...]
    lookups: tuple[Lookup, ...] = ()


@dataclass(frozen=True, slots=True)
class Surveyor(Generic[Q]):
    """How a game makes battlefields.

    ``question`` declares the question (every field with a default); ``make(question, seed, changes, house)`` returns
    the battlefield, the same for the same input, and raises ``QuestionError``; ``kinds`` are the pieces of terrain
    that may be placed by hand (kind, title); ``from_forces`` fills the question in from one or two armies;
    ``forces_table`` is the scenario sheet's table of the forces; ``begins`` returns the changes that set a game's
    conditions (holder ``GAME``), such as light and weather, when it begins on the battlefield of that question and
    seed under those house rules; it raises ``QuestionError`` as ``make`` does.
    """

    question: type[Q]
    make: Callable[[Q, int, Changes, HouseRules], Battlefield]
    kinds: tuple[tuple[str, str], ...]
    from_forces: Callable[[Force[Any, Any, Any], Force[Any, Any, Any] | None], dict[str, Any]]
    forces_table: Callable[[CheckContext[Any, Any, Any]], Table]
    begins: Callable[[Q, int, HouseRules], tuple[Change, ...]]
