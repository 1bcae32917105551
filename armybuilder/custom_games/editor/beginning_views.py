"""The ways to a new game: three questions, a table from a spreadsheet, the example, a file, a copy."""

from typing import Any, Final

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.custom_games.drafts import Draft, draft_of
from armybuilder.custom_games.editor.beginnings import Beginning, beginning
from armybuilder.custom_games.editor.tables import MAX_PASTED, game_from_table, read_table
from armybuilder.custom_games.views import create_for_visitor
from armybuilder.schema_forms.forms import SpecForm, form_for, mistakes_of
from armybuilder.schema_forms.layouts import FormLayout
from armybuilder.site.limits import limit
from armybuilder.spreadsheets.columns import BadTable
from rulesets.core.declarations.catalogue import Catalogue

LAYOUTS: Final = {"Beginning": FormLayout(long=("troops",), folded=("one",))}


class TableForm(forms.Form):
    """A pasted table, and what its rows are called."""

    title = forms.CharField(label="What is your game called?", max_length=60)
    one = forms.CharField(label="One row of the table is called", max_length=60, initial="Troop type")
    table = forms.CharField(
        label="Your troops from a spreadsheet, with their headings",
        help_text="The first column holds the names. We guess what the other columns hold, and you can change it.",
        max_length=MAX_PASTED,
        widget=forms.Textarea({"rows": 6}),
        strip=False,
    )

    def clean(self) -> dict[str, Any]:
        """Read the table; its mistakes stand at its field."""
        data: dict[str, Any] = super().clean() or {}
        if not self.errors:
            try:
                pasted = read_table(data["table"])
                data["document"] = game_from_table(data["title"], data["one"], pasted)
            except BadTable as bad:
                self.add_error("table", str(bad))
        return data


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("custom-game-edits")
def begin(request: HttpRequest) -> HttpResponse:
    """The ways to a new game; a POST creates one and leads to its editor."""
    posted = request.POST if request.method == "POST" else None
    pastes = posted is not None and posted.get("do") == "table"
    table = TableForm(posted if pastes else None, auto_id="table_%s")
    questions: SpecForm[Beginning] = form_for(
        Beginning, Catalogue(()), None if pastes else posted, layouts=LAYOUTS, ids="begin_%s"
    )
    if pastes and table.is_valid():
        return _created(request, draft_of(table.cleaned_data["document"]), "Started from a table")
    if posted is not None and not pastes and questions.is_valid():
        return _created(request, draft_of(beginning(questions.spec())), "Started from three questions")
    context = {"questions": questions, "table": table, "mistakes": _mistakes(questions)}
    return render(request, "custom_games/editor/begin.html", context, status=200 if posted is None else 422)


def _mistakes(questions: SpecForm[Beginning]) -> list[Any]:
    return list(mistakes_of(questions, questions.full_labels)) if questions.is_bound else []


def _created(request: HttpRequest, draft: Draft, summary: str) -> HttpResponse:
    response = create_for_visitor(request, draft, summary)
    if response.status_code == 302:
        # The page of the game is for later: a new one is edited first.
        response.headers["Location"] += "edit/"
    return response
