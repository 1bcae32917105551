"""What changes of a squad in play, and which questions know of it."""

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.core.declarations.codec import decode
from rulesets.core.forces.force import Force
from rulesets.core.play.definition import all_tracks, out_of_play
from rulesets.core.play.states import OUT, Change, PlayState, Side, read_state
from rulesets.core.play.trackers import Track
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.cards import squad_card
from rulesets.systems.forum_combat.play import PLAY
from rulesets.systems.forum_combat.tracks import pieces_of, strength_of
from rulesets.systems.forum_combat.units import Command, Squad, Troop
from tests.rulesets.forum_combat import shorthand
from tests.rulesets.in_game import after_tap, deployed

FORCE = Force[Command, Squad, Troop]
ALPHA = "Alpha: 4 rifleman, heavy-weapon-team, officer [4 CP]"
BRAVO = "Bravo: 3 brute"


def force(*squads: str, **house_rules: str) -> FORCE:
    readings = {f"fc.{switch}": key for switch, key in house_rules.items()}
    return shorthand.force({"squads": squads or (ALPHA, BRAVO), "house_rules": readings})


def side_of(of: FORCE, state: PlayState, place: int = 0) -> Side:
    """A squad of a force in a game that stands so, by its place."""
    squad = of.groups[place]
    return Side(of, squad, squad.units[0], deployed(PLAY, RULESET.context(of), state))


def ticked(of: FORCE, **counts: int | tuple[int, ...]) -> PlayState:
    """Alpha's state: how many boxes of each track are ticked, or which (``hp_1a`` stands for ``hp-1a``)."""
    boxes = {slug.replace("_", "-"): list(n) if isinstance(n, tuple) else list(range(1, n + 1))
             for slug, n in counts.items()}  # fmt: skip
    return read_state({of.groups[0].id: boxes})


def prefills(of: FORCE, state: PlayState) -> dict[str, Any]:
    """What every calculator is filled in with from Alpha, against Bravo; ``own/`` and ``their`` Alpha as either."""
    alpha, bravo = side_of(of, state), side_of(of, state, 1)
    found: dict[str, Any] = {}
    for calculator in RULESET.calculators:
        if calculator.prefill is not None:
            found[f"{calculator.slug} by"] = calculator.prefill(alpha, bravo)
            found[f"{calculator.slug} at"] = calculator.prefill(bravo, alpha)
        if calculator.from_forces is not None and alpha.deployed is not None:
            found[calculator.slug] = calculator.from_forces(alpha.deployed, None)
    return found


def reading(slug: str, box: int) -> set[str]:
    """The questions that change once a box of Alpha is ticked (all up to it where boxes count)."""
    of = force()
    squad = of.groups[0].id
    track = next(each for each in (*all_tracks(PLAY, RULESET.context(of))[squad], OUT) if each.slug == slug)
    before, after = (prefills(of, state) for state in (PlayState(), PlayState().set(squad, after_tap(track, box))))
    return {name for name in after if before[name] != after[name]}


OWN_LOSSES = {
    "shooting by",
    "firing-into-melee by",
    "melee by",
    "exchange by",
    "weapons by",
    "disengage by",
    "morale by",
}
THEIR_LOSSES = {"shooting at", "firing-into-melee at", "melee at", "exchange at", "weapons at"}

READ = {
    ("hp-1a", 1): OWN_LOSSES | THEIR_LOSSES | {"aftermath", "movement by"},
    ("hp-1a", 2): OWN_LOSSES | THEIR_LOSSES | {"aftermath"},
    ("hp-1f", 1): {"melee by", "exchange by", "morale by"} | THEIR_LOSSES,
    ("out", 2): OWN_LOSSES | THEIR_LOSSES | {"aftermath", "movement by"},
    ("out-of-play", 1): {"aftermath", "morale by", "movement by", "disengage by"},
    ("shot", 1): {"movement by"},
    ("broken", 1): {
        "shooting by", "firing-into-melee by", "melee by", "exchange by", "movement by", "disengage by",
        "melee at", "exchange at",
    },
    ("carried", 1): {"movement by", "disengage by"},
    ("abandoned", 1): {"morale by"},
    ("place", 1): {"shooting at", "firing-into-melee at"},
    ("place", 2): {"firing-into-melee at"},
    ("moved", 2): {"charge at"},
    ("done", 2): {"charge at"},
}  # fmt: skip
"""Box of a track, and the questions that know of it: by the squad, or at it."""

UNREAD = {
    ("cp", None): "no calculator asks for Command Points; abilities are bonuses in its fields",
    ("done", 1): "a squad that has fought may do all that one may that has not; the tracker alone needs to know",
    ("done", 3): "a squad whose morale was tested may still be asked about; the tracker alone needs to know",
    ("moved", 1): "moving changes nothing of what other questions ask",
    ("moved", 3): "who has charged is in melee, which has a box of its own",
    ("left", None): "counts with those abandoned, only among units that lie in the field",
}


@pytest.mark.parametrize("box", READ, ids=lambda box: f"{box[0]}-{box[1]}")
def test_questions_know_what_is_ticked(box: tuple[str, int]) -> None:
    assert reading(*box) == READ[box]


def kind(track: Track) -> str:
    """The slug of a track, those of single units and lines by their kind."""
    return track.slug.partition("-")[0] if track.slug.startswith(("hp-", "cp-")) else track.slug


def test_every_box_is_read_or_listed() -> None:
    of = force()
    found = (*all_tracks(PLAY, RULESET.context(of))[of.groups[0].id], OUT)
    boxes = {(kind(track), None if track.counts else box) for track in found for box in range(1, track.boxes + 1)}
    counted = {kind(track) for track in found if track.counts}
    listed = {(slug.partition("-")[0] if slug.startswith("hp-") else slug, box) for slug, box in (*READ, *UNREAD)}
    assert boxes == {(slug, None if slug in counted else box) for slug, box in listed}
    for slug, box in UNREAD:
        if box is not None:
            assert reading(slug, box) == set(), slug
    assert reading("cp-" + of.groups[0].units[2].id, 4) == set()
    assert reading("left", 2) == set()


def test_those_left_in_earlier_rounds_count_after_the_combat() -> None:
    of = force()
    alpha = prefills(of, ticked(of, hp_1a=1, hp_1b=1, hp_1c=2, abandoned=1, left=1))["aftermath"]
    assert alpha == {"abandoned": 2, "wiped": 0, "kept": 0, "killed": 1}
    assert prefills(of, PlayState())["aftermath"] == {}
    wiped = prefills(of, ticked(of, out=6))["aftermath"]
    assert wiped == {"abandoned": 0, "wiped": 6, "kept": 0, "killed": 0}


def test_boxes_on_paper_are_as_they_were() -> None:
    of = force()
    squad, context = of.groups[0], RULESET.context(of)
    printed = [track for track in all_tracks(PLAY, context)[squad.id] if track.printed]
    assert list(squad_card(squad, context).tracks) == printed
    assert [track.slug for track in printed] == [
        "out", "shot", "broken", "carried", "abandoned", "hp-1a", "hp-1b", "hp-1c", "hp-1d", "hp-1e",
        f"cp-{squad.units[2].id}", "hp-1f",
    ]  # fmt: skip


def test_units_bear_no_boxes_of_their_own() -> None:
    of = force()
    assert set(all_tracks(PLAY, RULESET.context(of))) == {group.id for group in of.groups}


@pytest.mark.parametrize(
    ("counts", "healths"),
    [
        ({}, [1, 1, 1, 1, 2, 3]),
        ({"hp_1a": 1}, [0, 1, 1, 1, 2, 3]),
        ({"hp_1a": 2, "hp_1f": 4}, [-1, 1, 1, 1, 2, -1]),
        ({"out": 2}, [0, 0, 1, 1, 2, 3]),
        ({"out": 2, "hp_1c": 1}, [0, 1, 0, 1, 2, 3]),
        ({"out": 1, "hp_1c": 1}, [1, 1, 0, 1, 2, 3]),
        ({"out": 1, "hp_1f": 1}, [0, 1, 1, 1, 2, 2]),
        ({"out": 6, "hp_1f": 1}, [0, 0, 0, 0, 0, 0]),
        ({"out": 6}, [0, 0, 0, 0, 0, 0]),
    ],
)
def test_hp_of_each_unit_from_its_boxes_and_from_those_out(counts: dict[str, int], healths: list[int]) -> None:
    of = force()
    full = [piece.hp for piece in pieces_of(side_of(of, PlayState()))]
    assert full == [1, 1, 1, 1, 2, 3]
    assert [piece.hp for piece in pieces_of(side_of(of, ticked(of, **counts)))] == healths


def test_what_is_left_of_a_squad() -> None:
    of = force()
    left = strength_of(side_of(of, ticked(of, hp_1a=1, hp_1b=2, hp_1f=2)))
    assert (left.start, left.standing, left.living, left.hp_start, left.hp_left) == (6, 4, 5, 9, 5)


def test_a_squad_in_a_game_fills_questions_in() -> None:
    of = force()
    found = prefills(of, ticked(of, hp_1a=1, hp_1e=1, hp_1f=2, broken=1, shot=1, carried=1, place=(1,)))
    assert [(row["name"], row["count"]) for row in found["shooting by"]["firing"]][:1] == [("Bolt-Action Rifle", 3)]
    rows = [(row["name"], row["count"], row["hurt"], row["crew"]) for row in found["shooting at"]["target"]]
    assert rows == [("Rifleman", 3, 0, 1), ("Heavy Weapon Team", 1, 1, 2), ("Officer", 1, 2, 1)]
    assert (found["shooting at"]["start"], found["shooting at"]["cover"]) == (6, 1)
    assert found["movement by"] == {"mov": 5, "shot": True, "broken": True, "downed": 1}
    assert found["morale by"] == {
        "ld": 7, "hero_ld": 6, "abandoned": 0, "start": 6, "standing": 5, "downed": 1, "hp_start": 9, "hp_left": 5,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("counts", "tiles"),
    [
        ({"out": 3}, 4),
        ({"hp_1a": 1, "hp_1b": 1, "hp_1c": 2}, 5),
        ({"out": 3, "abandoned": 1, "left": 1}, 6),
        ({"out": 3, "carried": 1}, 4),
        ({"carried": 2}, 5),
        ({"out": 1, "abandoned": 3}, 7),
    ],
)
def test_the_downed_slow_their_squad(counts: dict[str, int], tiles: int) -> None:
    of = force()
    asked, house = prefills(of, ticked(of, **counts)), RULESET.context(of).house
    movement = RULESET.calculator("movement")
    answer = movement.ask(decode(movement.question, asked["movement by"]), RULESET.catalogue, house)
    assert answer.headline == f"{tiles} tiles"
    assert asked["disengage by"]["downed"] == asked["movement by"]["downed"]


def test_a_line_out_of_play_counts_as_lost() -> None:
    of = force("Alpha: 4 rifleman, 2 brute", BRAVO)
    riflemen, brutes = of.groups[0].units
    gone = PlayState().changed(Change(OUT.slug, box="out", holder=riflemen.id), ())
    found = prefills(of, gone)
    assert strength_of(side_of(of, gone)).standing == 2
    assert [row["name"] for row in found["shooting at"]["target"]] == ["Brute"]
    assert [row["unit"]["name"] for row in found["melee by"]["own"]] == ["Brute"]
    assert (found["morale by"]["standing"], found["aftermath"]["kept"]) == (2, 4)
    now = deployed(PLAY, RULESET.context(of), gone)
    assert PLAY.consequences is not None
    assert [each.rule for each in PLAY.consequences(now, RULESET.context(of))] == ["FC-MOR-2", "FC-MOV-4"]
    assert out_of_play(PLAY, now) == {riflemen.id}
    both = gone.changed(Change(OUT.slug, box="out", holder=brutes.id), ())
    assert out_of_play(PLAY, deployed(PLAY, RULESET.context(of), both)) == {riflemen.id, brutes.id}


@pytest.mark.parametrize("ways", [{"out": 6}, {"out_of_play": 1}])
def test_either_way_to_say_that_a_squad_is_lost_counts(ways: dict[str, int]) -> None:
    of = force()
    lost, found = side_of(of, ticked(of, **ways)), prefills(of, ticked(of, **ways))
    assert strength_of(lost).standing == found["morale by"]["standing"] == 0
    assert found["aftermath"] == {"abandoned": 0, "wiped": 6, "kept": 0, "killed": 0}
    assert not PLAY.in_play(lost)
    now = deployed(PLAY, RULESET.context(of), ticked(of, **ways))
    assert out_of_play(PLAY, now) == {unit.id for unit in of.groups[0].units}


def test_each_further_hurt_unit_of_a_line_has_a_row_of_its_own() -> None:
    of = force("Alpha: 10 brute", BRAVO)
    hurt = {f"hp_1{letter}": n for letter, n in zip("abcdefghij", (1, 2, 3, 1, 2, 3, 1, 2, 3, 1), strict=True)}
    rows = prefills(of, ticked(of, **hurt))["shooting at"]["target"]
    assert [(row["count"], row["hurt"]) for row in rows] == [
        (3, 3), (1, 3), (1, 3), (1, 2), (1, 2), (1, 2), (1, 1), (1, 1),
    ]  # fmt: skip
    assert sum(row["count"] for row in rows) == 10


def test_a_hero_who_fell_lends_no_leadership() -> None:
    of = force()
    assert prefills(of, ticked(of, hp_1f=2))["morale by"]["hero_ld"] == 6
    assert prefills(of, ticked(of, hp_1f=3))["morale by"]["hero_ld"] is None


def test_a_squad_of_which_nobody_stands_has_no_answer() -> None:
    of = force()
    gone = side_of(of, ticked(of, out=6)), side_of(of, ticked(of, out=6), 1)
    last = side_of(of, ticked(of, out=5)), side_of(of, ticked(of, out=5), 1)
    asked = [calculator for calculator in RULESET.calculators if calculator.unsuited is not None]
    assert len(asked) == 8
    for calculator in asked:
        assert calculator.unsuited is not None
        assert calculator.unsuited(*gone) is not None
        assert calculator.unsuited(*last) is None


SQUADS = st.sampled_from(
    (ALPHA, BRAVO, "Alpha: 2 heavy-weapon-team", "Alpha: 8 assault-trooper, officer", "Alpha: rifleman")
)
READINGS = st.sampled_from(({}, {"hwt_units": "two"}, {"alloc": "spread"}, {"strength": "hp"}))


@pytest.mark.parametrize("calculator", RULESET.calculators, ids=lambda calculator: calculator.slug)
@given(squads=st.tuples(SQUADS, SQUADS), readings=READINGS, data=st.data())
@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
def test_every_state_of_every_squad_fills_in_a_question_that_fits(
    calculator: Any, squads: tuple[str, str], readings: dict[str, str], data: st.DataObject
) -> None:
    of = force(*squads, **readings)
    state = PlayState()
    for holder, found in all_tracks(PLAY, RULESET.context(of)).items():
        for track in (*found, OUT):
            boxes = data.draw(st.integers(0, track.boxes))
            state = state.set(holder, track.now(range(1, boxes + 1) if track.counts else {boxes}))
    first, second = side_of(of, state), side_of(of, state, 1)
    if calculator.prefill is not None:
        for own, other in ((first, second), (second, first), (first, None)):
            decode(calculator.question, calculator.prefill(own, other))
    if calculator.from_forces is not None:
        decode(calculator.question, calculator.from_forces(first.deployed, None))
