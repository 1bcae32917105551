"""What was not understood of data files, or is left to the player: by place, in sentences."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

MAX_NAMED: Final = 12
"""Names that one sentence lists."""
MAX_REMARKS: Final = 1000
"""Remarks of one kind that are kept."""


@dataclass(frozen=True, slots=True)
class Remark:
    """A sentence about a place: in a file, or in the document of the game."""

    place: str
    message: str


@dataclass
class Remarks:
    """What was understood, what was not, and what the player decides; ``more`` counts what is not listed any more."""

    understood: list[str] = field(default_factory=list)
    unread: list[Remark] = field(default_factory=list)
    open: list[Remark] = field(default_factory=list)
    more: int = 0

    def leave_out(self, place: str, message: str) -> None:
        """Say that something at a place of the files was not read."""
        if len(self.unread) < MAX_REMARKS:
            self.unread.append(Remark(place, message))
        else:
            self.more += 1

    def ask(self, place: str, message: str) -> None:
        """Say that the player has to decide something at a place of the document."""
        self.open.append(Remark(place, message))


def listed(names: Iterable[str]) -> str:
    """Names in quotes, once each; of many the first, and how many more there are."""
    once = list(dict.fromkeys(names))
    some = [f"“{name}”" for name in once[:MAX_NAMED]]
    if len(once) > MAX_NAMED:
        return f"{', '.join(some)} and {len(once) - MAX_NAMED} more"
    return " and ".join([", ".join(some[:-1]), some[-1]] if len(some) > 1 else some)


def counted(number: int, one: str, several: str = "") -> str:
    """A number of things: ``1 limit``, ``3 limits``."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"
