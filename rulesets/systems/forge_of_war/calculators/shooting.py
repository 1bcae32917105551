"""A unit with mixed weapons fires at a unit of figures (§22-25); and what all calculators of such fire share."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, TypeVar

from rulesets.core.calculators import Answer, Brief, Calculator, Result, SolveContext
from rulesets.core.declarations.fields import Ask
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import Side
from rulesets.core.texts.words import Sentence

from ..consequences import Consequences, consequences
from ..hits import marker_limit
from ..losses import losses_in_brief
from ..results import firing_changes, volley_results
from ..rolling import rolled_volley
from ..shooting import (
    SHOOTERS,
    TARGET,
    Target,
    aim_at,
    body_of,
    check_target,
    firing_prefill,
    no_shot,
    no_volley,
    volley_answer,
)
from ..shots import MAX_INCHES, STEPS, Aim, FireMode, Shooters


@dataclass(frozen=True, slots=True)
class Volley:
    """A unit fires at a unit of figures."""

    distance: Annotated[int, Ask("Distance", unit="″", min=0, max=MAX_INCHES)] = 10
    shooters: Annotated[Shooters, Ask("Shooters")] = SHOOTERS
    target: Annotated[Target, Ask("Target")] = TARGET


V = TypeVar("V", bound=Volley)


def aim_of(question: Volley, context: SolveContext, mode: FireMode = FireMode.NORMAL) -> Aim:
    """The target as the aim of the volley in question."""
    return aim_at(question.target, question.distance, context, mode)


def firing_calculator(
    slug: str,
    title: str,
    summary: str,
    question: type[V],
    aim: Callable[[V, SolveContext], Aim],
    refused: Callable[[V, SolveContext], Answer | None],
    notes: tuple[Sentence, ...] = (),
    prefill: Callable[[Side, Side | None], dict[str, Any]] = firing_prefill,
    mode: FireMode = FireMode.NORMAL,
) -> Calculator[V]:
    """A calculator of fire at figures; ``refused`` is the answer when there is none, ``notes`` stand under others."""

    def solve(asked: V, context: SolveContext) -> Answer:
        check_target(asked.target)
        refusal = refused(asked, context)
        if refusal is not None:
            return refusal
        answer = volley_answer(asked.shooters, asked.target, aim(asked, context), context)
        return replace(answer, notes=(*answer.notes, *(note(context.house) for note in notes)))

    def results(asked: V, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
        if refused(asked, context) is not None:
            return ()
        return of_volley(consequences(asked.shooters, aim(asked, context), context), asked, own, opposing, context)

    def of_volley(
        volley: Consequences, asked: V, own: Side, opposing: Side | None, context: SolveContext
    ) -> tuple[Result, ...]:
        return volley_results(volley, asked.target, own, opposing, firing_changes(own, mode), context.house)

    def roll(asked: V, own: Side, opposing: Side | None, context: SolveContext, roller: Roller) -> tuple[Result, ...]:
        volley = consequences(asked.shooters, aim(asked, context), context)
        return of_volley(rolled_volley(volley, roller, context.house), asked, own, opposing, context)

    def brief(asked: V, context: SolveContext) -> Brief:
        refusal = refused(asked, context)
        if refusal is not None:
            return Brief(refusal.headline, "no", refused=True)
        target = asked.target
        volley = consequences(asked.shooters, aim(asked, context), context)
        losses = volley.losses(body_of(target), marker_limit(target.policy, target.split), context.house)
        return losses_in_brief(losses, target.figures)

    return Calculator(
        slug,
        title,
        summary,
        question,
        solve,
        prefill,
        unsuited=partial(no_volley, mode=mode),
        results=results,
        brief=brief,
        distance="distance",
        steps=STEPS,
        roll=roll,
    )


@dataclass(frozen=True, slots=True)
class Shooting(Volley):
    """What does this volley do?"""

    same_cover: Annotated[bool, Ask("Inside one area of cover")] = False


CALCULATOR = firing_calculator(
    "shooting",
    "Shooting",
    "A unit with mixed weapons fires at a unit: hits, then figures lost and D-markers taken.",
    Shooting,
    lambda question, context: replace(aim_of(question, context), same_cover=question.same_cover),
    lambda question, context: no_shot(question.shooters, question.target.engaged),
)
