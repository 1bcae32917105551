"""An answer as plain data, every chance as an exact fraction beside its decimal."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rulesets.core.calculators import Answer, Chart
from rulesets.core.reference import Table


def encode_answer(answer: Answer) -> dict[str, Any]:
    """The answer, ready for JSON."""
    return {
        "headline": answer.headline,
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
    return {"fraction": f"{number.numerator}/{number.denominator}", "decimal": float(number)}


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
