"""Snap Fire: half the Rate of Fire (WS-SNAP)."""

from collections.abc import Sequence

from .tables import SNAP_DIVISOR


def snap_rof(rof: int) -> int:
    """RoF at Snap Fire, rounded down (WS-SNAP-1), halved only once for several reasons (WS-SNAP-3)."""
    return rof // SNAP_DIVISOR


def full_shots(arms: Sequence[tuple[int, int]]) -> int:
    """Shots of weapons given as (RoF, number) at full rate."""
    return sum(rof * number for rof, number in arms)


def snap_shots(arms: Sequence[tuple[int, int]], rounding: str) -> int:
    """Shots of weapons given as (RoF, number) at Snap Fire: each ``weapon`` rounded, or the ``unit``'s total."""
    if rounding == "unit":
        return snap_rof(full_shots(arms))
    return sum(snap_rof(rof) * number for rof, number in arms)
