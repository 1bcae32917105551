"""Entries of one kind as a table, and the tables of what an entry uses and of what uses it."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from armybuilder.catalogue.models import EntryRow
from armybuilder.schema_forms.values import NOTHING
from rulesets.core.declarations.catalogue import Catalogue, Entry, EntryKind
from rulesets.core.declarations.fields import entries_used
from rulesets.core.ruleset import AnyRuleset

UNSAID = ("", "no", NOTHING)
"""Texts of facts that rows on a phone leave out."""
MAX_NUMBER_LENGTH = 4
"""Most letters of a fact that is a number, such as ``24″`` and ``8(2)``."""
MAX_STAT_LENGTH = 8
"""Most letters of a fact and of its heading that a card has as a number; longer ones are lines."""
NEIGHBOURS = 3
"""Entries before and after one that are listed with it, or more on one side at an end of the catalogue."""

Listed = EntryRow | Entry[Any]


class Fact(NamedTuple):
    """An entry's text under a heading; ``is_number`` if the column has numbers alone, which are in line on a phone."""

    heading: str
    text: str
    is_number: bool


@dataclass(frozen=True, slots=True)
class EntryTable:
    """Entries of one kind: the headings of their facts with what abbreviations mean, and the facts of each."""

    title: str
    headings: tuple[tuple[str, str], ...]
    rows: tuple[tuple[Listed, tuple[Fact, ...]], ...]


def table_of(kind: EntryKind[Any], entries: Iterable[tuple[Listed, Mapping[str, str]]], title: str = "") -> EntryTable:
    """The table of entries with their facts by heading, by default under the kind's name."""
    listed = tuple(entries)
    headings = _headings(facts for _, facts in listed)
    texts = {heading: [facts.get(heading, "") for _, facts in listed] for heading in headings}
    numbers = {heading for heading in headings if are_numbers(texts[heading])}
    return EntryTable(
        title or kind.plural,
        tuple((heading, kind.meanings.get(heading, "")) for heading in headings),
        tuple(
            (entry, tuple(Fact(heading, facts.get(heading, ""), heading in numbers) for heading in headings))
            for entry, facts in listed
        ),
    )


def are_numbers(texts: Collection[str]) -> bool:
    """Whether these are numbers, with ``–`` where there is none."""
    return all(len(text) <= MAX_NUMBER_LENGTH for text in texts) and any(map(str.isdigit, "".join(texts)))


def short_and_long(facts: Iterable[tuple[str, str]]) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The facts that a card has as numbers, and those that it has as lines."""
    said = [fact for fact in facts if fact[1] not in ("", NOTHING)]
    short = [fact for fact in said if max(map(len, fact)) <= MAX_STAT_LENGTH]
    return short, [fact for fact in said if fact not in short]


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
    start = max(0, min(place - NEIGHBOURS, len(of_kind) - 2 * NEIGHBOURS - 1))
    near = [] if uses or used_by else of_kind[start : start + 2 * NEIGHBOURS + 1]
    others = {(other.kind, other.key) for other in near if other is not entry}
    for related, title in ((uses, "{0}"), (used_by, "{0} that use it"), (others, "Other {1}")):
        for each in ruleset.kinds:
            found = [other for other in entries.of_kind(each.slug) if (other.kind, other.key) in related]
            if found:
                rows = [(other, dict(each.facts(other.spec))) for other in found]
                yield table_of(each, rows, title.format(each.plural, each.plural.lower()))
