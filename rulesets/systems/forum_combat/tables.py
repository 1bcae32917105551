"""The rulebook's numbers, each once."""

from __future__ import annotations

FACES = 6
"""Every die of the game has six faces."""

ACC_LIMIT = 2
"""All bonuses and penalties to ACC together count for this much at the most."""

BROKEN_ACC = -2
"""What a morale break does to the ACC of every weapon."""

MELEE_EDGE = 1
"""What outnumbering and being larger each count for when a miss is rolled again into a melee."""

EXTREME_WOUND = {"half": 6, "double": 2}
"""Needed to wound with half the toughness or less, and with twice the toughness or more."""

WOUND = {"less": 5, "equal": 4, "more": 3}
"""Needed to wound with strength below, at and above toughness."""

NO_SAVE = 7
"""A SAV that stands for no save at all."""

ENGAGEMENT_RANGE = 1
"""Engagement range at base."""

DISENGAGE_DOWNED = 3
"""A unit that breaks away is downed by this roll or less."""

CHARGE_DICE = 2
CHARGE_ROLL = f"{CHARGE_DICE}d{FACES}"

MORALE_DICE = 2
MORALE_ROLL = f"{MORALE_DICE}d{FACES}"

DEATH = 2
"""One chance in three as a roll of a die: this or less."""

COVER_ACC = -1
"""What shooting at a squad in cover costs (our default, the rulebook names none)."""

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
    """Half as much again, rounded down (MOV of a squad that did not shoot; the most that RNG may grow to)."""
    return number * 3 // 2


def half_up(number: int) -> int:
    """Half, rounded up (MOV of a broken squad; the least MOV with downed)."""
    return (number + 1) // 2
