"""What a visitor's list can be filtered by, as `templates/components/filter.html` shows it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

EVERYTHING: Final = ("", "All", None)
"""The choice that filters nothing."""


@dataclass(frozen=True, slots=True)
class ListFilter:
    """A list of choices: each is its value in the address, its title and, where known, how many things it leaves."""

    name: str
    label: str
    choices: Sequence[tuple[str, str, int | None]]
    value: str
