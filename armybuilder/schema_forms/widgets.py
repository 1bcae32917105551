"""The widgets of declarations' fields that Django does not have."""

from collections.abc import Collection, Iterable, Mapping
from itertools import groupby
from typing import Any, NamedTuple

from django import forms

Reasons = Mapping[str, str]
"""Reasons why some choices would be illegal, by choice."""

WIDE = {"class": "schema-form-wide"}
"""Attributes of a field that is too wide to be placed beside others."""

SHORT_NAME = 16
"""Most characters of an option in a narrow field."""


class DeclaredField(forms.Field):
    """A declaration's field; ``when`` are the places of the options before it that it applies to, all if empty."""

    when = ""


class YesNo(forms.CheckboxInput):
    """A checkbox after a hidden 0, so that an unticked box differs from a missing field."""

    template_name = "forms/widgets/yes_no.html"

    def __init__(self) -> None:
        super().__init__(check_test=lambda value: value == "1")

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        """The text of plain data, ``1`` or ``0``."""
        return data.get(name)

    def format_value(self, value: Any) -> str:
        """What a ticked box sends."""
        return "1"


class Option(NamedTuple):
    """An option of a select: its value, label, explanation, and group if any."""

    value: str
    label: str
    help: str = ""
    group: str = ""


class OptionSelect(forms.Select):
    """A select of options."""

    template_name = "forms/widgets/options.html"

    def __init__(self, options: Iterable[Option], reasons: Reasons | None = None) -> None:
        """Take the options, sorted by group, and the reasons against some of them by value."""
        self.listed = list(options)
        super().__init__(WIDE if any(len(option.label) > SHORT_NAME for option in self.listed) else None)
        if reasons:
            self.listed = [_with_mark(option, reasons) for option in self.listed]
        self._set_choices()

    def place(self, value: str) -> int:
        """The place of the option with this value, from 1."""
        return 1 + [option.value for option in self.listed].index(value)

    def keep(self, values: Collection[str]) -> None:
        """Leave out the options with other values."""
        self.listed = [option for option in self.listed if option.value in values]
        self._set_choices()

    def _set_choices(self) -> None:
        self.explanations = {option.value: option.help for option in self.listed if option.help}
        self.choices = []
        for group, members in groupby(self.listed, lambda option: option.group):
            pairs = [(option.value, option.label) for option in members]
            self.choices += [(group, pairs)] if group else pairs

    def create_option(self, name: str, value: Any, *args: Any, **kwargs: Any) -> dict[str, Any]:
        """An option with its explanation."""
        option = super().create_option(name, value, *args, **kwargs)
        if value in self.explanations:
            option["attrs"]["title"] = self.explanations[value]
        return option


def _with_mark(option: Option, reasons: Reasons) -> Option:
    reason = reasons.get(option.value)
    return option._replace(label=f"{option.label} – {reason}") if reason else option


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

    @property
    def search(self) -> forms.TextInput:
        """An input for a name, which suggests those of the list."""
        return forms.TextInput({"type": "search", "list": self.id, "autocomplete": "off"})
