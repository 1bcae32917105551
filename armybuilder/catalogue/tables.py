"""Entries of one kind as a table, and the tables of what an entry uses and of what uses it."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from armybuilder.catalogue.models import EntryRow
from rulesets.core.declarations.catalogue import Catalogue, Entry, EntryKind
from rulesets.core.declarations.fields import entries_used
from rulesets.core.ruleset import AnyRuleset

NEIGHBOURS = 3
"""Most entries before and after one that are listed with it."""

Listed = EntryRow | Entry[Any]


@dataclass(frozen=True, slots=True)
class EntryTable:
    """Entries of one kind: the headings of their facts with what abbreviations mean, and the facts of each."""

    title: str
    headings: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Listed, tuple[tuple[str, str], ...]], ...]


def table_of(kind: EntryKind[Any], entries: Iterable[tuple[Listed, Mapping[str, str]]], title: str = "") -> EntryTable:
    """The table of entries with their facts by heading, by default under the kind's name."""
    listed = tuple(entries)
    headings = _headings(facts for _, facts in listed)
    return EntryTable(
        title or kind.plural,
        tuple((heading, kind.meanings.get(heading, "")) for heading in headings),
        tuple((entry, tuple((heading, facts.get(heading, "")) for heading in headings)) for entry, facts in listed),
    )


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


def related_tables(ruleset: AnyRuleset, entries: Catalogue, kind: str, key: str) -> Iterator[EntryTable]:
    """For each kind the entries that the entry's profile refers to, then those whose profiles refer to it.

    Without any of these, its neighbours in the catalogue.
    """
    entry = entries.get(kind, key)
    if entry is None:
        return
    uses = {(use.kind, use.key) for use in entries_used(entry.spec)}
    used_by = {
        (each.kind, each.key)
        for each in entries
        if (kind, key) in [(use.kind, use.key) for use in entries_used(each.spec)]
    }
    of_kind = entries.of_kind(kind)
    place = of_kind.index(entry)
    near = [] if uses or used_by else of_kind[max(0, place - NEIGHBOURS) : place + NEIGHBOURS + 1]
    others = {(other.kind, other.key) for other in near if other is not entry}
    for related, title in ((uses, "{0}"), (used_by, "{0} that use it"), (others, "Other {1}")):
        for each in ruleset.kinds:
            found = [other for other in entries.of_kind(each.slug) if (other.kind, other.key) in related]
            if found:
                rows = [(other, dict(each.facts(other.spec))) for other in found]
                yield table_of(each, rows, title.format(each.plural, each.plural.lower()))
