"""Attacks rolled as the rules say: hits, wounds, who takes them, and saves (FC-ACC, FC-WOUND, FC-SAVE, FC-DMG)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.rolls import Roller

from . import attacks, tables, wound_allocation
from .melee import Fighter, bare_state, lots_of, parts_of
from .volleys import Lot, VolleyTarget
from .wound_allocation import State

NamedLot = tuple[str, Lot]
"""A weapon's name and its dice."""


def roll_volley(lots: Iterable[NamedLot], target: VolleyTarget, roller: Roller, house: HouseRules) -> State:
    """The state of a squad after a volley."""
    state = target.state
    for name, lot in lots:
        hits = _roll_to_hit(name, lot, roller, house)
        state = _roll_wounds(name, lot, hits, target, state, roller, house)
    return state


def roll_crossfire(
    lots: Iterable[NamedLot],
    second: int,
    enemy: VolleyTarget,
    friend: VolleyTarget,
    roller: Roller,
    house: HouseRules,
) -> tuple[State, State]:
    """The states of enemies and of friends in melee with them; misses are rolled again at the friends (FC-FFI)."""
    enemies, friends = enemy.state, friend.state
    for name, lot in lots:
        hits = _roll_to_hit(name, lot, roller, house)
        enemies = _roll_wounds(name, lot, hits, enemy, enemies, roller, house)
        again, misses = f"{name}, stray shots at friends", replace(lot, dice=lot.dice - hits, modifier=second)
        strays = _roll_to_hit(again, misses, roller, house)
        friends = _roll_wounds(again, misses, strays, friend, friends, roller, house)
    return enemies, friends


def roll_melee(
    own: Fighter,
    theirs: Fighter,
    names: tuple[Sequence[str], Sequence[str]],
    rounds: int,
    roller: Roller,
    house: HouseRules,
) -> tuple[State, State]:
    """Both squads after so many rounds of a melee; ``names`` are those of the units in their rows."""
    fighters, whose = (own, theirs), ("Your", "Their")
    states = [bare_state(side.target.state, side, house) for side in fighters]
    for number in range(1, rounds + 1):
        when = f"Round {number}, " if rounds > 1 else ""
        for part in parts_of(own, theirs, house):
            before = tuple(states)
            for side in (0, 1):
                victim = fighters[1 - side]
                for blows in part:
                    lots = lots_of(fighters[side], before[side], blows)
                    named = [
                        (f"{when}{whose[side]} {name}, {'blows' if blows else 'close quarters'}", lot)
                        for name, lot in zip(_each(names[side], lots), lots, strict=True)
                    ]
                    target = replace(victim.target, state=states[1 - side])
                    after = roll_volley(named, target, roller, house)
                    states[1 - side] = bare_state(after, victim, house)
    return states[0], states[1]


def _each(names: Sequence[str], lots: Sequence[Lot]) -> list[str]:
    """The name of the row of each lot; rows have equally many."""
    return [name for name in names for _ in range(len(lots) // len(names))]


def _roll_to_hit(name: str, lot: Lot, roller: Roller, house: HouseRules) -> int:
    number = attacks.hit_number(lot.acc, lot.modifier)
    needed = f"{attacks.hit_needed(number, house)}+"
    what = f"{name}, to hit"
    return roller.successes(lot.dice, tables.FACES, what, needed, lambda die: attacks.hits(die, number, house))


def _roll_wounds(
    name: str, lot: Lot, hits: int, target: VolleyTarget, state: State, roller: Roller, house: HouseRules
) -> State:
    """The state of a squad after these hits; the number to wound is that of before the volley."""
    if not target.state:
        return state
    number = wound_allocation.wound_needed(lot.strength, target.state, target.bodies, house)
    wounds = roller.successes(hits, tables.FACES, f"{name}, to wound", f"{number}+", lambda die: die >= number)
    for _ in range(wounds):
        units = wound_allocation.takers(state, target.bodies, house)
        if not units:
            break
        unit = roller.pick(units, "Who takes a wound")
        if not _roll_save(name, lot, target, unit[0], roller, house):
            state = wound_allocation.after(state, unit, lot.damage)
    return state


def _roll_save(name: str, lot: Lot, target: VolleyTarget, line: int, roller: Roller, house: HouseRules) -> bool:
    number = attacks.save_number(target.bodies[line].sav, lot.ap, target.save_bonus)
    needed = attacks.save_needed(number, house)
    if needed is None:
        return False
    return bool(
        roller.successes(1, tables.FACES, f"{name}, saves", f"{needed}+", lambda die: attacks.saves(die, number, house))
    )
