"""A form made from a declaration: labels, limits and choices stand in the declaration alone.

::

    form = form_for(Squad, catalogue, request.POST, initial=unit.spec)
    if form.is_valid():
        unit = replace(unit, spec=form.spec())

Names on the form are the codec's paths with dashes (``weapons[1].figures`` is ``weapons-1-figures``). What is not
sent keeps its initial value, so that an address may hold only what differs (``form.address()``). Draw it with
``{% crispy form %}``; the page brings the ``<form>`` element.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout
from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html

from armybuilder.schema_forms.form_fields import FormFields, Marks, Units, block
from armybuilder.schema_forms.layouts import Layouts
from armybuilder.schema_forms.plain import Reading, completed, differences, form_name, inner
from rulesets.core.catalogue import Catalogue
from rulesets.core.codec import CodecError, Problems, decode, encode, text_reader
from rulesets.core.declarations import fields_of
from rulesets.core.findings import Problem
from rulesets.core.house_rules import Ruling
from rulesets.core.text_values import text_problems

S = TypeVar("S")


def fields_alone(layout: Layout | None = None) -> FormHelper:
    """How ``{% crispy %}`` draws a form: its fields alone, since the page brings the ``<form>`` and its token."""
    helper = FormHelper()
    helper.form_tag = False
    helper.disable_csrf = True
    if layout is not None:
        helper.layout = layout
    return helper


class SpecForm(forms.Form, Generic[S]):
    """A form whose cleaned value is one value of a declaration.

    By form name, ``row_problems`` holds what is wrong with the number of a list's rows, ``full_labels`` the labels
    with those of the parts and rows that a field stands in (``Guns 2: Calibre``). ``details`` are the folded pieces
    of the layout with the names of what stands in them.
    """

    helper: FormHelper
    rows_changed = False

    def __init__(self, declaration: type[S], plain: dict[str, Any], before: dict[str, Any], **kwargs: Any) -> None:
        """Take the declaration, what was sent as plain data and what stood there before."""
        super().__init__(**kwargs)
        self.declaration = declaration
        self.plain = plain
        self.before = before
        self.name_prefix = ""
        self.row_problems: dict[str, list[str]] = {}
        self.full_labels: dict[str, str] = {}
        self.details: list[tuple[list[str], Any]] = []
        self.faults: Callable[[S], Iterable[Problem]] | None = None
        self.doubts: Callable[[S], Iterable[Problem]] | None = None
        self._value: S | None = None

    def clean(self) -> None:
        """Decode what was sent and put each problem of the codec, or else of the rules, at its field."""
        try:
            value = decode(self.declaration, self.plain)
        except CodecError as error:
            for problem in text_problems(error):
                self.refuse(problem.path, problem.message)
        else:
            self._value = value
            self.tell_doubts(value)
            if self.faults is not None and not self.rows_changed:
                for problem in self.faults(value):
                    self.refuse(problem.path, problem.message)

    def tell_doubts(self, value: S) -> None:
        """Put what looks like a slip under its field, which is not refused for it."""
        for problem in self.doubts(value) if self.doubts is not None else ():
            field = self.fields[form_name(problem.path, self.name_prefix)]
            told = format_html('<span class="schema-form-doubt">{}</span>', as_sentence(problem.message))
            field.help_text = format_html("{} {}", field.help_text, told)

    def refuse(self, path: str, message: str) -> None:
        """Put a problem at the field of that codec path, or at the first one under it, or over the form."""
        name = form_name(path, self.name_prefix)
        sentence = as_sentence(message)
        if name in self.row_problems:
            self.row_problems[name].append(sentence)
            self.add_error(None, as_sentence(f"{self._label_of(path)}: {message}"))
            return
        under = [field for field in self.fields if _stands_in(field, name)]
        if not name or not under:
            self.add_error(None, sentence)
            return
        self.add_error(under[0], sentence)
        for names, folded in self.details:
            if any(_stands_in(under[0], name) for name in names):
                folded.open = True

    def _label_of(self, path: str) -> str:
        first = path.replace("[", ".").split(".")[0]
        return next((field.ask.label for field in fields_of(self.declaration) if field.name == first), path)

    def spec(self) -> S:
        """The value; raises ``ValueError`` while the form has errors."""
        if not self.is_bound:
            return decode(self.declaration, self.plain)
        if not self.is_valid() or self._value is None:
            raise ValueError("the form has errors")
        return self._value

    def address(self) -> str:
        """The query string from which the same form can be read again: what differs from the initial value."""
        return urlencode(list(differences(self.declaration, self.name_prefix, self.plain, self.before)))


def form_for(
    declaration: type[S],
    catalogue: Catalogue,
    data: Mapping[str, str] | None = None,
    initial: S | Mapping[str, Any] | None = None,
    prefix: str = "",
    marks: Marks | None = None,
    units: Units | None = None,
    only: Collection[str] | None = None,
    ids: str = "id_%s",
    row_attributes: Mapping[str, str] | None = None,
    faults: Callable[[S], Iterable[Problem]] | None = None,
    doubts: Callable[[S], Iterable[Problem]] | None = None,
    folds: bool = True,
    layouts: Layouts | None = None,
) -> SpecForm[S]:
    """A form that asks for a value of the declaration.

    ``data`` is what was sent (``None``: nothing yet), ``initial`` the value or plain data it starts from (what is
    left out of plain data has its default), ``marks`` the choices that would be illegal, ``units`` what a field for
    another unit chooses from (without, its name is typed), ``only`` the fields to show
    (the others keep their value), ``ids`` the pattern of element ids, ``row_attributes`` go on the buttons that add
    and remove the rows of lists, ``faults`` finds what is wrong with a value that can be read, ``doubts``
    what looks like a slip in it, ``folds`` says whether long lists are folded away, ``layouts`` how
    declarations stand on the page.
    """
    before = completed(declaration, initial if isinstance(initial, Mapping) else encode(initial) if initial else {})
    reading = Reading(data or {}, catalogue)
    shown = [field for field in fields_of(declaration) if only is None or field.name in only]
    plain = dict(before)
    for field in shown:
        plain[field.name] = reading.field(field, inner(prefix, field.name), before[field.name])
    drawing = FormFields(
        catalogue,
        prefix,
        marks or {},
        units,
        dict(row_attributes or {}),
        folds,
        layouts or {},
        rows_changed=reading.rows_changed,
    )
    layout = drawing.fields(declaration, shown, prefix, plain)
    values = {"data": drawing.values} if data is not None else {"initial": drawing.values}
    form: SpecForm[S] = SpecForm(declaration, plain, before, auto_id=ids, **values)
    form.fields.update(drawing.made)
    form.name_prefix = prefix
    form.rows_changed = reading.rows_changed
    form.faults = faults
    form.row_problems = drawing.row_problems
    form.full_labels = drawing.full_labels
    form.details = drawing.details
    form.helper = fields_alone(Layout(*layout, *drawing.datalists()))
    form.doubts = doubts
    if doubts is not None and data is None and initial is not None:
        form.tell_doubts(form.spec())
    return form


def switches_layout(rulings: Iterable[Ruling], names: Callable[[Ruling], str], chosen: Mapping[str, str]) -> Layout:
    """The choices among readings as they stand in a form: the rarer ones folded away while they are the defaults."""
    listed = list(rulings)
    rarer = [ruling for ruling in listed if ruling.advanced]
    usual = [names(ruling) for ruling in listed if not ruling.advanced]
    if not rarer:
        return Layout(*usual)
    changed = any(chosen.get(ruling.switch, ruling.default) != ruling.default for ruling in rarer)
    names_of_rarer = [names(ruling) for ruling in rarer]
    told = f"{len(rarer)} rarer {'one' if len(rarer) == 1 else 'ones'}"
    return Layout(*usual, block("schema_forms/advanced.html", names_of_rarer, open=changed, inside=told))


def as_sentence(message: str) -> str:
    """A problem's words with a capital and a full stop."""
    ended = message if message.endswith((".", "?", "!")) else f"{message}."
    return f"{ended[:1].upper()}{ended[1:]}"


def storable(text: str, longest: int) -> str:
    """The text, if a document can hold it; raises ``ValidationError``."""
    problems = Problems()
    text_reader(longest)(text, (), problems)
    if problems.found:
        raise ValidationError(f"This {problems.found[0].message}.")
    return text


def _stands_in(field: str, name: str) -> bool:
    """Whether a form field is that of a name or stands in its part or rows."""
    return field == name or field.startswith(inner(name, ""))
