"""The catalogue's pages: for everybody to look at."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from armybuilder.asking.forms import SOURCES
from armybuilder.asking.shown import shown
from armybuilder.catalogue.filters import EntryFilter
from armybuilder.catalogue.models import EntryRow
from armybuilder.limits import limit
from rulesets.core.catalogue import EntryKind, Source
from rulesets.core.ruleset import AnyRuleset

ON_A_PAGE = 100


def _visible(request: HttpRequest, ruleset: AnyRuleset) -> QuerySet[EntryRow]:
    """The game's own entries and the visitor's."""
    own = Q(owner=None)
    if request.user.is_authenticated:
        own |= Q(owner=request.user)
    return EntryRow.objects.filter(own, ruleset=ruleset.slug)


def _kind(ruleset: AnyRuleset, slug: str) -> EntryKind[Any]:
    try:
        return ruleset.kind(slug)
    except KeyError:
        raise Http404 from None


@require_safe
def catalogue(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The kinds of entry of a game, each with how many there are."""
    counts = dict(_visible(request, ruleset).order_by().values_list("kind").annotate(Count("pk")))
    kinds = [(kind, counts.get(kind.slug, 0)) for kind in ruleset.kinds]
    return render(request, "catalogue/catalogue.html", {"ruleset": ruleset, "kinds": kinds})


@require_safe
@limit("search", 120)
def kind(request: HttpRequest, ruleset: AnyRuleset, kind: str) -> HttpResponse:
    """The entries of one kind as a table, narrowed by words and choices."""
    entry_kind = _kind(ruleset, kind)
    narrowing = EntryFilter(entry_kind, request.GET)
    rows = narrowing.narrow(_visible(request, ruleset).filter(kind=kind))
    page = Paginator(rows, ON_A_PAGE).get_page(request.GET.get("page"))
    facts = [(row, row.facts()) for row in page]
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "ruleset": ruleset,
        "kind": entry_kind,
        "narrowing": narrowing,
        "narrowed": any(query.values()),
        "page": page,
        "query": query.urlencode(),
        "headings": next(([heading for heading, _ in found] for _, found in facts if found), []),
        "facts": facts,
    }
    return render(request, "catalogue/kind.html", context)


@require_safe
def entry(request: HttpRequest, ruleset: AnyRuleset, kind: str, key: str) -> HttpResponse:
    """One entry with all its profile; of two with one key the visitor's own."""
    entry_kind = _kind(ruleset, kind)
    rows = _visible(request, ruleset).filter(kind=kind, key=key).order_by("-owner")
    row = rows.first()
    if row is None:
        raise Http404
    profile = row.profile()
    context = {
        "ruleset": ruleset,
        "kind": entry_kind,
        "row": row,
        "source": SOURCES[Source(row.source)],
        "facts": row.facts(),
        "profile": [] if profile is None else shown(profile, ruleset.catalogue),
    }
    return render(request, "catalogue/entry.html", context)
