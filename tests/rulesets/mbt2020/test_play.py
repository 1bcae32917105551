"""The turn, what follows from states, and what matters between two stands."""

from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import Result, SolveContext
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.definition import REVEALED, REVEALS, Acts, Consequence
from rulesets.core.play.match_log import play
from rulesets.core.play.matches import Event, EventKind, Match, MatchState
from rulesets.core.play.states import FORCE, GAME, OUT, Change, DeployedForce, PlayState, Side, Ticks
from rulesets.core.play.throws import ThrowOutcome
from rulesets.core.tables import Tone
from rulesets.systems.mbt2020 import RULESET, tables
from rulesets.systems.mbt2020.calculators.engagement import Engagement
from rulesets.systems.mbt2020.engagement import judge
from rulesets.systems.mbt2020.engagement_state import Combatant, Conditions, State, Turn
from rulesets.systems.mbt2020.play import PLAY
from rulesets.systems.mbt2020.ranges import full_range, reaches
from rulesets.systems.mbt2020.readings import SWITCHES, readings_of
from rulesets.systems.mbt2020.tracks import state_now, state_track
from rulesets.systems.mbt2020.units import ArmyForce, Grade
from tests.declared import values
from tests.rulesets.in_game import barred, deployed
from tests.rulesets.mbt2020.shorthand import KINDS, army, ask, kind

Chosen = tuple[tuple[str, str], ...]
TICKS = Mapping[int, Mapping[str, Ticks]]


def now(force: ArmyForce, ticks: TICKS) -> DeployedForce[Any, Any, Any]:
    """The army with boxes of its stands ticked, by their place."""
    units = [unit.id for _, unit in force.units()]
    return deployed(PLAY, RULESET.context(force), PlayState({units[place]: boxes for place, boxes in ticks.items()}))


def follows(force: ArmyForce, ticks: TICKS) -> list[Consequence]:
    assert PLAY.consequences is not None
    return list(PLAY.consequences(now(force, ticks), RULESET.context(force)))


def said(text: str, **ticks: Ticks) -> list[tuple[str, bool]]:
    """What is said of one stand of a large army, and whether out of play is offered."""
    force = army([{"stands": [text, *["11x MBTn"] * 9]}], {})
    stand = force.groups[0].units[0].id
    found = follows(force, {0: {slug.replace("_", "-"): boxes for slug, boxes in ticks.items()}})
    assert all(each.offers in ((), (Change(OUT.slug, box="out", holder=stand),)) for each in found)
    return [(each.message, bool(each.offers)) for each in found if each.holder == stand]


def goes_back(inches: int) -> tuple[str, bool]:
    return f"It is Repulsed, so it moves {inches}″ straight towards its own edge at once.", False


LEAVES = ("It is Repulsed, so it leaves the table for good.", True)
NEUTRALISED = ("It is neutralised and removed from play.", True)
LAST_TURN = ("This is its last turn on the table. It leaves when the turn ends.", False)
NO_SMOKE = ("It has no smoke left after 2 turns, unless one side attacks and the other defends.", False)
NO_LIGHT = ("It has no illumination left after 2 turns, unless one side attacks and the other defends.", False)


@pytest.mark.parametrize(
    ("text", "ticks", "messages"),
    [
        ("MBTn", {"state": (1,)}, []),
        ("MBTn", {"state": (2,)}, [("It is Repulsed, so it moves 4″ straight towards its own edge at once.", False)]),
        (
            "INF- INFANTRY",
            {"state": (2,)},
            [("It is Repulsed, so it moves 2″ straight towards its own edge at once.", False)],
        ),
        ("ARTn OTF", {"state": (2,)}, []),
        ("MBTn", {"state": (3,)}, [NEUTRALISED]),
        ("MBTn", {"state": (3,), "out_of_play": (1,)}, []),
        ("INFn PDA", {"state": (1,)}, []),
        ("INFn PDA", {"state": (2,)}, [NEUTRALISED]),
        ("AIRn ASF", {"state": (1,)}, []),
        ("AIRn ASF", {"state": (2,)}, [LEAVES]),
        ("AIRn ASF", {"state": (3,)}, [NEUTRALISED]),
        ("AIRn ASF", {"turns": (1,)}, []),
        ("AIRn ASF", {"turns": (1, 2)}, [LAST_TURN]),
        ("AIRn CAS", {"turns": (1, 2)}, []),
        ("AIRn CAS", {"turns": (1, 2), "engaged": (1,)}, [("It has engaged, so it leaves the table.", True)]),
        ("AIR+ CAS", {"turns": (1, 2), "engaged": (1,)}, []),
        ("AIR+ CAS", {"turns": (1, 2, 3)}, []),
        ("AIR+ CAS", {"turns": (1, 2, 3, 4)}, [LAST_TURN]),
        ("AIRn CAS heli", {"turns": (1, 2, 3, 4)}, [LAST_TURN]),
        ("ARTn OTF", {"smoke": (1,), "illumination": (1,)}, []),
        ("ARTn OTF", {"smoke": (1, 2)}, [NO_SMOKE]),
        ("ARTn OTF", {"illumination": (1, 2)}, [NO_LIGHT]),
    ],
)
def test_what_follows_from_the_state_of_a_stand(text, ticks, messages):
    assert said(text, **ticks) == messages


def test_nothing_follows_from_nothing():
    assert follows(RULESET.demo(), {}) == []


FRAGILE = "Fragile."


def after(repulsed: int, neutralised: int) -> str:
    return f"Fragile after {repulsed} more Repulsed or {neutralised} more neutralised."


@pytest.mark.parametrize(
    ("box", "lost", "of_group", "of_army"),
    [
        (2, 1, after(3, 2), after(9, 5)),
        (2, 3, after(1, 2), after(7, 5)),
        (2, 4, FRAGILE, after(6, 5)),
        (2, 9, FRAGILE, after(1, 5)),
        (2, 10, FRAGILE, FRAGILE),
        (3, 1, after(4, 1), after(10, 4)),
        (3, 2, FRAGILE, after(10, 3)),
        (3, 4, FRAGILE, after(10, 1)),
        (3, 5, FRAGILE, FRAGILE),
    ],
)
def test_losses_make_group_and_army_fragile(box, lost, of_group, of_army):
    force = army([{"stands": ["12x MBTn"]}, {"stands": ["12x MBTn"]}], {})
    found = {each.holder: each for each in follows(force, {place: {"state": (box,)} for place in range(lost)})}
    first, second = force.groups
    assert (found[first.id].message, found[FORCE].message) == (
        f"The battle group is {of_group}",
        f"The army is {of_army}",
    )
    for each in (found[first.id], found[FORCE]):
        assert each.rule == "Victory conditions"
        assert (each.tone is Tone.BAD) == each.message.endswith(" is Fragile.")
    assert second.id not in found


def test_a_flight_that_left_after_its_turns_is_no_loss():
    force = army([{"stands": ["AIRn ASF", "11x MBTn"]}], {})
    assert follows(force, {0: {OUT.slug: (1,)}}) == []
    repulsed = follows(force, {0: {OUT.slug: (1,), "state": (2,)}})
    assert [each.message for each in repulsed] == [
        "The battle group is Fragile after 3 more Repulsed or 2 more neutralised.",
        "The army is Fragile after 4 more Repulsed or 3 more neutralised.",
    ]


def test_every_flight_that_left_may_be_played_as_a_loss():
    for reading, repulsed in (("off", 0), ("on", 1)):
        force = army([{"stands": ["AIRn ASF", "11x MBTn"]}], {})
        played = replace(force, house_rules=(("departed_count", reading),))
        asked = RULESET.calculator("fragile").from_forces
        assert asked is not None
        for lost, neutralised in (({0: {OUT.slug: (1,)}}, 0), ({0: {OUT.slug: (1,), "state": (3,)}}, 1)):
            filled = asked(now(played, lost), None)
            assert filled.get("army_neutralised", 0) == neutralised
            assert filled.get("army_repulsed", 0) == (0 if neutralised else repulsed)


WAS_REPULSED = "was-repulsed"


@pytest.mark.parametrize(
    ("ticks", "now_counted", "ever_counted"),
    [
        ({"state": (2,)}, (1, 0), (1, 0)),
        ({"state": (3,)}, (0, 1), (0, 1)),
        ({"state": (3,), WAS_REPULSED: (1,)}, (0, 1), (1, 1)),
        ({"state": (2,), WAS_REPULSED: (1,)}, (1, 0), (1, 0)),
        ({"state": (2,), OUT.slug: (1,)}, (0, 1), (1, 1)),
        ({WAS_REPULSED: (1,)}, (0, 0), (1, 0)),
        ({"state": (1,)}, (0, 0), (0, 0)),
    ],
)
def test_a_stand_that_was_repulsed_counts_as_read(ticks, now_counted, ever_counted):
    for reading, counted in (("now", now_counted), ("ever", ever_counted)):
        force = army([{"stands": ["12x MBTn"]}], {})
        played = replace(force, house_rules=(("fragile_counts", reading),))
        asked = RULESET.calculator("fragile").from_forces
        assert asked is not None
        filled = asked(now(played, {0: ticks}), None)
        assert (filled.get("army_repulsed", 0), filled.get("army_neutralised", 0)) == counted


def test_a_group_is_fragile_by_stands_that_were_repulsed():
    lost: TICKS = {0: {"state": (3,), WAS_REPULSED: (1,)}, **{place: {"state": (2,)} for place in range(1, 4)}}
    for reading, of_group in (("now", "Fragile after 1 more Repulsed or 1 more neutralised."), ("ever", "Fragile.")):
        force = replace(army([{"stands": ["12x MBTn"]}], {}), house_rules=(("fragile_counts", reading),))
        found = {each.holder: each.message for each in follows(force, lost)}
        assert found[force.groups[0].id] == f"The battle group is {of_group}"


@pytest.mark.parametrize("reading", ["now", "ever"])
def test_losing_a_repulsed_stand_marks_it_as_read(reading):
    force = replace(army([{"stands": ["MBTn", "MBTn"]}], {}), house_rules=(("fragile_counts", reading),))
    group, context = force.groups[0], RULESET.context(force)
    states = now(force, {1: {"state": (2,)}})
    own, opposing = (Side(force, group, unit, states) for unit in group.units)
    question = decode(Engagement, prefill(own, opposing))
    results = results_of(question, own, opposing, SolveContext(RULESET.catalogue, context.house))
    marked = Change(WAS_REPULSED, box=WAS_REPULSED)
    lost = [any(change.box == "neutralised" for change in each.opposing) for each in results]
    assert any(lost)
    assert [marked in each.opposing for each in results] == [each and reading == "ever" for each in lost]


# --- the turn ------------------------------------------------------------------------------------------


def test_a_turn_has_two_rounds_in_the_order_of_the_rulebook():
    sequence = PLAY.sequence(HouseRules(RULESET.rulings))
    order = ["air", "cas", "cba", "defence", "fire", "group"]
    assert [segment.slug for segment in sequence] == [
        "begin",
        *(f"first-{part}" for part in order),
        *(f"second-{part}" for part in order),
        "end",
    ]
    assert [segment.acts for segment in sequence] == [Acts.BOTH, *[Acts.FIRST] * 6, *[Acts.SECOND] * 6, Acts.BOTH]
    assert all(segment.lines for segment in sequence)


def resets(text: str, segment: str, *, acting: bool, rules: Chosen = (), **ticks: Ticks) -> list[Change]:
    """What is changed of one stand at the end of a segment, without the holder."""
    force = replace(army([{"stands": [text]}], {}), house_rules=rules)
    boxes = {slug.replace("_", "-"): ticked for slug, ticked in ticks.items()}
    assert PLAY.resets is not None
    found = list(PLAY.resets(segment, acting, now(force, {0: boxes}), RULESET.context(force)))
    assert {each.holder for each in found} <= {force.groups[0].units[0].id}
    return [replace(each, holder="") for each in found]


def off(slug: str) -> Change:
    return Change(slug, box=slug, on=False)


LEAVE, STAY = Change(OUT.slug, box="out"), Change("turns", 1)


@pytest.mark.parametrize(
    ("text", "ticks", "changes"),
    [
        ("MBTn", {"engaged": (1,), "screen": (1,), "state": (1,)}, [off("engaged"), off("screen")]),
        ("ARTn OTF", {"engaged": (1,), "fired": (1,), "smoke": (1,)}, [off("engaged")]),
        ("AIRn ASF", {"state": (1,)}, []),
        ("AIRn ASF", {"turns": (1,)}, [STAY]),
        ("AIRn ASF", {"turns": (1, 2)}, [LEAVE]),
        ("AIRn ASF", {"turns": (1, 2), "out_of_play": (1,)}, []),
        ("AIRn ASF", {"turns": (1,), "state": (2,)}, []),
        ("AIRn CAS", {"turns": (1,)}, [STAY]),
        ("AIRn CAS", {"turns": (1, 2)}, []),
        ("AIRn CAS", {"turns": (1, 2), "engaged": (1,)}, [off("engaged"), LEAVE]),
        ("AIR+ CAS", {"turns": (1, 2)}, []),
        ("AIR+ CAS", {"turns": (1, 2), "engaged": (1,)}, [off("engaged"), STAY]),
        ("AIR+ CAS", {"turns": (1, 2, 3)}, [STAY]),
        ("AIR+ CAS", {"turns": (1, 2, 3, 4)}, [LEAVE]),
    ],
)
def test_what_the_end_of_a_turn_changes(text, ticks, changes):
    assert resets(text, "end", acting=True, **ticks) == changes
    assert resets(text, "second-group", acting=True, **ticks) == []


def test_turns_of_a_flight_that_did_not_engage_may_be_played_as_over():
    rules = (("cas_turns_pass", "on"),)
    assert resets("AIRn CAS", "end", acting=True, rules=rules, turns=(1, 2)) == [LEAVE]
    assert resets("AIR+ CAS", "end", acting=True, rules=rules, turns=(1, 2)) == [STAY]


def test_a_repulsed_stand_is_marked_when_a_segment_ends():
    ever, marked = (("fragile_counts", "ever"),), [Change(WAS_REPULSED, box=WAS_REPULSED)]
    for segment in ("first-group", "second-cas"):
        assert resets("MBTn", segment, acting=False, rules=ever, state=(2,)) == marked
        assert resets("MBTn", segment, acting=False, state=(2,)) == []
        assert resets("MBTn", segment, acting=False, rules=ever, state=(3,)) == []
        assert resets("MBTn", segment, acting=False, rules=ever, state=(2,), was_repulsed=(1,)) == []


def test_fired_markers_stay_until_their_side_s_next_round():
    for segment in (each.slug for each in PLAY.sequence(HouseRules(RULESET.rulings))):
        for acting in (True, False):
            begins = acting and segment in ("first-air", "second-air")
            assert resets("ARTn OTF", segment, acting=acting, fired=(1,)) == [off("fired")] * begins


@pytest.mark.parametrize(
    ("boxes", "changes"),
    [
        ({}, {}),
        ({"light": 1}, {}),
        ({"season": 1}, {}),
        ({"hour": 13}, {"hour": "13"}),
        ({"hour": 24}, {"hour": "0"}),
        ({"season": 1, "hour": 21}, {"hour": "21"}),
        ({"season": 1, "hour": 20, "light": 1}, {"hour": "20"}),
        ({"season": 1, "hour": 21, "light": 1}, {"hour": "21", "light": "twilight"}),
        ({"season": 1, "hour": 22, "light": 2}, {"hour": "22"}),
        ({"season": 1, "hour": 24, "light": 2, "awc": 1}, {"hour": "0", "light": "night"}),
    ],
)
def test_light_moves_on_an_hour_a_turn(boxes, changes):
    ticks = {slug: (box,) for slug, box in boxes.items()}
    if boxes.get("hour") == 21:
        changes = changes | ({"light": "twilight"} if "light" in boxes else {})
    conditions = PlayState({GAME: ticks}).of(GAME, PLAY.conditions)
    assert PLAY.condition_resets is not None
    found = list(PLAY.condition_resets(1, conditions, HouseRules(RULESET.rulings)))
    assert {each.track: each.box for each in found} == changes
    assert {each.holder for each in found} <= {GAME}


def test_an_opponent_sees_blanks_and_fakes():
    force = army([{"stands": ["MBTn", "ARTn OTF", "AIRn ASF"]}], {"fakes": 3})
    context = RULESET.context(force)
    assert PLAY.hidden is not None
    assert PLAY.fakes is not None
    assert [PLAY.hidden(unit, group, context) for group, unit in force.units()] == [True, True, True]
    seen = RULESET.context(replace(force, house_rules=(("off_table_blank", "off"),)))
    assert [PLAY.hidden(unit, group, seen) for group, unit in force.units()] == [True, False, False]
    assert PLAY.fakes(context) == 3


def test_a_counter_battery_begins_blank_where_it_is_on_the_table():
    force = army([{"stands": ["ARTn CBA"]}], {})
    ((group, unit),) = force.units()
    assert PLAY.hidden is not None
    for chosen, hidden in (((), False), ((("cba_on_table", "on"),), True)):
        house_rules = (("off_table_blank", "off"), *chosen)
        assert PLAY.hidden(unit, group, RULESET.context(replace(force, house_rules=house_rules))) is hidden


def test_what_is_asked_of_a_stand_most():
    force = army([{"stands": ["INFn INFANTRY", "ARTn OTF SNS", "INFn REC"]}], {})
    context = RULESET.context(force)
    values_of = [
        [(stat.heading, stat.value) for stat in PLAY.values(unit, group, context)] for group, unit in force.units()
    ]
    assert values_of == [
        [("Good", "8/24″"), ("Bad", "4/8″"), ("Engages", "4/8/8″ ARMOUR")],
        [("Posture", "OTF"), ("Mode", "SNS"), ("Engages", "any range")],
        [("Good", "8/24″"), ("Bad", "4/8″"), ("Engages", "nothing")],
    ]


# --- engagements ---------------------------------------------------------------------------------------


def side(text: str, ticks: Mapping[str, Ticks] | None = None, *, hidden: bool = False, conditions: Any = None) -> Side:
    """A stand in a game in which it stands so."""
    force = army([{"stands": [text]}], {})
    group = force.groups[0]
    there = now(force, {0: ticks or {}} if ticks else {})
    if conditions:
        there = replace(there, conditions=PlayState({GAME: conditions}).of(GAME, PLAY.conditions))
    if hidden:
        there = replace(there, hidden=frozenset({group.units[0].id}))
    return Side(force, group, group.units[0], there)


@pytest.mark.parametrize(
    ("own", "opposing", "distance", "steps", "conditions"),
    [
        ("MBTn", "MBT-", "conditions.distance", (0, 2, 4, 6, 8, 10, 12),
         ("conditions.target_going", "conditions.own_going", "conditions.target_near_ecm", "conditions.line_of_sight")),
        ("INFn INFANTRY", "MBT- FAST", "conditions.distance", (0, 2, 4, 6, 8),
         ("conditions.target_supported", "conditions.own_going", "conditions.line_of_sight", "turn.target_arc")),
        ("INFn INFANTRY", "INFn INFANTRY STATIC", "conditions.distance", (0, 1, 2, 3, 4),
         ("conditions.target_built_up", "conditions.own_going", "conditions.line_of_sight", "turn.target_arc")),
        ("AIR+ ASF", "AIRn CAS", "conditions.distance", (0, 6, 12, 18, 24, 30, 36),
         ("conditions.target_near_ecm", "turn.bghq_distance")),
        ("ARTn OTF SNS", "MBTn", "turn.bghq_distance", (0, 4, 8, 12, 16, 20, 24),
         ("conditions.target_going", "conditions.target_near_ecm")),
        ("ARTn CBA", "ARTn OTF SNS", "", (), ("turn.target_engaged",)),
    ],
)  # fmt: skip
def test_what_is_set_at_the_table_for_two_stands(own, opposing, distance, steps, conditions):
    (found,) = PLAY.engagements(side(own), side(opposing))
    assert (found.calculator, found.distance, found.steps) == ("engagement", distance, steps)
    assert found.conditions == conditions
    assert found.parts == ("conditions.part" if distance == "conditions.distance" else "")


def test_in_the_dark_it_matters_what_is_lit():
    (found,) = PLAY.engagements(side("MBTn", conditions={"light": (3,)}), side("MBT-"))
    assert found.conditions[0] == "conditions.target_illuminated"
    (found,) = PLAY.engagements(side("MBTn", conditions={"light": (1,)}), side("MBT-"))
    assert "conditions.target_illuminated" not in found.conditions


def test_stands_out_of_play_do_not_meet():
    for ticks in ({"state": (3,)}, {OUT.slug: (1,)}):
        assert PLAY.engagements(side("MBTn", ticks), side("MBT-")) == ()
        assert PLAY.engagements(side("MBTn"), side("MBT-", ticks)) == ()
    assert PLAY.engagements(side("FE"), side("MBT-")) == PLAY.engagements(side("MBTn"), side("FE")) == ()


@pytest.mark.parametrize("own", KINDS, ids=lambda each: each.title)
def test_stands_meet_where_one_may_ever_engage_the_other(own):
    def text(each):
        return f"{each.sub_class} {each.posture} {each.mode} {'heli' * each.helicopter}"

    mine = side(text(own))
    for target in KINDS[::3]:
        found = PLAY.engagements(mine, side(text(target)))
        reach = full_range(own, target)
        assert bool(found) == (reach is not None)
        for each in found:
            assert len(each.conditions) <= 4
            assert len(each.steps) in (0, 5, 6, 7)
            assert not each.steps or each.steps[-1] >= min(reach or 0, tables.BGHQ_TARGETS)


# --- what happened -------------------------------------------------------------------------------------


def prefill(own: Side, opposing: Side) -> dict[str, Any]:
    filled = RULESET.calculator("engagement").prefill
    assert filled is not None
    return filled(own, opposing)


def results_of(question: Engagement, own: Side, opposing: Side, context: SolveContext) -> tuple[Result, ...]:
    results = RULESET.calculator("engagement").results
    assert results is not None
    return results(question, own, opposing, context)


def applied(results: tuple[Result, ...], own: Side, opposing: Side) -> list[tuple[State, State]]:
    """The states of both stands after each result; every change is one that the tracks take."""
    found = []
    for result in results:
        after = []
        for one, changes in ((own, result.own), (opposing, result.opposing)):
            context = RULESET.context(one.force)
            tracks = PLAY.tracks(one.unit, one.group, context)
            state = PlayState({one.unit.id: {track.slug: track.ticks for track in one.state.tracks}})
            for change in changes:
                assert change.holder == ""
                state = state.changed(replace(change, holder=one.unit.id), tracks)
            kind_now = kind(_text(one))
            after.append(state_now(state.of(one.unit.id, tracks), kind_now))
        found.append((after[0], after[1]))
    return found


def _text(one: Side) -> str:
    spec = one.unit.spec
    return f"{spec.sub_class} {spec.posture} {spec.mode} {'heli' * spec.helicopter}"


@given(st.data())
@settings(max_examples=150)
def test_results_leave_both_stands_as_the_answer_says(data: st.DataObject) -> None:
    pair = []
    for _ in range(2):
        each = data.draw(st.sampled_from(KINDS))
        track = state_track(each)
        boxes = [box for box, key in enumerate(track.keys, 1) if State(key) in (State.PINNED, State.REPULSED)]
        ticks = data.draw(st.sampled_from([{}, *({"state": (box,)} for box in boxes)]))
        text = f"{each.sub_class} {each.posture} {each.mode} {'heli' * each.helicopter}"
        pair.append(side(text, ticks, hidden=data.draw(st.booleans())))
    own, opposing = pair
    conditions = replace(data.draw(values(Conditions, RULESET.catalogue)), distance=0)
    question = replace(decode(Engagement, prefill(own, opposing)), conditions=replace(conditions, distance=0))
    chosen = tuple((switch, data.draw(st.sampled_from(["off", "on"]))) for switch in SWITCHES)
    house = HouseRules(RULESET.rulings, chosen)
    results = results_of(question, own, opposing, SolveContext(RULESET.catalogue, house))
    answer = ask("engagement", question, chosen)
    assert bool(results) == bool(answer.charts)
    states = applied(results, own, opposing)
    for place, chart in zip((1, 0), answer.charts, strict=bool(results)):
        counts = {state: [pair[place] for pair in states].count(state) for pair in states for state in [pair[place]]}
        assert {outcome.label: 3 * outcome.chance for outcome in chart.outcomes} == {
            state.label: count for state, count in counts.items()
        }
    for result in results:
        assert {change.track for change in result.own} >= {"engaged"}
        assert (REVEALED in {change.track for change in result.own}) == own.hidden
        assert (REVEALED in {change.track for change in result.opposing}) == opposing.hidden


def test_results_name_the_throws_and_what_they_change():
    own, opposing = side("ARTn OTF SNS", hidden=True), side("MBTn", {"state": (1,)})
    question = decode(Engagement, prefill(own, opposing))
    context = SolveContext(RULESET.catalogue, HouseRules(RULESET.rulings))
    done, third = (Change("engaged", box="engaged"), Change("fired", box="fired"), REVEALS), Fraction(1, 3)
    pinned = Combatant(kind("MBTn"), Grade.NORM, State.PINNED)
    verdict = judge(Combatant(kind("ARTn OTF SNS")), pinned, Conditions(), Turn(), readings_of(context.house))
    assert [throw.opposing for throw in verdict.throws] == [State.NEUTRALISED, State.REPULSED, State.PINNED]
    assert results_of(question, own, opposing, context) == (
        Result(
            "Win: target neutralised, your stand unharmed",
            done,
            (Change("state", box="neutralised", seen="pinned"),),
            Tone.GOOD,
            ThrowOutcome.WIN,
            chance=third,
            worth=2,
        ),
        Result(
            "Draw: target Repulsed, your stand unharmed",
            done,
            (Change("state", box="repulsed", seen="pinned"),),
            Tone.GOOD,
            ThrowOutcome.DRAW,
            chance=third,
            worth=1,
        ),
        Result("Lose: target Pinned, your stand unharmed", done, throw=ThrowOutcome.LOSE, chance=third),
    )


def test_what_is_not_allowed_has_no_results():
    own, opposing = side("MBTn"), side("MBTn")
    far = {**prefill(own, opposing), "conditions": {"distance": 13}}
    context = SolveContext(RULESET.catalogue, HouseRules(RULESET.rulings))
    assert results_of(decode(Engagement, far), own, opposing, context) == ()


@given(st.data())
@settings(max_examples=25)
def test_a_turn_ends_from_any_state_and_leaves_nothing_of_it(data: st.DataObject) -> None:
    force = army([{"stands": ["MBTn", "INFn LAS", "ARTn OTF", "AIRn ASF", "AIRn CAS", "AIR+ CAS heli"]}], {})
    context = RULESET.context(force)
    match = Match(PLAY, (context, None), hides=data.draw(st.booleans()))
    ticks: dict[str, dict[str, Ticks]] = {}
    for group, unit in force.units():
        for track in PLAY.tracks(unit, group, context):
            boxes = st.integers(1, track.boxes).map(lambda box: tuple(range(1, box + 1)))
            if not track.counts:
                boxes = st.integers(1, track.boxes).map(lambda box: (box,))
            if ticked := data.draw(st.just(()) | boxes):
                ticks.setdefault(unit.id, {})[track.slug] = ticked
    hour = data.draw(st.integers(1, 24))
    conditions = PlayState({GAME: {"hour": (hour,), "season": (1,), "light": (1,)}})
    state = MatchState((PlayState(ticks), PlayState()), conditions)
    while state.turn == 1:
        event = Event(str(state.segment), EventKind.NEXT, turn=1, segment=state.segment)
        state, _ = play(match, state, (), 0, event, both=True)
    assert (state.turn, state.segment) == (2, 0)
    assert match.conditions_now(state).key("hour") == str(hour % 24)
    left = {slug for tracks in state.sides[0].ticks.values() for slug in tracks}
    assert left.isdisjoint({"engaged", "screen", "fired"})


ENGAGED = "This stand has engaged this turn. A stand engages one target a turn."
WAITS = "This flight waits at its own edge for a turn and engages in the next one."
TANK, FLIGHT, GUNS = "u2", "u26", "u13"


@pytest.mark.parametrize(
    ("own", "opposing", "ticked", "theirs", "expected"),
    [
        (TANK, TANK, {}, {}, ""),
        (TANK, TANK, {TANK: {"engaged": [1]}}, {}, ENGAGED),
        (TANK, TANK, {}, {TANK: {"engaged": [1]}}, ""),
        (TANK, "", {TANK: {"engaged": [1]}}, {}, ENGAGED),
        (FLIGHT, TANK, {}, {}, "This flight is not on the table yet. When it arrives, record that as its first turn."),
        (FLIGHT, "", {}, {}, "This flight is not on the table yet. When it arrives, record that as its first turn."),
        (FLIGHT, TANK, {FLIGHT: {"turns": [1]}}, {}, WAITS),
        (FLIGHT, TANK, {FLIGHT: {"turns": [1, 2]}}, {}, ""),
        (FLIGHT, TANK, {FLIGHT: {"turns": [1, 2, 3], "engaged": [1]}}, {}, ENGAGED),
        (
            GUNS,
            FLIGHT,
            {},
            {},
            "The opposing flight is not on the table yet. When it arrives, record that as its first turn.",
        ),
        (GUNS, FLIGHT, {}, {FLIGHT: {"turns": [1]}}, ""),
        (TANK, TANK, {TANK: {"out-of-play": [1]}}, {}, "Your stand is neutralised. Choose another stand."),
        (TANK, TANK, {}, {TANK: {"state": [3]}}, "The opposing stand is neutralised. Choose another stand."),
    ],
)
def test_who_may_not_engage_now(own: str, opposing: str, ticked: Any, theirs: Any, expected: str) -> None:
    assert barred("mbt2020", "engagement", own, opposing, ticked, theirs) == expected


@pytest.mark.parametrize(
    ("own", "opposing", "reading", "answered"),
    [
        ("MBTn", "MBTn", "off", set()),
        ("MBTn", "MBTn", "on", {"engaged"}),
        ("ARTn CBA SNS", "ARTn CBA SNS", "on", {"engaged", "fired"}),
        ("ARTn OTF SNS", "MBTn", "on", set()),
    ],
)
def test_in_a_mutual_engagement_both_have_engaged_where_so_read(
    own: str, opposing: str, reading: str, answered: set[str]
) -> None:
    pair = side(own), side(opposing, {"fired": (1,)} if "CBA" in opposing else None)
    question = decode(Engagement, prefill(*pair))
    house = HouseRules(RULESET.rulings, [("mutual_engages_both", reading)])
    found = results_of(question, *pair, SolveContext(RULESET.catalogue, house))
    assert len(found) == 3
    for result in found:
        assert {change.track for change in result.opposing} & {"engaged", "fired"} == answered
        assert "engaged" in {change.track for change in result.own}


@pytest.mark.parametrize(
    ("reading", "ticks", "told"),
    [("off", {"screen": (1,)}, 0), ("on", {"screen": (1,)}, 1), ("on", {"screen": (1,), "engaged": (1,)}, 0)],
)
def test_who_has_laid_smoke_has_engaged_where_so_read(reading: str, ticks: dict[str, Ticks], told: int) -> None:
    force = replace(army([{"stands": ["MBTn"]}], {}), house_rules=(("smoke_engages", reading),))
    ((_, unit),) = force.units()
    found = [each for each in follows(force, {0: ticks}) if each.rule == "Smoke"]
    offers = [(change.track, change.holder) for each in found for change in each.offers]
    assert (len(found), offers) == (told, [("engaged", unit.id)] * told)


@pytest.mark.parametrize(
    ("reading", "told"), [("off", ""), ("on", "This stand has laid smoke, which was its engagement for this turn.")]
)
def test_smoke_bars_an_engagement_where_so_read(reading: str, told: str) -> None:
    own = side("MBTn", {"screen": (1,)})
    own = replace(own, force=replace(own.force, house_rules=(("smoke_engages", reading),)))
    assert PLAY.barred is not None
    assert PLAY.barred("engagement", Engagement(), own, side("MBTn")) == told


@pytest.mark.parametrize(
    ("light", "reading", "night"), [(1, "on", False), (2, "off", False), (2, "on", True), (3, "off", True)]
)
def test_a_stand_at_dusk_and_dawn_moves_as_read(light, reading, night):
    own = side("MBTn", conditions={"light": (light,)})
    own = replace(own, force=replace(own.force, house_rules=(("twilight_slows", reading),)))
    prefill_movement = RULESET.calculator("movement").prefill
    assert prefill_movement is not None
    filled = prefill_movement(own, None)
    assert filled.get("night", False) is night


@pytest.mark.parametrize(
    ("across", "down", "distance", "part", "words"),
    [(48, 0, 12, "0", "12″"), (48, 1, 12, "1/4", "12¼″"), (3, 4, 1, "1/4", "1¼″"), (0, 3, 0, "3/4", "¾″")],
)
def test_a_distance_on_the_map_has_inches_and_a_fraction(
    across: int, down: int, distance: int, part: str, words: str
) -> None:
    assert PLAY.tabletop is not None
    measured = PLAY.tabletop.measure(across, down)
    assert (measured.fields, measured.words) == ({"distance": distance, "part": part}, words)


def test_a_stand_reaches_as_far_as_any_target_may_be_engaged() -> None:
    for own in KINDS:
        every = {full_range(own, target) for target in KINDS} - {None, tables.ANY}
        assert every == {*reaches(own)}
