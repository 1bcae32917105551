"""The search of an offline device, whose Python has no SQLite: a scan of its texts."""

from collections.abc import Iterable, Sequence
from functools import cache, lru_cache, partial
from operator import itemgetter
from typing import Final

from armybuilder.search.results import MAX_RESULTS, WORD, MarkedText, Results, SearchResult, clean_query, words_of
from armybuilder.search.search_texts import SearchText, texts_of, texts_of_guide
from rulesets.core.names import plain_words
from rulesets.registry import get_ruleset

EXCERPT: Final = 140
"""Approximate length of an excerpt in characters."""


def scan(text: str, *slugs: str, own: Sequence[SearchText] = ()) -> Results:
    """The texts of the guide and of these games that have all the words, and before them those of the visitor's own.

    Of either, those that have the words in id or name come first. Where nothing has all words, these have some.
    """
    of_site = [*(each for slug in slugs for each in _texts(slug)), *_texts_of_guide()]
    return _search(text, _with_words(own)).before(_search(text, of_site))


def _search(text: str, texts: Iterable[tuple[SearchText, str]]) -> Results:
    text = clean_query(text)
    words = [plain_words(word) for word in words_of(text)]
    if not words:
        return Results(text, 0, ())
    counted = [(each, sum(f" {word}" in plain for word in words)) for each, plain in texts]
    matches = [each for each, count in counted if count == len(words)]
    some = not matches and any(count for _, count in counted)
    if some:
        matches = [each for each, count in sorted(counted, key=itemgetter(1), reverse=True) if count]

    def rank(each: SearchText) -> tuple[bool, bool]:
        named = _in_plain_words(f"{each.id} {each.name}")
        return plain_words(each.id or each.name) != plain_words(text), not all(f" {word}" in named for word in words)

    first = (matches if some else sorted(matches, key=rank))[:MAX_RESULTS]
    return Results(text, len(matches), tuple(_result(each, words) for each in first), some=some)


@lru_cache(maxsize=16)
def _texts(slug: str) -> tuple[tuple[SearchText, str], ...]:
    return _with_words(texts_of(get_ruleset(slug), offline=True))


@cache
def _texts_of_guide() -> tuple[tuple[SearchText, str], ...]:
    return _with_words(texts_of_guide())


def _with_words(texts: Iterable[SearchText]) -> tuple[tuple[SearchText, str], ...]:
    """The texts, each with all its words."""
    return tuple((each, _in_plain_words(f"{each.id} {each.name} {each.text}")) for each in texts)


def _in_plain_words(text: str) -> str:
    """The words of the text with a space before each."""
    return "".join(f" {plain_words(word)}" for word in WORD.findall(text))


def _result(text: SearchText, words: Sequence[str]) -> SearchResult:
    places = (match.start() for match in WORD.finditer(text.text) if plain_words(match[0]).startswith(tuple(words)))
    begin = text.text.rfind(" ", 0, max(0, next(places, 0) - EXCERPT // 3)) + 1
    end = begin + EXCERPT
    excerpt = text.text[begin:end].rpartition(" ")[0] + "…" if end < len(text.text) else text.text[begin:]
    excerpt = ("…" if begin else "") + excerpt
    marked = partial(_marked, words=words)
    return SearchResult(text.game, text.kind, marked(text.id), marked(text.name), marked(excerpt), text.address)


def _marked(text: str, words: Sequence[str]) -> MarkedText:
    """The text, in which every word that begins with one of these is marked."""
    pieces, end = [], 0
    for match in WORD.finditer(text):
        if plain_words(match[0]).startswith(tuple(words)):
            pieces += [(text[end : match.start()], False), (match[0], True)]
            end = match.end()
    return tuple((piece, is_match) for piece, is_match in (*pieces, (text[end:], False)) if piece)
