"""The pages of players' own entries. Visitors only see and change their own."""

from functools import wraps
from typing import Any

from django.contrib import messages
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect, QueryDict
from django.shortcuts import render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from armybuilder.catalogue.access import entry_page, own_catalogue, own_entry, visible_entry
from armybuilder.catalogue.forms import EntryForm, start_of
from armybuilder.catalogue.models import EntryRow
from armybuilder.catalogue.uses import uses_of
from armybuilder.catalogue.writing import TooMany, name_index_of, stamp, store
from armybuilder.schema_forms.forms import as_sentence
from armybuilder.schema_forms.layouts import layouts_of
from armybuilder.site.claims import keep_claim, make_claim
from armybuilder.site.errors import P, View, error_page
from armybuilder.site.limits import limit
from armybuilder.submissions.once import once
from rulesets.core.declarations.catalogue import Catalogue, EntryKind
from rulesets.core.declarations.codec import encode
from rulesets.core.ruleset import AnyRuleset


def kind_of(ruleset: AnyRuleset, slug: str) -> EntryKind[Any]:
    """The game's kind of that slug; raises ``Http404``."""
    try:
        return ruleset.kind(slug)
    except KeyError:
        raise Http404 from None


def ownable_kind(ruleset: AnyRuleset, slug: str) -> EntryKind[Any]:
    """The game's kind of that slug, of which players may have own entries; raises ``Http404``."""
    kind = kind_of(ruleset, slug)
    if not kind.ownable:
        raise Http404
    return kind


def handles_store_errors(view: View[P]) -> View[P]:
    """Decorate a view to respond with a message when there is no room or two requests store the same entry."""

    @wraps(view)
    def around(request: HttpRequest, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        try:
            return view(request, *args, **kwargs)
        except TooMany as refusal:
            return error_page(request, 409, str(refusal))
        except IntegrityError:
            return error_page(
                request, 409, "An entry with this name was saved at the same time. Reload the page and try again."
            )

    return around


def all_entries(request: HttpRequest, ruleset: AnyRuleset) -> Catalogue:
    """The game's entries and the visitor's."""
    return ruleset.catalogue.with_entries(own_catalogue(request, ruleset))


def _address(row: EntryRow) -> str:
    return reverse("catalogue:entry", args=[row.ruleset, row.kind, row.key])


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("own-entries")
@handles_store_errors
def new(request: HttpRequest, ruleset: AnyRuleset, kind: str) -> HttpResponse:
    """Create an own entry, blank or as a copy of the entry ``from``."""
    entry_kind = ownable_kind(ruleset, kind)
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
    start = start_of(kind, copied.entry() if copied else None)
    index = name_index_of(request, ruleset, kind)
    return EntryForm(kind, all_entries(request, ruleset), index, start, layouts_of(ruleset), data=data)


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
    for problem in kind.doubts(form.spec.spec(), all_entries(request, ruleset)):
        messages.warning(request, as_sentence(problem.message))


def _asks(form: EntryForm) -> bool:
    """Whether the form is shown again without being rejected."""
    return not form.spec.is_bound or form.spec.rows_changed


@entry_page("own-entries")
@handles_store_errors
def edit(request: HttpRequest, ruleset: AnyRuleset, row: EntryRow) -> HttpResponse:
    """Change an own entry; changes made elsewhere in the meantime are only overwritten on confirmation."""
    entry_kind = ownable_kind(ruleset, row.kind)
    form_data = request.POST if request.method == "POST" else None
    index = name_index_of(request, ruleset, entry_kind)
    start, layouts = (row.name, row.profile()), layouts_of(ruleset)
    form = EntryForm(entry_kind, all_entries(request, ruleset), index, start, layouts, row.key, form_data)
    stale = False
    if form_data is not None and form.is_valid():
        stale = form_data.get("seen") != stamp(row)
        if not stale:
            row.name, row.spec = form.name.cleaned_data["name"], encode(form.spec.spec())
            row.save()
            messages.success(request, f"{row.name} has been saved.")
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
    messages.success(request, f"{row.name} has been deleted. Armies that use it keep their copy.")
    return HttpResponseRedirect(reverse("catalogue:kind", args=[ruleset.slug, kind]))
