"""The read-only pages of the catalogue: the games' entries for everybody, own entries for their players."""

from collections.abc import Mapping
from itertools import groupby
from typing import Any

from django.core.paginator import Paginator
from django.db.models import Count, Window
from django.db.models.functions import RowNumber
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from armybuilder.catalogue.access import ENTRY_ORDER, own_catalogue, visible_entries, visible_entry
from armybuilder.catalogue.entry_cards import card_of_entry
from armybuilder.catalogue.filters import EntryFilter
from armybuilder.catalogue.own import kind_of
from armybuilder.catalogue.tables import UNSAID, are_numbers, related_tables, short_and_long, table_of
from armybuilder.catalogue.uses import uses_of
from armybuilder.schema_forms.form_fields import SOURCES
from armybuilder.schema_forms.layouts import layouts_of
from armybuilder.schema_forms.values import profile_lines
from armybuilder.site.limits import limit
from rulesets.core.codes import codes_in, codes_shown, explained_by
from rulesets.core.declarations.catalogue import Catalogue, Entry, EntryKind, Source
from rulesets.core.declarations.fields import entries_used
from rulesets.core.reference import Code, Line
from rulesets.core.ruleset import AnyRuleset

PAGE_SIZE = 100
FIRST_ROWS = 4
"""Most entries of each kind on the first page."""


@never_cache
@require_safe
def catalogue(request: HttpRequest, ruleset: AnyRuleset) -> HttpResponse:
    """The kinds of entry of a game, each with its number of entries and a table of the first, own ones before."""
    first = visible_entries(request, ruleset).annotate(
        count=Window(Count("pk"), partition_by="kind"),
        place=Window(RowNumber(), partition_by="kind", order_by=ENTRY_ORDER),
    )
    listed = {slug: list(rows) for slug, rows in groupby(first.filter(place__lte=FIRST_ROWS), lambda row: row.kind)}
    kinds = []
    for kind in ruleset.kinds:
        rows = listed.get(kind.slug, [])
        table = table_of(kind, [(row, dict(row.facts())) for row in rows])
        kinds.append((kind, rows[0].count if rows else 0, table))
    return render(request, "catalogue/catalogue.html", {"ruleset": ruleset, "kinds": kinds, "unsaid": UNSAID})


@never_cache
@require_safe
@limit("search")
def kind(request: HttpRequest, ruleset: AnyRuleset, kind: str) -> HttpResponse:
    """The entries of one kind as a table, narrowed by words and choices."""
    entry_kind = kind_of(ruleset, kind)
    narrowing = EntryFilter(entry_kind, request.GET)
    rows = narrowing.narrow(visible_entries(request, ruleset).filter(kind=kind))
    page = Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page"))
    query = request.GET.copy()
    query.pop("page", None)
    listed = [(row, dict(row.facts())) for row in page]
    context = {
        "ruleset": ruleset,
        "kind": entry_kind,
        "codes": codes_shown(ruleset.codes, {text for _, facts in listed for fact in facts.items() for text in fact}),
        "narrowing": narrowing,
        "narrowed": any(query.values()),
        "page": page,
        "query": query.urlencode(),
        "unsaid": UNSAID,
        "table": table_of(entry_kind, listed),
    }
    return render(request, "catalogue/kind.html", context)


@never_cache
@require_safe
def entry(request: HttpRequest, ruleset: AnyRuleset, kind: str, key: str) -> HttpResponse:
    """One entry, preferably the visitor's own: its card, what the card leaves out, and the entries it goes with."""
    entry_kind = kind_of(ruleset, kind)
    row = visible_entry(request, ruleset, kind, key)
    profile = row.profile()
    own = own_catalogue(request, ruleset)
    entries = ruleset.catalogue.with_entries(own)
    facts = () if profile is None else entry_kind.facts(profile)
    titles = SOURCES | {Source.EXAMPLE: "Our example", Source.OWN: f"Your custom {entry_kind.title.lower()}"}
    context = {
        "ruleset": ruleset,
        "kind": entry_kind,
        "row": row,
        "source": " · ".join(filter(None, (titles[Source(row.source)], row.cite))),
        "uses": uses_of(request, row),
        "related": list(related_tables(ruleset, entries, kind, key)),
        "unsaid": UNSAID,
        "fits": profile is not None,
        "is_low": not short_and_long(facts)[1],
        "codes": () if (read := row.entry()) is None else _key_to(ruleset, entry_kind, read, own),
        "lines": [] if profile is None else _beside_card(ruleset, entry_kind, profile, facts, entries),
    }
    return render(request, "catalogue/entry.html", context)


def _key_to(ruleset: AnyRuleset, kind: EntryKind[Any], entry: Entry[Any], own: Catalogue) -> tuple[Code, ...]:
    """What explains the codes of an entry's card; headings that the game's key lacks have the kind's meaning."""
    card = card_of_entry(ruleset, kind, entry, own)
    shown = codes_shown(ruleset.codes, card.texts)
    explained = set[str]().union(*(explained_by(code) for each in shown for code in each.codes))
    headings = (stat.heading for stat in card.stats if not codes_in(stat.heading) <= explained)
    return (*(Code((each,), kind.meanings[each]) for each in headings if each in kind.meanings), *shown)


def _beside_card(
    ruleset: AnyRuleset, kind: EntryKind[Any], profile: Any, facts: tuple[tuple[str, str], ...], entries: Catalogue
) -> list[Line]:
    """What the card of an entry with these facts leaves out, but for the entries that it refers to, which have tables
    of their own. Cards have the numbers of units, and for entries that are not units all facts.
    """
    others = [
        Line(kind.meanings.get(heading, heading), text)
        for heading, text in facts
        if kind.is_unit and text not in UNSAID and (heading in kind.off_card or not are_numbers([text]))
    ]
    referring = {use.path.partition(".")[0].partition("[")[0] for use in entries_used(profile)}
    lines = profile_lines(profile, entries, layouts_of(ruleset), referring.union(kind.said))
    return [*others, *(line for line in lines if not _is_fact(line, facts, kind.meanings))]


def _is_fact(line: Line, facts: tuple[tuple[str, str], ...], meanings: Mapping[str, str]) -> bool:
    """Whether a line of a profile is among the facts, by its heading, its meaning or as ``Troop type``."""
    return any(
        line.term in (heading, meanings.get(heading))
        or (line.text == text and line.term.casefold().endswith(f" {heading.casefold()}"))
        for heading, text in facts
    )
