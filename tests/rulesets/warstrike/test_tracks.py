"""What changes in play, and which questions know of it."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.declarations.codec import decode
from rulesets.core.forces.force import Force, Unit, add_group
from rulesets.core.play.definition import all_tracks
from rulesets.core.play.states import OUT, PlayState, Side, read_state
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.play import PLAY
from rulesets.systems.warstrike.tracks import tracks
from rulesets.systems.warstrike.units import Platoon, WarForce, WarUnit
from tests.declared import values
from tests.rulesets.in_game import after_tap, deployed
from tests.rulesets.warstrike.shorthand import army_of, unit

ARMY = Force[WarForce, Platoon, WarUnit]
SQUAD, OFFICER, HERO = "1* + 9 | 6 12 2 4 | battle-rifle x9", "1O | 6 12 3 5 | -", "1H! | 6 12 2 5 | -"


def army() -> ARMY:
    """A squad, an Officer and an Inspiring Hero."""
    return army_of(*map(unit, (SQUAD, OFFICER, HERO)))


def ids(force: ARMY) -> tuple[str, ...]:
    return tuple(unit.id for _, unit in force.units())


def side_of(force: ARMY, state: PlayState, place: int = 0) -> Side:
    """A unit of an army in a game that stands so, by its place."""
    group, one = list(force.units())[place]
    return Side(force, group, one, deployed(PLAY, RULESET.context(force), state))


def prefills(force: ARMY, state: PlayState, place: int = 0) -> dict[str, Any]:
    """What every calculator is filled in with from a unit that engages one in the same state as itself."""
    own = opposing = side_of(force, state, place)
    found = {}
    for calculator in RULESET.calculators:
        if calculator.prefill is not None:
            found[calculator.slug] = calculator.prefill(own, opposing)
        if calculator.from_forces is not None and own.deployed is not None:
            found[calculator.slug] = calculator.from_forces(own.deployed, opposing.deployed)
    return found


def reading(slug: str, box: int, place: int) -> set[str]:
    """The calculators whose question changes once a box of a unit is ticked (all up to it where boxes count)."""
    force = army()
    holder = ids(force)[place]
    track = next(each for each in (*all_tracks(PLAY, RULESET.context(force))[holder], OUT) if each.slug == slug)
    before, after = (
        prefills(force, state, place) for state in (PlayState(), PlayState().set(holder, after_tap(track, box)))
    )
    return {name for name in before if before[name] != after[name]}


CHECKS = {"suppression", "what-happens-next", "get-down", "actions", "under-fire"}

READ = {
    ("markers", 2, 0): CHECKS | {"fall-back", "plan"},
    ("models", 4, 0): {"what-happens-next", "fall-back", "actions", "under-fire"},
    ("state", 2, 0): CHECKS,
    ("state", 3, 0): {"plan"},
    ("ordered", 1, 0): CHECKS | {"plan"},
    ("leader", 1, 0): CHECKS,
    ("state", 4, 1): {"plan"},
    ("out-of-play", 1, 0): {"plan"},
}
"""Box of a track by unit, and the calculators that ask for what it says."""

UNREAD = {("state", 1, 0): "Gone To Ground: what it gives is left to rules that Action Phase 0.5 does not have"}


@pytest.mark.parametrize("box", READ, ids=lambda box: f"{box[0]}-{box[1]}")
def test_questions_know_what_is_ticked(box: tuple[str, int, int]) -> None:
    assert reading(*box) == READ[box]


def test_every_box_is_read_or_listed() -> None:
    force = army()
    found = all_tracks(PLAY, RULESET.context(force))
    boxes = {(track.slug, None if track.counts else box)
             for each in (*found.values(), (OUT,)) for track in each for box in range(1, track.boxes + 1)}  # fmt: skip
    counted = {"markers", "models"}
    assert boxes == {(slug, None if slug in counted else box) for slug, box, _ in (*READ, *UNREAD)}
    assert [reading(*box) for box in UNREAD] == [set()] * len(UNREAD)


def test_states_of_before_stand_in_the_same_boxes() -> None:
    force = army()
    state = read_state({ids(force)[1]: {"state": [1, 2, 3, 4], "markers": [1, 2]}})
    own = deployed(PLAY, RULESET.context(force), state)
    now = own.states[ids(force)[1]]
    assert now.keys("state") == {"gone-to-ground", "inspired", "acted", "order-1"}
    assert now.count("markers") == 2


def test_every_short_word_is_spelt_out() -> None:
    force = army()
    found = {track.slug: track for track in all_tracks(PLAY, RULESET.context(force))[ids(force)[0]]}
    assert {slug: track.titles or track.names for slug, track in found.items()} == {
        "markers": ("roll 4 or less", "roll 3 or less", "roll 2 or less", "roll 1 or less"),
        "models": (),
        "state": ("Gone To Ground", "Inspired", "Has acted or fallen back"),
        "ordered": ("Ordered by 1·2 Unit",),
        "leader": ("Leader lost",),
    }
    officer = all_tracks(PLAY, RULESET.context(force))[ids(force)[1]]
    assert [track.titles[3:] for track in officer if track.slug == "state"] == [("Has given an order",)]


def test_what_the_tracker_has_beyond_the_card() -> None:
    force = army()
    context = RULESET.context(force)
    (group,) = force.groups
    assert [[track.slug for track in tracks(unit, group, context) if not track.printed] for unit in group.units] == [
        ["ordered", "leader"],
        [],
        ["ordered"],
    ]


def test_the_squad_in_a_game() -> None:
    force = army()
    squad, _, hero = ids(force)
    state = read_state(
        {
            squad: {"markers": [1, 2, 3], "models": [1, 2, 3, 4], "state": [2], "ordered": [1], "leader": [1]},
            hero: {"markers": [1, 2], "state": [3]},
        }
    )
    found = prefills(force, state)
    assert found["what-happens-next"] == {
        "ld": 2, "nv": 4, "markers": 3, "leader_lost": True, "officer_ld": 3, "inspirer_nv": 5, "inspirer_markers": 2,
        "starting": 10, "left": 6,
    }  # fmt: skip
    assert [(arm["name"], arm["number"]) for arm in found["actions"]["arms"]] == [("Battle rifle", 6)]
    assert found["fall-back"] == {
        "starting": 10, "left": 6, "mv": 6, "markers": 3, "covers": [{}], "enemies": [{"name": "Unit"}],
    }  # fmt: skip
    assert found["under-fire"]["markers"] == 3
    assert found["plan"]["units"] == [
        {"name": "Unit", "role": "none", "ld": 3, "nv": 4, "markers": 3},
        {"name": "Unit", "role": "none", "ld": 3, "nv": 5, "markers": 0, "near_first": False},
        {"name": "Unit (has acted)", "role": "inspiring_hero", "ld": 2, "nv": 4, "markers": 0},
    ]


def test_a_plan_leaves_out_what_has_acted_but_for_orders_left() -> None:
    force = army()
    squad, officer, hero = ids(force)

    def roles(plain: dict[str, Any]) -> list[tuple[str, str]]:
        return [(row["name"], row["role"]) for row in prefills(force, read_state(plain))["plan"]["units"]]

    assert roles({}) == [("Unit", "none"), ("Unit", "officer"), ("Unit", "inspiring_hero")]
    assert roles({officer: {"state": [3]}}) == [
        ("Unit", "none"), ("Unit (has acted)", "officer"), ("Unit", "inspiring_hero"),
    ]  # fmt: skip
    assert roles({officer: {"state": [3, 4]}, squad: {"state": [3]}}) == [("Unit", "inspiring_hero")]
    assert roles({officer: {"state": [3]}, squad: {"ordered": [1]}}) == [("Unit", "none"), ("Unit", "inspiring_hero")]
    assert roles({hero: {OUT.slug: [1]}, squad: {"models": list(range(1, 11))}}) == [("Unit", "officer")]


def test_who_has_inspired_reaches_the_inspired_alone() -> None:
    force = army()
    squad, _, hero = ids(force)
    plan = prefills(force, read_state({squad: {"state": [2]}, hero: {"state": [3]}}))["plan"]
    assert [[row.get(f"near_{place}", True) for place in ("first", "second")] for row in plan["units"]] == [
        [True, True],
        [True, False],
        [True, True],
    ]


@pytest.mark.parametrize("calculator", RULESET.calculators, ids=lambda calculator: calculator.slug)
@given(spec=values(WarUnit, RULESET.catalogue), data=st.data())
@settings(max_examples=25)
def test_every_state_of_every_unit_fills_in_a_question_that_fits(
    calculator: Any, spec: WarUnit, data: st.DataObject
) -> None:
    force = add_group(RULESET.new_force("Any"), "One", Platoon(), (Unit("", spec, "A"),) * 2 + army().groups[0].units)
    context = RULESET.context(force.with_ids())
    force = context.force
    state = PlayState()
    for holder, found in all_tracks(PLAY, context).items():
        for track in (*found, OUT):
            state = state.set(holder, track.now(data.draw(st.sets(st.integers(1, max(1, track.boxes)), max_size=3))))
    own = deployed(PLAY, context, state)
    sides = [Side(force, group, one, own) for group, one in force.units()]
    for side in sides:
        if calculator.prefill is not None:
            for other in (None, sides[0], sides[-1]):
                decode(calculator.question, calculator.prefill(side, other))
    if calculator.from_forces is not None:
        decode(calculator.question, calculator.from_forces(own, own))
