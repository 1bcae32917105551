"""A WarStrike game at the table: the turn, what follows from a state, engagements and what they change."""

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import Result, SolveContext
from rulesets.core.declarations.catalogue import Entry
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.fields import fields_of
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.definition import Acts, all_tracks
from rulesets.core.play.states import OUT, Change, PlayState, Side, read_state
from rulesets.systems.warstrike import RULESET
from rulesets.systems.warstrike.calculators.fall_back import FallBackQuestion
from rulesets.systems.warstrike.calculators.under_fire import UnderFireQuestion, fire_at
from rulesets.systems.warstrike.calculators.what_happens_next import Action, ActivationEnd, ActivationQuestion, activate
from rulesets.systems.warstrike.falling_back import FallBackClass, Position, fall_back_class
from rulesets.systems.warstrike.play import PLAY
from rulesets.systems.warstrike.units import Weapon, WeaponContext
from tests.rulesets.in_game import barred, deployed
from tests.rulesets.warstrike.shorthand import army_of, house, unit
from tests.rulesets.warstrike.test_tracks import ARMY, army, ids, side_of

CONTEXT = SolveContext(RULESET.catalogue, HouseRules(RULESET.rulings))


def solving(**chosen: str) -> SolveContext:
    return SolveContext(RULESET.catalogue, house(**chosen))


def after(force: ARMY, state: PlayState, changes: tuple[Change, ...], place: int = 0) -> Side:
    """The unit once the changes are made to it; raises ``Refused`` where they cannot be."""
    holder = ids(force)[place]
    tracks = all_tracks(PLAY, RULESET.context(force))[holder]
    for change in changes:
        state = state.changed(Change(change.track, change.amount, change.box, change.on, holder=holder), tracks)
    return side_of(force, state, place)


def standing(markers: int = 0, lost: int = 0, **more: list[int]) -> dict[str, list[int]]:
    return {"markers": list(range(1, markers + 1)), "models": list(range(1, lost + 1)), **more}


def test_a_turn_is_an_action_phase_of_each_side() -> None:
    sequence = PLAY.sequence(house())
    assert [(segment.slug, segment.acts, segment.rule) for segment in sequence] == [
        ("first", Acts.FIRST, "WS-SEQ-1"),
        ("second", Acts.SECOND, "WS-SEQ-1"),
    ]


def test_the_three_values_of_a_row() -> None:
    force = army()
    (group,) = force.groups
    values = PLAY.values(group.units[0], group, RULESET.context(force))
    assert [(stat.heading, stat.value) for stat in values] == [("Ld", "2"), ("Nv", "4"), ("Mv", "6/12″")]


@pytest.mark.parametrize(
    ("boxes", "readings", "now"),
    [
        (standing(), {}, {}),
        (standing(markers=1, lost=3), {}, {}),
        (standing(markers=3), {}, {"Nv": "2"}),
        (standing(markers=4, leader=[1]), {"leaderless_ld": "minus_one"}, {"Nv": "1", "Ld": "1"}),
        (standing(leader=[1]), {}, {}),
    ],
)
def test_the_values_that_a_state_has_changed(
    boxes: dict[str, list[int]], readings: dict[str, str], now: dict[str, str]
) -> None:
    force = replace(army(), house_rules=tuple(readings.items()))
    assert PLAY.values_now(side_of(force, read_state({ids(force)[0]: boxes}))) == now


def test_who_has_acted_and_who_is_hurt() -> None:
    force = army()
    states = [side_of(force, read_state({ids(force)[0]: plain})).state for plain in
              ({}, {"state": [1]}, {"state": [3]}, {"markers": [1]}, {"models": [1]})]  # fmt: skip
    assert [PLAY.acted(state) for state in states] == [False, False, True, False, False]
    assert [PLAY.hurt(state) for state in states] == [False, False, False, True, True]


def consequences(plain: dict[str, list[int]], **chosen: str) -> list[tuple[str, bool]]:
    """Rule of each consequence of the squad's state, and whether it offers to put it out of play."""
    force = army_of(*(one.spec for _, one in army().units()), **chosen)
    squad = ids(force)[0]
    context = RULESET.context(force)
    assert PLAY.consequences is not None
    found = list(PLAY.consequences(deployed(PLAY, context, read_state({squad: plain})), context))
    assert {each.holder for each in found} <= {squad}
    out = (Change(OUT.slug, box="out", holder=squad),)
    assert {each.offers for each in found} <= {(), out}
    assert all(bool(each.offer) is bool(each.offers) and each.message.endswith(".") for each in found)
    return [(each.rule, bool(each.offers)) for each in found]


@pytest.mark.parametrize(
    ("plain", "chosen", "expected"),
    [
        (standing(lost=4), {}, []),
        (standing(lost=5), {}, [("WS-FB-5", False)]),
        (standing(lost=5), {"exact_half": "choice"}, []),
        (standing(lost=6), {"exact_half": "choice"}, [("WS-FB-3", False)]),
        (standing(lost=7), {}, [("WS-FB-3", False)]),
        (standing(lost=8), {}, [("WS-FB-4", False)]),
        (standing(lost=7), {"destroy_at_once": "on"}, [("WS-FB-3", False)]),
        (standing(lost=8), {"destroy_at_once": "on"}, [("WS-FB-4", True)]),
        (standing(lost=9), {}, [("WS-FB-4", False)]),
        (standing(lost=10), {}, [("WS-FB-4", True)]),
        (standing(markers=2, lost=10), {}, [("WS-FB-4", True)]),
        (standing(markers=1), {}, [("WS-SUP-2", False)]),
        (standing(markers=2), {}, [("WS-SUP-3", False)]),
        (standing(markers=3), {}, [("WS-SUP-3", False)]),
        (standing(markers=4), {}, [("WS-SUP-3", False), ("WS-SUP-4", False)]),
        (standing(markers=3, state=[3]), {}, []),
        (standing(markers=4, state=[3]), {}, [("WS-SUP-4", False)]),
        (standing(ordered=[1]), {}, [("WS-OFF-5", False)]),
        (standing(ordered=[1], state=[3]), {}, []),
        (standing(ordered=[1], markers=1), {}, [("WS-SUP-2", False)]),
        (standing(leader=[1]), {}, []),
        (standing(leader=[1]), {"leaderless_ld": "minus_one"}, [("WS-A26", False)]),
        ({"out-of-play": [1], **standing(markers=4, lost=10)}, {}, []),
    ],
)
def test_what_follows_from_a_state(
    plain: dict[str, list[int]], chosen: dict[str, str], expected: list[tuple[str, bool]]
) -> None:
    assert consequences(plain, **chosen) == expected


def test_the_check_is_said_with_all_help() -> None:
    force = army()
    squad, _, hero = ids(force)
    state = read_state({squad: standing(3, ordered=[1], state=[2]), hero: standing(1, state=[3])})
    context = RULESET.context(force)
    assert PLAY.consequences is not None
    first, *_ = PLAY.consequences(deployed(PLAY, context, state), context)
    assert (first.holder, first.message) == (
        squad,
        "To act it must pass a check: roll 3d6, and at least one must show 3 or less (88%).",
    )


EVERYTHING = {"state": [1, 2, 3, 4], "ordered": [1]}


@pytest.mark.parametrize(
    ("acting", "gtg_until", "left"),
    [
        (True, "phase", {"gone-to-ground", "acted", "order-1"}),
        (False, "phase", {"inspired", "ordered"}),
        (False, "activation", {"gone-to-ground", "inspired", "ordered"}),
    ],
)
def test_what_ends_with_a_phase(acting: bool, gtg_until: str, left: set[str]) -> None:
    force = army_of(unit("1O | 6 12 3 5 | -"), unit("1O | 6 12 3 5 | -"), gtg_until=gtg_until)
    holder = ids(force)[0]
    state = read_state({holder: EVERYTHING})
    context = RULESET.context(force)
    tracks = all_tracks(PLAY, context)[holder]
    assert PLAY.resets is not None
    for change in PLAY.resets("first", acting, deployed(PLAY, context, state), context):
        state = state.changed(change, tracks)
    now = side_of(force, state).state
    assert now.keys("state") | ({"ordered"} if now.keys("ordered") else set()) == left


def engaged(own: dict[str, list[int]], opposing: dict[str, list[int]], place: int = 0) -> list[str]:
    force = army()
    sides = [side_of(force, read_state({ids(force)[at]: plain}), at) for plain, at in ((own, place), (opposing, 0))]
    return [engagement.calculator for engagement in PLAY.engagements(*sides)]


@pytest.mark.parametrize(
    ("own", "opposing", "place", "expected"),
    [
        ({}, {}, 0, ["under-fire", "what-happens-next"]),
        ({}, {}, 1, ["what-happens-next"]),
        ({"markers": [1]}, {}, 0, ["what-happens-next", "under-fire", "fall-back"]),
        ({"markers": [1], "state": [3]}, {}, 0, ["under-fire", "what-happens-next"]),
        ({"out-of-play": [1]}, {}, 0, []),
        ({}, {"out-of-play": [1]}, 0, []),
        ({}, standing(lost=10), 0, []),
        ({}, standing(lost=9), 0, ["under-fire", "what-happens-next"]),
    ],
)
def test_who_engages_whom_how(
    own: dict[str, list[int]], opposing: dict[str, list[int]], place: int, expected: list[str]
) -> None:
    assert engaged(own, opposing, place) == expected


@pytest.mark.parametrize(
    ("ticked", "titles"),
    [
        ({}, ["Activate"]),
        (standing(markers=1), ["Activate", "Fall back"]),
        (standing(markers=1, lost=9), ["Activate", "Fall back"]),
        (standing(markers=1, lost=10), []),
        ({"out-of-play": [1]}, []),
        ({"state": [3]}, []),
        (standing(markers=1, state=[3]), []),
    ],
)
def test_what_a_unit_may_do_by_itself(ticked: dict[str, list[int]], titles: list[str]) -> None:
    force = army()
    assert PLAY.actions is not None
    actions = PLAY.actions(side_of(force, read_state({ids(force)[0]: ticked})))
    assert [each.title for each in actions] == titles


def named(question: Any, path: str) -> bool:
    """Whether a question has a field of that path, such as ``covers[0].from_enemy``."""
    head, _, rest = path.partition(".")
    name, _, _ = head.partition("[")
    field = next((field for field in fields_of(question) if field.name == name), None)
    if field is None:
        return False
    return named(field.item.type if field.item else field.type, rest) if rest else True


def test_an_engagement_names_fields_that_its_question_has() -> None:
    force = army()
    side = side_of(force, read_state({ids(force)[0]: standing(2)}))
    for engagement in PLAY.engagements(side, side):
        calculator = RULESET.calculator(engagement.calculator)
        paths = (*engagement.conditions, *([engagement.distance] if engagement.distance else ()))
        assert [path for path in paths if not named(calculator.question, path)] == []
        assert len(engagement.conditions) <= 4
        assert bool(engagement.distance) is bool(engagement.steps)
        assert calculator.results is not None


def results_of(slug: str, question: Any, own: Side, opposing: Side, context: SolveContext) -> tuple[Result, ...]:
    calculator = RULESET.calculator(slug)
    assert calculator.results is not None
    return calculator.results(question, own, opposing, context)


SQUADS = ("1* + 9 | 6 12 2 4 | battle-rifle x9", "1 | 6 12 2 5 | -", "1* + 4 | 6 12 3 2 | -")


@given(
    squad=st.sampled_from(SQUADS),
    markers=st.integers(0, 5),
    lost=st.integers(0, 9),
    grounded=st.booleans(),
    action=st.sampled_from(list(Action)),
    safe=st.booleans(),
    at_once=st.sampled_from(("on", "off")),
)
@settings(max_examples=120)
def test_each_outcome_of_an_activation_has_its_result(
    squad: str, markers: int, lost: int, grounded: bool, action: Action, safe: bool, at_once: str
) -> None:
    force = army_of(unit(squad))
    plain = standing(markers, lost, state=[1] if grounded else [])
    state = read_state({ids(force)[0]: plain})
    own = side_of(force, state)
    calculator = RULESET.calculator("what-happens-next")
    assert calculator.prefill is not None
    filled = calculator.prefill(own, None) | {"action": action.value, "safer_position": safe}
    question: ActivationQuestion = decode(ActivationQuestion, filled)
    context = solving(destroy_at_once=at_once)
    outcomes = activate(question, context.house).outcomes
    reached = []
    for result in results_of("what-happens-next", question, own, own, context):
        assert result.opposing == ()
        now = after(force, state, result.own).state
        reached.append((now.out, now.count("markers"), now.keys("state"), result.label.split(",")[0].split(":")[0]))
    kept = min(plain["markers"][-1] if markers else 0, own.unit.spec.nv)
    expected = []
    for (end, left), chance in outcomes.items():
        assert chance > 0
        if end is ActivationEnd.DESTROYED:
            expected.append((True, kept, own.state.keys("state"), "Destroyed"))
        else:
            down = end is ActivationEnd.ACTS and action is Action.GET_DOWN
            expected.append(
                (False, left, frozenset({"acted", "gone-to-ground"} if down else {"acted"}), end.value.capitalize())
            )
    assert Counter(reached) == Counter(expected)


@pytest.mark.parametrize(
    ("markers", "action", "labels"),
    [
        (0, Action.ADVANCE, ["Acts: Advance!"]),
        (1, Action.ADVANCE, ["Acts: Advance!, 0 markers left"]),
        (2, Action.ADVANCE, ["Acts: Advance!, 1 marker left", "Falls back, 1 marker left"]),
        (
            3,
            Action.GET_DOWN,
            ["Acts: Get Down!, 0 markers left", "Acts: Get Down!, 1 marker left", "Falls back, 2 markers left"],
        ),
    ],
)
def test_a_result_says_how_many_markers_are_left_where_there_was_one(
    markers: int, action: Action, labels: list[str]
) -> None:
    own = side_of(army_of(unit(SQUADS[0])), read_state({}))
    question = ActivationQuestion(nv=6, ld=2, markers=markers, action=action)
    assert sorted(each.label for each in results_of("what-happens-next", question, own, own, CONTEXT)) == labels


@pytest.mark.parametrize(
    ("lost", "covered", "chosen"),
    list(product(range(0, 10), (False, True), ({}, {"exact_half": "choice"}, {"rout_removes_marker": "off"}))),
)
def test_each_way_to_fall_back_has_its_result(lost: int, covered: bool, chosen: dict[str, str]) -> None:
    force = army_of(unit(SQUADS[0]))
    state = read_state({ids(force)[0]: standing(3, lost, state=[1])})
    own = side_of(force, state)
    left = 10 - lost
    covers = (Position(from_enemy=18 if covered else 2),)
    found = fall_back_class(10, left, chosen.get("exact_half", "forced"))
    results = results_of("fall-back", FallBackQuestion(10, left, 6, 3, covers), own, own, solving(**chosen))
    reached = [
        (now.out, now.count("markers"), now.count("models"), sorted(now.keys("state")))
        for now in (after(force, state, result.own).state for result in results)
    ]
    if found is FallBackClass.DESTROYED:
        assert reached == [(True, 3, lost, ["gone-to-ground"])]
        return
    stays = [(False, 3, lost, ["acted"])] if found is FallBackClass.CHOICE else []
    if covered:
        assert reached == [*stays, (False, 2, lost, ["acted"])]
    else:
        markers = 3 if chosen.get("rout_removes_marker") == "off" else 2
        assert reached == [*stays, *((False, markers, lost + more, ["acted"]) for more in range(left + 1))]


def test_a_single_model_that_is_lost_in_a_rout_goes_out_of_play() -> None:
    force = army_of(unit(SQUADS[1]))
    state = read_state({ids(force)[0]: {"markers": [1]}})
    own = side_of(force, state)
    results = results_of("fall-back", FallBackQuestion(1, 1, 6, 1, ()), own, own, CONTEXT)
    assert [(each.label, after(force, state, each.own).state.out) for each in results] == [
        ("Stays: Snap Shots", False),
        ("Routs, no models lost", False),
        ("Routs, 1 model lost", True),
    ]


@pytest.mark.parametrize(
    ("markers", "single", "titles"),
    [
        (1, "suppressed", ["Activate", "Fall back"]),
        (1, "checked", ["Activate"]),
        (2, "checked", ["Activate", "Fall back"]),
    ],
)
def test_a_unit_that_would_not_fall_back_is_not_offered_it(markers: int, single: str, titles: list[str]) -> None:
    force = army_of(unit(SQUADS[0]), one_marker=single)
    own = side_of(force, read_state({ids(force)[0]: standing(markers)}))
    assert PLAY.actions is not None
    assert [each.title for each in PLAY.actions(own)] == titles
    against = [each.title for each in PLAY.engagements(own, own)]
    assert against[0] == "Its activation"
    assert ("Fall back from it" in against) is ("Fall back" in titles)


@pytest.mark.parametrize("squad", SQUADS)
@pytest.mark.parametrize("held", [0, 1, 2])
@pytest.mark.parametrize("lost", [0, 3])
def test_what_fire_may_have_done(squad: str, held: int, lost: int) -> None:
    force = army_of(unit(squad))
    state = read_state({ids(force)[0]: standing(held, lost)})
    own, opposing = side_of(army(), PlayState()), side_of(force, state)
    models = opposing.unit.spec.starting - opposing.state.count("models")
    room = opposing.unit.spec.nv - held
    results = results_of("under-fire", UnderFireQuestion(), own, opposing, CONTEXT)
    assert {each.own for each in results} == {(Change("state", box="acted"),)}
    reached = [after(force, state, each.opposing).state for each in results]
    assert [now.count("markers") for now in reached] == [*range(held, held + room + 1), *(held,) * models]
    if opposing.unit.spec.starting > 1:
        before = opposing.state.count("models")
        assert [now.count("models") - before for now in reached] == [*(0,) * (room + 1), *range(1, models + 1)]
    else:
        assert [now.out for now in reached] == [*(False,) * (room + 1), True]


@given(nv=st.integers(0, 6), held=st.integers(0, 6), more=st.integers(0, 9))
def test_every_count_of_markers_that_fire_is_asked_for_has_its_result(nv: int, held: int, more: int) -> None:
    force = army_of(unit(f"1* + 9 | 6 12 2 {nv} | -"))
    state = read_state({ids(force)[0]: standing(held)})
    opposing = side_of(force, state)
    question = UnderFireQuestion(2, nv, min(held, nv), new_markers=more)
    ladder = fire_at(question, CONTEXT).tables[0]
    (now,) = [row[0].text for row in ladder.rows if row[0].text.endswith("(this check)")]
    reached = {
        after(force, state, each.opposing).state.count("markers")
        for each in results_of("under-fire", question, opposing, opposing, CONTEXT)
    }
    assert int(now.split()[0]) in reached


def test_every_rule_that_the_tracker_cites_has_a_text() -> None:
    known = {*RULESET.rule_ids, *(ruling.id for ruling in RULESET.rulings)}
    force = army()
    context = RULESET.context(force)
    cited = {segment.rule for segment in PLAY.sequence(context.house)}
    for plain in (standing(4, 10), standing(4, 8), standing(1, 5), standing(2, 6), standing(ordered=[1])):
        for chosen in ({}, {"destroy_at_once": "on", "leaderless_ld": "minus_one"}):
            cited |= {rule for rule, _ in consequences({**plain, "leader": [1]}, **chosen)}
    assert cited - known == set()
    assert len(cited) == 9


ACTED = "This unit has already acted or fallen back in this phase."


@pytest.mark.parametrize(
    ("calculator", "ticked", "expected"),
    [
        ("what-happens-next", {}, ""),
        ("what-happens-next", {"state": [3]}, ACTED),
        ("what-happens-next", {"state": [1, 2]}, ""),
        ("fall-back", {"markers": [1], "state": [3]}, ACTED),
        ("fall-back", {"markers": [1]}, ""),
        ("under-fire", {"state": [3]}, ""),
        ("under-fire", {"models": list(range(1, 11))}, "This unit is out of play."),
        ("under-fire", {"out-of-play": [1]}, "This unit is out of play."),
        ("under-fire", {"models": [1]}, ""),
    ],
)
def test_who_may_not_act_now(calculator: str, ticked: dict[str, list[int]], expected: str) -> None:
    assert barred("warstrike", calculator, "u3", "u3", {"u3": ticked}) == expected
    assert barred("warstrike", calculator, "u3", "", {"u3": ticked}) == expected


def test_a_unit_has_the_ranges_that_its_weapons_were_given() -> None:
    assert PLAY.tabletop is not None
    guns = [Entry("weapon", f"gun{reach}", "Gun", Weapon(1, WeaponContext(range_in=reach))) for reach in (24, 0, 12)]
    armed = unit("1* | 6 12 2 4 | gun24, gun12, gun0, battle-rifle")
    demo = replace(RULESET.demo(), entries=(*RULESET.demo().entries, *guns))
    group, first = next(demo.units())
    assert {*PLAY.tabletop.ranges(Side(demo, group, replace(first, spec=armed)))} == {12, 24}
    assert not [*PLAY.tabletop.ranges(Side(demo, group, first))]
