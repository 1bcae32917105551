"""Deaths among the downed at the end of a combat (FC-END)."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Final

from rulesets.core.calculators import Answer, Calculator, SolveContext, Step, amounts, decimal, percent
from rulesets.core.declarations.fields import Ask
from rulesets.core.dice import mean
from rulesets.core.play.states import AnyDeployed, Side
from rulesets.core.tables import Tone
from rulesets.core.wording import phrases, together

from .. import tables
from ..morale import at_risk, deaths
from ..tracks import downed_units, strength_of
from .squad_fields import FOR_EACH

WIPED_OUT_STILL_ROLL: Final = "Victory does not save the downed of squads that are wiped out."


@dataclass(frozen=True, slots=True)
class Aftermath:
    """How many of the downed will die?"""

    abandoned: Annotated[int, Ask("Abandoned in the field", "Downed units that nobody carries", min=0, max=200)] = 2
    wiped: Annotated[
        int, Ask("Downed in wiped-out squads", "Downed units of squads with nobody standing", min=0, max=200)
    ] = 3
    kept: Annotated[int, Ask("Downed in squads that still stand", min=0, max=200)] = 0
    killed: Annotated[int, Ask("Killed outright", min=0, max=200)] = 0
    won: Annotated[bool, Ask("The players have won")] = False


def tally(question: Aftermath, context: SolveContext) -> Answer:
    """The exact chances of deaths among the downed."""
    risk = at_risk(question.abandoned, question.wiped, question.won, context.house)
    odds = deaths(risk)
    notes = (WIPED_OUT_STILL_ROLL,) if question.won and risk > question.abandoned else ()
    return Answer(
        f"{decimal(mean(odds), 1)} of {risk} die on average ({percent(odds.chance(0))} chance that all live)",
        Tone.PLAIN if not risk else Tone.FAIR,
        tuple(_steps(question, risk, mean(odds))),
        (amounts("Deaths", odds, lambda count: Tone.BAD if count else Tone.GOOD),),
        notes=notes,
        assumed=(
            f"{question.abandoned} abandoned",
            f"{question.wiped} in wiped-out squads",
            f"{question.kept} in squads that still stand",
            "the players have won" if question.won else "the players have not won",
        ),
    )


def _steps(question: Aftermath, risk: int, expected: Fraction) -> Iterator[Step]:
    """Who is safe, who rolls, and how many of them will die."""
    wiped_at_risk = risk - question.abandoned
    saved = question.wiped - wiped_at_risk
    if safe := question.kept + saved:
        why = phrases(
            f"{question.kept} in squads that still stand" * bool(question.kept),
            f"{saved} saved by the victory" * bool(saved),
        )
        yield Step("FC-END-1", "Safe without a roll", str(safe), together(why))
    who = phrases(
        f"{question.abandoned} abandoned" * bool(question.abandoned),
        f"{wiped_at_risk} in wiped-out squads" * bool(wiped_at_risk),
    )
    why_roll = f"{together(who)}: {FOR_EACH}, and 1 or {tables.DEATH} means death" if risk else "nobody is at risk"
    yield Step("FC-END-2", "Roll for their lives", str(risk), why_roll)
    dies = f"each has a {percent(Fraction(tables.DEATH, tables.FACES))} chance to die"
    yield Step("FC-END-2", "Expected deaths among them", decimal(expected), dies if risk else "")
    if question.killed:
        killed = f"with {question.killed} killed outright"
        yield Step("FC-END-3", "Expected dead in all", decimal(expected + question.killed), killed)


def _from_forces(own: AnyDeployed, opposing: AnyDeployed | None) -> dict[str, Any]:
    """The downed and killed of a force in its game so far; empty if there are none."""
    counts: Counter[str] = Counter()
    for group in own.force.groups:
        if not group.units:
            continue
        side = Side(own.force, group, group.units[0], own)
        strength = strength_of(side)
        downed = downed_units(side)
        counts["killed"] += strength.start - strength.living
        counts["abandoned"] += downed.abandoned
        counts["kept" if strength.standing else "wiped"] += downed.kept
    return {name: counts[name] for name in ("abandoned", "wiped", "kept", "killed")} if counts.total() else {}


CALCULATOR = Calculator(
    "aftermath",
    "After the combat",
    "How many downed units die.",
    Aftermath,
    tally,
    from_forces=_from_forces,
    one_sided=True,
)
