"""The search of a device without a network, whose Python has no SQLite: a look through the texts of its games."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial
from typing import Final
from unicodedata import combining, normalize

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

from armybuilder.search.results import MOST_RESULTS, WORD, Result, Results, shortened
from armybuilder.search.texts import Text, texts_of
from rulesets.registry import get_ruleset

EXCERPT: Final = 140
"""Letters of an excerpt, about."""


def scan(text: str, *slugs: str) -> Results:
    """The texts of these games that have all the words, those that have them in id or name first."""
    text = shortened(text)
    words = [_plain(word) for word in WORD.findall(text)]
    if not words:
        return Results(text, 0, ())
    of_games = [each for slug in slugs for each in _texts(slug)]
    found = [each for each, plain in of_games if all(f" {word}" in plain for word in words)]

    def rank(each: Text) -> tuple[bool, bool]:
        named = _in_plain_words(f"{each.id} {each.name}")
        return (each.id or each.name).casefold() != text.casefold(), not all(f" {word}" in named for word in words)

    first = sorted(found, key=rank)[:MOST_RESULTS]
    return Results(text, len(found), tuple(_result(each, words) for each in first))


@lru_cache(maxsize=16)
def _texts(slug: str) -> tuple[tuple[Text, str], ...]:
    """The texts of a game, with all their words."""
    texts = texts_of(get_ruleset(slug), kept=True)
    return tuple((each, _in_plain_words(f"{each.id} {each.name} {each.text}")) for each in texts)


def _plain(word: str) -> str:
    """The word without capitals and accents."""
    return "".join(letter for letter in normalize("NFD", word) if not combining(letter)).casefold()


def _in_plain_words(text: str) -> str:
    """The words of the text with a space before each."""
    return "".join(f" {_plain(word)}" for word in WORD.findall(text))


def _result(text: Text, words: Sequence[str]) -> Result:
    places = (match.start() for match in WORD.finditer(text.text) if _plain(match[0]).startswith(tuple(words)))
    begin = text.text.rfind(" ", 0, max(0, next(places, 0) - EXCERPT // 3)) + 1
    end = begin + EXCERPT
    excerpt = text.text[begin:end].rpartition(" ")[0] + "…" if end < len(text.text) else text.text[begin:]
    excerpt = ("…" if begin else "") + excerpt
    marked = partial(_marked, words=words)
    return Result(text.game, text.kind, marked(text.id), marked(text.name), marked(excerpt), text.address)


def _marked(text: str, words: Sequence[str]) -> SafeString:
    """The text as HTML in which every word that begins with one of these is marked."""
    parts, end = [], 0
    for match in WORD.finditer(text):
        if _plain(match[0]).startswith(tuple(words)):
            parts += [escape(text[end : match.start()]), f"<mark>{escape(match[0])}</mark>"]
            end = match.end()
    return mark_safe("".join([*parts, escape(text[end:])]))  # noqa: S308 (it was escaped)
