"""The inputs that Django does not bring."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.html import format_html
from django.utils.safestring import SafeString

Marked = Mapping[str, str]
"""For some choices the reason why each would be illegal."""


class YesNo(forms.CheckboxInput):
    """A checkbox that also says no: a hidden 0 goes before it, so that an unticked box is told from one not sent."""

    def __init__(self) -> None:
        """Send 1 for yes."""
        super().__init__(check_test=lambda value: value == "1")

    def format_value(self, value: Any) -> str:
        """The value sent for yes."""
        return "1"

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """The text of plain data, ``1`` or ``0``."""
        return data.get(name)

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        """The hidden no and the box."""
        return format_html(
            '<input type="hidden" name="{}" value="0">{}', name, super().render(name, value, attrs, renderer)
        )


WIDE = {"class": "schema-form-wide"}
"""Attributes of a field whose text does not fit beside others."""

SHORT_NAME = 16
"""Letters of an option that fit beside other fields."""


def _longest(options: list[Any]) -> int:
    """Letters of the longest label, in groups or not."""
    labels = [inner for _, label in options for inner in (label if isinstance(label, list) else [("", label)])]
    return max((len(str(label)) for _, label in labels), default=0)


class OptionSelect(forms.Select):
    """A select whose options may carry the reason why they would be illegal, and an explanation."""

    def __init__(self, options: list[Any], marked: Marked, helps: Mapping[str, str]) -> None:
        """Take the options as Django's choices, the marks and the explanations by value."""
        super().__init__(WIDE if _longest(options) > SHORT_NAME else None, options)
        self.marked = marked
        self.helps = helps

    def create_option(self, name: str, value: Any, label: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """The option with its mark behind its label."""
        reason = self.marked.get(str(value), "")
        option = super().create_option(name, value, f"{label} – {reason}" if reason else label, *args, **kwargs)
        if self.helps.get(str(value)):
            option["attrs"]["title"] = self.helps[str(value)]
        return option


class EntrySearch(forms.TextInput):
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
