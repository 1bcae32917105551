"""The widgets of declarations' fields, rendered in Python, since a page may have hundreds of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from django import forms
from django.utils.safestring import SafeString, mark_safe

from armybuilder.drawing.form_fields import attributes

Reasons = Mapping[str, str]
"""Reasons why some choices would be illegal, by choice."""

WIDE = {"class": "schema-form-wide"}
"""Attributes of a field that is too wide to be placed beside others."""

SHORT_NAME = 16
"""Most characters of an option in a narrow field."""


class TextInput(forms.TextInput):
    """A text or number input, depending on the attribute ``type``."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The input."""
        text = None if value in (None, "") else value
        own = {"type": self.input_type, "name": name, "value": text, **self.build_attrs(self.attrs, attrs)}
        return mark_safe(f"<input{attributes(own)}>")  # noqa: S308 (attributes are escaped)


class Lines(forms.Textarea):
    """A text of several lines."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The textarea; browsers drop a line break at its beginning."""
        own = attributes({"name": name, **self.build_attrs(self.attrs, attrs)})
        return mark_safe(f"<textarea{own}>\n{escape(str(value or ''))}</textarea>")  # noqa: S308 (escaped)


class YesNo(forms.CheckboxInput):
    """A checkbox after a hidden 0, so that an unticked box differs from a missing field."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """The text of plain data, ``1`` or ``0``."""
        return data.get(name)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The hidden input and the checkbox."""
        own = {"name": name, "value": "1", **self.build_attrs(self.attrs, attrs), "checked": value == "1"}
        no = attributes({"type": "hidden", "name": name, "value": "0"})
        return mark_safe(f'<input{no}><input type="checkbox"{attributes(own)}>')  # noqa: S308 (escaped)


class Option(NamedTuple):
    """An option of a select: its value, label, explanation, and group if any."""

    value: str
    label: str
    help: str = ""
    group: str = ""


class OptionSelect(forms.Select):
    """A select of options."""

    def __init__(self, options: Iterable[Option], reasons: Reasons | None = None) -> None:
        """Take the options, sorted by group, and the reasons against some of them by value."""
        self.listed = tuple(options)
        super().__init__(WIDE if any(len(option.label) > SHORT_NAME for option in self.listed) else None)
        if reasons:
            self.listed = tuple(_with_mark(option, reasons) for option in self.listed)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The select, with the first option of this value selected."""
        own = attributes({"name": name, **self.build_attrs(self.attrs, attrs)})
        options = _options_html(self.listed)
        attribute = attributes({"value": "" if value is None else value})
        options = options.replace(f"<option{attribute}", f"<option{attribute} selected", 1)
        return mark_safe(f"<select{own}>{options}</select>")  # noqa: S308 (escaped)


def _with_mark(option: Option, reasons: Reasons) -> Option:
    reason = reasons.get(option.value)
    return option._replace(label=f"{option.label} – {reason}") if reason else option


@lru_cache(maxsize=500)
def _options_html(options: tuple[Option, ...]) -> str:
    """The options without a selection, which are the same for every visitor."""
    groups = []
    for group, inner in groupby(options, lambda option: option.group):
        group_options = "".join(
            f"<option{attributes({'value': each.value, 'title': each.help or None})}>{escape(each.label)}</option>"
            for each in inner
        )
        groups.append(f"<optgroup{attributes({'label': group})}>{group_options}</optgroup>" if group else group_options)
    return "".join(groups)


class EntrySearch(TextInput):
    """A search input for the name of a catalogue entry, with suggestions."""

    def __init__(self, list_id: str) -> None:
        """Take the id of the list of entries."""
        super().__init__({"list": list_id, "autocomplete": "off", "type": "search"})


class Entries:
    """The options of a list of entries: each name once, with the reason if it would be illegal."""

    def __init__(self, list_id: str) -> None:
        """An empty list of that id."""
        self.id = list_id
        self.options: dict[str, str] = {}

    def add(self, options: Iterable[tuple[str, str]]) -> None:
        """Add names with the reasons against them."""
        for name, mark in options:
            self.options[name] = self.options.get(name) or mark
