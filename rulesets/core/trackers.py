"""What changes in play, as plain data: boxes to tick and states to set."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Track:
    """A row of boxes: ``boxes`` in all, ``start`` of them ticked at first.

    ``marks`` are (box number, word) pairs at which something happens (for instance half strength), counted
    from 1; ``names`` are the boxes' own words where they differ (``P``, ``R``), empty for plain boxes.
    """

    slug: str
    title: str
    boxes: int
    start: int = 0
    names: tuple[str, ...] = ()
    marks: tuple[tuple[int, str], ...] = ()

    def __post_init__(self) -> None:
        if self.boxes < 0 or not 0 <= self.start <= self.boxes:
            raise ValueError(f"{self.title}: {self.start} of {self.boxes} boxes cannot be ticked")
        if self.names and len(self.names) != self.boxes:
            raise ValueError(f"{self.title}: {len(self.names)} names for {self.boxes} boxes")
