"""The inputs of declarations' fields. They draw themselves in Python, since a page may have hundreds of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Any, NamedTuple

from django import forms
from django.utils.safestring import SafeString, mark_safe

from armybuilder.drawing.form_fields import attributes

Marked = Mapping[str, str]
"""For some choices the reason why each would be illegal."""

WIDE = {"class": "schema-form-wide"}
"""Attributes of a field whose text does not fit beside others."""

SHORT_NAME = 16
"""Letters of an option that fit beside other fields."""


class Line(forms.TextInput):
    """A text or a number of one line; ``type`` among the attributes says which."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The input."""
        held = None if value in (None, "") else value
        own = {"type": self.input_type, "name": name, "value": held, **self.build_attrs(self.attrs, attrs)}
        return mark_safe(f"<input{attributes(own)}>")  # noqa: S308 (attributes are escaped)


class Lines(forms.Textarea):
    """A text of several lines."""

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The input; browsers leave out a line break right after its beginning."""
        own = attributes({"name": name, **self.build_attrs(self.attrs, attrs)})
        return mark_safe(f"<textarea{own}>\n{escape(str(value or ''))}</textarea>")  # noqa: S308 (escaped)


class YesNo(forms.CheckboxInput):
    """A checkbox that also says no: a hidden 0 goes before it, so that an unticked box is told from one not sent."""

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """The text of plain data, ``1`` or ``0``."""
        return data.get(name)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The hidden no and the box."""
        own = {"name": name, "value": "1", **self.build_attrs(self.attrs, attrs), "checked": value == "1"}
        no = attributes({"type": "hidden", "name": name, "value": "0"})
        return mark_safe(f'<input{no}><input type="checkbox"{attributes(own)}>')  # noqa: S308 (escaped)


class Option(NamedTuple):
    """A choice of a select: what is sent, what is read, an explanation, and the group that it stands in, if any."""

    value: str
    label: str
    help: str = ""
    group: str = ""


class OptionSelect(forms.Select):
    """A select of options."""

    def __init__(self, options: Iterable[Option], marked: Marked | None = None) -> None:
        """Take the options, those of one group after one another, and the marks by value."""
        self.listed = tuple(options)
        super().__init__(WIDE if any(len(option.label) > SHORT_NAME for option in self.listed) else None)
        if marked:
            self.listed = tuple(_with_mark(option, marked) for option in self.listed)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The select with its options, of which the first that has the value is chosen."""
        own = attributes({"name": name, **self.build_attrs(self.attrs, attrs)})
        options = _options_html(self.listed)
        sent = attributes({"value": "" if value is None else value})
        options = options.replace(f"<option{sent}", f"<option{sent} selected", 1)
        return mark_safe(f"<select{own}>{options}</select>")  # noqa: S308 (escaped)


def _with_mark(option: Option, marked: Marked) -> Option:
    reason = marked.get(option.value)
    return option._replace(label=f"{option.label} – {reason}") if reason else option


@lru_cache(maxsize=500)
def _options_html(options: tuple[Option, ...]) -> str:
    """The options as they are for every visitor, none chosen."""
    drawn = []
    for group, inner in groupby(options, lambda option: option.group):
        listed = "".join(
            f"<option{attributes({'value': each.value, 'title': each.help or None})}>{escape(each.label)}</option>"
            for each in inner
        )
        drawn.append(f"<optgroup{attributes({'label': group})}>{listed}</optgroup>" if group else listed)
    return "".join(drawn)


class EntrySearch(Line):
    """A text in which one types the name of a catalogue entry and is offered those that fit."""

    def __init__(self, list_id: str) -> None:
        """Take the id of the list of entries."""
        super().__init__({"list": list_id, "autocomplete": "off", "type": "search"})


class Entries:
    """The options of one list of entries: each name once, with the reason against it, if there is one."""

    def __init__(self, list_id: str) -> None:
        """An empty list of that id."""
        self.id = list_id
        self.options: dict[str, str] = {}

    def add(self, options: Iterable[tuple[str, str]]) -> None:
        """Add names with their marks."""
        for name, mark in options:
            self.options[name] = self.options.get(name) or mark
