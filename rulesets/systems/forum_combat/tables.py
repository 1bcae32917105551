"""The rulebook's numbers, each once."""

FACES = 6
"""Every die of the game has six faces."""

ACC_LIMIT = 2
"""All bonuses and penalties to ACC together count for at most this much."""

BROKEN_ACC = -2
"""The modifier of broken morale to the ACC of every weapon."""

MELEE_EDGE = 1
"""The modifier for outnumbering, and for being larger, when a miss is rolled again into a melee."""

EXTREME_WOUND = {"half": 6, "double": 2}
"""Needed to wound with half the toughness or less, and with twice the toughness or more."""

WOUND = {"less": 5, "equal": 4, "more": 3}
"""Needed to wound with strength below, at and above toughness."""

NO_SAVE = 7
"""A SAV that means no save at all."""

ENGAGEMENT_RANGE = 1
"""The usual engagement range."""

DISENGAGE_DOWNED = 3
"""A unit that breaks away is downed on this roll or less."""

CHARGE_DICE = 2
CHARGE_ROLL = f"{CHARGE_DICE}d{FACES}"
MAX_CHARGE = CHARGE_DICE * FACES
"""Tiles: no charge reaches farther."""

MORALE_DICE = 2
MORALE_ROLL = f"{MORALE_DICE}d{FACES}"

DEATH = 2
"""A unit dies on this roll or less: one chance in three."""

COVER_ACC = -1
"""The modifier to ACC against a squad in cover (our default; the rulebook has none)."""

PROFILE_RANGES: dict[str, tuple[int, int | None]] = {
    "mov": (0, None),
    "t": (1, None),
    "sav": (2, NO_SAVE),
    "hp": (1, None),
    "ld": (2, 12),
    "con": (0, None),
    "eng": (1, None),
    "crew": (1, None),
}
"""Least and most of each number of a unit."""

WEAPON_RANGES: dict[str, tuple[int, int | None]] = {
    "rng": (0, None),
    "atk": (0, None),
    "acc": (2, 6),
    "strength": (1, None),
    "ap": (0, None),
    "dmg": (1, None),
}
"""Least and most of each number of a weapon."""

TEAM_CREW = 2
"""Soldiers in a heavy weapon team."""


def half_again(number: int) -> int:
    """Half as much again, rounded down (MOV of a squad that did not shoot; the longest that RNG can become)."""
    return number * 3 // 2


def half_up(number: int) -> int:
    """Half, rounded up (MOV of a broken squad; the minimum MOV with downed units)."""
    return (number + 1) // 2
