"""The pages that put an entry of the visitor's, a unit of the game's or a random group into an army."""

from collections.abc import Sequence
from functools import cache, partial
from typing import Any, Final
from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from armybuilder.armies.access import armies_of_game
from armybuilder.armies.conflicts import save_or_merge
from armybuilder.armies.creation import blank_army, create_for_visitor
from armybuilder.armies.edits import EditRefused, EditResult
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.own_entries import make_any_edit
from armybuilder.armies.reading import load_army, readable
from armybuilder.catalogue.access import entry_page, own_catalogue, visible_entry
from armybuilder.catalogue.models import EntryRow
from armybuilder.site.errors import error_page
from armybuilder.site.limits import limit
from armybuilder.submissions.once import once
from rulesets.core.ruleset import AnyRuleset

MAX_LISTED: Final = 100
"""How many armies there are to choose from, the latest changed first."""
NOT_SAVED: Final = "Nothing was saved"
"""The title of the page that says why."""
NEW: Final = "new"
"""The choice of an army that is made for the entry."""


def _usable_entry(request: HttpRequest, ruleset: AnyRuleset, kind: str, key: str) -> EntryRow:
    """An entry that can be put into an army; raises ``Http404``. Those of games are already in every army's catalogue,
    so that only units are of use.
    """
    row = visible_entry(request, ruleset, kind, key)
    if not row.is_players and not ruleset.kind(kind).is_unit:
        raise Http404
    return row


@entry_page("edits", _usable_entry)
@readable
def use_entry(request: HttpRequest, ruleset: AnyRuleset, row: EntryRow) -> HttpResponse:
    """Choose an army for an entry; a POST adds a unit of it to the army's last group, or to a new army."""
    if request.method == "POST":
        return _use(request, ruleset, row)
    context = {"ruleset": ruleset, "kind": ruleset.kind(row.kind), "row": row, **army_choices(request, ruleset)}
    return render(request, "armies/use_entry.html", context)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("edits")
@readable
def use_random_group(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """Choose an army for a random group; a POST goes to the group that fits it."""
    if request.method != "POST":
        return render(request, "armies/use_random_group.html", {"ruleset": ruleset, **army_choices(request, ruleset)})
    chosen = request.POST.get("army", NEW)
    if chosen == NEW:
        return redirect("suggestions:random-new", ruleset)
    army = armies_of_game(request, ruleset).filter(pk=chosen).first()
    if army is None:
        return error_page(request, 409, _gone(ruleset), NOT_SAVED)
    return redirect("suggestions:random", army.pk)


def _gone(ruleset: AnyRuleset) -> str:
    return f"This {ruleset.words.force} no longer exists. Go back and choose another."


def army_choices(request: HttpRequest, ruleset: AnyRuleset) -> dict[str, Any]:
    """What the choice of an army needs (``armies/into_army.html``): the latest changed ones first."""
    return {"armies": armies_of_game(request, ruleset)[:MAX_LISTED], "new": NEW}


@once
def _use(request: HttpRequest, ruleset: AnyRuleset, row: EntryRow) -> HttpResponse:
    return add_entries(request, ruleset, [row])


def add_entries(request: HttpRequest, ruleset: AnyRuleset, rows: Sequence[EntryRow]) -> HttpResponse:
    """Add a unit of each entry to the last group of the army chosen, or to a new army, and go there."""
    chosen = request.POST.get("army", NEW)
    try:
        if chosen == NEW:
            added = _with_units(request, blank_army(request, ruleset), rows)
            words = f"New army with {rows[0].name}" if len(rows) == 1 else "New army from a table"
            return create_for_visitor(request, LoadedArmy(ruleset, added.force), "", words)
        army = armies_of_game(request, ruleset).filter(pk=chosen).first()
        if army is None:
            return error_page(request, 409, _gone(ruleset), NOT_SAVED)
        edited = _with_units(request, load_army(army), rows)
    except EditRefused as refusal:
        return error_page(request, 409, str(refusal), NOT_SAVED)
    refused = save_or_merge(request, army, LoadedArmy(ruleset, edited.force), edited.summary, base=army.head)
    if refused:
        return refused
    messages.success(request, edited.summary, extra_tags="step")
    return HttpResponseRedirect(f"{army.get_absolute_url()}?{urlencode({'at': edited.at})}#inspector")


def _with_units(request: HttpRequest, loaded: LoadedArmy, rows: Sequence[EntryRow]) -> EditResult:
    """The army with a unit of each entry in its last group; raises ``EditRefused``."""
    load_own = cache(partial(own_catalogue, request, loaded.ruleset))
    results: list[EditResult] = []
    for row in rows:
        groups = loaded.force.groups
        data = {"entry": f"{row.kind}/{row.key}", "into": groups[-1].id if groups else ""}
        edit = "add-own" if row.is_players else "add-units"
        results.append(make_any_edit(edit, loaded, data, load_own))
        loaded = LoadedArmy(loaded.ruleset, results[-1].force)
    last = results[-1]
    if len(results) == 1:
        return last
    return EditResult(last.force, f"Added {len(results)} entries from your catalogue", last.at)
