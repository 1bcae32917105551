"""One stand against every kind of stand, in a grid."""

from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from rulesets.core.calculators import Answer, Calculator, SolveContext
from rulesets.core.declarations.fields import Ask
from rulesets.core.play.states import Side
from rulesets.core.tables import Align, Cell, Column, Table, Tone, table

from ..engagement import engage
from ..engagement_state import Combatant, Conditions, Turn
from ..legality import legal_kinds
from ..readings import readings_of
from ..units import Grade, Mode
from .engagement import conditions_assumed, distance_words, idle_notes
from .grid_cells import KEY, LEGEND, count_by_tone, engagement_cell
from .stand_fields import (
    StandFields,
    conditions_data,
    kind_choices,
    not_in_play,
    read_fighter,
    stand_data,
)


@dataclass(frozen=True, slots=True)
class KindsQuestion:
    """Which kinds of stand may this one engage, and how well?"""

    own: Annotated[StandFields, Ask("Your stand", "The stand that engages")] = field(default_factory=StandFields)
    opposing_grade: Annotated[Grade, Ask("Grade of the opposing stands")] = Grade.NORM
    conditions: Annotated[Conditions, Ask("Ground, light and weather")] = field(default_factory=Conditions)


def solve_kinds(question: KindsQuestion, context: SolveContext) -> Answer:
    """One stand against every legal kind of stand."""
    own = read_fighter(question.own, context.catalogue, "own")
    readings = readings_of(context.house)
    turn = Turn()
    rows: dict[tuple[str, str], dict[Mode, Cell]] = {}
    kinds = legal_kinds(context.catalogue)
    for kind in kinds:
        opposing = Combatant(kind, question.opposing_grade)
        verdict = engage(own, opposing, question.conditions, turn, context.house, readings)
        posture = f"{kind.posture.label}{' helicopter' if kind.helicopter else ''}"
        row = rows.setdefault((kind.sub_class, posture), {})
        row[kind.mode] = engagement_cell(verdict, own, opposing)
    cells = [cell for by_mode in rows.values() for cell in by_mode.values()]
    engaged, tally = count_by_tone(cells)
    where = distance_words(question.conditions)
    headline = f"{own.kind.title} may engage {engaged} of {len(cells)} types {where}"
    possible = {kind: by_mode for kind, by_mode in rows.items() if _reason(by_mode) is None}
    return Answer(
        f"{headline}: {tally}." if tally else f"{headline}.",
        tables=(
            *([_engaged(f"{own.kind.title}, {where}", possible)] if possible else []),
            *([_not_engaged(rows)] if len(possible) < len(rows) else []),
        ),
        notes=idle_notes(((own.kind, kind) for kind in kinds), question.conditions, turn, context.house),
        assumed=conditions_assumed(question.conditions),
    )


def _reason(by_mode: dict[Mode, Cell]) -> str | None:
    """Why a kind may not be engaged in any of its modes; ``None`` if it may be in one."""
    if any(cell.tone is not Tone.MUTED for cell in by_mode.values()):
        return None
    return "; ".join(dict.fromkeys(cell.hint for cell in by_mode.values()))


def _engaged(title: str, rows: dict[tuple[str, str], dict[Mode, Cell]]) -> Table:
    """The grid; kinds with equal cells share a row, which names them by sub-class."""
    modes = [mode for mode in Mode if any(mode in by_mode for by_mode in rows.values())]
    none_such = Cell("", Tone.MUTED, "no such stand")
    names: dict[tuple[Cell, ...], dict[str, list[str]]] = {}
    for (sub_class, posture), by_mode in rows.items():
        equal = tuple(by_mode.get(mode, none_such) for mode in modes)
        names.setdefault(equal, {}).setdefault(sub_class, []).append(posture)
    return Table(
        title,
        (Column("Opposing", weight=2), *(Column(mode.label, Align.CENTRE, 2) for mode in modes)),
        tuple(
            (Cell("; ".join(f"{sub_class} {', '.join(postures)}" for sub_class, postures in named.items())), *equal)
            for equal, named in names.items()
        ),
        LEGEND,
        KEY,
    )


def _not_engaged(rows: dict[tuple[str, str], dict[Mode, Cell]]) -> Table:
    """The kinds that may not be engaged; sub-classes with the same postures and the same reason share a row."""
    postures: dict[tuple[str, str], list[str]] = {}
    for (sub_class, posture), by_mode in rows.items():
        reason = _reason(by_mode)
        if reason is not None:
            postures.setdefault((sub_class, reason), []).append(posture)
    sub_classes: dict[tuple[str, str], list[str]] = {}
    for (sub_class, reason), named in postures.items():
        sub_classes.setdefault((", ".join(named), reason), []).append(sub_class)
    listed = [(", ".join(names), named, reason) for (named, reason), names in sub_classes.items()]
    return table("May not engage", "Sub-class | Posture | Why", listed)


def prefill_kinds(own: Side, opposing: Side | None) -> dict[str, Any]:
    """Your stand of a loaded army, the grade of the other, light and weather."""
    data: dict[str, Any] = {"own": stand_data(own)}
    if conditions := conditions_data(own):
        data["conditions"] = conditions
    if opposing is not None:
        data["opposing_grade"] = stand_data(opposing)["grade"]
    return data


CALCULATOR: Final = Calculator(
    "kinds-grid",
    "One stand against all types",
    "The engagement grid of one stand, coloured by the outcome",
    KindsQuestion,
    solve_kinds,
    prefill=prefill_kinds,
    choices=lambda question, catalogue: kind_choices("own", question.own, catalogue),
    unsuited=lambda own, opposing: not_in_play(own, None),
)
