"""What players agree on before the dice for a battlefield are rolled, and the kinds of ground."""

from dataclasses import dataclass
from typing import Annotated, Final, NamedTuple

from rulesets.core.battlefields import Pattern
from rulesets.core.calculators import QuestionError
from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.shapes import INCH

from . import tables
from .tables import Season
from .units import Zone

MAX_GROUPS: Final = 40
"""Most battle groups of the larger side."""


MIN_DEPTH: Final = 36
"""Our own limit: two sides can then deploy 18 inches apart on a table for one battle group."""


class TableSize(Choice):
    """How large the table is."""

    BY_GROUPS = (
        "groups",
        f"{tables.TABLE_PER_GROUP}″ for every battle group",
        f"The table is half as deep as it is wide, by our ruling at least {MIN_DEPTH}″",
    )
    SIX_BY_FOUR = ("6x4", "6′ × 4′")
    EIGHT_BY_FOUR = ("8x4", "8′ × 4′")
    EIGHT_BY_FIVE = ("8x5", "8′ × 5′")
    OWN = ("own", "custom, as entered below")


class SquareSide(Choice):
    """The side of the table's squares."""

    TWELVE = ("12", "12″")
    SIXTEEN = ("16", "16″")


class ZoneFrom(Choice):
    """How the climatic zone is decided."""

    DICE = ("dice", "by a die roll")
    ARMIES = (
        "armies",
        "from the armies",
        "They fight in their common zone. If their zones differ, the winner of rock, paper, scissors chooses",
    )
    HAND = ("hand", "your choice")


class River(Choice):
    """Whether a river runs over the table."""

    NONE = ("none", "none")
    ACROSS = ("across", "from left to right, across the middle")
    DIAGONAL = ("diagonal", "along the diagonal")


class Weather(Choice):
    """Whether the weather is adverse."""

    DICE = ("dice", "by a die roll")
    FAIR = ("fair", "fair")
    ADVERSE = ("adverse", "adverse (AWC)")


@dataclass(frozen=True, slots=True)
class BattlefieldQuestion:
    """What players agree on before the dice for a battlefield are rolled."""

    size: Annotated[TableSize, Ask("Table")] = TableSize.BY_GROUPS
    battle_groups: Annotated[int, Ask("Battle groups", "Battle groups of the larger side", min=1, max=MAX_GROUPS)] = 4
    width: Annotated[int, Ask("Width", "Only for a custom table size", unit="″", min=12, max=480)] = 72
    depth: Annotated[int, Ask("Depth", "Only for a custom table size", unit="″", min=12, max=240)] = 48
    square: Annotated[SquareSide, Ask("Squares")] = SquareSide.TWELVE
    zone_from: Annotated[ZoneFrom, Ask("Climatic zone")] = ZoneFrom.DICE
    zone: Annotated[
        Zone, Ask("Chosen zone", "Used for a chosen zone, or as the winner’s choice if the armies differ")
    ] = Zone.TEMPERATE
    own_zone: Annotated[Zone | None, Ask("Your army’s zone")] = None
    opposing_zone: Annotated[Zone | None, Ask("Opposing army’s zone")] = None
    river: Annotated[River, Ask("River", "Only if both players agree")] = River.NONE
    season: Annotated[Season | None, Ask("Season", "Leave blank to roll for it")] = None
    hour: Annotated[
        int | None, Ask("Hour", "The hour of the first turn, 0 to 23. Leave blank to roll for it", min=0, max=23)
    ] = None
    weather: Annotated[Weather, Ask("Weather")] = Weather.DICE
    turns: Annotated[int, Ask("Turns", "Each turn is an hour", min=1, max=24)] = 6


FIXED_SIZES: Final = {TableSize(f"{width}x{depth}"): (12 * width, 12 * depth) for width, depth in tables.TABLE_SIZES}
"""Width and depth of the usual tables in inches."""

SIZE_TEXTS: Final = tuple(size.label.replace(" ", "\u00a0") for size in FIXED_SIZES)
"""The usual tables in words without line breaks."""


def min_depth(width: int, house: HouseRules) -> int:
    """The least depth of a table of that width, in inches: half of it, and room to deploy (AMB-57: how much)."""
    deployment_depth = house.resolve(lambda key: tables.DEPLOY_KEEPS_OFF if key == "on" else MIN_DEPTH, "half_depth")
    return max(-(-width // 2), deployment_depth)


KEEPS_IN: Final = INCH
"""The distance of pieces from the edge of their square."""

ROAD_WIDTH: Final = 5
RIVER_WIDTH: Final = INCH

KINDS: Final = (
    ("H", "Highland (H)", Pattern.CONTOURS),
    ("LFA", "Large forest (LFA)", Pattern.TREES),
    ("SFH", "Steep forested highland (SFH)", Pattern.WOODED_CONTOURS),
    ("MBUA", "Major built-up area (MBUA)", Pattern.BUILDINGS),
    ("wood", "Wood", Pattern.TREES),
    ("BUA", "Built-up area (BUA)", Pattern.BUILDINGS),
    ("hill", "Hill", Pattern.KNOLL),
)
TITLES: Final = {kind: title for kind, title, _ in KINDS}
PATTERNS: Final = {kind: pattern for kind, _, pattern in KINDS}
MAJOR: Final = frozenset({"H", "LFA", "SFH"})
MINOR: Final = frozenset({"wood", "BUA", "hill"})
TOWNS: Final = frozenset({"MBUA", "BUA"})
BARS_RIVERS: Final = frozenset({"H", "SFH", "hill"})


class Extent(NamedTuple):
    """A table in inches, and its squares in rows."""

    width: int
    depth: int
    side: int

    @property
    def columns(self) -> int:
        """How many squares fit side by side along the table's width."""
        return self.width // self.side

    @property
    def rows(self) -> int:
        """How many squares fit one behind the other along the table's depth."""
        return self.depth // self.side


def extent_of(ground: BattlefieldQuestion, house: HouseRules) -> Extent:
    """The size of the table; raises ``QuestionError`` where it does not divide into squares or is too shallow."""
    side = int(ground.square.value)
    if ground.size is TableSize.BY_GROUPS:
        width = ground.battle_groups * tables.TABLE_PER_GROUP
        columns = -(-width // side)
        depth = min_depth(columns * side, house)
        return Extent(columns * side, -(-depth // side) * side, side)
    if ground.size is TableSize.OWN:
        width, depth, fields = ground.width, ground.depth, ("width", "depth")
    else:
        (width, depth), fields = FIXED_SIZES[ground.size], ("square", "square")
    for length, name, field in ((width, "wide", fields[0]), (depth, "deep", fields[1])):
        if length % side:
            below, above = length // side * side, (length // side + 1) * side
            nearest = f"{above}″" if below == 0 else f"{below}″ or {above}″"
            raise QuestionError(
                field, f"A table {length}″ {name} does not divide into {side}″ squares, but {nearest} would."
            )
    if 2 * depth < width:
        raise QuestionError(
            fields[1],
            f"A table {width}″ wide must be at least half as deep. Enter {-(-width // 2 // side) * side}″ or more.",
        )
    if depth < tables.DEPLOY_KEEPS_OFF:
        raise QuestionError(
            fields[1],
            f"Opponents deploy {tables.DEPLOY_KEEPS_OFF}″ apart, so {-(-tables.DEPLOY_KEEPS_OFF // side) * side}″ "
            "is the minimum depth.",
        )
    return Extent(width, depth, side)
