"""A game whose calculator has everything that a question and an answer may have; see the fixture `ducks`."""

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated

from rulesets.core.calculators import (
    Answer,
    Calculator,
    Chart,
    Outcome,
    QuestionError,
    SideBySide,
    SolveContext,
    Step,
    amounts,
)
from rulesets.core.declarations.fields import Ask
from rulesets.core.dice import successes
from rulesets.core.forces.rules import PlayRule
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Cell, Tone, table


@dataclass(frozen=True, slots=True)
class Duck:
    weight: Annotated[int, Ask("Weight", min=1, max=9)] = 1


@dataclass(frozen=True, slots=True)
class Pond:
    ducks: Annotated[tuple[Duck, ...], Ask("Ducks", max=4)] = (Duck(),)
    depth: Annotated[int, Ask("Depth", min=0, max=100)] = 10
    frozen: Annotated[bool, Ask("Frozen")] = True
    closest: Annotated[bool, Ask("Closest", "Named like a method of forms")] = False


def float_(pond: Pond, context: SolveContext) -> Answer:
    for index, duck in enumerate(pond.ducks):
        if duck.weight == 9:
            raise QuestionError(f"ducks[{index}].weight", "No duck is so fat; 8 is the most.")
    if not pond.ducks:
        raise QuestionError("ducks", "A pond needs a duck.")
    if pond.depth == 0:
        raise QuestionError("", "A dry pond is not a pond.")
    wet = context.house.choice("wet_stones")
    return Answer(
        f"{len(pond.ducks)} float <b>&</b>",
        tone=Tone.GOOD,
        steps=(
            Step("PEB-2", "Ducks", str(len(pond.ducks)), "as asked", Tone.GOOD),
            Step("P-2", "Pond", "a lake"),
            Step("§ 3", "Wet", wet, tone=Tone.BAD),
            Step("DUCK-1", "Wings", "folded"),
        ),
        charts=(
            Chart("Mood", tuple(Outcome(tone.value, Fraction(1, 6), tone) for tone in Tone)),
            amounts("Quacks", successes(pond.depth, Fraction(1, 2))),
        ),
        tables=(table("Sizes", "Duck | ^Size | >Weight", [("Big", Cell("5", Tone.GOOD, "a <hint>"), 8)], "By eye."),),
        notes=("Feed them.",),
        compared=tuple(
            SideBySide(
                f"Ponds {number}",
                tuple(
                    Chart(name, (Outcome("Duck", Fraction(1, 3), Tone.GOOD), Outcome("No duck", Fraction(2, 3))))
                    for name in ("This", "That")
                ),
            )
            for number in (1, 2, 3)
        ),
    )


CALCULATOR = Calculator("floating", "Floating", "Which ducks float", Pond, float_)


def with_ducks(game: AnyRuleset) -> AnyRuleset:
    """The game by another name, with one calculator more, and a rule of play."""
    return replace(
        game,
        slug="ducks",
        forms={"Pond": {"folded": ["frozen", "closest"]}},
        title="Ducks",
        calculators=(CALCULATOR, *game.calculators),
        play_rules=(PlayRule("DUCK-1", "Wings", "A duck that floats does not fly."),),
    )
