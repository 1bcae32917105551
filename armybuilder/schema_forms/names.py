"""Names that have to differ from one another."""

from __future__ import annotations

from collections.abc import Iterable


def free_name(wanted: str, taken: Iterable[str], longest: int, tail: str = " {}") -> str:
    """The name, or where it is taken with a number from 2 in its ``tail``, in ``longest`` characters at the most.

    Two names that differ in nothing but capitals count as one.
    """
    known = {name.casefold() for name in taken}
    name, number = wanted[:longest], 1
    while name.casefold() in known:
        number += 1
        end = tail.format(number)
        name = wanted[: longest - len(end)] + end
    return name
