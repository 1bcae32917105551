"""Sharing own entries: their pictures, and sets of entries with a link, from which others copy entries."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from django import forms
from django.contrib import messages
from django.db.models import BigIntegerField, Count, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from armybuilder.catalogue.access import own_entries, own_entry
from armybuilder.catalogue.models import Collection, EntryPicture, EntryRow
from armybuilder.catalogue.own import handles_store_errors
from armybuilder.catalogue.tables import UNSAID
from armybuilder.catalogue.writing import check_room, name_index_of
from armybuilder.drawing.picture_reading import BadPicture
from armybuilder.drawing.uploads import sent_picture
from armybuilder.drawing.views import picture_response
from armybuilder.schema_forms.forms import storable
from armybuilder.site.claims import Author, author_of, keep_claim, make_claim, owned_by
from armybuilder.site.errors import error_page
from armybuilder.site.limits import limit
from armybuilder.site.pages import read_number
from armybuilder.site.quotas import quota_transaction
from armybuilder.site.withdrawals import undoable_since
from armybuilder.submissions.once import once
from rulesets.core.declarations.catalogue import Source
from rulesets.core.declarations.fields import NAME_LENGTH, entries_used
from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import get_ruleset

MAX_COLLECTIONS = 50
LIMIT_REACHED: Final = "You have reached the limit of {} sets of entries."
MAX_PICTURES = 100


# --- pictures of entries -----------------------------------------------------------------------------


def _picture_response(row: EntryRow) -> HttpResponse:
    picture = EntryPicture.objects.filter(entry=row).first()
    if picture is None:
        raise Http404
    return picture_response(bytes(picture.image))


@require_http_methods(["GET", "HEAD", "POST"])
@limit("pictures")
def picture(request: HttpRequest, ruleset: AnyRuleset, kind: str, key: str) -> HttpResponse:
    """The picture of an own entry; a POST sets it or, with ``take_away``, removes it."""
    row = own_entry(request, ruleset, kind, key)
    if request.method != "POST":
        return _picture_response(row)
    back = HttpResponseRedirect(reverse("catalogue:entry", args=[ruleset.slug, kind, key]))
    if "take_away" in request.POST:
        EntryPicture.objects.filter(entry=row).delete()
        return back
    try:
        read = sent_picture(request)
    except BadPicture as refusal:
        return error_page(request, 400, str(refusal))
    with quota_transaction("pictures of entries", author_of(request).key):
        others = EntryPicture.objects.filter(entry__in=own_entries(request)).exclude(entry=row)
        if others.count() >= MAX_PICTURES:
            return error_page(request, 409, f"You have reached the limit of {MAX_PICTURES} pictures.")
        EntryPicture.objects.update_or_create(entry=row, defaults=EntryPicture.columns(read))
    messages.success(request, "Picture saved.")
    return back


# --- the owner's sets of entries ---------------------------------------------------------------------


class CollectionForm(forms.Form):
    """The name of a set of entries."""

    name = forms.CharField(max_length=NAME_LENGTH, error_messages={"required": "Enter a name."})

    def clean_name(self) -> str:
        """The name as it can be stored."""
        return storable(self.cleaned_data["name"], NAME_LENGTH)


def _own(request: HttpRequest) -> QuerySet[Collection]:
    return Collection.objects.filter(owned_by(request), withdrawn=None)


def _undoable(request: HttpRequest) -> QuerySet[Collection]:
    """The visitor's sets of entries whose withdrawal can be undone."""
    return Collection.objects.filter(owned_by(request), withdrawn__gte=undoable_since())


def entries_of_withdrawn() -> QuerySet[Any]:
    """The places of entries in sets that nobody can open again."""
    return Collection.entries.through._default_manager.filter(collection__withdrawn__lt=undoable_since())


@dataclass(frozen=True, slots=True)
class CollectionEntry:
    """An entry in a list, with the title of its kind and its main facts."""

    row: EntryRow
    kind: str
    facts: str


def _entry_items(ruleset: AnyRuleset, rows: Iterable[EntryRow]) -> list[CollectionEntry]:
    kinds = {kind.slug: kind for kind in ruleset.kinds}
    items = []
    for row in rows:
        profile, kind = row.profile(), kinds.get(row.kind)
        if profile is not None and kind is not None:
            facts = " · ".join(f"{heading} {text}" for heading, text in kind.facts(profile) if text not in UNSAID)
            items.append(CollectionEntry(row, kind.title, facts))
    return items


def _with_needed(rows: Iterable[EntryRow], among: Iterable[EntryRow]) -> list[EntryRow]:
    """The entries and those of ``among`` that they refer to, directly or indirectly."""
    by_key = {(row.kind, row.key): row for row in among}
    needed: dict[tuple[str, str], EntryRow] = {}
    waiting = [(row.kind, row.key) for row in rows]
    while waiting:
        here = waiting.pop()
        if here in by_key and here not in needed:
            needed[here] = by_key[here]
            profile = by_key[here].profile()
            waiting += [] if profile is None else [(use.kind, use.key) for use in entries_used(profile)]
    return list(needed.values())


def _ticked(request: HttpRequest) -> set[int]:
    """The keys of the entries that were ticked."""
    keys = (read_number(text, BigIntegerField.MAX_BIGINT) for text in request.POST.getlist("entry"))
    return {key for key in keys if key is not None}


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@limit("collections")
def collections(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The visitor's sets of entries of a game; a POST creates one from the ticked entries."""
    mine = own_entries(request).filter(ruleset=ruleset.slug).order_by("kind", "name", "key")
    form = CollectionForm(request.POST or None)
    problem = ""
    entries: list[EntryRow] = []
    if request.method == "POST":
        ticked = _ticked(request)
        entries = list(mine.filter(pk__in=ticked))
        if form.is_valid() and entries:
            return _create(request, ruleset, form.cleaned_data["name"], _with_needed(entries, mine))
        problem = "" if entries else "Tick the entries to include."
    items = [
        (each, request.build_absolute_uri(each.get_absolute_url()))
        for each in _own(request).filter(ruleset=ruleset.slug).annotate(size=Count("entries"))
    ]
    context: dict[str, Any] = {
        "ruleset": ruleset,
        "collections": items,
        "withdrawn": _undoable(request).filter(ruleset=ruleset.slug),
        "entries": _entry_items(ruleset, mine),
        "form": form,
        "ticked": {row.pk for row in entries},
        "problem": problem,
    }
    if not context["entries"]:
        context["kinds"] = [(kind, ruleset.catalogue.of_kind(kind.slug)) for kind in ruleset.kinds if kind.ownable]
    refused = request.method == "POST"
    return render(request, "catalogue/collections.html", context, status=422 if refused else 200)


@once
def _create(request: HttpRequest, ruleset: AnyRuleset, name: str, entries: list[EntryRow]) -> HttpResponse:
    claim = make_claim(request)
    author = author_of(request, claim)
    with quota_transaction("collections", author.key):
        if _own(request).count() >= MAX_COLLECTIONS:
            return error_page(request, 409, LIMIT_REACHED.format(MAX_COLLECTIONS))
        new_collection = Collection.objects.create(ruleset=ruleset.slug, name=name, **author.columns)
        new_collection.entries.set(entries)
    response = HttpResponseRedirect(f"{request.path}#collections")
    keep_claim(response, claim)
    return response


@require_POST
@limit("collections")
def withdraw(request: HttpRequest, token: str) -> HttpResponse:
    """Withdraw the link of a set; the entries stay."""
    own_collection = _own(request).filter(pk=token).first()
    if own_collection is None:
        raise Http404
    _own(request).filter(pk=token).update(withdrawn=timezone.now())
    messages.success(request, f"{own_collection.name} is no longer shared. You can undo this for a day.")
    return HttpResponseRedirect(reverse("catalogue:collections", args=[own_collection.ruleset]))


@require_POST
@limit("collections")
def restore(request: HttpRequest, token: str) -> HttpResponse:
    """Share a set of entries again that was withdrawn within the last day."""
    withdrawn = _undoable(request).filter(pk=token).first()
    if withdrawn is None:
        raise Http404
    with quota_transaction("collections", author_of(request).key):
        if _own(request).count() >= MAX_COLLECTIONS:
            return error_page(request, 409, LIMIT_REACHED.format(MAX_COLLECTIONS))
        _undoable(request).filter(pk=token).update(withdrawn=None)
    messages.success(request, f"{withdrawn.name} is shared again.")
    return HttpResponseRedirect(reverse("catalogue:collections", args=[withdrawn.ruleset]))


# --- what a link shows -------------------------------------------------------------------------------


def _open(token: str) -> tuple[Collection, AnyRuleset, QuerySet[EntryRow]]:
    shared_collection = Collection.objects.filter(pk=token, withdrawn=None).first()
    if shared_collection is None:
        raise Http404
    try:
        ruleset = get_ruleset(shared_collection.ruleset)
    except KeyError:
        raise Http404 from None
    return shared_collection, ruleset, shared_collection.entries.order_by("kind", "name", "key")


@never_cache
@require_safe
@limit("shared")
def collection(request: HttpRequest, token: str) -> HttpResponse:
    """The entries of a set, and what copying each would do; of a withdrawn one only that it is."""
    try:
        shared_collection, ruleset, rows = _open(token)
    except Http404:
        if Collection.objects.filter(pk=token).exclude(withdrawn=None).exists():
            return error_page(request, 410)
        raise
    mine = {(row.kind, name_key(row.name)): row.spec for row in own_entries(request).filter(ruleset=ruleset.slug)}
    entries = []
    for each in _entry_items(ruleset, rows.select_related("picture").defer("picture__image", "picture__small")):
        own_spec = mine.get((each.row.kind, name_key(each.row.name)))
        does = "new to you" if own_spec is None else "you have it" if own_spec == each.row.spec else "kept beside yours"
        entries.append((each, does))
    context = {
        "collection": shared_collection,
        "ruleset": ruleset,
        "entries": entries,
        "own": _own(request).filter(pk=token).exists(),
    }
    return render(request, "catalogue/collection.html", context)


@require_safe
def collection_picture(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """The picture of an entry of a set."""
    _, _, rows = _open(token)
    row = rows.filter(pk=number).first()
    if row is None:
        raise Http404
    return _picture_response(row)


@require_POST
@limit("own-entries")
@handles_store_errors
@once
def copy(request: HttpRequest, token: str) -> HttpResponse:
    """Copy the ticked entries of a set into the visitor's catalogue."""
    shared_collection, ruleset, rows = _open(token)
    ticked = _ticked(request)
    ticked_rows = [row for row in rows.filter(pk__in=ticked) if row.profile() is not None]
    selected = _with_needed(ticked_rows, rows.select_related("picture"))
    if not selected:
        messages.warning(request, "Tick the entries first.")
        return HttpResponseRedirect(shared_collection.get_absolute_url())
    claim = make_claim(request)
    number = copy_entries(request, ruleset, selected, author_of(request, claim))
    messages.success(request, f"{number} {'entry was' if number == 1 else 'entries were'} added to your catalogue.")
    response = HttpResponseRedirect(f"{reverse('catalogue:kind', args=[ruleset.slug, selected[0].kind])}?source=own")
    keep_claim(response, claim)
    return response


def copy_entries(request: HttpRequest, ruleset: AnyRuleset, rows: Iterable[EntryRow], author: Author) -> int:
    """Copy entries into the visitor's catalogue and return how many were new; raises ``TooMany``.

    Entries with the name and profile of one of the visitor's are left out; those with only the same name get a number.
    References between the copies are kept.
    """
    keys: dict[tuple[str, str], str] = {}
    copies: list[tuple[EntryRow, EntryRow]] = []
    with quota_transaction("entries", author.key):
        indexes = {kind.slug: name_index_of(request, ruleset, kind) for kind in ruleset.kinds if kind.ownable}
        for row in rows:
            index = indexes[row.kind]
            same = index.named(row.name)
            if same is not None and same.spec == row.spec:
                keys[row.kind, row.key] = same.key
                continue
            own_row = EntryRow(
                ruleset=ruleset.slug,
                kind=row.kind,
                key=index.free_key(row.key),
                name=index.free_name(row.name),
                spec=row.spec,
                source=Source.OWN.value,
                **author.columns,
            )
            keys[row.kind, row.key] = own_row.key
            index.add(own_row)
            copies.append((row, own_row))
        check_room(request, len(copies))
        for row, own_row in copies:
            for use in list(entries_used(own_row.profile())):
                if (use.kind, use.key) in keys:
                    own_row.spec = _with(own_row.spec, re.findall(r"[^.\[\]]+", use.path), keys[use.kind, use.key])
            own_row.save(force_insert=True)
            picture = getattr(row, "picture", None)
            if picture is not None:
                picture.pk, picture.entry = None, own_row
                picture.save(force_insert=True)
    return len(copies)


def _with(plain: Any, path: list[str], value: str) -> Any:
    """Plain data with a new value at a path of names and numbers."""
    if not path:
        return value
    if isinstance(plain, list):
        at = int(path[0])
        return [_with(each, path[1:], value) if place == at else each for place, each in enumerate(plain)]
    return {**plain, path[0]: _with(plain[path[0]], path[1:], value)}
