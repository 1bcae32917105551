"""The pages of players' own entries: forms, import and export of tables. Visitors only see and change their own."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.contrib import messages
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.catalogue.access import own_catalogue, own_entries, own_entry, visible_entries, visible_entry
from armybuilder.catalogue.columns import BadTable, columns_of
from armybuilder.catalogue.filters import EntryFilter
from armybuilder.catalogue.forms import EntryForm, TableForm, start_of
from armybuilder.catalogue.models import EntryRow
from armybuilder.catalogue.spreadsheet import TableRow, example_of, read_table, table_rows, write_table
from armybuilder.catalogue.uses import uses_of
from armybuilder.catalogue.workbooks import XLSX, write_workbook
from armybuilder.catalogue.writing import TooMany, name_index_of, stamp, store
from armybuilder.schema_forms.forms import as_sentence
from armybuilder.schema_forms.layouts import layouts_of
from armybuilder.site.claims import keep_claim, make_claim
from armybuilder.site.errors import P, View, error_page
from armybuilder.site.limits import limit
from armybuilder.site.pages import attachment
from armybuilder.submissions.once import once
from rulesets.core.catalogue import Catalogue, EntryKind
from rulesets.core.codec import encode
from rulesets.core.force_document import encode_entry
from rulesets.core.ruleset import AnyRuleset


def kind_of(ruleset: AnyRuleset, slug: str) -> EntryKind[Any]:
    """The game's kind of that slug; raises ``Http404``."""
    try:
        return ruleset.kind(slug)
    except KeyError:
        raise Http404 from None


def _ownable(ruleset: AnyRuleset, slug: str) -> EntryKind[Any]:
    kind = kind_of(ruleset, slug)
    if not kind.ownable:
        raise Http404
    return kind


def storing(view: View[P]) -> View[P]:
    """Decorate a view to respond with a message when there is no room or two requests store the same entry."""

    @wraps(view)
    def around(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except TooMany as refusal:
            return error_page(request, 409, str(refusal))
        except IntegrityError:
            return error_page(request, 409, "An entry of this name was stored at the same time. Reload and try again.")

    return around


def _everything(request: HttpRequest, ruleset: AnyRuleset) -> Catalogue:
    """The game's entries and the visitor's."""
    return ruleset.catalogue.with_entries(own_catalogue(request, ruleset))


def _address(row: EntryRow) -> str:
    return reverse("catalogue:entry", args=[row.ruleset, row.kind, row.key])


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("own-entries")
@storing
def new(request: HttpRequest, ruleset: AnyRuleset, kind: str) -> HttpResponse:
    """Create an own entry, blank or as a copy of the entry ``from``."""
    entry_kind = _ownable(ruleset, kind)
    if request.method == "POST":
        return _create(request, ruleset, entry_kind)
    response = _new_page(request, ruleset, entry_kind, _new_form(request, ruleset, entry_kind))
    keep_claim(response, make_claim(request))
    return response


def _copied(request: HttpRequest, ruleset: AnyRuleset, kind: EntryKind[Any]) -> EntryRow | None:
    return visible_entry(request, ruleset, kind.slug, request.GET["from"]) if "from" in request.GET else None


def _new_form(
    request: HttpRequest, ruleset: AnyRuleset, kind: EntryKind[Any], data: QueryDict | None = None
) -> EntryForm:
    copied = _copied(request, ruleset, kind)
    start = start_of(copied.entry() if copied else None)
    index = name_index_of(request, ruleset, kind)
    return EntryForm(kind, _everything(request, ruleset), index, start, layouts_of(ruleset), data=data)


def _new_page(request: HttpRequest, ruleset: AnyRuleset, kind: EntryKind[Any], form: EntryForm) -> HttpResponse:
    context = {"ruleset": ruleset, "kind": kind, "form": form, "copied": _copied(request, ruleset, kind)}
    return render(request, "catalogue/edit.html", context, status=200 if _asks(form) else 422)


@once
def _create(request: HttpRequest, ruleset: AnyRuleset, kind: EntryKind[Any]) -> HttpResponse:
    form = _new_form(request, ruleset, kind, request.POST)
    if not form.is_valid():
        return _new_page(request, ruleset, kind, form)
    claim = make_claim(request)
    (row,) = store(request, claim, ruleset, kind, {form.name.cleaned_data["name"]: form.spec.spec()})
    messages.success(request, f"{row.name} is in your catalogue.")
    _tell_doubts(request, ruleset, kind, form)
    response = HttpResponseRedirect(_address(row))
    keep_claim(response, claim)
    return response


def _tell_doubts(request: HttpRequest, ruleset: AnyRuleset, kind: EntryKind[Any], form: EntryForm) -> None:
    """Add a message for each doubt about an entry that was saved."""
    for problem in kind.doubts(form.spec.spec(), _everything(request, ruleset)):
        messages.warning(request, as_sentence(problem.message))


def _asks(form: EntryForm) -> bool:
    """Whether the form is shown again without being rejected."""
    return not form.spec.is_bound or form.spec.rows_changed


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("own-entries")
@storing
def edit(request: HttpRequest, ruleset: AnyRuleset, kind: str, key: str) -> HttpResponse:
    """Change an own entry; changes made elsewhere in the meantime are only overwritten on confirmation."""
    row = own_entry(request, ruleset, kind, key)
    entry_kind = _ownable(ruleset, kind)
    form_data = request.POST if request.method == "POST" else None
    index = name_index_of(request, ruleset, entry_kind)
    start, layouts = (row.name, row.profile()), layouts_of(ruleset)
    form = EntryForm(entry_kind, _everything(request, ruleset), index, start, layouts, key, form_data)
    stale = False
    if form_data is not None and form.is_valid():
        stale = form_data.get("seen") != stamp(row)
        if not stale:
            row.name, row.spec = form.name.cleaned_data["name"], encode(form.spec.spec())
            row.save()
            messages.success(request, f"{row.name} is saved.")
            _tell_doubts(request, ruleset, entry_kind, form)
            return HttpResponseRedirect(_address(row))
    context = {"ruleset": ruleset, "kind": entry_kind, "form": form, "row": row, "stale": stale, "seen": stamp(row)}
    context["uses"] = uses_of(request, row)
    if form_data is not None and not stale:
        context["seen"] = form_data.get("seen", "")
    return render(request, "catalogue/edit.html", context, status=409 if stale else 200 if _asks(form) else 422)


@require_POST
@limit("own-entries")
def delete(request: HttpRequest, ruleset: AnyRuleset, kind: str, key: str) -> HttpResponse:
    """Delete an own entry; armies that use it keep their copy."""
    row = own_entry(request, ruleset, kind, key)
    row.delete()
    messages.success(request, f"{row.name} is deleted. Armies that use it keep their copy.")
    return HttpResponseRedirect(reverse("catalogue:kind", args=[ruleset.slug, kind]))


# --- tables ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class RowItem:
    """A row of a table before it is saved: its effect, its facts, or its mistakes."""

    read: TableRow
    does: str
    facts: tuple[tuple[str, str], ...]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("own-tables")
@storing
def paste(request: HttpRequest, ruleset: AnyRuleset, kind: str) -> HttpResponse:
    """Read a table, show the effect of each row, and save the valid rows once the player confirms."""
    entry_kind = _ownable(ruleset, kind)
    claim = make_claim(request)
    entries = ruleset.catalogue.of_kind(kind)
    columns = [(column, example_of(column, entries, ruleset.catalogue)) for column in columns_of(entry_kind.spec)]
    context: dict[str, Any] = {"ruleset": ruleset, "kind": entry_kind, "columns": columns}
    status = 200
    if request.method == "POST":
        form = TableForm(ruleset, entry_kind, request.POST, request.FILES)
        status = 422
        if form.is_valid():
            text = form.cleaned_data["text"]
            own = own_catalogue(request, ruleset)
            before = {entry.name.casefold(): entry.spec for entry in own.of_kind(kind)}
            try:
                rows = read_table(entry_kind, text, ruleset.catalogue.with_entries(own), before)
            except BadTable as error:
                form.add_error("text", str(error))
            else:
                game = {entry.name.casefold(): entry.spec for entry in entries}
                good = {
                    row.name: row.profile for row in rows if not row.mistakes and not _is_the_games(row, before, game)
                }
                bad = sum(bool(row.mistakes) for row in rows)
                if good and "store" in request.POST:
                    return _store(request, ruleset, entry_kind, good, bad)
                status = 200
                context |= {
                    "rows": [_row_item(entry_kind, row, before, game) for row in rows],
                    "good": len(good),
                    "bad": bad,
                }
                context["remarks"] = form.remarks
                form = TableForm(ruleset, entry_kind, initial={"text": text})
    else:
        form = TableForm(ruleset, entry_kind)
    response = render(request, "catalogue/paste.html", context | {"form": form}, status=status)
    keep_claim(response, claim)
    return response


def _is_the_games(row: TableRow, before: dict[str, Any], game: dict[str, Any]) -> bool:
    """Whether the game has the same entry, so that an own one would be redundant."""
    name = row.name.casefold()
    return not row.mistakes and name not in before and game.get(name) == row.profile


def _row_item(kind: EntryKind[Any], row: TableRow, before: dict[str, Any], game: dict[str, Any]) -> RowItem:
    if row.mistakes:
        return RowItem(row, "", ())
    if _is_the_games(row, before, game):
        return RowItem(row, "as in the game; not stored", kind.facts(row.profile))
    existing = before.get(row.name.casefold())
    does = "new" if existing is None else "as it is" if existing == row.profile else "changes yours"
    return RowItem(row, does, kind.facts(row.profile))


@once
def _store(
    request: HttpRequest, ruleset: AnyRuleset, kind: EntryKind[Any], good: Mapping[str, Any], bad: int
) -> HttpResponse:
    """Store the good rows of a table, by their names, and say how many bad ones are left out."""
    claim = make_claim(request)
    store(request, claim, ruleset, kind, good)
    omitted = f" {bad} with mistakes left out." if bad else ""
    messages.success(
        request, f"{len(good)} {'entry is' if len(good) == 1 else 'entries are'} in your catalogue.{omitted}"
    )
    response = HttpResponseRedirect(f"{reverse('catalogue:kind', args=[ruleset.slug, kind.slug])}?source=own")
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
    everything = _everything(request, ruleset)
    if ending == "xlsx":
        cells = table_rows(entry_kind, entries, everything)
        return attachment(write_workbook({entry_kind.plural: cells}), XLSX, name)
    return attachment(write_table(entry_kind, entries, everything), "text/csv; charset=utf-8", name)


@never_cache
@require_safe
@limit("own-tables")
def document(request: HttpRequest, ruleset: AnyRuleset, kind: str) -> HttpResponse:
    """The visitor's own entries of a kind as JSON, which ``paste`` reads too."""
    rows = own_entries(request).filter(ruleset=ruleset.slug, kind=_ownable(ruleset, kind).slug).order_by("name", "key")
    entries = [encode_entry(entry) for entry in (row.entry() for row in rows) if entry is not None]
    content = json.dumps({"ruleset": ruleset.slug, "entries": entries}, ensure_ascii=False, indent=1)
    return attachment(content, "application/json", f"{ruleset.slug}-{kind}.json")
