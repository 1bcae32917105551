"""Corrections of past entries in the log of a match: "it was 3, not 5"."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from rulesets.core.play.matches import SIDES, EventKind, Key, LogEntry, Match, MatchState
from rulesets.core.play.states import GAME, OUT, Change, InvalidChange
from rulesets.core.play.trackers import Track

CORRECTABLE = (EventKind.CHANGE, EventKind.ROLL, EventKind.ANSWER)
"""The events whose changes can be corrected; an answer proposes some if it does not agree."""


def key_of(change: Change) -> Key:
    """Whose track a change is about."""
    return change.side if change.holder != GAME else 0, change.holder, change.track


def changes_of(entry: LogEntry) -> tuple[Change, ...]:
    """What an entry does or proposes, before what follows from that."""
    return entry.came.changes if entry.came else entry.event.changes


def correctable(entry: LogEntry) -> tuple[Change, ...]:
    """The changes of an entry that a correction may replace, in order."""
    return () if entry.event.kind not in CORRECTABLE or entry.hands else changes_of(entry)


def as_corrected(entry: LogEntry, changes: Sequence[Change]) -> LogEntry:
    """The entry with other changes, in the order of ``correctable``, without empty ones; a result loses its odds."""
    kept = tuple(each for each in changes if each.amount or each.box)
    if not kept:
        raise InvalidChange("Nothing is left of this entry. Undo it instead.")
    rolled = (replace(entry.came, changes=kept),) if entry.came and entry.event.kind is EventKind.ROLL else ()
    return replace(entry, event=replace(entry.event, changes=kept), rolled=rolled)


def corrections(log: Sequence[LogEntry], undone: frozenset[int]) -> dict[int, tuple[Change, ...]]:
    """The changes that count now instead of those of corrected entries, by the numbers of these."""
    result: dict[int, tuple[Change, ...]] = {}
    for entry in log:
        correction = correction_by(log, entry)
        if correction is not None and entry.number not in undone:
            result[correction.event.of] = correction.event.changes
    return result


def correction_by(log: Sequence[LogEntry], entry: LogEntry) -> LogEntry | None:
    """The correction that takes effect by an entry: itself, or the one to which it agrees."""
    if entry.event.kind is EventKind.CORRECT:
        return None if entry.waits else entry
    if entry.event.kind is not EventKind.ANSWER or not entry.event.agreed:
        return None
    asked = log[entry.event.of - 1]
    return asked if asked.event.kind is EventKind.CORRECT else None


def is_about_a_correction(log: Sequence[LogEntry], entry: LogEntry) -> bool:
    """Whether an entry is a correction, or an answer to one."""
    kind, of = entry.event.kind, entry.event.of
    return kind is EventKind.CORRECT or (kind is EventKind.ANSWER and log[of - 1].event.kind is EventKind.CORRECT)


def was_by_both(log: Sequence[LogEntry], entry: LogEntry) -> bool:
    """Whether an entry was made by a player of both sides, where that makes a difference to it."""
    match entry.event.kind:
        case EventKind.CHANGE | EventKind.ROLL:
            theirs = (each for each in changes_of(entry) if each.holder != GAME and each.side != entry.side)
            return any(replace(each, seen=None) in entry.made for each in theirs)
        case EventKind.NEXT | EventKind.END:
            return not entry.waits
        case EventKind.ANSWER:
            return log[entry.event.of - 1].side == entry.side
        case _:
            return bool(entry.hands)


def difference(match: Match, before: MatchState, after: MatchState) -> Iterator[Change]:
    """The changes that lead from one state of both sides and the game to another."""
    for key in dict.fromkeys((*_keys(before), *_keys(after))):
        side, holder, slug = key
        was, now = track_of(match, before, key), track_of(match, after, key)
        if was is None or now is None:
            continue
        change = Change(slug, holder=holder, side=side)
        if was.counts and len(was.ticks) != len(now.ticks):
            yield replace(change, amount=len(now.ticks) - len(was.ticks))
        elif not was.counts:
            gone, new = (sorted(set(one.ticks) - set(other.ticks)) for one, other in ((was, now), (now, was)))
            # Of boxes that exclude each other, the new one unticks the one before.
            yield from (replace(change, box=was.key(box), on=False) for box in gone if not (was.exclusive and new))
            yield from (replace(change, box=was.key(box)) for box in new)


def _keys(state: MatchState) -> Iterator[Key]:
    for side, ticks in (*((side, state.sides[side].ticks) for side in SIDES), (0, state.conditions.ticks)):
        for holder, tracks in ticks.items():
            yield from ((side, holder, slug) for slug in tracks)


def track_of(match: Match, state: MatchState, key: Key) -> Track | None:
    """A track as it stands; ``None`` if its holder has no such track."""
    side, holder, slug = key
    tracks, ticked = (
        (match.conditions, state.conditions) if holder == GAME else (match.tracks[side][holder], state.sides[side])
    )
    return ticked.of(holder, (*tracks, OUT)).track(slug)
