"""What a list of entries is narrowed by: words, source, and each closed set of the kind's declaration."""

from __future__ import annotations

from typing import Any

from django import forms
from django.db.models import Q, QuerySet

from armybuilder.catalogue.models import EntryRow
from armybuilder.schema_forms.form_fields import SOURCES
from armybuilder.schema_forms.forms import fields_alone
from rulesets.core.catalogue import EntryKind
from rulesets.core.declarations import Field, Kind, fields_of

ANY = ("", "Any")
FACET = "is-"
"""What the names of a kind's own filters begin with."""


class EntryFilter(forms.Form):
    """The filter form of one kind; a choice that does not exist narrows nothing."""

    q = forms.CharField(label="Search", required=False, max_length=80, widget=forms.TextInput({"type": "search"}))
    source = forms.ChoiceField(
        label="From", required=False, choices=[ANY, *((source.value, text) for source, text in SOURCES.items())]
    )

    def __init__(self, kind: EntryKind[Any], *args: Any, **kwargs: Any) -> None:
        """Add one choice for each closed set of the kind's declaration."""
        super().__init__(*args, **kwargs)
        self.facets = [field for field in fields_of(kind.spec) if field.kind is Kind.CHOICE]
        for field in self.facets:
            self.fields[f"{FACET}{field.name}"] = _choice(field)
        self.helper = fields_alone()

    def narrow(self, rows: QuerySet[EntryRow]) -> QuerySet[EntryRow]:
        """The rows that fit everything asked for."""
        self.full_clean()
        asked = self.cleaned_data
        for word in asked.get("q", "").split():
            rows = rows.filter(Q(name__icontains=word) | Q(key__icontains=word) | Q(cite__icontains=word))
        if asked.get("source"):
            rows = rows.filter(source=asked["source"])
        for field in self.facets:
            if value := asked.get(f"{FACET}{field.name}"):
                rows = rows.filter(**{f"spec__{field.name}": value})
        return rows


def _choice(field: Field) -> forms.ChoiceField:
    choices = [ANY, *((choice.value, choice.label) for choice in field.choices)]
    return forms.ChoiceField(label=field.ask.label, required=False, choices=choices)
