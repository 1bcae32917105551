"""Adding events to the log of a match, and replaying a log to get the state of the match."""

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from rulesets.core.play.blanks import Viewer, revealed_at
from rulesets.core.play.corrections import (
    as_corrected,
    correctable,
    corrections,
    difference,
    is_about_a_correction,
    track_of,
    was_by_both,
)
from rulesets.core.play.corrections import key_of as _key
from rulesets.core.play.definition import REVEALED, REVEALED_TRACK, Acts, removals
from rulesets.core.play.guide import is_passed, next_go, segments_ahead, units_in
from rulesets.core.play.matches import (
    FIRST,
    GO,
    NOT_IN_THE_GAME,
    SIDES,
    Effect,
    Ending,
    Event,
    EventKind,
    Key,
    LogEntry,
    Match,
    MatchState,
)
from rulesets.core.play.rolls import Rolled
from rulesets.core.play.states import FORCE, GAME, OUT, Change, InvalidChange, Ticks
from rulesets.core.play.tabletop import MAX_PLACE
from rulesets.core.play.throws import MAX_DICE, MAX_FACES, Hand, ThrowOutcome, random_hand

MAX_CORRECTED: Final = 500
"""How many entries back a correction reaches: all that follow are worked out again.

Moves of clocks and on the map do not count: they change nothing else.
"""
GOES_ON_DIFFERENTLY: Final = "The game would have gone on differently. Undo the entry instead."
"""Why a correction is not made."""
ONLY_CHANGES: Final = "Only what an entry changed can be corrected."
TOUCHES_HIDDEN: Final = "Only what both sides see can be corrected while units are hidden. Undo the entry instead."
PATIENCE: Final = 60_000
"""For how many milliseconds who asks whether a segment is over waits for an answer, before ending it alone."""


def play(
    match: Match,
    state: MatchState,
    log: Sequence[LogEntry],
    side: int,
    event: Event,
    *,
    both: bool = False,
    at_once: bool = False,
    now: int = 0,
    seed: int = 0,
    rolled: tuple[Rolled, ...] = (),
) -> tuple[MatchState, LogEntry]:
    """The state after an event of a side, and its entry in the log.

    With ``both`` one player answers for both sides, having no opponent at the table; with ``at_once`` what an
    engagement does to units of the other side takes effect without its answer, except on hidden ones. ``now`` is the
    time in milliseconds since 1970, ``seed`` decides random choices and dice. ``rolled`` is what came of the event's
    question with that seed, or may come of its throw. Raises ``InvalidChange`` with the reason for the player.
    """
    _check_open(match, state, event)
    fresh = LogEntry(len(log) + 1, side, event, at=now)
    match event.kind:
        case EventKind.CHANGE:
            return _change(match, state, log, replace(fresh, rolled=rolled), both=both, at_once=at_once)
        case EventKind.NEXT:
            return _next(match, state, log, fresh, both=both)
        case EventKind.ANSWER | EventKind.CORRECT:
            takes = _answer if event.kind is EventKind.ANSWER else _correct
            return takes(match, state, log, fresh, both=both, at_once=at_once)
        case EventKind.UNDO:
            return _undo(match, state, log, fresh, both=both)
        case EventKind.END:
            return _end(match, state, fresh, both=both)
        case EventKind.VERDICT:
            return _say_who_won(state, fresh)
        case EventKind.CLOCK | EventKind.PLACE:
            return _noted(match, state, fresh)
        case EventKind.THROW | EventKind.DICE | EventKind.ROLL:
            return _by_chance(match, state, log, replace(fresh, seed=seed, rolled=rolled), both=both, at_once=at_once)


def _check_open(match: Match, state: MatchState, event: Event) -> None:
    if state.ended and event.kind not in (EventKind.UNDO, EventKind.END, EventKind.VERDICT):
        advice = "Start a new one." if match.hides else "To go on, undo the step that ended it."
        raise InvalidChange(f"The game has ended. {advice}")


def _noted(match: Match, state: MatchState, entry: LogEntry) -> tuple[MatchState, LogEntry]:
    """The state after a player moved a clock or a unit on the map, which change nothing else."""
    if entry.event.kind is EventKind.CLOCK:
        return replace(state, clocks=state.clocks.moved(entry.event, entry.at)), entry
    holder = entry.event.own
    holders = match.units[entry.side] if match.play.group_tracks is None else match.tracks[entry.side].keys() - {FORCE}
    if match.play.tabletop is None or holder not in holders:
        raise InvalidChange(NOT_IN_THE_GAME)
    return _placed(state, entry), entry


def _placed(state: MatchState, entry: LogEntry) -> MatchState:
    place = entry.event.place
    if len(place) not in (0, 2) or not all(0 <= each <= MAX_PLACE for each in place):
        raise InvalidChange(f"A place is two numbers from 0 to {MAX_PLACE}: how far across and how far down.")
    return state.placed(entry.side, entry.event.own, (place[0], place[1]) if place else None)


def _end(match: Match, state: MatchState, entry: LogEntry, *, both: bool) -> tuple[MatchState, LogEntry]:
    if state.ended and entry.event.verdict is None:
        raise InvalidChange("The game has already ended.")
    if match.hides and not both and not state.ended:  # this reveals everything, so no side decides it alone
        return replace(state, waiting=state.waiting | {entry.number}), replace(entry, waits=True)
    return _ended(state, entry, entry.at), entry


def _say_who_won(state: MatchState, entry: LogEntry) -> tuple[MatchState, LogEntry]:
    if not state.ended:
        raise InvalidChange("The game is still being played. End it to say who won.")
    if entry.event.verdict is None:
        raise InvalidChange("Say who won, or that it was a draw.")
    return _judged(state, entry), entry


def _ended(state: MatchState, ends: LogEntry, now: int) -> MatchState:
    """The state after the entry that ends the match; of two phones that end it at once, the second says who won."""
    return _judged(replace(state, ended=True, clocks=state.clocks.stopped(now)), ends)


def _judged(state: MatchState, entry: LogEntry) -> MatchState:
    """The state after a side has said who won; the other one agrees by saying the same."""
    said, before = Ending(entry.event.verdict, entry.event.result, entry.side), state.ending
    if before is None or (before.verdict, before.note) != (said.verdict, said.note):
        return replace(state, ending=said)
    return replace(state, ending=replace(before, agreed=before.agreed or before.side != said.side))


def _change(
    match: Match, state: MatchState, log: Sequence[LogEntry], entry: LogEntry, *, both: bool, at_once: bool
) -> tuple[MatchState, LogEntry]:
    event, side = entry.event, entry.side
    changes = entry.came.changes if entry.came else event.changes
    if not changes and not entry.came:
        raise InvalidChange("This event has no changes. Send at least one.")
    _check_pair(match, entry)

    def takes_effect(change: Change) -> bool:
        if both or change.holder == GAME or change.side == side:
            return True
        return at_once and bool(event.calculator) and not match.is_hidden(state, change.side, change.holder)

    ends = _segments_ahead(match, state, entry, changes)
    if ends:
        state, entry = _without_questions(state, log), replace(entry, ends=ends)
    own = [each for each in changes if takes_effect(each)]
    theirs = tuple(each for each in changes if not takes_effect(each))
    if theirs and not event.calculator:
        raise InvalidChange("This unit belongs to the other side. Only its player can change it.")
    # Refusing an impossible change would give a hidden unit away; its own player sees it when answering.
    _apply(match, state, (each for each in theirs if not match.is_hidden(state, each.side, each.holder)))
    resets = _ending(match, state, ends)[1] if ends else ()
    state, entry = _enter(match, state, entry, (*resets, *own))
    if theirs:
        state = replace(state, waiting=state.waiting | {entry.number})
    return state, replace(entry, proposed=theirs)


def _by_chance(
    match: Match, state: MatchState, log: Sequence[LogEntry], entry: LogEntry, *, both: bool, at_once: bool
) -> tuple[MatchState, LogEntry]:
    """The state after a throw of rock, paper, scissors, dice by themselves, or an engagement that the site rolls."""
    match entry.event.kind:
        case EventKind.THROW:
            return _throw(match, state, log, replace(entry, seed=entry.seed if both else 0), both=both)
        case EventKind.DICE:
            return _roll_dice(match, state, log, replace(entry, rolled=()))
        case _:
            if not entry.rolled:
                raise InvalidChange("The site cannot roll for this. Enter what your dice show.")
            return _change(match, state, log, entry, both=both, at_once=at_once)


def _segments_ahead(match: Match, state: MatchState, entry: LogEntry, changes: Iterable[Change]) -> int:
    """How many segments end because a unit acts in a later one of its side, which must not give a hidden one away."""
    event, side = entry.event, entry.side
    if not event.calculator or event.result == REVEALED_TRACK.title_of(1):
        return 0
    shown = {each.holder for each in changes if (each.side, each.track) == (side, REVEALED)}
    own = (
        unit
        for holder, unit in units_in(match, state, side)
        if event.own in (holder, unit.unit.id) and (holder in shown or not match.is_hidden(state, side, holder))
    )
    return max((segments_ahead(match, state, side, unit) for unit in own), default=0)


def _check_pair(match: Match, entry: LogEntry) -> None:
    event, side = entry.event, entry.side
    opposing = not event.opposing or _is_there(match, 1 - side, event.opposing)  # a unit also acts by itself
    if event.calculator and not (_is_there(match, side, event.own) and opposing):
        raise InvalidChange(NOT_IN_THE_GAME)


def _throw(
    match: Match, state: MatchState, log: Sequence[LogEntry], entry: LogEntry, *, both: bool
) -> tuple[MatchState, LogEntry]:
    choice = _choice_of(entry.event)
    _check_pair(match, entry)
    if both:
        return _decided(match, state, replace(entry, hands=(choice, random_hand(entry.seed))), entry)
    open_throws = (log[number - 1] for number in state.waiting)
    if any(each.event.kind is EventKind.THROW and each.side == entry.side for each in open_throws):
        raise InvalidChange("Your last throw is still waiting for the other side’s choice.")
    return replace(state, waiting=state.waiting | {entry.number}), replace(entry, waits=True)


def _decided(match: Match, state: MatchState, entry: LogEntry, thrown: LogEntry) -> tuple[MatchState, LogEntry]:
    """The state after both sides have chosen, with what the throw that began with ``thrown`` decides."""
    entry = replace(entry, rolled=thrown.rolled)
    if entry.came or thrown.event.calculator or not match.segments[state.segment].hands:
        return _enter(match, state, entry, entry.came.changes if entry.came else ())
    winners = {ThrowOutcome.WIN: thrown.side, ThrowOutcome.LOSE: 1 - thrown.side}
    return _enter(match, state, entry, _first(winners.get(entry.outcome) if entry.outcome else None))


def _first(winner: int | None) -> tuple[Change, ...]:
    """The winner of the throw for it goes first, who may say otherwise; nothing while there is none."""
    return () if winner is None else (Change(FIRST.slug, box=FIRST.key(winner + 1), holder=GAME),)


def _roll_dice(
    match: Match, state: MatchState, log: Sequence[LogEntry], entry: LogEntry
) -> tuple[MatchState, LogEntry]:
    if not entry.event.dice or entry.event.faces < 2:
        raise InvalidChange(f"Say how many dice, 1 to {MAX_DICE}, and how many faces, 2 to {MAX_FACES}.")
    _check_pair(match, entry)
    return _enter(match, state, entry, _first(_winner_of_dice(match, state, log, entry)))


def _winner_of_dice(match: Match, state: MatchState, log: Sequence[LogEntry], entry: LogEntry) -> int | None:
    """The side that wins the dice of a segment by this one: each throws one, and again as long as they are equal.

    A die that was undone stays thrown, and one that comes after the decision decides nothing.
    """
    asked = EventKind.DICE, "", 1, match.segments[state.segment].faces
    ends = (each.number for each in log if each.event.kind is EventKind.NEXT and each.number not in state.undone)
    thrown = [
        each
        for each in (*log[max(ends, default=0) :], entry)
        if (each.event.kind, each.event.calculator, each.event.dice, each.event.faces) == asked
    ]
    own, other = ([each.scores for each in thrown if each.side == side] for side in (entry.side, 1 - entry.side))
    place = len(own) - 1
    if entry not in thrown or place >= len(other) or own[:place] != other[:place] or own[place] == other[place]:
        return None
    return entry.side if own[place] > other[place] else 1 - entry.side


def _choice_of(event: Event) -> Hand:
    if event.choice is None:
        raise InvalidChange("Choose rock, paper or scissors.")
    return event.choice


def _is_there(match: Match, side: int, holder: str) -> bool:
    return holder in match.tracks[side] or (match.contexts[side] is None and not holder)


def _next(
    match: Match, state: MatchState, log: Sequence[LogEntry], entry: LogEntry, *, both: bool
) -> tuple[MatchState, LogEntry]:
    """The current segment ends if the entry's side acts in it. To the other side it is a question.

    One that has waited long enough need not be answered: a dead phone must not hold the game up.
    """
    event = entry.event
    if (event.turn, event.segment) != (state.turn, state.segment):
        now = match.segments[state.segment].title
        raise InvalidChange(f"This segment has already ended. It is turn {state.turn}, {now}.")
    if both or entry.side in match.acting(state):
        return _end_segment(match, state, log, entry)
    asked = [log[number - 1].at for number in state.waiting if log[number - 1].event.kind is EventKind.NEXT]
    if asked and entry.at - min(asked) >= PATIENCE:
        return _end_segment(match, state, log, entry)
    if asked:
        raise InvalidChange("You have asked this already. The other side must answer it within a minute.")
    return replace(state, waiting=state.waiting | {entry.number}), replace(entry, waits=True)


def _end_segment(
    match: Match, state: MatchState, log: Sequence[LogEntry], entry: LogEntry
) -> tuple[MatchState, LogEntry]:
    """The state after the current segment and those that are passed with it."""
    ends, changes = 0, tuple[Change, ...]()
    for _, due in _passing(match, state):
        ends, changes = ends + 1, (*changes, *due)
    return _enter(match, _without_questions(state, log), replace(entry, ends=ends), changes)


def following(match: Match, state: MatchState) -> MatchState:
    """The state once the current segment has ended, and those that are passed with it."""
    return deque(_passing(match, state), maxlen=1).pop()[0]


def _passing(match: Match, state: MatchState) -> Iterator[tuple[MatchState, tuple[Change, ...]]]:
    """The state after the current segment and after each behind it in which nobody can act, with the changes due."""
    for place in range(len(match.segments)):
        if place and not is_passed(match, state):
            return
        state, due = _ending(match, state)
        yield state, due


def _ending(match: Match, state: MatchState, ends: int = 1) -> tuple[MatchState, tuple[Change, ...]]:
    """The state after so many segments, and the changes that are due at their ends."""
    changes: tuple[Change, ...] = ()
    for _ in range(ends):
        due = due_resets(match, state)
        state, changes = _advanced(match, _apply(match, state, due), 1), (*changes, *due)
    return state, changes


def _advanced(match: Match, state: MatchState, ends: int) -> MatchState:
    turns, segment = divmod(state.segment + ends, len(match.segments))
    return replace(state, segment=segment, turn=state.turn + turns)


def _without_questions(state: MatchState, log: Sequence[LogEntry]) -> MatchState:
    """The state without open questions of whether the segment is over."""
    asked = {number for number in state.waiting if log[number - 1].event.kind is EventKind.NEXT}
    return replace(state, waiting=state.waiting - asked)


def due_resets(match: Match, state: MatchState) -> tuple[Change, ...]:
    """The changes that are due when the current segment ends, for both sides and for the game."""
    segment, acting = match.segments[state.segment], match.acting(state)
    changes: list[Change] = []
    for side in SIDES:
        deployed, context = match.deployed(state, side), match.contexts[side]
        if deployed is not None and context is not None and match.play.resets is not None:
            due = match.play.resets(segment.slug, side in acting, deployed, context)
            changes += [replace(change, side=side) for change in due]
    if state.segment == len(match.segments) - 1 and match.play.condition_resets is not None:
        now, house = match.conditions_now(state), match.contexts[0].house
        changes += match.play.condition_resets(state.turn, now, house)
    if match.has_go and (whose := match.conditions_now(state).key(GO.slug)):
        changes.append(Change(GO.slug, box=whose, on=False, holder=GAME))
    return tuple(changes)


def _answer(
    match: Match, state: MatchState, log: Sequence[LogEntry], entry: LogEntry, *, both: bool, at_once: bool
) -> tuple[MatchState, LogEntry]:
    event = entry.event
    if event.of not in state.waiting:
        raise InvalidChange("This was already answered or undone.")
    proposal = log[event.of - 1]
    if proposal.side == entry.side and not both:
        raise InvalidChange("You proposed this yourself. The other side must answer it.")
    state = replace(state, waiting=state.waiting - {event.of})
    if not event.agreed and event.changes:
        return _corrected(match, state, entry, proposal)
    if not event.agreed:
        return _enter(match, state, entry, _taking_back(match, state, _first_proposal(log, proposal)))
    if proposal.event.kind is EventKind.NEXT:
        return _end_segment(match, state, log, entry)
    if proposal.event.kind is EventKind.CORRECT:
        try:
            return _counted_anew(match, state, log, entry, proposal.event, at_once=at_once)
        except DependentEntries:
            raise InvalidChange(
                "More has happened since this correction was requested. Decline it, then correct the entry again."
            ) from None
    if proposal.event.kind is EventKind.THROW:
        entry = replace(entry, hands=(_choice_of(proposal.event), _choice_of(event)))
        return _decided(match, state, entry, proposal)
    return _enter(match, _agreed_end(state, proposal, entry.at) if proposal.waits else state, entry, proposal.proposed)


def _corrected(match: Match, state: MatchState, entry: LogEntry, proposal: LogEntry) -> tuple[MatchState, LogEntry]:
    """The state in which the side that does not agree proposes something else to the same tracks of the same units."""
    changes = tuple(replace(each, seen=None) for each in entry.event.changes)
    if not {_key(each) for each in changes} <= {_key(each) for each in proposal.proposed}:
        raise InvalidChange("You can correct only what was proposed.")
    # That a change of the other side's hidden unit is impossible would tell of its states.
    known = (each for each in changes if each.side == entry.side or not match.is_hidden(state, each.side, each.holder))
    _apply(match, state, known)
    return replace(state, waiting=state.waiting | {entry.number}), replace(entry, proposed=changes)


def _correct(
    match: Match, state: MatchState, log: Sequence[LogEntry], entry: LogEntry, *, both: bool, at_once: bool
) -> tuple[MatchState, LogEntry]:
    """What an earlier entry changed is corrected once the other side agrees."""
    event = entry.event
    later = sum(each.event.kind not in (EventKind.CLOCK, EventKind.PLACE) for each in log[max(event.of, 0) :])
    if not 1 <= event.of <= len(log) or later >= MAX_CORRECTED:
        raise InvalidChange(f"Only the last {MAX_CORRECTED} entries can be corrected.")
    # That the end of a segment touched a hidden unit would tell that the unit has done something.
    if not correctable(log[event.of - 1]):
        raise InvalidChange(ONLY_CHANGES)
    everybody, revealed = Viewer(match, ({}, {}), None), revealed_at(log, state.undone)
    if not everybody.knows_changes(state, log[event.of - 1], revealed):
        raise InvalidChange(TOUCHES_HIDDEN)
    answers = (each for each in log if each.event.kind is EventKind.ANSWER and each.number not in state.undone)
    declined = {each.event.of for each in answers if not each.event.agreed}
    if event.of in state.undone | declined:
        raise InvalidChange("This entry no longer counts.")
    open_corrections = {log[each - 1].event.of for each in state.waiting if is_about_a_correction(log, log[each - 1])}
    if event.of in state.waiting | open_corrections:
        raise InvalidChange("This entry is waiting for an answer. Answer it first.")
    counts = corrections(log, state.undone).get(event.of, correctable(log[event.of - 1]))
    if not counts or [_key(each) for each in event.changes] != [_key(each) for each in counts]:
        raise InvalidChange(ONLY_CHANGES)
    if event.changes == tuple(replace(each, seen=None) for each in counts):
        raise InvalidChange("This correction changes nothing. Enter what is different.")
    done = _counted_anew(match, state, log, entry, event, at_once=at_once)
    return done if both else (replace(state, waiting=state.waiting | {entry.number}), replace(entry, waits=True))


def _counted_anew(
    match: Match, state: MatchState, log: Sequence[LogEntry], entry: LogEntry, correction: Event, *, at_once: bool
) -> tuple[MatchState, LogEntry]:
    """The state as if an earlier entry had had these changes at once: all that follows is worked out again."""
    now = corrections(log, state.undone)
    acted: dict[int, bool] = {}
    unchanged = {correction.of: correctable(log[correction.of - 1])} | now
    before, _ = _remade(match, state, log, unchanged, acted, at_once=at_once)
    after, lost = _remade(match, state, log, now | {correction.of: correction.changes}, acted, at_once=at_once)
    if _stands(before) != _stands(state) or after.ended != state.ended:
        raise InvalidChange(GOES_ON_DIFFERENTLY)
    everybody, revealed = Viewer(match, ({}, {}), None), revealed_at(log, state.undone)
    if not all(everybody.knows_entry(state, log[each - 1], revealed) for each in lost):
        raise InvalidChange(TOUCHES_HIDDEN)
    if set(correction.also) != lost:
        raise DependentEntries(tuple(sorted(lost)))
    try:
        base = replay(match, log, state.undone | lost)
    except ImpossibleEntry:
        raise InvalidChange("This correction conflicts with a later entry. Undo the entry instead.") from None
    if base.waiting - {entry.event.of} != after.waiting:
        raise InvalidChange("This correction conflicts with an answer already given. Undo the entry instead.")
    made = tuple(difference(match, base, after))
    effects = _effects(match, state, after, (*made, *difference(match, state, after)))
    told = tuple(each for each in effects if each.before != each.after)
    touched = {(each.side, each.holder, each.track) for each in made} | {each.key for each in told}
    if any(slug == REVEALED or not everybody.knows(state, side, holder) for side, holder, slug in touched):
        raise InvalidChange(TOUCHES_HIDDEN)
    state = replace(after, undone=state.undone | lost, clocks=state.clocks, ending=state.ending)
    return state, replace(entry, made=made, effects=told, untold=tuple(sorted(lost)))


def _stands(state: MatchState) -> tuple[object, ...]:
    return state.sides, state.conditions, state.turn, state.segment, state.ended


def _remade(
    match: Match,
    now: MatchState,
    log: Sequence[LogEntry],
    changes: Mapping[int, Sequence[Change]],
    acted: dict[int, bool],
    *,
    at_once: bool,
) -> tuple[MatchState, frozenset[int]]:
    """The state of a game whose entries had these changes at once, and the numbers of those that it makes impossible.

    ``now`` is the state of the match, which says what was undone. ``acted`` gets for each end of a segment whether its
    side acted in it, unless it says so already. Raises ``InvalidChange`` if other segments would have ended.
    """
    first, lost = min(changes), set[int]()
    again = list(log[: first - 1])
    state = replay(match, again, now.undone)
    for entry in log[first - 1 :]:
        made = entry
        if entry.number in now.undone or entry.event.kind is EventKind.UNDO or is_about_a_correction(log, entry):
            waits = {entry.number} & now.waiting
            state = replace(state, waiting=(state.waiting - ({entry.event.of} if entry.hands else set())) | waits)
        else:
            wanted = as_corrected(entry, changes[entry.number]) if entry.number in changes else entry
            by_both = was_by_both(log, entry)
            if entry.event.kind is EventKind.NEXT:
                by_both = by_both and not acted.setdefault(entry.number, entry.side in match.acting(state))
            try:
                state, made = _made_again(match, state, again, wanted, both=by_both, at_once=at_once)
            except InvalidChange:
                if entry.number in changes:
                    raise
                lost.add(entry.number)
            if made.segments_ended != entry.segments_ended or (entry.number in lost and entry.segments_ended):
                raise InvalidChange(GOES_ON_DIFFERENTLY)
        again.append(made)
    return state, frozenset(lost)


def _made_again(
    match: Match, state: MatchState, log: Sequence[LogEntry], entry: LogEntry, *, both: bool, at_once: bool
) -> tuple[MatchState, LogEntry]:
    """The state after an earlier entry, whatever its player saw then."""
    event = replace(entry.event, changes=tuple(replace(each, seen=None) for each in entry.event.changes))
    chance = {"now": entry.at, "seed": entry.seed}
    return play(match, state, log, entry.side, event, both=both, at_once=at_once, rolled=entry.rolled, **chance)


def _first_proposal(log: Sequence[LogEntry], proposal: LogEntry) -> LogEntry:
    """The proposal that one corrects, if it does."""
    while proposal.event.kind is EventKind.ANSWER:
        proposal = log[proposal.event.of - 1]
    return proposal


def _agreed_end(state: MatchState, proposal: LogEntry, now: int) -> MatchState:
    state = _ended(state, proposal, now)
    return replace(state, ending=replace(state.ending, agreed=True)) if state.ending else state


def _taking_back(match: Match, state: MatchState, refused: LogEntry) -> Iterator[Change]:
    """The changes that take back what a refused entry did at once, where nothing has changed that since."""
    for effect in refused.effects:
        track = track_of(match, state, effect.key)
        change = Change(effect.track, holder=effect.holder, side=effect.side)
        if track is None:
            continue
        if track.counts:
            amount = len(effect.before) - len(effect.after)
            if 0 <= len(track.ticks) + amount <= track.boxes:
                yield replace(change, amount=amount)
        elif not track.exclusive or track.ticks == effect.after:
            for box in sorted(set(effect.before) ^ set(effect.after)):
                if (box in track.ticks) is (box in effect.after):
                    yield replace(change, box=track.key(box), on=box in effect.before)


def _enter(match: Match, state: MatchState, entry: LogEntry, changes: Iterable[Change]) -> tuple[MatchState, LogEntry]:
    """Apply changes to the state, and what they remove from play, end segments, and record the effects in the entry."""
    changes = tuple(changes)
    after = _apply(match, state, changes)
    if match.play.removes:
        removed = tuple(_removals(match, state, after, changes))
        changes, after = (*changes, *removed), _apply(match, after, removed)
    whose = _go_after(match, state, after, entry, changes)
    if whose is not None:
        passes = (Change(GO.slug, box=GO.key(whose + 1), holder=GAME),)
        changes, after = (*changes, *passes), _apply(match, after, passes)
    rests = tuple(_rests(match, state, after, entry))
    changes, after = (*changes, *rests), _apply(match, after, rests)
    effects = _effects(match, state, after, changes)
    made = tuple(replace(each, seen=None) for each in changes)
    # That a player chooses who goes first settles it, also where it stays as it was.
    said = _FIRST_SAID if entry.event.kind is EventKind.CHANGE else None
    told = tuple(each for each in effects if each.before != each.after or each.key == said)
    entry = replace(entry, made=made, effects=told)
    return _advanced(match, after, entry.ends), entry


def _go_after(
    match: Match, before: MatchState, after: MatchState, entry: LogEntry, changes: Iterable[Change]
) -> int | None:
    """The side that has the go once an entry is made, if it is not who would have it by the changes."""
    if entry.ends:
        begun = _advanced(match, after, entry.ends)
        return next_go(match, begun, begun)
    is_said = not entry.event.calculator and any(each.track == GO.slug for each in changes)
    return None if is_said or entry.event.kind is EventKind.UNDO else next_go(match, before, after)


def _rests(match: Match, before: MatchState, after: MatchState, entry: LogEntry) -> Iterator[Change]:
    """The changes of the side from which an entry passes the go; an end of the segment has resets for them."""
    segment = match.segments[before.segment]
    if segment.acts is not Acts.ONE or entry.ends or entry.event.kind is EventKind.UNDO:
        return
    for side in {*match.acting(before)} - {*match.acting(after)}:
        if (deployed := match.deployed(after, side)) is not None:
            yield from (replace(each, side=side) for each in match.play.rests(deployed))


def _removals(match: Match, before: MatchState, after: MatchState, changes: tuple[Change, ...]) -> Iterator[Change]:
    for side in sorted({each.side for each in changes if each.holder != GAME}):
        holders = {each.holder for each in changes if each.side == side}
        earlier, later = match.deployed(before, side), match.deployed(after, side)
        if earlier is not None and later is not None:
            for holder, goes in removals(match.play, earlier, later, holders):
                yield Change(OUT.slug, box=OUT.key(1), on=goes, holder=holder, side=side)


def _apply(match: Match, state: MatchState, changes: Iterable[Change]) -> MatchState:
    for change in changes:
        if change.holder == GAME:
            state = replace(state, conditions=state.conditions.changed(change, match.conditions))
            continue
        tracks = match.tracks[change.side].get(change.holder)
        if tracks is None:
            raise InvalidChange(NOT_IN_THE_GAME)
        sides = list(state.sides)
        sides[change.side] = sides[change.side].changed(change, tracks)
        state = replace(state, sides=(sides[0], sides[1]))
    return state


def _ticks(match: Match, state: MatchState, key: Key) -> Ticks:
    track = track_of(match, state, key)
    return track.ticks if track else ()


def _effects(match: Match, before: MatchState, after: MatchState, changes: Iterable[Change]) -> Iterator[Effect]:
    """What has become of each track that the changes are about, also where that is nothing."""
    for key in dict.fromkeys(map(_key, changes)):
        yield Effect(*key, _ticks(match, before, key), _ticks(match, after, key))


def _undo(
    match: Match, state: MatchState, log: Sequence[LogEntry], entry: LogEntry, *, both: bool
) -> tuple[MatchState, LogEntry]:
    event = entry.event
    if not 1 <= event.of <= len(log):
        raise InvalidChange("There is no such entry in the log.")
    undone = log[event.of - 1]
    if undone.event.kind is EventKind.UNDO:
        raise InvalidChange("An undo cannot be undone. Make the change again.")
    of_both = undone.event.kind in (EventKind.NEXT, EventKind.END)
    if undone.side != entry.side and not (both or of_both):
        raise InvalidChange("Only the player of the other side can undo this.")
    if event.of in state.undone:
        raise InvalidChange("This was already undone.")
    if undone.event.kind is EventKind.CLOCK:
        raise InvalidChange("A change to a clock cannot be undone. Set it to the right time.")
    if is_about_a_correction(log, undone):
        raise InvalidChange("A correction cannot be undone. Correct the entry again.")
    if undone.event.kind is EventKind.VERDICT:
        raise InvalidChange("The result cannot be undone. Correct it instead.")
    answered = undone.event.kind is EventKind.THROW and event.of not in state.waiting
    if answered or (undone.throw_text and not undone.made):
        raise InvalidChange("A throw cannot be undone once it is resolved. Throw again.")
    if state.ended and match.hides and not both:
        raise InvalidChange("All hidden units were revealed at the end. Start a new game.")
    also = dependents(match, state, log, event.of)
    viewer, revealed = Viewer(match, ({}, {}), entry.side), revealed_at(log, state.undone)
    told = tuple(each for each in also if both or viewer.knows_entry(state, log[each - 1], revealed))
    # Asked anew where the player has confirmed others, such as before an entry from another phone came.
    if set(event.also) != set(told):
        raise DependentEntries(told)
    after = replay(match, log, state.undone | {event.of, *also})
    # Also what had no effect then: a box that another entry had ticked already, which was taken back since.
    effects = _effects(match, state, after, (each for number in (event.of, *also) for each in log[number - 1].made))
    untold = tuple(each for each in also if each not in told)
    return after, replace(entry, effects=tuple(each for each in effects if each.before != each.after), untold=untold)


class DependentEntries(InvalidChange):
    """Later entries depend on the one to take back; ``numbers`` are theirs, for the player to confirm.

    What the other side did to units that the player may not know is not among them: it is taken back untold.
    """

    def __init__(self, numbers: tuple[int, ...]) -> None:
        """Store the numbers, in order."""
        count = len(numbers)
        what = "A later entry depends" if count == 1 else f"{count} later entries depend"
        super().__init__(f"{what} on this. Confirm to undo them, too." if count else "Nothing depends on this.")
        self.numbers = numbers


def dependents(match: Match, state: MatchState, log: Sequence[LogEntry], number: int) -> tuple[int, ...]:
    """The later entries that depend on one: they changed the same boxes, answer it, or are impossible without it."""
    numbers = {number}
    for later in log[number:]:
        if later.number not in state.undone and any(_depends(later, log[each - 1]) for each in numbers):
            numbers.add(later.number)
    # Entries may also depend without a common box, such as ticks that found room only because of this one: try.
    while True:
        try:
            replay(match, log, state.undone | numbers)
        except ImpossibleEntry as impossible:
            numbers.add(impossible.number)
        else:
            return tuple(sorted(numbers - {number}))


def _depends(later: LogEntry, earlier: LogEntry) -> bool:
    if later.event.kind in (EventKind.ANSWER, EventKind.CORRECT) and later.event.of == earlier.number:
        return True
    if later.segments_ended and earlier.segments_ended:
        return True
    # Of two phones that end the game at once, the second only says who won.
    if later.event.kind is EventKind.END and earlier.event.kind is EventKind.END:
        return True
    # Amounts add up in any order; only boxes set to something need those before them.
    counted = {_key(each) for each in earlier.made if each.amount} & {_key(each) for each in later.made if each.amount}
    shared = {each.key for each in earlier.effects} & {each.key for each in later.effects} - {_WHOSE_GO}
    # What removed a unit did so because of all that it had lost before.
    removed = {each.key[:2] for each in later.effects if each.track == OUT.slug and len(later.effects) > 1}
    removes = removed & {each.key[:2] for each in earlier.effects}
    return later.event.kind is not EventKind.UNDO and bool(shared - counted or removes)


_FIRST_SAID: Final = _key(Change(FIRST.slug, holder=GAME))
_WHOSE_GO: Final = _key(Change(GO.slug, holder=GAME))
"""What later entries set anew and do not need."""


class ImpossibleEntry(InvalidChange):
    """An entry of a log is impossible after the earlier ones that are not undone; ``number`` is its number."""

    def __init__(self, number: int) -> None:
        """Store the number of the entry."""
        super().__init__(f"Entry {number} does not fit what came before it.")
        self.number = number


def replay(match: Match, log: Iterable[LogEntry], undone: frozenset[int] | set[int] | None = None) -> MatchState:
    """The state after a whole log; by default the log's own entries say which others are ``undone``.

    Raises ``ImpossibleEntry``.
    """
    return deque(replayed(match, log, undone), maxlen=1).pop()


def replayed(
    match: Match, log: Iterable[LogEntry], undone: frozenset[int] | set[int] | None = None
) -> Iterator[MatchState]:
    """The states of ``replay``: at the start, and after each entry. Those undone change nothing."""
    entries = list(log)
    if undone is None:
        undone = {number for entry in entries for number in entry.taken_back}
    state = replace(match.start, undone=frozenset(undone))
    yield state
    for entry in entries:
        if entry.number in undone or entry.event.kind is EventKind.UNDO:
            if entry.hands:  # a throw stays decided when its result is undone
                state = replace(state, waiting=state.waiting - {entry.event.of})
            yield state
            continue
        # What was made then, not what the event would make now: newer rules must not change the past.
        try:
            state = _apply(match, state, entry.made)
            state = _placed(state, entry) if entry.event.kind is EventKind.PLACE else state
        except InvalidChange:
            raise ImpossibleEntry(entry.number) from None
        if entry.segments_ended:
            state = _advanced(match, _without_questions(state, entries), entry.segments_ended)
        match entry.event.kind:
            case EventKind.END:
                state = state if entry.waits else _ended(state, entry, entry.at)
            case EventKind.VERDICT if state.ended:
                state = _judged(state, entry)
            case EventKind.ANSWER:
                asked = entries[entry.event.of - 1]
                ends = entry.event.agreed and asked.waits and asked.event.kind is EventKind.END
                state = replace(state, waiting=state.waiting - {entry.event.of})
                state = _agreed_end(state, entries[entry.event.of - 1], entry.at) if ends else state
            case EventKind.CLOCK:
                state = replace(state, clocks=state.clocks.moved(entry.event, entry.at))
        if entry.proposed or entry.waits:
            state = replace(state, waiting=state.waiting | {entry.number})
        yield state
