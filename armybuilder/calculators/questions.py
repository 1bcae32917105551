"""From an address to a question, and from a question to its answer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlencode

from django.core.exceptions import NON_FIELD_ERRORS
from django.forms import Form
from django.utils.safestring import SafeString

from armybuilder.calculators.rulings import NAME as HOUSE
from armybuilder.calculators.rulings import RulingsForm
from armybuilder.calculators.sides import Sides
from armybuilder.schema_forms.forms import SpecForm, form_for
from armybuilder.schema_forms.layouts import layouts_of
from armybuilder.schema_forms.plain import form_name, inner
from armybuilder.schema_forms.widgets import OptionSelect
from rulesets.core.calculators import Answer, Calculator, QuestionError, Unsuited
from rulesets.core.catalogue import Catalogue
from rulesets.core.house_rules import HouseRules
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.text_values import write_scalar

PREFIX = "q"
"""What the names of a question's fields begin with: a bare ``closest`` would hide the method of the form."""

UNIT_GONE = "The one chosen is not in this army any more; choose another."


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something wrong with a question: the input's id (empty for the whole), its label, what would be right."""

    at: str
    label: str
    message: str


@dataclass(frozen=True, slots=True)
class QuestionAndAnswer:
    """A question with the sides it was taken from, its form, the readings, and the answer if it has one.

    ``gone`` names the sides whose unit is not in its army any more; ``unsuited`` says why there is no answer for
    the units chosen; ``offered`` tells the form's present choices from others.
    """

    sides: Sides
    gone: list[str]
    unsuited: Unsuited | None
    form: SpecForm[Any]
    rulings: RulingsForm
    answer: Answer | None
    offered: str = ""

    # Templates look into a form for a field before they look for an attribute, which makes all its fields.

    @property
    def readings(self) -> SafeString:
        """The form of the readings as HTML; empty in a game without any."""
        return self.rulings.drawn if self.rulings.known else SafeString("")

    @property
    def readings_changed(self) -> int:
        """How many readings are not the default."""
        return len(self.rulings.changed)

    @property
    def rows_changed(self) -> bool:
        """Whether a row of a list was added or removed."""
        return self.form.rows_changed

    @property
    def address(self) -> str:
        """The query string of the same question."""
        parts = (self.sides.query, self.form.address(), self.rulings.address())
        return "&".join(part for part in parts if part)

    @property
    def address_without_armies(self) -> str:
        """The query string of the same question for those who may not see the armies it was taken from."""
        readings = {f"{HOUSE}{each.switch}": self.rulings.sent[each.switch] for each in self.rulings.changed}
        return "&".join(part for part in (self.form.address_from_blank(), urlencode(readings)) if part)

    @property
    def mistakes(self) -> list[Mistake]:
        """All that is wrong, in the order of the page."""
        return [
            *(Mistake(f"{side}-unit", f"{side.capitalize()} unit", UNIT_GONE) for side in self.gone),
            *self._form_mistakes(),
        ]

    def _form_mistakes(self) -> Iterator[Mistake]:
        labels = self.form.full_labels | {name: str(field.label) for name, field in self.rulings.fields.items()}
        for form in (self.form, self.rulings):
            for name, messages in form.errors.items():
                for message in messages:
                    yield Mistake(_input_id(form, name), labels.get(name, ""), str(message))


def initial_query(values: Iterable[tuple[str, str]]) -> str:
    """What is added to a calculator's address, after its sides, so that fields of its question have these values."""
    return "".join(f"&{urlencode({inner(PREFIX, name): value})}" for name, value in values)


def _input_id(form: Form, name: str) -> str:
    return "" if name == NON_FIELD_ERRORS else form[name].id_for_label or f"{form[name].auto_id}_0"


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
            widget.listed = tuple(option for option in widget.listed if option.value in values)
    return " ".join(f"{path}={','.join(values)}" for path, values in choices.items())


@lru_cache(maxsize=200)
def _shared_answer(
    ruleset: AnyRuleset, calculator: Calculator[Any], question: Any, readings: tuple[tuple[str, str], ...]
) -> Answer:
    """The answer for all visitors who ask this without entries of their own; raises ``QuestionError``."""
    return calculator.ask(question, ruleset.catalogue, HouseRules(ruleset.rulings, readings))


def ask(
    ruleset: AnyRuleset, calculator: Calculator[Any], data: Mapping[str, str], sides: Sides, own: Catalogue
) -> QuestionAndAnswer:
    """Read a question from what was sent over what the sides give, and answer it; mistakes stand at their fields.

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
            sent = dict(data.items()) | fitting
            form = form_for(calculator.question, catalogue, sent, initial, PREFIX, layouts=layouts_of(ruleset))
            wrong = {}
        offered = _offer(form, {path: values for path, values in choices.items() if path not in wrong})
    answer = None
    gone, unsuited = sides.gone(calculator), sides.unsuited(calculator)
    if form.is_valid() and rulings.is_valid() and not gone and not unsuited:
        try:
            if catalogue is ruleset.catalogue:
                answer = _shared_answer(ruleset, calculator, form.spec(), tuple(rulings.sent.items()))
            else:
                answer = calculator.ask(form.spec(), catalogue, rulings.house())
        except QuestionError as error:
            form.refuse(error.field, error.message)
    return QuestionAndAnswer(sides, gone, unsuited, form, rulings, answer, offered)
