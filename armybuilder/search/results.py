"""What a search gives, whatever has searched."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final
from unicodedata import normalize

from django.utils.safestring import SafeString

from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets

MOST_LETTERS = 80
"""Of what is searched for; more is cut."""
MOST_RESULTS = 30
WORD: Final = re.compile(r"[^\W_]+")


def shortened(text: str) -> str:
    """What is searched for where a visitor wrote this: one space between words, and no more than is taken."""
    return " ".join(normalize("NFC", text)[:MOST_LETTERS].split())


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
    """The first results for a text, how many there are in all, and where there are none what may have been meant."""

    text: str
    total: int
    first: tuple[Result, ...]
    meant: str = ""

    def before(self, others: Results) -> Results:
        """These results and behind them the others for the same text."""
        first = (*self.first, *others.first)[:MOST_RESULTS]
        total = self.total + others.total
        return Results(others.text, total, first, "" if total else others.meant)


def search_context(ruleset: AnyRuleset | None, search: Callable[..., Results]) -> dict[str, Any]:
    """What the templates take of a search in a game, or in all; ``search`` searches those of these slugs."""
    titles = {each.slug: each.title for each in all_rulesets()}
    found = search(ruleset.slug) if ruleset else search(*titles)
    elsewhere = search(*titles).total if ruleset and not found.total else 0
    results = [(result, "" if ruleset else titles.get(result.game, "")) for result in found.first]
    return {"ruleset": ruleset, "found": found, "results": results, "elsewhere": elsewhere}
