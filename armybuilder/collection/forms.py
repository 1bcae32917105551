"""The rows in which a player enters models."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.forms import BaseFormSet, formset_factory

from armybuilder.catalogue.models import EntryRow
from armybuilder.collection.models import MAX_COUNT
from armybuilder.collection.shelf import NOTHING, Models
from armybuilder.schema_forms.forms import storable
from rulesets.core.collection import EntryId
from rulesets.core.declarations.fields import NAME_LENGTH

PAGE_SIZE = 100
MAX_PROPOSED = 400
"""How many rows an army or a pasted table may fill in at once."""


class ModelsForm(forms.Form):
    """One entry: its models, and the state that the page showed.

    ``photo_page`` and ``photo`` are the addresses of the page for the entry's photo, which an entry without a stored
    row does not have, and of the photo itself.
    """

    photo_page = photo = ""
    entry = forms.CharField(widget=forms.HiddenInput, max_length=2 * NAME_LENGTH)
    seen = forms.CharField(widget=forms.HiddenInput, max_length=3 * NAME_LENGTH, strip=False)
    count = forms.IntegerField(label="Models", min_value=0, max_value=MAX_COUNT, required=False)
    painted = forms.IntegerField(min_value=0, max_value=MAX_COUNT, required=False)
    note = forms.CharField(max_length=NAME_LENGTH, required=False)

    def __init__(self, *args: Any, units: Mapping[EntryId, EntryRow], **kwargs: Any) -> None:
        """Take the game's units, and label the fields with the unit's name."""
        super().__init__(*args, **kwargs)
        self.units = units
        for field in self.visible_fields():
            field.field.widget.attrs |= {
                "class": "form-control",
                "aria-label": f"{field.label}: {self.name}",
                "autocomplete": "off",
            }

    @property
    def entry_id(self) -> EntryId:
        """Kind and key of the entry that was sent or is shown."""
        kind, _, key = str(self["entry"].value() or "").partition("/")
        return kind, key

    @property
    def name(self) -> str:
        """The name of the entry; empty for one that is no longer in the catalogue."""
        unit = self.units.get(self.entry_id)
        return unit.name if unit else ""

    @property
    def unit(self) -> EntryRow:
        """The entry."""
        return self.units[self.entry_id]

    def clean_note(self) -> str:
        """The note in a form that can be stored."""
        return storable(self.cleaned_data["note"], NAME_LENGTH)

    def clean(self) -> None:
        """Refuse more painted models than there are."""
        count, painted = self.cleaned_data.get("count") or 0, self.cleaned_data.get("painted") or 0
        if painted > count and not self.errors:
            self.add_error("painted", f"You have {count}, so at most {count} can be painted.")

    @property
    def models(self) -> Models:
        """What was entered, once the form is valid."""
        entered = self.cleaned_data
        return Models(entered["count"] or 0, entered["painted"] or 0, entered["note"])


ModelsForms = formset_factory(ModelsForm, extra=0, max_num=MAX_PROPOSED, absolute_max=MAX_PROPOSED, validate_max=True)


def rows_for(
    units: Mapping[EntryId, EntryRow], shelf: Mapping[EntryId, Models], filled: Mapping[EntryId, Models]
) -> "BaseFormSet[ModelsForm]":
    """A row for each entry that is ``filled``, based on what the shelf has now."""
    initial = [
        {
            "entry": f"{kind}/{key}",
            "seen": shelf.get((kind, key), NOTHING).text,
            "count": models.count or None,
            "painted": models.painted or None,
            "note": models.note,
        }
        for (kind, key), models in filled.items()
    ]
    return ModelsForms(initial=initial, form_kwargs={"units": units}, prefix="row")
