"""Suppression Markers and the Leadership check that a suppressed unit must pass to act (WS-SUP, WS-LD)."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Annotated

from rulesets.core.calculators import Step, decimal, percent
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.tables import Tone
from rulesets.core.wording import count_of, phrases, thrown

from .house_rules import WORDS
from .tables import (
    FACES,
    FREE_MARKERS,
    LEADERLESS_LD,
    PASS_REMOVES,
    REACH,
)
from .units import INCHES


@dataclass(frozen=True, slots=True)
class Check:
    """A unit that is about to act, and who helps it."""

    ld: Annotated[int, Ask("Ld", "Leadership: dice rolled.", min=0, max=20)] = 2
    nv: Annotated[
        int, Ask("Starting Nv", "Nerve: roll this or less, and also the most markers it can hold.", min=0, max=20)
    ] = 4
    markers: Annotated[int, Ask("Markers", "Suppression Markers on the unit now.", min=0, max=99)] = 2
    officer_ld: Annotated[
        int | None,
        Ask("Ordering Officer’s Ld", f"An Officer within {REACH}{INCHES}. Leave blank for no order.", min=0, max=20)
    ] = None  # fmt: skip
    inspirer_nv: Annotated[
        int | None, Ask("Inspirer’s starting Nv", "Leave blank if the unit is not Inspired.", min=0, max=20)
    ] = None
    inspirer_markers: Annotated[
        int, Ask("Inspirer’s markers", "Markers left on the inspirer after its own check.", min=0, max=99)
    ] = 0
    leader_lost: Annotated[bool, Ask("Leader lost", "Another model leads now. Only one house rule uses this.")] = False


@dataclass(frozen=True, slots=True)
class CheckRoll:
    """One check: markers held, dice, the number that one die must not exceed, and the numbers Get Down! may look at.

    ``first`` is the number on one marker, ``one_fewer`` the number with one marker fewer.
    """

    markers: int
    dice: int
    number: int
    first: int
    one_fewer: int

    @property
    def needed(self) -> bool:
        """Whether a roll is made at all (WS-SUP-1)."""
        return self.markers > 0

    @property
    def chance(self) -> Fraction:
        """The chance to act."""
        return pass_chance(self.dice, self.number) if self.needed else Fraction(1)


@lru_cache(maxsize=4096)
def pass_chance(dice: int, number: int) -> Fraction:
    """The chance that one of so many dice shows ``number`` or less (WS-LD-1, WS-LD-3)."""
    # The check fails only if every die is above the number.
    misses = FACES - min(max(number, 0), FACES)
    return 1 - Fraction(misses, FACES) ** dice


def capped_markers(nv: int, markers: int) -> int:
    """Markers on the unit: at most the starting Nv (WS-SUP-4)."""
    return min(markers, nv)


def current_nv(nv: int, markers: int) -> int:
    """Nv after the marker deduction, never below 0 (WS-SUP-2, WS-SUP-3)."""
    return max(0, nv - deduction(markers))


def deduction(markers: int) -> int:
    """The points that markers subtract from Nv: one for each after the first."""
    return max(0, markers - FREE_MARKERS)


def is_suppressed(markers: int, single: str) -> bool:
    """Whether a unit with so many markers is suppressed: with any, or only with a second one (WS-A52)."""
    return markers > (FREE_MARKERS if single == "checked" else 0)


def passing_removes(markers: int, single: str) -> int:
    """The markers that a unit may remove by passing its check (WS-SUP-5)."""
    return PASS_REMOVES if is_suppressed(markers, single) else 0


def inspired_number(inspiring_nv: int, markers: int, reading: str) -> int:
    """The number to roll with an inspirer's current Nv: in place of the base Nv, or as it stands (WS-INS-3, WS-A14)."""
    return inspiring_nv if reading == "final_value" else current_nv(inspiring_nv, markers)


def inspiring_nv(check: Check) -> int | None:
    """The inspirer's current Nv; ``None`` where nobody inspires."""
    if check.inspirer_nv is None:
        return None
    return current_nv(check.inspirer_nv, capped_markers(check.inspirer_nv, check.inspirer_markers))


def leaderless_ld(ld: int, leaderless: str) -> int:
    """The Ld of a unit that has lost its leader (WS-A26)."""
    return max(0, ld + LEADERLESS_LD) if leaderless == "minus_one" else ld


def own_dice(check: Check, leaderless: str) -> int:
    """The unit's own Ld in dice, lower for a lost leader where the house says so (WS-A26)."""
    return leaderless_ld(check.ld, leaderless) if check.leader_lost else check.ld


def dice_of(check: Check, leaderless: str) -> int:
    """Dice of the check: the unit's own Ld or the ordering Officer's, whichever is more (WS-OFF-2, WS-A41)."""
    return max(own_dice(check, leaderless), check.officer_ld or 0)


def number_at(check: Check, markers: int, inspire: str) -> int:
    """The number to roll on so many markers, the better of own and inspired (WS-INS-4)."""
    return _better(check.nv, inspiring_nv(check), markers, inspire)


def _better(nv: int, lent: int | None, markers: int, inspire: str) -> int:
    own = current_nv(nv, markers)
    return own if lent is None else max(own, inspired_number(lent, markers, inspire))


def roll_on(check: Check, markers: int, leaderless: str, inspire: str) -> CheckRoll:
    """The check on so many markers under given readings."""
    nv, lent = check.nv, inspiring_nv(check)
    return CheckRoll(
        markers,
        dice_of(check, leaderless),
        _better(nv, lent, markers, inspire),
        _better(nv, lent, min(markers, FREE_MARKERS), inspire),
        _better(nv, lent, max(0, markers - PASS_REMOVES), inspire),
    )


def resolved_roll(check: Check, house: HouseRules) -> CheckRoll:
    """The check on the unit's markers, under the readings played."""
    markers = capped_markers(check.nv, check.markers)
    if markers == 0:
        # Nothing is rolled, so no reading is asked: the answer does not depend on one.
        return roll_on(check, 0, "", "")
    return house.resolve(
        lambda leaderless, inspire: roll_on(check, markers, leaderless, inspire), "leaderless_ld", "inspire_reading"
    )


_LEADER_LOST = WORDS.sentence("leader_lost", "less")


def leaderless_words(house: HouseRules) -> str:
    """What happens to a unit that has lost its leader."""
    return _LEADER_LOST(house, less=-LEADERLESS_LD)


def markers_for_hits(hits: int, hits_per_marker: int) -> int:
    """Markers for hits at one for every so many (WS-SUP-8)."""
    return hits // hits_per_marker


def act_tone(chance: Fraction) -> Tone:
    """The tone of a chance to act."""
    if chance >= Fraction(2, 3):
        return Tone.GOOD
    return Tone.FAIR if chance >= Fraction(1, 3) else Tone.BAD


def to_roll(roll: CheckRoll) -> str:
    """The check in a player's words."""
    return dice_to_roll(roll.dice, roll.number)


def dice_to_roll(dice: int, number: int, *, at_most: bool = False) -> str:
    """What a check rolls in a player's words; ``at_most``: perhaps fewer dice."""
    which = "which" if dice == 1 else "and at least one"
    return f"roll {'up to ' * (at_most and dice > 1)}{thrown(dice, FACES)}, {which} must show {number} or less"


def exactly(chance: Fraction) -> str:
    """A chance as a fraction and in percent."""
    return f"{chance} ({percent(chance, 1)})" if chance.denominator > 1 else percent(chance)


def average(number: Fraction) -> str:
    """A mean as text: whole, or with two decimal places."""
    return str(number) if number.denominator == 1 else decimal(number)


def exactly_average(number: Fraction) -> str:
    """A mean as a fraction and as a decimal."""
    return str(number) if number.denominator == 1 else f"{number} ({decimal(number)})"


def check_assumed(check: Check) -> tuple[str, ...]:
    """A unit that is about to act, and who helps it, in short phrases."""
    return phrases(
        _markers_assumed(check),
        "no order" if check.officer_ld is None else f"ordered by Ld {check.officer_ld}",
        "not Inspired" if check.inspirer_nv is None else f"Inspired by Nv {check.inspirer_nv}",
        "leader lost" * check.leader_lost,
    )


def _markers_assumed(check: Check) -> str:
    if check.markers > check.nv:
        return f"{check.nv} of {check.markers} markers held"
    return count_of(check.markers, "marker") if check.markers else "no markers"


def working(check: Check, roll: CheckRoll) -> tuple[Step, ...]:
    """The working of the check, line by line."""
    steps = []
    if check.markers > check.nv:
        surplus = check.markers - check.nv
        reason = f"A unit holds no more than its starting Nv, so discard {surplus} of its {check.markers} markers."
        steps.append(Step("WS-SUP-4", "Markers held", str(check.nv), reason, Tone.FAIR))
    if not roll.needed:
        return (*steps, Step("WS-SUP-1", "Check", "none", "Without markers a unit simply acts.", Tone.GOOD))
    less = deduction(roll.markers)
    rule = "WS-SUP-3" if less else "WS-SUP-2"
    reason = (
        f"Nv {check.nv} less {less}, because the first of {roll.markers} markers is free."
        if less
        else "The first marker does not lower Nv."
    )
    steps.append(Step(rule, "Current Nv", str(current_nv(check.nv, roll.markers)), reason))
    steps += [*_inspired_steps(check, roll), _dice_step(check, roll)]
    if roll.dice:
        sure = ", so it cannot fail" if roll.number >= FACES else ""
        which = "it shows" if roll.dice == 1 else "one of them shows"
        reason = f"Roll {thrown(roll.dice, FACES)}. The unit passes if {which} {roll.number} or less{sure}."
    else:
        reason = "Without dice it cannot pass."
    steps.append(Step("WS-LD-1", "Passes", exactly(roll.chance), reason, act_tone(roll.chance)))
    return tuple(steps)


def _inspired_steps(check: Check, roll: CheckRoll) -> Iterator[Step]:
    lent_nv, own = inspiring_nv(check), current_nv(check.nv, roll.markers)
    if lent_nv is None:
        return
    less = lent_nv - roll.number
    if roll.number <= own:
        reason = f"The inspirer’s current Nv is {lent_nv}, which is no help, so the unit’s {own} counts."
    elif less:
        reason = f"The inspirer’s current Nv is {lent_nv}, less {less} for the unit’s markers."
    else:
        reason = f"The inspirer’s current Nv is {lent_nv}, better than the unit’s {own}."
    yield Step("WS-INS-3", "Number when Inspired", str(roll.number), reason)


def _dice_step(check: Check, roll: CheckRoll) -> Step:
    rolls = f"The unit rolls one d{FACES} for each point of"
    if check.officer_ld is not None:
        helps = roll.dice == check.officer_ld
        reason = f"{rolls} the Officer’s Ld." if helps else f"{rolls} its own Ld, which is higher than the Officer’s."
        return Step("WS-OFF-2", "Dice with the order", str(roll.dice), reason)
    leaderless = ""
    if check.leader_lost and check.ld:
        lower = roll.dice < check.ld
        leaderless = (
            ", less one for the lost leader" if lower else ", which your house rules do not lower for a lost leader"
        )
    return Step("WS-LD-1", "Dice", str(roll.dice), f"{rolls} its Ld{leaderless}.")
