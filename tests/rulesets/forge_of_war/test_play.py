"""A Forge of War game at the table: the turn, what follows from a state, engagements and what they change."""

from dataclasses import replace
from functools import lru_cache
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import Answer, Result, SolveContext
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.fields import field_of
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.definition import Acts, all_tracks
from rulesets.core.play.states import OUT, Change, InvalidChange, PlayState, Side
from rulesets.core.play.trackers import Track
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.play import PLAY
from rulesets.systems.forge_of_war.tables import CAPS, Training
from rulesets.systems.forge_of_war.tracks import CurrentUnit, current
from rulesets.systems.forge_of_war.units import ListedForce
from rulesets.systems.forge_of_war.vehicles.damage import Ending
from tests.rulesets.forge_of_war.test_tracks import UNITS, Ticked, army, side_of, tracks_of, up_to
from tests.rulesets.in_game import barred, deployed

KINDS = (
    *UNITS,
    "Plasma: special_forces_assault 5 | plasma_rifle x4, flame_thrower x1 | close_combat=2",
    "Snipers: special_forces_recon 6 | sniper_rifle x3",
    "Tank: !battle_tank",
)
FORCE = army(*KINDS)
NAMES = tuple(unit.name for _, unit in FORCE.units() if unit.name not in ("Riders", "Headquarters"))
PAIRS = list(product(NAMES, NAMES))


def play_state(force: ListedForce, ticked: Ticked) -> PlayState:
    state = PlayState()
    for _, unit in force.units():
        for slug, boxes in ticked.get(unit.name, {}).items():
            state = state.set(unit.id, tracks_of(force, unit.name)[slug].now(boxes))
    return state


@lru_cache(maxsize=100)
def all_tracks_of(force: ListedForce) -> dict[str, tuple[Track, ...]]:
    return all_tracks(PLAY, RULESET.context(force))


def after(force: ListedForce, ticked: Ticked, name: str, changes: tuple[Change, ...]) -> CurrentUnit:
    """The unit once the changes are made to it; raises ``InvalidChange`` where they cannot be."""
    context = RULESET.context(force)
    group, unit = next((group, unit) for group, unit in force.units() if unit.name == name)
    state, found = play_state(force, ticked), all_tracks_of(force)[unit.id]
    for each in changes:
        assert not each.holder
        state = state.changed(Change(each.track, each.amount, each.box, each.on, holder=unit.id), found)
    return current(Side(force, group, unit, deployed(PLAY, context, state)))


# --- the turn and the row ------------------------------------------------------------------------------


def test_the_initiative_goes_to_and_fro_in_one_segment() -> None:
    house = HouseRules(RULESET.rulings)
    assert [(each.slug, each.acts, each.rule) for each in PLAY.sequence(house)] == [
        ("initiative", Acts.BOTH, "§8"),
        ("activations", Acts.ONE, "§8"),
        ("end", Acts.BOTH, "§8"),
    ]


def test_the_three_values_of_a_row() -> None:
    context = RULESET.context(FORCE)
    shown = {
        unit.name: [(stat.heading, stat.value) for stat in PLAY.values(unit, group, context)]
        for group, unit in FORCE.units()
    }
    assert shown["Squad"] == [("CV", "7"), ("SV", "7"), ("AV", "1")]
    assert shown["Box"] == [("CV", "7"), ("SV", "6"), ("AV", "8/7/6")]
    (mob,) = army("Mob: rioters 20", commander=False).groups[0].units
    assert [stat.heading for stat in PLAY.values(mob, FORCE.groups[0], context)] == ["CV", "FV", "AV"]


def test_who_has_acted_and_who_is_hurt() -> None:
    cases: list[tuple[str, dict[str, list[int]], bool, bool]] = [
        ("Squad", {}, False, False),
        ("Squad", {"turn": [1]}, True, False),
        ("Squad", {"turn": [1, 4]}, False, False),
        ("Squad", {"turn": [2, 3], "moved": [1], "stance": [2]}, False, False),
        ("Squad", {"strength": [1]}, False, True),
        ("Squad", {"markers": [1]}, False, True),
        ("Boss", {"wounds": [1]}, False, True),
        ("Box", {"systems": [1]}, False, True),
        ("Scout", {"lost": [1]}, False, True),
    ]
    for name, ticked, acted, hurt in cases:
        state = side_of(FORCE, name, {name: ticked}).state
        assert (PLAY.acted(state), PLAY.hurt(state)) == (acted, hurt), (name, ticked)


def test_a_turn_ends_what_counts_for_it_alone() -> None:
    ticked: Ticked = {"Squad": {"turn": [1, 2, 3], "moved": [2], "covering": [2], "stance": [3], "slaughter": [1]}}
    context = RULESET.context(FORCE)
    own = deployed(PLAY, context, play_state(FORCE, ticked))
    assert PLAY.resets is not None
    assert [list(PLAY.resets(segment, True, own, context)) for segment in ("initiative", "activations")] == [[], []]
    due = list(PLAY.resets("end", False, own, context))
    assert {(each.track, each.box, each.on) for each in due} == {
        ("moved", "fast", False), ("turn", "acted", False), ("turn", "covered", False), ("turn", "reacted", False),
    }  # fmt: skip
    squad = next(unit for _, unit in FORCE.units() if unit.name == "Squad")
    assert {each.holder for each in due} == {squad.id}


# --- what follows ---------------------------------------------------------------------------------------


def consequences(ticked: Ticked, force: ListedForce = FORCE) -> list[tuple[str, str, str]]:
    """Name of the holder, rule and offer of each consequence."""
    context = RULESET.context(force)
    assert PLAY.consequences is not None
    names = {unit.id: unit.name for _, unit in force.units()}
    state = play_state(force, ticked)
    found = list(PLAY.consequences(deployed(PLAY, context, state), context))
    for each in found:
        assert each.message.endswith(".")
        assert bool(each.offer) is bool(each.offers)
        for change in each.offers:
            state.changed(change, all_tracks(PLAY, context)[change.holder])
    return [(names[each.holder], each.rule, each.offer) for each in found]


OUT_OF_PLAY = "Put it out of play"
HALF, THIRD, FULL = ("§8", ""), ("FOW-P10", ""), ("FOW-P03", "")
STAY = ("§14", "")


@pytest.mark.parametrize(
    ("name", "ticked", "expected"),
    [
        ("Squad", {"strength": up_to(4)}, []),
        ("Squad", {"strength": up_to(5)}, [HALF, STAY]),
        ("Squad", {"strength": up_to(6)}, [HALF, STAY]),
        ("Squad", {"strength": up_to(7)}, [HALF, THIRD, STAY]),
        ("Squad", {"strength": up_to(9)}, [HALF, THIRD, STAY]),
        ("Squad", {"strength": up_to(10)}, [("§25", OUT_OF_PLAY)]),
        ("Squad", {"strength": up_to(10), "markers": up_to(3), "out-of-play": [1]}, []),
        ("Squad", {"markers": up_to(2)}, []),
        ("Squad", {"markers": up_to(3)}, [FULL]),
        ("Squad", {"situation": [1]}, []),
        ("Squad", {"situation": [2]}, [("§11", "")]),
        ("Squad", {"situation": [1], "stance": [2]}, [("stance rules", "Normal stance")]),
        ("Squad", {"moved": [1]}, [("Reaction Test", "")]),
        ("Beasts", {"wounds": up_to(3)}, []),
        ("Beasts", {"wounds": up_to(4)}, [("§25", "Count it as lost")]),
        ("Beasts", {"strength": up_to(2), "wounds": up_to(4)}, [("§25", OUT_OF_PLAY)]),
        ("Boss", {"wounds": up_to(2)}, []),
        ("Boss", {"wounds": up_to(3)}, [("§25", OUT_OF_PLAY)]),
        ("Scout", {"lost": [1]}, [("§25", OUT_OF_PLAY)]),
        ("Tank", {"systems": [1]}, []),
        ("Tank", {"lost": [1]}, [("§38", OUT_OF_PLAY)]),
        ("Tank", {"markers": up_to(3)}, [FULL]),
    ],
)
def test_what_follows_from_a_state(name: str, ticked: dict[str, list[int]], expected: list[tuple[str, str]]) -> None:
    assert consequences({name: ticked}) == [(name, *each) for each in expected]


def test_a_vehicle_with_nothing_left_to_give_up_is_wrecked_next() -> None:
    tank = tracks_of(FORCE, "Tank")
    every = up_to(tank["systems"].boxes)
    spent = {"wounds": up_to(tank["wounds"].boxes)} if "wounds" in tank else {}
    assert consequences({"Tank": {"systems": every[:-1], **spent}}) == []
    assert consequences({"Tank": {"systems": every, **spent}}) == [("Tank", "§38", ""), ("Tank", "§38", "")]
    readings = next(each.keys for each in RULESET.rulings if each.switch == "vehicle_no_system_left")
    other = next(key for key in readings if key != "destroyed")
    force = army(*KINDS, house_rules={"vehicle_no_system_left": other})
    assert consequences({"Tank": {"systems": every, **spent}}, force) == [("Tank", "§38", "")]


@pytest.mark.parametrize("ticked", [{"systems": [3]}, {"lost": [1]}, {"out-of-play": [1]}])
def test_passengers_bale_out_of_a_transport_that_stops_or_burns(ticked: dict[str, list[int]]) -> None:
    def owed(riders: dict[str, list[int]]) -> list[tuple[str, str, str]]:
        return [each for each in consequences({"Box": ticked, "Riders": riders}) if each[0] == "Riders"]

    assert owed({}) == [("Riders", "§38", "It has got out")]
    assert owed({"markers": [1]}) == [("Riders", "§38", "It has got out")]
    assert owed({"aboard": []}) == []
    assert owed({"out-of-play": [1]}) == []
    assert consequences({"Box": {"systems": [1]}}) == []


@pytest.mark.parametrize(
    ("becomes", "said"),
    [
        (" dismounted=garrison_troops", "On foot: Garrison and Conscript Troops, CV6-SV5-FV5-AV1-W1, 5 of 6 fight."),
        ("", "On foot: 5 of 6 fight."),
    ],
)
def test_who_has_dismounted_is_told_what_the_card_says(becomes: str, said: str) -> None:
    force = army(f"Horse: line_infantry 8 | smg x8 | arm=cavalry{becomes}")
    context, ticked = RULESET.context(force), {"Horse": {"dismounted": [1], "strength": up_to(2)}}
    assert PLAY.consequences is not None
    told = list(PLAY.consequences(deployed(PLAY, context, play_state(force, ticked)), context))
    assert [each.message.startswith(said) for each in told if each.rule == "§5"] == [True]
    assert consequences({"Horse": {"strength": up_to(2)}}, force) == []


def test_permanent_markers_are_offered_where_they_are_taken_at_once() -> None:
    force = army(*KINDS, house_rules={"perm_markers_auto": "on"})
    assert consequences({"Squad": {"strength": up_to(5)}}, force)[-1] == ("Squad", "§14", "Take 1 D-marker")
    assert consequences({"Squad": {"strength": up_to(8)}}, force)[-1] == ("Squad", "§14", "Take 2 D-markers")
    assert consequences({"Squad": {"strength": up_to(5), "markers": [1]}}, force)[-1] == ("Squad", "§14", "")


def test_reaction_tests_are_owed_where_they_are_played() -> None:
    assert consequences({"Squad": {"moved": [1]}}, army(*KINDS, settings={})) == []


# --- engagements -----------------------------------------------------------------------------------------


def engaged(own: str, opposing: str, ticked: Ticked | None = None, force: ListedForce = FORCE) -> list[str]:
    sides = [side_of(force, name, ticked or {}) for name in (own, opposing)]
    return [each.calculator for each in PLAY.engagements(*sides)]


@pytest.mark.parametrize(
    ("own", "opposing", "ticked", "expected"),
    [
        ("Squad", "Gun", {}, ["shooting", "close-combat", "reaction-test"]),
        ("Squad", "Tank", {}, ["vehicle-damage"]),
        ("Plasma", "Tank", {}, ["vehicle-damage", "close-combat"]),
        ("Gun", "Squad", {}, ["shooting", "indirect-fire", "close-combat", "reaction-test"]),
        ("Gun", "Tank", {}, ["vehicle-damage", "indirect-fire"]),
        ("Tank", "Squad", {}, ["shooting", "reaction-test"]),
        ("Tank", "Squad", {"Tank": {"systems": [1, 2, 3, 4]}}, ["reaction-test"]),
        ("Squad", "Gun", {"Squad": {"turn": [1]}}, ["reaction-test", "shooting", "close-combat"]),
        ("Squad", "Gun", {"Squad": {"turn": [1], "covering": [1]}}, ["covering-fire", "shooting", "close-combat"]),
        ("Squad", "Gun", {"Squad": {"covering": [1]}}, ["shooting", "covering-fire", "close-combat"]),
        ("Squad", "Gun", {"Squad": {"turn": [3]}}, ["shooting", "close-combat"]),
        ("Squad", "Gun", {"Squad": {"stance": [3]}}, ["shooting", "close-combat"]),
        ("Squad", "Gun", {"Squad": {"situation": [1]}}, ["close-combat"]),
        ("Squad", "Gun", {"Gun": {"situation": [1]}}, ["close-combat"]),
        ("Squad", "Gun", {"Squad": {"situation": [1]}, "Gun": {"situation": [1]}}, ["close-combat", "disengage"]),
        ("Box", "Gun", {"Box": {"situation": [1]}, "Gun": {"situation": [1]}}, ["disengage"]),
        ("Squad", "Gun", {"Squad": {"turn": [1, 4]}}, ["shooting", "close-combat", "reaction-test"]),
        ("Squad", "Gun", {"Gun": {"strength": up_to(4)}}, []),
        ("Squad", "Gun", {"Squad": {"out-of-play": [1]}}, []),
        ("Squad", "Tank", {"Tank": {"lost": [1]}}, []),
        ("Squad", "Riders", {}, []),
        ("Riders", "Squad", {"Riders": {"aboard": []}}, ["shooting", "close-combat", "reaction-test"]),
    ],
)
def test_the_right_calculator_comes_first(own: str, opposing: str, ticked: Ticked, expected: list[str]) -> None:
    assert engaged(own, opposing, ticked) == expected


@pytest.mark.parametrize(
    ("own", "ticked", "readings", "expected"),
    [
        ("Gun", {"Squad": {"situation": [1]}}, {}, ["indirect-fire", "close-combat"]),
        ("Gun", {"Squad": {"situation": [1]}}, {"template_on_combat": "safe"}, ["close-combat"]),
        ("Gun", {"Squad": {"situation": [1]}}, {"indirect_attack": "weight_of_fire"}, ["close-combat"]),
        ("Gun", {"Gun": {"situation": [1]}}, {}, ["close-combat"]),
    ],
)
def test_shells_alone_may_fall_on_a_close_combat(
    own: str, ticked: Ticked, readings: dict[str, str], expected: list[str]
) -> None:
    force = army(*KINDS, house_rules=readings)
    assert engaged(own, "Squad", ticked, force) == expected
    own_side, opposing = (side_of(force, name, ticked) for name in (own, "Squad"))
    if "indirect-fire" in expected:
        _, results = played("indirect-fire", own_side, opposing)
        assert any(each.opposing for each in results)


CLAW = {"kind": "weapon", "key": "claw", "close_combat": 3}
WALKERS = army(*KINDS, "Walker: !light_walker | claw x1, minigun_20mm x1", entries=[CLAW])


def test_a_walker_attacks_and_bears_what_it_suffers() -> None:
    assert engaged("Walker", "Squad", force=WALKERS) == ["shooting", "close-combat", "reaction-test"]
    assert engaged("Walker", "Tank", force=WALKERS) == ["vehicle-damage", "close-combat"]
    assert engaged("Tank", "Walker", force=WALKERS) == ["vehicle-damage"]
    no_claw: Ticked = {"Walker": {"systems": [1]}}
    assert engaged("Walker", "Tank", no_claw, WALKERS) == ["vehicle-damage"]
    own, opposing = side_of(WALKERS, "Walker", {}), side_of(WALKERS, "Plasma", {})
    answer, results = played("close-combat", own, opposing)
    mine = [each for each in results if each.part == "own"]
    assert {each.label.partition(":")[0] for each in mine} == {"Attacker"}
    before = current(own)
    ends = {ended(before, after(WALKERS, {}, "Walker", each.own)) for each in mine}
    outcomes = possible(answer, "What happens to the attacking vehicle")
    assert ends == {MODERATE.get(each, each) for each in outcomes}
    theirs = [after(WALKERS, {}, "Plasma", each.opposing) for each in results if each.part != "own"]
    assert {str(5 - each.stats.figures) for each in theirs} == possible(answer, "Defenders: Figures lost")
    assert all(each.engaged or each.is_gone for each in theirs)


@pytest.mark.parametrize(("reading", "offered"), [("needs_value", False), ("normal", True), ("never", False)])
def test_fists_are_offered_at_a_tank_only_where_they_harm_it(reading: str, offered: bool) -> None:
    force = army(*KINDS, house_rules={"cc_vs_vehicle": reading})
    assert ("close-combat" in engaged("Squad", "Tank", force=force)) is offered


def test_without_options_no_engagement_of_theirs() -> None:
    plain = army(*KINDS, settings={})
    assert engaged("Gun", "Squad", force=plain) == ["shooting", "close-combat"]


def test_no_weapon_no_fire() -> None:
    force = army("Mob: rioters 20", "Squad: line_infantry 10 | smg x10")
    assert engaged("Mob", "Squad", force=force) == ["close-combat", "reaction-test"]


@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_engagements_name_fields_of_their_question(pair: tuple[str, str]) -> None:
    own, opposing = (side_of(FORCE, name, {}) for name in pair)
    for each in PLAY.engagements(own, opposing):
        calculator = RULESET.calculator(each.calculator)
        assert calculator.results is not None
        assert calculator.unsuited is None or calculator.unsuited(own, opposing) is None
        assert len(each.conditions) <= 4
        assert not each.steps or (5 <= len(each.steps) <= 7 and each.distance)
        for path in (*((each.distance,) if each.distance else ()), *each.conditions):
            spec: Any = calculator.question
            for name in path.split("."):
                spec = field_of(spec, name).type


# --- what may have happened -------------------------------------------------------------------------------

STATES: tuple[Ticked, ...] = (
    {},
    {
        "Squad": {"strength": up_to(6), "markers": up_to(2), "stance": [3], "covering": [1], "slaughter": [1]},
        "Gun": {"markers": up_to(3), "moved": [1]},
        "Beasts": {"strength": [1], "wounds": up_to(3), "markers": [1]},
        "Boss": {"wounds": up_to(2)},
        "Plasma": {"strength": up_to(3), "markers": up_to(2), "turn": [1]},
        "Snipers": {"strength": up_to(2), "stance": [2]},
        "Box": {"wounds": [1], "systems": [1], "markers": up_to(2), "moved": [2]},
        "Tank": {"systems": [1, 3], "markers": [1]},
    },
)


def played(slug: str, own: Side, opposing: Side, **changes: Any) -> tuple[Answer, tuple[Result, ...]]:
    calculator = RULESET.calculator(slug)
    assert calculator.prefill is not None
    assert calculator.results is not None
    question = decode(calculator.question, {**calculator.prefill(own, opposing), **changes})
    context = RULESET.context(own.force)
    answer = calculator.ask(question, context.catalogue, context.house)
    return answer, calculator.results(question, own, opposing, SolveContext(context.catalogue, context.house))


def possible(answer: Answer, title: str) -> set[str]:
    return {
        outcome.label for chart in answer.charts if chart.title == title for outcome in chart.outcomes if outcome.chance
    }


MODERATE = dict.fromkeys((each.label for each in (Ending.WOUNDED, Ending.DISARMED, Ending.IMMOBILISED)), "moderate")
"""What the owner's choice makes of moderate damage."""


def ended(before: CurrentUnit, now: CurrentUnit) -> str:
    """What became of a vehicle, as its tracks say it."""
    if now.is_gone:
        return Ending.DESTROYED.label
    lost = (before.mobile, len(before.systems), -before.hurt) != (now.mobile, len(now.systems), -now.hurt)
    if now.to_choose or lost:
        return "moderate"
    return Ending.SHAKEN.label if now.markers > before.markers else Ending.UNHARMED.label


def compare(slug: str, answer: Answer, results: tuple[Result, ...], names: tuple[str, str], ticked: Ticked) -> None:
    """Every outcome that is possible has its result, and no result comes to another outcome."""
    own, opposing = names
    assert len({each.label for each in results}) == len(results)
    theirs, mine = (current(side_of(FORCE, name, ticked)) for name in (opposing, own))
    ends = [
        (each, after(FORCE, ticked, own, each.own), after(FORCE, ticked, opposing, each.opposing)) for each in results
    ]
    backfired = [each for each in results if each.label.startswith("Backfire")]
    assert len(backfired) == len(possible(answer, "Backfire hits on the firers") - {"0"})
    if theirs.stats.is_vehicle:
        hits = [now for each, _, now in ends if each not in backfired and not each.label.startswith("Attackers")]
        outcomes = possible(answer, "What happens to the vehicle") or {Ending.UNHARMED.label}
        assert {ended(theirs, now) for now in hits} == {MODERATE.get(each, each) for each in outcomes}
    elif slug == "close-combat":
        for title, place, before in (("Defenders: ", 2, theirs), ("Attackers: ", 1, mine)):
            struck = [row[place] for row in ends if row[0].label.startswith(title)]
            check_losses(answer, title, struck, before)
    else:
        check_losses(answer, "", [now for each, _, now in ends if each not in backfired], theirs)


def check_losses(answer: Answer, title: str, ends: list[Any], before: CurrentUnit) -> None:
    lost = {str(before.stats.figures - now.stats.figures) for now in ends}
    assert lost == possible(answer, f"{title}Figures lost")
    assert {str(now.markers) for now in ends} == possible(answer, f"{title}D-markers afterwards")


@pytest.mark.parametrize("ticked", STATES, ids=("at first", "hurt"))
@pytest.mark.parametrize("pair", PAIRS, ids="-".join)
def test_every_outcome_has_its_result(pair: tuple[str, str], ticked: Ticked) -> None:
    own, opposing = (side_of(FORCE, name, ticked) for name in pair)
    for engagement in PLAY.engagements(own, opposing):
        distance = {"distance": 6} if engagement.distance else {}
        answer, results = played(engagement.calculator, own, opposing, **distance)
        assert bool(results) is bool(answer.charts)
        if results:
            compare(engagement.calculator, answer, results, pair, ticked)
            made = {"acted", "covered", "reacted"} & {each.box for each in results[0].own}
            assert len(made) == 1


def labels(slug: str, own: str, opposing: str, ticked: Ticked | None = None, **changes: Any) -> list[str]:
    sides = [side_of(FORCE, name, ticked or {}) for name in (own, opposing)]
    return [each.label for each in played(slug, sides[0], sides[1], **changes)[1]]


def test_losses_are_listed_in_rising_order() -> None:
    found = labels("shooting", "Scout", "Squad", {"Squad": {"markers": up_to(3), "strength": up_to(8)}})
    assert found == ["No effect", "1 figure lost", "The last 2 figures lost"]


def test_what_becomes_of_a_vehicle_names_the_systems_that_may_go() -> None:
    cannon: Ticked = {"Tank": {"systems": [2]}}
    spent = {**cannon, "Box": {"wounds": [1]}}
    assert labels("vehicle-damage", "Tank", "Box", spent, distance=6) == [
        "No effect", "1 D-marker", "2 D-markers", "Moderate damage", "Moderate damage ×2", "Destroyed",
    ]  # fmt: skip
    bare: Ticked = {**cannon, "Box": {"wounds": [1], "systems": [1, 2], "markers": up_to(3)}}
    own, opposing = side_of(FORCE, "Tank", bare), side_of(FORCE, "Box", bare)
    _, found = played("vehicle-damage", own, opposing, distance=6)
    assert [each.label for each in found] == ["No effect", "Moderate damage", "Destroyed"]
    stopped = after(FORCE, bare, "Box", found[1].opposing)
    assert (stopped.mobile, stopped.to_choose) == (False, 0)
    assert sum(each.chance or 0 for each in found) == 1


def test_the_player_of_a_vehicle_chooses_what_is_lost() -> None:
    ticked: Ticked = {"Box": {"damage": [1, 2]}}
    context = RULESET.context(FORCE)
    assert PLAY.consequences is not None
    found = PLAY.consequences(deployed(PLAY, context, play_state(FORCE, ticked)), context)
    asked = [each for each in found if each.offer]
    assert asked[1].message == "Moderate damage: its player may give up HMG."
    assert [each.offer for each in asked] == ["Heavy Flamer out", "HMG out", "Propulsion out", "A wound spent"]
    for each in asked:
        now = after(FORCE, ticked, "Box", tuple(replace(change, holder="") for change in each.offers))
        assert now.to_choose == 1
        assert 2 - len(now.systems) + (not now.mobile) + now.hurt == 1


@pytest.mark.parametrize(("name", "ticks"), [("Box", {"damage": [1]}), ("Tank", {"damage": [1]})])
def test_nobody_acts_before_what_is_lost_is_chosen(name: str, ticks: dict[str, list[int]]) -> None:
    question = decode(RULESET.calculator("vehicle-damage").question, {})
    assert PLAY.barred is not None
    own, opposing = (side_of(FORCE, each, {name: ticks}) for each in ("Tank", "Box"))
    waits = "The vehicle’s player must first choose what the moderate damage knocks out."
    assert PLAY.barred("vehicle-damage", question, own, opposing) == waits
    chosen = [side_of(FORCE, each, {name: {"systems": [1]}}) for each in ("Tank", "Box")]
    assert PLAY.barred("vehicle-damage", question, chosen[0], chosen[1]) == ""


def test_backfire_is_added_to_what_the_target_suffers() -> None:
    found = labels("shooting", "Plasma", "Scout", {"Plasma": {"strength": up_to(3)}})
    assert [label for label in found if label.startswith("Backfire")] == ["Backfire, 1 hit: 1 D-marker"]


def test_a_shot_uses_up_orders_and_zeal_and_the_last_loss_gives_zeal() -> None:
    ticked: Ticked = {
        "Squad": {"covering": [2], "slaughter": [1], "situation": [2], "stance": [3]}, "Scout": {"markers": up_to(3)},
    }  # fmt: skip
    own, opposing = side_of(FORCE, "Squad", ticked), side_of(FORCE, "Scout", ticked)
    _, results = played("shooting", own, opposing)
    states = {each.label: after(FORCE, ticked, "Squad", each.own).state for each in results}
    assert {
        label: (state.keys("turn"), state.key("covering"), state.key("situation"), state.key("stance"))
        for label, state in states.items()
    } == dict.fromkeys(states, (frozenset({"acted"}), "", "", "normal"))
    assert {label: state.count("slaughter") for label, state in states.items()} == {
        "No effect": 0,
        "The last figure lost": 1,
    }


def test_covering_and_reaction_fire_leave_the_attempt() -> None:
    ticked: Ticked = {"Squad": {"covering": [1]}}
    own, opposing = side_of(FORCE, "Squad", ticked), side_of(FORCE, "Gun", ticked)
    _, covering = played("covering-fire", own, opposing)
    state = after(FORCE, ticked, "Squad", covering[0].own).state
    assert (state.keys("turn"), state.key("covering")) == (frozenset({"covered"}), "")
    _, reacting = played("reaction-test", side_of(FORCE, "Squad", {}), side_of(FORCE, "Gun", {}))
    assert {after(FORCE, {}, "Squad", each.own).state.keys("turn") for each in reacting} == {frozenset({"reacted"})}
    assert [each.label for each in reacting if not each.label.startswith("Fires")] == ["Does nothing"]


def test_contact_engages_both_in_normal_stance_until_one_is_gone() -> None:
    ticked: Ticked = {"Squad": {"stance": [2]}, "Snipers": {"strength": up_to(5), "stance": [3]}}
    _, results = played("close-combat", side_of(FORCE, "Squad", ticked), side_of(FORCE, "Snipers", ticked))
    for each in results:
        mine, theirs = after(FORCE, ticked, "Squad", each.own), after(FORCE, ticked, "Snipers", each.opposing)
        assert mine.stance.value == "normal"
        if each.label.startswith("Defenders"):
            assert (mine.engaged, mine.state.count("slaughter")) == ((False, 1) if theirs.is_gone else (True, 0))
            assert theirs.is_gone or (theirs.engaged and theirs.stance.value == "normal")


@pytest.mark.parametrize("reading", ["off", "on"])
@pytest.mark.parametrize(("markers", "stays"), [(0, (10, 1)), (2, (10, 3)), (3, (9, 3))])
def test_who_gets_away_ends_the_combat_and_who_stays_pays(reading: str, markers: int, stays: tuple[int, int]) -> None:
    force = army(*KINDS, house_rules={"disengage_free_attack": reading})
    ticked: Ticked = {"Squad": {"situation": [1], "markers": up_to(markers)}, "Gun": {"situation": [1]}}
    own, opposing = side_of(force, "Squad", ticked), side_of(force, "Gun", ticked)
    answer, results = played("disengage", own, opposing)
    away = [each for each in results if each.label.startswith("Gets away")]
    (stayed,) = [each for each in results if each not in away]
    now = after(force, ticked, "Squad", stayed.own)
    assert (now.engaged, now.stats.figures, now.markers, now.did("acted")) == (True, *stays, True)
    left = [after(force, ticked, "Squad", each.own) for each in away]
    assert not any(each.engaged for each in left)
    assert not any(after(force, ticked, "Gun", each.opposing).engaged for each in away)
    struck = possible(answer, "When away: Figures lost") or {"0"}
    assert {str(10 - each.stats.figures) for each in left} == struck
    assert bool(possible(answer, "When away: Figures lost")) is (reading == "on")


def test_a_third_that_fails_to_disengage_is_struck_and_withdraws() -> None:
    ticked: Ticked = {"Squad": {"situation": [1], "strength": up_to(7)}, "Gun": {"situation": [1]}}
    answer, results = played("disengage", side_of(FORCE, "Squad", ticked), side_of(FORCE, "Gun", ticked))
    runs = [each for each in results if each.label.startswith("Withdraws")]
    assert len(results) == len(runs) + 1
    left = [after(FORCE, ticked, "Squad", each.own) for each in runs]
    assert {str(3 - each.stats.figures) for each in left} == possible(answer, "When it withdraws: Figures lost")
    assert all(each.withdrawing and not each.engaged and each.did("acted") for each in left)
    assert not any(after(FORCE, ticked, "Gun", each.opposing).engaged for each in runs)


@pytest.mark.parametrize(
    ("markers", "stays"),
    [(0, ["Stays: 1 D-marker"]), (3, ["Stays: Moderate damage"])],
)
def test_a_vehicle_that_stays_pays_as_for_light_damage(markers: int, stays: list[str]) -> None:
    ticked: Ticked = {"Tank": {"situation": [1], "markers": up_to(markers)}, "Gun": {"situation": [1]}}
    _, results = played("disengage", side_of(FORCE, "Tank", ticked), side_of(FORCE, "Gun", ticked))
    assert [each.label for each in results] == ["Gets away", *stays]
    assert all(after(FORCE, ticked, "Tank", each.own).engaged for each in results[1:])
    assert [after(FORCE, ticked, "Tank", each.own).to_choose for each in results[1:]] == [int(markers == 3)]
    assert sum(each.chance or 0 for each in results) == 1


@pytest.mark.parametrize(
    ("name", "reading", "endings"),
    [
        ("Plasma", "needs_value", {"No effect", "1 D-marker", "Moderate damage", "Destroyed"}),
        ("Plasma", "never", set()),
        ("Gun", "needs_value", set()),
        ("Gun", "normal", {"No effect", "1 D-marker"}),
    ],
)
def test_blows_at_a_vehicle_that_leaves_are_at_a_vehicle(name: str, reading: str, endings: set[str]) -> None:
    readings = {"disengage_free_attack": "on", "cc_vs_vehicle": reading}
    force, ticked = army(*KINDS, house_rules=readings), {"Box": {"situation": [1]}, name: {"situation": [1]}}
    assert "disengage" in engaged("Box", name, ticked, force)
    answer, results = played("disengage", side_of(force, "Box", ticked), side_of(force, name, ticked))
    away = {each.label.removeprefix("Gets away: ") for each in results if each.label.startswith("Gets away")}
    assert endings <= away if endings else away == {"Gets away"}
    assert bool(possible(answer, "When away: the vehicle")) is bool(endings)
    assert sum(each.chance or 0 for each in results) == 1


def alone(name: str, ticked: Ticked, force: ListedForce = FORCE) -> list[str]:
    assert PLAY.actions is not None
    return [each.title for each in PLAY.actions(side_of(force, name, ticked))]


@pytest.mark.parametrize(
    ("name", "ticks", "expected"),
    [
        ("Squad", {}, ["Activate"]),
        ("Squad", {"markers": [1]}, ["Activate", "Rally"]),
        ("Squad", {"turn": [1]}, []),
        ("Squad", {"situation": [1], "markers": [1]}, ["Disengage"]),
        ("Squad", {"situation": [1], "strength": up_to(7)}, []),
        ("Tank", {"situation": [1]}, ["Disengage"]),
        ("Riders", {}, []),
    ],
)
def test_what_a_unit_may_do_by_itself(name: str, ticks: dict[str, list[int]], expected: list[str]) -> None:
    assert alone(name, {name: ticks}) == expected


@pytest.mark.parametrize(
    ("ticks", "expected"),
    [
        ({}, [("Activates", True, False, 0), ("Fails", False, False, 0)]),
        ({"strength": up_to(7)}, [("Activates", True, False, 0), ("Fails and withdraws", False, True, 0)]),
        (
            {"strength": up_to(7), "situation": [2]},
            [("Activates", True, False, 0), ("Fails again and withdraws: 1 D-marker", False, True, 1)],
        ),
    ],
)
def test_an_activation_succeeds_or_costs_what_a_failure_does(
    ticks: dict[str, list[int]], expected: list[tuple[str, bool, bool, int]]
) -> None:
    ticked: Ticked = {"Squad": ticks}
    _, results = played("activation", side_of(FORCE, "Squad", ticked), side_of(FORCE, "Gun", {}))
    then = [(each.label, after(FORCE, ticked, "Squad", each.own)) for each in results]
    assert [(label, now.did("active"), now.withdrawing, now.markers) for label, now in then] == expected
    assert all(now.did("acted") for _, now in then)


def test_fire_uses_up_an_activation() -> None:
    ticked: Ticked = {"Squad": {"turn": [1, 4]}}
    _, results = played("shooting", side_of(FORCE, "Squad", ticked), side_of(FORCE, "Gun", {}))
    assert {after(FORCE, ticked, "Squad", each.own).has_acted for each in results} == {True}


def test_refused_shots_have_no_results() -> None:
    engaged: Ticked = {"Gun": {"situation": [1]}}
    assert labels("reaction-test", "Squad", "Gun", engaged) == []
    assert labels("shooting", "Squad", "Gun", engaged) == []
    assert labels("reaction-test", "Squad", "Gun", distance=20) == []
    assert labels("covering-fire", "Squad", "Gun", {"Squad": {"turn": [2]}}) == []
    assert labels("indirect-fire", "Gun", "Squad", distance=200) == []


def test_sniper_rifles_mark_far_beyond_the_cap() -> None:
    ticked: Ticked = {"Squad": {"markers": up_to(3)}}
    _, results = played("shooting", side_of(FORCE, "Snipers", ticked), side_of(FORCE, "Squad", ticked))
    assert {after(FORCE, ticked, "Squad", each.opposing).markers for each in results} == {
        CAPS[Training.PROFESSIONAL] + 3
    }


@given(data=st.data())
@settings(max_examples=25, deadline=None)
def test_any_result_of_any_state_can_be_made(data: st.DataObject) -> None:
    ticked: Ticked = {}
    for name in NAMES:
        found = tracks_of(FORCE, name)
        slugs = data.draw(st.sets(st.sampled_from(sorted(found.keys() - {OUT.slug})), max_size=4))
        ticked[name] = {}
        for slug in slugs:
            boxes = data.draw(st.integers(0, found[slug].boxes))
            ticked[name][slug] = up_to(boxes) if found[slug].counts else [boxes][: boxes > 0]
    pair = data.draw(st.tuples(st.sampled_from(NAMES), st.sampled_from(NAMES)))
    own, opposing = (side_of(FORCE, name, ticked) for name in pair)
    for engagement in PLAY.engagements(own, opposing):
        _, results = played(engagement.calculator, own, opposing)
        for each in results:
            try:
                after(FORCE, ticked, pair[0], each.own)
                after(FORCE, ticked, pair[1], each.opposing)
            except InvalidChange as refused:
                raise AssertionError((engagement, each)) from refused


TRIED = "This unit has made its attempt this turn. It may do this only as part of that attempt."
NOT_COVERING = "This unit is not on covering fire."


@pytest.mark.parametrize(
    ("calculator", "opposing", "ticks", "expected"),
    [
        ("shooting", "u5", {}, ""),
        ("shooting", "u5", {"turn": [1]}, TRIED),
        ("shooting", "u5", {"turn": [1, 4]}, ""),
        ("shooting", "u5", {"turn": [2, 3]}, ""),
        ("close-combat", "u5", {"turn": [1]}, TRIED),
        ("close-combat", "u5", {"situation": [1]}, ""),
        ("disengage", "u5", {"turn": [1], "situation": [1]}, TRIED),
        ("vehicle-damage", "u3", {"turn": [1]}, TRIED),
        ("vehicle-damage", "u3", {"turn": [1], "covering": [1]}, ""),
        ("covering-fire", "u5", {"turn": [1], "covering": [1]}, ""),
        ("covering-fire", "u5", {"turn": [2]}, NOT_COVERING),
        ("reaction-test", "u5", {"turn": [1]}, ""),
        ("reaction-test", "u5", {"turn": [3]}, "This unit has taken its reaction test this turn."),
    ],
)
def test_who_may_not_act_now(calculator: str, opposing: str, ticks: dict[str, list[int]], expected: str) -> None:
    assert barred("forge-of-war", calculator, "u5", opposing, {"u5": ticks}) == expected


def test_passengers_do_nothing_before_they_get_out() -> None:
    assert barred("forge-of-war", "shooting", "u4", "", {}) == "This unit is aboard its transport."
    assert barred("forge-of-war", "shooting", "u4", "", {"u4": {"aboard": []}}) == ""


@pytest.mark.parametrize(
    ("boxes", "now"),
    [
        ({}, {}),
        ({"markers": [1, 2]}, {"CV": "5"}),
        ({"strength": up_to(4)}, {}),
        ({"strength": up_to(5), "markers": [1]}, {"CV": "5"}),
    ],
)
def test_the_command_value_is_lower_with_markers_and_at_half_strength(
    boxes: dict[str, list[int]], now: dict[str, str]
) -> None:
    assert PLAY.values_now(side_of(FORCE, "Squad", {"Squad": boxes})) == now


def test_a_unit_reaches_as_far_as_its_weapons_can_be_fired() -> None:
    assert PLAY.tabletop is not None
    force = army(
        "Snipers: special_forces_recon 6 | sniper_rifle x3", "Plasma: special_forces_assault 5 | close_combat=2"
    )
    ranges = [PLAY.tabletop.ranges(Side(force, group, unit)) for group, unit in force.units()]
    sniper_rifle = RULESET.catalogue.get("weapon", "sniper_rifle")
    assert sniper_rifle is not None
    assert sniper_rifle.spec.range in ranges[0]
