"""Answers, findings, cards and sections of a quick reference as plain data, ready for JSON.

Every chance is an exact fraction next to its decimal value.
"""

from __future__ import annotations

from dataclasses import fields, is_dataclass
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from typing import Any

from rulesets.core.battlefields import Battlefield
from rulesets.core.calculators import Answer, Chart
from rulesets.core.cards import Card
from rulesets.core.findings import Finding
from rulesets.core.reference import Line, Section
from rulesets.core.tables import Table


def plain_value(value: Any) -> Any:
    """A value of dataclasses, tuples and chances as plain data."""
    if is_dataclass(value):
        return {field.name: plain_value(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, tuple):
        return [plain_value(each) for each in value]
    if isinstance(value, Fraction):
        return _number(value)
    return value.value if isinstance(value, Enum) else value


def plain_answer(answer: Answer) -> dict[str, Any]:
    """The answer of a calculator."""
    return {
        "headline": answer.headline,
        "assumed": list(answer.assumed),
        "tone": answer.tone.value,
        "steps": [
            {"rule": s.rule, "label": s.label, "value": s.value, "reason": s.reason, "tone": s.tone.value}
            for s in answer.steps
        ],
        "compared": [
            {"title": each.title, "charts": [_chart(chart) for chart in each.charts]} for each in answer.compared
        ],
        "charts": [_chart(chart) for chart in answer.charts],
        "tables": [_table(table) for table in answer.tables],
        "notes": list(answer.notes),
        "rulings": [
            {
                "id": played.ruling.id,
                "switch": played.ruling.switch,
                "reading": played.key,
                "text": played.text,
                "default": played.is_default,
            }
            for played in answer.rulings
        ],
    }


def _number(number: Fraction) -> dict[str, Any]:
    above, below = number.as_integer_ratio()
    # Python writes no whole number of more than 4,300 digits; an exchange of fire has some.
    return {"fraction": f"{Decimal(above):f}/{Decimal(below):f}", "decimal": above / below}


def _chart(chart: Chart) -> dict[str, Any]:
    return {
        "title": chart.title,
        "numeric": chart.numeric,
        "mean": None if chart.mean is None else _number(chart.mean),
        "outcomes": [
            {"label": outcome.label, "chance": _number(outcome.chance), "tone": outcome.tone.value}
            for outcome in chart.outcomes
        ],
    }


def _table(table: Table) -> dict[str, Any]:
    return {
        "title": table.title,
        "columns": [column.heading for column in table.columns],
        "rows": [[cell.text for cell in row] for row in table.rows],
        "note": table.note,
    }


def plain_finding(finding: Finding) -> dict[str, Any]:
    """A finding of a check: rule, severity, place and message."""
    where = finding.where
    return {
        "rule": finding.rule,
        "severity": finding.severity.value,
        "place": {"group": where.group, "unit": where.unit, "field": where.field},
        "message": finding.message,
    }


def plain_section(section: Section) -> dict[str, Any]:
    """A section of a quick reference; ``flow`` has the steps of its chart with the ways from each."""
    steps = section.flow.steps if section.flow else ()
    return {
        "section": section.slug,
        "title": section.title,
        "tables": [_table(table) for table in section.tables],
        "lines": _lines(section.lines),
        "flow": [
            {"step": step.slug, "text": step.text, "ways": [{"to": way.to, "answer": way.answer} for way in step.ways]}
            for step in steps
        ],
    }


def plain_card(card: Card) -> dict[str, Any]:
    """A unit's card."""
    return {
        "title": card.title,
        "subtitle": card.subtitle,
        "corner": card.corner,
        "stats": [{"heading": stat.heading, "value": stat.value, "name": stat.name} for stat in card.stats],
        "tables": [_table(table) for table in card.tables],
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
        "turns": _table(field.turns),
        "setting_up": [plain_section(section) for section in field.setting_up],
        "rolls": [{"what": roll.what, "faces": roll.faces, "score": roll.score} for roll in field.rolls],
        "faults": [{"at": fault.at, "message": fault.message} for fault in field.faults],
    }


def _lines(lines: tuple[Line, ...]) -> list[dict[str, str]]:
    return [{"term": line.term, "text": line.text} for line in lines]
