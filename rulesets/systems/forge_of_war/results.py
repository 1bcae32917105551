"""What may have happened at the table once a question was played, and what it changes on both sides."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from rulesets.core.calculators import Result, Side
from rulesets.core.dice import Distribution
from rulesets.core.house_rules import HouseRules
from rulesets.core.play_state import Change
from rulesets.core.tables import Tone
from rulesets.core.wording import counted
from rulesets.systems.forge_of_war.consequences import Consequences
from rulesets.systems.forge_of_war.hits import ANY_NUMBER, Body, Taken, markers_chosen, take
from rulesets.systems.forge_of_war.shooting import Target, body_of
from rulesets.systems.forge_of_war.shots import FireMode
from rulesets.systems.forge_of_war.tables import Stance
from rulesets.systems.forge_of_war.tracks import (
    COVERED,
    ENGAGED,
    LOST,
    PROPULSION,
    REACTED,
    SITUATION,
    SLAUGHTER,
    SYSTEMS,
    TURN,
    WOUNDS,
    CurrentUnit,
    attempt_made,
    boxed,
    counted_to,
    current,
    losses_taken,
    markers_changed,
    orders_ended,
    stood_up,
)
from rulesets.systems.forge_of_war.units import ForceList
from rulesets.systems.forge_of_war.vehicle_damage import Fate

MOST_CHOICES = 6
"""Ways to choose the weapon systems that go out which are all offered; of more only the last one is."""

SLAUGHTERED = (Change(SLAUGHTER, box=SLAUGHTER),)
FIGHTING = (Change(SITUATION, box=ENGAGED),)
NOT_FIGHTING = (Change(SITUATION, box=ENGAGED, on=False),)


def shot_made(side: Side, mode: FireMode = FireMode.NORMAL) -> tuple[Change, ...]:
    """What firing changes of those who fire: it was their attempt, or their covering or reaction fire of this turn."""
    played: ForceList = side.force.spec
    now = current(side)
    if mode is FireMode.COVERING:
        return (*(Change(TURN, box=COVERED),) * played.covering_fire, *orders_ended(now))
    if mode is FireMode.REACTION:
        return (Change(TURN, box=REACTED),) * played.reaction_tests
    return attempt_made(now) + (stood_up(now) if now.stance is Stance.HIDING else ())


def _losses_in_words(now: CurrentUnit, taken: Taken) -> str:
    """Losses in short: ``2 figures lost, 1 D-marker``."""
    left = now.stats.figures - taken.figures
    parts = [f"{counted(taken.figures, 'figure')} lost"] if taken.figures else []
    if taken.figures and not left:
        parts = ["the last figure lost" if taken.figures == 1 else f"the last {taken.figures} figures lost"]
    if left and taken.hurt != now.hurt:
        parts.append(f"a figure with {counted(taken.hurt, 'wound')}")
    if taken.markers:
        parts.append(counted(taken.markers, "D-marker"))
    return ", ".join(parts) or "no effect"


def _label(words: str) -> str:
    return words[0].upper() + words[1:]


def _distinct(losses: Distribution[Taken]) -> list[Taken]:
    """Losses that differ, in rising order."""
    found = {(each.figures, each.hurt, each.markers) for each in losses.outcomes()}
    return [Taken(figures, markers, 0, hurt) for figures, hurt, markers in sorted(found)]


def loss_results(
    losses: Distribution[Taken], target: CurrentUnit, own: tuple[Change, ...], whose: str = ""
) -> Iterator[Result]:
    """A result for each loss of the opposing unit that is possible; ``whose`` stands before its label."""
    for taken in _distinct(losses):
        wiped = taken.figures >= target.stats.figures
        tone = Tone.GOOD if wiped else Tone.PLAIN if taken.figures or taken.markers or taken.hurt else Tone.BAD
        yield Result(
            f"{whose}{_label(_losses_in_words(target, taken))}",
            own + SLAUGHTERED * wiped,
            losses_taken(target, taken),
            tone,
        )


def own_loss_results(
    losses: Distribution[Taken], now: CurrentUnit, own: tuple[Change, ...], whose: str = ""
) -> Iterator[Result]:
    """A result for each loss of the own unit in close combat that is possible."""
    for taken in _distinct(losses):
        wiped = taken.figures >= now.stats.figures
        tone = Tone.BAD if taken.figures else Tone.PLAIN
        opposing = (*SLAUGHTERED, *NOT_FIGHTING) if wiped else ()
        yield Result(f"{whose}{_label(_losses_in_words(now, taken))}", own + losses_taken(now, taken), opposing, tone)


def hits_taken(now: CurrentUnit, hits: int, house: HouseRules) -> Taken:
    """What hits do to a unit of figures that takes D-markers first."""
    figures, wounds = now.stats.figures, max(1, now.stats.wounds)
    return take(Body(figures, figures, now.markers, now.stats.cap, wounds, now.hurt), hits, ANY_NUMBER, house)


def backfire_results(
    backfire: Distribution[int], now: CurrentUnit, own: tuple[Change, ...], house: HouseRules
) -> Iterator[Result]:
    """A result for each number of hits of the own weapons on those who fire, taken as D-markers first."""
    if now.stats.is_vehicle:
        return
    for hits in sorted(backfire.outcomes() - {0}):
        taken = hits_taken(now, hits, house)
        label = f"Backfire, {counted(hits, 'hit')}: {_losses_in_words(now, taken)}"
        yield Result(label, own + losses_taken(now, taken), tone=Tone.BAD, part="backfire")


def volley_results(
    done: Consequences,
    target: Target,
    own: Side,
    opposing: Side | None,
    made: tuple[Change, ...],
    house: HouseRules,
    whose: str = "",
) -> tuple[Result, ...]:
    """The results of a volley at figures: each loss, and each backfire, to be added to it."""
    if opposing is None:
        hits: Iterable[Result] = (Result("Has fired", made),)
    else:
        losses = done.losses(body_of(target), markers_chosen(target.policy, target.split), house)
        hits = loss_results(losses, current(opposing), made, whose)
    return (
        *hits,
        *backfire_results(done.backfire, current(own), made, house),
    )


def fate_results(
    fates: Iterable[Fate], target: CurrentUnit, own: tuple[Change, ...], whose: str = ""
) -> Iterator[Result]:
    """A result for each fate of a vehicle, the least harm first, with the owner's choices of systems that go out."""
    kinds = {each._replace(moderate=0) if not each.destroyed else Fate(0, 0, 0, 0, False, True) for each in fates}
    for fate in sorted(kinds, key=lambda each: (each.destroyed, each.immobilised, each.systems, each.wounds, each)):
        choices = list(combinations(target.systems, fate.systems))
        for systems in choices if len(choices) <= MOST_CHOICES else choices[-1:]:
            changes = _fate_changes(fate, target, tuple(key for key, _ in systems))
            harmed = fate.destroyed or fate.immobilised or systems
            tone = Tone.GOOD if harmed else Tone.FAIR if changes else Tone.BAD
            yield Result(whose + _label(_fate_in_words(fate, tuple(name for _, name in systems))), own, changes, tone)


def _fate_in_words(fate: Fate, systems: tuple[str, ...]) -> str:
    if fate.destroyed:
        return "destroyed"
    parts = [f"{name} out" for name in systems]
    parts += ["immobilised"] if fate.immobilised else []
    parts += [f"{counted(fate.wounds, 'wound')} spent"] if fate.wounds else []
    parts += [counted(fate.markers, "D-marker")] if fate.markers else []
    return ", ".join(parts) or "no effect"


def _fate_changes(fate: Fate, target: CurrentUnit, systems: tuple[str, ...]) -> tuple[Change, ...]:
    if fate.destroyed:
        return boxed(target.state, LOST, LOST)
    out = (*systems, *(PROPULSION,) * fate.immobilised)
    return (
        *(Change(SYSTEMS, box=box) for box in out),
        *counted_to(target.state, WOUNDS, target.hurt + fate.wounds),
        *markers_changed(target, target.markers + fate.markers),
    )
