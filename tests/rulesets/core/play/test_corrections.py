"""Corrections of past entries, in the tiny game."""

import json
from dataclasses import replace

import pytest

from rulesets.core.forces.force import change_unit
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.definition import REVEALS
from rulesets.core.play.match_log import DependentEntries, play, replay
from rulesets.core.play.matches import FAKE, Event, EventKind, LogEntry, Match, MatchState
from rulesets.core.play.states import OUT, Change, InvalidChange
from tests.tiny_system.pebbles import RULESET, Surface

assert RULESET.play is not None
CONTEXT = RULESET.context(RULESET.demo())
MATCH = Match(RULESET.play, (CONTEXT, CONTEXT))
CHIPS = Change("chips", 2, holder="u2")


def after(*events: Event, match: Match = MATCH, both: bool = True) -> tuple[MatchState, list[LogEntry]]:
    """The state and log after events of the first side."""
    state, log = MatchState(), list[LogEntry]()
    for event in events:
        state, entry = play(match, state, log, 0, event, both=both)
        log.append(entry)
    return state, log


def by_sides(*events: tuple[int, Event]) -> tuple[MatchState, list[LogEntry]]:
    """The state and log after events of two players, each given with its side."""
    state, log = MatchState(), list[LogEntry]()
    for side, event in events:
        state, entry = play(MATCH, state, log, side, event)
        log.append(entry)
    return state, log


def corrected(amount: int, *, also: tuple[int, ...] = (), of: int = 1) -> Event:
    """The first entry had another number of chips."""
    return Event("c", EventKind.CORRECT, changes=(replace(CHIPS, amount=amount),), of=of, also=also)


def chips(state: MatchState) -> int:
    """The chips of the pebble."""
    return len(state.sides[0].ticks.get("u2", {}).get("chips", ()))


def test_a_number_counts_anew_and_later_ones_on_top_of_it() -> None:
    one_more = Event("e2", changes=(replace(CHIPS, amount=1),))
    state, log = after(Event("e1", changes=(CHIPS,)), one_more, corrected(1))
    assert chips(state) == 2
    assert log[-1].made == (replace(CHIPS, amount=-1),)
    assert replay(MATCH, log) == state
    again, entry = play(MATCH, state, log, 0, replace(corrected(2), id="d"), both=True)
    assert chips(again) == 3
    assert replay(MATCH, [*log, entry]) == again


def test_entries_made_impossible_by_a_correction_are_undone() -> None:
    fewer = Event("e2", changes=(replace(CHIPS, amount=-2),))
    events = Event("e1", changes=(CHIPS,)), fewer
    with pytest.raises(DependentEntries) as error:
        after(*events, corrected(1))
    assert error.value.numbers == (2,)
    state, log = after(*events, corrected(1, also=(2,)))
    assert (chips(state), state.undone) == (1, frozenset({2}))
    assert replay(MATCH, log) == state


def test_the_other_side_agrees_to_a_correction_or_nothing_changes() -> None:
    state, log = after(Event("e1", changes=(CHIPS,)), corrected(1), both=False)
    assert (chips(state), state.waiting) == (2, frozenset({2}))
    with pytest.raises(InvalidChange, match="waiting for an answer"):
        play(MATCH, state, log, 0, replace(corrected(1), id="d"))
    for agreed, left in ((True, 1), (False, 2)):
        answered, entry = play(MATCH, state, log, 1, Event("a", EventKind.ANSWER, of=2, agreed=agreed))
        assert (chips(answered), answered.waiting) == (left, frozenset())
        assert replay(MATCH, [*log, entry]) == answered


def test_an_entry_is_corrected_again_once_its_refusal_was_undone() -> None:
    theirs = replace(CHIPS, side=1)
    result = Event("e1", changes=(theirs,), calculator="skipping", own="u2", opposing="u2")
    refused = (0, result), (1, Event("a", EventKind.ANSWER, of=1, agreed=False))
    correction = Event("c", EventKind.CORRECT, changes=(replace(theirs, amount=1),), of=1)
    agreed = (1, Event("u", EventKind.UNDO, of=2)), (1, Event("b", EventKind.ANSWER, of=1))
    with pytest.raises(InvalidChange, match="no longer counts"):
        by_sides(*refused, (0, correction))
    state, log = by_sides(*refused, *agreed, (0, correction), (1, Event("d", EventKind.ANSWER, of=5)))
    assert [state.sides[side].ticks.get("u2", {}).get("chips") for side in (0, 1)] == [None, (1,)]
    assert replay(MATCH, log) == state


def test_a_correction_that_changes_nothing_is_refused() -> None:
    state, log = after(Event("e1", changes=(CHIPS,)), corrected(1))
    with pytest.raises(InvalidChange, match="changes nothing"):
        play(MATCH, state, log, 0, replace(corrected(1), id="d"), both=True)
    back, _ = play(MATCH, state, log, 0, replace(corrected(2), id="d"), both=True)
    assert chips(back) == 2


def test_moves_on_the_map_do_not_use_up_what_can_be_corrected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rulesets.core.play.match_log.MAX_CORRECTED", 2)
    moves = [Event(f"m{number}", EventKind.PLACE, own="u2", place=(number, 1)) for number in range(3)]
    stops, one_more = Event("s", EventKind.CLOCK), (replace(CHIPS, amount=1),)
    state, _ = after(Event("e1", changes=(CHIPS,)), *moves, stops, Event("e2", changes=one_more), corrected(1))
    assert (chips(state), state.places[0]) == (2, {"u2": (2, 1)})
    with pytest.raises(InvalidChange, match="Only the last 2"):
        after(*(Event(f"e{number}", changes=one_more) for number in range(3)), *moves, corrected(2))


@pytest.mark.parametrize(
    ("events", "reason"),
    [
        ((Event("n", EventKind.NEXT, turn=1), corrected(1)), "Only what an entry changed"),
        ((Event("e1", changes=(CHIPS,)), corrected(0)), "Nothing is left"),
        ((Event("e1", changes=(CHIPS,)), Event("u", EventKind.UNDO, of=1), corrected(1)), "no longer counts"),
        ((Event("e1", changes=(CHIPS,)), corrected(1, of=7)), "Only the last 500"),
        (
            (Event("e1", changes=(CHIPS,)), corrected(1), Event("u", EventKind.UNDO, of=2)),
            "A correction cannot be undone",
        ),
    ],
)
def test_what_cannot_be_corrected_is_refused(events: tuple[Event, ...], reason: str) -> None:
    with pytest.raises(InvalidChange, match=reason):
        after(*events)


_, GEM = RULESET.demo().unit("u3")
POLISHED = replace(GEM.spec, surface=Surface.SMOOTH, polished=True)
HIDING_CONTEXT = RULESET.context(change_unit(RULESET.demo(), "u3", spec=POLISHED))
HIDING = Match(MATCH.play, (HIDING_CONTEXT, HIDING_CONTEXT), hides=True)
NUMBERS = [{holder: place for place, holder in enumerate(sorted(HIDING.begin_hidden[side]), 1)} for side in (0, 1)]


def told(state: MatchState, log: list[LogEntry], side: int | None) -> list[bool]:
    """Whether a viewer's phone offers to correct each entry."""
    entries = Viewer(HIDING, (NUMBERS[0], NUMBERS[1]), side).entries(state, log)
    return ["changes" in each and each["kind"] != "correct" for each in entries]


def test_what_both_sides_see_is_corrected_while_units_are_hidden() -> None:
    assert "u2" not in HIDING.begin_hidden[0]
    state, log = after(Event("e1", changes=(CHIPS,)), corrected(1), match=HIDING)
    assert chips(state) == 1
    assert replay(HIDING, log) == state
    assert [told(state, log, side) for side in (0, 1, None)] == [[True, False]] * 3


def test_a_fake_that_was_shown_keeps_the_name_of_its_blank() -> None:
    fake = next(holder for holder in HIDING.begin_hidden[0] if holder.startswith(FAKE))
    out = Event("e", changes=(Change(OUT.slug, box="out", holder=fake),))
    state, log = after(Event("r", changes=(replace(REVEALS, holder=fake),)), out, match=HIDING)
    viewer = Viewer(HIDING, (NUMBERS[0], NUMBERS[1]), 1)
    (entry,) = (each for each in viewer.entries(state, log) if each["number"] == 2)
    name = f"blank-{NUMBERS[0][fake]}"
    assert [each["holder"] for each in (*entry["changes"], *entry["effects"])] == [name, name]
    assert (viewer.holder(state, 0, name), fake in json.dumps(viewer.entries(state, log))) == (fake, False)


def test_a_refusal_says_nothing_of_what_hidden_units_did() -> None:
    said = []
    for holder in ("u3", "u2"):
        acted = Event("e", changes=(Change("done", box="thrown", holder=holder),))
        state, log = after(acted, match=HIDING)
        for number in range(3):
            ends = Event(f"n{number}", EventKind.NEXT, turn=state.turn, segment=state.segment)
            state, entry = play(HIDING, state, log, 0, ends, both=True)
            log.append(entry)
        with pytest.raises(InvalidChange) as refusal:
            play(HIDING, state, log, 1, Event("c", EventKind.CORRECT, changes=(CHIPS,), of=4))
        said.append(str(refusal.value))
    assert said == ["Only what an entry changed can be corrected."] * 2


def test_what_a_hidden_unit_did_is_never_corrected() -> None:
    hidden = replace(CHIPS, holder="u3", amount=1)
    revealed = Event("r", changes=(replace(REVEALS, holder="u3"),))
    done = Event("e1", changes=(CHIPS, hidden)), revealed, Event("e2", changes=(hidden,))
    state, log = after(*done, match=HIDING)
    assert [told(state, log, side) for side in (0, 1, None)] == [[False, False, True]] * 3
    correction = Event("c", EventKind.CORRECT, changes=(replace(CHIPS, amount=1), hidden), of=1)
    for refused in (correction, replace(correction, changes=revealed.changes, of=2)):
        with pytest.raises(InvalidChange, match="Only what both sides see"):
            play(HIDING, state, log, 0, refused, both=True)
    state, entry = play(HIDING, state, log, 0, replace(correction, changes=(replace(hidden, amount=2),), of=3))
    assert (entry.waits, told(state, [*log, entry], 1)) == (True, [False, False, True, False])
    # Hidden again, it is unknown what was asked.
    undone, undo = play(HIDING, state, [*log, entry], 0, Event("u", EventKind.UNDO, of=2))
    assert "changes" not in Viewer(HIDING, (NUMBERS[0], NUMBERS[1]), 1).entries(undone, [*log, entry, undo])[3]
    with pytest.raises(InvalidChange, match="Only what both sides see"):
        play(HIDING, undone, [*log, entry, undo], 1, Event("a", EventKind.ANSWER, of=4))
