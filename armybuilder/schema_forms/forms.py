"""A form made from a declaration, which has all labels, limits and choices.

::

    form = form_for(Squad, catalogue, request.POST, initial=unit.spec)
    if form.is_valid():
        unit = replace(unit, spec=form.spec())

Names on the form are the codec's paths with dashes (``weapons[1].figures`` is ``weapons-1-figures``). Missing fields
keep their initial value, so an address needs only the differences (``form.address()``). Draw it with
``{% crispy form %}``; the page brings the ``<form>`` element.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import urlencode

from crispy_forms.helper import FormHelper
from crispy_forms.layout import Layout
from django import forms
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.template.loader import render_to_string

from armybuilder.schema_forms.blocks import Advanced
from armybuilder.schema_forms.form_fields import FormFields, Marks, Units
from armybuilder.schema_forms.layouts import Layouts
from armybuilder.schema_forms.plain import (
    SubmittedData,
    blank_spec,
    differences,
    fill_blanks,
    form_name,
    inner,
    names_in,
)
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import CodecError, Problems, decode, encode, text_reader
from rulesets.core.declarations.fields import Field, fields_of
from rulesets.core.declarations.house_rules import Ruling
from rulesets.core.declarations.problems import Problem
from rulesets.core.declarations.text_values import text_problems

S = TypeVar("S")


class Mistake(NamedTuple):
    """A mistake in a form: the id of its place (empty for the whole form), the field's label, and the message."""

    at: str
    label: str
    message: str


def mistakes_of(form: forms.Form, labels: Mapping[str, str]) -> Iterator[Mistake]:
    """All mistakes in a form whose fields have these labels; those with a list are at it and have no label."""
    for name, errors in form.errors.as_data().items():
        for error in errors:
            at = (error.code or "") if name == NON_FIELD_ERRORS else _input_id(form, name)
            yield from (Mistake(at, labels.get(name, ""), str(message)) for message in error)


def _input_id(form: forms.Form, name: str) -> str:
    return form[name].id_for_label or f"{form[name].auto_id}_0"


def helper_of(layout: Layout) -> FormHelper:
    """The helper by which ``{% crispy %}`` draws a form with this layout."""
    helper = FormHelper()
    helper.layout = layout
    return helper


class LateForm(forms.Form):
    """A form that makes its fields on first access, since a valid question needs none of them."""

    def make_fields(self) -> dict[str, forms.Field]:
        """The fields by their names."""
        raise NotImplementedError

    @cached_property
    def _fields(self) -> dict[str, forms.Field]:
        return self.make_fields()

    @property
    def fields(self) -> dict[str, forms.Field]:
        """The fields by their names."""
        return self._fields

    @fields.setter
    def fields(self, fields: Any) -> None:
        """Leave out Django's empty fields of a form without a declaration."""

    def _clean_fields(self) -> None:
        """Do nothing: ``clean`` reads all fields together."""


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
        draw: Callable[[], tuple[FormFields, Layout]],
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
    def _drawing_and_layout(self) -> tuple[FormFields, Layout]:
        drawing, layout = self._draw()
        if self.is_bound:
            self.data = drawing.values
        else:
            self.initial = drawing.values
        return drawing, layout

    def make_fields(self) -> dict[str, forms.Field]:
        """The fields by their names."""
        return dict(self.drawing.form_fields)

    @property
    def drawing(self) -> FormFields:
        """The fields with their values, labels and layout."""
        return self._drawing_and_layout[0]

    @cached_property
    def helper(self) -> FormHelper:
        """The helper for ``{% crispy %}``."""
        return helper_of(self._drawing_and_layout[1])

    @property
    def full_labels(self) -> dict[str, str]:
        """The fields' labels, including those of their parts and rows."""
        return self.drawing.full_labels

    def clean(self) -> None:
        """Decode the submitted data and add each problem of the codec, or else of the rules, to its field."""
        try:
            value = decode(self.declaration, self.plain)
        except CodecError as error:
            for problem in text_problems(error):
                self.refuse(problem.path, problem.message)
        else:
            self._value = value
            self.add_warnings(value)
            if self.faults is not None and not self.rows_changed:
                for problem in self.faults(value):
                    self.refuse(problem.path, problem.message)

    def add_warnings(self, value: S) -> None:
        """Add doubts about a valid value as hints to its fields."""
        for problem in self.doubts(value) if self.doubts is not None else ():
            field = self.fields[self._fields_at(form_name(problem.path, self.name_prefix))[0]]
            told = {"help": field.help_text, "doubt": as_sentence(problem.message)}
            field.help_text = render_to_string("forms/doubt.html", told)

    def refuse(self, path: str, message: str) -> None:
        """Add a problem to the field of this codec path, to the first field below it, or to the whole form."""
        name = form_name(path, self.name_prefix)
        sentence = as_sentence(message)
        if name in self.drawing.row_problems:
            self.drawing.row_problems[name].append(sentence)
            self.add_error(
                None, ValidationError(as_sentence(f"{self._label_of(path)}: {message}"), code=f"rows_{name}")
            )
            return
        under = self._fields_at(name)
        if not name or not under:
            self.add_error(None, sentence)
            return
        self.add_error(under[0], sentence)
        for names, folded in self.drawing.details:
            if any(stands_in(under[0], name) for name in names):
                folded.open = True

    def _fields_at(self, name: str) -> list[str]:
        return [field for field in self.fields if any(stands_in(each, name) for each in names_in(field))]

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
        """The query string that restores the form: the differences from the initial value."""
        return self._address(self.before)

    def address_from_blank(self) -> str:
        """The query string with all differences from a blank value."""
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
    apart: Collection[str] = (),
    ids: str = "id_%s",
    row_attributes: Mapping[str, str] | None = None,
    faults: Callable[[S], Iterable[Problem]] | None = None,
    doubts: Callable[[S], Iterable[Problem]] | None = None,
    folds: bool = True,
    layouts: Layouts | None = None,
    fit: Mapping[str, Collection[str]] | None = None,
    blank: Mapping[str, str] | None = None,
) -> SpecForm[S]:
    """Return a form for a value of the declaration.

    ``data`` is what was sent (``None``: nothing yet), ``initial`` the value or plain data it starts from (what is left
    out has its default), ``marks`` illegal choices, ``units`` what a field for another unit chooses from (without, its
    name is typed), ``only`` the fields to show, ``apart`` the codec paths of fields drawn outside of the layout,
    ``ids`` the pattern of element ids. ``row_attributes`` go on buttons for rows, ``faults`` finds what is wrong with a
    readable value, ``doubts`` what looks like a slip. ``folds``: long lists are folded away. ``layouts`` are how
    declarations stand on the page, ``fit`` which entries may be chosen by field, ``blank`` what a blank choice means.
    """
    before = fill_blanks(declaration, initial if isinstance(initial, Mapping) else encode(initial) if initial else {})
    reading = SubmittedData(data or {}, catalogue)
    shown = [field for field in fields_of(declaration) if only is None or field.name in only]
    plain = before | {each.name: reading.field(each, inner(prefix, each.name), before[each.name]) for each in shown}
    look = marks or {}, units, apart, dict(row_attributes or {}), folds, layouts or {}, reading.rows_changed
    make = partial(FormFields, catalogue, prefix, *look, fit or {}, blank or {})
    draw = partial(_draw, declaration, shown, plain, make)
    form: SpecForm[S] = SpecForm(declaration, plain, before, draw, prefix, reading.rows_changed, data is not None, ids)
    form.faults, form.doubts = faults, doubts
    if doubts is not None and data is None and initial is not None:
        form.add_warnings(form.spec())
    return form


def _draw(
    declaration: type[Any], fields: Sequence[Field], plain: Mapping[str, Any], make: Callable[[], FormFields]
) -> tuple[FormFields, Layout]:
    drawing = make()
    layout = drawing.fields(declaration, fields, drawing.prefix, plain)
    return drawing, Layout(*layout, *drawing.datalists())


def reading_choices(ruling: Ruling) -> list[tuple[str, str]]:
    """The key and text of each reading of a ruling, with the default marked."""
    return [
        (reading.key, reading.text.removesuffix(".") + (" (default)" if reading.key == ruling.default else ""))
        for reading in ruling.readings
    ]


def switches_layout(rulings: Iterable[Ruling], names: Callable[[Ruling], str], selected: Mapping[str, str]) -> Layout:
    """The layout of the choices of readings, with the rarer ones collapsed while they have their defaults."""
    all_rulings = list(rulings)
    rarer = [ruling for ruling in all_rulings if ruling.advanced]
    usual = [names(ruling) for ruling in all_rulings if not ruling.advanced]
    if not rarer:
        return Layout(*usual)
    changed = any(selected.get(ruling.switch, ruling.default) != ruling.default for ruling in rarer)
    names_of_rarer = [names(ruling) for ruling in rarer]
    summary = f"{len(rarer)} rare {'ruling' if len(rarer) == 1 else 'rulings'}"
    return Layout(*usual, Advanced(names_of_rarer, changed, summary))


def as_sentence(message: str) -> str:
    """The message as a sentence, with a capital letter and a full stop."""
    sentence = message if message.endswith((".", "?", "!")) else f"{message}."
    return f"{sentence[:1].upper()}{sentence[1:]}"


def storable(text: str, longest: int) -> str:
    """The text, if it can be stored; raises ``ValidationError``."""
    problems = Problems()
    text_reader(longest)(text, (), problems)
    if problems.found:
        raise ValidationError(as_sentence(problems.found[0].message))
    return text


def stands_in(field: str, name: str) -> bool:
    """Whether a form field has this name or is in its part or rows."""
    return field == name or field.startswith(inner(name, ""))
