"""Pages to import and export entries as tables, and games as BattleScribe's files."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from armybuilder.armies.using_entries import add_entries, army_choices
from armybuilder.catalogue.access import own_catalogue, own_entries, visible_entries
from armybuilder.catalogue.filters import EntryFilter
from armybuilder.catalogue.own import all_entries, handles_store_errors, kind_of, ownable_kind
from armybuilder.catalogue.tables import UNSAID
from armybuilder.catalogue.writing import store
from armybuilder.interchange.battlescribe.game_files import write_catalogue, write_game_system
from armybuilder.interchange.entry_tables import TableRow, example_of, read_table, table_rows, write_table
from armybuilder.interchange.forms import TableForm
from armybuilder.schema_forms.layouts import layouts_of
from armybuilder.site.claims import keep_claim, make_claim
from armybuilder.site.limits import limit
from armybuilder.site.pages import attachment
from armybuilder.spreadsheets.columns import BadTable, columns_of
from armybuilder.spreadsheets.workbooks import XLSX, write_workbook
from armybuilder.submissions.once import CREATED, once
from rulesets.core.declarations.catalogue import EntryKind
from rulesets.core.force_document import encode_entry
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset

SAMPLE_ROWS: Final = 3
"""Entries of the game that the table to paste begins with."""


@dataclass(frozen=True, slots=True)
class RowItem:
    """A row of a table before it is saved: its effect, its facts, or its mistakes."""

    read: TableRow
    does: str
    facts: tuple[tuple[str, str], ...]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("own-tables")
@handles_store_errors
def paste(request: HttpRequest, ruleset: AnyRuleset, kind: str) -> HttpResponse:
    """Read a table, show the effect of each row, and save the valid rows once the player confirms."""
    entry_kind = ownable_kind(ruleset, kind)
    claim = make_claim(request)
    entries = ruleset.catalogue.of_kind(kind)
    columns = [(column, example_of(column, entries, ruleset.catalogue)) for column in columns_of(entry_kind.spec)]
    context: dict[str, Any] = {"ruleset": ruleset, "kind": entry_kind, "columns": columns}
    status = 200
    if request.method == "POST":
        form = TableForm(ruleset, entry_kind, request.POST, request.FILES)
        status, is_valid = 422, form.is_valid()
        context |= {"encodings": form.encodings, "remarks": form.remarks}
        if is_valid:
            text, own = form.cleaned_data["text"], own_catalogue(request, ruleset)
            before = {name_key(entry.name): entry.spec for entry in own.of_kind(kind)}
            try:
                rows = read_table(entry_kind, text, ruleset.catalogue.with_entries(own), before, layouts_of(ruleset))
            except BadTable as error:
                form.add_error("text", str(error))
            else:
                game = {name_key(entry.name): entry.spec for entry in entries}
                good = {
                    row.name: row.profile for row in rows if not row.mistakes and not _is_the_games(row, before, game)
                }
                bad = sum(bool(row.mistakes) for row in rows)
                if good and ("store" in request.POST or "add" in request.POST):
                    return _store(request, ruleset, entry_kind, good, bad)
                status = 200
                context |= {
                    "rows": [_row_item(entry_kind, row, before, game) for row in rows],
                    "good": len(good),
                    "bad": bad,
                    **army_choices(request, ruleset),
                }
                form = TableForm(ruleset, entry_kind, initial={"text": text})
    else:
        form = TableForm(ruleset, entry_kind, initial={"text": _sample(ruleset, entry_kind)})
    response = render(request, "interchange/paste.html", context | {"form": form}, status=status)
    keep_claim(response, claim)
    return response


def _sample(ruleset: AnyRuleset, kind: EntryKind[Any]) -> str:
    """The first entries of the game as a table to start from."""
    return write_table(kind, ruleset.catalogue.of_kind(kind.slug)[:SAMPLE_ROWS], ruleset.catalogue)


def _is_the_games(row: TableRow, before: dict[str, Any], game: dict[str, Any]) -> bool:
    """Whether the game has the same entry, so that an own one would be redundant."""
    name = name_key(row.name)
    return not row.mistakes and name not in before and game.get(name) == row.profile


def _row_item(kind: EntryKind[Any], row: TableRow, before: dict[str, Any], game: dict[str, Any]) -> RowItem:
    if row.mistakes:
        return RowItem(row, "", ())
    facts = tuple(fact for fact in kind.facts(row.profile) if fact[1] not in UNSAID)
    if _is_the_games(row, before, game):
        return RowItem(row, "same as in the game, not saved", facts)
    existing = before.get(name_key(row.name))
    does = "new" if existing is None else "unchanged" if existing == row.profile else "changes yours"
    return RowItem(row, does, facts)


@once
def _store(
    request: HttpRequest, ruleset: AnyRuleset, kind: EntryKind[Any], good: Mapping[str, Any], bad: int
) -> HttpResponse:
    """Store the good rows of a table, by their names, and say how many bad ones are left out.

    They also go into an army if the player asks for that. If the army refuses them, none is stored.
    """
    claim = make_claim(request)
    with transaction.atomic():
        stored = store(request, claim, ruleset, kind, good)
        if "add" in request.POST:
            response = add_entries(request, ruleset, stored)
        else:
            response = HttpResponseRedirect(f"{reverse('catalogue:kind', args=[ruleset.slug, kind.slug])}?source=own")
        is_stored = response.status_code in CREATED
        transaction.set_rollback(not is_stored)
    if is_stored:
        omitted = f" {bad} with mistakes left out." if bad else ""
        messages.success(
            request, f"{len(good)} {'entry is' if len(good) == 1 else 'entries are'} in your catalogue.{omitted}"
        )
    keep_claim(response, claim)
    return response


@never_cache
@require_safe
@limit("own-tables")
def table(request: HttpRequest, ruleset: AnyRuleset, kind: str, ending: str) -> HttpResponse:
    """The filtered entries of a kind as CSV or XLSX, in the columns that ``paste`` reads."""
    entry_kind = kind_of(ruleset, kind)
    rows = EntryFilter(entry_kind, request.GET).narrow(visible_entries(request, ruleset).filter(kind=kind))
    entries = [entry for entry in (row.entry() for row in rows) if entry is not None]
    name = f"{ruleset.slug}-{kind}.{ending}"
    everything = all_entries(request, ruleset)
    if ending == "xlsx":
        cells = table_rows(entry_kind, entries, everything)
        return attachment(write_workbook({entry_kind.plural: cells}), XLSX, name)
    return attachment(write_table(entry_kind, entries, everything), "text/csv; charset=utf-8", name)


@never_cache
@require_safe
@limit("own-tables")
def document(request: HttpRequest, ruleset: AnyRuleset, kind: str) -> HttpResponse:
    """The visitor's own entries of a kind as JSON, which ``paste`` reads too."""
    rows = (
        own_entries(request).filter(ruleset=ruleset.slug, kind=ownable_kind(ruleset, kind).slug).order_by("name", "key")
    )
    entries = [encode_entry(entry) for entry in (row.entry() for row in rows) if entry is not None]
    content = json.dumps({"ruleset": ruleset.slug, "entries": entries}, ensure_ascii=False, indent=1)
    return attachment(content, "application/json", f"{ruleset.slug}-{kind}.json")


@never_cache
@require_safe
@limit("own-tables")
def game_file(request: HttpRequest, ruleset: AnyRuleset, ending: str) -> HttpResponse:
    """The game as BattleScribe's system, or as its catalogue with the visitor's own entries."""
    is_system = ending == "gst"
    if is_system:
        content = write_game_system(ruleset)
    else:
        content = write_catalogue(ruleset, own_catalogue(request, ruleset), int(timezone.now().timestamp()))
    return attachment(content, "application/xml", f"{ruleset.slug}.{ending}")
