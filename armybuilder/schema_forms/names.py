"""Unique names."""

from collections.abc import Iterable

from rulesets.core.names import name_key


def free_name(preferred: str, others: Iterable[str], longest: int, tail: str = " {}") -> str:
    """The preferred name or, if it is used, the name with a number from 2 in its ``tail``; at most ``longest``
    characters.

    Names that differ in signs alone are the same.
    """
    used = {name_key(name) for name in others}
    name, number = preferred[:longest], 1
    while name_key(name) in used:
        number += 1
        end = tail.format(number)
        name = preferred[: longest - len(end)] + end
    return name
