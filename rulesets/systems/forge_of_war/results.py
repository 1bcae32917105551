"""The possible results of a question at the table, and the changes that they make on both sides."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from rulesets.core.calculators import Result
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution
from rulesets.core.play.states import Change, Side
from rulesets.core.tables import Tone
from rulesets.core.wording import count_of

from .consequences import Consequences
from .hits import ANY_NUMBER, Body, Losses, marker_limit, take
from .shooting import Target, body_of
from .shots import FireMode
from .tables import Stance
from .tracks import (
    COVERED,
    ENGAGED,
    LOST,
    PROPULSION,
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
    loss_changes,
    marker_changes,
    set_box,
    set_count,
    stand_up,
)
from .units import ForceList
from .vehicle_damage import Fate

MAX_CHOICES = 6
"""The most combinations of lost weapon systems that are offered; with more, only the last one is."""

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
    """A result for each possible loss of the own unit in close combat."""
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
        losses = volley.losses(body_of(target), marker_limit(target.policy, target.split), house)
        hits = loss_results(losses, current(opposing), changes, whose)
    return (
        *hits,
        *backfire_results(volley.backfire, current(own), changes, house),
    )


@dataclass(frozen=True, slots=True)
class _PossibleFate:
    """A fate of a vehicle in words with its changes, its chance, and its place among all from the least harm."""

    words: str
    changes: tuple[Change, ...]
    fate: Fate
    chance: Fraction
    place: int


def _fates(fates: Distribution[Fate], target: CurrentUnit) -> Iterator[_PossibleFate]:
    """Each fate of a vehicle: the least harm first, with the choices of lost systems, which are equally likely."""
    kinds = fates.map(lambda each: each._replace(moderate=0) if not each.destroyed else Fate(0, 0, 0, 0, False, True))
    for place, fate in enumerate(sorted(kinds.outcomes(), key=_harm)):
        choices = list(combinations(target.systems, fate.systems))
        offered = choices if len(choices) <= MAX_CHOICES else choices[-1:]
        for systems in offered:
            changes = _fate_changes(fate, target, tuple(key for key, _ in systems))
            words = _label(_fate_in_words(fate, tuple(name for _, name in systems)))
            yield _PossibleFate(words, changes, fate, kinds.chance(fate) / len(offered), place)


def _harm(fate: Fate) -> tuple[bool, bool, int, int, Fate]:
    return fate.destroyed, fate.immobilised, fate.systems, fate.wounds, fate


def _damaged(fate: Fate) -> bool:
    return fate.destroyed or fate.immobilised or fate.systems > 0


def fate_results(
    fates: Distribution[Fate], target: CurrentUnit, own: tuple[Change, ...], whose: str = ""
) -> Iterator[Result]:
    """A result for each fate of the opposing vehicle; ``whose`` is put before its label."""
    for each in _fates(fates, target):
        tone = Tone.GOOD if _damaged(each.fate) else Tone.FAIR if each.changes else Tone.BAD
        yield Result(whose + each.words, own, each.changes, tone, chance=each.chance, worth=each.place)


def own_fate_results(
    fates: Distribution[Fate], now: CurrentUnit, own: tuple[Change, ...], whose: str = ""
) -> Iterator[Result]:
    """A result for each fate of the own vehicle in close combat."""
    for each in _fates(fates, now):
        tone = Tone.BAD if _damaged(each.fate) else Tone.PLAIN
        opposing = NOT_FIGHTING if each.fate.destroyed else ()
        yield Result(whose + each.words, own + each.changes, opposing, tone, chance=each.chance, worth=-each.place)


def damage_results(
    volley: Consequences,
    fates: Distribution[Fate],
    own: Side,
    opposing: Side | None,
    changes: tuple[Change, ...],
    house: HouseRules,
) -> tuple[Result, ...]:
    """The results of a volley at a vehicle: each fate, and each backfire to add to it."""
    if opposing is None:
        harm: Iterable[Result] = (Result("Has fired", changes),)
    else:
        harm = fate_results(fates, current(opposing), changes)
    return (*harm, *backfire_results(volley.backfire, current(own), changes, house))


def _fate_in_words(fate: Fate, systems: tuple[str, ...]) -> str:
    if fate.destroyed:
        return "destroyed"
    parts = [f"{name} out" for name in systems]
    parts += ["immobilised"] if fate.immobilised else []
    parts += [f"{count_of(fate.wounds, 'wound')} spent"] if fate.wounds else []
    parts += [count_of(fate.markers, "D-marker")] if fate.markers else []
    return ", ".join(parts) or "no effect"


def _fate_changes(fate: Fate, target: CurrentUnit, systems: tuple[str, ...]) -> tuple[Change, ...]:
    if fate.destroyed:
        return set_box(target.state, LOST, LOST)
    out = (*systems, *(PROPULSION,) * fate.immobilised)
    return (
        *(Change(SYSTEMS, box=box) for box in out),
        *set_count(target.state, WOUNDS, target.hurt + fate.wounds),
        *marker_changes(target, target.markers + fate.markers),
    )
