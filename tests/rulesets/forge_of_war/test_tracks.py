"""What changes in play, what is left of a unit then, and which questions know of it."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import pytest
from hypothesis import given, note, settings
from hypothesis import strategies as st

from rulesets.core.declarations.codec import decode
from rulesets.core.forces.force import Unit, add_group
from rulesets.core.play.states import OUT, DeployedForce, Side
from rulesets.core.play.trackers import Track, UnitState
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.hits import Losses
from rulesets.systems.forge_of_war.tables import Stance
from rulesets.systems.forge_of_war.tracks import current, loss_changes, tracks
from rulesets.systems.forge_of_war.units import ForceList, Formation, ListedForce, ListedUnit
from tests.declared import values
from tests.rulesets.forge_of_war import shorthand
from tests.rulesets.in_game import after_tap

Ticked = dict[str, dict[str, list[int]]]

EVERYTHING = {"covering_fire": True, "stances": True, "reaction_tests": True, "indirect_fire": True, "blast_radius": 3}
SQUAD = "Squad: line_infantry 10 | assault_rifle x8, lsw x1, rpg_heap x1"
BEASTS = "Beasts: - 3 | smg x3 | arm=monstrous wounds=4 av=3 cv=6 sv=5 fv=7 training=veteran"
UNITS = (
    SQUAD,
    "Gun: line_infantry 4 | hmg x1, mortar_light x1",
    BEASTS,
    "Boss: marine_leaders 1 | auto_pistol x1 | wounds=3 role=leader attached_to=Squad cv=9",
    "Scout: line_infantry 1 | smg x1",
    "Box: !apc | heavy_flame_thrower x1 @hull, hmg x2 @pintle",
    "Riders: line_infantry 6 | assault_rifle x6 | rides_in=Box",
    "Horse: line_infantry 8 | smg x8 | arm=cavalry dismounted=garrison_troops",
)


def army(*units: str, **case: Any) -> ListedForce:
    return shorthand.force({"units": units or UNITS, "settings": EVERYTHING, **case})


@lru_cache(maxsize=100)
def tracks_of(force: ListedForce, name: str) -> dict[str, Track]:
    context = RULESET.context(force)
    return {
        track.slug: track
        for group, unit in force.units()
        if unit.name == name
        for track in (*tracks(unit, group, context), OUT)
    }


def in_game(force: ListedForce, ticked: Ticked) -> DeployedForce[ForceList, Formation, ListedUnit]:
    """The force in a game in which units, by their names, have these boxes ticked."""
    states = {}
    for _, unit in force.units():
        if unit.name in ticked:
            found, now = tracks_of(force, unit.name), ticked[unit.name]
            assert now.keys() <= found.keys()
            standing = (track.now(now[slug]) if slug in now else track for slug, track in found.items())
            states[unit.id] = UnitState(tuple(standing), out=OUT.slug in now)
    return DeployedForce(force, states)


def side_of(force: ListedForce, name: str, ticked: Ticked | None = None) -> Side:
    deployed = None if ticked is None else in_game(force, ticked)
    return next(Side(force, group, unit, deployed) for group, unit in force.units() if unit.name == name)


def up_to(count: int) -> list[int]:
    return list(range(1, count + 1))


def prefills(force: ListedForce, name: str, ticked: Ticked | None) -> dict[str, Any]:
    """What every calculator is filled in with by a unit that engages one in the same state as itself."""
    own = side_of(force, name, ticked)
    deployed = own.deployed or DeployedForce(force)
    found = {}
    for calculator in RULESET.calculators:
        if calculator.prefill is not None:
            found[calculator.slug] = calculator.prefill(own, own)
        if calculator.from_forces is not None:
            found[calculator.slug] = calculator.from_forces(deployed, deployed)
        if calculator.against_force is not None:
            found[f"{calculator.slug} of a force"] = calculator.against_force(own, deployed)
    return found


def reading(name: str, slug: str, box: int) -> set[str]:
    """The calculators whose question changes once a box of a unit is ticked (all up to it where boxes count)."""
    force = army()
    boxes = after_tap(tracks_of(force, name)[slug], box).ticks
    states: tuple[Ticked, ...] = ({name: {}}, {name: {slug: list(boxes)}})
    before, after = (prefills(force, name, ticked) for ticked in states)
    return {calculator for calculator in before if before[calculator] != after[calculator]}


COMMAND = {"activation", "activation-run", "rally", "reaction-test", "disengage", "withdrawal", "unit-state", "stances"}
FIGURES = {"shooting", "comparison", "comparison of a force", "covering-fire", "reaction-test"}
FIRE = FIGURES | {"vehicle-damage", "stances"}
BLOWS = {"close-combat", "fight", "disengage"}
AT_IT = FIGURES | {"indirect-fire"}
ALL = COMMAND | FIRE | BLOWS | AT_IT | {"movement", "bale-out", "turn-check"}

READ = {
    ("Squad", "strength", 6): ALL,
    ("Squad", "markers", 2): ALL,
    ("Squad", "beyond", 1): ALL,
    ("Squad", "stance", 2): {
        "shooting", "vehicle-damage", "comparison", "comparison of a force", "covering-fire", "reaction-test",
        "stances", "indirect-fire", "movement", "turn-check",
    },
    ("Squad", "stance", 3): {
        "shooting", "comparison", "comparison of a force", "covering-fire", "reaction-test", "indirect-fire",
        "rally", "unit-state", "close-combat", "fight", "turn-check",
    },
    ("Squad", "covering", 1): {"vehicle-damage", "reaction-test"},
    ("Squad", "covering", 2): {"vehicle-damage", "reaction-test", "covering-fire"},
    ("Squad", "moved", 1): FIRE - {"covering-fire"},
    ("Squad", "moved", 2): FIRE | {"indirect-fire"},
    ("Squad", "situation", 1): {
        "shooting", "covering-fire", "reaction-test", "stances", "indirect-fire", "comparison of a force", "turn-check",
        "close-combat",
    },
    ("Squad", "situation", 2): {"movement", "withdrawal"},
    ("Squad", "turn", 1): {"activation-run"},
    ("Squad", "turn", 2): {"covering-fire", "reaction-test", "turn-check"},
    ("Squad", "turn", 3): {"reaction-test", "turn-check"},
    ("Squad", "slaughter", 1): {"rally"},
    ("Squad", "out-of-play", 1): {"activation-run", "comparison of a force"},
    ("Gun", "deployed", 1): {
        "shooting", "vehicle-damage", "comparison", "comparison of a force", "covering-fire", "reaction-test",
        "stances", "turn-check",
    },
    ("Beasts", "wounds", 2): AT_IT | BLOWS,
    ("Boss", "wounds", 2): AT_IT | BLOWS | {"stances"},
    ("Box", "wounds", 1): {
        "vehicle-damage", "comparison", "comparison of a force", "close-combat", "indirect-fire", "disengage",
    },
    ("Box", "systems", 1): FIRE | {"close-combat", "indirect-fire", "disengage"},
    ("Box", "systems", 3): {
        "vehicle-damage", "comparison", "comparison of a force", "close-combat", "indirect-fire", "movement",
        "disengage",
    },
    ("Scout", "lost", 1): ALL - {"movement"},
    ("Horse", "dismounted", 1): {"movement"},
}  # fmt: skip
"""Unit, track and box, and the calculators that ask for what it says."""

UNREAD = {
    ("Box", "damage", 1): "for what its player has to choose; nobody engages it before that",
    ("Riders", "aboard", 1): "who rides in a transport; nothing is asked of it but whether it may be engaged",
    ("Squad", "turn", 4): "who has activated; nothing is asked of it but whether it may still act",
}


@pytest.mark.parametrize("box", READ, ids=lambda box: "-".join(map(str, box)))
def test_questions_know_what_is_ticked(box: tuple[str, str, int]) -> None:
    assert reading(*box) == READ[box]


def test_every_box_is_read_or_listed() -> None:
    force = army()
    found = {
        (slug, 0 if track.counts or slug == "systems" else box)
        for _, unit in force.units()
        for slug, track in tracks_of(force, unit.name).items()
        for box in range(1, track.boxes + 1)
    }
    counted = {"strength", "markers", "beyond", "wounds", "deployed", "systems", "damage"}
    listed = {(slug, 0 if slug in counted else box) for _, slug, box in (*READ, *UNREAD)}
    # The stance at the start is the first box, which is ticked before a game.
    assert found == listed | {("stance", 1)}
    assert [reading(*box) for box in UNREAD] == [set()] * len(UNREAD)


def test_what_a_squad_has_on_the_tracker() -> None:
    found = tracks_of(army(), "Squad").values()
    assert [(track.slug, track.boxes) for track in found if track.printed] == [("strength", 10), ("markers", 5)]
    assert {track.slug: track.titles for track in found if not track.printed} == {
        "beyond": (),
        "stance": ("Normal", "Cautious", "Hiding"),
        "covering": ("On covering fire", "On covering fire after moving"),
        "moved": ("Has moved up to 6″", "Has moved over 6″"),
        "situation": ("In close combat", "Withdraws after failing a test"),
        "turn": (
            "Has tried to activate or rally",
            "Has fired covering fire",
            "Has taken its reaction test",
            "Has activated and has actions left",
        ),
        "slaughter": ("Has just slaughtered a unit",),
        "out-of-play": (),
    }
    assert {track.slug for track in found if track.exclusive} == {"stance", "covering", "moved", "situation"}
    plain = army(settings={})
    assert [track.slug for track in tracks_of(plain, "Squad").values() if not track.printed] == [
        "turn", "moved", "situation", "slaughter", "beyond", "out-of-play",
    ]  # fmt: skip
    assert tracks_of(plain, "Squad")["turn"].keys == ("acted", "active")


def test_d_markers_are_counted_up_to_the_cap() -> None:
    found = {name: tracks_of(army(), name)["markers"] for name in ("Squad", "Box")}
    assert {name: (track.boxes, track.usual_boxes) for name, track in found.items()} == {"Squad": (5, 3), "Box": (3, 3)}


def test_what_others_have() -> None:
    force = army()
    assert tracks_of(force, "Box").keys() == {
        "markers", "wounds", "systems", "lost", "damage", "covering", "moved", "situation", "turn", "slaughter",
        "out-of-play",
    }  # fmt: skip
    assert tracks_of(force, "Box")["systems"].keys == ("1", "2", "propulsion")
    assert tracks_of(force, "Box")["systems"].titles == (
        "Heavy Flame Thrower out",
        "Heavy Machine Gun out",
        "Propulsion out: it is immobilised",
    )
    assert tracks_of(force, "Box")["situation"].keys == ("engaged",)
    assert [slug for slug in ("strength", "wounds", "lost") if slug in tracks_of(force, "Boss")] == ["wounds"]
    assert [slug for slug in ("strength", "wounds", "lost") if slug in tracks_of(force, "Scout")] == ["lost"]
    assert tracks_of(force, "Riders")["aboard"].ticks == (1,)
    hidden = army("Squad: line_infantry 10 | smg x10 | stance=hiding", settings={})
    assert tracks_of(hidden, "Squad")["stance"].keys == ("hiding", "normal", "cautious")
    assert tracks_of(hidden, "Squad")["stance"].ticks == (1,)


def test_states_of_before_stand_in_the_same_boxes() -> None:
    force = army()
    before: Ticked = {
        "Squad": {"strength": up_to(6), "markers": up_to(4)},
        "Gun": {"deployed": [1]},
        "Beasts": {"wounds": up_to(2)},
        "Box": {"wounds": [1], "systems": [2, 3]},
    }
    now = {name: current(side_of(force, name, before)) for name in before}
    assert (now["Squad"].stats.figures, now["Squad"].markers) == (4, 4)
    assert (now["Gun"].deployed, current(side_of(force, "Gun", {})).deployed) == (True, False)
    assert (now["Beasts"].stats.figures, now["Beasts"].hurt) == (3, 2)
    assert ([armed.short for armed in now["Box"].stats.weapons], now["Box"].mobile) == (["Heavy Flamer"], False)


@pytest.mark.parametrize(
    ("lost", "fires"),
    [
        (0, [("Assault Rifle", 8), ("LSW", 1), ("RPG (HEAP)", 1)]),
        (6, [("Assault Rifle", 2), ("LSW", 1), ("RPG (HEAP)", 1)]),
        (8, [("LSW", 1), ("RPG (HEAP)", 1)]),
        (10, []),
    ],
)
def test_figures_left_fire_their_best_weapons(lost: int, fires: list[tuple[str, int]]) -> None:
    now = current(side_of(army(), "Squad", {"Squad": {"strength": up_to(lost)}}))
    assert [(armed.short, armed.count) for armed in now.stats.weapons] == fires
    assert now.is_gone is (lost == 10)


def test_second_men_are_needed_unless_they_fire() -> None:
    """Of three figures two stand at the machine gun; the second man fires his own weapon only where so read."""
    for reading, lost, fires in (
        ("loader_idle", 3, [("SMG", 1), ("HMG", 1)]),
        ("loader_fires", 3, [("SMG", 2), ("HMG", 1)]),
        ("loader_fires", 5, [("SMG", 1)]),
    ):
        force = army("Guns: line_infantry 6 | smg x3, hmg x1", house_rules={"heavy_crew": reading})
        left = current(side_of(force, "Guns", {"Guns": {"strength": up_to(lost)}})).stats.weapons
        assert [(armed.short, armed.count) for armed in left] == fires


def test_systems_of_twin_mounts_go_one_by_one_if_played_so() -> None:
    force = army(house_rules={"vehicle_xn": "n_systems"})
    now = current(side_of(force, "Box", {"Box": {"systems": [2]}}))
    assert [(armed.short, armed.count) for armed in now.stats.weapons] == [("Heavy Flamer", 1), ("HMG", 1)]


def test_the_last_wound_of_a_figure_takes_it() -> None:
    force = army()
    now = current(side_of(force, "Beasts", {"Beasts": {"wounds": up_to(4)}}))
    assert (now.stats.figures, now.hurt) == (2, 0)
    assert current(side_of(force, "Boss", {"Boss": {"wounds": up_to(3)}})).is_gone


@pytest.mark.parametrize(
    ("name", "ticked", "taken", "left"),
    [
        ("Squad", {}, Losses(3, 2, 0), (7, 2, 0)),
        ("Squad", {"strength": up_to(3), "markers": up_to(3)}, Losses(2, 0, 0), (5, 3, 0)),
        ("Squad", {"markers": up_to(3)}, Losses(0, 4, 0), (10, 7, 0)),
        ("Squad", {"strength": up_to(9)}, Losses(1, 1, 0), (0, 1, 0)),
        ("Beasts", {"wounds": up_to(2)}, Losses(1, 1, 0, 1), (2, 1, 1)),
        ("Beasts", {"wounds": up_to(4)}, Losses(1, 0, 0, 2), (1, 0, 2)),
        ("Boss", {"wounds": up_to(1)}, Losses(0, 0, 0, 2), (1, 0, 2)),
        ("Boss", {"wounds": up_to(1)}, Losses(1, 2, 0), (0, 2, 0)),
        ("Scout", {}, Losses(1, 0, 0), (0, 0, 0)),
    ],
)
def test_losses_change_the_tracks(
    name: str, ticked: dict[str, list[int]], taken: Losses, left: tuple[int, int, int]
) -> None:
    now = applied(army(), name, ticked, taken)
    assert (now.stats.figures, now.markers, now.hurt) == left


def applied(force: ListedForce, name: str, ticked: dict[str, list[int]], taken: Losses) -> Any:
    """The unit after losses."""
    side = side_of(force, name, {name: ticked})
    found, after = tracks_of(force, name), dict(ticked)
    for change in loss_changes(current(side), taken):
        track = found[change.track].now(after.get(change.track, ()))
        assert change.amount or change.box
        count = len(track.ticks) + change.amount
        after[change.track] = up_to(count) if change.amount else [track.box(change.box)]
        assert 0 <= count <= track.boxes
    return current(side_of(force, name, {name: after}))


def test_a_squad_in_a_game_fills_in_its_questions() -> None:
    force = army()
    ticked: Ticked = {
        "Squad": {
            "strength": up_to(6), "markers": up_to(2), "stance": [3], "moved": [1], "covering": [2], "turn": [1, 2],
        },
        "Boss": {"wounds": up_to(3)},
        "Scout": {OUT.slug: [1]},
    }  # fmt: skip
    found = prefills(force, "Squad", ticked)
    assert found["activation"]["unit"] == {
        "cv": 7, "markers": 2, "start": 10, "now": 4, "commander": False, "own_command": False, "no_enemy": False,
        "terrifying": False, "cover": "none",
    }  # fmt: skip
    assert found["activation"]["leader_cv"] == 0
    assert prefills(force, "Squad", {})["activation"]["leader_cv"] == 9
    target = found["shooting"]["target"]
    assert [target[name] for name in ("figures", "start", "markers", "stance")] == [4, 10, 2, Stance.HIDING.value]
    assert [found[slug]["shooters"]["moved"] for slug in ("shooting", "covering-fire")] == [6, 6]
    assert (found["covering-fire"]["fired"], found["reaction-test"]["tested"]) == (True, True)
    assert [(row["name"], row["markers"], row["modifier"]) for row in found["activation-run"]["units"]] == [
        ("Gun", 0, 0), ("Beasts", 0, 0), ("Box", 0, 0), ("Riders", 0, 0), ("Horse", 0, 0), ("Headquarters", 0, 0),
    ]  # fmt: skip
    assert found["rally"]["unit"]["markers"] == 2


def test_without_a_game_what_only_a_game_knows_is_taken_at_its_usual() -> None:
    force = army()
    before, fresh = prefills(force, "Squad", None), prefills(force, "Squad", {})
    assert [found["rally"]["unit"]["markers"] for found in (before, fresh)] == [3, 0]
    assert [found["withdrawal"]["unit"]["now"] for found in (before, fresh)] == [3, 10]
    guns = (prefills(force, "Gun", None), prefills(force, "Gun", {}))
    assert [found["shooting"]["shooters"]["deployed"] for found in guns] == [True, False]
    same = before.keys() - {"rally", "withdrawal", "stances"}
    assert {name: before[name] for name in same} == {name: fresh[name] for name in same}


@given(spec=values(ListedUnit, RULESET.catalogue), played=values(ForceList, RULESET.catalogue), data=st.data())
@settings(max_examples=30)
def test_every_state_of_every_unit_fills_in_a_question_that_fits(
    spec: ListedUnit, played: ForceList, data: st.DataObject
) -> None:
    listed = (Unit("", spec, "A"), *army().groups[0].units)
    made = add_group(replace(RULESET.new_force("Any"), spec=played), "One", Formation(), listed)
    force = made.with_ids()
    context = RULESET.context(force)
    states = {}
    for group, unit in force.units():
        found = [
            track.now(data.draw(st.sets(st.integers(1, max(1, track.boxes)), max_size=3)))
            for track in tracks(unit, group, context)
        ]
        states[unit.id] = UnitState(tuple(found), out=data.draw(st.booleans()))
    deployed = DeployedForce(force, states)
    sides = [Side(force, group, unit, deployed) for group, unit in force.units()]
    for calculator in RULESET.calculators:
        note(calculator.slug)
        if calculator.prefill is not None:
            for other in (None, *sides):
                decode(calculator.question, calculator.prefill(sides[0], other))
                decode(calculator.question, calculator.prefill(sides[-2], other))
        if calculator.from_forces is not None:
            decode(calculator.question, calculator.from_forces(deployed, deployed))
        if calculator.against_force is not None:
            decode(calculator.question, calculator.against_force(sides[0], deployed))
