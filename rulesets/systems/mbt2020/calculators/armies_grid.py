"""One army against another, in a grid."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from rulesets.core.calculators import Answer, Calculator, SolveContext
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask
from rulesets.core.play.states import AnyDeployed
from rulesets.core.tables import Align, Cell, Column, Table, Tone
from rulesets.core.wording import count_of

from ..catalogue import catalogue_of
from ..engagement import engage
from ..engagement_state import Combatant, Conditions, State, Turn
from ..house_rules import house_of
from ..legality import grade_of
from ..readings import readings_of
from ..tracks import in_play, mode_now, state_now
from ..units import kind_of
from .engagement import conditions_assumed, distance_words, idle_notes
from .grid_cells import KEY, LEGEND, count_by_tone, engagement_cell
from .stand_fields import (
    CountedStands,
    Present,
    conditions_data,
    illegal_choice,
    read_fighter,
)

MAX_ROWS: Final = 60
"""Most kinds of stand on a side of the grid."""


@dataclass(frozen=True, slots=True)
class ArmiesQuestion:
    """Which stands of two armies may engage each other, and how well?"""

    own_stands: Annotated[tuple[CountedStands, ...], Ask("Your stands", min=1, max=MAX_ROWS)] = (CountedStands(),)
    opposing_stands: Annotated[tuple[CountedStands, ...], Ask("Opposing stands", min=1, max=MAX_ROWS)] = (
        CountedStands(),
    )
    conditions: Annotated[Conditions, Ask("Ground, light and weather")] = field(default_factory=Conditions)


def _merge_equal(
    rows: Sequence[CountedStands], context: SolveContext, name: str
) -> tuple[dict[Combatant, int], list[str]]:
    """The numbers of equal stands added up, and a note for each illegal kind that is left out."""
    counts: dict[Combatant, int] = {}
    notes = []
    for index, row in enumerate(rows):
        wrong = illegal_choice(row, context.catalogue)
        if wrong is not None:
            notes.append(f"{count_of(row.count, 'stand')} of {row.sub_class} left out: {wrong[1]}")
            continue
        fighter = read_fighter(row, context.catalogue, f"{name}[{index}]")
        counts[fighter] = counts.get(fighter, 0) + row.count
    return counts, notes


def solve_armies(question: ArmiesQuestion, context: SolveContext) -> Answer:
    """Every kind of stand of one army against every kind of another."""
    own, own_notes = _merge_equal(question.own_stands, context, "own_stands")
    opposing, opposing_notes = _merge_equal(question.opposing_stands, context, "opposing_stands")
    notes = (*own_notes, *opposing_notes)
    if not own or not opposing:
        return Answer("One of the sides has no legal stand.", Tone.BAD, notes=notes)
    readings = readings_of(context.house)
    turn = Turn()
    rows = []
    pairings: list[tuple[Cell, int]] = []
    for fighter, count in own.items():
        cells = []
        total_targets = 0
        for target, targets in opposing.items():
            verdict = engage(fighter, target, question.conditions, turn, context.house, readings)
            cells.append(engagement_cell(verdict, fighter, target))
            pairings.append((cells[-1], count * targets))
            total_targets += targets if verdict.allowed else 0
        rows.append((Cell(_title(fighter, count)), *cells, Cell(str(total_targets))))
    columns = (
        Column("Your stands", weight=2),
        *(Column(_title(target, count), Align.CENTRE, 2) for target, count in opposing.items()),
        Column("May engage", Align.RIGHT),
    )
    possible, tally = count_by_tone(pairings)
    pairs_of_kinds = ((fighter.kind, target.kind) for fighter in own for target in opposing)
    pairs = sum(own.values()) * sum(opposing.values())
    where = distance_words(question.conditions)
    headline = (
        f"{count_of(sum(own.values()), 'stand')} against {sum(opposing.values())} {where}: "
        f"{possible} of {pairs} pairings possible"
    )
    return Answer(
        f"{headline}, {tally}." if tally else f"{headline}.",
        tables=(Table(f"Your stands against opposing stands, {where}", columns, tuple(rows), LEGEND, KEY),),
        notes=(*notes, *idle_notes(pairs_of_kinds, question.conditions, turn, context.house)),
        assumed=conditions_assumed(question.conditions),
    )


def _title(fighter: Combatant, count: int) -> str:
    state = "" if fighter.state is State.OK else f", {fighter.state.label}"
    return f"{count} × {fighter.kind.title} {fighter.grade.label}{state}"


def _count_stands(deployed: AnyDeployed) -> list[dict[str, Any]]:
    counts = Counter[CountedStands]()
    force = deployed.force
    catalogue, house = catalogue_of(force), house_of(force)
    for group, unit in force.units():
        stand, state = unit.spec, deployed.state(group, unit)
        if in_play(state):
            grade, mode = grade_of(group, force.spec, catalogue, house), mode_now(stand, state)
            present = Present(state_now(state, kind_of(stand, catalogue)).value)
            counts[CountedStands(stand.sub_class, stand.posture, mode, stand.helicopter, grade, present)] += 1
    most_common = counts.items() if len(counts) <= MAX_ROWS else counts.most_common(MAX_ROWS)
    return [encode(kind) | {"count": count} for kind, count in most_common]


def from_forces(own: AnyDeployed, opposing: AnyDeployed | None) -> dict[str, Any]:
    """The stands of two armies that are in play, with equal ones counted; of too many kinds the most numerous.

    An army without stands keeps the defaults.
    """
    data: dict[str, Any] = {"own_stands": _count_stands(own), "conditions": conditions_data(own)}
    if opposing is not None:
        data["opposing_stands"] = _count_stands(opposing)
    return {field: value for field, value in data.items() if value}


CALCULATOR: Final = Calculator(
    "armies-grid",
    "Army against army",
    "The engagement grid of two armies, coloured by the outcome",
    ArmiesQuestion,
    solve_armies,
    from_forces=from_forces,
    begins_with_armies=True,
)
