"""Which unit of a squad takes the next wound, and with what effect (FC-DMG, FC-A12, FC-A13).

A squad's state is a sorted tuple of (line, HP) with one pair per unit. A unit at 0 HP or less is downed, at minus its
line's full HP or less it is killed. Odds and the desk's dice use the same ``takers``.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution

from . import attacks
from .units import most_common

State = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class WoundTarget:
    """The toughness, save and full HP of a line's units."""

    t: int
    sav: int
    hp: int


Bodies = tuple[WoundTarget, ...]


def fresh(bodies: Bodies, counts: Iterable[int]) -> State:
    """The state of unhurt units; ``counts`` has their number for each line."""
    return tuple((line, bodies[line].hp) for line, count in enumerate(counts) for _ in range(count))


def is_killed(hp: int, full: int) -> bool:
    """Whether a unit with that HP is killed (FC-DMG-3)."""
    return hp <= -full


def standing(state: State) -> int:
    """How many units stand, hurt or not."""
    return [hp > 0 for _, hp in state].count(True)


def losses(states: Distribution[State], before: int) -> Distribution[int]:
    """The units out of action of a squad in these states, of which so many stood before."""
    return states.map(lambda state: before - standing(state))


class Tally(NamedTuple):
    """How many units of a squad stand and how many are killed, their total HP, and that of standing units."""

    standing: int
    killed: int
    hp: int
    standing_hp: int


def tally(state: State, bodies: Bodies) -> Tally:
    """Count the units of a state in one pass, as a volley may end in hundreds of states."""
    standing = killed = total = standing_hp = 0
    for line, hp in state:
        total += hp
        if hp > 0:
            standing += 1
            standing_hp += hp
        elif is_killed(hp, bodies[line].hp):
            killed += 1
    return Tally(standing, killed, total, standing_hp)


def _damage_order(unit: tuple[int, int], bodies: Bodies) -> tuple[int, int]:
    line, hp = unit
    return hp - bodies[line].hp, line


def _healthiest(unit: tuple[int, int], bodies: Bodies) -> tuple[int, int, int]:
    line, hp = unit
    return -hp, bodies[line].hp - hp, line


_FIRST: dict[str, Callable[[tuple[int, int], Bodies], tuple[int, ...]]] = {
    "focus": _damage_order,
    "spread": _healthiest,
}


def takers(
    units: Sequence[tuple[int, int]], bodies: Bodies, house: HouseRules, at_downed: bool = False
) -> tuple[tuple[int, int], ...]:
    """The units, as (line, HP), that may take the next wound, all equally likely; empty if it is lost.

    Under ``focus`` and ``spread`` there is only one, any of equal units. ``at_downed`` means that the target was a
    squad of downed units only (FC-A13b).
    """
    up = [unit for unit in units if unit[1] > 0]
    down = [unit for unit in units if unit[1] <= 0 and not is_killed(unit[1], bodies[unit[0]].hp)]
    if not up:
        if not down or not (at_downed or house.choice("fc.overflow") == "downed"):
            return ()
        up, down = down, []
    # Among equals no reading matters, so none is asked: the answer does not depend on one.
    if not down and up.count(up[0]) == len(up):
        return (up[0],)
    reading = house.choice("fc.alloc")
    if reading == "random":
        return tuple(up)
    if reading == "random_all":
        return (*up, *down)
    first = _FIRST[reading]
    return (min(up, key=lambda unit: first(unit, bodies)),)


def after(state: State, unit: tuple[int, int], damage: int) -> State:
    """The state after one such unit loses that many HP."""
    place = state.index(unit)
    wounded = (unit[0], unit[1] - damage)
    # Sorted, so that squads that differ only in the order of their units are one state.
    return tuple(sorted((*state[:place], wounded, *state[place + 1 :])))


def toughness(units: Sequence[tuple[int, int]], bodies: Bodies, reading: str) -> int:
    """The toughness of a squad by a reading of FC-A18: of its standing units, or of all when nobody stands."""
    present = [bodies[line].t for line, hp in units if hp > 0] or [bodies[line].t for line, _ in units]
    if reading == "majority":
        return most_common([(t, 1) for t in present])
    return max(present) if reading == "highest" else min(present)


def wound_needed(strength: int, units: Sequence[tuple[int, int]], bodies: Bodies, house: HouseRules) -> int:
    """The roll needed to wound a squad (FC-WOUND-2, FC-A18)."""
    kinds = {line for line, _ in units}
    if len(kinds) == 1:
        return attacks.wound_number(strength, bodies[kinds.pop()].t)
    return house.resolve(
        lambda reading: attacks.wound_number(strength, toughness(units, bodies, reading)), "fc.mixed_t"
    )
