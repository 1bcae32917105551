"""The guide through a turn: which units may act now, what is due before a segment ends, which segments are passed."""

from collections.abc import Iterator
from dataclasses import replace

from rulesets.core.play.definition import Acts, Consequence, Segment
from rulesets.core.play.matches import SIDES, Match, MatchState, acting_in
from rulesets.core.play.states import AnyDeployed, Side


def units_in(match: Match, state: MatchState, side: int) -> Iterator[tuple[str, Side]]:
    """The units of a side as they stand, by the holders of their boxes; of groups that have the boxes their first."""
    deployed = match.deployed(state, side)
    if deployed is None:
        return
    seen = set[str]()
    for group, unit in deployed.force.units():
        holder = unit.id if match.tracks[side].get(unit.id) else group.id
        if holder not in seen:
            seen.add(holder)
            yield holder, Side(deployed.force, group, unit, deployed)


def able(match: Match, state: MatchState, segment: Segment, side: int) -> Iterator[str]:
    """The holders of a side's units that may act in a segment, if it is their side's."""
    if side in acting_in(segment, state):
        yield from _able(match, state, segment, side)


def _able(match: Match, state: MatchState, segment: Segment, side: int) -> Iterator[str]:
    if segment.faces or segment.hands:
        return
    may_act, opposing = match.play.may_act, _seen(match, state, 1 - side)
    for holder, unit in units_in(match, state, side):
        if match.play.in_play(unit) and (may_act is None or may_act(segment.slug, unit, opposing)):
            yield holder


def _seen(match: Match, state: MatchState, side: int) -> AnyDeployed | None:
    """A side's force as its opponent knows it: without the states of hidden units."""
    whole = match.deployed(state, side)
    if whole is None:
        return None
    return replace(whole, states={holder: now for holder, now in whole.states.items() if holder not in whole.hidden})


def due(match: Match, state: MatchState, side: int) -> Iterator[Consequence]:
    """What the player of a side must still do before the current segment can end, also while the other has the go."""
    context, deployed, segment = match.contexts[side], match.deployed(state, side), match.segments[state.segment]
    if context is not None and deployed is not None and match.play.due is not None:
        acting = segment.acts is Acts.ONE or side in match.acting(state)
        yield from match.play.due(segment.slug, acting, deployed, context)


def passes_go(match: Match, state: MatchState) -> bool:
    """Whether Next only passes the go: the side that has it has nothing left to do, and the other one may still act."""
    segment = match.segments[state.segment]
    if segment.acts is not Acts.ONE:
        return False
    (now,) = match.acting(state)
    return not any(due(match, state, now)) and any(_able(match, state, segment, 1 - now))


def is_passed(match: Match, state: MatchState) -> bool:
    """Whether the current segment is passed by itself: no unit can act in it, and nothing is due.

    Of a side with hidden units this assumes that they can act, and asks nothing else of it: whoever ends a segment,
    the other player sees which ones are passed.
    """
    segment = match.segments[state.segment]
    if match.play.may_act is None or segment.stays or segment.faces or segment.hands:
        return False
    known = [side for side in SIDES if not ((own := match.deployed(state, side)) and own.hidden)]
    acting = SIDES if segment.acts is Acts.ONE else match.acting(state)  # the go may still pass to the other side
    for side in () if segment.idle else acting:
        if side not in known or any(_able(match, state, segment, side)):
            return False
    return not any(any(due(match, state, side)) for side in known)


def segments_ahead(match: Match, state: MatchState, side: int, unit: Side) -> int:
    """How many segments end when a unit acts: those of its side before the next in which it may; 0 if it may now."""
    may_act, segments = match.play.may_act, match.segments
    now = segments[state.segment]
    if may_act is None or now.acts not in (Acts.FIRST, Acts.SECOND) or side not in match.acting(state):
        return 0
    opposing = _seen(match, state, 1 - side)
    for place in range(state.segment, len(segments)):
        if segments[place].acts is not now.acts:
            return 0
        if may_act(segments[place].slug, unit, opposing):
            return place - state.segment
    return 0


def segments_for(match: Match, state: MatchState, side: int, unit: Side, calculator: str) -> tuple[int, ...]:
    """The places of the segments of this turn in which a side's unit may do what a calculator asks of it."""
    play, opposing = match.play, _seen(match, state, 1 - side)
    part = play.parts.get(calculator, "")
    return tuple(
        place
        for place, segment in enumerate(match.segments)
        if not (segment.faces or segment.hands or segment.idle)
        and segment.slug.startswith(part)
        and (segment.acts is Acts.ONE or side in acting_in(segment, state))
        and (play.may_act is None or play.may_act(segment.slug, unit, opposing))
    )


def out_of_turn(match: Match, state: MatchState, side: int, unit: Side, calculator: str) -> Consequence | None:
    """Why it is not the time for what a side's unit is asked to do, with the rule; ``None`` where it is.

    The players may do it all the same.
    """
    play, segment = match.play, match.segments[state.segment]
    if state.ended or calculator in play.reactions:
        return None
    if side not in match.acting(state):
        return Consequence(segment.rule, "It is the other side’s go.")
    part = play.parts.get(calculator, "")
    if not segment.slug.startswith(part):
        belongs = next(each for each in match.segments if each.slug.startswith(part))
        return Consequence(belongs.rule, f"This is done in “{belongs.title}”.")
    able_now = play.may_act is None or play.may_act(segment.slug, unit, _seen(match, state, 1 - side))
    if able_now:
        return play.unready(calculator, unit)
    if segments_ahead(match, state, side, unit):
        return None
    if play.acted(unit.state):
        return Consequence(segment.rule, "This unit has already acted. Go on only if this is part of the same action.")
    return Consequence(segment.rule, f"This unit does not act in “{segment.title}”.")


def next_go(match: Match, before: MatchState, after: MatchState) -> int | None:
    """The side to which the go passes with an event, by the units that have acted with it; ``None`` where it stays.

    A side without a unit that may still act hands over to one that has some, also as the segment begins: then nothing
    is different before and after.
    """
    segment = match.segments[after.segment]
    if segment.acts is not Acts.ONE:
        return None
    (now,), whose = acting_in(segment, after), acting_in(segment, before)[0]
    if match.play.alternate and now == whose and _has_acted(match, before, after, whose):
        now = 1 - whose
    if not any(_able(match, after, segment, now)):
        now = 1 - now if any(_able(match, after, segment, 1 - now)) else whose
    return None if (now,) == acting_in(segment, after) else now


def _has_acted(match: Match, before: MatchState, after: MatchState, side: int) -> bool:
    """Whether a unit of a side has acted with an event."""
    had = {holder for holder, unit in units_in(match, before, side) if match.play.acted(unit.state)}
    return any(match.play.acted(unit.state) and holder not in had for holder, unit in units_in(match, after, side))
