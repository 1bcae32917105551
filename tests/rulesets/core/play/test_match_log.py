"""Events of two sides, their log and the state that follows from it."""

from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.engagements import side_of
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.definition import REVEALED
from rulesets.core.play.match_log import DependentEntries, ImpossibleEntry, play, replay
from rulesets.core.play.matches import (
    FIRST,
    ClockMove,
    Clocks,
    Ending,
    Event,
    EventKind,
    LogEntry,
    Match,
    MatchState,
    Reason,
    Verdict,
    read_match_state,
)
from rulesets.core.play.states import GAME, OUT, Change, InvalidChange, PlayState
from rulesets.core.play.throws import Hand, ThrowOutcome, random_hand, scores_of
from tests.tiny_system.pebbles import PLAY, RULESET, Surface

DEMO = RULESET.demo()
MATCH = Match(PLAY, (RULESET.context(DEMO), RULESET.context(DEMO)))
UNITS = [unit.id for _, unit in DEMO.units()]
A, B = UNITS[:2]
HIDDEN: dict[str, Any] = {"surface": Surface.SMOOTH, "polished": True}


class Table:
    """A match being played: its state and its log."""

    def __init__(self, match: Match = MATCH) -> None:
        self.match, self.state, self.log = match, MatchState(), list[LogEntry]()

    def play(self, side: int, event: Event, *, both: bool = False) -> LogEntry:
        self.state, entry = play(self.match, self.state, self.log, side, event, both=both)
        self.log.append(entry)
        assert replay(self.match, self.log) == self.state
        assert read_match_state(self.state.write()) == self.state
        return entry

    def change(self, side: int, *changes: Change, **fields: Any) -> LogEntry:
        return self.play(side, Event(str(len(self.log)), changes=changes, **fields))

    def count(self, side: int, holder: str, track: str = "chips") -> int:
        return self.state.sides[side].of(holder, self.match.tracks[side][holder]).count(track)


def chip(side: int, amount: int = 1, holder: str = A) -> Change:
    return Change("chips", amount, holder=holder, side=side)


def test_two_losses_added_by_two_phones_make_two() -> None:
    table = Table()
    table.change(0, chip(0))
    table.change(0, chip(0))
    assert table.count(0, A) == 2
    assert [(each.before, each.after) for each in table.log[1].effects] == [((1,), (1, 2))]


@pytest.mark.parametrize(
    ("side", "event", "words"),
    [
        (0, Event("x"), "has no changes"),
        (0, Event("x", changes=(chip(1),)), "belongs to the other side"),
        (0, Event("x", changes=(chip(0, holder="u99"),)), "not in the game"),
        (0, Event("x", changes=(chip(0, 4),)), "Change it by 0 to"),
        (0, Event("x", changes=(Change("wings", 1, holder=A),)), "no such boxes"),
        (0, Event("x", EventKind.NEXT, turn=1, segment=1), "has already ended. It is turn 1, First throws"),
        (0, Event("x", EventKind.ANSWER, of=1), "already answered or undone"),
        (0, Event("x", EventKind.UNDO, of=1), "no such entry"),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(side: int, event: Event, words: str) -> None:
    with pytest.raises(InvalidChange, match=words):
        Table().play(side, event)


def test_losses_of_the_other_side_stand_once_it_agrees() -> None:
    table = Table()
    fields: dict[str, Any] = {"calculator": "skipping", "own": A, "opposing": B, "result": "It hits"}
    entry = table.change(0, Change("done", box="thrown", holder=A), chip(1, holder=B), **fields)
    assert (table.count(1, B), entry.proposed, table.state.waiting) == (0, (chip(1, holder=B),), frozenset({1}))
    with pytest.raises(InvalidChange, match="proposed this yourself"):
        table.play(0, Event("y", EventKind.ANSWER, of=1))
    table.play(1, Event("y", EventKind.ANSWER, of=1))
    assert (table.count(1, B), table.state.waiting) == (1, frozenset())
    table.change(0, chip(1, holder=B), **fields)
    table.play(1, Event("z", EventKind.ANSWER, of=3, agreed=False))
    assert table.count(1, B) == 1


def test_a_refusal_takes_back_what_the_result_did_at_once() -> None:
    table = Table()
    fields: dict[str, Any] = {"calculator": "skipping", "own": A, "opposing": B, "result": "It hits"}
    before = table.change(0, chip(0, 2), Change("place", box="wet", holder=B))
    done, sunk = Change("done", box="thrown", holder=A), Change("place", box="sunk", holder=B)
    table.change(0, chip(0), done, sunk, chip(1, holder=B), **fields)
    assert (table.count(0, A), table.count(0, A, "done"), table.count(1, B)) == (3, 1, 0)
    refusal = table.play(1, Event("no", EventKind.ANSWER, of=2, agreed=False))
    assert (table.count(0, A), table.count(0, A, "done")) == (2, 0)
    assert {(each.holder, each.track) for each in refusal.effects} == {(A, "chips"), (A, "done"), (B, "place")}
    assert table.state == replace(MatchState(), sides=(_after(before), PlayState()))
    table.play(1, Event("back", EventKind.UNDO, of=3))
    assert (table.count(0, A, "done"), table.state.waiting) == (1, frozenset({2}))


def _after(entry: LogEntry) -> PlayState:
    """The state of a side in which only that entry has changed something."""
    ticks: dict[str, dict[str, tuple[int, ...]]] = {}
    for each in entry.effects:
        ticks.setdefault(each.holder, {})[each.track] = each.after
    return PlayState(ticks)


def test_a_refusal_leaves_what_was_changed_since() -> None:
    table = Table()
    fields: dict[str, Any] = {"calculator": "skipping", "own": A, "opposing": B, "result": "It hits"}
    done, sunk = Change("done", box="thrown", holder=A), Change("place", box="sunk", holder=B)
    table.change(0, chip(0), done, sunk, chip(1, holder=B), **fields)
    table.change(0, chip(0, -1), replace(done, on=False), Change("place", box="wet", holder=B))
    refusal = table.play(1, Event("no", EventKind.ANSWER, of=1, agreed=False))
    assert (table.state.sides[0].ticks, refusal.effects) == ({B: {"place": (1,)}}, ())


def test_with_nobody_opposite_changes_of_both_sides_stand_at_once() -> None:
    table = Table()
    table.play(0, Event("x", changes=(chip(1),)), both=True)
    assert table.count(1, A) == 1


def test_a_segment_ends_once_and_what_is_due_is_in_the_log() -> None:
    table = Table()
    table.change(0, Change("done", box="thrown", holder=A), Change("water", box="wild", holder=GAME))
    for segment in range(2):
        table.play(segment, Event(f"n{segment}", EventKind.NEXT, turn=1, segment=segment))
    assert table.match.acting(table.state) == (0, 1)
    entry = table.play(1, Event("n", EventKind.NEXT, turn=1, segment=2))
    assert (table.state.turn, table.state.segment, table.match.acting(table.state)) == (2, 0, (0,))
    assert [(each.holder, each.track, each.after) for each in entry.effects] == [(A, "done", ()), (GAME, "water", (1,))]
    table.change(0, Change(FIRST.slug, box="1", holder=GAME))
    assert table.match.acting(table.state) == (1,)
    table.play(0, Event("u", EventKind.UNDO, of=4, also=()))
    assert (table.state.turn, table.state.segment) == (1, 2)


def test_undo_lists_the_later_entries_that_depend_on_it() -> None:
    table = Table()
    table.change(0, chip(0))
    table.change(0, Change("place", box="wet", holder=A))
    table.change(0, Change("place", box="sunk", holder=A, seen="wet"))
    table.change(0, chip(0, -1))
    with pytest.raises(DependentEntries) as error:
        table.play(0, Event("x", EventKind.UNDO, of=2))
    assert error.value.numbers == (3,)
    with pytest.raises(DependentEntries) as error:
        table.play(0, Event("x", EventKind.UNDO, of=1))
    assert error.value.numbers == (4,)
    table.play(0, Event("x", EventKind.UNDO, of=2, also=(3,)))
    assert table.state.sides[0].fresh
    with pytest.raises(InvalidChange, match="already undone"):
        table.play(0, Event("y", EventKind.UNDO, of=3))
    with pytest.raises(InvalidChange, match="An undo cannot be undone"):
        table.play(0, Event("y", EventKind.UNDO, of=5))
    with pytest.raises(InvalidChange, match="Only the player of the other side"):
        table.play(1, Event("y", EventKind.UNDO, of=1, also=(4,)))


def test_an_undo_tells_of_a_box_that_its_entry_found_ticked() -> None:
    table = Table()
    for _ in range(2):
        table.change(0, Change("done", box="thrown", holder=A))
    assert table.log[1].effects == ()
    assert table.play(0, Event("x", EventKind.UNDO, of=1)).effects == ()
    (effect,) = table.play(0, Event("y", EventKind.UNDO, of=2)).effects
    assert (effect.key, effect.before, effect.after) == ((0, A, "done"), (1,), ())


def test_an_ended_game_goes_on_when_its_end_is_taken_back() -> None:
    table = Table()
    table.play(0, Event("x", EventKind.END))
    with pytest.raises(InvalidChange, match="has ended"):
        table.change(0, chip(0))
    table.play(0, Event("y", EventKind.UNDO, of=1))
    table.change(0, chip(0))
    assert table.count(0, A) == 1


def test_both_sides_say_who_won_and_either_corrects_it() -> None:
    table = Table()
    with pytest.raises(InvalidChange, match="still being played"):
        table.play(0, Event("x", EventKind.VERDICT, verdict=Verdict.DRAW))
    table.play(0, Event("a1", EventKind.END, verdict=Verdict.FIRST, result="By one hill"))
    assert table.state.ending == Ending(Verdict.FIRST, "By one hill", 0)
    table.play(0, Event("a2", EventKind.VERDICT, verdict=Verdict.FIRST, result="By one hill"))
    assert table.state.ending == Ending(Verdict.FIRST, "By one hill", 0)
    table.play(1, Event("b1", EventKind.VERDICT, verdict=Verdict.DRAW))
    assert table.state.ending == Ending(Verdict.DRAW, "", 1)
    table.play(0, Event("a3", EventKind.VERDICT, verdict=Verdict.DRAW))
    assert table.state.ending == Ending(Verdict.DRAW, "", 1, agreed=True)
    with pytest.raises(InvalidChange, match="Say who won"):
        table.play(0, Event("x", EventKind.VERDICT))
    with pytest.raises(InvalidChange, match="Correct it instead"):
        table.play(0, Event("x", EventKind.UNDO, of=4))
    table.play(1, Event("b2", EventKind.UNDO, of=1))
    assert not table.state.ended
    assert table.state.write()["ending"] is None
    table.play(1, Event("b3", EventKind.END))
    assert table.state.ending == Ending(None, "", 1)


def test_two_phones_that_end_a_game_at_once_both_say_who_won() -> None:
    table = Table()
    table.play(0, Event("a1", EventKind.END, verdict=Verdict.FIRST))
    table.play(1, Event("b1", EventKind.END, verdict=Verdict.FIRST))
    assert table.state.ending == Ending(Verdict.FIRST, "", 0, agreed=True)


def test_a_game_both_ended_goes_on_when_one_takes_it_back() -> None:
    table = Table()
    for side in (0, 1):
        table.play(side, Event(f"e{side}", EventKind.END, verdict=Verdict.FIRST))
    with pytest.raises(DependentEntries) as error:
        table.play(0, Event("x", EventKind.UNDO, of=1))
    assert error.value.numbers == (2,)
    table.play(0, Event("u", EventKind.UNDO, of=1, also=(2,)))
    assert (table.state.ended, table.state.ending) == (False, None)
    table.change(0, chip(0))
    table.play(1, Event("e2", EventKind.END, verdict=Verdict.SECOND))
    assert table.state.ending == Ending(Verdict.SECOND, "", 1)


def test_who_goes_first_is_said_even_where_it_stays() -> None:
    table = Table()
    first = Change(FIRST.slug, box="0", holder=GAME)
    (effect,) = table.change(1, first).effects
    assert (effect.key, effect.before, effect.after) == ((0, GAME, FIRST.slug), (1,), (1,))
    assert table.state.conditions.fresh


def test_who_agrees_to_reveal_all_agrees_who_won() -> None:
    context = RULESET.context(DEMO)
    table = Table(Match(PLAY, (context, context), hides=True))
    table.play(1, Event("b1", EventKind.END, verdict=Verdict.SECOND))
    assert not table.state.ended
    table.play(0, Event("a1", EventKind.ANSWER, of=1))
    assert table.state.ending == Ending(Verdict.SECOND, "", 1, agreed=True)


def proposed(table: Table) -> None:
    """A unit of the first side acts, and says that one of the second loses two."""
    changes = Change("done", box="thrown", holder=A), chip(1, 2)
    table.change(0, *changes, calculator="skipping", own=A, opposing=A)


def test_a_number_is_sent_back_and_counts_once_the_other_side_agrees() -> None:
    table = Table()
    proposed(table)
    back = Event("b1", EventKind.ANSWER, of=1, agreed=False, changes=(chip(1, 1),), reason=Reason.COVER)
    assert table.play(1, back).proposed == (chip(1, 1),)
    assert (table.count(1, A), table.state.waiting) == (0, frozenset({2}))
    with pytest.raises(InvalidChange, match="You proposed this yourself"):
        table.play(1, Event("b2", EventKind.ANSWER, of=2))
    table.play(0, Event("a1", EventKind.ANSWER, of=2))
    assert (table.count(1, A), table.count(0, A, "done"), table.state.waiting) == (1, 1, frozenset())


def test_a_refused_number_takes_back_all_that_hung_on_it() -> None:
    table = Table()
    proposed(table)
    table.play(1, Event("b1", EventKind.ANSWER, of=1, agreed=False, changes=(chip(1, 1),)))
    table.play(0, Event("a1", EventKind.ANSWER, of=2, agreed=False, changes=(chip(1, 3),)))
    assert table.count(0, A, "done") == 1
    table.play(1, Event("b2", EventKind.ANSWER, of=3, agreed=False, reason=Reason.DICE))
    assert (table.count(1, A), table.count(0, A, "done"), table.state.waiting) == (0, 0, frozenset())


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (chip(1, 1, B), "only what was proposed"),
        (chip(0, 1), "only what was proposed"),
        (Change("place", box="sunk", holder=A, side=1), "only what was proposed"),
        (chip(1, 4), "Change it by 0 to"),
    ],
)
def test_only_what_was_proposed_can_be_sent_back(change: Change, words: str) -> None:
    table = Table()
    proposed(table)
    with pytest.raises(InvalidChange, match=words):
        table.play(1, Event("b1", EventKind.ANSWER, of=1, agreed=False, changes=(change,)))


def test_a_clock_counts_on_through_a_reload() -> None:
    table = Table()

    def clock(side: int, move: ClockMove, at: int, **fields: Any) -> Clocks:
        event = Event(f"{at}", EventKind.CLOCK, clock=move, **fields)
        table.state, entry = play(MATCH, table.state, table.log, side, event, now=at)
        table.log.append(entry)
        assert replay(MATCH, table.log) == read_match_state(table.state.write()) == table.state
        return table.state.clocks

    assert table.state.clocks == Clocks()
    assert clock(0, ClockMove.RUN, 1_000, whose=0) == Clocks((0, 0), 0, 1_000)
    assert clock(0, ClockMove.RUN, 61_000, whose=1) == Clocks((60_000, 0), 1, 61_000)
    assert clock(1, ClockMove.SET, 62_000, whose=0, seconds=30) == Clocks((30_000, 1_000), 1, 62_000)
    assert clock(0, ClockMove.STOP, 60_000) == Clocks((30_000, 1_000))
    assert clock(1, ClockMove.STOP, 70_000) == Clocks((30_000, 1_000))
    with pytest.raises(InvalidChange, match="Set it to the right time"):
        table.play(1, Event("u", EventKind.UNDO, of=3))
    clock(1, ClockMove.RUN, 80_000, whose=0)
    table.state, _ = play(MATCH, table.state, table.log, 1, Event("e", EventKind.END), now=90_000)
    assert table.state.clocks == Clocks((40_000, 1_000))


def test_a_match_may_start_with_what_is_ticked_already() -> None:
    first = PlayState().changed(chip(0, 2), MATCH.tracks[0][A])
    start = MatchState((first, PlayState()), turn=3)
    table = Table(replace(MATCH, start=start))
    table.state = start
    table.change(0, chip(0))
    table.play(0, Event("u", EventKind.UNDO, of=1))
    assert table.state.sides == start.sides
    assert (table.count(0, A), table.state.turn) == (2, 3)


def throw(event: str, choice: Hand | None, **fields: Any) -> Event:
    return Event(event, EventKind.THROW, choice=choice, **fields)


def test_a_throw_is_decided_once_both_have_chosen() -> None:
    table = Table()
    entry = table.play(0, throw("t", Hand.ROCK, calculator="skipping", own=A, opposing=B))
    assert (entry.waits, entry.hands, entry.throw_text, table.state.waiting) == (True, (), "", frozenset({1}))
    with pytest.raises(InvalidChange, match="still waiting for the other side’s choice"):
        table.play(0, throw("again", Hand.PAPER))
    with pytest.raises(InvalidChange, match="The other side must answer it"):
        table.play(0, Event("self", EventKind.ANSWER, of=1, choice=Hand.PAPER))
    with pytest.raises(InvalidChange, match="Choose rock, paper or scissors"):
        table.play(1, Event("none", EventKind.ANSWER, of=1))
    answer = table.play(1, Event("a", EventKind.ANSWER, of=1, choice=Hand.SCISSORS))
    assert (answer.outcome, answer.throw_text) == (ThrowOutcome.WIN, "Rock beats scissors")
    assert (table.state, table.state.ended) == (MatchState(), False)
    for number in (1, 2):
        with pytest.raises(InvalidChange, match="A throw cannot be undone once it is resolved"):
            table.play(number - 1, Event("u", EventKind.UNDO, of=number))


def test_a_throw_can_be_declined_or_taken_back_while_it_waits() -> None:
    table = Table()
    table.play(0, throw("t", Hand.ROCK))
    assert table.play(1, Event("a", EventKind.ANSWER, of=1, agreed=False)).hands == ()
    table.play(0, throw("t2", Hand.ROCK))
    assert table.play(0, Event("u", EventKind.UNDO, of=3)).throw_text == ""
    assert (table.state.waiting, table.state.undone) == (frozenset(), frozenset({3}))
    with pytest.raises(InvalidChange, match="already answered or undone"):
        table.play(1, Event("late", EventKind.ANSWER, of=3, choice=Hand.PAPER))


def test_the_other_hand_is_drawn_where_nobody_sits_opposite() -> None:
    for seed in range(20):
        state, entry = play(MATCH, MatchState(), [], 0, throw("t", Hand.PAPER), both=True, seed=seed)
        assert (state, entry.waits, entry.seed) == (MatchState(), False, seed)
        assert entry.hands == (Hand.PAPER, random_hand(seed))
        assert f"(picked by the site, seed {seed})" in entry.throw_text


def test_dice_are_listed_and_come_from_the_seed() -> None:
    event = Event("d", EventKind.DICE, dice=4, faces=6)
    _, entry = play(MATCH, MatchState(), [], 1, event, seed=123)
    assert entry.scores == scores_of(123, 4, 6)
    assert entry.throw_text == f"4d6: {', '.join(map(str, entry.scores))}"
    _, one = play(MATCH, MatchState(), [], 1, Event("o", EventKind.DICE, dice=1, faces=10), seed=152584)
    assert one.throw_text == f"d10: {one.scores[0]}"
    with pytest.raises(InvalidChange, match="A throw cannot be undone once it is resolved"):
        play(MATCH, MatchState(), [entry], 1, Event("u", EventKind.UNDO, of=1))


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (throw("x", None), "Choose rock, paper or scissors"),
        (throw("x", Hand.ROCK, calculator="skipping", own="u99", opposing=B), "not in the game"),
        (Event("x", EventKind.DICE, faces=6), "Say how many dice"),
        (Event("x", EventKind.DICE, dice=1, faces=1), "how many faces, 2 to 100"),
    ],
)
def test_throws_that_cannot_be_are_refused(event: Event, reason: str) -> None:
    with pytest.raises(InvalidChange, match=reason):
        Table().play(0, event)


def test_what_was_done_to_hidden_units_is_taken_back_without_a_word() -> None:
    groups = (
        replace(group, units=tuple(replace(each, spec=replace(each.spec, **HIDDEN)) for each in group.units))
        for group in DEMO.groups
    )
    force = replace(DEMO, groups=tuple(groups))
    table = Table(Match(PLAY, (RULESET.context(DEMO), RULESET.context(force)), hides=True))
    assert A in table.match.begin_hidden[1]
    thrown = Change("done", box="thrown", holder=A, side=1)
    table.change(1, thrown)
    for segment, side in enumerate((0, 1, 0)):
        table.play(side, Event(f"n{segment}", EventKind.NEXT, turn=1, segment=segment))
    table.change(1, thrown)
    assert table.log[3].effects, "the end of the turn has reset the hidden unit"
    with pytest.raises(DependentEntries) as error:
        table.play(0, Event("x", EventKind.UNDO, of=4, also=(5,)))
    assert (error.value.numbers, str(error.value)) == ((), "Nothing depends on this.")
    undo = table.play(0, Event("x", EventKind.UNDO, of=4))
    assert (undo.event.also, undo.untold, undo.taken_back) == ((), (5,), (4, 5))
    assert Viewer(table.match, ({}, {}), 0).undone(table.state, table.log) == [4]
    assert Viewer(table.match, ({}, {}), 1).undone(table.state, table.log) == [4, 5]


def removing() -> Table:
    """A table of a game that removes a unit with its last chip."""
    in_play = lambda side: not side.state.out and side.state.count("chips") < 3  # noqa: E731
    return Table(replace(MATCH, play=replace(PLAY, in_play=in_play, removes=True)))


def is_out(table: Table, holder: str = A) -> bool:
    return table.state.sides[0].is_out(holder)


def test_the_loss_of_the_last_one_puts_a_unit_out_of_play() -> None:
    table = removing()
    table.change(0, chip(0, 2))
    assert not is_out(table)
    entry = table.change(0, chip(0))
    assert is_out(table)
    assert [(each.track, each.after) for each in entry.effects] == [("chips", (1, 2, 3)), (OUT.slug, (1,))]
    table.play(0, Event("undo", EventKind.UNDO, of=2))
    assert (is_out(table), table.count(0, A)) == (False, 2)


def test_one_that_returns_brings_its_unit_back() -> None:
    table = removing()
    table.change(0, chip(0, 3))
    table.change(0, chip(0, -1))
    assert (is_out(table), table.count(0, A)) == (False, 2)


def test_a_unit_put_back_by_its_player_stays_where_it_is() -> None:
    table = removing()
    table.change(0, chip(0, 3))
    table.change(0, Change(OUT.slug, box=OUT.key(1), on=False, holder=A))
    table.change(0, chip(0, holder=B))
    assert not is_out(table)


def test_a_unit_out_of_play_with_some_left_stays_out() -> None:
    table = removing()
    table.change(0, Change(OUT.slug, box=OUT.key(1), holder=A))
    table.change(0, chip(0))
    assert is_out(table)


def test_an_earlier_loss_is_undone_with_the_last() -> None:
    table = removing()
    table.change(0, chip(0))
    table.change(0, chip(0, 2))
    with pytest.raises(DependentEntries) as raised:
        table.play(0, Event("undo", EventKind.UNDO, of=1))
    assert raised.value.numbers == (2,)
    table.play(0, Event("undo", EventKind.UNDO, of=1, also=(2,)))
    assert (is_out(table), table.count(0, A)) == (False, 0)


def test_a_loss_that_the_other_side_agrees_to_removes_a_unit_then() -> None:
    table = removing()
    table.change(1, chip(0, 3), calculator="splash", own=A, opposing=A)
    assert not is_out(table)
    table.play(0, Event("yes", EventKind.ANSWER, of=1, agreed=True))
    assert is_out(table)


def put(holder: str, *place: int) -> Event:
    """An event that places a unit."""
    return Event(f"{holder} {place}", EventKind.PLACE, own=holder, place=place)


def test_a_place_is_taken_back_to_the_one_before() -> None:
    table = Table()
    table.play(0, put(A, 3, 4))
    table.play(1, put(A, 9, 9))
    table.play(0, put(A, 5, 4))
    assert table.state.places == ({A: (5, 4)}, {A: (9, 9)})
    table.play(0, Event("back", EventKind.UNDO, of=3))
    assert table.state.places == ({A: (3, 4)}, {A: (9, 9)})
    table.play(0, put(A, 6, 6))
    # A later place does not depend on an earlier one.
    table.play(0, Event("first", EventKind.UNDO, of=1))
    assert table.state.places[0] == {A: (6, 6)}
    table.play(0, put(A))
    assert table.state.places == ({}, {A: (9, 9)})


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (put("u99", 1, 1), "not in the game"),
        (put("", 1, 1), "not in the game"),
        (put(A, 1), "two numbers"),
        (put(A, 1, 1, 1), "two numbers"),
        (put(A, -1, 1), "two numbers"),
        (put(A, 1, 2_001), "two numbers"),
    ],
)
def test_what_is_no_place_is_refused(event: Event, words: str) -> None:
    with pytest.raises(InvalidChange, match=words):
        Table().play(0, event)


@pytest.mark.parametrize("place", [(5,), (1, 2, 3), (99_999, -3)])
def test_a_log_with_what_is_no_place_is_refused(place: tuple[int, ...]) -> None:
    with pytest.raises(ImpossibleEntry) as refused:
        replay(MATCH, [LogEntry(1, 0, put(A, *place))])
    assert refused.value.number == 1


def test_a_game_without_a_table_has_no_places() -> None:
    with pytest.raises(InvalidChange):
        Table(replace(MATCH, play=replace(PLAY, tabletop=None))).play(0, put(A, 1, 1))


def test_a_unit_is_placed_by_its_own_side_alone_and_not_by_undo() -> None:
    table = Table()
    table.play(1, put(A, 9, 9))
    with pytest.raises(InvalidChange, match="other side"):
        table.play(0, Event("back", EventKind.UNDO, of=1))


def test_the_distance_of_two_units_is_known_once_both_have_places() -> None:
    table = Table()

    def measured() -> str | None:
        sides = [table.match.deployed(table.state, side) for side in (0, 1)]
        own, opposing = (side_of(each, A) for each in sides)
        found = table.match.measured(table.state, 0, own, opposing)
        return found.words if found else None

    assert measured() is None
    table.play(0, put(A, 3, 4))
    assert measured() is None
    table.play(1, put(A, 5, 1))
    assert measured() == "5 steps"


def test_a_blank_has_its_place_under_its_number_until_it_is_revealed() -> None:
    gem = replace(DEMO.groups[0].units[0].spec, **HIDDEN)
    group = replace(DEMO.groups[0], units=(replace(DEMO.groups[0].units[0], spec=gem), *DEMO.groups[0].units[1:]))
    context = RULESET.context(replace(DEMO, groups=(group, *DEMO.groups[1:])))
    table = Table(Match(PLAY, (RULESET.context(DEMO), context), hides=True))
    numbers: dict[str, int] = {holder: place for place, holder in enumerate(sorted(table.match.begin_hidden[1]), 7)}
    viewers = [Viewer(table.match, ({}, numbers), side) for side in (0, None)]
    table.play(1, put(A, 2, 3))
    table.play(1, put("fake-1", 8, 8))
    names = [f"blank-{numbers[each]}" for each in (A, "fake-1")]
    for viewer in viewers:
        assert viewer.places(table.state) == [{}, {names[0]: [2, 3], names[1]: [8, 8]}]
        entries = viewer.entries(table.state, table.log)
        assert [(each["own"], each["place"]) for each in entries] == [(names[0], [2, 3]), (names[1], [8, 8])]
    table.change(1, Change(REVEALED, box="1", holder=A, side=1))
    for viewer in viewers:
        assert viewer.places(table.state)[1] == {A: [2, 3], names[1]: [8, 8]}
        # What happened while it was a blank is still told of the blank.
        assert viewer.entries(table.state, table.log)[0]["own"] == names[0]
