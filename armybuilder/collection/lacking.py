"""What a visitor's armies need that is not in the collection, and what is not painted."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from armybuilder.collection.shelf import NOTHING, Models
from rulesets.core.collection import EntryId

NEED_HEADINGS: Final = ("Name", "Needed", "Models", "Painted", "Missing", "To paint")


@dataclass(frozen=True, slots=True)
class Need:
    """What an army needs of an entry, and what of it is there."""

    name: str
    needed: int
    models: Models

    @property
    def missing(self) -> int:
        """How many models there are too few."""
        return max(0, self.needed - self.models.count)

    @property
    def to_paint(self) -> int:
        """How many of those that are needed and there are not painted."""
        return max(0, min(self.needed, self.models.count) - self.models.painted)

    @property
    def numbers(self) -> tuple[int, ...]:
        """The cells under ``NEED_HEADINGS`` behind the name."""
        return (self.needed, self.models.count, self.models.painted, self.missing, self.to_paint)


def needs_of(
    needed: Mapping[EntryId, int], names: Mapping[EntryId, str], shelf: Mapping[EntryId, Models]
) -> list[Need]:
    """The needs that are not met or not painted, in the order of ``needed``."""
    needs = (Need(names[entry], number, shelf.get(entry, NOTHING)) for entry, number in needed.items())
    return [need for need in needs if need.missing or need.to_paint]


def highest(needs: Iterable[Mapping[EntryId, int]]) -> dict[EntryId, int]:
    """What one needs to deploy any one of several armies: of each entry the highest number."""
    together: dict[EntryId, int] = {}
    for needed in needs:
        for entry, number in needed.items():
            together[entry] = max(together.get(entry, 0), number)
    return together


def table(needs: Sequence[Need]) -> Iterator[Sequence[str]]:
    """The needs as rows of cells under their headings."""
    yield NEED_HEADINGS
    yield from ((need.name, *map(str, need.numbers)) for need in needs)
