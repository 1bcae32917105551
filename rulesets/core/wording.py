"""Numbers and lists as a player would say them."""

from collections.abc import Iterable


def count_of(number: int, one: str, many: str = "") -> str:
    """A number with its word: ``1 error``, ``3 errors``; ``many`` is for plurals without a simple s."""
    return f"{number} {one if number == 1 else many or f'{one}s'}"


def phrases(*words: str) -> tuple[str, ...]:
    """The words that are not empty, as ``Answer.assumed`` has them."""
    return tuple(filter(None, words))


def signed(number: int) -> str:
    """A number with its sign: ``+2``, ``−1``, ``0``."""
    return f"+{number}" if number > 0 else f"−{-number}" if number else "0"


def either(words: Iterable[str]) -> str:
    """Words as alternatives: ``a``, ``a or b``, ``a, b or c``."""
    listed = [str(word) for word in words]
    return listed[0] if len(listed) == 1 else f"{', '.join(listed[:-1])} or {listed[-1]}" if listed else "none"
