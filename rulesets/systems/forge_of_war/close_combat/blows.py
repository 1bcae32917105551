"""Close combat: both sides, who strikes first, values and blows of one round (§26-31)."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import QuestionError, Unsuited
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask, clamp
from rulesets.core.declarations.house_rules import HouseRules, by_reading
from rulesets.core.dice import Distribution, successes
from rulesets.core.play.states import Side
from rulesets.core.wording import count_of, phrases

from ..catalogue import name_of_side, stats_of_side
from ..command.command_value import FIGURES_LIMIT, check_figures, check_hurt, cover_assumed
from ..hits import Body, Losses, Policy, Pool, dice_to_roll, die_chance, marker_limit
from ..modifiers import Modifier, modified, when
from ..tables import (
    CAPS,
    CLOSE_COMBAT_OBSTACLE,
    FV_EDGE,
    HIDING_ATTACKED,
    MAX_MARKERS,
    STANCE_ARMOUR,
    Cover,
    Stance,
    Training,
)
from ..tracks import CurrentUnit, current

MAX_BLOWS = 300
"""The most dice calculated for one side."""


@dataclass(frozen=True, slots=True)
class Fighters:
    """One side of a close combat."""

    fv: Annotated[int, Ask("Fighting Value", "Include their pistols, if they carry any.", min=-20, max=20)] = 6
    figures: Annotated[int, Ask("Figures", min=0, max=FIGURES_LIMIT)] = 10
    av: Annotated[int, Ask("Armour Value", min=-20, max=20)] = 1
    training: Annotated[Training, Ask("Training", "Training sets the D-marker cap.")] = Training.PROFESSIONAL
    markers: Annotated[int, Ask("D-markers", min=0, max=MAX_MARKERS)] = 0
    policy: Annotated[Policy, Ask("Owner takes")] = Policy.MARKERS
    split: Annotated[int, Ask("D-markers of a split", min=0, max=MAX_MARKERS)] = 1
    contact: Annotated[int | None, Ask("In contact", "Leave blank for all figures.", min=0, max=FIGURES_LIMIT)] = None
    attacks: Annotated[int, Ask("Attacks each", min=0, max=9)] = 1
    close_combat: Annotated[int, Ask("Close combat weapon", "Adds its bonus to FV.", min=0, max=9)] = 0
    wounds: Annotated[int, Ask("Wounds each", min=1, max=20)] = 1
    hurt: Annotated[int, Ask("Wounds on a hurt figure", min=0, max=19)] = 0
    start: Annotated[
        int | None, Ask("Figures at the start", "Leave blank if it has lost none.", min=1, max=FIGURES_LIMIT)
    ] = None
    cv: Annotated[int, Ask("Command Value", "Used for tests at a third of the starting strength.", min=-20, max=20)] = 7
    command: Annotated[
        int, Ask("Other command modifiers", "Add up the modifiers for commander, cover and enemies.", min=-9, max=9)
    ] = 0


@dataclass(frozen=True, slots=True)
class Charge:
    """How a close combat begins."""

    cover: Annotated[Cover, Ask("Defenders are", "The cover in which they are charged.")] = Cover.NONE
    obstacle: Annotated[bool, Ask("Defend an obstacle")] = False
    outside: Annotated[bool, Ask("Attackers started outside that cover")] = True
    grenades: Annotated[bool, Ask("Attackers have fragmentation grenades")] = False
    hiding: Annotated[bool, Ask("Defenders were hiding")] = False


FIGHTERS = Fighters()
OPEN_CHARGE = Charge()


def charge_assumed(charge: Charge) -> tuple[str, ...]:
    """How a close combat begins, in short phrases."""
    covered = charge.cover is not Cover.NONE
    return phrases(
        cover_assumed(charge.cover, "defenders"),
        "at an obstacle" * charge.obstacle,
        ("attackers from outside" if charge.outside else "attackers in the same cover") * covered,
        "with grenades" * charge.grenades,
        "defenders were hiding" * charge.hiding,
    )


def check_fighters(side: Fighters, path: str) -> None:
    """Raise ``QuestionError`` for an empty unit and for counts that contradict each other."""
    check_figures(side.figures, path=f"{path}.")
    if side.contact is not None and side.contact > side.figures:
        raise QuestionError(
            f"{path}.contact", f"The unit has {count_of(side.figures, 'figure')}, so no more can be in contact."
        )
    if side.figures * side.attacks > MAX_BLOWS:
        raise QuestionError(
            f"{path}.attacks", f"{side.figures * side.attacks} dice are too many. Enter {MAX_BLOWS} or fewer."
        )
    check_figures(side.figures, side.start, f"{path}.")
    check_hurt(side.hurt, side.wounds, f"{path}.")


def fighting(side: Fighters, house: HouseRules) -> int:
    """Figures that fight and can be hit: those in contact (AMB-094)."""
    if side.contact is None or side.contact >= side.figures:
        return side.figures
    return side.figures if house.choice("cc_fighters") == "all" else side.contact


def defenders_first(charge: Charge, initial: bool, house: HouseRules) -> bool:
    """Whether the defenders strike before the attackers (§27, AMB-072)."""
    if not initial or charge.cover is Cover.NONE or not charge.outside or charge.grenades:
        return False
    return charge.cover is not Cover.SOFT or house.choice("cc_soft_first_strike") == "any_cover"


def _obstacle(charge: Charge, initial: bool, house: HouseRules) -> bool:
    """Whether a declared obstacle helps the defenders, or hard cover that the attackers began outside (§21, §28).

    Hard cover helps only in the round of the charge (AMB-072c); there are two readings for obstacles (AMB-072b).
    """
    if initial and not charge.obstacle:
        hard = charge.outside and charge.cover not in (Cover.NONE, Cover.SOFT)
        return hard and house.choice("cc_hard_cover") == "obstacle"
    if initial:
        return True
    return charge.obstacle and house.choice("cc_obstacle_duration") == "always"


def _edge(own: Fighters, enemy: Fighters, house: HouseRules) -> int:
    """The bonus or penalty for Fighting Values that differ by two (§28, AMB-096)."""

    def sign(difference: int) -> int:
        return (difference >= FV_EDGE) - (difference <= -FV_EDGE)

    edge = sign(own.fv - enemy.fv)
    actual = sign(own.fv - own.markers - enemy.fv + enemy.markers)
    # Asked only where the readings differ, as a reading that is asked is named under the answer.
    return actual if edge != actual and house.choice("fv_compare") == "modified" else edge


def fighting_modifiers(
    own: Fighters, enemy: Fighters, charge: Charge, initial: bool, attacking: bool, house: HouseRules
) -> tuple[Modifier, ...]:
    """The modifiers to the Fighting Value of one side (§28, stance rules)."""
    hiding = attacking and initial and charge.hiding
    av = enemy.av + (STANCE_ARMOUR[Stance.HIDING] if hiding else 0)
    guarded = attacking and _obstacle(charge, initial, house)
    bonus = int(house.choice("charge_bonus")) if attacking and initial else 0
    return (
        *when(True, Modifier("§28", count_of(own.markers, "D-marker"), -own.markers)),
        *when(True, Modifier("§28", "Armour of the enemy", -av)),
        *when(guarded, Modifier("§28", "Enemy defends an obstacle or hard cover", CLOSE_COMBAT_OBSTACLE)),
        *when(True, Modifier("§28", "Close combat weapon", own.close_combat)),
        *when(True, Modifier("§28", "Fighting Values differ by two", _edge(own, enemy, house))),
        *when(hiding, Modifier("stance rules", "Enemy was hiding", HIDING_ATTACKED)),
        *when(True, Modifier("§28", "Charged", bonus)),
    )


@dataclass(frozen=True, slots=True)
class Strike:
    """One side's blows: its value, the dice it rolls and the chance of each."""

    modifiers: tuple[Modifier, ...]
    value: int
    pool: Pool
    dice: int
    chance: Fraction

    @property
    def hits(self) -> Distribution[int]:
        """The hits of these blows, before they are rolled."""
        return successes(self.dice, self.chance)


def blow_pool(own: Fighters, value: int, house: HouseRules) -> Pool:
    """The dice of one side at a modified value; a side with FV 0 does not strike (§28)."""
    return Pool(fighting(own, house) if own.fv > 0 else 0, own.attacks, value)


def blows_at(own: Fighters, value: int, house: HouseRules) -> tuple[int, Fraction]:
    """The number of dice that one side actually rolls at a modified value, and the chance of each to hit."""
    return dice_to_roll((blow_pool(own, value, house),), house)[0], die_chance(value, house)


def strike(own: Fighters, enemy: Fighters, charge: Charge, initial: bool, attacking: bool, house: HouseRules) -> Strike:
    """The blows of one side in one round."""
    changes = fighting_modifiers(own, enemy, charge, initial, attacking, house)
    value = modified(own.fv, changes)
    return Strike(changes, value, blow_pool(own, value, house), *blows_at(own, value, house))


def body_of(side: Fighters, house: HouseRules) -> Body:
    """A side as a body that takes hits on the figures in contact."""
    return Body(side.figures, fighting(side, house), side.markers, CAPS[side.training], side.wounds, side.hurt)


def marker_limit_of(side: Fighters) -> int:
    """The most hits that the side's owner takes as D-markers by choice."""
    return marker_limit(side.policy, side.split)


def harms_by_hand(value: int, house: HouseRules) -> bool:
    """Whether close combat with weapons of that close combat value can damage a vehicle (AMB-104)."""
    return by_reading("cc_vs_vehicle", needs_value=value > 0, never=False, normal=True)(house)


def after(side: Fighters, losses: Losses) -> Fighters:
    """The side after first strikes: casualties came from those in contact and do not strike back (§27, §28)."""
    contact = None if side.contact is None else max(0, side.contact - losses.figures)
    figures, markers = side.figures - losses.figures, side.markers + losses.markers
    return replace(side, figures=figures, markers=markers, contact=contact, hurt=losses.hurt)


def fighters_of(now: CurrentUnit) -> Fighters:
    """A listed unit as one side of a close combat."""
    stats = now.stats
    return Fighters(
        training=stats.band,
        **clamp(Fighters, fv=stats.fv + stats.fv_bonus, figures=stats.figures, av=stats.av, cv=stats.cv),
        **clamp(Fighters, markers=now.markers, wounds=stats.wounds, hurt=0 if stats.is_vehicle else now.hurt),
        **clamp(Fighters, attacks=stats.attacks, close_combat=stats.close_combat),
        **(clamp(Fighters, start=now.start) if now.lost else {}),
    )


def charge_of(attackers: CurrentUnit, defenders: CurrentUnit | None) -> Charge:
    """A charge in the open by a listed unit."""
    hiding = defenders is not None and defenders.stance is Stance.HIDING
    return Charge(grenades=attackers.stats.grenades, hiding=hiding)


def sides_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """Both sides of a close combat from two listed units, of which yours attacks."""
    mine, theirs = current(own), current(opposing) if opposing is not None else None
    fields: dict[str, Any] = {
        "attackers": encode(fighters_of(mine)),
        "charge": encode(charge_of(mine, theirs)),
    }
    if theirs is not None:
        fields["defenders"] = encode(fighters_of(theirs))
    return fields


def no_troops(own: Side, opposing: Side | None) -> Unsuited | None:
    """Why a vehicle on either side rules out a fight of troops; ``None`` if there is none."""
    for side in (own, opposing):
        if side is not None and stats_of_side(side).is_vehicle:
            return Unsuited(
                f"{name_of_side(side)} is a vehicle. A fight to the end can only be calculated for troops.",
                "close-combat",
            )
    return None
