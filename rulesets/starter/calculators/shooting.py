"""How many shots hit."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Brief,
    Calculator,
    QuestionError,
    Result,
    SolveContext,
    Step,
    amounts,
    decimal,
    percent,
)
from rulesets.core.declarations.fields import Ask
from rulesets.core.dice import Distribution, mean, successes
from rulesets.core.play.states import Change, Side

from ..tables import FACES, MAX_MODELS
from ..tracks import DONE, LOST, SHOT
from ..units import TroopType


@dataclass(frozen=True, slots=True)
class Shooting:
    """A unit that shoots."""

    troop_type: Annotated[str, Ask("Troop type", entry="troop-type")] = "regulars"
    models: Annotated[int, Ask("Models", min=1, max=MAX_MODELS)] = 5
    dice: Annotated[int, Ask("Dice each", min=1, max=MAX_MODELS)] = 1
    cover: Annotated[bool, Ask("Target in cover")] = False


def hits_of(question: Shooting, context: SolveContext) -> tuple[int, Fraction, Distribution[int]]:
    """The lowest roll that hits, the chance of a die to hit, and the hits of all dice.

    Each die hits on the troop type's skill or more; cover takes one from the roll (ruling S-1).
    """
    troop_type = context.catalogue.spec(TroopType, "troop-type", question.troop_type)
    if troop_type is None:
        raise QuestionError("troop_type", context.catalogue.unknown("troop-type", question.troop_type))
    minimum = troop_type.skill + question.cover
    faces = max(FACES + 1 - minimum, 0)
    if not faces and context.house.on("six_always_hits"):
        faces = 1
    chance = Fraction(faces, FACES)
    return minimum, chance, successes(question.models * question.dice, chance)


def solve(question: Shooting, context: SolveContext) -> Answer:
    """The hits of all dice, with the working."""
    minimum, chance, hits = hits_of(question, context)
    return Answer(
        headline=f"{decimal(mean(hits))} hits on average",
        steps=(Step("", "To hit", f"{minimum}+", percent(chance)),),
        charts=(amounts("Hits", hits),),
        assumed=("target in cover" if question.cover else "target in the open",),
    )


def brief(question: Shooting, context: SolveContext) -> Brief:
    """The hits on average, by which targets are compared."""
    _, _, hits = hits_of(question, context)
    return Brief(f"{decimal(mean(hits), 1)} hits", decimal(mean(hits), 1), (mean(hits),))


def from_units(own: Side, opposing: Side | None) -> dict[str, Any]:
    """The question's fields from a unit of an army."""
    remaining = own.unit.spec.models - own.state.count(LOST)
    return {"troop_type": own.unit.spec.troop_type, "models": max(1, remaining)}


def results(question: Shooting, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """How many models the target lost, after its player has saved what could be saved."""
    shot = (Change(DONE, box=SHOT),)
    if opposing is None:
        return (Result("Has shot", shot),)
    remaining = opposing.unit.spec.models - opposing.state.count(LOST)
    maximum = min(remaining, question.models * question.dice)
    lost = (Result(f"{number} lost", shot, (Change(LOST, number),)) for number in range(1, maximum + 1))
    return (Result("No loss", shot), *lost)


CALCULATOR = Calculator(
    "shooting", "Shooting", "Hits of a unit's volley", Shooting, solve, from_units, results=results, brief=brief
)
