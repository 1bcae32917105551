"""A unit with mixed weapons fires at a unit of figures (§22-25)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from rulesets.core.calculators import Answer, Calculator, Result, Side, SolveContext
from rulesets.core.declarations import Ask
from rulesets.systems.forge_of_war.consequences import consequences
from rulesets.systems.forge_of_war.results import firing_changes, volley_results
from rulesets.systems.forge_of_war.shooting import (
    SHOOTERS,
    TARGET,
    Target,
    aim_at,
    check_target,
    firing_prefill,
    no_shot,
    no_volley,
    volley_answer,
)
from rulesets.systems.forge_of_war.shots import MOST_INCHES, Aim, Shooters


@dataclass(frozen=True, slots=True)
class Shooting:
    """What does this volley do?"""

    distance: Annotated[int, Ask("Distance", unit="″", min=0, max=MOST_INCHES)] = 10
    shooters: Annotated[Shooters, Ask("Shooters")] = SHOOTERS
    target: Annotated[Target, Ask("Target")] = TARGET
    same_cover: Annotated[bool, Ask("Inside one area of cover")] = False


def shoot(question: Shooting, context: SolveContext) -> Answer:
    """The hits of a unit with mixed weapons, and what they do to the target."""
    refusal = no_shot(question.shooters, question.target.engaged)
    if refusal is not None:
        check_target(question.target)
        return refusal
    return volley_answer(question.shooters, question.target, _aim(question, context), context)


def _aim(question: Shooting, context: SolveContext) -> Aim:
    return replace(aim_at(question.target, question.distance, context), same_cover=question.same_cover)


def _results(question: Shooting, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """The losses of the target and the firers' own by backfire; none if there is no shot."""
    if no_shot(question.shooters, question.target.engaged) is not None:
        return ()
    volley = consequences(question.shooters, _aim(question, context), context)
    return volley_results(volley, question.target, own, opposing, firing_changes(own), context.house)


CALCULATOR = Calculator(
    "shooting",
    "Shooting",
    "A unit with mixed weapons fires at a unit: hits, then figures lost and D-markers taken.",
    Shooting,
    shoot,
    firing_prefill,
    unsuited=no_volley,
    results=_results,
)
