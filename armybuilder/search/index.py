"""The search: SQLite's full-text index (FTS5) in memory, built from the games' data once per process.

It is not stored, so it works with any database of the site and is never out of date. What a visitor owns is indexed for
that visitor's search alone.
"""

import difflib
import re
import sqlite3
from collections.abc import Iterable
from dataclasses import astuple
from functools import lru_cache
from itertools import chain
from threading import Lock

from armybuilder.search.results import MAX_RESULTS, WORD, MarkedText, Results, SearchResult, clean_query, words_of
from armybuilder.search.search_texts import SearchText, texts_of, texts_of_guide
from rulesets.registry import get_ruleset

ALIKE = 0.7
"""Least similarity of a word that is suggested."""
MAX_ALIKE = 5
"""Similar words among which one with the same first letter is looked for."""
BEGIN, END = "\x02", "\x03"
"""What SQLite puts around matches."""

CREATE = """
CREATE VIRTUAL TABLE texts USING fts5(
    game UNINDEXED, kind UNINDEXED, id, name, text, address UNINDEXED, tokenize = "unicode61 remove_diacritics 2"
);
CREATE VIRTUAL TABLE vocabulary USING fts5vocab(texts, 'row');
"""
# What has just this id, or is known by this name alone, comes first, in the order of the texts (the quick reference
# before a calculator of the same name); then all words in id or name; then the rest.
SEARCH = """
SELECT game, kind, highlight(texts, 2, :begin, :end), highlight(texts, 3, :begin, :end),
    snippet(texts, 4, :begin, :end, '…', 24), address
FROM texts WHERE texts MATCH :words
ORDER BY CASE WHEN id = :text COLLATE NOCASE OR id = '' AND name = :text COLLATE NOCASE THEN -rowid END DESC NULLS LAST,
    rowid IN (SELECT rowid FROM texts WHERE texts MATCH :named) DESC,
    bm25(texts, 0, 0, 10, 5, 1)
LIMIT :limit
"""
COUNT = "SELECT count(*) FROM texts WHERE texts MATCH :words"
ALIKE_IN_LENGTH = "SELECT term FROM vocabulary WHERE length(term) BETWEEN ? AND ?"


class Index:
    """Searchable texts; words match by prefix, ignoring case and accents."""

    def __init__(self, texts: Iterable[SearchText]) -> None:
        """Take the texts; those of the same rank keep this order."""
        self._database = sqlite3.connect(":memory:", check_same_thread=False)
        self._lock = Lock()
        self._database.executescript(CREATE)
        self._database.executemany("INSERT INTO texts VALUES (?, ?, ?, ?, ?, ?)", map(astuple, texts))

    def search(self, text: str) -> Results:
        """The texts with all words, or else with some of them; none for a query without words."""
        text = clean_query(text)
        words = WORD.findall(text)
        if not words:
            return Results(text, 0, ())
        prefixes = [f'"{word}"*' for word in words_of(text)]
        with self._lock:
            total, first = self._having(" ".join(prefixes), text)
            if total:
                return Results(text, total, first)
            total, first = self._having(" OR ".join(prefixes), text)
            suggestion = " ".join(map(self._closest_word, words))
        return Results(text, total, first, suggestion if suggestion != " ".join(words) else "", total > 0)

    def _having(self, match: str, text: str) -> tuple[int, tuple[SearchResult, ...]]:
        """How many texts match, and the first of them."""
        values = {
            "words": match,
            "named": f"{{id name}} : ({match})",
            "text": text,
            "limit": MAX_RESULTS,
            "begin": BEGIN,
            "end": END,
        }
        (total,) = self._database.execute(COUNT, values).fetchone()
        rows = self._database.execute(SEARCH, values)
        return total, tuple(
            SearchResult(row[0], row[1], _marked(row[2]), _marked(row[3]), _marked(row[4]), row[5]) for row in rows
        )

    def _closest_word(self, word: str) -> str:
        """The most similar word in the texts; the word itself if there is none.

        Words with the same first letter come first, since people seldom mistype it.
        """
        lengths = (len(word) - 2, len(word) + 2)
        terms = [term for (term,) in self._database.execute(ALIKE_IN_LENGTH, lengths)]
        near = difflib.get_close_matches(word.casefold(), terms, MAX_ALIKE, ALIKE)
        return next((each for each in near if each[0] == word[0].casefold()), near[0] if near else word)


def _marked(text: str) -> MarkedText:
    pieces = re.split(f"[{BEGIN}{END}]", text)
    return tuple((piece, place % 2 == 1) for place, piece in enumerate(pieces) if piece)


@lru_cache(maxsize=16)
def index_of(*slugs: str) -> Index:
    """The index of these games, and of the guide."""
    return Index(chain(*(texts_of(get_ruleset(slug)) for slug in slugs), texts_of_guide()))
