"""What is tracked in a game, and which questions know of it."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.definition import REVEALS, all_tracks
from rulesets.core.play.match_log import play
from rulesets.core.play.matches import AT_START, Event, Match, MatchState
from rulesets.core.play.states import GAME, OUT, DeployedForce, PlayState, Side, Ticks
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.calculators.stand_fields import conditions_data
from rulesets.systems.mbt2020.engagement import repulsed_state
from rulesets.systems.mbt2020.engagement_state import Light, State
from rulesets.systems.mbt2020.play import PLAY
from rulesets.systems.mbt2020.tracks import light_now, printed_state, state_now, state_track
from rulesets.systems.mbt2020.units import ArmyForce
from tests.rulesets.in_game import deployed
from tests.rulesets.mbt2020.shorthand import KINDS, army, ask, kind
from tests.rulesets.mbt2020.surveys import HOUSE

INFANTRY, BATTERY, HELICOPTER, FIGHTER, DEFENCE = (
    "INFn INFANTRY",
    "ARTn OTF SNS",
    "AIRn CAS heli",
    "AIRn ASF",
    "INFn ADA",
)
COUNTER_BATTERY = "ARTn CBA"
STANDS = (INFANTRY, BATTERY, HELICOPTER, FIGHTER, DEFENCE, COUNTER_BATTERY)


def force() -> ArmyForce:
    return army([{"stands": list(STANDS)}], {})


def side(text: str, state: PlayState | None, conditions: PlayState = AT_START.conditions) -> Side:
    """A stand of the army, in a game that stands so; before it without a state."""
    own = force()
    group = own.groups[0]
    now = None if state is None else deployed(PLAY, RULESET.context(own), state, conditions)
    return Side(own, group, group.units[STANDS.index(text)], now)


def ticked(text: str, slug: str, *boxes: int) -> PlayState:
    return PlayState({side(text, None).unit.id: {slug: boxes}})


def conditions(**boxes: int) -> PlayState:
    """The conditions of a game of which these boxes are ticked."""
    return PlayState({GAME: {slug: (box,) for slug, box in boxes.items()}})


def questions(text: str, state: PlayState | None, now: PlayState = AT_START.conditions) -> dict[str, Any]:
    """What the calculators are filled in with from a stand that engages, or is engaged by, the counter-battery."""
    own, other = side(text, state, now), side(COUNTER_BATTERY, state, now)
    found: dict[str, Any] = {}
    for calculator in RULESET.calculators:
        if calculator.prefill is not None:
            pairs = ((own, other), (other, own))
            found[calculator.slug] = [calculator.prefill(*pair) for pair in pairs]
            if calculator.unsuited is not None:
                found[calculator.slug] += [calculator.unsuited(*pair) for pair in pairs]
        if calculator.from_forces is not None:
            both = (own.deployed or DeployedForce(own.force), other.deployed or DeployedForce(other.force))
            found[f"{calculator.slug}, armies"] = calculator.from_forces(*both)
    return found


def reading(text: str, slug: str, *boxes: int) -> set[str]:
    """The calculators whose question changes when those boxes of a stand are ticked."""
    before, after = questions(text, PlayState()), questions(text, ticked(text, slug, *boxes))
    return {name for name in before if before[name] != after[name]}


STATED = {"engagement", "kinds-grid"}
LOST = {"fragile", "fragile, armies"}
GONE = {"movement", *STATED, *LOST}
READ = {
    (INFANTRY, "state", 1): STATED,
    (INFANTRY, "state", 2): STATED | LOST,
    (INFANTRY, "state", 3): GONE,
    (DEFENCE, "state", 1): STATED,
    (DEFENCE, "state", 2): GONE,
    (FIGHTER, "state", 2): GONE,
    (FIGHTER, "state", 3): GONE,
    (HELICOPTER, "mode", 2): {"arcs", "movement", *STATED},
    (BATTERY, "fired", 1): {"engagement"},
    (INFANTRY, OUT.slug, 1): GONE,
    (FIGHTER, OUT.slug, 1): GONE - LOST,
}
"""Box of a stand's track, and the calculators that ask for what it says."""

UNREAD = {
    (INFANTRY, "engaged", 1): "a stand engages one target a turn; the question is of that one target",
    (INFANTRY, "screen", 1): "where smoke lies is not tracked; the player answers for the line of sight",
    (BATTERY, "smoke", 2): "what a battery has left says nothing of an engagement",
    (BATTERY, "illumination", 2): "where it lights up the ground is not tracked; the player answers for it",
    (FIGHTER, "turns", 2): "who may engage a flight does not depend on how long it stays",
    (INFANTRY, "revealed", 1): "movement asks whether a stand is still blank: of the match, which may hide none",
}
"""Boxes that no question asks for, and why."""


@pytest.mark.parametrize("box", READ, ids=lambda box: "-".join(map(str, box)))
def test_a_state_is_told_to_the_questions_that_ask_for_it(box: tuple[str, str, int]) -> None:
    assert reading(*box) == READ[box]


def test_every_track_is_read_or_has_a_reason() -> None:
    for text, slug, box in UNREAD:
        assert reading(text, slug, box) == set(), slug
    context = RULESET.context(force())
    slugs = {track.slug for tracks in all_tracks(PLAY, context).values() for track in tracks}
    assert {slug for _, slug, _ in (*READ, *UNREAD)} == slugs | {OUT.slug}


def test_light_and_weather_are_told_to_the_questions() -> None:
    before = questions(INFANTRY, PlayState())

    def changed(**boxes: int) -> set[str]:
        after = questions(INFANTRY, PlayState(), conditions(**boxes))
        return {name for name in before if before[name] != after[name]}

    dark = {"engagement", "kinds-grid"}
    assert changed(light=1) == set()
    assert changed(light=2) == changed(awc=1) == dark
    assert changed(light=3) == {*dark, "movement"}
    assert changed(season=4) == changed(hour=24) == set()
    assert changed(season=4, hour=24) == {*dark, "movement"}
    assert changed(season=4, hour=24, light=1) == set()


@pytest.mark.parametrize(
    ("boxes", "light"),
    [
        ({}, Light.DAY),
        ({"season": 4, "hour": 9}, Light.TWILIGHT),
        ({"season": 4, "hour": 10}, Light.DAY),
        ({"season": 1, "hour": 24}, Light.NIGHT),
        ({"season": 1, "hour": 24, "light": 2}, Light.TWILIGHT),
    ],
)
def test_the_light_is_what_is_ticked_or_else_that_of_the_hour(boxes: dict[str, int], light: Light) -> None:
    assert light_now(conditions(**boxes).of(GAME, PLAY.conditions), HOUSE) is light


def test_the_last_hour_of_dawn_is_lit_as_it_is_read() -> None:
    nine = conditions(season=4, hour=10).of(GAME, PLAY.conditions)
    late = HouseRules(RULESET.rulings, [("twilight_last_hour", "on")])
    assert (light_now(nine, HOUSE), light_now(nine, late)) == (Light.DAY, Light.TWILIGHT)
    stand = army([{"stands": ["MBTn"]}], {})
    for chosen, filled in (("off", {}), ("on", {"light": "twilight"})):
        force = replace(stand, house_rules=(("twilight_last_hour", chosen),))
        (group,) = force.groups
        side = Side(force, group, group.units[0], DeployedForce(force, conditions=nine))
        assert conditions_data(side) == filled


@pytest.mark.parametrize("text", STANDS)
def test_nothing_ticked_asks_what_is_asked_before_a_game(text: str) -> None:
    before, now = questions(text, None), questions(text, PlayState())
    engagement = now.pop("engagement")
    engagement[1]["turn"].pop("target_engaged")
    if text == COUNTER_BATTERY:
        engagement[0]["turn"].pop("target_engaged")
    assert {**now, "engagement": engagement} == before


def test_counter_battery_fire_knows_what_engaged() -> None:
    for boxes, engaged in (((), False), ((1,), True)):
        state = ticked(BATTERY, "fired", *boxes) if boxes else PlayState()
        asked = questions(BATTERY, state)["engagement"][1]
        assert asked["turn"] == {"mixed_group": True, "target_engaged": engaged}


def test_a_stand_that_is_hidden_moves_as_a_blank() -> None:
    own = force()
    unit = own.groups[0].units[0]
    prefill = RULESET.calculator("movement").prefill
    assert prefill is not None
    for hides in (True, False):
        match = Match(PLAY, (RULESET.context(own), None), hides=hides)
        revealing = Event("1", changes=(replace(REVEALS, holder=unit.id),))
        revealed, _ = play(match, MatchState(), (), 0, revealing)
        for state, blank in ((MatchState(), hides), (revealed, False)):
            asked = prefill(Side(own, own.groups[0], unit, match.deployed(state, 0)), None)
            assert asked.get("blank", False) is blank


def test_states_exclude_each_other_and_the_card_has_those_in_play() -> None:
    for each in KINDS:
        track, printed = state_track(each), printed_state(each)
        assert track.exclusive, each
        expected = [State.PINNED, repulsed_state(each), State.NEUTRALISED]
        assert [State(key) for key in track.keys] == list(dict.fromkeys(expected)), each
        assert track.now((1, 2)).ticks == (2,), each
        assert printed.names == (("P", "R") if repulsed_state(each) is State.REPULSED else ("P",)), each
        assert printed.titles == ("Pinned", "Repulsed")[: printed.boxes], each
        assert track.keys[: printed.boxes] == printed.keys, each
        assert printed.now((track.boxes,)).ticks == (), each


@pytest.mark.parametrize(
    ("boxes", "state"), [((), State.OK), ((1,), State.PINNED), ((2,), State.REPULSED), ((1, 2), State.REPULSED)]
)
def test_boxes_ticked_before_keep_their_meaning(boxes: Ticks, state: State) -> None:
    stored = PlayState({"u": {"state": boxes}} if boxes else {}).of("u", (state_track(kind("MBTn")),))
    assert state_now(stored, kind("MBTn")) is state


@pytest.mark.parametrize(
    ("text", "boxes", "state"),
    [
        ("MBTn", (1,), State.NEUTRALISED),
        ("ARTn OTF", (), State.NEUTRALISED),
        ("AIRn ASF", (), State.OK),
        ("AIRn ASF", (1,), State.PINNED),
        ("AIRn ASF", (2,), State.LEFT),
        ("AIRn ASF", (3,), State.NEUTRALISED),
    ],
)
def test_what_is_out_of_play_was_neutralised_unless_it_flew_away(text: str, boxes: Ticks, state: State) -> None:
    ticks = {OUT.slug: (1,), **({"state": boxes} if boxes else {})}
    assert state_now(PlayState({"u": ticks}).of("u", (state_track(kind(text)),)), kind(text)) is state


def test_a_helicopter_begins_in_its_own_mode() -> None:
    for mode, other in (("MOBILE", "STATIC"), ("STATIC", "MOBILE")):
        own = army([{"stands": [f"AIRn CAS {mode} heli"]}], {})
        track = next(
            each
            for each in PLAY.tracks(own.groups[0].units[0], own.groups[0], RULESET.context(own))
            if each.slug == "mode"
        )
        assert (track.keys, track.ticks) == ((mode, other), (1,))


ALL_KINDS = army(
    [{"stands": [f"{one.sub_class} {one.posture} {one.mode} {'heli' * one.helicopter}" for one in KINDS]}], {}
)
TRACKS = all_tracks(PLAY, RULESET.context(ALL_KINDS))


@st.composite
def play_states(draw: st.DrawFn, units: list[str]) -> PlayState:
    """Any boxes of any tracks of these units."""
    state = PlayState()
    for unit in units:
        for track in (*TRACKS[unit], OUT):
            boxes = set(range(1, draw(st.integers(0, track.boxes)) + 1))
            if not track.counts:
                boxes = draw(st.sets(st.integers(1, track.boxes)))
            state = state.set(unit, track.now(boxes))
    return state


@given(st.data())
@settings(max_examples=60)
def test_any_state_of_any_stand_gives_a_valid_question(data: st.DataObject) -> None:
    group = ALL_KINDS.groups[0]
    own, opposing = (data.draw(st.sampled_from(group.units)) for _ in range(2))
    state = data.draw(play_states([own.id, opposing.id]))
    boxes = {each.slug: data.draw(st.sets(st.integers(1, each.boxes), max_size=1)) for each in PLAY.conditions}
    now = conditions(**{slug: min(ticks) for slug, ticks in boxes.items() if ticks})
    fought = deployed(PLAY, RULESET.context(ALL_KINDS), state, now)
    for calculator in RULESET.calculators:
        if calculator.prefill is not None:
            sides = Side(ALL_KINDS, group, own, fought), Side(ALL_KINDS, group, opposing, fought)
            asked = decode(calculator.question, calculator.prefill(*sides))
            if calculator.unsuited is None or calculator.unsuited(*sides) is None:
                assert ask(calculator.slug, asked).headline
        if calculator.from_forces is not None:
            decode(calculator.question, calculator.from_forces(fought, fought))
