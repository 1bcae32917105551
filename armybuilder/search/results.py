"""The results of a search, by the index or on a device."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final
from unicodedata import normalize

from rulesets.core.names import name_key
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, titles_of

MAX_LETTERS = 80
"""Most characters of a query; the rest is cut off."""
MAX_RESULTS = 30
WORD: Final = re.compile(r"[^\W_]+")
ENDING: Final = re.compile(r"(?<=...)(?<!s)s$|(?<=....)(?:ing|ed)$", re.IGNORECASE)
"""Endings removed from the words of a query, so that other forms match: tanks, targeting, hunted."""


def clean_query(text: str) -> str:
    """The query with single spaces, cut to its maximum length."""
    return " ".join(normalize("NFC", text)[:MAX_LETTERS].split())


def words_of(text: str) -> list[str]:
    """The word prefixes to search for."""
    return [ENDING.sub("", word) for word in WORD.findall(name_key(text))]


MarkedText = tuple[tuple[str, bool], ...]
"""A text in pieces, each with whether it matches; an empty text has none."""


@dataclass(frozen=True, slots=True)
class SearchResult:
    """A search result; the matching words of id, name and excerpt are marked."""

    game: str
    kind: str
    id: MarkedText
    name: MarkedText
    excerpt: MarkedText
    address: str


@dataclass(frozen=True, slots=True)
class Results:
    """The first results for a text, and how many there are in all.

    If no text has all words, these have ``some`` of them, and ``suggestion`` is a corrected query.
    """

    text: str
    total: int
    first: tuple[SearchResult, ...]
    suggestion: str = ""
    some: bool = False

    def before(self, others: Results) -> Results:
        """These results followed by others for the same query, without those of some words if others have all."""
        if self.some != others.some and self.total and others.total:
            return replace(self, text=others.text) if others.some else others
        first = (*self.first, *others.first)[:MAX_RESULTS]
        some = self.some or others.some
        total = self.total + others.total
        return Results(others.text, total, first, others.suggestion if some or not total else "", some)


def search_context(ruleset: AnyRuleset | None, search: Callable[..., Results]) -> dict[str, Any]:
    """What the templates take of a search in a game, or in all; ``search`` searches those of these slugs."""
    slugs = [each.slug for each in all_rulesets()]
    matches = search(ruleset.slug) if ruleset else search(*slugs)
    everywhere = search(*slugs) if ruleset and (matches.some or not matches.total) else None
    elsewhere = everywhere.total if everywhere and not everywhere.some else 0
    named = {} if ruleset else titles_of(result.game for result in matches.first)
    results = [(result, named.get(result.game, "")) for result in matches.first]
    return {"ruleset": ruleset, "found": matches, "results": results, "elsewhere": elsewhere}
