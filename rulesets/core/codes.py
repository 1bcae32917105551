"""The codes in what rows of units say, and the entries of a game's key that explain them."""

import re
from collections.abc import Iterable, Sequence

from rulesets.core.reference import Code

WORDS_IN_CAPITALS = 6
"""Letters from which a word in capitals is a word, such as ``ARMOUR``, and no code."""

_PIECE = re.compile(r"[A-Za-z’]+|0(?:/0)+|0\+|(?<=[A-Z])(?:\+|-(?![A-Za-z0]))|^[+-]$")
_WORD = re.compile(rf"[a-z’]{{2,}}|(?:[A-Z][a-z’]{{2,}})+|[A-Z]{{{WORDS_IN_CAPITALS},}}|[Aa]|In|No")


def codes_in(text: str) -> set[str]:
    """The codes in a text, with 0 for each number: what is neither a word, nor a number, nor a distance.

    ``MBT+`` has two, ``MBT`` and ``+``.
    """
    found = set[str]()
    for each in _PIECE.findall(re.sub(r"\d+", "0", text)):
        letters = re.fullmatch(r"([A-Z]{2,20})(n)", each)
        found |= set(letters.groups()) if letters else {each}
    return {each for each in found if not _WORD.fullmatch(each)}


def explained_by(code: str) -> set[str]:
    """The codes that one of a key explains; a lone ``n`` is a code there, too."""
    return codes_in(code) | ({code} & {"n"})


def _shape(text: str) -> str:
    """A text with 0 for each number and X for each word in capitals."""
    return re.sub(r"[A-Z]{3,}", "X", re.sub(r"\d+", "0", text))


def codes_shown(key: Sequence[Code], texts: Iterable[str]) -> tuple[Code, ...]:
    """The entries of a game's key that explain something in the texts, in the order of the key.

    An entry whose codes are in earlier ones, such as ``FV6(2)`` after ``FV6``, and one without codes, such as
    ``12″ ARMOUR``, explain what has the same shape.
    """
    texts = set(texts)
    codes, shapes = set[str]().union(*map(codes_in, texts)), "\n".join(map(_shape, texts))
    earlier, shown = set[str](), []
    for entry in key:
        new = set[str]().union(*map(explained_by, entry.codes)) - earlier
        earlier |= new
        if new & codes if new else any(_shape(code) in shapes for code in entry.codes):
            shown.append(entry)
    return tuple(shown)
