"""The read-only pages of the catalogue: the games' entries for everybody, own entries for their players."""

from collections.abc import Iterable, Mapping

from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.catalogue.access import own_catalogue, visible_entries, visible_entry
from armybuilder.catalogue.filters import EntryFilter
from armybuilder.catalogue.own import kind_of
from armybuilder.catalogue.uses import uses_of
from armybuilder.schema_forms.form_fields import SOURCES
from armybuilder.schema_forms.layouts import layouts_of
from armybuilder.schema_forms.values import NOTHING, profile_lines
from armybuilder.site.limits import limit
from rulesets.core.declarations.catalogue import Source
from rulesets.core.reference import Line
from rulesets.core.ruleset import AnyRuleset

PAGE_SIZE = 100
FIRST_NAMES = 6
UNSAID = ("", "no", NOTHING)
"""Texts of facts that rows on a phone leave out."""


@never_cache
@require_safe
def catalogue(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The kinds of entry of a game, each with its number of entries and the names of the first."""
    counts = dict(visible_entries(request, ruleset).order_by().values_list("kind").annotate(Count("pk")))
    kinds = [
        (kind, counts.get(kind.slug, 0), [entry.name for entry in ruleset.catalogue.of_kind(kind.slug)[:FIRST_NAMES]])
        for kind in ruleset.kinds
    ]
    return render(request, "catalogue/catalogue.html", {"ruleset": ruleset, "kinds": kinds})


@never_cache
@require_safe
@limit("search")
def kind(request: HttpRequest, ruleset: AnyRuleset, kind: str) -> HttpResponse:
    """The entries of one kind as a table, narrowed by words and choices."""
    entry_kind = kind_of(ruleset, kind)
    narrowing = EntryFilter(entry_kind, request.GET)
    rows = narrowing.narrow(visible_entries(request, ruleset).filter(kind=kind))
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    facts = [(row, dict(row.facts())) for row in page]
    headings = _headings(entry_facts for _, entry_facts in facts)
    query = request.GET.copy()
    query.pop("page", None)
    context = {
        "ruleset": ruleset,
        "kind": entry_kind,
        "narrowing": narrowing,
        "narrowed": any(query.values()),
        "page": page,
        "query": query.urlencode(),
        "unsaid": UNSAID,
        "headings": [(heading, entry_kind.meanings.get(heading, "")) for heading in headings],
        "facts": [(row, [(heading, own.get(heading, "")) for heading in headings]) for row, own in facts],
    }
    return render(request, "catalogue/kind.html", context)


def _headings(rows: Iterable[Mapping[str, str]]) -> list[str]:
    """The headings of all facts of a table's rows, in an order in which no row has them the other way round."""
    headings: list[str] = []
    for facts in rows:
        place = 0
        for heading in facts:
            if heading not in headings:
                headings.insert(place, heading)
            place = headings.index(heading) + 1
    return headings


@never_cache
@require_safe
def entry(request: HttpRequest, ruleset: AnyRuleset, kind: str, key: str) -> HttpResponse:
    """One entry with its whole profile, preferably the visitor's own."""
    entry_kind = kind_of(ruleset, kind)
    row = visible_entry(request, ruleset, kind, key)
    profile = row.profile()
    entries = ruleset.catalogue.with_entries(own_catalogue(request, ruleset)) if row.is_players else ruleset.catalogue
    facts = [(heading, entry_kind.meanings.get(heading, ""), text) for heading, text in row.facts()]
    lines = [] if profile is None else profile_lines(profile, entries, layouts_of(ruleset))
    context = {
        "ruleset": ruleset,
        "kind": entry_kind,
        "row": row,
        "source": SOURCES[Source(row.source)],
        "facts": facts,
        "uses": uses_of(request, row),
        "fits": profile is not None,
        "others": [line for line in lines if not _is_fact(line, facts)],
    }
    return render(request, "catalogue/entry.html", context)


def _is_fact(line: Line, facts: list[tuple[str, str, str]]) -> bool:
    """Whether a line of a profile is among the facts (heading, meaning, text), by its name or as ``Troop type``."""
    return any(
        line.term in (heading, meaning)
        or (line.text == text and line.term.casefold().endswith(f" {heading.casefold()}"))
        for heading, meaning, text in facts
    )
