"""What holds for matches of every game that is played at the table."""

import random
from contextlib import suppress
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import QuestionError, SolveContext
from rulesets.core.declarations.codec import decode
from rulesets.core.play.blanks import Viewer, draw_numbers
from rulesets.core.play.corrections import as_corrected, correctable
from rulesets.core.play.definition import REVEALS, out_of_play
from rulesets.core.play.match_log import DependentEntries, play, replay
from rulesets.core.play.matches import (
    SIDES,
    ClockMove,
    Event,
    EventKind,
    LogEntry,
    Match,
    MatchState,
    Reason,
    Verdict,
    read_match_state,
)
from rulesets.core.play.rolls import Rolled
from rulesets.core.play.states import GAME, OUT, Change, InvalidChange, PlayState, Side
from rulesets.core.play.throws import Hand
from rulesets.core.play.trackers import Track
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.rulesets.described.games import DESCRIBED
from tests.tiny_system.pebbles import RULESET as PEBBLES

GAMES = [PEBBLES, *DESCRIBED, *(ruleset for ruleset in all_rulesets() if ruleset.play is not None)]
EVENTS = 40


@cache
def match_of(ruleset: AnyRuleset, *, hides: bool) -> Match:
    """A match of the game's example army against itself."""
    assert ruleset.play is not None
    context = ruleset.context(ruleset.demo())
    return Match(ruleset.play, (context, context), hides)


def any_change(match: Match, lot: random.Random, side: int) -> Change:
    """A change of some track of a side or of the game; most can be made."""
    holder = GAME if lot.random() < 0.1 else lot.choice(list(match.tracks[side])[:8])
    tracks = match.conditions if holder == GAME else (*match.tracks[side][holder], OUT)
    track = lot.choice([each for each in tracks if each.boxes] or [OUT])
    change = Change(track.slug, holder=holder, side=side)
    if track.counts:
        return replace(change, amount=lot.choice([1, 1, 2, -1]))
    seen = lot.choice([None, "", track.key(1)]) if track.exclusive else None
    return replace(change, box=track.key(lot.randint(1, track.boxes)), on=lot.random() < 0.8, seen=seen)


def any_event(match: Match, state: MatchState, lot: random.Random, number: int) -> tuple[int, Event]:
    """What a phone might send, and its side."""
    side = lot.randint(0, 1)
    event = Event(f"e{number}", of=lot.randint(1, EVENTS))
    kind = lot.choice(
        [
            *["change"] * 6,
            "engage",
            "engage",
            "roll",
            "next",
            "next",
            "answer",
            "undo",
            "undo",
            "end",
            "clock",
            "throw",
            "dice",
            "place",
        ]
    )
    kind = "verdict" if state.ended and lot.random() < 0.2 else kind
    if kind == "change":
        changes = tuple(any_change(match, lot, side) for _ in range(lot.randint(1, 2)))
        return side, replace(event, changes=changes)
    if kind == "engage":
        own, opposing = (lot.choice(sorted(match.units[each] & match.tracks[each].keys())) for each in (side, 1 - side))
        changes = (any_change(match, lot, side), any_change(match, lot, 1 - side))
        return side, replace(event, changes=changes, calculator="any", own=own, opposing=opposing)
    if kind == "roll":
        own, opposing = (lot.choice(sorted(match.units[each] & match.tracks[each].keys())) for each in (side, 1 - side))
        return side, replace(event, kind=EventKind.ROLL, calculator="any", own=own, opposing=opposing, question="any")
    if kind == "clock":
        move, seconds = lot.choice(list(ClockMove)), lot.randint(0, 900)
        return side, replace(event, kind=EventKind.CLOCK, clock=move, whose=lot.randint(0, 1), seconds=seconds)
    if kind == "place":
        own, at = lot.choice(sorted(match.units[side] & match.tracks[side].keys())), (lot.randint(0, 99), number)
        return side, replace(event, kind=EventKind.PLACE, own=own, place=at if lot.random() < 0.8 else ())
    if kind == "dice":
        return side, replace(event, kind=EventKind.DICE, dice=lot.randint(0, 3), faces=lot.randint(1, 10))
    if kind == "answer" and number % 3 == 0:
        event = replace(event, changes=(any_change(match, random.Random(number), side),), reason=Reason.COVER)
    event = replace(event, choice=lot.choice([*Hand, None]), verdict=lot.choice([*Verdict, None]))
    turn, segment = (state.turn, state.segment) if lot.random() < 0.8 else (1, 0)
    of = lot.choice(sorted(state.waiting)) if kind == "answer" and state.waiting else event.of
    kind = "next" if kind == "end" and lot.random() < 0.8 else kind
    return side, replace(event, kind=EventKind(kind), turn=turn, segment=segment, of=of, agreed=lot.random() < 0.7)


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.slug)
def test_what_begins_hidden_is_revealed_by_one_change_whatever_it_is(ruleset: AnyRuleset) -> None:
    match = match_of(ruleset, hides=True)
    for holder in match.begin_hidden[0]:
        event = Event("e1", changes=(replace(REVEALS, holder=holder),))
        state, _ = play(match, MatchState(), (), 0, event)
        assert not match.is_hidden(state, 0, holder)


@pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.slug)
def test_who_is_offered_to_leave_is_already_out_of_play(ruleset: AnyRuleset) -> None:
    match, whole = match_of(ruleset, hides=False), PlayState()
    for holder, tracks in match.tracks[0].items():
        for track in tracks:
            whole = whole.set(holder, track.now(range(1, track.boxes + 1)))
    state = MatchState((whole, PlayState()))
    offers = (offer for told in match.consequences(state, 0) for offer in told.offers)
    gone = {offer.holder for offer in offers if offer.track == OUT.slug}
    fresh, deployed = (match.deployed(each, 0) for each in (MatchState(), state))
    assert fresh is not None
    assert deployed is not None
    units = {unit.id for group, unit in deployed.force.units() if {group.id, unit.id} & gone}
    assert units
    assert out_of_play(match.play, fresh) == set()
    assert out_of_play(match.play, deployed) == units


class Server:
    """Takes events in the order in which they come, one that came before not twice."""

    def __init__(self, match: Match) -> None:
        self.match, self.state, self.log, self.taken = match, MatchState(), list[LogEntry](), set[str]()

    def take(self, side: int, event: Event) -> None:
        """Take an event, or refuse it; an undo of others too where later ones depend on it."""
        if event.id in self.taken:
            return
        lot = random.Random(len(self.log))
        changes = (any_change(self.match, lot, side), any_change(self.match, lot, 1 - side))
        rolled = (Rolled("Any", changes),) if event.question else ()
        try:
            try:
                state, entry = play(
                    self.match, self.state, self.log, side, event, now=1_000 * len(self.log), rolled=rolled
                )
            except DependentEntries as error:
                event = replace(event, also=error.numbers)
                state, entry = play(self.match, self.state, self.log, side, event, now=1_000 * len(self.log))
        except InvalidChange:
            return
        self.taken.add(event.id)
        self.state, self.log = state, [*self.log, entry]


class Phone:
    """Has the entries of the log that it was sent, in some portions, and what its boxes show."""

    def __init__(self, viewer: Viewer) -> None:
        self.viewer, self.since, self.ticks = viewer, 0, dict[tuple[int, str, str], list[int]]()

    def hear(self, server: Server) -> None:
        """Read what came since."""
        for entry in self.viewer.entries(server.state, server.log, self.since):
            for effect in entry["effects"]:
                self.ticks[effect["side"], effect["holder"], effect["track"]] = effect["after"]
        self.since = len(server.log)

    def shows(self, match: Match) -> dict[tuple[int, str, str], list[int]]:
        """The boxes that are not as at first."""
        return {key: boxes for key, boxes in self.ticks.items() if boxes != list(at_first(match, *key).ticks)}


def at_first(match: Match, side: int, holder: str, slug: str) -> Track:
    tracks = match.conditions if holder == GAME else (*match.tracks[side][holder], OUT)
    return next(track for track in tracks if track.slug == slug)


def boxes_of(state: MatchState) -> dict[tuple[int, str, str], list[int]]:
    """The boxes of a state that are not as at first."""
    every = [*((side, state.sides[side].ticks) for side in SIDES), (0, state.conditions.ticks)]
    return {
        (side, holder, slug): list(boxes)
        for side, ticks in every
        for holder, tracks in ticks.items()
        for slug, boxes in tracks.items()
    }


def played(match: Match, seed: int, phones: tuple[Phone, ...] = (), kinds_out: tuple[EventKind, ...] = ()) -> Server:
    """A server that took random events in any order with repeats, of which the phones heard now and then.

    Events of ``kinds_out`` are not sent.
    """
    lot, server = random.Random(seed), Server(match)
    sent: list[tuple[int, Event]] = []
    while len(sent) < EVENTS:
        sent += [any_event(match, server.state, lot, len(sent) + number) for number in range(4)]
        deliveries = [*sent[-4:], *lot.sample(sent, 2)]
        lot.shuffle(deliveries)
        for side, event in deliveries:
            if event.kind not in kinds_out:
                server.take(side, event)
        for phone in phones:
            if lot.random() < 0.5:
                phone.hear(server)
    return server


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.slug)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_any_order_of_delivery_gives_both_phones_one_state(ruleset: AnyRuleset, seed: int) -> None:
    match = match_of(ruleset, hides=False)
    phones = tuple(Phone(Viewer(match, ({}, {}), side)) for side in SIDES)
    server = played(match, seed, phones)
    for phone in phones:
        phone.hear(server)
        assert phone.shows(match) == boxes_of(server.state)
    assert replay(match, server.log) == server.state
    assert read_match_state(server.state.write()) == server.state


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.slug)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_a_hidden_game_replays_to_its_state_and_names_no_hidden_unit(ruleset: AnyRuleset, seed: int) -> None:
    match = match_of(ruleset, hides=True)
    server = played(match, seed)
    assert replay(match, server.log) == server.state
    numbers = draw_numbers(match, random.Random(seed).shuffle)
    for side in (*SIDES, None):
        viewer = Viewer(match, numbers, side)
        for entry in viewer.entries(server.state, server.log):
            for other, holder in holders_in(entry):
                hidden = holder in match.begin_hidden[other] and match.is_hidden(server.state, other, holder)
                assert server.state.ended or other == side or not hidden


def holders_in(entry: dict[str, Any]) -> list[tuple[int, str]]:
    """The units that an entry names, each with its side."""
    named = [(part["side"], part["holder"]) for key in ("effects", "proposed") for part in entry[key]]
    pair = [(entry["side"], entry["own"]), (1 - entry["side"], entry["opposing"])] if "own" in entry else []
    return [*named, *pair]


CORRECTIONS = 20
LAST = (EventKind.UNDO, EventKind.END, EventKind.VERDICT)
"""What a log does without that is to be corrected in its middle."""


def other_than(match: Match, lot: random.Random, change: Change) -> Change:
    """What a change was rather: another number, another box, or nothing."""
    tracks = match.conditions if change.holder == GAME else (*match.tracks[change.side][change.holder], OUT)
    track = next(each for each in tracks if each.slug == change.track)
    if track.counts:
        return replace(change, amount=lot.choice([0, 1, 2, 3]))
    return replace(change, box=lot.choice(["", *map(track.key, range(1, track.boxes + 1))]), on=True, seen=None)


def right_at_once(match: Match, log: list[LogEntry], of: int, changes: tuple[Change, ...]) -> MatchState:
    """The state of a game in which the same events came, one of them with these changes; some may be impossible."""
    state, again, numbers = MatchState(), list[LogEntry](), dict[int, int]()
    for entry in log:
        right = as_corrected(entry, changes) if entry.number == of else entry
        event = replace(right.event, of=numbers.get(right.event.of, 0))
        event = replace(event, changes=tuple(replace(each, seen=None) for each in event.changes))
        with suppress(InvalidChange, IndexError):
            state, made = play(match, state, again, entry.side, event, now=entry.at, rolled=right.rolled)
            again.append(made)
            numbers[entry.number] = made.number
    return state


@pytest.mark.parametrize("ruleset", [PEBBLES, *all_rulesets()], ids=lambda ruleset: ruleset.slug)
def test_a_correction_leads_where_the_right_numbers_had_led(ruleset: AnyRuleset) -> None:
    match, done = match_of(ruleset, hides=False), 0
    for seed in range(10 * CORRECTIONS):
        if done == CORRECTIONS:
            break
        lot, server = random.Random(seed), played(match, seed, kinds_out=LAST)
        log, before = server.log, server.state
        for number in lot.sample(range(1, len(log)), len(log) - 1):
            changes = tuple(other_than(match, lot, each) for each in correctable(log[number - 1]))
            server.take(0, Event("wrong", EventKind.CORRECT, changes=changes, of=number))
            server.take(1, Event("agreed", EventKind.ANSWER, of=len(log) + 1))
            if len(server.log) == len(log) + 2:
                break
        else:
            continue
        done += 1
        right = right_at_once(match, log, number, changes)
        now = server.state
        assert (now.sides, now.conditions, now.turn) == (right.sides, right.conditions, right.turn)
        assert replay(match, server.log) == now
        assert (before.turn, before.segment) == (now.turn, now.segment)
    assert done == CORRECTIONS


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.slug)
def test_random_events_are_of_every_kind_and_most_are_taken(ruleset: AnyRuleset) -> None:
    match = match_of(ruleset, hides=False)
    servers = [played(match, seed) for seed in range(8)]
    kinds = {entry.event.kind for server in servers for entry in server.log}
    without = {EventKind.CORRECT, *(() if match.play.tabletop else (EventKind.PLACE,))}
    assert kinds == set(EventKind) - without
    assert sum(len(server.log) for server in servers) > 8 * EVENTS / 3
    assert any(server.state.undone for server in servers)
    hides = [ruleset.slug for ruleset in GAMES if match_of(ruleset, hides=True).begin_hidden[0]]
    assert {"pebbles", "mbt2020"} <= set(hides)


def placed(match: Match, side: int, unit: Side, changes: tuple[Change, ...]) -> tuple[Change, ...]:
    """A result's changes with side and holder: the unit, or its group where groups bear the boxes."""
    holder = unit.unit.id if match.tracks[side][unit.unit.id] else unit.group.id
    return tuple(replace(change, side=side, holder=change.holder or holder) for change in changes)


def side_of(match: Match, state: MatchState, side: int, lot: random.Random) -> Side:
    """Some unit of a side as it stands."""
    deployed = match.deployed(state, side)
    assert deployed is not None
    group, unit = lot.choice(list(deployed.force.units()))
    return Side(deployed.force, group, unit, deployed)


@pytest.mark.parametrize("ruleset", GAMES, ids=lambda ruleset: ruleset.slug)
@given(seed=st.integers(0, 10**6))
@settings(max_examples=15, deadline=None)
def test_whatever_may_have_happened_in_an_engagement_can_be(ruleset: AnyRuleset, seed: int) -> None:
    match, lot = match_of(ruleset, hides=False), random.Random(seed)
    server = played(match, seed)
    state = replace(server.state, ended=False)
    own, opposing = (side_of(match, state, side, lot) for side in SIDES)
    context = SolveContext(ruleset.catalogue, match.contexts[0].house)
    for engagement in match.play.engagements(own, opposing):
        calculator = ruleset.calculator(engagement.calculator)
        if calculator.unsuited is not None and calculator.unsuited(own, opposing) is not None:
            continue
        question = decode(calculator.question, calculator.prefill(own, opposing) if calculator.prefill else {})
        try:
            results = calculator.results(question, own, opposing, context) if calculator.results else ()
        except QuestionError:
            continue
        for number, result in enumerate(results):
            changes = (*placed(match, 0, own, result.own), *placed(match, 1, opposing, result.opposing))
            if changes:
                event = Event(f"r{number}", changes=changes, calculator=calculator.slug, own=own.unit.id,
                              opposing=opposing.unit.id, result=result.label)  # fmt: skip
                play(match, state, server.log, 0, event, both=True)
