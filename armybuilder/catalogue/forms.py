"""The forms for players' own entries."""

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.core.exceptions import NON_FIELD_ERRORS

from armybuilder.catalogue.writing import NameIndex
from armybuilder.schema_forms.forms import Mistake, SpecForm, form_for, mistakes_of, storable
from armybuilder.schema_forms.layouts import Layouts
from armybuilder.schema_forms.plain import blank_spec, form_name
from rulesets.core.declarations.catalogue import Catalogue, Entry, EntryKind
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.fields import NAME_LENGTH, Kind, values_in
from rulesets.core.declarations.problems import Problem

SPEC = "spec"
"""Prefix of the form names of a profile's fields."""


class NameForm(forms.Form):
    """The name of an own entry."""

    name = forms.CharField(
        max_length=NAME_LENGTH,
        widget=forms.TextInput({"autocomplete": "off"}),
        error_messages={"required": "Enter a name."},
    )

    def __init__(self, index: NameIndex, key: str, *args: Any, **kwargs: Any) -> None:
        """Take the existing entries, and the key of the edited entry (empty for a new one)."""
        super().__init__(*args, **kwargs)
        self.index = index
        self.key = key

    def clean_name(self) -> str:
        """The name as it can be stored; raises ``ValidationError`` if another entry of the kind has it."""
        name = storable(self.cleaned_data["name"], NAME_LENGTH)
        same = self.index.named(name)
        if same is not None and same.key != self.key:
            raise forms.ValidationError(f"You already have “{same.name}”. Choose another name.")
        return name


class EntryForm:
    """The form for name and profile of an own entry."""

    def __init__(
        self,
        kind: EntryKind[Any],
        catalogue: Catalogue,
        index: NameIndex,
        start: tuple[str, Any],
        layouts: Layouts,
        key: str = "",
        data: Mapping[str, str] | None = None,
    ) -> None:
        """Start with a name and a profile (``None``: a blank one); ``data`` is the submitted data."""
        name, profile = start
        self.spec: SpecForm[Any] = form_for(
            kind.spec,
            catalogue,
            data,
            initial=profile,
            prefix=SPEC,
            faults=lambda spec: (*kind.faults(spec), *_empty_rows(spec)),
            doubts=lambda spec: kind.doubts(spec, catalogue),
            layouts=layouts,
        )
        # What a blank entry may not be without has a star; all other fields begin with a value.
        for problem in kind.faults(kind.start or decode(kind.spec, blank_spec(kind.spec))):
            self.spec.fields[form_name(problem.path, SPEC)].required = True
        if self.spec.rows_changed and data is not None:
            self.name = NameForm(index, key, initial={"name": data.get("name", "")})
        else:
            self.name = NameForm(index, key, data, initial={"name": name})

    @cached_property
    def mistakes(self) -> list[Mistake]:
        """All mistakes, which the page tells first; those with a whole list or entry are then not told again."""
        found = [*mistakes_of(self.name, {"name": "Name"}), *mistakes_of(self.spec, self.spec.full_labels)]
        self.spec.errors.pop(NON_FIELD_ERRORS, None)
        return found

    @property
    def card(self) -> str:
        """The query of the card that shows what is in the form."""
        name = self.name["name"].value() or ""
        return "&".join(filter(None, [urlencode({"name": name}), self.spec.address()]))

    def is_valid(self) -> bool:
        """Whether it was submitted for saving and has no errors."""
        valid = [self.name.is_valid(), self.spec.is_valid()]
        return all(valid) and not self.spec.rows_changed


def _empty_rows(spec: Any) -> Iterator[Problem]:
    """The rows of lists for which no entry is chosen."""
    for place, _, value in values_in(spec, kind=Kind.ENTRY):
        row = place if place.endswith("]") else place.rpartition(".")[0]
        if not value and row.endswith("]"):
            yield Problem(place, "choose one, or remove the row")


def start_of(kind: EntryKind[Any], entry: Entry[Any] | None) -> tuple[str, Any]:
    """The initial name and profile of a new entry: a copy of another one, or that of the kind."""
    return ("", kind.start) if entry is None else (f"{entry.name[: NAME_LENGTH - 9]} (custom)", entry.spec)
