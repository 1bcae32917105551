"""Read questions from addresses and answer them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from operator import itemgetter
from typing import Any, Final
from urllib.parse import urlencode

from django.http import QueryDict

from armybuilder.calculators.rulings import RulingsForm
from armybuilder.calculators.sides import Sides
from armybuilder.schema_forms.forms import Mistake, SpecForm, form_for, mistakes_of
from armybuilder.schema_forms.layouts import layouts_of
from armybuilder.schema_forms.plain import form_name, inner
from armybuilder.schema_forms.widgets import OptionSelect
from armybuilder.site.played_readings import NAME as HOUSE
from rulesets.core.calculators import Answer, Brief, Calculator, QuestionError, SolveContext, Unsuited
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.declarations.text_values import write_scalar
from rulesets.core.engagements import briefs_at
from rulesets.core.ruleset import AnyRuleset

PREFIX = "q"
"""Prefix of the form names of a question's fields: a bare ``closest`` would hide the method of the form."""
COMPARED: Final = "compared"
"""The parameter with the address of another question of the same calculator, to compare the answers."""

UNIT_MISSING = "This unit is no longer in the army. Choose another."


@dataclass(frozen=True, slots=True)
class QuestionAndAnswer:
    """A question with its sides, its form, the readings, and the answer if there is one.

    ``missing_units`` are the sides whose unit is no longer in its army; ``unsuited`` says why there is no answer for
    the selected units; ``offered`` identifies the form's present choices. ``compared`` is another question about the
    same units, if it is to be compared. ``briefs`` are the answers in brief at the distances of the calculator's chart,
    and those around each distance between two of them at which another answer begins; ``distance`` is the asked one.
    """

    sides: Sides
    missing_units: list[str]
    unsuited: Unsuited | None
    form: SpecForm[Any]
    rulings: RulingsForm
    answer: Answer | None
    offered: str = ""
    compared: "QuestionAndAnswer | None" = None
    briefs: tuple[tuple[int, Brief], ...] = ()
    distance: int = 0

    # Templates try ``form[name]`` before attributes of a form, which would make all its fields.

    @property
    def readings(self) -> str:
        """The form of the readings as HTML; empty in a game without any."""
        return self.rulings.html if self.rulings.known else ""

    @property
    def readings_changed(self) -> int:
        """The number of readings that are not the default."""
        return len(self.rulings.changed)

    @property
    def rows_changed(self) -> bool:
        """Whether a row of a list was added or removed."""
        return self.form.rows_changed

    @property
    def address(self) -> str:
        """The query string of the same question, and of the one it is compared with."""
        compared = self.compared.address_to_compare if self.compared else ""
        return "&".join(filter(None, (self.address_alone, compared)))

    @property
    def address_alone(self) -> str:
        """The query string of the same question by itself."""
        return "&".join(filter(None, (self.sides.query, self._fields)))

    @property
    def address_to_compare(self) -> str:
        """The parameter that compares another question with this one."""
        return urlencode({COMPARED: self._fields})

    @property
    def compared_fields(self) -> str | None:
        """The fields of the question that this one is compared with, as a query string; ``None`` without one."""
        return None if self.compared is None else self.compared._fields

    @property
    def _fields(self) -> str:
        return "&".join(filter(None, (self.form.address(), self.rulings.address())))

    @property
    def address_without_armies(self) -> str:
        """The query string of the same question for visitors who may not see its armies."""
        readings = {f"{HOUSE}{each.switch}": self.rulings.readings[each.switch] for each in self.rulings.changed}
        return "&".join(part for part in (self.form.address_from_blank(), urlencode(readings)) if part)

    @property
    def mistakes(self) -> list[Mistake]:
        """All mistakes in the order of the page."""
        return [
            *(Mistake(f"{side}-unit", f"{side.capitalize()} unit", UNIT_MISSING) for side in self.missing_units),
            *mistakes_of(self.form, self.form.full_labels),
            *mistakes_of(self.rulings, {name: str(field.label) for name, field in self.rulings.fields.items()}),
        ]


def initial_query(values: Iterable[tuple[str, str]]) -> str:
    """The part of a calculator's address, after its sides, that sets fields of its question."""
    return "".join(f"&{urlencode({inner(PREFIX, name): value})}" for name, value in values)


def _value(plain: Mapping[str, Any], path: str) -> str:
    value: Any = plain
    for name in path.split("."):
        value = value[name]
    return write_scalar(value)


def _offer(form: SpecForm[Any], choices: Mapping[str, tuple[str, ...]]) -> str:
    """Leave the fields these choices alone, and say them in a line."""
    for path, values in choices.items():
        widget = form.fields[form_name(path, PREFIX)].widget
        if isinstance(widget, OptionSelect):
            widget.keep(values)
    return " ".join(f"{path}={','.join(values)}" for path, values in choices.items())


@lru_cache(maxsize=200)
def _shared_answer(
    ruleset: AnyRuleset, calculator: Calculator[Any], question: Any, readings: tuple[tuple[str, str], ...]
) -> Answer:
    """The answer for all visitors who ask this without entries of their own; raises ``QuestionError``."""
    return calculator.ask(question, ruleset.catalogue, HouseRules(ruleset.rulings, readings))


@lru_cache(maxsize=200)
def _shared_briefs(
    ruleset: AnyRuleset, calculator: Calculator[Any], question: Any, readings: tuple[tuple[str, str], ...]
) -> tuple[tuple[int, Brief], ...]:
    return _briefs(calculator, question, SolveContext(ruleset.catalogue, HouseRules(ruleset.rulings, readings)))


def _briefs(calculator: Calculator[Any], question: Any, context: SolveContext) -> tuple[tuple[int, Brief], ...]:
    if not calculator.distance:
        return ()

    def at(distances: Sequence[int]) -> dict[int, Brief]:
        briefs = briefs_at(calculator, question, context, calculator.distance, distances)
        return {step: brief for step, brief in zip(distances, briefs, strict=True) if brief is not None}

    found = at(calculator.steps)
    around: dict[int, Brief] = {}
    for near, far in pairwise(found):
        same, other, brief = near, far, found[far]
        while other - same > 1 and said_by(found[near]) != said_by(brief):
            between = (same + other) // 2
            asked = at((between,)).get(between, found[near])
            if said_by(asked) == said_by(found[near]):
                same = between
            else:
                other, brief = between, asked
        around |= {same: found[near], other: brief}
    return tuple(sorted((found | around).items(), key=itemgetter(0)))


def said_by(brief: Brief) -> tuple[str, str]:
    """What an answer in brief reads as; refusals are the same where only the distance that they name differs."""
    return brief.short, "" if brief.refused else brief.words


def ask(
    ruleset: AnyRuleset, calculator: Calculator[Any], data: Mapping[str, str], sides: Sides, own: Catalogue
) -> QuestionAndAnswer:
    """Read a question, and the one to compare it with, and answer both; see ``_ask``."""
    question = _ask(ruleset, calculator, data, sides, own)
    if COMPARED not in data:
        return question
    return replace(question, compared=_ask(ruleset, calculator, QueryDict(data[COMPARED]), sides, own))


def _ask(
    ruleset: AnyRuleset, calculator: Calculator[Any], data: Mapping[str, str], sides: Sides, own: Catalogue
) -> QuestionAndAnswer:
    """Read a question from the submitted data, with defaults from the sides, and answer it; mistakes are added to the
    form.

    Fields follow those that they depend on: a posture that the sub-class just chosen cannot have gives way.

    ``own`` are the visitor's entries, which may be chosen too.
    """
    catalogue = sides.catalogue(ruleset.catalogue.with_entries(own))
    initial = sides.prefill(calculator)
    form = form_for(calculator.question, catalogue, data, initial, PREFIX, layouts=layouts_of(ruleset))
    rulings = RulingsForm(ruleset, data, sides.readings)
    offered = ""
    if calculator.choices is not None and form.is_valid():
        choices = calculator.choices(form.spec(), catalogue)
        wrong = {path: values for path, values in choices.items() if _value(form.plain, path) not in values}
        if wrong and form.plain != form.before:
            fitting = {form_name(path, PREFIX): values[0] for path, values in wrong.items()}
            form_data = dict(data.items()) | fitting
            form = form_for(calculator.question, catalogue, form_data, initial, PREFIX, layouts=layouts_of(ruleset))
            wrong = {}
        offered = _offer(form, {path: values for path, values in choices.items() if path not in wrong})
    answer = None
    briefs: tuple[tuple[int, Brief], ...] = ()
    missing_units, unsuited = sides.missing_units(calculator), sides.unsuited(calculator)
    if form.is_valid() and rulings.is_valid() and not missing_units and not unsuited:
        try:
            if catalogue is ruleset.catalogue:
                asked = (ruleset, calculator, form.spec(), tuple(rulings.readings.items()))
                answer, briefs = _shared_answer(*asked), _shared_briefs(*asked)
            else:
                answer = calculator.ask(form.spec(), catalogue, rulings.house())
                briefs = _briefs(calculator, form.spec(), SolveContext(catalogue, rulings.house()))
        except QuestionError as error:
            form.refuse(error.field, error.message)
    distance = int(_value(form.plain, calculator.distance) or 0) if briefs else 0
    return QuestionAndAnswer(sides, missing_units, unsuited, form, rulings, answer, offered, None, briefs, distance)
