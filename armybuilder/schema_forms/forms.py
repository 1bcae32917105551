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
from functools import cached_property
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from crispy_forms.helper import FormHelper
from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import format_html

from armybuilder.schema_forms.blocks import Advanced, Block
from armybuilder.schema_forms.form_fields import FormFields, Marks, Units
from armybuilder.schema_forms.layouts import Layouts
from armybuilder.schema_forms.plain import Reading, blank_spec, completed, differences, form_name, inner
from rulesets.core.catalogue import Catalogue
from rulesets.core.codec import CodecError, Problems, decode, encode, text_reader
from rulesets.core.declarations import fields_of
from rulesets.core.findings import Problem
from rulesets.core.house_rules import Ruling
from rulesets.core.text_values import text_problems

S = TypeVar("S")


def fields_alone(layout: Block | None = None) -> FormHelper:
    """How ``{% crispy %}`` draws a form: its fields alone, since the page brings the ``<form>`` and its token."""
    helper = FormHelper()
    helper.form_tag = False
    helper.disable_csrf = True
    helper.include_media = False
    if layout is not None:
        helper.layout = layout
        helper.template = "schema_forms/form.html"
    return helper


class LateForm(forms.Form):
    """A form whose fields are made when they are first looked at: an answer without a mistake needs none of them."""

    def make_fields(self) -> dict[str, forms.Field]:
        """The fields by their names."""
        raise NotImplementedError

    @cached_property
    def _made(self) -> dict[str, forms.Field]:
        return self.make_fields()

    @property
    def fields(self) -> dict[str, forms.Field]:
        """The fields by their names."""
        return self._made

    @fields.setter
    def fields(self, fields: Any) -> None:
        """Leave out Django's empty fields of a form without a declaration."""

    def _clean_fields(self) -> None:
        """Leave every text to ``clean``, which reads them all together."""


class SpecForm(LateForm, Generic[S]):
    """A form whose cleaned value is one value of a declaration.

    ``drawing`` has the fields and their layout: by form name, ``row_problems`` holds what is wrong with the number of
    a list's rows, ``full_labels`` the labels with those of the parts and rows that a field stands in
    (``Guns 2: Calibre``). ``details`` are the folded pieces of the layout with the names of what stands in them.
    """

    def __init__(
        self,
        declaration: type[S],
        plain: dict[str, Any],
        before: dict[str, Any],
        draw: Callable[[], tuple[FormFields, Block]],
        prefix: str,
        rows_changed: bool,
        sent: bool,
        ids: str,
    ) -> None:
        """Take the declaration, what was sent as plain data and what stood there before, and how it is drawn."""
        self.declaration = declaration
        self.plain = plain
        self.before = before
        self.name_prefix = prefix
        self.rows_changed = rows_changed
        self.faults: Callable[[S], Iterable[Problem]] | None = None
        self.doubts: Callable[[S], Iterable[Problem]] | None = None
        self._draw = draw
        self._value: S | None = None
        super().__init__({} if sent else None, auto_id=ids)

    @cached_property
    def _drawn(self) -> tuple[FormFields, Block]:
        drawing, layout = self._draw()
        if self.is_bound:
            self.data = drawing.values
        else:
            self.initial = drawing.values
        return drawing, layout

    def make_fields(self) -> dict[str, forms.Field]:
        """The fields by their names."""
        return self.drawing.made

    @property
    def drawing(self) -> FormFields:
        """The fields with all that is known of them."""
        return self._drawn[0]

    @cached_property
    def helper(self) -> FormHelper:
        """How ``{% crispy %}`` draws the form."""
        return fields_alone(self._drawn[1])

    @property
    def full_labels(self) -> dict[str, str]:
        """The fields' labels with those of what they stand in."""
        return self.drawing.full_labels

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
        if name in self.drawing.row_problems:
            self.drawing.row_problems[name].append(sentence)
            self.add_error(None, as_sentence(f"{self._label_of(path)}: {message}"))
            return
        under = [field for field in self.fields if _stands_in(field, name)]
        if not name or not under:
            self.add_error(None, sentence)
            return
        self.add_error(under[0], sentence)
        for names, folded in self.drawing.details:
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
        return self._address(self.before)

    def address_from_blank(self) -> str:
        """The same with what the initial value brought spelt out."""
        return self._address(blank_spec(self.declaration))

    def _address(self, before: Mapping[str, Any]) -> str:
        return urlencode(list(differences(self.declaration, self.name_prefix, self.plain, before)))


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

    def draw() -> tuple[FormFields, Block]:
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
        return drawing, Block([*layout, *drawing.datalists()])

    form: SpecForm[S] = SpecForm(declaration, plain, before, draw, prefix, reading.rows_changed, data is not None, ids)
    form.faults = faults
    form.doubts = doubts
    if doubts is not None and data is None and initial is not None:
        form.tell_doubts(form.spec())
    return form


def reading_choices(ruling: Ruling) -> list[tuple[str, str]]:
    """The key and words of each reading of a ruling, with the default named as such."""
    return [
        (reading.key, f"{reading.text.removesuffix('.')} (default)" if reading.key == ruling.default else reading.text)
        for reading in ruling.readings
    ]


def switches_layout(rulings: Iterable[Ruling], names: Callable[[Ruling], str], chosen: Mapping[str, str]) -> Block:
    """The choices among readings as they stand in a form: the rarer ones folded away while they are the defaults."""
    listed = list(rulings)
    rarer = [ruling for ruling in listed if ruling.advanced]
    usual = [names(ruling) for ruling in listed if not ruling.advanced]
    if not rarer:
        return Block(usual)
    changed = any(chosen.get(ruling.switch, ruling.default) != ruling.default for ruling in rarer)
    names_of_rarer = [names(ruling) for ruling in rarer]
    told = f"{len(rarer)} rarer {'one' if len(rarer) == 1 else 'ones'}"
    return Block([*usual, Advanced(names_of_rarer, changed, told)])


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
