"""A Forum Combat round at the table: the phases, what follows from a state, engagements and what they change."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import Result, SolveContext
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.fields import fields_of
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.definition import Acts, all_tracks
from rulesets.core.play.states import OUT, Change, PlayState, Side, read_state
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.calculators.squad_fields import fire, squad_hit
from rulesets.systems.forum_combat.calculators.squad_losses import MAX_RESULTS
from rulesets.systems.forum_combat.play import PLAY
from rulesets.systems.forum_combat.tracks import Piece, carried, pieces_of
from rulesets.systems.forum_combat.volleys import WoundSteps, ends
from rulesets.systems.forum_combat.wound_allocation import State
from tests.rulesets.forum_combat.test_tracks import ALPHA, BRAVO, FORCE, force, side_of, ticked
from tests.rulesets.in_game import barred, deployed


def after(of: FORCE, state: PlayState, changes: tuple[Change, ...], place: int = 0) -> PlayState:
    """The state once the changes are made to a squad, or to what they name; raises ``InvalidChange``."""
    tracks = all_tracks(PLAY, RULESET.context(of))
    for change in changes:
        holder = change.holder or of.groups[place].id
        state = state.changed(replace(change, holder=holder), tracks[holder])
    return state


def context_of(of: FORCE) -> SolveContext:
    return SolveContext(RULESET.catalogue, HouseRules(RULESET.rulings, of.house_rules))


def asked(slug: str, own: Side, opposing: Side, **more: Any) -> tuple[Any, tuple[Result, ...]]:
    """The question filled in from two squads, and its results."""
    calculator = RULESET.calculator(slug)
    assert calculator.prefill is not None
    assert calculator.results is not None
    question = decode(calculator.question, {**calculator.prefill(own, opposing), **more})
    return question, calculator.results(question, own, opposing, context_of(own.force))


def asked_of(slug: str, own: Side) -> Any:
    """The question filled in from one squad."""
    calculator = RULESET.calculator(slug)
    assert calculator.prefill is not None
    return decode(calculator.question, calculator.prefill(own, None))


def test_a_round_has_its_phases() -> None:
    assert [(segment.slug, segment.acts) for segment in PLAY.sequence(HouseRules(RULESET.rulings))] == [
        ("command", Acts.BOTH),
        ("shooting-first", Acts.FIRST),
        ("shooting-second", Acts.SECOND),
        ("melee", Acts.BOTH),
        ("movement", Acts.BOTH),
        ("morale", Acts.BOTH),
    ]


def test_the_three_values_of_a_row() -> None:
    of = force()
    squad = of.groups[0]
    values = PLAY.values(squad.units[0], squad, RULESET.context(of))
    assert [(stat.heading, stat.value) for stat in values] == [("MOV", "6"), ("T", "3"), ("SAV", "5+")]


@pytest.mark.parametrize(
    ("counts", "acted", "hurt"),
    [
        ({}, False, False),
        ({"shot": 1}, True, False),
        ({"done": (1,)}, True, False),
        ({"moved": (1,)}, True, False),
        ({"place": (1, 2)}, False, False),
        ({"out": 1}, False, True),
        ({"hp_1f": 1}, False, True),
        ({"carried": 1}, False, False),
    ],
)
def test_who_has_acted_and_who_is_hurt(counts: dict[str, Any], acted: bool, hurt: bool) -> None:
    of = force()
    state = side_of(of, ticked(of, **counts)).state
    assert (PLAY.acted(state), PLAY.hurt(state)) == (acted, hurt)


def consequences(counts: dict[str, Any], **readings: str) -> list[tuple[str, str]]:
    """Rule of each consequence of Alpha's state, and what it offers."""
    of = force(**readings)
    context = RULESET.context(of)
    assert PLAY.consequences is not None
    found = list(PLAY.consequences(deployed(PLAY, context, ticked(of, **counts)), context))
    known = {*RULESET.rule_ids, *(ruling.id for ruling in RULESET.rulings)}
    assert all(each.holder == of.groups[0].id and each.rule in known and each.message.endswith(".") for each in found)
    assert {change.holder for each in found for change in each.offers} <= {of.groups[0].id}
    return [(each.rule, each.offer) for each in found]


BREAKS = ("FC-MOR-2", "It breaks")
SLOWED = ("FC-MOV-4", "")
GONE = ("FC-END-2", "Put it out of play")


@pytest.mark.parametrize(
    ("counts", "readings", "expected"),
    [
        ({"out": 3}, {}, [SLOWED]),
        ({"out": 4}, {}, [BREAKS, SLOWED]),
        ({"hp_1a": 1, "hp_1b": 1, "hp_1c": 2, "hp_1e": 2}, {}, [BREAKS, SLOWED]),
        ({"hp_1a": 1, "hp_1b": 1, "hp_1c": 2, "hp_1e": 1}, {}, [SLOWED]),
        ({"hp_1f": 3, "hp_1e": 1}, {"strength": "hp"}, [SLOWED]),
        ({"hp_1f": 3, "hp_1e": 2}, {"strength": "hp"}, [BREAKS, SLOWED]),
        ({"out": 4, "broken": 1}, {}, [("FC-TRK-11", ""), SLOWED]),
        ({"out": 5}, {}, [BREAKS, SLOWED]),
        ({"out": 6}, {}, [GONE]),
        ({"out": 6, "broken": 1, "place": (2,), "carried": 2}, {}, [GONE]),
        ({"carried": 1}, {}, [SLOWED]),
        ({"carried": 1, "shot": 1}, {}, [SLOWED, ("FC-ORD-8", "")]),
        ({"shot": 1}, {}, [("FC-ORD-8", "")]),
        ({"shot": 1, "moved": (1,)}, {}, []),
        ({"place": (2,)}, {}, [("FC-ORD-9", "The melee is over")]),
        ({"place": (1,)}, {}, []),
        ({"out-of-play": 1, "out": 6}, {}, []),
    ],
)
def test_what_follows_from_a_state(
    counts: dict[str, Any], readings: dict[str, str], expected: list[tuple[str, str]]
) -> None:
    assert consequences(counts, **readings) == expected


def test_the_check_that_is_owed_is_said() -> None:
    of = force()
    context = RULESET.context(of)
    assert PLAY.consequences is not None
    owed, *_ = PLAY.consequences(deployed(PLAY, context, ticked(of, out=4, abandoned=1)), context)
    assert owed.message == "2 of 6 are standing, so the squad checks its morale: 7+ on 2d6 (58%)."
    assert owed.offers == (Change("broken", 1, holder=of.groups[0].id),)


EVERYTHING: dict[str, Any] = {
    "shot": 1, "broken": 1, "abandoned": 2, "left": 1, "carried": 1, "done": (1, 2), "moved": (2,), "place": (1, 2),
    "hp_1a": 1, "cp_u4": 3,
}  # fmt: skip


@pytest.mark.parametrize(
    ("segment", "readings", "gone"),
    [
        ("melee", {}, set()),
        ("movement", {}, {"broken"}),
        ("movement", {"break_duration": "round"}, {"broken"}),
        ("movement", {"break_duration": "combat"}, set()),
        ("morale", {}, {"shot", "abandoned", "done", "moved"}),
        ("morale", {"cp_refresh": "round"}, {"shot", "abandoned", "done", "moved", "cp-u4"}),
    ],
)
def test_what_ends_with_a_phase(segment: str, readings: dict[str, str], gone: set[str]) -> None:
    of = force(**readings)
    assert of.groups[0].units[2].id == "u4"
    state, context = ticked(of, **EVERYTHING), RULESET.context(of)
    squad = of.groups[0].id
    assert PLAY.resets is not None
    resets = tuple(PLAY.resets(segment, True, deployed(PLAY, context, state), context))
    now = after(of, state, resets)
    assert set(state.ticks[squad]) - set(now.ticks[squad]) == gone
    assert len(now.ticks[squad]["left"]) == (3 if segment == "morale" else 1)


@pytest.mark.parametrize(
    ("own", "opposing", "expected"),
    [
        ({}, {}, ["shooting", "charge", "melee"]),
        ({"shot": 1}, {}, ["shooting", "melee"]),
        ({"place": (2,)}, {"place": [2]}, ["melee", "disengage"]),
        ({}, {"place": [2]}, ["shooting", "charge", "melee"]),
        ({"out": 5}, {}, ["shooting", "charge", "melee"]),
        ({"out": 6}, {}, []),
        ({"out-of-play": 1}, {}, []),
        ({}, {"out": [1, 2, 3]}, []),
    ],
)
def test_who_engages_whom_how(own: dict[str, Any], opposing: dict[str, list[int]], expected: list[str]) -> None:
    of, other = force(), force(BRAVO)
    sides = side_of(of, ticked(of, **own)), side_of(other, read_state({other.groups[0].id: opposing}))
    assert [each.calculator for each in PLAY.engagements(*sides)] == expected


def test_a_squad_without_guns_does_not_shoot() -> None:
    brutes = side_of(force(BRAVO), PlayState())
    assert [each.calculator for each in PLAY.engagements(brutes, brutes)] == ["charge", "melee"]


def test_a_squad_whose_shooters_fell_does_not_shoot() -> None:
    of = force("Alpha: rifleman, 2 brute")
    found = [
        PLAY.engagements(side_of(of, ticked(of, **counts)), side_of(of, PlayState())) for counts in ({}, {"hp_1a": 1})
    ]
    assert [[each.calculator for each in engagements] for engagements in found] == [
        ["shooting", "charge", "melee"], ["charge", "melee"],
    ]  # fmt: skip


def test_fire_at_a_squad_in_melee_with_friends_is_fire_into_melee() -> None:
    of, other = force(), force(BRAVO)
    state = read_state({of.groups[1].id: {"place": [2]}})
    target = side_of(other, read_state({other.groups[0].id: {"place": [2]}}))
    assert [each.calculator for each in PLAY.engagements(side_of(of, state), target)] == [
        "firing-into-melee", "charge", "melee",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("counts", "titles"),
    [
        ({}, []),
        ({"place": (1,)}, []),
        ({"place": (2,)}, ["Break away"]),
        ({"out": 3}, []),
        ({"out": 4}, ["Test morale"]),
        ({"out": 4, "place": (2,)}, ["Break away", "Test morale"]),
        ({"out": 4, "broken": 1}, []),
        ({"out": 6, "place": (2,)}, []),
        ({"out-of-play": 1, "place": (2,)}, []),
    ],
)
def test_what_a_squad_may_do_by_itself(counts: dict[str, Any], titles: list[str]) -> None:
    of = force()
    assert PLAY.actions is not None
    assert [each.title for each in PLAY.actions(side_of(of, ticked(of, **counts)))] == titles


def test_an_engagement_names_fields_that_its_question_has() -> None:
    of, other = force(), force(BRAVO)
    both = read_state({of.groups[0].id: {"place": [2]}, of.groups[1].id: {"place": [2]}})
    fighting = side_of(other, read_state({other.groups[0].id: {"place": [2]}}))
    pairs = [
        (side_of(of, PlayState()), side_of(other, PlayState())),
        (side_of(of, both), fighting),
        (side_of(of, read_state({of.groups[1].id: {"place": [2]}})), fighting),
    ]
    named = set()
    for pair in pairs:
        for engagement in PLAY.engagements(*pair):
            calculator = RULESET.calculator(engagement.calculator)
            fields = {field.name: field.ask.label for field in fields_of(calculator.question)}
            shown = [*engagement.conditions, *filter(None, [engagement.distance])]
            assert set(shown) <= set(fields)
            assert len({fields[name] for name in shown}) == len(shown)
            assert len(engagement.conditions) <= 4
            assert bool(engagement.distance) is bool(engagement.steps)
            assert calculator.results is not None
            named.add(engagement.calculator)
    assert named == {"shooting", "charge", "melee", "disengage", "firing-into-melee"}


# --- results ---------------------------------------------------------------------------------------------


def healths(side: Side) -> Counter[tuple[int, int]]:
    """How many units of each line have so many HP, those killed all alike."""
    return Counter((piece.line, max(piece.hp, -piece.full)) for piece in pieces_of(side))


def of_end(side: Side, end: State) -> Counter[tuple[int, int]]:
    """The same of an end of a volley at an unhurt squad."""
    full = {piece.line: piece.full for piece in pieces_of(side)}
    return Counter((line, max(hp, -full[line])) for line, hp in end)


TARGETS = ("Alpha: 6 rifleman, officer", "Alpha: 3 brute", "Alpha: 8 assault-trooper", "Alpha: 2 rifleman")


@given(
    squad=st.sampled_from(TARGETS),
    shooters=st.sampled_from((ALPHA, "Alpha: 4 marksman", "Alpha: 3 assault-trooper, 2 rifleman")),
    alloc=st.sampled_from(("focus", "spread", "random")),
    data=st.data(),
)
@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow], deadline=None)
def test_each_end_of_a_volley_has_its_result(squad: str, shooters: str, alloc: str, data: st.DataObject) -> None:
    of, target = force(shooters, alloc=alloc), force(squad, alloc=alloc)
    first = pieces_of(side_of(target, PlayState()))[0]
    lost = data.draw(st.integers(0, first.full))
    before = ticked(target, **({"hp_1a": lost} if lost else {}), out=data.draw(st.integers(0, 1)))
    own, opposing = side_of(of, PlayState()), side_of(target, before)
    question, results = asked("shooting", own, opposing)
    assert {each.own for each in results} == {(Change("shot", 1),)}
    reached = [healths(side_of(target, after(target, before, each.opposing))) for each in results]
    chart = RULESET.calculator("shooting").ask(question, RULESET.catalogue, context_of(of).house).charts[0]
    standing = sum(row.count for row in question.target)
    possible = [int(outcome.label) for outcome in chart.outcomes if outcome.chance]
    fell = [standing - sum(n for (_, hp), n in each.items() if hp > 0) for each in reached]
    assert sorted(set(fell)) == possible
    assert fell == sorted(fell)
    assert len({each.label for each in results}) == len(results) <= MAX_RESULTS
    assert len({frozenset(each.items()) for each in reached}) == len(reached)


@pytest.mark.parametrize("squad", TARGETS)
def test_each_end_of_a_volley_is_a_state_of_the_squad(squad: str) -> None:
    of, target = force("Alpha: 4 marksman"), force(squad)
    opposing = side_of(target, PlayState())
    question, results = asked("shooting", side_of(of, PlayState()), opposing)
    house = context_of(of).house
    hit = squad_hit(question.target, "target[{}]", house)
    found = ends(fire(question.firing, 0), hit, WoundSteps(hit, house, "target")).outcomes()
    reached = [healths(side_of(target, after(target, PlayState(), each.opposing))) for each in results]
    assert {frozenset(each.items()) for each in reached} == {frozenset(of_end(opposing, end).items()) for end in found}


def test_the_losses_of_a_volley_slow_the_squad() -> None:
    of, target = force(), force("Alpha: 8 rifleman")
    _, results = asked("shooting", side_of(of, PlayState()), side_of(target, PlayState()))
    out = next(each for each in results if each.label == "Target: 3 × Rifleman out")
    hit = side_of(target, after(target, PlayState(), out.opposing))
    assert asked_of("movement", hit).downed == asked_of("disengage", hit).downed == 3


def test_nobody_left_standing_moves_no_tiles() -> None:
    of = force("Alpha: 2 rifleman")
    own = side_of(of, ticked(of, place=(2,)))
    answer = RULESET.calculator("disengage").solve(asked_of("disengage", own), context_of(of))
    assert [str(row[3].text) for row in answer.tables[0].rows] == ["9", "8", "–"]


def test_losses_are_counted_in_both_kinds_of_boxes() -> None:
    of, target = force(), force("Alpha: 2 rifleman, officer")
    _, results = asked("shooting", side_of(of, PlayState()), side_of(target, PlayState()))
    assert [each.label for each in results[:3]] == [
        "Target: nobody hurt", "Target: 1 × Rifleman out", "Target: 2 × Rifleman out",
    ]  # fmt: skip
    assert results[2].opposing == (Change("hp-1a", 1), Change("hp-1b", 1), Change("out", 2))


def test_nothing_is_said_of_units_that_are_not_the_squad_s() -> None:
    of = force()
    own = side_of(of, PlayState())
    calculator = RULESET.calculator("shooting")
    assert calculator.results is not None
    assert calculator.results(calculator.question(), own, own, context_of(of)) == ()


def test_a_melee_has_results_for_either_squad() -> None:
    of, other = force("Alpha: 4 assault-trooper"), force(BRAVO)
    own, opposing = side_of(of, PlayState()), side_of(other, PlayState())
    question, results = asked("melee", own, opposing)
    assert question.rounds == 1
    answer = RULESET.calculator("melee").ask(question, RULESET.catalogue, context_of(of).house)
    fought = Change("done", box="fought")
    assert {each.own[0] for each in results} == {fought}
    assert {each.opposing[-1] for each in results if each.label.startswith("Theirs")} == {fought}
    for chart, force_of, whose in ((answer.charts[1], other, "Theirs"), (answer.charts[2], of, "Yours")):
        found = []
        for each in (each for each in results if each.label.startswith(whose)):
            changes = each.opposing if whose == "Theirs" else each.own
            state = after(force_of, PlayState(), changes)
            found.append(sum(piece.hp <= 0 for piece in pieces_of(side_of(force_of, state))))
        assert sorted(set(found)) == [int(outcome.label) for outcome in chart.outcomes if outcome.chance]
        assert found == sorted(found)


def test_fire_into_a_melee_has_results_for_enemies_and_friends() -> None:
    of, other = force(ALPHA, "Bravo: 3 rifleman"), force("Alpha: 3 raider")
    friends = of.groups[1].id
    state = read_state({friends: {"place": [2]}})
    target = side_of(other, read_state({other.groups[0].id: {"place": [2]}}))
    question, results = asked("firing-into-melee", side_of(of, state), target)
    answer = RULESET.calculator("firing-into-melee").ask(question, RULESET.catalogue, context_of(of).house)
    for chart, whose, of_whom in ((answer.charts[0], "Target", other), (answer.charts[1], "Bravo", of)):
        found = []
        for each in (each for each in results if each.label.startswith(whose)):
            if of_whom is other:
                now = side_of(other, after(other, PlayState(), each.opposing))
            else:
                assert {change.holder for change in each.own if change.track != "shot"} <= {friends}
                now = side_of(of, after(of, state, each.own), 1)
            found.append(sum(piece.hp <= 0 for piece in pieces_of(now)))
        assert sorted(set(found)) == [int(outcome.label) for outcome in chart.outcomes if outcome.chance]


@pytest.mark.parametrize(
    ("asks", "opposing", "expected"),
    [
        ({"across": 5}, {}, {"Gets there": ([], ["melee"]), "Falls short": ([], [])}),
        ({"across": 2, "down": 0}, {}, {"Gets there": ([], ["melee"])}),
        ({"across": 40}, {}, {"Falls short": ([], [])}),
        (
            {"across": 5},
            {"moved": [2]},
            {"Gets there": (["opposed"], ["melee"]), "Falls short": (["opposed"], [])},
        ),
        ({"across": 2, "down": 0}, {"moved": [2], "done": [2]}, {"Gets there": (["opposed"], ["melee"]),
                                                                  "Falls short": (["opposed"], [])}),
    ],
)  # fmt: skip
def test_what_a_charge_does(
    asks: dict[str, int], opposing: dict[str, list[int]], expected: dict[str, tuple[list[str], list[str]]]
) -> None:
    of, other = force(), force(BRAVO)
    before = read_state({other.groups[0].id: opposing})
    _, results = asked("charge", side_of(of, PlayState()), side_of(other, before), **asks)
    found = {}
    for each in results:
        mine = side_of(of, after(of, PlayState(), each.own)).state
        theirs = side_of(other, after(other, before, each.opposing)).state
        assert mine.key("moved") == "charge"
        assert mine.keys("place") == theirs.keys("place")
        found[each.label] = (sorted(theirs.keys("done")), sorted(theirs.keys("place")))
    assert found == expected


@pytest.mark.parametrize(("reading", "leaves"), [("slow", False), ("left", True)])
@pytest.mark.parametrize("engaged", [0, 2, 6])
def test_each_number_downed_in_breaking_away_has_its_result(reading: str, leaves: bool, engaged: int) -> None:
    of = force(dis_downed=reading)
    before = ticked(of, place=(2,), hp_1f=1)
    own = side_of(of, before)
    question, results = asked("disengage", own, own, engaged=engaged)
    chart = RULESET.calculator("disengage").ask(question, RULESET.catalogue, context_of(of).house).charts[0]
    assert [outcome.label for outcome in chart.outcomes] == [str(n) for n in range(engaged + 1)]
    for lost, each in enumerate(results):
        state = side_of(of, after(of, before, each.own))
        downed: list[Piece] = [piece for piece in pieces_of(state) if piece.hp == 0]
        assert len(downed) == state.state.count("out") == lost
        assert carried(state) == (0 if leaves else lost)
        assert state.state.key("moved") == "disengage"
        assert not state.state.keys("place")
    assert len(results) == engaged + 1


def test_what_happened_counts_on_for_squads_that_suffered_before() -> None:
    of, target = force(), force("Alpha: 3 rifleman")
    before = ticked(target, out=2, hp_1a=1)
    _, results = asked("shooting", side_of(of, ticked(of, shot=1)), side_of(target, before))
    assert [(each.label, each.own, each.opposing) for each in results] == [
        ("Target: nobody hurt", (), ()),
        ("Target: 1 × Rifleman out", (), (Change("hp-1c", 1), Change("out", 1))),
    ]
    gone = side_of(target, after(target, before, results[1].opposing))
    assert PLAY.engagements(gone, gone) == ()
    assert OUT.slug not in after(target, before, results[1].opposing).ticks[target.groups[0].id]


HAS_SHOT = "This squad has shot this round. Each unit shoots once a round."
NO_MOVE = "This squad has shot this round, so it can neither charge nor disengage."


@pytest.mark.parametrize(
    ("calculator", "counts", "expected"),
    [
        ("shooting", {}, ""),
        ("shooting", {"shot": [1]}, HAS_SHOT),
        ("firing-into-melee", {"shot": [1]}, HAS_SHOT),
        ("shooting", {"moved": [1], "done": [2]}, ""),
        ("melee", {"shot": [1], "moved": [3]}, ""),
        ("melee", {"done": [1]}, "This squad has fought in this round’s melee."),
        ("charge", {}, ""),
        ("charge", {"shot": [1]}, NO_MOVE),
        ("charge", {"moved": [2]}, "This squad has moved this round (disengage). It moves once a round."),
        ("disengage", {"shot": [1]}, NO_MOVE),
        ("disengage", {"moved": [3]}, "This squad has moved this round (charge). It moves once a round."),
        ("disengage", {"done": [1]}, ""),
        ("charge", {"out": list(range(1, 11))}, "Nobody in Alpha is standing"),
    ],
)
def test_who_may_not_act_now(calculator: str, counts: dict[str, list[int]], expected: str) -> None:
    assert (
        barred("forum-combat", calculator, "u2", "u6", {"g1": counts}).partition(".")[0] == expected.partition(".")[0]
    )
    for opposing in ("u6", ""):
        said = barred("forum-combat", calculator, "u2", opposing, {"g1": counts})
        assert said.startswith(expected)
        assert bool(said) is bool(expected)


def test_range_counts_cardinal_steps_and_a_charge_columns_and_rows() -> None:
    assert PLAY.tabletop is not None
    measured = PLAY.tabletop.measure(3, 4)
    assert (measured.fields, measured.words) == ({"distance": 7, "across": 3, "down": 4}, "7 tiles")
    assert PLAY.tabletop.measure(1, 0).words == "1 tile"


def test_a_squad_reaches_as_far_as_its_ranged_weapons() -> None:
    assert PLAY.tabletop is not None
    demo = RULESET.demo()
    ranges = [{*PLAY.tabletop.ranges(Side(demo, squad, squad.units[0]))} for squad in demo.groups]
    assert ranges == [{8, 24, 30}, {6, 8, 12}, {8, 30}]
