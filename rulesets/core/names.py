"""The comparison of names as people and programs write them: headings, entries, groups, folders, words of a search.

Names are the same if they differ in nothing but case, spaces, the signs used as hyphen or quote, the width of letters
and digits, and signs that do not print. Accents may be missing too, where only one name then fits.
"""

import re
from collections.abc import Hashable, Iterable
from functools import lru_cache
from typing import Generic, TypeVar
from unicodedata import combining, normalize

T = TypeVar("T", bound=Hashable)

_APOSTROPHES = "`´‘’‚‛ʹʻʼʽˈ′‵‹›"
_QUOTES = "“”„‟«»″‶〝〞"
_HYPHENS = "‐‑‒–—―⁃−﹘﹣－⸺⸻"
_BLANKS = "\u2800\u3164\uffa0"
_SIGNS = str.maketrans(
    {
        **dict.fromkeys(_APOSTROPHES, "'"),
        **dict.fromkeys(_QUOTES, '"'),
        **dict.fromkeys(_HYPHENS, "-"),
        **dict.fromkeys(_BLANKS, " "),
    }
)
_UNPRINTED = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_STROKES = str.maketrans("øłđħŧ", "oldht")
"""Letters whose stroke Unicode counts as part of them."""


@lru_cache(maxsize=20_000)
def name_key(text: str) -> str:
    """The text without what does not distinguish names; those of the same names are equal."""
    plain = _UNPRINTED.sub("", normalize("NFKC", text.translate(_SIGNS)))
    return " ".join(normalize("NFKC", plain.casefold()).split())


@lru_cache(maxsize=20_000)
def plain_words(text: str) -> str:
    """The key of a name without its accents, as searches compare words."""
    letters = (letter for letter in normalize("NFD", name_key(text)) if not combining(letter))
    return "".join(letters).translate(_STROKES)


class Names(Generic[T]):
    """Values by their names, which are found however they are written."""

    def __init__(self, named: Iterable[tuple[str, T]]) -> None:
        """Take pairs of name and value; a value may have several names, a name several values."""
        self._by_key: dict[str, dict[T, None]] = {}
        self._by_words: dict[str, dict[T, None]] = {}
        for name, value in named:
            self._by_key.setdefault(name_key(name), {})[value] = None
            self._by_words.setdefault(plain_words(name), {})[value] = None

    def all(self, text: str) -> list[T]:
        """The values of this name, or else of the names that differ from it in accents alone."""
        return [*(self._by_key.get(name_key(text)) or self._by_words.get(plain_words(text)) or ())]

    def find(self, text: str) -> T | None:
        """The only value of this name; ``None`` without one or with several."""
        values = self.all(text)
        return values[0] if len(values) == 1 else None
