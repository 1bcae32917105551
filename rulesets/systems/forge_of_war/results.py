"""The possible results of a question at the table, and the changes that they make on both sides."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import NamedTuple

from rulesets.core.calculators import Result
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution
from rulesets.core.play.states import Change, Side
from rulesets.core.tables import Tone
from rulesets.core.wording import count_of

from .fire.consequences import Consequences
from .fire.shooting import Target, losses_of
from .fire.shots import FireMode
from .hits import ANY_NUMBER, Body, Losses, take
from .tables import Stance
from .tracks import (
    COVERED,
    DAMAGE,
    ENGAGED,
    LOST,
    REACTED,
    SITUATION,
    SLAUGHTER,
    SYSTEMS,
    TURN,
    WITHDRAWING,
    WOUNDS,
    CurrentUnit,
    attempt_changes,
    current,
    end_orders,
    given_up,
    loss_changes,
    marker_changes,
    set_box,
    set_count,
    stand_up,
)
from .units import ForceList
from .vehicles.damage import Fate
from .vehicles.volleys import VehicleVolley

SLAUGHTER_TICK = (Change(SLAUGHTER, box=SLAUGHTER),)
FIGHTING = (Change(SITUATION, box=ENGAGED),)
NOT_FIGHTING = (Change(SITUATION, box=ENGAGED, on=False),)
WITHDRAWS = (Change(SITUATION, box=WITHDRAWING),)


def firing_changes(side: Side, mode: FireMode = FireMode.NORMAL) -> tuple[Change, ...]:
    """The changes to the firers: they have used their attempt, or their covering or reaction fire of this turn."""
    settings: ForceList = side.force.spec
    now = current(side)
    if mode is FireMode.COVERING:
        return (*(Change(TURN, box=COVERED),) * settings.covering_fire, *end_orders(now))
    if mode is FireMode.REACTION:
        return (Change(TURN, box=REACTED),) * settings.reaction_tests
    return attempt_changes(now) + (stand_up(now) if now.stance is Stance.HIDING else ())


def _losses_in_words(now: CurrentUnit, losses: Losses) -> str:
    """Losses in short: ``2 figures lost, 1 D-marker``."""
    remaining = now.stats.figures - losses.figures
    parts = [f"{count_of(losses.figures, 'figure')} lost"] if losses.figures else []
    if losses.figures and not remaining:
        parts = ["the last figure lost" if losses.figures == 1 else f"the last {losses.figures} figures lost"]
    if remaining and losses.hurt != now.hurt:
        parts.append(f"a figure with {count_of(losses.hurt, 'wound')}")
    if losses.markers:
        parts.append(count_of(losses.markers, "D-marker"))
    return ", ".join(parts) or "no effect"


def _label(words: str) -> str:
    return words[0].upper() + words[1:]


def _distinct(distribution: Distribution[Losses]) -> list[tuple[Losses, Fraction]]:
    """The different losses with their chances, in ascending order."""
    distinct = distribution.map(lambda each: (each.figures, each.hurt, each.markers))
    return [(Losses(figures, markers, 0, hurt), chance) for (figures, hurt, markers), chance in distinct.sorted_items()]


def loss_results(
    distribution: Distribution[Losses], target: CurrentUnit, own: tuple[Change, ...], whose: str = ""
) -> Iterator[Result]:
    """A result for each possible loss of the opposing unit; ``whose`` is put before its label."""
    for place, (losses, chance) in enumerate(_distinct(distribution)):
        wiped_out = losses.figures >= target.stats.figures
        tone = Tone.GOOD if wiped_out else Tone.PLAIN if losses.figures or losses.markers or losses.hurt else Tone.BAD
        yield Result(
            f"{whose}{_label(_losses_in_words(target, losses))}",
            own + SLAUGHTER_TICK * wiped_out,
            loss_changes(target, losses),
            tone,
            chance=chance,
            worth=place,
        )


def own_loss_results(
    distribution: Distribution[Losses], now: CurrentUnit, own: tuple[Change, ...], whose: str = ""
) -> Iterator[Result]:
    """A result for each possible loss of your unit in close combat."""
    for place, (losses, chance) in enumerate(_distinct(distribution)):
        wiped_out = losses.figures >= now.stats.figures
        tone = Tone.BAD if losses.figures else Tone.PLAIN
        opposing = (*SLAUGHTER_TICK, *NOT_FIGHTING) if wiped_out else ()
        label, changes = f"{whose}{_label(_losses_in_words(now, losses))}", own + loss_changes(now, losses)
        yield Result(label, changes, opposing, tone, chance=chance, worth=-place)


def losses_from_hits(now: CurrentUnit, hits: int, house: HouseRules) -> Losses:
    """The losses of a unit of figures that takes D-markers first."""
    figures, wounds = now.stats.figures, max(1, now.stats.wounds)
    return take(Body(figures, figures, now.markers, now.stats.cap, wounds, now.hurt), hits, ANY_NUMBER, house)


def if_likely(result: Result, chance: Fraction, worth: int = 0) -> Result:
    """A result that only comes about with a chance, ``worth`` more than without."""
    exact = None if result.chance is None else result.chance * chance
    return replace(result, chance=exact, worth=result.worth + worth)


def backfire_results(
    backfire: Distribution[int], now: CurrentUnit, own: tuple[Change, ...], house: HouseRules
) -> Iterator[Result]:
    """A result for each number of backfire hits on the firers, taken as D-markers first."""
    if now.stats.is_vehicle:
        return
    for hits, chance in backfire.sorted_items():
        if not hits:
            continue
        losses = losses_from_hits(now, hits, house)
        label = f"Backfire, {count_of(hits, 'hit')}: {_losses_in_words(now, losses)}"
        changes = own + loss_changes(now, losses)
        yield Result(label, changes, tone=Tone.BAD, part="backfire", chance=chance, worth=-hits)


def volley_results(
    volley: Consequences,
    target: Target,
    own: Side,
    opposing: Side | None,
    changes: tuple[Change, ...],
    house: HouseRules,
    whose: str = "",
) -> tuple[Result, ...]:
    """The results of a volley at figures: each loss, and each backfire to add to it."""
    if opposing is None:
        hits: Iterable[Result] = (Result("Has fired", changes),)
    else:
        hits = loss_results(losses_of(volley, target, house), current(opposing), changes, whose)
    return (
        *hits,
        *backfire_results(volley.backfire, current(own), changes, house),
    )


class _Damage(NamedTuple):
    """What a vehicle suffers before its player chooses what is lost, the least harm first.

    ``saves`` are wounds spent on results that would destroy it.
    """

    destroyed: bool
    moderate: int
    saves: int
    markers: int


def _damage_of(fate: Fate) -> _Damage:
    if fate.destroyed:
        return _Damage(True, 0, 0, 0)
    cancelled = fate.moderate - fate.systems - fate.immobilised
    return _Damage(False, fate.moderate, max(0, fate.wounds - cancelled), fate.markers)


@dataclass(frozen=True, slots=True)
class _PossibleDamage:
    """Damage to a vehicle in words with its changes, its chance, and its place among all from the least harm."""

    words: str
    changes: tuple[Change, ...]
    damage: _Damage
    chance: Fraction
    place: int

    @property
    def damages(self) -> bool:
        """Whether it does more than spend wounds and add D-markers."""
        return self.damage.destroyed or self.damage.moderate > 0


def _damages(fates: Distribution[Fate], target: CurrentUnit, house: HouseRules) -> Iterator[_PossibleDamage]:
    """What a vehicle may suffer; which systems moderate damage puts out is left to its player (§38)."""
    kinds = fates.map(_damage_of)
    for place, damage in enumerate(sorted(kinds.outcomes())):
        words, changes = _damage_in_words(damage), _damage_changes(damage, target, house)
        yield _PossibleDamage(_label(words), changes, damage, kinds.chance(damage), place)


def fate_results(
    fates: Distribution[Fate], target: CurrentUnit, own: tuple[Change, ...], house: HouseRules, whose: str = ""
) -> Iterator[Result]:
    """A result for each damage to the opposing vehicle; ``whose`` is put before its label."""
    for each in _damages(fates, target, house):
        tone = Tone.GOOD if each.damages else Tone.FAIR if each.changes else Tone.BAD
        yield Result(whose + each.words, own, each.changes, tone, chance=each.chance, worth=each.place)


def own_fate_results(
    fates: Distribution[Fate], now: CurrentUnit, own: tuple[Change, ...], house: HouseRules, whose: str = ""
) -> Iterator[Result]:
    """A result for each damage to your vehicle in close combat."""
    for each in _damages(fates, now, house):
        tone = Tone.BAD if each.damages else Tone.PLAIN
        opposing = NOT_FIGHTING if each.damage.destroyed else ()
        yield Result(whose + each.words, own + each.changes, opposing, tone, chance=each.chance, worth=-each.place)


def damage_results(
    volley: VehicleVolley,
    own: Side,
    opposing: Side | None,
    changes: tuple[Change, ...],
    house: HouseRules,
) -> tuple[Result, ...]:
    """The results of a volley at a vehicle: each fate, and each backfire to add to it."""
    if opposing is None:
        harm: Iterable[Result] = (Result("Has fired", changes),)
    else:
        harm = fate_results(volley.fates, current(opposing), changes, house)
    return (*harm, *backfire_results(volley.backfire, current(own), changes, house))


def _damage_in_words(damage: _Damage) -> str:
    if damage.destroyed:
        return "destroyed"
    times = f" ×{damage.moderate}" if damage.moderate > 1 else ""
    parts = [f"moderate damage{times}"] if damage.moderate else []
    parts += [f"{count_of(damage.saves, 'wound')} spent"] if damage.saves else []
    parts += [count_of(damage.markers, "D-marker")] if damage.markers else []
    return ", ".join(parts) or "no effect"


def _damage_changes(damage: _Damage, target: CurrentUnit, house: HouseRules) -> tuple[Change, ...]:
    """The changes to a vehicle; where its player has nothing to choose from, all that it has left is lost (§38)."""
    if damage.destroyed:
        return set_box(target.state, LOST, LOST)
    everything = given_up(target, house)
    open_results = target.to_choose + damage.moderate
    wounds = target.hurt + damage.saves
    boxes: tuple[Change, ...] = ()
    if damage.moderate and open_results >= len(everything) - damage.saves:
        boxes = tuple(each for each in everything if each.track == SYSTEMS)
        wounds, open_results = target.hurt + sum(each.track == WOUNDS for each in everything), 0
    return (
        *boxes,
        *set_count(target.state, DAMAGE, open_results),
        *set_count(target.state, WOUNDS, wounds),
        *marker_changes(target, target.markers + damage.markers),
    )
