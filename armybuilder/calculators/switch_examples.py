"""What a switch changes: the same question answered by each of its readings."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlencode

from django.forms import Field
from django.http import QueryDict

from armybuilder.calculators.questions import PREFIX, QuestionAndAnswer, ask
from armybuilder.calculators.sides import Sides
from armybuilder.schema_forms.plain import blank_spec, differences, fill_blanks
from armybuilder.schema_forms.widgets import OptionSelect, YesNo
from armybuilder.site.played_readings import NAME
from rulesets.core.calculators import Answer, Calculator, decimal, percent
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.house_rules import Ruling
from rulesets.core.ruleset import AnyRuleset

NO_ENTRIES: Final = Catalogue()
"""Examples use no entries of visitors."""
MAX_LINES: Final = 3
"""Lines of an answer that are shown beside its headline."""


@dataclass(frozen=True, slots=True)
class AnsweredReading:
    """A reading with the answer by it: the headline and, where headlines are the same, lines that differ.

    ``address`` is the query string of the question.
    """

    text: str
    is_default: bool
    headline: str
    lines: tuple[str, ...]
    address: str


@dataclass(frozen=True, slots=True)
class AnsweredExample:
    """The example of a switch: its calculator, what is asked besides the defaults, and the answer by each reading."""

    calculator: Calculator[Any]
    asked: tuple[str, ...]
    readings: tuple[AnsweredReading, ...]


def answer_example(ruleset: AnyRuleset, ruling: Ruling) -> AnsweredExample:
    """The example of a ruling with a switch; raises ``KeyError`` where the game has none."""
    example = ruleset.examples[ruling.switch]
    calculator = ruleset.calculator(example.calculator)
    spec = calculator.question
    changed = list(differences(spec, PREFIX, fill_blanks(spec, example.question), blank_spec(spec)))
    reading = f"{NAME}{ruling.switch}"
    questions = {
        key: ask(ruleset, calculator, QueryDict(urlencode([*changed, (reading, key)])), Sides(), NO_ENTRIES)
        for key in ruling.keys
    }
    headlines = {key: _headline(each) for key, each in questions.items()}
    distinct = len(set(headlines.values())) == len(headlines)
    lines = {key: () if distinct else tuple(_lines(each.answer)) for key, each in questions.items()}
    shared = set.intersection(*map(set, lines.values()))
    return AnsweredExample(
        calculator,
        tuple(_asked(questions[ruling.default], [name for name, _ in changed])),
        tuple(
            AnsweredReading(
                text=ruling.text(key),
                is_default=key == ruling.default,
                headline=headlines[key],
                lines=tuple(line for line in lines[key] if line not in shared)[:MAX_LINES],
                address=each.address,
            )
            for key, each in questions.items()
        ),
    )


def _headline(question: QuestionAndAnswer) -> str:
    """The answer in a few words, or why there is none."""
    if question.answer is not None:
        return question.answer.headline
    return " ".join(mistake.message for mistake in question.mistakes)


def _asked(question: QuestionAndAnswer, names: list[str]) -> Iterator[str]:
    """The fields of these names with their values, as the calculator's page shows them."""
    form = question.form
    for name in names:
        field = form.fields.get(name)
        if field is not None:
            yield f"{form.full_labels.get(name, field.label)}: {_shown(field, form[name].value())}"


def _shown(field: Field, value: str) -> str:
    """A field's value in words."""
    if isinstance(field.widget, YesNo):
        return "yes" if value == "1" else "no"
    if isinstance(field.widget, OptionSelect):
        return next(option.label for option in field.widget.listed if option.value == value)
    return value


def _lines(answer: Answer | None) -> Iterator[str]:
    """What an answer says below its headline, a line for each chart, row and step of the working."""
    if answer is None:
        return
    for chart in (*answer.charts, *(each for laid in answer.compared for each in laid.charts)):
        if chart.mean is not None:
            yield f"{chart.title}: {decimal(chart.mean)} on average"
        else:
            yield f"{chart.title}: {', '.join(f'{each.label} {percent(each.chance)}' for each in chart.outcomes)}"
    for table in answer.tables:
        for row in table.rows:
            yield " · ".join(cell.text for cell in row if cell.text)
    for step in answer.steps:
        yield f"{step.label}: {step.value}" + (f" ({step.reason})" if step.reason else "")
    yield from answer.notes
