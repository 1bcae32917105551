"""The layout of an answer on the page: the main result first, then collapsed details."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from django.urls import reverse

from armybuilder.armies.loaded_army import ArmyChoice
from armybuilder.calculators.comparing import comparison_of
from armybuilder.calculators.questions import UNIT_MISSING, QuestionAndAnswer, initial_query
from armybuilder.calculators.sides import addresses, takes_sides
from armybuilder.calculators.working import working_of
from armybuilder.site.played_readings import readings_query
from armybuilder.site.rule_places import rule_places
from rulesets.core.calculators import Answer, Calculator, Chart, SideBySide
from rulesets.core.declarations.fields import entries_used, field_of
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.tables import Table

Part = SideBySide | Chart | Table

OPEN_COMPARED: Final = 2
OPEN_CHARTS: Final = 3
OPEN_ROWS: Final = 8
"""Longer tables are collapsed."""


@dataclass(frozen=True, slots=True)
class AnswerLayout:
    """The parts below the headline, those shown open, and those collapsed under a title each."""

    deciding: Part | None
    open: tuple[Part, ...]
    folds: tuple[tuple[str, tuple[Part, ...]], ...]


def layout_of(answer: Answer) -> AnswerLayout:
    """The parts of an answer in the order of the page."""
    parts: list[Part] = [*answer.compared, *answer.charts, *answer.tables]
    deciding = answer.tables[0] if answer.table_first else parts[0] if parts else None

    def after(listed: tuple[Part, ...]) -> tuple[Part, ...]:
        return tuple(part for part in listed if part is not deciding)

    compared, charts, tables = after(answer.compared), after(answer.charts), after(answer.tables)
    places = OPEN_COMPARED - (len(compared) < len(answer.compared)), OPEN_CHARTS - (len(charts) < len(answer.charts))
    short = tuple(table for table in answer.tables if table in tables and len(table.rows) <= OPEN_ROWS)
    folded: list[tuple[str, tuple[Part, ...]]] = [
        (f"More of these ({len(compared) - places[0]})", compared[places[0] :]),
        (", ".join(chart.title for chart in charts[places[1] :]), charts[places[1] :]),
        *((table.title, (table,)) for table in tables if table not in short),
    ]
    return AnswerLayout(
        deciding,
        (*compared[: places[0]], *charts[: places[1]], *short),
        tuple((title, parts) for title, parts in folded if parts),
    )


def pictures_of(ruleset: AnyRuleset, calculator: Calculator[Any], question: QuestionAndAnswer) -> list[tuple[str, str]]:
    """Title and address of a picture of each chart; empty if the question uses the visitor's own entries."""
    if question.answer is None or any(
        ruleset.catalogue.get(use.kind, use.key) is None for use in entries_used(question.form.spec())
    ):
        return []
    charts: tuple[SideBySide | Chart, ...] = (*question.answer.compared, *question.answer.charts)
    query = question.address_without_armies
    return [
        (chart.title, f"{reverse('api:chart-picture', args=[ruleset, calculator.slug, number, 'png'])}?{query}")
        for number, chart in enumerate(charts, start=1)
    ]


def answer_context(
    ruleset: AnyRuleset,
    calculator: Calculator[Any],
    question: QuestionAndAnswer,
    base: str,
    partial: bool,
    offered: str | None,
) -> dict[str, Any]:
    """The context of ``calculators/answer.html``, on the server and in an offline browser.

    ``base`` is the address of all calculators, ``partial`` whether the answer goes into a page that is open, and
    ``offered`` the choices that this page has now, if it says so.
    """
    unsuited = question.unsuited
    readings = readings_query(question.rulings.house()) if question.rulings.is_valid() else ""
    return {
        "ruleset": ruleset,
        "readings": readings,
        "calculator": calculator,
        "question": question,
        "calculators": addresses(ruleset, question.sides, base),
        "working": working_of(ruleset, question.answer, readings),
        "layout": layout_of(question.answer) if question.answer else None,
        "comparison": comparison_of(question, _unit(calculator), calculator.steps) if question.answer else None,
        "pictures": pictures_of(ruleset, calculator, question),
        "partial": partial,
        "changed_choices": offered is not None and question.offered != offered,
        "unsuited": unsuited,
        "initial_query": initial_query(unsuited.asks) if unsuited else "",
    }


def _unit(calculator: Calculator[Any]) -> str:
    """The unit of the distances of a calculator's chart: a sign follows its number at once, a word after a space."""
    if not calculator.distance:
        return ""
    spec: Any = calculator.question
    *parents, last = calculator.distance.split(".")
    for each in parents:
        spec = field_of(spec, each).type
    unit = field_of(spec, last).ask.unit
    return f" {unit}" if unit.isalpha() else unit


def page_context(
    ruleset: AnyRuleset,
    calculator: Calculator[Any],
    question: QuestionAndAnswer,
    armies: Callable[[], Sequence[ArmyChoice]],
    path: str,
) -> dict[str, Any]:
    """The context of ``calculators/body.html`` besides the answer: the question, and its sides with ``armies`` as
    choices.

    ``path`` is the calculator's address.
    """
    places = rule_places(ruleset)
    return {
        "path": path,
        "takes_units": calculator.prefill is not None,
        "takes_armies": calculator.from_forces is not None,
        "takes_targets": calculator.against_force is not None,
        "one_sided": calculator.one_sided,
        "filled": question.sides.in_words(calculator) if question.answer else "",
        "read_otherwise": [(ruling, places[ruling.id]) for ruling in question.sides.read_otherwise(ruleset)],
        "unit_missing": UNIT_MISSING,
        "armies": armies() if takes_sides(calculator) else [],
    }
