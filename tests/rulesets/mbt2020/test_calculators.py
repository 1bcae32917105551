"""The calculators' answers: headlines, working, charts, refusals."""

import itertools
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import Answer, QuestionError, Side
from rulesets.core.codec import decode
from rulesets.core.houserules import House
from rulesets.core.reference import Tone
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.asked import AskedStand, Present, legal_kinds
from rulesets.systems.mbt2020.engagement import (
    SWITCHES,
    Conditions,
    Fighter,
    Readings,
    State,
    Turn,
    idle,
    judge,
    readings_of,
    repulsed_state,
)
from rulesets.systems.mbt2020.engagement_calculator import Engagement
from rulesets.systems.mbt2020.fragile import army_limits, group_limits
from rulesets.systems.mbt2020.stands import Grade, Kind
from tests.declared import values

from .shorthand import army, stands

KINDS = tuple(legal_kinds(RULESET.catalogue))


def ask(slug: str, question: dict[str, Any] | Any, chosen: Any = ()) -> Answer:
    calculator = RULESET.calculator(slug)
    if isinstance(question, dict):
        question = decode(calculator.question, question)
    return calculator.ask(question, RULESET.catalogue, House(RULESET.rulings, chosen))


def stand(text: str, **more: Any) -> dict[str, Any]:
    """A stand in shorthand as plain data of a question."""
    found = stands(text)[0]
    return {
        "sub_class": found.sub_class,
        "posture": found.posture.value,
        "mode": found.mode.value,
        "helicopter": found.helicopter,
        **more,
    }


def refused(slug: str, question: dict[str, Any]) -> tuple[str, str]:
    with pytest.raises(QuestionError) as caught:
        ask(slug, question)
    return caught.value.field, caught.value.message


# --- engagement ----------------------------------------------------------------------------------------


def test_the_answer_says_what_a_player_wants_to_hear():
    answer = ask(
        "engagement",
        {
            "own": stand("MBT+", grade="GRADE+"),
            "opposing": stand("MBT-", grade="GRADE-"),
            "conditions": {"distance": 12},
        },
    )
    assert answer.headline == "Mutual, column RR: target 67 % neutralised; own stand 67 % Repulsed."
    assert answer.tone is Tone.GOOD
    assert [(step.rule, step.value) for step in answer.steps] == [
        ("Engagement", "12″"),
        ("Engagement", "12″"),
        ("Arcs", "front"),
        ("Engagement", "mutual"),
        ("F1", "R"),
        ("F2", "R"),
        ("Tactical factors", "RR"),
    ]
    opposing, own = answer.charts
    assert {outcome.label: outcome.chance for outcome in opposing.outcomes} == {
        "unharmed": Fraction(1, 3),
        "neutralised": Fraction(2, 3),
    }
    assert {outcome.label: outcome.chance for outcome in own.outcomes} == {
        "unharmed": Fraction(1, 3),
        "Repulsed": Fraction(2, 3),
    }
    assert [[cell.text for cell in row] for row in answer.tables[0].rows] == [
        ["Owner wins", "33 %", "N", "neutralised", "–", "unharmed"],
        ["Owner draws", "33 %", "N", "neutralised", "R", "Repulsed"],
        ["Owner loses", "33 %", "–", "unharmed", "R", "Repulsed"],
    ]


def test_present_states_are_counted_in():
    answer = ask(
        "engagement",
        {"own": stand("MBTn", state="pinned"), "opposing": stand("MBTn", state="pinned")},
    )
    rows = [[cell.text for cell in row] for row in answer.tables[0].rows]
    assert rows == [
        ["Owner wins", "33 %", "P", "Repulsed", "–", "Pinned"],
        ["Owner draws", "33 %", "R", "Repulsed", "P", "Repulsed"],
        ["Owner loses", "33 %", "–", "Pinned", "N", "neutralised"],
    ]


@pytest.mark.parametrize(
    ("question", "headline"),
    [
        (
            {"own": stand("MBTn"), "opposing": stand("MBTn"), "conditions": {"distance": 15}},
            "Not allowed: 15″ is beyond 12″.",
        ),
        (
            {"own": stand("INFn REC"), "opposing": stand("MBTn")},
            "Not allowed: REC engages nothing.",
        ),
        (
            {"own": stand("INFn ATM"), "opposing": stand("AIRn CAS")},
            "Not allowed: ATM may not engage CAS in MOBILE, only ARMOUR 12″.",
        ),
        (
            {"own": stand("AIRn CAS"), "opposing": stand("MBTn"), "conditions": {"awc": True, "line_of_sight": False}},
            "Not allowed: CAS may not engage INFANTRY or ARMOUR in adverse weather; "
            "line of sight is blocked, so only in contact.",
        ),
        (
            {"own": stand("MBTn"), "opposing": stand("MBTn"), "turn": {"target_arc": "rear"}},
            "Not allowed: ARMOUR engages to its front only.",
        ),
        (
            {"own": stand("ARTn OTF SNS"), "opposing": stand("MBTn"), "turn": {"bghq_distance": 30}},
            "Not allowed: the target is 30″ away, it must be within 24″ of the own group's BGHQ.",
        ),
        (
            {"own": stand("ARTn CBA SNS"), "opposing": stand("INFn LAS"), "turn": {"target_engaged": False}},
            "Not allowed: the target did not engage in the opponent's last round.",
        ),
    ],
)
def test_why_not(question, headline):
    answer = ask("engagement", question)
    assert answer.headline == headline
    assert answer.tone is Tone.BAD
    assert answer.charts == ()


def test_halved_ranges_are_explained():
    answer = ask(
        "engagement",
        {
            "own": stand("INFn INFANTRY"),
            "opposing": stand("MBTn"),
            "conditions": {"distance": 2, "light": "night", "awc": True},
        },
    )
    assert [(step.label, step.value, step.reason) for step in answer.steps[:3]] == [
        ("Full range", "8″", "INFn against ARMOUR in MOBILE"),
        ("Range now", "2″", "a quarter: night and adverse weather"),
        ("Distance", "2″", "within 2″"),
    ]
    assert "halve_once" not in {played.ruling.switch for played in answer.rulings}


def test_rulings_that_matter_are_named():
    question = {
        "own": stand("INFn INFANTRY"),
        "opposing": stand("MBTn"),
        "conditions": {"distance": 3, "light": "night", "awc": True},
    }
    for chosen, allowed in (((), False), ([("halve_once", "on")], True)):
        answer = ask("engagement", question, chosen)
        assert bool(answer.charts) is allowed
        assert "halve_once" in {played.ruling.switch for played in answer.rulings}


@pytest.mark.parametrize(
    ("question", "field", "message"),
    [
        ({"own": stand("MBTn LAS")}, "own.posture", "ARMOUR cannot be LAS; choose ARMOUR."),
        (
            {"opposing": stand("INF- INFANTRY FAST")},
            "opposing.mode",
            "INF- cannot be FAST; choose STATIC or MOBILE.",
        ),
        (
            {"own": stand("AIRn CAS STATIC")},
            "own.mode",
            "AIRn cannot be STATIC; choose MOBILE; only helicopters can be STATIC.",
        ),
        ({"own": stand("MBTn heli")}, "own.helicopter", "MBTn is no aircraft, so it cannot be a helicopter."),
        ({"own": stand("gone")}, "own.sub_class", "“gone” is in no catalogue; choose another sub-class."),
        (
            {"own": stand("FE INFANTRY")},
            "own.sub_class",
            "FE has a name only, no rules to calculate with; choose another.",
        ),
        (
            {"opposing": stand("AIRn CAS", state="repulsed")},
            "opposing.state",
            "A Repulsed CAS stand has left the table; choose another state.",
        ),
        (
            {"own": stand("INFn PDA", state="repulsed")},
            "own.state",
            "A Repulsed PDA stand is neutralised; choose another state.",
        ),
    ],
)
def test_refusals(question, field, message):
    assert refused("engagement", question) == (field, message)


def _asked(kind: Kind, grade: Grade, state: Present) -> AskedStand:
    return AskedStand(kind.sub_class, kind.posture, kind.mode, kind.helicopter, grade, state)


@st.composite
def engagements(draw: st.DrawFn) -> Engagement:
    sides = []
    for _ in range(2):
        kind = draw(st.sampled_from(KINDS))
        possible = [s for s in Present if s is not Present.REPULSED or repulsed_state(kind) is State.REPULSED]
        sides.append(_asked(kind, draw(st.sampled_from(Grade)), draw(st.sampled_from(possible))))
    conditions = draw(values(Conditions, RULESET.catalogue))
    return Engagement(sides[0], sides[1], conditions, draw(values(Turn, RULESET.catalogue)))


@settings(max_examples=200)
@given(engagements(), st.sets(st.sampled_from(SWITCHES)))
def test_every_legal_engagement_is_answered(question, switched):
    chosen = [(switch, "on") for switch in switched]
    answer = ask("engagement", question, chosen)
    house = House(RULESET.rulings, chosen)
    kinds = {kind[:1] + kind[3:]: kind for kind in KINDS}
    own, opposing = (
        Fighter(
            kinds[asked.sub_class, asked.posture, asked.mode, asked.helicopter], asked.grade, State(asked.state.value)
        )
        for asked in (question.own, question.opposing)
    )
    verdict = judge(own, opposing, question.conditions, question.turn, readings_of(house))
    assert bool(answer.charts) is verdict.allowed
    assert [step.rule for step in answer.steps if step.label == "Factor"] == list(verdict.factors)
    assert len([step for step in answer.steps if step.tone is Tone.BAD and step.label != "Factor"]) == len(
        verdict.closed
    )
    for chart, ends in zip(answer.charts, ("opposing", "own"), strict=False):
        states = [getattr(throw, ends).label for throw in verdict.throws]
        assert {o.label: o.chance for o in chart.outcomes} == {s: Fraction(states.count(s), 3) for s in states}


def test_prefill_grades_by_the_army_s_own_house_rules():
    force = army([{"stands": ["12x MBTn"]}], {"nation": "poland"})
    for rules, grade in (((), "GRADE-"), ((("former_pact", "europe"),), "GRADE+")):
        played = replace(force, house_rules=rules)
        side = Side(played, played.groups[0], played.groups[0].units[0])
        engagement, armies = RULESET.calculator("engagement"), RULESET.calculator("armies-grid")
        assert engagement.prefill is not None
        assert armies.from_forces is not None
        assert engagement.prefill(side, None)["own"]["grade"] == grade
        assert armies.from_forces(played, None)["own_stands"][0]["grade"] == grade


def test_prefill_knows_grade_and_mixed_group():
    force = army(
        [
            {"stands": ["MBTn HQ", "10x MBTn", "AIR+ CAS heli apache"]},
            {"grade": "GRADE-", "stands": ["ARTn OTF SNS HQ", "11x ARTn CBA SNS"]},
        ],
        {"nation": "france", "agreed_groups": 2},
    )
    calculator = RULESET.calculator("engagement")
    assert calculator.prefill is not None
    (tanks, guns) = force.groups
    own, opposing = Side(force, tanks, tanks.units[-1]), Side(force, guns, guns.units[0])
    question = decode(calculator.question, calculator.prefill(own, opposing))
    assert (question.own.grade, question.own.helicopter, question.turn.mixed_group) == (Grade.PLUS, True, True)
    assert (question.opposing.grade, question.opposing.posture.value) == (Grade.MINUS, "OTF")
    assert decode(calculator.question, calculator.prefill(opposing, None)).turn.mixed_group is False


@pytest.mark.parametrize(
    ("own", "opposing", "more", "note"),
    [
        ("INFn PDA", "AIRn CAS", {"target_going": "bad"}, "the target's going (counts of INFANTRY and ARMOUR)"),
        ("INFn PDA", "AIRn CAS", {"target_built_up": True}, "the built-up area (counts of INFANTRY and ARMOUR)"),
        (
            "ARTn CBA SNS",
            "ARTn OTF SNS",
            {"target_built_up": True, "own_going": "bad"},
            "the built-up area (counts of INFANTRY and ARMOUR), "
            "the own stand's going (counts of INFANTRY and ARMOUR in MOBILE or FAST)",
        ),
        ("MBTn", "MBTn", {"target_supported": True}, "INFANTRY near the target (counts when INFANTRY engages ARMOUR)"),
        ("MBTn", "MBTn FAST", {"target_near_ecm": True}, "the target's ECM (counts for MOBILE stands and aircraft)"),
        ("MBTn", "MBTn", {"target_illuminated": True}, "illumination (counts in the dark)"),
        ("MBTn", "MBTn", {"target_going": "bad", "target_built_up": True, "own_going": "bad"}, None),
        ("INFn INFANTRY", "MBTn", {"target_supported": True, "target_near_ecm": True}, None),
        ("MBTn", "MBTn", {"target_illuminated": True, "light": "night"}, None),
    ],
)
def test_what_changes_nothing_is_said(own, opposing, more, note):
    question = {"own": stand(own), "opposing": stand(opposing), "conditions": more}
    told = [said for said in ask("engagement", question).notes if said.startswith("Changes nothing")]
    assert told == ([] if note is None else [f"Changes nothing here: {note}."])


@settings(max_examples=200)
@given(engagements())
def test_what_is_said_to_change_nothing_does_not(question):
    """Taken away in turn, each leaves the same verdict."""
    kinds = {kind[:1] + kind[3:]: kind for kind in KINDS}
    own, opposing = (
        kinds[asked.sub_class, asked.posture, asked.mode, asked.helicopter]
        for asked in (question.own, question.opposing)
    )
    fighters = Fighter(own), Fighter(opposing)
    usual = {
        "the target's going": ("conditions", "target_going"),
        "the built-up area": ("conditions", "target_built_up"),
        "the own stand's going": ("conditions", "own_going"),
        "INFANTRY near the target": ("conditions", "target_supported"),
        "the target's ECM": ("conditions", "target_near_ecm"),
        "the side engaged": ("turn", "facing"),
        "what the target did last round": ("turn", "target_engaged"),
    }
    for said in idle(own, opposing, question.conditions, question.turn):
        name = said.split(" (")[0]
        changed = {"conditions": question.conditions, "turn": question.turn}
        if name == "illumination":
            changed["conditions"] = replace(question.conditions, target_illuminated=False, own_illuminated=False)
        else:
            part, field = usual[name]
            changed[part] = replace(changed[part], **{field: getattr(type(changed[part])(), field)})
        for switched in ((), *((switch,) for switch in SWITCHES)):
            readings = Readings(**dict.fromkeys(switched, True))
            assert judge(*fighters, **changed, readings=readings) == judge(
                *fighters, question.conditions, question.turn, readings
            )


# --- grids ---------------------------------------------------------------------------------------------


def test_the_grid_of_kinds_holds_all_94():
    answer = ask("kinds-grid", {"own": stand("MBT+"), "conditions": {"distance": 12}})
    (table,) = answer.tables
    filled = [cell for row in table.rows for cell in row[1:] if cell.text]
    assert (len(table.rows), len(table.columns), len(filled)) == (45, 5, 94)
    rows = {row[0].text: [cell.text for cell in row[1:]] for row in table.rows}
    assert rows["MBTn ARMOUR"] == ["M green: N P/P N", "M R: N R/R P", "M green: N P/P N", ""]
    assert rows["INFn INFANTRY"] == ["–", "–", "–", ""]
    assert (
        answer.headline == "MBT+ MOBILE may engage 9 of 94 kinds at 12″: 2 to advantage, 5 evenly, 2 to disadvantage."
    )


def test_the_grid_agrees_with_the_engagement_calculator():
    conditions = {"distance": 3, "light": "night"}
    for own in ("INFn INFANTRY FAST", "AIR+ CAS STATIC heli", "ARTn CBA SNS"):
        (table,) = ask("kinds-grid", {"own": stand(own), "conditions": conditions}).tables
        by_kind = {
            (row[0].text, column.heading): cell
            for row in table.rows
            for column, cell in zip(table.columns[1:], row[1:], strict=True)
        }
        for kind in KINDS[::7]:
            name = f"{kind.sub_class} {kind.posture}{' helicopter' if kind.helicopter else ''}"
            cell = by_kind[name, kind.mode.label]
            opposing = {"sub_class": kind.sub_class, "posture": kind.posture.value, "mode": kind.mode.value}
            answer = ask(
                "engagement",
                {
                    "own": stand(own),
                    "opposing": opposing | {"helicopter": kind.helicopter},
                    "conditions": conditions,
                },
            )
            assert (cell.tone is Tone.MUTED) is (answer.charts == ())
            if answer.charts:
                assert cell.tone is answer.tone
                assert cell.text.startswith(answer.headline[0])


def test_grids_say_what_changes_nothing():
    ticked = {"target_built_up": True}
    built_up = "the built-up area (counts of INFANTRY and ARMOUR)"
    some = ask("kinds-grid", {"own": stand("MBTn"), "conditions": ticked})
    assert some.notes == (f"Changes nothing for some of these stands: {built_up}.",)
    wings = {"own_stands": [stand("AIRn ASF")], "opposing_stands": [stand("AIRn CAS")], "conditions": ticked}
    assert ask("armies-grid", wings).notes == (f"Changes nothing here: {built_up}.",)
    tanks = {"own_stands": [stand("MBTn")], "opposing_stands": [stand("MBTn")], "conditions": ticked}
    assert ask("armies-grid", tanks).notes == ()


def test_distances_have_quarters_of_an_inch_everywhere():
    night = {"distance": 1, "part": "3/4", "light": "night"}
    own, opposing = stand("INFn INFANTRY"), stand("INFn INFANTRY FAST")
    answer = ask("engagement", {"own": own, "opposing": opposing, "conditions": night})
    assert answer.headline == "Not allowed: 1¾″ is beyond 1½″."
    nearer = ask("engagement", {"own": own, "opposing": opposing, "conditions": night | {"part": "1/2"}})
    assert [step.value for step in nearer.steps if step.label == "Distance"] == ["1½″"]
    for slug, sides in (
        ("kinds-grid", {"own": own}),
        ("armies-grid", {"own_stands": [own], "opposing_stands": [opposing]}),
    ):
        (far,) = ask(slug, {**sides, "conditions": night}).tables
        (near,) = ask(slug, {**sides, "conditions": night | {"part": "1/2"}}).tables
        assert (far.title.split()[-1], near.title.split()[-1]) == ("1¾″", "1½″")
        assert far.rows != near.rows


def test_armies_are_merged_and_counted():
    own = army([{"stands": ["MBTn HQ", "10x MBTn", "INF+ REC FAST"]}], {"nation": "france"})
    opposing = army([{"stands": ["MBT- HQ", "5x MBT-", "6x INF- INFANTRY"]}], {"nation": "iraq"})
    calculator = RULESET.calculator("armies-grid")
    assert calculator.from_forces is not None
    question = decode(calculator.question, calculator.from_forces(own, opposing))
    assert [row.count for row in question.own_stands] == [11, 1]
    answer = calculator.ask(question, RULESET.catalogue, House(RULESET.rulings))
    (table,) = answer.tables
    assert [column.heading for column in table.columns] == [
        "Own stands",
        "6 × MBT- MOBILE GRADE-",
        "6 × INF- INFANTRY MOBILE GRADE-",
        "May engage",
    ]
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["11 × MBTn MOBILE GRADE+", "M RR: N R/N R", "–", "6"],
        ["1 × INF+ REC FAST GRADE+", "–", "–", "0"],
    ]
    assert answer.headline == "12 stands against 12 at 4″: 66 of 144 pairings may be engaged, 66 to advantage."


def test_illegal_stands_are_left_out_of_the_grid_aloud():
    answer = ask(
        "armies-grid",
        {"own_stands": [stand("MBTn"), stand("INF- INFANTRY FAST", count=2)], "opposing_stands": [stand("MBTn")]},
    )
    assert len(answer.tables[0].rows) == 1
    assert answer.notes == ("Left out, 2 stands INF-: INF- cannot be FAST; choose STATIC or MOBILE.",)
    nobody = ask("armies-grid", {"own_stands": [stand("MBTn LAS")], "opposing_stands": [stand("MBTn")]})
    assert (nobody.headline, nobody.tables) == ("One of the sides has no legal stand.", ())


# --- movement ------------------------------------------------------------------------------------------

DISTANCES = {
    # sub-class and posture: tactical/march in good and in bad going, and half the good-going move where it retreats
    "INF- INFANTRY": ("4/8″", "2/4″", "2″"),
    "INF- LAS": ("4/8″", "2/4″", "2″"),
    "INF- ADA": ("8/24″", "4/8″", "–"),
    "INF- PDA": ("8/24″", "4/8″", "–"),
    "INFn INFANTRY": ("8/24″", "4/8″", "4″"),
    "INF+ ATM": ("8/24″", "4/8″", "4″"),
    "INF+ PDA": ("8/24″", "4/8″", "–"),
    "MBT-": ("6/16″", "3/8″", "3″"),
    "MBTn": ("8/24″", "4/8″", "4″"),
    "MBT+": ("8/24″", "4/8″", "4″"),
}


@pytest.mark.parametrize("text", DISTANCES)
def test_distances(text):
    good, bad, repulsed = DISTANCES[text]
    answer = ask("movement", {"kind": stand(text)})
    assert [cell.text for cell in answer.tables[0].rows[0][1:]] == [good, bad, repulsed]
    assert answer.headline == f"{good.split('/')[0]}″ tactical, {good.split('/')[1]} march."
    answer = ask("movement", {"kind": stand(text), "ground": "bad"})
    assert answer.headline == f"{bad.split('/')[0]}″ tactical, {bad.split('/')[1]} march."


GOING = {
    # ground: INF-, INFn or INF+, ARMOUR
    "good": ("good", "good", "good"),
    "bad": ("bad", "bad", "bad"),
    "O": ("good", "good", "good"),
    "H": ("good", "bad", "no"),
    "LFA": ("good", "bad", "no"),
    "SFH": ("bad", "no", "no"),
    "built-up": ("bad", "bad", "bad"),
}
JUNGLE = {"LFA": ("bad", "bad", "no"), "SFH": ("no", "no", "no")}
TRAINED = {"LFA": ("bad", "bad", "no"), "SFH": ("bad", "bad", "no")}
FAR = {"INF- INFANTRY": (4, 2), "INFn INFANTRY": (8, 4), "MBTn": (8, 4)}


@pytest.mark.parametrize(
    ("ground", "jungle", "trained"),
    [
        *((ground, False, False) for ground in GOING),
        *((ground, True, trained) for ground in JUNGLE for trained in (False, True)),
    ],
)
def test_going(ground, jungle, trained):
    table = TRAINED if trained else JUNGLE if jungle else GOING
    for (text, (good, bad)), going in zip(FAR.items(), table[ground], strict=True):
        for road, night in itertools.product((False, True), repeat=2):
            expected = going
            if road and ground != "built-up":
                expected = "bad" if jungle and ground == "SFH" else "good"
            elif night and going == "good":
                expected = "bad"
            question = {"kind": stand(text), "ground": ground, "road": road, "night": night}
            answer = ask("movement", question | {"jungle": jungle, "jungle_trained": trained})
            said = {"good": f"{good}″ tactical", "bad": f"{bad}″ tactical", "no": "Impassable."}[expected]
            assert answer.headline.startswith(said), (text, ground, road, night)


@pytest.mark.parametrize(
    ("text", "more", "headline"),
    [
        ("MBTn STATIC", {}, "STATIC: does not move, unless Repulsed."),
        ("MBTn STATIC", {"blank": True}, "8″ tactical, 24″ march."),
        ("INF- INFANTRY", {"blank": True, "ground": "bad"}, "4″ tactical, 8″ march."),
        ("INFn INFANTRY FAST", {}, "8″ tactical, 24″ march, at least 4″ or 12″."),
        ("MBT- FAST", {"ground": "bad"}, "3″ tactical, 8″ march, at least 1½″ or 4″."),
        ("ARTn OTF SNS", {}, "Stays in the off-table zone."),
        ("AIRn CAS", {}, "Waits a turn at its own edge, then moves to within range of its target and engages."),
        (
            "AIRn ASF",
            {},
            "Comes in up to 36″ from its own edge, does not move once placed, stays two turns, then leaves for good.",
        ),
        ("INFn ADA STATIC", {}, "STATIC: does not move."),
        ("MBTn", {"ground": "built-up", "road": True}, "4″ tactical, 8″ march."),
    ],
)
def test_other_moves(text, more, headline):
    assert ask("movement", {"kind": stand(text), **more}).headline == headline


def test_a_built_up_area_by_road_has_one_reading():
    question = {"kind": stand("MBTn"), "ground": "built-up", "road": True}
    for reading, headline in (("off", "4″ tactical, 8″ march."), ("on", "8″ tactical, 24″ march.")):
        for night in (False, True):
            answer = ask("movement", question | {"night": night}, [("road_in_built_up", reading)])
            assert answer.headline == headline
            assert [played.ruling.switch for played in answer.rulings] == ["road_in_built_up"]
    off_road = ask("movement", question | {"road": False}, [("road_in_built_up", "on")])
    assert (off_road.headline, off_road.rulings) == ("4″ tactical, 8″ march.", ())


@pytest.mark.parametrize(
    ("text", "note"),
    [
        ("MBTn", "If Repulsed it moves 4″ straight towards its own edge at once."),
        ("INFn PDA", "If Repulsed it is neutralised instead."),
        (
            "AIRn CAS",
            "The movement table holds no flights and batteries; ground, road, night, blank and jungle change nothing "
            "for them.",
        ),
    ],
)
def test_notes_on_movement(text, note):
    assert ask("movement", {"kind": stand(text)}).notes[-1] == note


def test_only_forest_is_jungle():
    assert refused("movement", {"ground": "H", "jungle": True})[0] == "jungle"


# --- Fragile, fakes, arcs ------------------------------------------------------------------------------


def test_fragile_limits():
    assert tuple(group_limits(12)) == (4, 2)
    assert [tuple(army_limits(stands)) for stands in (12, 24, 36, 60)] == [(5, 3), (10, 5), (15, 8), (24, 12)]


@pytest.mark.parametrize("stands", range(1, 241))
def test_fragile_limits_by_counting(stands):
    """The least count that reaches the share, found by trying."""
    for found, repulsed, neutralised in ((group_limits(stands), 30, 15), (army_limits(stands), 40, 20)):
        for limit, share in zip(found, (repulsed, neutralised), strict=True):
            assert limit == next(count for count in range(stands + 1) if 100 * count >= share * stands)


def test_fragile_is_said():
    answer = ask("fragile", {"repulsed": 3, "neutralised": 1, "army_stands": 24, "army_neutralised": 5})
    assert answer.headline == "Battle group: Fragile after 1 more Repulsed or 1 more neutralised. Army: Fragile."
    assert answer.tone is Tone.BAD
    assert ask("fragile", {"repulsed": 4}).headline.startswith("Battle group: Fragile. ")
    assert ask("fragile", {"neutralised": 2}).headline.startswith("Battle group: Fragile. ")
    assert refused("fragile", {"repulsed": 7, "neutralised": 6})[0] == "neutralised"
    assert refused("fragile", {"army_repulsed": 7, "army_neutralised": 6})[0] == "army_neutralised"


def test_fragile_has_no_stated_effect():
    assert ask("fragile", {}).notes[-1] == "The effect of being Fragile: none is given; agree on one before the game."


def test_fakes_are_said():
    assert ask("fakes", {"stands": 36}).headline == "10 fakes at most for 36 stands."


@pytest.mark.parametrize(
    ("text", "headline"),
    [
        ("MBTn", "MBTn MOBILE engages to its front."),
        ("AIRn CAS", "AIRn CAS MOBILE engages to its front."),
        ("INF- LAS", "INF- LAS MOBILE engages to its front or side."),
        ("INFn ADA", "INFn ADA MOBILE engages to its front or side."),
        ("AIRn ASF", "AIRn ASF MOBILE engages all round."),
        ("ARTn CBA SNS", "ARTn CBA SNS engages all round."),
    ],
)
def test_arcs(text, headline):
    assert ask("arcs", {"kind": stand(text)}).headline == headline


def test_the_side_of_armour_is_told_as_it_is_played():
    question = {
        "own": stand("MBTn"),
        "opposing": stand("MBTn"),
        "turn": {"facing": "side"},
    }
    for reading, said in (
        ("off", "Engaging ARMOUR on its side gives an advantage without a figure: none is counted."),
        ("on", "Engaging ARMOUR on its side gives R."),
    ):
        for calculator, asked in (("arcs", {}), ("engagement", question)):
            answer = ask(calculator, asked, [("side_arc_r", reading)])
            assert said in answer.notes
            assert "side_arc_r" in {played.ruling.switch for played in answer.rulings}


@pytest.mark.parametrize(
    ("text", "where"),
    [
        ("MBTn", "within 8″ of the own edge, not within 18″ of an opposing stand"),
        ("INF- ADA STATIC", "within 18″ of the own edge, not within 18″ of an opposing stand"),
        ("AIRn ASF", "off the table, in a zone up to 4″ deep behind the own edge"),
        ("ARTn CBA STATIC", "off the table, in a zone up to 4″ deep behind the own edge"),
    ],
)
def test_deployed(text, where):
    assert ask("arcs", {"kind": stand(text)}).steps[1].value == where


def test_very_many_kinds_are_cut_to_the_most_numerous():
    texts = [f"{kind.sub_class} {kind.posture} {kind.mode} {'heli' * kind.helicopter}" for kind in KINDS]
    force = army([{"stands": [*texts, texts[-1], texts[-1], texts[-2]]}], {})
    calculator = RULESET.calculator("armies-grid")
    assert calculator.from_forces is not None
    rows = decode(calculator.question, calculator.from_forces(force, None)).own_stands
    assert (len(KINDS), len(rows)) == (94, 60)
    assert [row.count for row in rows[:3]] == [3, 2, 1]
