"""The state of a match after any entry of its log, as a viewer may know it."""

from collections.abc import Iterator
from dataclasses import dataclass

from armybuilder.matches.log.store import MATCHES, LoadedMatch
from armybuilder.matches.log.wording import EntryWords
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.matches import SIDES, MatchState
from rulesets.core.play.states import GAME


@dataclass(frozen=True, slots=True)
class HolderThen:
    """A unit, group or force with the boxes that were ticked; ``changed``: by the entry itself."""

    name: str
    boxes: tuple[str, ...]
    changed: bool


@dataclass(frozen=True, slots=True)
class SideThen:
    """A side's holders of which anything was ticked."""

    name: str
    holders: tuple[HolderThen, ...]


@dataclass(frozen=True, slots=True)
class MatchThen:
    """A match after the entry of that number, of ``entries``; 0 is its start."""

    number: int
    entries: int
    turn: int
    segment: str
    conditions: tuple[str, ...]
    sides: tuple[SideThen, ...]

    @property
    def following(self) -> int | None:
        """The number of the next entry, if there is one."""
        return self.number + 1 if self.number < self.entries else None

    @property
    def preceding(self) -> int | None:
        """The number of the entry before, 0 for the start."""
        return self.number - 1 if self.number else None


def match_then(loaded: LoadedMatch, viewer: Viewer, number: int) -> MatchThen:
    """The match after an entry, without what the viewer may not know or, before the end, did not know then."""
    state, words = MATCHES.load(loaded.match, number + 1), EntryWords(loaded, viewer)
    touched = {(each.side, each.holder) for each in loaded.log[number - 1].effects} if number else set()
    conditions = (words.ticked(0, GAME, slug, boxes) for slug, boxes in state.conditions.ticks.get(GAME, {}).items())
    sides = tuple(
        SideThen(name, tuple(_holders(loaded, viewer, words, state, side, touched)))
        for side, name in zip(SIDES, words.sides, strict=True)
    )
    segment = loaded.setup.segments[state.segment].title
    return MatchThen(number, len(loaded.log), state.turn, segment, tuple(filter(None, conditions)), sides)


def _holders(
    loaded: LoadedMatch, viewer: Viewer, words: EntryWords, then: MatchState, side: int, touched: set[tuple[int, str]]
) -> Iterator[HolderThen]:
    now = loaded.state
    for holder in loaded.setup.tracks[side]:
        tracks = then.sides[side].ticks.get(holder, {})
        known = viewer.knows(now, side, holder) and (now.ended or viewer.knows(then, side, holder))
        boxes = tuple(filter(None, (words.ticked(side, holder, slug, ticks) for slug, ticks in tracks.items())))
        if known and boxes:
            yield HolderThen(words.name(side, viewer.name(now, side, holder)), boxes, (side, holder) in touched)
