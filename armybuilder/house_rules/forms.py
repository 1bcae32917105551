"""The form of a set: its name and the readings."""

from __future__ import annotations

from collections.abc import Mapping

from django import forms

from armybuilder.schema_forms.forms import storable
from rulesets.core.declarations import NAME_LENGTH


class SetNameForm(forms.Form):
    """The name of a set."""

    name = forms.CharField(max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "off"}))

    def __init__(self, data: Mapping[str, str] | None = None) -> None:
        """Take what was sent."""
        super().__init__(data, auto_id="set_%s")

    def clean_name(self) -> str:
        """The name as a document can hold it."""
        return storable(self.cleaned_data["name"], NAME_LENGTH)
