"""Answers, findings, cards and sections of a quick reference as plain data, ready for JSON.

Every chance is an exact fraction next to its decimal value.
"""

from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

from rulesets.core.battlefields import Battlefield
from rulesets.core.calculators import Answer, Chart
from rulesets.core.cards import Card, UnitRow
from rulesets.core.declarations.codec import encode
from rulesets.core.engagements import PossibleResult
from rulesets.core.forces.findings import Finding
from rulesets.core.plans import Plan
from rulesets.core.play.trackers import UnitState
from rulesets.core.reference import Line, Section
from rulesets.core.tables import Stat, Table


@dataclass(frozen=True, slots=True)
class Number:
    """An exact fraction beside its decimal."""

    fraction: str
    decimal: float


@dataclass(frozen=True, slots=True)
class OutcomeShape:
    """Something that can happen, with its chance."""

    label: str
    chance: Number
    tone: str


@dataclass(frozen=True, slots=True)
class ChartShape:
    """Outcomes that exclude each other and together are certain; ``mean`` where they are amounts."""

    title: str
    numeric: bool
    mean: Number | None
    outcomes: list[OutcomeShape]


@dataclass(frozen=True, slots=True)
class SideBySideShape:
    """Charts to compare."""

    title: str
    charts: list[ChartShape]


@dataclass(frozen=True, slots=True)
class TableShape:
    """Rows of texts under their headings."""

    title: str
    columns: list[str]
    rows: list[list[str]]
    note: str


@dataclass(frozen=True, slots=True)
class StepShape:
    """One line of the working, and the rule that it follows (empty for none)."""

    rule: str
    label: str
    value: str
    reason: str
    tone: str


@dataclass(frozen=True, slots=True)
class RulingShape:
    """A reading that the answer depends on."""

    id: str
    switch: str
    reading: str
    text: str
    default: bool


@dataclass(frozen=True, slots=True)
class AnswerShape:
    """What a calculator says: the headline, its working, the chances as exact fractions, and the rulings behind it."""

    headline: str
    assumed: list[str]
    tone: str
    steps: list[StepShape]
    compared: list[SideBySideShape]
    charts: list[ChartShape]
    tables: list[TableShape]
    notes: list[str]
    rulings: list[RulingShape]


@dataclass(frozen=True, slots=True)
class Where:
    """A place in an army: the ids of group and unit and the name of a field; empty parts mean the whole."""

    group: str
    unit: str
    field: str


@dataclass(frozen=True, slots=True)
class FindingShape:
    """One breach of one rule at one place: an ``error`` makes the army illegal, a ``warning`` or ``note`` does not."""

    rule: str
    severity: str
    place: Where
    message: str


@dataclass(frozen=True, slots=True)
class CheckShape:
    """Whether an army is legal, and what is to be said of it."""

    legal: bool
    problems: list[FindingShape]


@dataclass(frozen=True, slots=True)
class CalculatorShape:
    """A calculator by its slug."""

    game: str
    calculator: str
    title: str
    summary: str


@dataclass(frozen=True, slots=True)
class HouseRule:
    """A ruling of which a table may choose the reading: its readings by key, and the default's key."""

    switch: str
    question: str
    readings: dict[str, str]
    default: str


@dataclass(frozen=True, slots=True)
class RuleShape:
    """A rule with its ``place`` in the rulebook; only those that an army can break have a ``severity``."""

    rule: str
    place: str
    severity: str
    sentence: str


@dataclass(frozen=True, slots=True)
class ResultShape:
    """A result as the table offers it: its ``chance`` where dice decide, and the ``event`` that records it in a game.

    ``throw`` is the outcome of rock, paper, scissors that leads to it, empty in other games.
    """

    label: str
    tone: str
    throw: str
    part: str
    chance: Number | None
    event: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ResultsShape:
    """What may come of a question about two units, and why they may not do this now (empty where they may)."""

    barred: str
    results: list[ResultShape]


@dataclass(frozen=True, slots=True)
class PlanLineShape:
    """A unit of a plan: its target, what it adds, the chance that the target is out of play then, and who goes first.

    ``alone`` is the target where it would gain most by itself, if that is another one.
    """

    unit: str
    target: str
    title: str
    lost: Number
    gone: Number
    before: list[str]
    alone: str


@dataclass(frozen=True, slots=True)
class WithoutLineShape:
    """A unit for which a plan has no line, and why."""

    unit: str
    reason: str


@dataclass(frozen=True, slots=True)
class PlanShape:
    """Who engages whom now, in order, with what is expected; each unit has a line or a reason, or was left out."""

    lines: list[PlanLineShape]
    lost: Number
    out: Number
    usual_lost: Number
    usual_out: Number
    idle: list[str]
    without_line: list[WithoutLineShape]
    exact: bool
    notes: list[str]


def plain_value(value: Any) -> Any:
    """A value of dataclasses, tuples and chances as plain data."""
    if is_dataclass(value):
        return {field.name: plain_value(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [plain_value(each) for each in value]
    if isinstance(value, Fraction):
        return asdict(exact(value))
    return value.value if isinstance(value, Enum) else value


def plain_answer(answer: Answer) -> dict[str, Any]:
    """The answer of a calculator, as ``AnswerShape``."""
    shape = AnswerShape(
        headline=answer.headline,
        assumed=list(answer.assumed),
        tone=answer.tone.value,
        steps=[StepShape(each.rule, each.label, each.value, each.reason, each.tone.value) for each in answer.steps],
        compared=[SideBySideShape(each.title, list(map(_chart, each.charts))) for each in answer.compared],
        charts=list(map(_chart, answer.charts)),
        tables=list(map(_table, answer.tables)),
        notes=list(answer.notes),
        rulings=[
            RulingShape(each.ruling.id, each.ruling.switch, each.key, each.text, each.is_default)
            for each in answer.rulings
        ],
    )
    return asdict(shape)


def exact(number: Fraction) -> Number:
    """A number as its exact fraction beside its decimal."""
    above, below = number.as_integer_ratio()
    # Python writes no whole number of more than 4,300 digits; an exchange of fire has some.
    return Number(f"{Decimal(above):f}/{Decimal(below):f}", above / below)


def _chart(chart: Chart) -> ChartShape:
    return ChartShape(
        chart.title,
        chart.numeric,
        None if chart.mean is None else exact(chart.mean),
        [OutcomeShape(each.label, exact(each.chance), each.tone.value) for each in chart.outcomes],
    )


def _table(table: Table) -> TableShape:
    return TableShape(
        table.title,
        [column.heading for column in table.columns],
        [[cell.text for cell in row] for row in table.rows],
        table.note,
    )


def finding_shape(finding: Finding) -> FindingShape:
    """A finding of a check."""
    where = finding.where
    place = Where(where.group, where.unit, where.field)
    return FindingShape(finding.rule, finding.severity.value, place, finding.message)


def plain_section(section: Section) -> dict[str, Any]:
    """A section of a quick reference; ``flow`` has the steps and ways of its chart, ``zones`` their tiles."""
    steps = section.flow.steps if section.flow else ()
    return {
        "section": section.slug,
        "title": section.title,
        "tables": [asdict(_table(table)) for table in section.tables],
        "lines": _lines(section.lines),
        "flow": [
            {
                "step": step.slug,
                "text": step.text,
                "ways": [{"to": branch.to, "answer": branch.answer} for branch in step.ways],
            }
            for step in steps
        ],
        "zones": [asdict(zone) | {"tiles": [list(tile) for tile in zone.tiles]} for zone in section.zones],
    }


def plain_row(row: UnitRow, values: tuple[Stat, ...]) -> dict[str, Any]:
    """A unit in a list, with its ``values`` at the table."""
    return {
        "title": row.title,
        "subtitle": row.subtitle,
        "count": row.count,
        "strength": row.strength,
        "chips": [{"text": chip.text, "hint": chip.hint, "tone": chip.tone.value} for chip in row.chips],
        "values": _stats(values),
    }


def result_shape(possible: PossibleResult) -> ResultShape:
    """A possible result, whose event has its odds where they are known."""
    result = possible.result
    return ResultShape(
        label=result.label,
        tone=result.tone.value,
        throw=result.throw.value if result.throw else "",
        part=result.part,
        chance=None if result.chance is None else exact(result.chance),
        event=possible.event | ({"odds": encode(possible.odds)} if possible.odds is not None else {}),
    )


def plain_plan(plan: Plan, without_line: Iterable[tuple[str, str]], notes: Iterable[str]) -> dict[str, Any]:
    """A plan with its exact figures, as ``PlanShape``."""
    lines = [
        PlanLineShape(
            line.unit, line.target, line.title, exact(line.lost), exact(line.gone), list(line.before), line.alone
        )
        for line in plan.lines
    ]
    shape = PlanShape(
        lines=lines,
        lost=exact(plan.lost),
        out=exact(plan.out),
        usual_lost=exact(plan.usual_lost),
        usual_out=exact(plan.usual_out),
        idle=list(plan.idle),
        without_line=[WithoutLineShape(*each) for each in without_line],
        exact=plan.is_exact,
        notes=list(notes),
    )
    return asdict(shape)


def plain_tracks(state: UnitState) -> list[dict[str, Any]]:
    """The tracks of a state: how many boxes of each are ticked, and the keys of those that have one."""
    return [
        {
            "track": track.slug,
            "title": track.title,
            "boxes": track.boxes,
            "count": len(track.ticks),
            "keys": [] if track.counts else [track.key(box) for box in track.ticks],
        }
        for track in state.tracks
    ]


def plain_card(card: Card) -> dict[str, Any]:
    """A unit's card."""
    return {
        "title": card.title,
        "subtitle": card.subtitle,
        "corner": card.corner,
        "stats": _stats(card.stats),
        "tables": [asdict(_table(table)) for table in card.tables],
        "lines": _lines(card.lines),
        "tracks": [
            {
                "track": track.slug,
                "title": track.printed_title,
                "boxes": track.boxes,
                "names": list(track.names),
                "marks": [{"box": box, "word": word} for box, word in track.marks],
            }
            for track in card.tracks
        ],
        "footer": card.footer,
        "back": _lines(card.back),
    }


def plain_battlefield(field: Battlefield) -> dict[str, Any]:
    """A battlefield: places and sizes in tenths of an inch from the top left, boxes as left, top, right, bottom."""
    squares = {number: square.name for number, square in enumerate(field.squares)}
    return {
        "width": field.width,
        "depth": field.depth,
        "squares": [{"name": each.name, "box": list(each.box), "text": each.text} for each in field.squares],
        "areas": [
            {
                "id": each.id,
                "kind": each.kind,
                "title": each.title,
                "outline": [list(point) for point in each.outline],
                "square": squares.get(each.square, ""),
            }
            for each in field.areas
        ],
        "ways": [
            {
                "kind": each.kind,
                "title": each.title,
                "line": [list(point) for point in each.line],
                "width": each.width,
            }
            for each in field.ways
        ],
        "bridges": [list(point) for point in field.bridges],
        "strips": [{"title": each.title, "side": each.side, "box": list(each.box)} for each in field.strips],
        "conditions": _lines(field.conditions),
        "turns": asdict(_table(field.turns)),
        "setting_up": [plain_section(section) for section in field.setting_up],
        "rolls": [{"what": roll.what, "faces": roll.faces, "score": roll.score} for roll in field.rolls],
        "faults": [{"at": fault.at, "message": fault.message} for fault in field.faults],
    }


def _stats(stats: tuple[Stat, ...]) -> list[dict[str, str]]:
    return [{"heading": stat.heading, "value": stat.value, "name": stat.name} for stat in stats]


def _lines(lines: tuple[Line, ...]) -> list[dict[str, str]]:
    return [{"term": line.term, "text": line.text} for line in lines]
