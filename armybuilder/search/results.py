"""What a search gives, whatever has searched."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Final
from unicodedata import normalize

from django.utils.safestring import SafeString

from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets

MOST_LETTERS = 80
"""Of what is searched for; more is cut."""
MOST_RESULTS = 30
WORD: Final = re.compile(r"[^\W_]+")
ENDING: Final = re.compile(r"(?<=...)(?<!s)s$|(?<=....)(?:ing|ed)$", re.IGNORECASE)
"""Of a word searched for, so that what has it in another form is found: tanks, targeting, hunted."""


def shortened(text: str) -> str:
    """What is searched for where a visitor wrote this: one space between words, and no more than is taken."""
    return " ".join(normalize("NFC", text)[:MOST_LETTERS].split())


def words_of(text: str) -> list[str]:
    """The beginnings of words that are searched for."""
    return [ENDING.sub("", word) for word in WORD.findall(text)]


@dataclass(frozen=True, slots=True)
class Result:
    """A text that was found, its id, name and an excerpt as HTML in which the words searched for are marked."""

    game: str
    kind: str
    id: SafeString
    name: SafeString
    excerpt: SafeString
    address: str


@dataclass(frozen=True, slots=True)
class Results:
    """The first results for a text, and how many there are in all.

    Where nothing has all words, these have ``some`` of them, and ``meant`` may have been meant.
    """

    text: str
    total: int
    first: tuple[Result, ...]
    meant: str = ""
    some: bool = False

    def before(self, others: Results) -> Results:
        """These results and behind them the others for the same text; none with some words where others have all."""
        if self.some != others.some and self.total and others.total:
            return replace(self, text=others.text) if others.some else others
        first = (*self.first, *others.first)[:MOST_RESULTS]
        some = self.some or others.some
        total = self.total + others.total
        return Results(others.text, total, first, others.meant if some or not total else "", some)


def search_context(ruleset: AnyRuleset | None, search: Callable[..., Results]) -> dict[str, Any]:
    """What the templates take of a search in a game, or in all; ``search`` searches those of these slugs."""
    titles = {each.slug: each.title for each in all_rulesets()}
    found = search(ruleset.slug) if ruleset else search(*titles)
    everywhere = search(*titles) if ruleset and (found.some or not found.total) else None
    elsewhere = everywhere.total if everywhere and not everywhere.some else 0
    results = [(result, "" if ruleset else titles.get(result.game, "")) for result in found.first]
    return {"ruleset": ruleset, "found": found, "results": results, "elsewhere": elsewhere}
