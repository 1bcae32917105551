"""What happened in a game at the table, in words."""

from dataclasses import replace
from functools import partial
from typing import Any

import pytest

from armybuilder.armies.revisions import pack, unpack
from armybuilder.matches.log.store import load_match, submit
from armybuilder.matches.log.wording import EntryWords, side_names
from armybuilder.matches.models import Match
from armybuilder.matches.tests.conftest import Begin, id_in
from rulesets.core.forces.force import change_unit
from rulesets.core.play.definition import REVEALED
from rulesets.core.play.matches import ClockMove, Event, EventKind, Reason, Verdict
from rulesets.core.play.states import GAME, Change
from rulesets.core.play.throws import Hand
from tests.browser.phones import begin_example

pytestmark = pytest.mark.django_db


def written(match: Match, side: int | None = 0) -> list[str]:
    """The log as a side reads it."""
    match.refresh_from_db()
    loaded = load_match(match)
    viewer = loaded.viewer(side)
    entries = map(EntryWords(loaded, viewer).describe, viewer.entries(loaded.state, loaded.log))
    return ["; ".join(filter(None, (each["words"], *each["changed"], *each["proposes"]))) for each in entries]


def said(game: str, *events: tuple[str, Any]) -> list[str]:
    """What a log says of changes of the units of the example army, each given as its holder and the change."""
    match = begin_example(game, at_once=True)
    for number, (holder, change) in enumerate(events):
        submit(match, 0, Event(f"e{number}", changes=(Change(holder=holder, **change),)), both=True)
    return written(match)


def test_what_a_track_says_is_plain_in_every_game() -> None:
    assert said("warstrike", ("u3", {"track": "markers", "amount": 2}), ("u3", {"track": "state", "box": "acted"})) == [
        "1·2 First section (Reds) – Markers: 0 → 2",
        "1·2 First section (Reds) – Has acted or fallen back",
    ]
    moved = {"track": "moved", "box": "fast"}
    assert said("forge-of-war", ("u5", moved), ("u5", {**moved, "on": False})) == [
        "1·4 Second squad (Reds) – Movement: Has not moved → Has moved over 6″",
        "1·4 Second squad (Reds) – Movement: Has moved over 6″ → Has not moved",
    ]
    assert said("forum-combat", ("g1", {"track": "hp-1a", "amount": 1}), ("g1", {"track": "shot", "amount": 1})) == [
        "Alpha (Reds) – HP lost by 1a: 0 → 1",
        "Alpha (Reds) – Has shot",
    ]
    screen = {"track": "screen", "box": "screen"}
    assert said("mbt2020", ("u2", screen), ("u2", {**screen, "on": False}), (GAME, {"track": "first", "box": "1"})) == [
        "1·1 Challenger 2 (Reds) – Its smoke screen is on the table",
        "1·1 Challenger 2 (Reds) – no longer “Its smoke screen is on the table”",
        "Goes first: Reds → Blues",
    ]


def test_every_kind_of_entry_has_its_sentence(begin: Begin) -> None:
    match = begin()
    chip = Change("chips", 1, holder="u2", side=1)
    for event in (
        Event("a1", EventKind.NEXT, turn=1),
        Event("a2", changes=(chip,), calculator="skipping", own="u2", opposing="u2", result="It hits"),
        Event("a3", EventKind.CLOCK, clock=ClockMove.SET, whose=1, seconds=61),
    ):
        submit(match, 0, event, both=False)
    submit(match, 1, Event("b1", EventKind.ANSWER, of=2, agreed=False), both=False)
    submit(match, 0, Event("a4", EventKind.UNDO, of=1), both=False)
    submit(match, 0, Event("a5", EventKind.END), both=False)
    assert written(match) == [
        "Turn 1: “First throws” ended",
        "Skipping, 1 Flint at 1 Flint",
        "Clock of Gems set to 0:01:01",
        "Declined 2 (Skipping, 1 Flint at 1 Flint)",
        "Undid 1",
        "The game has ended",
    ]


@pytest.mark.parametrize(
    ("game", "holder", "change", "words"),
    [
        (
            "mbt2020",
            "u2",
            {"track": "state", "box": "neutralised"},
            "1·1 Challenger 2 (Reds) – State: Unharmed → Neutralised, Out of play",
        ),
        (
            "warstrike",
            "u3",
            {"track": "models", "amount": 10},
            "1·2 First section (Reds) – Models lost: 0 → 10, Out of play",
        ),
    ],
)
def test_a_unit_without_figures_leaves_by_itself_in_one_line(
    game: str, holder: str, change: dict[str, Any], words: str
) -> None:
    match = begin_example(game, at_once=True)
    submit(match, 0, Event("e1", changes=(Change(holder=holder, **change),)), both=False)
    assert written(match) == [words]
    match.refresh_from_db()
    assert load_match(match).state.sides[0].is_out(holder)
    submit(match, 0, Event("e2", EventKind.UNDO, of=1), both=False)
    assert load_match(match).state.sides[0].fresh


def test_the_log_says_who_won_and_who_says_otherwise(begin: Begin) -> None:
    match = begin()
    for number, (side, kind, verdict, note) in enumerate(
        (
            (0, EventKind.END, Verdict.FIRST, "By one hill"),
            (1, EventKind.VERDICT, Verdict.FIRST, "By one hill"),
            (1, EventKind.VERDICT, Verdict.SECOND, ""),
            (1, EventKind.VERDICT, Verdict.SECOND, "By two"),
            (0, EventKind.VERDICT, Verdict.DRAW, ""),
        )
    ):
        submit(match, side, Event(f"e{number}", kind, verdict=verdict, result=note), both=False)
    assert written(match) == [
        "The game has ended: Shore won (By one hill)",
        "Agreed: Shore won (By one hill)",
        "Corrected: Gems won",
        "Corrected: Gems won (By two)",
        "Corrected: Draw",
    ]


def test_the_log_calls_the_first_result_after_a_new_end_no_correction(begin: Begin) -> None:
    match = begin()
    events = (
        Event("e1", EventKind.END, verdict=Verdict.FIRST),
        Event("e2", EventKind.VERDICT, verdict=Verdict.DRAW),
        Event("e3", EventKind.UNDO, of=1),
        Event("e4", EventKind.END),
        Event("e5", EventKind.VERDICT, verdict=Verdict.SECOND),
        Event("e6", EventKind.VERDICT, verdict=Verdict.DRAW),
    )
    for event in events:
        submit(match, 0, event, both=False)
    assert written(match)[3:] == ["The game has ended", "Result: Gems won", "Corrected: Draw"]


def test_the_first_result_after_a_refused_end_is_no_correction(begin: Begin) -> None:
    match = begin(hides=True)
    submit(match, 0, Event("e1", EventKind.END, verdict=Verdict.FIRST), both=False)
    submit(match, 1, Event("e2", EventKind.ANSWER, of=1, agreed=False), both=False)
    submit(match, 0, Event("e3", EventKind.END), both=False)
    submit(match, 1, Event("e4", EventKind.ANSWER, of=3), both=False)
    submit(match, 1, Event("e5", EventKind.VERDICT, verdict=Verdict.DRAW), both=False)
    assert written(match)[-1] == "Result: Draw"


def test_a_second_correction_is_told_from_the_first(begin: Begin) -> None:
    match = begin()
    lost = Change("chips", 3, holder="u2")
    submit(match, 0, Event("e1", changes=(lost,)), both=False)
    for number, amount in enumerate((1, 2, 3), 1):
        changes = (replace(lost, amount=amount),)
        submit(match, 0, Event(f"c{number}", EventKind.CORRECT, changes=changes, of=1), both=False)
        submit(match, 1, Event(f"a{number}", EventKind.ANSWER, of=2 * number), both=False)
    assert [words.partition("; ")[0] for words in written(match)[1::2]] == [
        "Corrected 1: 1 Flint (Shore) – Chips: +1, not Chips: +3",
        "Corrected 1: 1 Flint (Shore) – Chips: +2, not Chips: +1",
        "Corrected 1: 1 Flint (Shore) – Chips: +3, not Chips: +2",
    ]


def last_sentence(match: Match, side: int | None) -> str:
    match.refresh_from_db()
    loaded = load_match(match)
    viewer = loaded.viewer(side)
    entry = viewer.entries(loaded.state, loaded.log)[-1]
    return str(EntryWords(loaded, viewer).describe(entry)["says"])


@pytest.mark.parametrize(("lost", "said"), [(1, "1 HP and 1 unit lost"), (3, "3 HP and 3 units lost")])
def test_losses_of_a_proposal_are_one_list(lost: int, said: str) -> None:
    match = begin_example("forum-combat")
    hurt = [Change(f"hp-1{letter}", 1, holder="g1", side=1) for letter in "abc"[:lost]]
    changes = (*hurt, Change("out", lost, holder="g1", side=1))
    event = Event("a1", changes=changes, calculator="shooting", own="u2", opposing="u2", result="Out")
    submit(match, 0, event, both=False)
    assert last_sentence(match, 1) == f"Reds says: Alpha at your Alpha: {said}."


def test_a_proposal_is_one_sentence_in_its_reader_s_own_words(begin: Begin) -> None:
    match = begin()
    changes = Change("chips", 2, holder="u2", side=1), Change("place", box="sunk", holder="u2", side=1)
    event = Event("a1", changes=changes, calculator="skipping", own="u2", opposing="u2", result="It hits")
    submit(match, 0, event, both=False)

    said_to = partial(last_sentence, match)
    assert said_to(1) == "Shore says: 1 Flint at your 1 Flint: Chips +2, Sunk."
    assert said_to(None) == "Shore says: 1 Flint at 1 Flint: Chips +2, Sunk."
    assert said_to(0) == "Waiting for Gems: 1 Flint at 1 Flint: Chips +2, Sunk."
    back = Event("b1", EventKind.ANSWER, of=1, agreed=False, changes=changes[:1], reason=Reason.RULE)
    submit(match, 1, back, both=False)
    assert (said_to(0), said_to(1)) == (
        "Gems says: 1 Flint: Chips +2 (rule).",
        "Waiting for Shore: 1 Flint: Chips +2 (rule).",
    )
    assert written(match)[-1] == ("Declined 1 (Skipping, 1 Flint at 1 Flint): rule; 1 Flint (Gems) – Chips: +2")


@pytest.mark.parametrize("letter", ["U", "א"])
@pytest.mark.parametrize("length", [1, 10, 60])
def test_a_proposal_has_at_most_90_letters_however_long_the_names_are(begin: Begin, length: int, letter: str) -> None:
    match = begin()
    for force in match.forces.all():
        loaded = unpack(match.game, force.document)
        unit = loaded.groups[0].units[0].id
        force.document = pack(replace(change_unit(loaded, unit, name=letter * length), name=letter * length))
        force.save()
    changes = Change("chips", 1, holder="u2", side=1), Change("place", box="sunk", holder="u2", side=1)
    event = Event("a1", changes=changes, calculator="skipping", own="u2", opposing="u2", result="It hits")
    submit(match, 0, event, both=False)
    loaded_match = load_match(match)
    viewer = loaded_match.viewer(1)
    (entry,) = viewer.entries(loaded_match.state, loaded_match.log)
    says = EntryWords(loaded_match, viewer).describe(entry)["says"]
    assert len(says) <= 90
    assert says.endswith(": Chips +1, Sunk.")
    assert ("…" in says) is (length > 10)
    assert says.count("\u2068") == says.count("\u2069")


def test_a_result_after_an_end_without_one_corrects_nothing(begin: Begin) -> None:
    match = begin()
    submit(match, 0, Event("a1", EventKind.END), both=False)
    submit(match, 1, Event("b1", EventKind.VERDICT, verdict=Verdict.DRAW), both=False)
    assert written(match) == ["The game has ended", "Result: Draw"]


def test_a_proposal_for_a_blank_says_the_same_whatever_it_is(begin: Begin) -> None:
    match = begin(hides=True)
    said = []
    for number, name in enumerate(("u3", "fake-1")):
        holder = name if name.startswith("fake") else id_in(match, name)
        changes = (Change("chips", 1, holder=holder, side=1), Change(REVEALED, box="1", holder=holder, side=1))
        event = Event(f"a{number}", changes=changes, calculator="skipping", own="u1", opposing=holder, result="Seen")
        submit(match, 0, event, both=False)
        blank = f"?{match.numbers[1][holder]} Blank"
        said.append(written(match)[-1].replace(blank, "?"))
    assert said == ["Skipping, 1 Flint at ?; ? (Gems) – a change, Revealed"] * 2


def test_two_armies_of_one_name_are_told_apart(begin: Begin) -> None:
    assert side_names(load_match(begin())) == ("Shore", "Gems")


def test_what_a_side_asks_is_one_sentence_for_each_reader(begin: Begin) -> None:
    match = begin()

    def says(side: int | None) -> str:
        match.refresh_from_db()
        loaded = load_match(match)
        viewer = loaded.viewer(side)
        entry = viewer.entries(loaded.state, loaded.log)[-1]
        return str(EntryWords(loaded, viewer).describe(entry)["says"])

    thrown = Event("t1", EventKind.THROW, choice=Hand.ROCK, calculator="skipping", own="u2", opposing="u2")
    submit(match, 0, thrown, both=False)
    assert says(0) == "Waiting for Gems: 1 Flint at 1 Flint: rock, paper, scissors."
    assert says(1) == "Shore says: 1 Flint at your 1 Flint: rock, paper, scissors."
    submit(match, 1, Event("t2", EventKind.THROW, choice=Hand.ROCK), both=False)
    assert says(1) == "Waiting for Shore: rock, paper, scissors."
    assert (says(0), says(None)) == ("Gems says: rock, paper, scissors.",) * 2


def test_the_end_of_a_segment_names_a_few_of_many_units() -> None:
    match = begin_example("warstrike", at_once=True)
    units = [unit.id for _, unit in load_match(match).ruleset.demo().units()][:5]
    for number, unit in enumerate(units):
        acted = Change("state", box="acted", holder=unit)
        submit(match, 0, Event(f"e{number}", changes=(acted,)), both=True)
    while len(load_match(match).log) < len(units) + 2:
        state = load_match(match).state
        event = Event(f"n{state.segment}", EventKind.NEXT, turn=state.turn, segment=state.segment)
        submit(match, 0, event, both=True)
        match.refresh_from_db()
    last = written(match)[-1]
    assert last.endswith(" and 2 more – no longer “Has acted or fallen back”"), last
