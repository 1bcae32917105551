"""Engagements in bulk: one stand against every kind, and one army against another."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Annotated, Any, Final

from rulesets.core.asks import Ask
from rulesets.core.calculators import Answer, Calculator, Setting, Side
from rulesets.core.codec import encode
from rulesets.core.force import Force
from rulesets.core.reference import Align, Cell, Column, Table, Tone
from rulesets.core.wording import counted
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.asked import (
    AskedStand,
    CountedStands,
    catalogue_of,
    fighter_asked,
    house_of,
    illegal_choice,
    kind_asked,
    legal_kinds,
    stand_data,
)
from rulesets.systems.mbt2020.composition import grade_of
from rulesets.systems.mbt2020.engagement import (
    Conditions,
    Fighter,
    Gate,
    Turn,
    Verdict,
    engage,
    readings_of,
)
from rulesets.systems.mbt2020.engagement_calculator import THROWS, column_name, idle_notes, prospects
from rulesets.systems.mbt2020.ranges import full_range, inches
from rulesets.systems.mbt2020.stands import Grade, Mode

LEGEND: Final = (
    "M mutual, U unilateral, with the column; then what the owner's win, draw and lose give, own/target for a draw. "
    "Unharmed stands in arc, near their BGHQ, batteries having fired."
)
MOST_ROWS: Final = 60
"""The most kinds of stand a side of an army grid may have."""


@dataclass(frozen=True, slots=True)
class KindsQuestion:
    """What is asked of the grid of all kinds."""

    own: Annotated[AskedStand, Ask("Own stand", "the one that engages")] = field(default_factory=AskedStand)
    opposing_grade: Annotated[Grade, Ask("Grade of the opposing stands")] = Grade.NORM
    conditions: Annotated[Conditions, Ask("Ground, light and weather")] = field(default_factory=Conditions)


@dataclass(frozen=True, slots=True)
class ArmiesQuestion:
    """What is asked of the grid of two armies."""

    own_stands: Annotated[tuple[CountedStands, ...], Ask("Own stands", min=1, max=MOST_ROWS)] = (CountedStands(),)
    opposing_stands: Annotated[tuple[CountedStands, ...], Ask("Opposing stands", min=1, max=MOST_ROWS)] = (
        CountedStands(),
    )
    conditions: Annotated[Conditions, Ask("Ground, light and weather")] = field(default_factory=Conditions)


_NEVER: Final = {
    Gate.KIND: ("–", "may never engage it"),
    Gate.RANGE: ("too far", "out of range"),
    Gate.WEATHER: ("AWC", "not in adverse weather"),
    Gate.SIGHT: ("unseen", "line of sight is blocked"),
}


def _where(conditions: Conditions) -> str:
    return f"at {conditions.away}" if conditions.quarters else f"in {conditions.away}"


def _cell(verdict: Verdict, own: Fighter, opposing: Fighter) -> Cell:
    """One engagement in a cell."""
    if not verdict.allowed:
        text, hint = _NEVER[verdict.closed[0]]
        reach = full_range(own.kind, opposing.kind)
        if verdict.closed[0] is Gate.RANGE and reach is not None:
            hint = f"out of range; at most {inches(reach)} by day"
        return Cell(text, Tone.MUTED, hint)
    win, draw, lose = (throw.result for throw in verdict.throws)
    drawn = "–" if draw == ("-", "-") else f"{draw.own}/{draw.opposing}".replace("-", "–")
    marks = f"{win.opposing} {drawn} {lose.own}".replace(" -", " –")
    kind = "mutual" if verdict.mutual else "unilateral"
    hint = "; ".join(
        f"{word}: target {throw.opposing.label}, own {throw.own.label}"
        for word, throw in zip(THROWS, verdict.throws, strict=True)
    )
    return Cell(
        f"{kind[0].upper()} {tables.shift_text(verdict.shift)}: {marks}",
        prospects(verdict, own.state, opposing.state),
        f"{kind}, {column_name(verdict.shift)}; {hint}",
    )


def _tally(cells: Iterable[tuple[Cell, int]]) -> tuple[int, str]:
    """How many may be engaged, and how well, in words."""
    counts = Counter[Tone]()
    for cell, count in cells:
        counts[cell.tone] += count
    words = ((Tone.GOOD, "to advantage"), (Tone.FAIR, "evenly"), (Tone.BAD, "to disadvantage"))
    told = ", ".join(f"{counts[tone]} {word}" for tone, word in words if counts[tone])
    return sum(counts[tone] for tone, _ in words), told


def solve_kinds(question: KindsQuestion, setting: Setting) -> Answer:
    """One stand against every legal kind of stand."""
    own = fighter_asked(question.own, setting.catalogue, "own")
    readings = readings_of(setting.house)
    turn = Turn()
    rows: dict[tuple[str, str, bool], dict[Mode, Cell]] = {}
    for kind in legal_kinds(setting.catalogue):
        opposing = Fighter(kind, question.opposing_grade)
        verdict = engage(own, opposing, question.conditions, turn, setting.house, readings)
        row = rows.setdefault((kind.sub_class, kind.posture.label, kind.helicopter), {})
        row[kind.mode] = _cell(verdict, own, opposing)
    made = tuple(
        (
            Cell(f"{sub_class} {posture}{' helicopter' if helicopter else ''}"),
            *(by_mode.get(mode, Cell("", Tone.MUTED, "no such stand")) for mode in Mode),
        )
        for (sub_class, posture, helicopter), by_mode in rows.items()
    )
    cells = [cell for by_mode in rows.values() for cell in by_mode.values()]
    engaged, told = _tally((cell, 1) for cell in cells)
    columns = (Column("Opposing stand", weight=2), *(Column(mode.label, Align.CENTRE, 2) for mode in Mode))
    where = _where(question.conditions)
    headline = f"{own.kind.title} may engage {engaged} of {len(cells)} kinds {where}"
    return Answer(
        f"{headline}: {told}." if told else f"{headline}.",
        tables=(Table(f"{own.kind.title}, {where}", columns, made, LEGEND),),
        notes=idle_notes(((own.kind, kind) for kind in legal_kinds(setting.catalogue)), question.conditions, turn),
    )


def _merged(rows: Sequence[CountedStands], setting: Setting, name: str) -> tuple[dict[Fighter, int], list[str]]:
    """Equal kinds added up, and a note for each that is illegal and left out."""
    found: dict[Fighter, int] = {}
    notes = []
    for index, row in enumerate(rows):
        wrong = illegal_choice(row, setting.catalogue)
        if wrong is not None:
            notes.append(f"Left out, {counted(row.count, 'stand')} {row.sub_class}: {wrong[1]}")
            continue
        fighter = Fighter(kind_asked(row, setting.catalogue, f"{name}[{index}]"), row.grade)
        found[fighter] = found.get(fighter, 0) + row.count
    return found, notes


def solve_armies(question: ArmiesQuestion, setting: Setting) -> Answer:
    """Every kind of stand of one army against every kind of another."""
    own, own_notes = _merged(question.own_stands, setting, "own_stands")
    opposing, opposing_notes = _merged(question.opposing_stands, setting, "opposing_stands")
    notes = (*own_notes, *opposing_notes)
    if not own or not opposing:
        return Answer("One of the sides has no legal stand.", Tone.BAD, notes=notes)
    readings = readings_of(setting.house)
    turn = Turn()
    rows = []
    pairings: list[tuple[Cell, int]] = []
    for fighter, count in own.items():
        cells = []
        reached = 0
        for target, targets in opposing.items():
            verdict = engage(fighter, target, question.conditions, turn, setting.house, readings)
            cells.append(_cell(verdict, fighter, target))
            pairings.append((cells[-1], count * targets))
            reached += targets if verdict.allowed else 0
        rows.append((Cell(_title(fighter, count)), *cells, Cell(str(reached))))
    columns = (
        Column("Own stands", weight=2),
        *(Column(_title(target, count), Align.CENTRE, 2) for target, count in opposing.items()),
        Column("May engage", Align.RIGHT),
    )
    engaged, told = _tally(pairings)
    pairs_of_kinds = ((fighter.kind, target.kind) for fighter in own for target in opposing)
    pairs = sum(own.values()) * sum(opposing.values())
    where = _where(question.conditions)
    headline = (
        f"{counted(sum(own.values()), 'stand')} against {sum(opposing.values())} {where}: "
        f"{engaged} of {pairs} pairings may be engaged"
    )
    return Answer(
        f"{headline}, {told}." if told else f"{headline}.",
        tables=(Table(f"Own stands against opposing stands, {where}", columns, tuple(rows), LEGEND),),
        notes=(*notes, *idle_notes(pairs_of_kinds, question.conditions, turn)),
    )


def _title(fighter: Fighter, count: int) -> str:
    return f"{count} × {fighter.kind.title} {fighter.grade.label}"


def prefill_kinds(own: Side, opposing: Side | None) -> dict[str, Any]:
    """The own stand of a loaded army and the grade of the other."""
    data: dict[str, Any] = {"own": stand_data(own)}
    if opposing is not None:
        data["opposing_grade"] = stand_data(opposing)["grade"]
    return data


def _counted(force: Force[Any, Any, Any]) -> list[dict[str, Any]]:
    counts = Counter[CountedStands]()
    catalogue, house = catalogue_of(force), house_of(force)
    for group, unit in force.units():
        stand, grade = unit.spec, grade_of(group, force.spec, catalogue, house)
        counts[CountedStands(stand.sub_class, stand.posture, stand.mode, stand.helicopter, grade)] += 1
    kept = counts.items() if len(counts) <= MOST_ROWS else counts.most_common(MOST_ROWS)
    return [encode(kind) | {"count": count} for kind, count in kept]


def from_forces(own: Force[Any, Any, Any], opposing: Force[Any, Any, Any] | None) -> dict[str, Any]:
    """The stands of two armies, equal kinds counted, of very many the most numerous; none leave the defaults."""
    data = {"own_stands": _counted(own)}
    if opposing is not None:
        data["opposing_stands"] = _counted(opposing)
    return {side: rows for side, rows in data.items() if rows}


KINDS: Final = Calculator(
    "kinds-grid",
    "One stand against all kinds",
    "The engagement grid of one stand, coloured by the outcome",
    KindsQuestion,
    solve_kinds,
    prefill=prefill_kinds,
)

ARMIES: Final = Calculator(
    "armies-grid",
    "Army against army",
    "The engagement grid of two armies, coloured by the outcome",
    ArmiesQuestion,
    solve_armies,
    from_forces=from_forces,
)
