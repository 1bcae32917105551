"""The Django fields of a declaration and their layout with crispy forms; their values are text."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any

from crispy_forms.bootstrap import AppendedText
from django import forms
from django.utils.html import escape

from armybuilder.schema_forms.blocks import Advanced, Datalist, FormPart, FormRow, FormSection, Rows
from armybuilder.schema_forms.layouts import FormLayout, Layouts, layout_of
from armybuilder.schema_forms.plain import ROWS, blank_spec, form_name, inner, max_rows
from armybuilder.schema_forms.widgets import WIDE, DeclaredField, Entries, Option, OptionSelect, Reasons, YesNo
from rulesets.core.declarations.catalogue import Catalogue, Entry, Source
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Field, Kind, field_of, fields_of
from rulesets.core.declarations.text_values import write_scalar, write_value

Marks = Mapping[str, Mapping[str, str]]
"""By a field's codec path, the reasons why some of its choices would be illegal."""

Units = Sequence[tuple[str, Sequence[str]]]
"""The groups of an army, each with the names of its units."""

MAX_LINE_LENGTH = 80
"""Most characters of a text field that is placed beside others."""

MAX_SELECT_ENTRIES = 60
"""Most entries in a select; with more, the field is a search."""

MAX_OPEN_ROWS = 3
"""Lists with more rows are collapsed, unless their rows were just changed."""

SOURCES = {Source.RULEBOOK: "Rulebook", Source.EXAMPLE: "Examples", Source.OWN: "Your own"}


class FormFields:
    """Builds the form fields and their layout from a declaration."""

    def __init__(
        self,
        catalogue: Catalogue,
        prefix: str,
        marks: Marks,
        units: Units | None,
        apart: Collection[str],
        row_attributes: dict[str, str],
        folds: bool,
        layouts: Layouts,
        rows_changed: bool,
        fit: Mapping[str, Collection[str]],
        blank: Mapping[str, str],
    ) -> None:
        """Take the arguments of ``form_for``, and whether a row was just added or removed."""
        self.catalogue = catalogue
        self.units = units
        self.folds = folds
        self.layouts = layouts
        self.rows_changed = rows_changed
        self.fit = fit
        self.blank = blank
        self.prefix = prefix
        self.marks = {form_name(path, prefix): reasons for path, reasons in marks.items()}
        self.apart = {form_name(path, prefix) for path in apart}
        self.row_attributes = row_attributes
        self.form_fields: dict[str, DeclaredField] = {}
        self.values: dict[str, str] = {}
        self.row_problems: dict[str, list[str]] = {}
        self.full_labels: dict[str, str] = {}
        self.searched: dict[str, Entries] = {}
        self.details: list[tuple[list[str], Any]] = []
        self._inside: list[str] = []

    def fields(self, declaration: type[Any], fields: Iterable[Field], name: str, plain: Mapping[str, Any]) -> list[Any]:
        """The layout of some fields of a declaration by section, with the advanced ones collapsed at the end.

        Those are in sections too if some labels are ambiguous. Fields that are ``apart`` are in no layout.
        """
        stands = layout_of(self.layouts, declaration)
        sections: dict[str, list[Any]] = {}
        advanced: dict[str, list[Any]] = {}
        names: list[str] = []
        labels: list[str] = []
        sometimes: dict[str, str] = {}
        changed = False
        for field in fields:
            joined = stands.joined_with(field.name)
            if field.name != joined[0]:
                continue
            here = inner(name, stands.input_name(field.name))
            block = self._block([field_of(declaration, each) for each in joined], stands, name, plain)
            if here in self.apart:
                continue
            if field.name in stands.folded:
                advanced.setdefault(stands.heading(field.name), []).append(block)
                names.append(here)
                labels.append(field.ask.label)
                if when := block.when if isinstance(block, Rows) else getattr(self.form_fields.get(here), "when", ""):
                    sometimes[field.ask.label] = when
                if field.name not in stands.automatic:
                    changed = changed or field.required or plain[field.name] != encode(field.default)
            else:
                sections.setdefault(stands.heading(field.name), []).append(block)
        layout = _in_sections(sections)
        if advanced:
            alike = len(set(labels)) < len(labels)
            folded = _in_sections(advanced) if alike else list(chain.from_iterable(advanced.values()))
            always = (label for label in dict.fromkeys(labels) if label not in sometimes)
            layout.append(Advanced(folded, changed, ", ".join(always), tuple(sometimes.items())))
            self.details.append((names, layout[-1]))
        return layout

    def _block(self, joined: list[Field], stands: FormLayout, name: str, plain: Mapping[str, Any]) -> Any:
        """The layout of a field, or of several that are joined in one, which may be there only for some values."""
        first = joined[0].name
        here = inner(name, stands.input_name(first))
        if len(joined) > 1:
            block: Any = self._joined(joined, stands, name, here, plain)
        else:
            block = self.field(joined[0], stands, here, plain[first])
        for deciding, cases in stands.only.items():
            self._show_for(block, here, inner(name, deciding), [case for case in cases if first in cases[case]])
        return block

    def _show_for(self, block: Any, name: str, deciding: str, cases: Collection[str]) -> None:
        """Show a field only for some values of the deciding one, which the style sheet finds by the options' places."""
        if not cases:
            return
        widget = self.form_fields[deciding].widget
        widget.attrs["data-decides"] = True
        places = [widget.place(case) for case in cases] if isinstance(widget, OptionSelect) else [1]
        (block if isinstance(block, Rows) else self.form_fields[name]).when = " ".join(map(str, places))

    def field(self, field: Field, stands: FormLayout, name: str, value: Any) -> Any:
        """The layout of one field of a declaration."""
        if field.kind is Kind.PART:
            return self._part(field, name, value)
        if field.kind is Kind.REPEAT:
            return self._rows(field, stands, name, value)
        return self._scalar(field, stands, name, value)

    def _part(self, field: Field, name: str, value: Any) -> Any:
        items: list[Any] = []
        if field.optional:
            self._add(
                name,
                DeclaredField(required=False, label=field.ask.label, widget=YesNo()),
                write_scalar(value is not None),
            )
            items.append(name)
        plain = blank_spec(field.type) if value is None else value
        self._inside.append(field.ask.label)
        inside = fields_of(field.type)
        items += self.fields(field.type, inside, name, plain)
        self._inside.pop()
        flows = not field.optional and inside[0].ask.label == field.ask.label
        return FormPart(items, name, field.ask.label, field.ask.help, field.optional, flows)

    def _rows(self, field: Field, stands: FormLayout, name: str, value: Any) -> Any:
        assert field.item is not None  # noqa: S101 (a list always has its item)
        rows = list(value or ())
        self.row_problems[name] = []
        blocks = [
            FormRow(
                self._row(field.item, stands, inner(name, index), f"{field.item.ask.label} {index + 1}", row),
                inner(name, index),
                f"{field.item.ask.label} {index + 1}",
                self.row_attributes,
                len(rows) > (field.ask.min or 0),
            )
            for index, row in enumerate(rows)
        ]
        folding = Rows(
            blocks,
            name,
            inner(name, ROWS),
            field.ask.label,
            field.item.ask.label,
            field.ask.help,
            self.row_problems[name],
            self.row_attributes,
            max_rows(field),
            long=self.folds and len(rows) > MAX_OPEN_ROWS and field.name not in stands.lines,
            lines=field.name in stands.lines,
            open=self.rows_changed,
        )
        self.details.append(([name], folding))
        return folding

    def _row(self, item: Field, stands: FormLayout, name: str, label: str, value: Any) -> list[Any]:
        if item.kind is Kind.PART and not item.optional:
            self._inside.append(label)
            layout = self.fields(item.type, fields_of(item.type), name, value)
            self._inside.pop()
            return layout
        return [self.field(replace(item, ask=replace(item.ask, label=label, help="")), stands, name, value)]

    def _scalar(self, field: Field, stands: FormLayout, name: str, value: Any) -> Any:
        ask = field.ask
        text = write_value(field, value)
        widget: forms.Widget
        if field.kind is Kind.INT:
            limits = {"min": ask.min, "max": ask.max, "step": 1}
            widget = forms.NumberInput(
                {name: ask.format(limit) for name, limit in limits.items() if limit is not None}
                | {"inputmode": "decimal" if ask.decimals else "numeric", "autocomplete": "off"}
            )
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
            wide = WIDE if ask.max_length > MAX_LINE_LENGTH else {}
            widget = forms.TextInput({"maxlength": ask.max_length, "autocomplete": "off", **wide})
        made = DeclaredField(required=False, label=ask.label, help_text=escape(ask.help), widget=widget)
        self._add(name, made, text)
        if ask.unit and field.kind is Kind.INT:
            return AppendedText(name, ask.unit, template="%s/field.html")
        return name

    def _add(self, name: str, field: DeclaredField, text: str) -> None:
        self.form_fields[name] = field
        self.full_labels[name] = ": ".join(dict.fromkeys([*self._inside, str(field.label)]))
        self.values[name] = text

    def _choice(self, field: Field, name: str, text: str) -> OptionSelect:
        options = [Option(choice.value, choice.label, choice.help) for choice in field.choices]
        if text not in {option.value for option in options} and not (field.optional and not text):
            options.insert(0, Option(text, f"{text or '–'} – unknown"))
        if field.optional:
            options.insert(0, Option("", self.blank.get(field.name, "–")))
        return OptionSelect(options, self._marks_of(name))

    def _entry(self, field: Field, name: str, text: str) -> tuple[forms.Widget, str]:
        entries = self._entries(field, text)
        marks = self._marks_of(name)
        if len(entries) > MAX_SELECT_ENTRIES:
            kind = field.ask.entry
            what = f"{kind}.{field.name}" if field.name in self.fit else kind
            search_list = self.searched.setdefault(what, Entries(f"{inner(self.prefix, what)}-entries"))
            search_list.add((entry.name, marks.get(entry.key, "")) for entry in entries)
            selected = self.catalogue.get(field.ask.entry, text)
            return search_list.search, selected.name if selected else text
        options = self._entry_options(entries)
        if text and self.catalogue.get(field.ask.entry, text) is None:
            options.insert(0, Option(text, f"{self.catalogue.name_of(field.ask.entry, text)} – not in the catalogue"))
        if not text or field.optional or field.default == "":
            options.insert(0, Option("", "–"))
        return OptionSelect(options, marks), text

    def _joined(
        self, fields: Sequence[Field], stands: FormLayout, name: str, here: str, plain: Mapping[str, Any]
    ) -> str:
        """The select of fields that are filled one at a time, with the entries of each field as a group."""
        options = [Option(f"{fields[0].name}:", "–")]
        marks: dict[str, str] = {}
        value = options[0].value
        for field in fields:
            group, chosen = field.ask.label, plain[field.name]
            if chosen:
                value = f"{field.name}:{chosen}"
                if self.catalogue.get(field.ask.entry, chosen) is None:
                    options.append(
                        Option(
                            value,
                            f"{self.catalogue.name_of(field.ask.entry, chosen)} – not in the catalogue",
                            "",
                            group,
                        )
                    )
            options += [
                Option(f"{field.name}:{option.value}", option.label, "", f"{group}: {option.group}".removesuffix(": "))
                for option in self._entry_options(self._entries(field))
            ]
            reasons = self._marks_of(inner(name, field.name))
            marks |= {f"{field.name}:{key}": reason for key, reason in reasons.items() if key}
        label = next(label for label, names in stands.joined.items() if fields[0].name in names)
        self._add(here, DeclaredField(required=False, label=label, widget=OptionSelect(options, marks)), value)
        return here

    def _entries(self, field: Field, chosen: str = "") -> Sequence[Entry[Any]]:
        """The entries that fit in a field, and the one that is chosen."""
        entries, fit = self.catalogue.of_kind(field.ask.entry), self.fit.get(field.name)
        return entries if fit is None else [entry for entry in entries if entry.key in fit or entry.key == chosen]

    def _entry_options(self, entries: Sequence[Entry[Any]]) -> list[Option]:
        """Entries by source."""
        sources = dict.fromkeys(entry.source for entry in entries)
        return [
            Option(entry.key, entry.name, "", SOURCES[source] if len(sources) > 1 else "")
            for source in sources
            for entry in entries
            if entry.source is source
        ]

    def _unit(self, units: Units, text: str) -> forms.Widget:
        names = {name for _, group in units for name in group}
        if len(names) > MAX_SELECT_ENTRIES:
            search_list = self.searched.setdefault("units", Entries(f"{inner(self.prefix, 'units')}-named"))
            search_list.add((name, "") for _, group in units for name in group)
            return search_list.search
        options = [Option("", "–")]
        if text and text not in names:
            options.append(Option(text, f"{text} – no longer there"))
        # A name stands for all units that have it, so it is listed once: under its group, unless several have it.
        groups: dict[str, list[str]] = {}
        for title, group in units:
            for name in dict.fromkeys(group):
                groups.setdefault(name, []).append(title)
        options += [Option(name, name) for name, titles in groups.items() if len(titles) > 1]
        options += [Option(name, name, "", titles[0]) for name, titles in groups.items() if len(titles) == 1]
        return OptionSelect(options)

    def _marks_of(self, name: str) -> Reasons:
        return self.marks.get(name, {})

    def datalists(self) -> list[Any]:
        """The option lists of search fields, each once."""
        return [Datalist([], entries.id, entries.options) for entries in self.searched.values()]


def _in_sections(fields: Mapping[str, list[Any]]) -> list[Any]:
    """Sections of fields; the title of one that has a list of that title alone is said by the list."""
    return [
        FormSection(items, "" if isinstance(items[0], Rows) and items[0].title == title else title)
        for title, items in fields.items()
    ]
