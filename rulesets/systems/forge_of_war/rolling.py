"""Dice rolled as the rules say: tests, fire and blows, and damage to vehicles (§8, §24, §28, §38, §43)."""

from collections.abc import Iterable
from dataclasses import replace

from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, certain
from rulesets.core.play.rolls import Roller

from .command import CommandTest, passes
from .consequences import Consequences, Impact, backfire_dice
from .hits import is_hit, is_hit_again
from .modifiers import plain
from .profiles import Weapon
from .tables import DIE, Damage
from .vehicle_damage import Fate, Harm, VehicleTarget, damage_again, damage_at, fate, harm_limit, more_harm


def roll_test(roller: Roller, what: str, value: int, test: CommandTest, house: HouseRules) -> bool:
    """Whether a unit passes a test against its modified Command Value (§8)."""
    return bool(
        roller.successes(1, DIE, what, f"{plain(value)} or less", lambda score: passes(score, value, test, house))
    )


def roll_hits(roller: Roller, dice: int, value: int, what: str, house: HouseRules) -> int:
    """The hits of dice at a value; at 0 or less each 1 is rolled again (§24, §28)."""
    if value >= 1:
        needed = f"{min(value, DIE)} or less"
        return roller.successes(dice, DIE, what, needed, lambda score: is_hit(score, value, house))
    if DIE + value <= 0:
        return 0
    ones = roller.successes(dice, DIE, what, "1", lambda score: score == 1)
    needed = f"{DIE + value} or less"
    return roller.successes(ones, DIE, f"{what}, each 1 again", needed, lambda score: is_hit_again(score, value))


def rolled_volley(volley: Consequences, roller: Roller, house: HouseRules) -> Consequences:
    """A volley at figures of which the dice are rolled: its impact and backfire are certain."""
    fired = [shot for shot in volley.shots if shot.fires]
    hits = sum(
        shot.automatic or roll_hits(roller, shot.dice, shot.value, f"{shot.entry.name}, to hit", house)
        for shot in fired
    )
    (automatic,) = volley.automatic.outcomes()
    back = rolled_backfire([(shot.entry, shot.volley.count) for shot in fired], roller, house)
    return replace(volley, impact=certain(Impact(hits, automatic)), backfire=certain(back))


def rolled_backfire(weapons: Iterable[tuple[Entry[Weapon], int]], roller: Roller, house: HouseRules) -> int:
    """Hits of weapons on those who fired them (§43)."""

    def hits(entry: Entry[Weapon], dice: int) -> int:
        limit = entry.spec.backfires_on
        bad = roller.successes(dice, DIE, f"{entry.name}, backfire", f"{limit} or less", lambda score: score <= limit)
        return entry.spec.backfire_hits * bad

    return sum(hits(entry, dice) for entry, dice in backfire_dice(weapons, house))


def roll_damage(roller: Roller, dice: int, value: int, what: str, house: HouseRules) -> tuple[Damage, ...]:
    """What each die at a vehicle does that does anything (§38)."""

    def harms(score: int) -> bool:
        return damage_at(score, value, house) is not Damage.NONE

    if value >= 1:
        scores = roller.roll(dice, DIE, what, f"{min(value, DIE)} or less", harms)
        return tuple(damage_at(score, value, house) for score in scores)
    if DIE + value <= 0:
        return ()
    ones = roller.roll(dice, DIE, what, "1", lambda score: score == 1)
    again = roller.roll(
        len(ones),
        DIE,
        f"{what}, each 1 again",
        f"{DIE + value} or less",
        lambda score: damage_again(score, value, house) is not Damage.NONE,
    )
    return tuple(damage_again(score, value, house) for score in again)


def harm_of(damages: Iterable[Damage], target: VehicleTarget) -> Harm:
    """The combined results of rolled dice."""
    harm, limit = Harm(), harm_limit(target)
    for damage in damages:
        harm = more_harm(harm, damage, limit)
    return harm


def rolled_at_vehicle(
    volley: Consequences, target: VehicleTarget, roller: Roller, house: HouseRules
) -> tuple[Consequences, Distribution[Fate]]:
    """A volley at a vehicle of which the dice are rolled: its backfire and the vehicle's fate are certain."""
    damages = [
        damage
        for shot in volley.shots
        if shot.fires and shot.entry.spec.harms_vehicles
        for damage in roll_damage(roller, shot.dice, shot.value, f"{shot.entry.name}, to hit", house)
    ]
    struck = fate(harm_of(damages, target), target, house)
    fired = [(shot.entry, shot.volley.count) for shot in volley.shots if shot.fires]
    return replace(volley, backfire=certain(rolled_backfire(fired, roller, house))), certain(struck)
