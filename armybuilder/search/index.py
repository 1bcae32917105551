"""The search itself: an index in memory, made of the games' own data once a process, in Python alone.

Nothing of it is stored, so that it is the same whatever database the site runs on, and on a device without a network,
and never out of date. What a visitor wrote is indexed for that visitor's search alone.
"""

from __future__ import annotations

import difflib
import re
from bisect import bisect_left
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import log
from typing import Any, Final
from unicodedata import combining, normalize

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from armybuilder.search.texts import Text, texts_of, texts_of_guide
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset

MOST_LETTERS = 80
"""Of what is searched for; more is cut."""
MOST_RESULTS = 30
MOST_EXCERPT: Final = 24
"""Words of an excerpt."""
ALIKE = 0.7
"""From this share of equal letters on, a word may be what was meant."""
WEIGHTS: Final = (10, 5, 1)
"""What a word counts in the id, in the name and in the text."""
SATURATION, BY_LENGTH = 1.2, 0.75
"""The usual k1 and b of BM25: how little a word says when it comes again, how much less it says in a long text."""
LEAST: Final = 1e-6
"""What a word says at least that most texts have."""
WORD: Final = re.compile(r"[^\W_]+")


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


@lru_cache(maxsize=20_000)
def _plain(word: str) -> str:
    """The word without capitals and accents."""
    return "".join(letter for letter in normalize("NFD", word) if not combining(letter)).casefold()


class Index:
    """Texts to be searched by words, from their beginnings, whatever their capitals and accents."""

    def __init__(self, texts: Iterable[Text]) -> None:
        """Take the texts; of the same rank, those that come first are given first."""
        self._texts = tuple(texts)
        self._weights: defaultdict[str, Counter[int]] = defaultdict(Counter)
        self._named: defaultdict[str, set[int]] = defaultdict(set)
        self._lengths: list[int] = []
        for place, text in enumerate(self._texts):
            words = [[_plain(word) for word in WORD.findall(field)] for field in (text.id, text.name, text.text)]
            self._lengths.append(sum(map(len, words)))
            for each, weight in zip(words, WEIGHTS, strict=True):
                for word in each:
                    self._weights[word][place] += weight
                    if each is not words[-1]:
                        self._named[word].add(place)
        self._vocabulary = sorted(self._weights)
        self._usual = max(1.0, sum(self._lengths) / max(1, len(self._lengths)))

    def search(self, text: str) -> Results:
        """What has all the words of a text; nothing for a text without words."""
        text = " ".join(normalize("NFC", text)[:MOST_LETTERS].split())
        words = [_plain(word) for word in WORD.findall(text)]
        if not words:
            return Results(text, 0, ())
        longer = [self._beginning_with(word) for word in words]
        found = [sum((self._weights[word] for word in each), Counter[int]()) for each in longer]
        named = [set[int]().union(*(self._named[word] for word in each)) for each in longer]
        places = set.intersection(*map(set, found))

        def rank(place: int) -> tuple[bool, bool, float, int]:
            known = self._texts[place]
            exact = (known.id or known.name).casefold() == text.casefold()
            everywhere = all(place in each for each in named)
            return not exact, not everywhere, -sum(self._relevance(each, place) for each in found), place

        def marked(text: str) -> SafeString:
            return _marked(text, words)

        first = [self._texts[place] for place in sorted(places, key=rank)[:MOST_RESULTS]]
        results = tuple(
            Result(each.game, each.kind, marked(each.id), marked(each.name), _excerpt(each.text, words), each.address)
            for each in first
        )
        meant = "" if places else " ".join(map(self._meant, words))
        return Results(text, len(places), results, meant if meant != " ".join(words) else "")

    def _beginning_with(self, word: str) -> list[str]:
        first = bisect_left(self._vocabulary, word)
        last = bisect_left(self._vocabulary, f"{word}\U0010ffff")
        return self._vocabulary[first:last]

    def _relevance(self, found: Counter[int], place: int) -> float:
        """What one word searched for says of a text (BM25)."""
        rarity = max(LEAST, log((len(self._texts) - len(found) + 0.5) / (len(found) + 0.5)))
        length = 1 - BY_LENGTH + BY_LENGTH * self._lengths[place] / self._usual
        return rarity * found[place] * (SATURATION + 1) / (found[place] + SATURATION * length)

    def _meant(self, word: str) -> str:
        """The word of a text most like this one; the word itself where none is."""
        alike = [each for each in self._vocabulary if abs(len(each) - len(word)) <= 2]
        return next(iter(difflib.get_close_matches(word, alike, 1, ALIKE)), word)


def _marked(text: str, words: Collection[str]) -> SafeString:
    """The text as HTML in which every word that begins with one of these is marked."""
    beginnings, parts, end = tuple(words), [], 0
    for match in WORD.finditer(text):
        if not _plain(match[0]).startswith(beginnings):
            continue
        parts += [escape(text[end : match.start()]), f"<mark>{escape(match[0])}</mark>"]
        end = match.end()
    return mark_safe("".join([*parts, escape(text[end:])]))  # noqa: S308 (it was escaped)


def _excerpt(text: str, words: Collection[str]) -> SafeString:
    """The part of a long text that has most of the words, marked."""
    matches = list(WORD.finditer(text))
    if len(matches) <= MOST_EXCERPT:
        return _marked(text, words)
    found = [next((word for word in words if _plain(match[0]).startswith(word)), "") for match in matches]
    different = [len({*found[start : start + MOST_EXCERPT]} - {""}) for start in range(len(found) - MOST_EXCERPT + 1)]
    best = [start for start, count in enumerate(different) if count == max(different)]
    begin = best[len(best) // 2]
    end = begin + MOST_EXCERPT
    before, after = "…" if begin else "", "…" if end < len(matches) else ""
    shown = text[matches[begin].start() if begin else 0 : matches[end - 1].end() if after else len(text)]
    return mark_safe(f"{before}{_marked(shown, words)}{after}")  # noqa: S308 (it was escaped)


@lru_cache(maxsize=16)
def index_of(*slugs: str, kept: bool = False) -> Index:
    """The index of these games, and of the guide; of what devices have without a network where it is ``kept``."""
    return Index(chain(() if kept else texts_of_guide(), *(texts_of(get_ruleset(slug), kept) for slug in slugs)))


def search_context(
    ruleset: AnyRuleset | None, text: str, own: Iterable[Text] = (), *, kept: bool = False
) -> dict[str, Any]:
    """What the templates take of a search for a text in a game, or in all; ``own`` are texts that the visitor wrote.

    What is ``kept`` on devices has no guide, and of entries the pages of their kinds.
    """
    titles = {each.slug: each.title for each in all_rulesets()}
    slugs = [ruleset.slug] if ruleset else list(titles)
    found = Index(own).search(text).before(index_of(*slugs, kept=kept).search(text))
    elsewhere = index_of(*titles, kept=kept).search(text).total if ruleset and not found.total else 0
    results = [(result, "" if ruleset else titles.get(result.game, "")) for result in found.first]
    return {"ruleset": ruleset, "found": found, "results": results, "elsewhere": elsewhere}
