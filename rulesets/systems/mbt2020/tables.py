"""Every number and every list of the rulebook, once and in one place.

Distances are inches. A range of ``ANY`` has no end and is not halved.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import Final, NamedTuple

from rulesets.core.declarations.fields import Choice

from .units import GeneralClass, Grade, Mode, Posture, Rank, Region, Zone

P, M = Posture, Mode

STANDS_IN_A_GROUP: Final = 12

POSTURES: Final[Mapping[GeneralClass, tuple[Posture, ...]]] = {
    GeneralClass.INFANTRY: (P.INFANTRY, P.LAS, P.ATM, P.REC, P.ADA, P.PDA),
    GeneralClass.ARMOUR: (P.ARMOUR,),
    GeneralClass.AIRCRAFT: (P.ECM, P.ASF, P.CAS),
    GeneralClass.ARTILLERY: (P.CBA, P.OTF),
}
"""The postures each general class allows (chapter Posture)."""


def modes_of(general_class: GeneralClass, rank: Rank, helicopter: bool) -> tuple[Mode, ...]:
    """The modes a sub-class allows (chapter Mode); none are given for the optional obstacles."""
    if general_class is GeneralClass.AIRCRAFT:
        return (M.STATIC, M.MOBILE) if helicopter else (M.MOBILE,)
    if general_class is GeneralClass.ARTILLERY:
        return (M.STATIC,) if rank is Rank.MINUS else (M.STATIC, M.SNS)
    if general_class is GeneralClass.INFANTRY and rank is Rank.MINUS:
        return (M.STATIC, M.MOBILE)
    return () if general_class is GeneralClass.NONE else (M.STATIC, M.MOBILE, M.FAST)


RANK_ORDER: Final[Mapping[Rank, int]] = {Rank.MINUS: -1, Rank.NORM: 0, Rank.PLUS: 1}

GRADE_ORDER: Final[Mapping[Grade, int]] = {Grade.MINUS: -1, Grade.NORM: 0, Grade.PLUS: 1}

GRADES: Final[Mapping[Region, Grade]] = {
    Region.AFRICA: Grade.MINUS,
    Region.SOUTH_AMERICA: Grade.MINUS,
    Region.CENTRAL_AMERICA: Grade.MINUS,
    Region.ASIA: Grade.MINUS,
    Region.WARSAW_PACT: Grade.MINUS,
    Region.RUSSIA: Grade.MINUS,
    Region.ARAB: Grade.MINUS,
    Region.EUROPE: Grade.PLUS,
    Region.NORTH_AMERICA: Grade.PLUS,
    Region.ISRAEL: Grade.PLUS,
    Region.AUSTRALASIA: Grade.PLUS,
    Region.ELSEWHERE: Grade.NORM,
}
"""Chapter Troop grading; for the former Pact and Soviet states of Europe see ``legality.grade_of_region``."""

ORDINARY_VEHICLES: Final = 4
"""The number of tanks that a stand represents, unless its vehicle says more."""

# --- engaging ------------------------------------------------------------------------------------------

ANY: Final = 10_000

Reach = Mapping[Mode, int]
"""The range at which a target of each mode may be engaged."""


def _always(inches: int) -> Reach:
    return dict.fromkeys(Mode, inches)


def _moving(static: int, mobile: int, fast: int) -> Reach:
    return {M.STATIC: static, M.MOBILE: mobile, M.FAST: fast}


_INFANTRY_CLASS: Final = POSTURES[GeneralClass.INFANTRY]
_GROUND: Final = (*_INFANTRY_CLASS, P.ARMOUR)
_ON_GROUND: Final = (M.STATIC, M.MOBILE, M.FAST)

_CLOSE: Final = _moving(1, 2, 3)
_CLOSE_MINUS: Final = _moving(1, 2, 2)

_INFANTRY_REACH: Final[Mapping[Posture, Reach]] = {
    **dict.fromkeys(_INFANTRY_CLASS, _CLOSE),
    P.REC: _always(4),
    P.ARMOUR: _moving(4, 8, 8),
    P.CAS: _always(12),
}
_INFANTRY_MINUS_REACH: Final[Mapping[Posture, Reach]] = dict.fromkeys(_INFANTRY_CLASS, _CLOSE_MINUS)
_OTF_REACH: Final[Mapping[Posture, Reach]] = dict.fromkeys(_GROUND, dict.fromkeys(_ON_GROUND, ANY))
_OTF_MINUS_REACH: Final[Mapping[Posture, Reach]] = {target: {M.STATIC: ANY} for target in _GROUND}

_REACH: Final[Mapping[Posture, Mapping[Posture, Reach]]] = {
    P.LAS: dict.fromkeys(_INFANTRY_CLASS, _always(8)),
    P.ATM: {P.ARMOUR: _always(12)},
    P.REC: {},
    P.ADA: dict.fromkeys((P.ASF, P.ECM), _always(36)),
    P.PDA: dict.fromkeys((P.CAS, P.ASF, P.ECM), _always(12)),
    P.ARMOUR: {P.ARMOUR: _always(12)},
    P.CBA: dict.fromkeys((P.LAS, P.OTF, P.CBA), _always(ANY)),
    P.CAS: {
        **dict.fromkeys(_INFANTRY_CLASS, _always(4)),
        P.LAS: _always(8),
        P.ATM: _always(12),
        P.ARMOUR: _always(12),
    },
    P.ASF: dict.fromkeys((P.CAS, P.ASF, P.ECM), _always(36)),
    P.ECM: {P.ADA: _always(36), P.PDA: _always(24), P.ECM: _always(ANY), P.CBA: _always(ANY)},
}


def reach_of(posture: Posture, rank: Rank) -> Mapping[Posture, Reach]:
    """Whom a stand may engage and how far at full range (chapter Engagement, page 5), by the target's posture."""
    if posture is P.INFANTRY:
        return _INFANTRY_MINUS_REACH if rank is Rank.MINUS else _INFANTRY_REACH
    if posture is P.OTF:
        return _OTF_MINUS_REACH if rank is Rank.MINUS else _OTF_REACH
    return _REACH[posture]


_NAMED_TARGETS: Final[Mapping[Posture, frozenset[Posture]]] = {
    P.INFANTRY: frozenset({P.REC}),
    P.CAS: frozenset({P.LAS, P.ATM}),
    P.CBA: frozenset({P.LAS}),
    P.ECM: frozenset({P.ADA, P.PDA}),
}


def named_targets(posture: Posture, rank: Rank) -> frozenset[Posture]:
    """Postures of the INFANTRY class that the list names for an engaging stand; the others are just INFANTRY."""
    if posture is P.INFANTRY and rank is Rank.MINUS:
        return frozenset()
    return _NAMED_TARGETS.get(posture, frozenset())


SUPPORT_DISTANCE: Final = 4
ECM_DISTANCE: Final = 3

FACTORS: Final[Mapping[str, int]] = {
    "F1": 1,
    "F2": 1,
    "F3": 2,
    "F4": -1,
    "F5": -1,
    "F6": -1,
    "F7": -1,
    "F8": -1,
    "F9": -1,
    "F10": -1,
    "F11": -1,
    "F12": -1,
    "F13": -1,
    "F14": -1,
    "F15": -2,
    "F16": -2,
}
"""Chapter Tactical factors, in its order: the columns that each shifts, to the right or (below 0) to the left."""

BGHQ_TARGETS: Final = 24
"""How far from the BGHQ artillery and aircraft may pick targets."""

BGHQ_COMMAND: Final = 12
"""How far on-table stands may be from their BGHQ."""

MAX_SHIFTS: Final = 2
"""The results tables have two columns on either side of the green one."""


def shift_text(shift: int) -> str:
    """A factor's shift as the rulebook writes it: ``R``, ``RR``, ``L``, ``LL``."""
    return "R" * shift if shift > 0 else "L" * -shift


COLUMNS: Final = ("2 left", "1 left", "middle", "1 right", "2 right")
"""The columns of the results tables. In their cells R is Repulsed, so it is no column; the middle one is the green."""


def column_text(shift: int) -> str:
    """The column at a shift, in short."""
    return COLUMNS[MAX_SHIFTS + shift]


class Result(NamedTuple):
    """What one throw does to the engaging stand and to the opposing one: ``-``, ``P``, ``R``, ``N`` or ``D``."""

    own: str
    opposing: str


def _row(cells: str, own: bool) -> tuple[Result, ...]:
    marks = cells.split()
    if "/" in cells:
        return tuple(Result(*mark.split("/")) for mark in marks)
    return tuple(Result(mark, "-") if own else Result("-", mark) for mark in marks)


class ResultsTable(NamedTuple):
    """Three rows of five columns, from two left of the green one to two right of it."""

    wins: tuple[Result, ...]
    draws: tuple[Result, ...]
    loses: tuple[Result, ...]


MUTUAL: Final = ResultsTable(
    wins=_row("R P N N N", own=False),
    draws=_row("P/R P/R P/P R/R R/N", own=False),
    loses=_row("N N N P R", own=True),
)
UNILATERAL: Final = ResultsTable(
    wins=_row("R P N N N", own=False),
    draws=_row("-/- -/- -/P -/R -/D", own=False),
    loses=_row("- - - - -", own=True),
)
MONOTONE_WINS: Final = _row("P R N N N", own=False)
MONOTONE_LOSES: Final = _row("N N N R P", own=True)
"""The rows as the switch ``monotone_results`` reads them."""

# --- moving --------------------------------------------------------------------------------------------


class Move(NamedTuple):
    """Distances in good and in bad going, tactical and march."""

    tactical: int
    march: int
    bad_tactical: int
    bad_march: int


MOVE_INF_MINUS: Final = Move(4, 8, 2, 4)
MOVE_INF: Final = Move(8, 24, 4, 8)
MOVE_MBT_MINUS: Final = Move(6, 16, 3, 8)
MOVE_MBT: Final = Move(8, 24, 4, 8)
MOVE_BLANK: Final = Move(8, 24, 4, 8)


def move_of(general_class: GeneralClass, rank: Rank, posture: Posture) -> Move | None:
    """A stand's distances; ``None`` for batteries and flights, which the movement table does not hold."""
    if general_class is GeneralClass.INFANTRY:
        return MOVE_INF_MINUS if rank is Rank.MINUS and posture not in (P.ADA, P.PDA) else MOVE_INF
    if general_class is GeneralClass.ARMOUR:
        return MOVE_MBT_MINUS if rank is Rank.MINUS else MOVE_MBT
    return None


REPULSE_DIVISOR: Final = 2
"""A Repulsed stand goes its good-going move divided by this towards its own edge."""

FAST_DIVISOR: Final = 2
"""A FAST stand goes at least its move divided by this."""

MARCH_KEEPS_OFF: Final = 24
"""A march may not end this near to an opposing stand."""

AIR_ENTRY: Final = 36
"""How far from their own edge ASF and ECM may come in."""

AIR_TURNS: Final = 2
"""How many turns ASF and ECM stay on the table."""

CAS_TURNS: Final = 2
"""The turns of CAS up to its first engagement: it waits in one at its own edge and engages in the next."""

CAS_MORE_TURNS: Final = 2
"""How many turns more CAS+ and helicopters may stay."""

# --- deploying -----------------------------------------------------------------------------------------

DEPLOY_DEPTH: Final = 8
DEPLOY_STATIC: Final = 18
DEPLOY_KEEPS_OFF: Final = 18
OFF_TABLE_DEPTH: Final = 4
REVEAL_DISTANCE: Final = 16
FAKES_SHARE: Final = Fraction(30, 100)
TABLE_PER_GROUP: Final = 12
TABLE_SIZES: Final = ((6, 4), (8, 4), (8, 5))
"""Usual tables, width and depth in feet."""

# --- smoke and light -----------------------------------------------------------------------------------

SMOKE_SIDE: Final = 2
OTF_ILLUMINATION: Final = 2
INFANTRY_ILLUMINATION: Final = 1
TURNS_OF_ROUNDS: Final = 2
"""For how many turns a battery has smoke, and illumination."""

# --- the ground ----------------------------------------------------------------------------------------

ZONE_SCORES: Final[Mapping[Zone, tuple[int, ...]]] = {
    Zone.DESERT: (1,),
    Zone.STEPPE: (2,),
    Zone.TROPICAL: (3,),
    Zone.TEMPERATE: (4, 5),
    Zone.COLD: (6,),
}


ZONES_OF_REGIONS: Final[Mapping[Region, Zone]] = {Region.EUROPE: Zone.TEMPERATE, Region.FORMER_PACT: Zone.TEMPERATE}
"""Regions among the examples of the terrain table; nations that it names have a zone of their own."""


class Feature(Choice):
    """The major feature of a square."""

    O = ("O", "O", "open")  # noqa: E741 (the rulebook's letter)
    H = ("H", "H", "highland")
    LFA = ("LFA", "LFA", "large forest")
    SFH = ("SFH", "SFH", "steep forested highland")


def _features(by_score: str) -> tuple[Feature, ...]:
    return tuple(Feature(word) for word in by_score.split())


MAJOR_FEATURES: Final[Mapping[Zone, tuple[Feature, ...]]] = {
    Zone.DESERT: _features("H H O O O O"),
    Zone.STEPPE: _features("H LFA LFA O O O"),
    Zone.TROPICAL: _features("SFH SFH LFA LFA O O"),
    Zone.TEMPERATE: _features("SFH H LFA H O O"),
    Zone.COLD: _features("LFA H LFA H O O"),
}
"""A square's major feature for the scores 1 to 6."""

MBUA_SCORES: Final[Mapping[Zone, int]] = {
    Zone.DESERT: 6,
    Zone.STEPPE: 6,
    Zone.TROPICAL: 5,
    Zone.TEMPERATE: 5,
    Zone.COLD: 5,
}
"""The least score at which a square holds a major built-up area."""

MINOR_LESS: Final[Mapping[Zone, int]] = {
    Zone.DESERT: 3,
    Zone.STEPPE: 4,
    Zone.TROPICAL: 0,
    Zone.TEMPERATE: 0,
    Zone.COLD: 2,
}
"""The number subtracted from a die for the minor features of an open square."""


class Passage(Choice):
    """The going of a kind of ground for a mover."""

    GOOD = ("good", "good")
    BAD = ("bad", "bad")
    NONE = ("no", "no")


class Mover(Choice):
    """The three kinds of mover in the rulebook."""

    FOOT = ("INF-", "INF-")
    CARRIER = ("INFn, INF+", "INFn, INF+")
    TANK = ("ARMOUR", "ARMOUR")


def _passages(foot: Passage, carrier: Passage, tank: Passage) -> Mapping[Mover, Passage]:
    return {Mover.FOOT: foot, Mover.CARRIER: carrier, Mover.TANK: tank}


GOING: Final[Mapping[Feature, Mapping[Mover, Passage]]] = {
    Feature.O: _passages(Passage.GOOD, Passage.GOOD, Passage.GOOD),
    Feature.H: _passages(Passage.GOOD, Passage.BAD, Passage.NONE),
    Feature.LFA: _passages(Passage.GOOD, Passage.BAD, Passage.NONE),
    Feature.SFH: _passages(Passage.BAD, Passage.NONE, Passage.NONE),
}
"""Going away from roads and outside jungle."""

MINOR_FEATURES: Final = (("wood", (1, 2)), ("BUA", (3, 4)), ("hill", (5, 6)))
MAX_MINOR: Final = 8
MAX_MBUA: Final = 8
MIN_MAJOR: Final = 3
"""A major feature fills at least one over this number of its square."""

MINOR_KEEPS_OFF: Final = 1


class Season(Choice):
    """The season a game is set in."""

    SUMMER = ("summer", "Summer")
    SPRING = ("spring", "Spring")
    AUTUMN = ("autumn", "Autumn")
    WINTER = ("winter", "Winter")


SEASON_SCORES: Final[Mapping[Season, tuple[int, ...]]] = {
    Season.SUMMER: (1, 2),
    Season.SPRING: (3, 4),
    Season.AUTUMN: (5,),
    Season.WINTER: (6,),
}
MORNING_SCORES: Final = (1, 2, 3, 4)


class Twilight(NamedTuple):
    """Hours of the day at which dawn and dusk begin and end, the last one excluded."""

    dawn: tuple[int, int]
    dusk: tuple[int, int]


TWILIGHT: Final[Mapping[Season, Twilight]] = {
    Season.WINTER: Twilight((7, 9), (15, 17)),
    Season.AUTUMN: Twilight((6, 8), (17, 19)),
    Season.SPRING: Twilight((5, 7), (19, 21)),
    Season.SUMMER: Twilight((4, 6), (21, 23)),
}

_WEATHER_ZONES: Final = (Zone.TEMPERATE, Zone.TROPICAL, Zone.DESERT, Zone.COLD, Zone.STEPPE)


def _weather(*scores: int) -> Mapping[Zone, int]:
    return dict(zip(_WEATHER_ZONES, scores, strict=True))


AWC_SCORES: Final[Mapping[Season, Mapping[Zone, int]]] = {
    Season.WINTER: _weather(4, 5, 5, 3, 3),
    Season.AUTUMN: _weather(5, 5, 6, 4, 4),
    Season.SPRING: _weather(5, 5, 6, 5, 5),
    Season.SUMMER: _weather(6, 4, 5, 6, 6),
}
"""The least score at which adverse weather conditions rule."""

# --- breaking ------------------------------------------------------------------------------------------

GROUP_REPULSED: Final = Fraction(30, 100)
GROUP_NEUTRALISED: Final = Fraction(15, 100)
ARMY_REPULSED: Final = Fraction(40, 100)
ARMY_NEUTRALISED: Final = Fraction(20, 100)
