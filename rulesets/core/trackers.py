"""What changes in play, as plain data: boxes to tick and states to set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Track:
    """A row of boxes: ``boxes`` in all, ``start`` of them ticked at first.

    ``marks`` are (box number, word) pairs at which something happens (for instance half strength), counted
    from 1; ``names`` are the boxes' own words where they differ (``P``, ``R``), empty for plain boxes. ``ticked`` are
    the boxes ticked by now, in a game; ``None`` before it. Named boxes ``in_turn`` are ticked one after the other, as
    plain ones always are.
    """

    slug: str
    title: str
    boxes: int
    start: int = 0
    names: tuple[str, ...] = ()
    marks: tuple[tuple[int, str], ...] = ()
    ticked: tuple[int, ...] | None = None
    in_turn: bool = False

    def __post_init__(self) -> None:
        if self.boxes < 0 or not 0 <= self.start <= self.boxes:
            raise ValueError(f"{self.title}: {self.start} of {self.boxes} boxes cannot be ticked")
        if self.names and len(self.names) != self.boxes:
            raise ValueError(f"{self.title}: {len(self.names)} names for {self.boxes} boxes")

    @property
    def ticks(self) -> tuple[int, ...]:
        """The numbers of the boxes that are ticked."""
        return tuple(range(1, self.start + 1)) if self.ticked is None else self.ticked

    @property
    def counts(self) -> bool:
        """Whether its boxes are ticked one after the other, so that only their number matters."""
        return self.in_turn or not self.names

    def now(self, boxes: Iterable[int]) -> Track:
        """The track in a game, with those boxes ticked; numbers of boxes that it does not have are left out."""
        return replace(self, ticked=tuple(sorted({box for box in boxes if 1 <= box <= self.boxes})))

    def tapped(self, box: int) -> Track:
        """The track after a player has touched a box: where boxes are counted all up to it, else that one alone.

        To touch the last ticked box takes its tick away. Raises ``ValueError`` for a box that it does not have.
        """
        if not 1 <= box <= self.boxes:
            raise ValueError(f"{self.title} has {self.boxes} boxes")
        ticks = self.ticks
        if self.counts:
            return self.now(range(1, box if len(ticks) == box else box + 1))
        return self.now(set(ticks) ^ {box})
