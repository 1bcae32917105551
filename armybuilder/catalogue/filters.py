"""The filter of a list of entries: words, source, and each choice field of the kind's declaration."""

from typing import Any

from django import forms
from django.db.models import QuerySet

from armybuilder.catalogue.models import EntryRow
from armybuilder.schema_forms.form_fields import SOURCES
from armybuilder.site.list_filters import PlainTexts
from rulesets.core.declarations.catalogue import EntryKind
from rulesets.core.declarations.fields import Kind, fields_of
from rulesets.core.names import plain_words

ANY = ("", "Any")
FACET = "is-"
"""Prefix of the form names of a kind's own filters."""


class EntryFilter(forms.Form):
    """The filter form of one kind; unknown choices are ignored."""

    q = forms.CharField(label="Search", required=False, max_length=80, widget=forms.TextInput({"type": "search"}))
    source = forms.ChoiceField(
        label="From", required=False, choices=[ANY, *((source.value, text) for source, text in SOURCES.items())]
    )

    def __init__(self, kind: EntryKind[Any], *args: Any, **kwargs: Any) -> None:
        """Add a filter for each choice field of the kind's declaration."""
        super().__init__(*args, **kwargs)
        self.facets = [field for field in fields_of(kind.spec) if field.kind is Kind.CHOICE]
        for field in self.facets:
            choices = [ANY, *((choice.value, choice.label) for choice in field.choices)]
            self.fields[f"{FACET}{field.name}"] = forms.ChoiceField(
                label=field.ask.label, required=False, choices=choices
            )

    def choices(self) -> list[forms.BoundField]:
        """The fields beside the words."""
        return [field for field in self if field.name != "q"]

    def narrow(self, rows: QuerySet[EntryRow]) -> QuerySet[EntryRow]:
        """The rows that match all criteria."""
        self.full_clean()
        criteria = self.cleaned_data
        rows = PlainTexts(rows, "name", "key", "cite").matching(plain_words(criteria.get("q", "")).split())
        if criteria.get("source"):
            rows = rows.filter(source=criteria["source"])
        for field in self.facets:
            if value := criteria.get(f"{FACET}{field.name}"):
                rows = rows.filter(**{f"spec__{field.name}": value})
        return rows
