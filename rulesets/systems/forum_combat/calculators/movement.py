"""How far a squad may move (FC-MOV)."""

from dataclasses import dataclass
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, SolveContext, Step
from rulesets.core.declarations.fields import Ask
from rulesets.core.play.states import Side
from rulesets.core.tables import table
from rulesets.core.wording import count_of, phrases

from ..movement import allowance
from ..tracks import SHOT, carried
from ..units import slowest
from .squad_fields import is_broken, nobody_stands, standing_lines


@dataclass(frozen=True, slots=True)
class Move:
    """How far may a squad move?"""

    mov: Annotated[int, Ask("MOV", "Enter the MOV of the slowest unit", unit="tiles", min=0, max=100)] = 6
    shot: Annotated[bool, Ask("Shot this round", "Wasted fire counts too")] = False
    broken: Annotated[bool, Ask("Morale broken")] = False
    downed: Annotated[int, Ask("Downed units carried", min=0, max=80)] = 0


MAX_DOWNED_UNITS = 9
"""The last row of the table by downed units."""


def move(question: Move, context: SolveContext) -> Answer:
    """How far a squad may move."""
    house = context.house
    here = allowance(question.mov, shot=question.shot, broken=question.broken, downed=question.downed, house=house)
    free = allowance(question.mov, shot=question.shot, broken=question.broken, downed=0, house=house)
    steps = [Step("FC-MOV-1", "MOV of the slowest unit", str(question.mov))]
    if question.broken:
        steps.append(Step("FC-MOV-2", "Morale broken", "half, rounded up"))
    if not question.shot:
        steps.append(Step("FC-MOV-3", "Did not shoot", "half as much again, rounded down"))
    if free != question.mov:
        steps.append(Step("FC-MOV-3", "MOV for this move", str(free)))
    if question.downed:
        carried = f"{count_of(question.downed, 'downed unit')} carried"
        steps.append(Step("FC-MOV-4", carried, str(here), "1 less for each, but at least half"))
    notes = () if question.shot else ("It may also Disengage or Charge.",)
    rows: list[tuple[object, ...]] = [
        (
            downed,
            allowance(question.mov, shot=True, broken=question.broken, downed=downed, house=house),
            allowance(question.mov, shot=False, broken=question.broken, downed=downed, house=house),
        )
        for downed in range(MAX_DOWNED_UNITS + 1)
    ]
    return Answer(
        count_of(here, "tile"),
        steps=tuple(steps),
        tables=(table("By downed units carried", "Downed | >Shot | >Did not shoot", rows),),
        notes=notes,
        assumed=phrases(
            "after shooting" if question.shot else "without shooting",
            "morale broken" * question.broken,
            f"{count_of(question.downed, 'downed unit')} carried" * bool(question.downed),
        ),
    )


def _fill_move(own: Side, opposing: Side | None) -> dict[str, Any]:
    filled = {"mov": slowest(standing_lines(own))}
    if own.deployed is not None:
        filled |= {"shot": own.state.count(SHOT) > 0, "broken": is_broken(own), "downed": carried(own)}
    return filled


CALCULATOR = Calculator(
    "movement",
    "Movement",
    "How many tiles a squad may move.",
    Move,
    move,
    _fill_move,
    unsuited=nobody_stands,
    one_sided=True,
)
