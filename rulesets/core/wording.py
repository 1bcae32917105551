"""Numbers, names and lists as a player would say them."""

import re
from collections.abc import Iterable, Sequence
from typing import Final

RIGHT_TO_LEFT: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff"
"""Letters of Hebrew, Arabic and other scripts that are read from the right, as ranges of a regular expression."""
_READ_FROM_THE_RIGHT = re.compile(f"[{RIGHT_TO_LEFT}]")


def count_of(number: int, one: str, many: str = "") -> str:
    """A number with its word: ``1 error``, ``3 errors``; ``many`` is for plurals without a simple s."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def phrases(*words: str) -> tuple[str, ...]:
    """The words that are not empty, as ``Answer.assumed`` has them."""
    return tuple(filter(None, words))


def signed(number: int) -> str:
    """A number with its sign: ``+2``, ``−1``, ``0``."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def thrown(count: int, faces: int) -> str:
    """Dice to roll: ``a d6``, ``3d6``."""
    return f"a d{faces}" if count == 1 else f"{count}d{faces}"


def together(words: Sequence[str]) -> str:
    """Words as a list: ``a``, ``a and b``, ``a, b and c``; empty for none."""
    return " and ".join([", ".join(words[:-1]), words[-1]]) if len(words) > 1 else "".join(words)


def either(words: Iterable[str]) -> str:
    """Words as alternatives: ``a``, ``a or b``, ``a, b or c``."""
    listed = [str(word) for word in words]
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}" if listed else "none"


def isolated(name: str) -> str:
    """A name for a sentence: one that is read from the right is set apart, so that numbers beside it stay in place."""
    return f"\u2068{name}\u2069" if _READ_FROM_THE_RIGHT.search(name) else name
