"""Names of a described game's parts, made from those of data files: for formulas, as slugs, as headings."""

import keyword
import re
from collections import Counter
from typing import Final

from rulesets.core.declarations.fields import NAME_LENGTH
from rulesets.core.names import name_key, plain_words
from rulesets.described.document import ID
from rulesets.described.vocabulary import RESERVED

SHORT: Final = 8
"""Letters of a short heading."""
_WORD: Final = re.compile(r"[a-z0-9]+")


class Taken:
    """The names that are used already, so that none stands twice."""

    def __init__(self, *names: str) -> None:
        """Take those that other parts use."""
        self._names = {*names, *RESERVED}
        self._numbers: dict[str, int] = {}

    def slug(self, text: str) -> str:
        """A text as a slug of its own."""
        return self._own("-".join(_WORD.findall(plain_words(text))) or "other", "-")

    def name(self, text: str) -> str:
        """A text as a name of its own for formulas."""
        name = "_".join(_WORD.findall(plain_words(text))) or "value"
        if not name[0].isalpha() or keyword.iskeyword(name):
            name = f"the_{name}"
        return self._own(name, "_")

    def _own(self, text: str, sign: str) -> str:
        text = text[: ID - 6].rstrip(sign)
        own, number = text, self._numbers.get(text, 1)
        while own in self._names:
            number += 1
            own = f"{text}{sign}{number}"
        self._numbers[text] = number
        self._names.add(own)
        return own


class Distinct:
    """Names of entries of which none stands twice."""

    def __init__(self) -> None:
        """Begin without any."""
        self._taken: set[str] = set()
        self._numbers: Counter[str] = Counter()

    def of(self, name: str, apart: str = "") -> str:
        """The name, with what tells it apart or with a number where it is taken."""
        full = f"{name} ({apart})" if apart else name
        own = full = full if len(full) <= NAME_LENGTH - 6 else full[: NAME_LENGTH - 7].rstrip() + "…"
        while name_key(own) in self._taken:
            self._numbers[full] += 1
            own = f"{full} ({self._numbers[full] + 1})"
        self._taken.add(name_key(own))
        return own


def short_heading(text: str) -> str:
    """A heading for a narrow column: the text itself, the first letters of its words, or of the text."""
    if len(text) <= SHORT:
        return text
    words = text.split()
    return "".join(word[0].upper() for word in words)[:SHORT] if len(words) > 1 else text[:4]
