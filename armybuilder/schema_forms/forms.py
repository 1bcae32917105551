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

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, Generic, TypeVar
from urllib.parse import urlencode

from crispy_forms.bootstrap import AppendedText
from crispy_forms.helper import FormHelper
from crispy_forms.layout import Div, Layout
from django import forms
from django.core.exceptions import ValidationError
from django.utils.html import escape, format_html

from armybuilder.schema_forms.layouts import PLAIN, FormLayout, Layouts
from armybuilder.schema_forms.plain import (
    ADD_ROW,
    ROWS,
    Reading,
    blank_spec,
    completed,
    differences,
    form_name,
    inner,
    most_rows,
    show,
    written,
)
from armybuilder.schema_forms.widgets import WIDE, Entries, EntrySearch, Marked, OptionSelect, YesNo
from rulesets.core.catalogue import Catalogue, Source
from rulesets.core.codec import CodecError, Problems, decode, encode, text_reader
from rulesets.core.declarations import Field, Kind, fields_of
from rulesets.core.findings import Problem
from rulesets.core.house_rules import Ruling

S = TypeVar("S")

Marks = Mapping[str, Mapping[str, str]]
"""For a field's codec path, the reason why each of some choices would be illegal."""

Units = Sequence[tuple[str, Sequence[str]]]
"""The groups of an army, each with what its units are called."""

LONGEST_LINE = 80
"""Letters of a text up to which it stands beside other fields."""

LONGEST_SELECT = 60
"""From so many entries on, one searches by typing instead of picking from a list."""

LONGEST_LIST = 3
"""A list of more rows is folded away, unless its rows were just changed."""

SENT_AS_TEXT = ", is a text"
"""What the codec adds about a value that a form could not read; on a form everything is text."""

SOURCES = {Source.RULEBOOK: "Rulebook", Source.EXAMPLE: "Examples", Source.OWN: "Your own"}


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
            for problem in error.problems:
                self.refuse(problem.path, problem.message.removesuffix(SENT_AS_TEXT))
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
        for names, block in self.details:
            if any(_stands_in(under[0], name) for name in names):
                block.open = True

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
    drawing = _Drawing(
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


class _Drawing:
    """Makes the form fields and their layout while it walks a declaration."""

    def __init__(
        self,
        catalogue: Catalogue,
        prefix: str,
        marks: Marks,
        units: Units | None,
        row_attributes: dict[str, str],
        folds: bool,
        layouts: Layouts,
        rows_changed: bool,
    ) -> None:
        self.catalogue = catalogue
        self.units = units
        self.folds = folds
        self.layouts = layouts
        self.rows_changed = rows_changed
        self.prefix = prefix
        self.marks = {form_name(path, prefix): reasons for path, reasons in marks.items()}
        self.row_attributes = row_attributes
        self.made: dict[str, forms.Field] = {}
        self.values: dict[str, str] = {}
        self.row_problems: dict[str, list[str]] = {}
        self.full_labels: dict[str, str] = {}
        self.searched: dict[str, Entries] = {}
        self.details: list[tuple[list[str], Any]] = []
        self._inside: list[str] = []

    def fields(self, declaration: type[Any], fields: Iterable[Field], name: str, plain: Mapping[str, Any]) -> list[Any]:
        """The layout of some fields of a declaration: in their sections, the rarer ones folded away at the end.

        Folded ones stand in their sections too where some are called alike.
        """
        stands = self.layouts.get(declaration.__name__, PLAIN)
        sections: dict[str, list[Any]] = {}
        advanced: dict[str, list[Any]] = {}
        names: list[str] = []
        labels: list[str] = []
        changed = False
        for field in fields:
            here = inner(name, field.name)
            drawn = self.field(field, stands, here, plain[field.name])
            if field.name in stands.folded:
                advanced.setdefault(stands.heading(field.name), []).append(drawn)
                names.append(here)
                labels.append(field.ask.label)
                changed = changed or field.required or plain[field.name] != encode(field.default)
            else:
                sections.setdefault(stands.heading(field.name), []).append(drawn)
        layout = _in_sections(sections)
        if advanced:
            alike = len(set(labels)) < len(labels)
            folded = _in_sections(advanced) if alike else list(chain.from_iterable(advanced.values()))
            layout.append(
                _block("schema_forms/advanced.html", folded, open=changed, inside=", ".join(dict.fromkeys(labels)))
            )
            self.details.append((names, layout[-1]))
        return layout

    def field(self, field: Field, stands: FormLayout, name: str, value: Any) -> Any:
        """The layout of one field of a declaration that stands on the page in this way."""
        if field.kind is Kind.PART:
            return self._part(field, name, value)
        if field.kind is Kind.REPEAT:
            return self._rows(field, stands, name, value)
        return self._scalar(field, stands, name, value)

    def _part(self, field: Field, name: str, value: Any) -> Any:
        items: list[Any] = []
        if field.optional:
            self._add(name, forms.Field(required=False, label=field.ask.label, widget=YesNo()), show(value is not None))
            items.append(name)
        plain = blank_spec(field.type) if value is None else value
        self._inside.append(field.ask.label)
        items += self.fields(field.type, fields_of(field.type), name, plain)
        self._inside.pop()
        return _block(
            "schema_forms/part.html",
            items,
            title=field.ask.label,
            help=field.ask.help,
            optional=field.optional,
            name=name,
        )

    def _rows(self, field: Field, stands: FormLayout, name: str, value: Any) -> Any:
        assert field.item is not None  # noqa: S101 (a list always has its item)
        rows = list(value or ())
        self.row_problems[name] = []
        drawn = [
            _block(
                "schema_forms/row.html",
                self._row(field.item, stands, inner(name, index), f"{field.ask.label} {index + 1}", row),
                title=f"{field.ask.label} {index + 1}",
                name=inner(name, index),
                attributes=self.row_attributes,
                removable=len(rows) > (field.ask.min or 0),
            )
            for index, row in enumerate(rows)
        ]
        block = _block(
            "schema_forms/rows.html",
            drawn,
            title=field.ask.label,
            help=field.ask.help,
            name=name,
            count_name=inner(name, ROWS),
            count=len(rows),
            long=self.folds and len(rows) > LONGEST_LIST and field.name not in stands.lines,
            lines=field.name in stands.lines,
            open=self.rows_changed,
            most=most_rows(field),
            full=len(rows) >= most_rows(field),
            add_row=ADD_ROW,
            attributes=self.row_attributes,
            problems=self.row_problems[name],
        )
        self.details.append(([name], block))
        return block

    def _row(self, item: Field, stands: FormLayout, name: str, label: str, value: Any) -> list[Any]:
        if item.kind is Kind.PART and not item.optional:
            self._inside.append(label)
            drawn = self.fields(item.type, fields_of(item.type), name, value)
            self._inside.pop()
            return drawn
        return [self.field(replace(item, ask=replace(item.ask, label=label, help="")), stands, name, value)]

    def _scalar(self, field: Field, stands: FormLayout, name: str, value: Any) -> Any:
        ask = field.ask
        text = written(field, value)
        widget: forms.Widget
        if field.kind is Kind.INT:
            limits = {
                "min": None if ask.min is None else ask.written(ask.min),
                "max": None if ask.max is None else ask.written(ask.max),
                "step": ask.written(1),
                "inputmode": "decimal" if ask.decimals else "numeric",
                "autocomplete": "off",
            }
            widget = forms.NumberInput({key: limit for key, limit in limits.items() if limit is not None})
        elif field.kind is Kind.BOOL:
            widget = YesNo()
        elif field.kind is Kind.CHOICE:
            widget = self._choice(field, name, text)
        elif field.kind is Kind.ENTRY:
            widget, text = self._entry(field, name, text)
        elif field.kind is Kind.UNIT and self.units is not None:
            widget = self._unit(self.units, text)
        elif field.name in stands.long:
            widget = forms.Textarea({"rows": 3, "maxlength": ask.max_length})
        else:
            wide = WIDE if ask.max_length > LONGEST_LINE else {}
            widget = forms.TextInput({"maxlength": ask.max_length, "autocomplete": "off", **wide})
        self._add(name, forms.Field(required=False, label=ask.label, help_text=escape(ask.help), widget=widget), text)
        return AppendedText(name, ask.unit) if ask.unit and field.kind is Kind.INT else name

    def _add(self, name: str, field: forms.Field, text: str) -> None:
        self.made[name] = field
        self.full_labels[name] = ": ".join([*self._inside, str(field.label)])
        self.values[name] = text

    def _choice(self, field: Field, name: str, text: str) -> OptionSelect:
        options = [(choice.value, choice.label) for choice in field.choices]
        if text not in dict(options) and not (field.optional and not text):
            options.insert(0, (text, f"{text or '–'} – not known here"))
        if field.optional:
            options.insert(0, ("", "–"))
        return OptionSelect(options, self._marked(name), {choice.value: choice.help for choice in field.choices})

    def _entry(self, field: Field, name: str, text: str) -> tuple[forms.Widget, str]:
        entries = self.catalogue.of_kind(field.ask.entry)
        marked = self._marked(name)
        if len(entries) > LONGEST_SELECT:
            listed = self.searched.setdefault(
                field.ask.entry, Entries(f"{inner(self.prefix, field.ask.entry)}-entries")
            )
            listed.add((entry.name, marked.get(entry.key, "")) for entry in entries)
            found = self.catalogue.get(field.ask.entry, text)
            return EntrySearch(listed.id), found.name if found else text
        grouped: dict[str, list[tuple[str, str]]] = {}
        for entry in entries:
            grouped.setdefault(SOURCES[entry.source], []).append((entry.key, entry.name))
        options: list[Any] = (
            list(grouped.items()) if len(grouped) > 1 else [o for group in grouped.values() for o in group]
        )
        if text and self.catalogue.get(field.ask.entry, text) is None:
            options.insert(0, (text, f"{text} – in no catalogue"))
        if not text or field.optional or field.default == "":
            options.insert(0, ("", "–"))
        return OptionSelect(options, marked, {}), text

    def _unit(self, units: Units, text: str) -> forms.Widget:
        names = {name for _, group in units for name in group}
        if len(names) > LONGEST_SELECT:
            listed = self.searched.setdefault("units", Entries(f"{inner(self.prefix, 'units')}-named"))
            listed.add((name, "") for _, group in units for name in group)
            return EntrySearch(listed.id)
        options: list[Any] = [("", "–")]
        if text and text not in names:
            options.append((text, f"{text} – not there any more"))
        options += [(title, [(name, name) for name in dict.fromkeys(group)]) for title, group in units if group]
        return OptionSelect(options, {}, {})

    def _marked(self, name: str) -> Marked:
        return self.marks.get(name, {})

    def datalists(self) -> list[Any]:
        """The lists that searching fields choose from, once each."""
        return [
            _block("schema_forms/datalist.html", [], id=entries.id, options=entries.options)
            for entries in self.searched.values()
        ]


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
    return Layout(*usual, _block("schema_forms/advanced.html", names_of_rarer, open=changed, inside=told))


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


def _in_sections(fields: Mapping[str, list[Any]]) -> list[Any]:
    return [_block("schema_forms/section.html", items, title=section) for section, items in fields.items()]


def _block(template: str, items: list[Any], **context: Any) -> Any:
    """A piece of layout drawn by a template of ours, which finds its context as attributes of ``div``."""
    block = Div(*items, template=template)
    for key, value in context.items():
        setattr(block, key, value)
    return block
