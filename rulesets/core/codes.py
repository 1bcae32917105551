"""The codes in what rows of units say, and the entries of a game's key that explain them."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from rulesets.core.reference import Code

WORDS_IN_CAPITALS = 6
"""Letters from which a word in capitals is a word, such as ``ARMOUR``, and no code."""

_NUMBER = re.compile(r"\d+/\d+(?= \([\d.]+%\))|\d*d\d+|\d+")
_PIECE = re.compile(
    r"0[a-z](?!\w)|[A-Za-z’]+|0(?:/0)+|(?<![A-Za-z])0\+|(?<!0)[½⅓⅔¾](?!″)|(?<=[A-Z])(?:\+|-(?![A-Za-z0]))|^[+-]$",
)
_ANY = re.compile(r"(?<=\()[NXnx](?=\))|(?<= )X$")
"""A letter of an entry that stands for any number: ``Tough(X)``."""
_IN_WORD = re.compile(r"[\w/]")
_SHORT_WORDS = "A|An|As|At|By|If|In|It|My|No|Of|On|Or|To|We"
_WORD = re.compile(rf"[a-z’]{{2,}}|(?:[A-Z][a-z’]{{2,}})+|[A-Z]{{{WORDS_IN_CAPITALS},}}|a|{_SHORT_WORDS}")


def codes_in(text: str) -> set[str]:
    """The codes in a text, with 0 for each number: what is neither a word, nor a number, nor a chance, nor dice,
    nor a distance.

    ``MBT+`` has two, ``MBT`` and ``+``. A number with a letter, ``1k``, is ``0a``.
    """
    found = set[str]()
    for each in _PIECE.findall(_NUMBER.sub("0", text)):
        letters = re.fullmatch(r"([A-Z]{2,20})(n)", each)
        found |= set(letters.groups()) if letters else {re.sub("^0[a-z]$", "0a", each)}
    return {each for each in found if not _WORD.fullmatch(each)}


@lru_cache(maxsize=4096)
def explained_by(code: str) -> frozenset[str]:
    """The codes that one of a key explains; a lone ``n`` is a code there, too."""
    return frozenset(codes_in(_ANY.sub("0", code)) | ({code} & {"n"}))


def _shape(text: str) -> str:
    """A text with 0 for each number, and for a group's mark before a unit's number (``A·3``), and X for each word in
    capitals.
    """
    return re.sub(r"[A-Z]{3,}", "X", re.sub(r"(?<!\w)\w++(?=·\d)|\d+", "0", text))


@lru_cache(maxsize=4096)
def _sought(code: str) -> tuple[str, bool]:
    """What to look for in texts for a code, and whether that is the shape of one with a number."""
    code = _ANY.sub("0", code)
    is_shape = re.search(r"\d", code) is not None
    return _shape(code) if is_shape else code, is_shape


def _stands_in(code: str, texts: str, shapes: str) -> bool:
    """Whether words stand between the words of others; of a code with a number, something of its shape."""
    sought, is_shape = _sought(code)
    among = shapes if is_shape else texts
    at = among.find(sought)
    while at >= 0:
        if not _IN_WORD.match(among[at - 1 : at]) and not _IN_WORD.match(
            among[at + len(sought) : at + len(sought) + 1]
        ):
            return True
        at = among.find(sought, at + 1)
    return False


def codes_shown(key: Sequence[Code], texts: Iterable[str]) -> tuple[Code, ...]:
    """The entries of a game's key that explain something in the texts, in the order of the key.

    Some have no codes that are not in earlier ones, such as ``FV6(2)`` after ``FV6`` and ``12″ ARMOUR``. They explain
    what has the same shape, and words such as ``Max`` and ``MOBILE`` themselves.
    """
    texts = set(texts)
    codes, shapes = set[str]().union(*map(codes_in, texts)), "\n".join(map(_shape, texts))
    whole = "\n".join(texts)
    earlier, shown = set[str](), []
    for entry in key:
        new = set[str]().union(*map(explained_by, entry.codes)) - earlier
        earlier |= new
        others = (code for code in entry.codes if not new or not explained_by(code))
        if new & codes or any(_stands_in(code, whole, shapes) for code in others):
            shown.append(entry)
    return tuple(shown)
