"""A unit with mixed weapons fires at a unit of figures (§22-25); and what all calculators of such fire share."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Annotated, Any, TypeVar

from rulesets.core.calculators import Answer, Brief, Calculator, OneOutcome, Result, SolveContext
from rulesets.core.declarations.fields import Ask
from rulesets.core.play.states import Side
from rulesets.core.texts.words import Sentence

from ..fire.consequences import Consequences, consequences
from ..fire.shooting import (
    SHOOTERS,
    TARGET,
    Target,
    aim_at,
    check_target,
    firing_prefill,
    losses_of,
    no_shot,
    no_volley,
    volley_answer,
)
from ..fire.shots import MAX_INCHES, STEPS, Aim, FireMode, Shooters
from ..losses import losses_in_brief
from ..results import firing_changes, volley_results


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


def _brief(question: Volley, volley: Consequences, context: SolveContext) -> Brief:
    return losses_in_brief(losses_of(volley, question.target, context.house), question.target.figures)


def _results(
    mode: FireMode, question: Volley, volley: Consequences, own: Side, opposing: Side | None, context: SolveContext
) -> tuple[Result, ...]:
    return volley_results(volley, question.target, own, opposing, firing_changes(own, mode), context.house)


_FIGURES = (
    "Figures lost on average, or D-markers (2.8 D) where hardly any figure is lost. "
    "Half of the target’s figures or more is favourable, hardly any loss unfavourable"
)


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

    def outcome(asked: V, context: SolveContext) -> Consequences | Answer:
        check_target(asked.target)
        refusal = refused(asked, context)
        return consequences(asked.shooters, aim(asked, context), context) if refusal is None else refusal

    def answer(asked: V, volley: Consequences, context: SolveContext) -> Answer:
        told = volley_answer(asked.shooters, asked.target, asked.distance, volley, context)
        return replace(told, notes=(*told.notes, *(note(context.house) for note in notes)))

    calculation = OneOutcome(outcome, answer, partial(_results, mode))
    return Calculator(
        slug,
        title,
        summary,
        question,
        calculation.solve,
        prefill,
        unsuited=partial(no_volley, mode=mode),
        results=calculation.results,
        brief=calculation.brief(_brief),
        distance="distance",
        steps=STEPS,
        roll=calculation.roll,
        short_means=_FIGURES,
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
