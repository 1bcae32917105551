"""The form for the name of a set."""

from collections.abc import Mapping

from django import forms

from armybuilder.schema_forms.forms import storable
from rulesets.core.declarations.fields import NAME_LENGTH


class SetNameForm(forms.Form):
    """The name of a set."""

    name = forms.CharField(max_length=NAME_LENGTH, widget=forms.TextInput({"autocomplete": "off"}))

    def __init__(self, data: Mapping[str, str] | None = None, name: str = "") -> None:
        super().__init__(data, auto_id="set_%s", initial={"name": name})

    def clean_name(self) -> str:
        """Return the name as documents can store it."""
        return storable(self.cleaned_data["name"], NAME_LENGTH)
