"""What the words of a described game mean: its key, and the rows of tables that have a text to explain them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from rulesets.core.codes import codes_shown
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.reference import Code, Line
from rulesets.core.texts.rich_text import plain, tidy

from .document import FieldType, Game

MAX_KNOWN: Final = 2_000
"""Texts of which the meanings are kept."""
MAX_SHOWN: Final = 20
"""Words of a text of which it gives the meanings."""
_WORD: Final = re.compile(r"[^\W\d_]{2}")
_SENTENCE: Final = re.compile(r"[.!?](\s|$)")


class Glossary:
    """The key of a document: its codes and words, then the rows that explain themselves.

    ``key`` has the meanings without marks, on one line each, and ``words`` those of it that stand alone, such as a
    special rule.
    """

    def __init__(self, game: Game, catalogue: Catalogue) -> None:
        """Read the rows of the document's tables."""
        self._marked = (*game.codes, *_rows(game, catalogue))
        self.key = tuple(replace(code, meaning=plain(tidy(code.meaning))) for code in self._marked)
        self.words = tuple(code for code in self.key if len(code.codes) == 1 and _WORD.search(code.codes[0]))
        self._known: dict[str, str] = {}

    def hint(self, text: str) -> str:
        """The meanings of the words that a text names; empty for a sentence, which says itself what it means."""
        if not self.words or not text:
            return ""
        if (known := self._known.get(text)) is not None:
            return known
        shown = () if _SENTENCE.search(text) else codes_shown(self.words, [text])
        shown = tuple(sorted(shown[:MAX_SHOWN], key=lambda code: text.find(_stem(code.term))))
        if len(self._known) >= MAX_KNOWN:
            self._known.clear()
        # One word needs no repetition of itself.
        lone = len(shown) == 1 and _stem(shown[0].term) == _stem(text)
        said = self._known[text] = " ".join(each.meaning if lone else _sentence(each) for each in shown)
        return said

    def lines(self, texts: set[str] | None) -> tuple[Line, ...]:
        """The entries of the key that explain something in the texts, or all of them, with their marks and lines."""
        shown = self._marked if texts is None else codes_shown(self._marked, texts)
        return tuple(Line(code.term, tidy(code.meaning)) for code in shown)


def _stem(term: str) -> str:
    """A word without the number behind it: ``Deadly`` of ``Deadly(3)``."""
    return term.partition("(")[0].strip()


def _sentence(code: Code) -> str:
    ending = "" if code.meaning.endswith((".", "!", "?")) else "."
    return f"{code.term}: {code.meaning}{ending}"


def _rows(game: Game, catalogue: Catalogue) -> Iterator[Code]:
    for kind in game.kinds:
        column = next((each for each in kind.fields if each.explains and each.type is FieldType.TEXT), None)
        if column is not None:
            entries = ((entry.name, getattr(entry.spec, column.name)) for entry in catalogue.of_kind(kind.slug))
            yield from (Code((name,), meaning) for name, meaning in entries if meaning)
