"""The tracks of a unit in play, as plain data: boxes to tick and states to set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Track:
    """A row of boxes: ``boxes`` in all, ``start`` of them ticked at the start.

    ``marks`` are (box number, word) pairs at which something happens (for instance half strength), counted
    from 1; ``names`` are the words of named boxes (``P``, ``R``), empty for plain ones, and ``titles`` the same words
    in full (``Pinned``). ``ticked`` are the boxes ticked so far in a game; ``None`` before it. Named boxes ``in_turn``
    are ticked one after the other, as plain ones always are; of ``exclusive`` ones at most one is ticked; ``unticked``
    is the text while none is (``Unharmed``), required if the track starts like that. ``keys`` are the names of the
    boxes in the game's questions, numbers if empty. ``heading`` replaces the title before the boxes on paper. A track
    that is not ``printed`` shows only on the tracker, such as what a unit has done this turn. Each box on paper is
    ticked ``twice``, first struck through and then crossed out, where a second loss follows on all of the first.
    The last ``beyond`` boxes are above what the track usually holds.
    """

    slug: str
    title: str
    boxes: int
    start: int = 0
    names: tuple[str, ...] = ()
    marks: tuple[tuple[int, str], ...] = ()
    ticked: tuple[int, ...] | None = None
    in_turn: bool = False
    exclusive: bool = False
    keys: tuple[str, ...] = ()
    titles: tuple[str, ...] = ()
    printed: bool = True
    unticked: str = ""
    heading: str = ""
    twice: bool = False
    beyond: int = 0

    def __post_init__(self) -> None:
        if self.twice and (self.names or self.boxes % 2):
            raise ValueError(f"{self.title}: only an even number of plain boxes is ticked twice")
        if self.boxes < 0 or not 0 <= self.start <= self.boxes:
            raise ValueError(f"{self.title}: {self.start} of {self.boxes} boxes cannot be ticked")
        for words in (self.names, self.keys, self.titles):
            if words and len(words) != self.boxes:
                raise ValueError(f"{self.title}: {len(words)} names for {self.boxes} boxes")
        if self.exclusive and (self.counts or len(self.ticks) > 1):
            raise ValueError(f"{self.title}: only named boxes exclude each other")
        if self.exclusive and not (self.start or self.unticked):
            raise ValueError(f"{self.title}: say what it is while no box is ticked")

    @property
    def printed_title(self) -> str:
        """The text before the boxes on paper."""
        return self.heading or self.title

    @property
    def printed_boxes(self) -> int:
        """The number of boxes on paper."""
        return self.boxes // 2 if self.twice else self.boxes

    @property
    def usual_boxes(self) -> int:
        """How many boxes may usually be ticked, which a count is told with (``3/5``)."""
        return self.boxes - self.beyond

    @property
    def ticks(self) -> tuple[int, ...]:
        """The numbers of the boxes that are ticked."""
        return tuple(range(1, self.start + 1)) if self.ticked is None else self.ticked

    @property
    def counts(self) -> bool:
        """Whether its boxes are ticked one after the other, so that only their number matters."""
        return self.in_turn or not self.names

    def key(self, box: int) -> str:
        """The name of a box, counted from 1, in the game's questions."""
        return self.keys[box - 1] if self.keys else str(box)

    def box(self, key: str) -> int:
        """The number of the box with that key; raises ``KeyError``."""
        for box in range(1, self.boxes + 1):
            if self.key(box) == key:
                return box
        raise KeyError(key)

    def title_of(self, box: int) -> str:
        """A box's word in full; its number where it has none."""
        return (self.titles or self.names or tuple(map(str, range(1, self.boxes + 1))))[box - 1]

    def now(self, boxes: Iterable[int]) -> Track:
        """The track in a game, with those boxes ticked; ignores numbers that are not its boxes.

        Of several boxes that exclude each other, the last one counts.
        """
        ticked = sorted({box for box in boxes if 1 <= box <= self.boxes})
        return replace(self, ticked=tuple(ticked[-1:] if self.exclusive else ticked))


@dataclass(frozen=True, slots=True)
class UnitState:
    """The state of a unit in a game: its tracks as they stand, and whether it is ``out`` of play.

    Without tracks it is as before a game: nothing counted, nothing ticked.
    """

    tracks: tuple[Track, ...] = ()
    out: bool = False

    def track(self, slug: str) -> Track | None:
        """The track with that slug; ``None`` if the unit has no such track."""
        return next((track for track in self.tracks if track.slug == slug), None)

    def count(self, slug: str) -> int:
        """The number of ticked boxes of a track."""
        track = self.track(slug)
        return len(track.ticks) if track else 0

    def keys(self, slug: str) -> frozenset[str]:
        """The keys of the ticked boxes of a track."""
        track = self.track(slug)
        return frozenset(map(track.key, track.ticks)) if track else frozenset()

    def key(self, slug: str) -> str:
        """The key of the ticked box, of boxes that exclude each other; empty if none is ticked."""
        return next(iter(self.keys(slug)), "")


AT_FIRST = UnitState()
"""The state of a unit before a game."""
