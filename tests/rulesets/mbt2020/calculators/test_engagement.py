"""What is said of an engagement: headlines, working, charts, refusals."""

from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import SolveContext
from rulesets.core.codes import codes_shown
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.tables import Tone
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.calculators.engagement import Engagement
from rulesets.systems.mbt2020.calculators.stand_fields import Present, StandFields
from rulesets.systems.mbt2020.engagement import idle, judge, repulsed_state
from rulesets.systems.mbt2020.engagement_state import Combatant, Conditions, State, Turn
from rulesets.systems.mbt2020.readings import SWITCHES, Readings, readings_of
from rulesets.systems.mbt2020.units import Grade, StandKind
from tests.declared import values
from tests.rulesets.mbt2020.shorthand import KINDS, ask, refused, stand


def test_the_answer_says_what_a_player_wants_to_hear():
    answer = ask(
        "engagement",
        {
            "own": stand("MBT+", grade="GRADE+"),
            "opposing": stand("MBT-", grade="GRADE-"),
            "conditions": {"distance": 12},
        },
    )
    assert answer.headline == (
        "Mutual, 2 columns right: the target has a 2 in 3 chance of being neutralised. "
        "Your stand has a 2 in 3 chance of being Repulsed."
    )
    assert answer.tone is Tone.GOOD
    assert [(step.rule, step.value) for step in answer.steps] == [
        ("Engagement", "12″"),
        ("Engagement", "12″"),
        ("Arcs", "front"),
        ("Engagement", "mutual"),
        ("F1", "1 right"),
        ("F2", "1 right"),
        ("Tactical factors", "2 right"),
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
        ["You win", "N: neutralised", "unharmed"],
        ["You draw", "N: neutralised", "R: Repulsed"],
        ["You lose", "unharmed", "R: Repulsed"],
    ]


def test_present_states_are_counted_in():
    answer = ask(
        "engagement",
        {"own": stand("MBTn", state="pinned"), "opposing": stand("MBTn", state="pinned")},
    )
    rows = [[cell.text for cell in row] for row in answer.tables[0].rows]
    assert rows == [
        ["You win", "P: Repulsed", "Pinned"],
        ["You draw", "R: Repulsed", "P: Repulsed"],
        ["You lose", "Pinned", "N: neutralised"],
    ]


@pytest.mark.parametrize(
    ("question", "headline"),
    [
        (
            {"own": stand("MBTn"), "opposing": stand("MBTn"), "conditions": {"distance": 15}},
            "Not allowed: the target is beyond 12″.",
        ),
        (
            {"own": stand("INFn REC"), "opposing": stand("MBTn")},
            "Not allowed: REC may not engage anything.",
        ),
        (
            {"own": stand("INFn ATM"), "opposing": stand("AIRn CAS")},
            "Not allowed: ATM may not engage MOBILE CAS, only ARMOUR 12″.",
        ),
        (
            {"own": stand("AIRn CAS"), "opposing": stand("MBTn"), "conditions": {"awc": True, "line_of_sight": False}},
            "Not allowed: CAS may not engage INFANTRY or ARMOUR in adverse weather, "
            "and line of sight is blocked, so the stands must be in contact.",
        ),
        (
            {"own": stand("MBTn"), "opposing": stand("MBTn"), "turn": {"target_arc": "rear"}},
            "Not allowed: ARMOUR engages to its front only.",
        ),
        (
            {"own": stand("ARTn OTF SNS"), "opposing": stand("MBTn"), "turn": {"bghq_distance": 30}},
            "Not allowed: the target is 30″ away but must be within 24″ of its own group’s BGHQ.",
        ),
        (
            {"own": stand("ARTn CBA SNS"), "opposing": stand("INFn LAS"), "turn": {"target_engaged": False}},
            "Not allowed: the target did not engage in the opponent’s last round.",
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
        ("Full range", "8″", "INFn against MOBILE ARMOUR"),
        ("Range now", "2″", "quartered: night and adverse weather"),
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
        (
            {"own": stand("MBTn LAS")},
            "own.posture",
            "An armoured stand cannot take the LAS posture. Choose the posture ARMOUR.",
        ),
        (
            {"opposing": stand("INF- INFANTRY FAST")},
            "opposing.mode",
            "INF- cannot take the FAST mode. Choose the mode STATIC or MOBILE.",
        ),
        (
            {"own": stand("AIRn CAS STATIC")},
            "own.mode",
            "AIRn cannot take the STATIC mode. Choose the mode MOBILE. Only helicopters can be STATIC.",
        ),
        ({"own": stand("MBTn heli")}, "own.helicopter", "MBTn is not an aircraft, so it cannot be a helicopter."),
        ({"own": stand("gone")}, "own.sub_class", "“gone” is not in the catalogue. Choose another sub-class."),
        (
            {"own": stand("FE INFANTRY")},
            "own.sub_class",
            "FE has a name but no rules to calculate with. Choose another.",
        ),
        (
            {"opposing": stand("AIRn CAS", state="repulsed")},
            "opposing.state",
            "A Repulsed CAS stand has left the table. Choose another state.",
        ),
        (
            {"own": stand("INFn PDA", state="repulsed")},
            "own.state",
            "A Repulsed PDA stand is neutralised. Choose another state.",
        ),
    ],
)
def test_refusals(question, field, message):
    assert refused("engagement", question) == (field, message)


def _asked(kind: StandKind, grade: Grade, state: Present) -> StandFields:
    return StandFields(kind.sub_class, kind.posture, kind.mode, kind.helicopter, grade, state)


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
    house = HouseRules(RULESET.rulings, chosen)
    kinds = {kind[:1] + kind[3:]: kind for kind in KINDS}
    own, opposing = (
        Combatant(
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


@pytest.mark.parametrize(
    ("own", "opposing", "more", "note"),
    [
        ("INFn PDA", "AIRn CAS", {"target_going": "bad"}, "the target’s going (counts for INFANTRY and ARMOUR)"),
        ("INFn PDA", "AIRn CAS", {"target_built_up": True}, "the built-up area (counts for INFANTRY and ARMOUR)"),
        (
            "ARTn CBA SNS",
            "ARTn OTF SNS",
            {"target_built_up": True, "own_going": "bad"},
            "the built-up area (counts for INFANTRY and ARMOUR), "
            "your stand’s going (counts for INFANTRY and ARMOUR in MOBILE or FAST)",
        ),
        ("MBTn", "MBTn", {"target_supported": True}, "INFANTRY near the target (counts when INFANTRY engages ARMOUR)"),
        ("MBTn", "MBTn FAST", {"target_near_ecm": True}, "the target’s ECM (counts for MOBILE stands and aircraft)"),
        ("MBTn", "MBTn", {"target_illuminated": True}, "illumination (counts in the dark)"),
        ("MBTn", "MBTn", {"target_going": "bad", "target_built_up": True, "own_going": "bad"}, None),
        ("INFn INFANTRY", "MBTn", {"target_supported": True, "target_near_ecm": True}, None),
        ("MBTn", "MBTn", {"target_illuminated": True, "light": "night"}, None),
    ],
)
def test_what_changes_nothing_is_said(own, opposing, more, note):
    question = {"own": stand(own), "opposing": stand(opposing), "conditions": more}
    told = [said for said in ask("engagement", question).notes if said.startswith("Not used")]
    assert told == ([] if note is None else [f"Not used here: {note}."])


@settings(max_examples=200)
@given(engagements())
def test_what_is_said_to_change_nothing_does_not(question):
    """Taken away in turn, each leaves the same verdict."""
    kinds = {kind[:1] + kind[3:]: kind for kind in KINDS}
    own, opposing = (
        kinds[asked.sub_class, asked.posture, asked.mode, asked.helicopter]
        for asked in (question.own, question.opposing)
    )
    fighters = Combatant(own), Combatant(opposing)
    usual = {
        "target_going": ("conditions", "target_going"),
        "built_up": ("conditions", "target_built_up"),
        "own_going": ("conditions", "own_going"),
        "support": ("conditions", "target_supported"),
        "ecm": ("conditions", "target_near_ecm"),
        "facing": ("turn", "facing"),
        "last_round": ("turn", "target_engaged"),
    }
    for name in idle(own, opposing, question.conditions, question.turn):
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


@pytest.mark.parametrize(("reading", "whose"), [("off", "the target’s side"), ("on", "either side")])
def test_whose_ecm_counts_is_told_where_it_counts(reading, whose):
    question = {"own": stand("MBTn"), "opposing": stand("MBTn"), "conditions": {"target_near_ecm": True}}
    answer = ask("engagement", question, [("any_ecm", reading)])
    assert f"ECM counts here if it belongs to {whose}." in answer.notes
    assert "any_ecm" in {played.ruling.switch for played in answer.rulings}
    without = ask("engagement", question | {"conditions": {}}, [("any_ecm", reading)])
    assert "any_ecm" not in {played.ruling.switch for played in without.rulings}


@pytest.mark.parametrize(("reading", "who"), [("off", "only your stand has"), ("on", "both stands have")])
def test_who_has_engaged_is_told_of_mutual_engagements(reading, who):
    question = {"own": stand("MBTn"), "opposing": stand("MBTn")}
    chosen = [("mutual_engages_both", reading)]
    assert f"After this mutual engagement {who} engaged this turn." in ask("engagement", question, chosen).notes
    unilateral = ask("engagement", {"own": stand("ARTn OTF SNS"), "opposing": stand("MBTn")}, chosen)
    assert "mutual_engages_both" not in {played.ruling.switch for played in unilateral.rulings}


def test_a_letter_of_an_answer_means_one_thing():
    answer = ask("engagement", {"own": stand("MBT+"), "opposing": stand("MBTn"), "conditions": {"distance": 12}})
    assert [column.heading for column in answer.tables[1].columns[1:]] == [
        "2 left", "1 left", "middle", "1 right", "2 right",
    ]  # fmt: skip
    key = {entry.term: entry.meaning for entry in codes_shown(RULESET.codes, answer.texts)}
    assert not {"L", "LL", "RR"} & set(", ".join(key).split(", "))
    assert key["R"].startswith("state: Repulsed")


@pytest.mark.parametrize(("reading", "inches"), [("off", 4), ("on", 12)])
def test_a_repulse_move_is_told_as_it_is_read(reading, inches):
    answer = ask("engagement", {"own": stand("MBT+"), "opposing": stand("MBTn")}, [("repulse_march", reading)])
    assert f"If your stand is Repulsed, it moves {inches}″ straight towards its own edge at once." in answer.notes


@pytest.mark.parametrize(
    ("own", "opposing", "short"),
    [
        ("MBTn", {}, "N P ok"),
        ("MBTn", {"mode": "STATIC", "state": "pinned"}, "R R P"),
        ("MBTn", {"mode": "STATIC", "state": "repulsed"}, "R N R"),
        ("AIRn ASF", {"sub_class": "INFn", "posture": "PDA"}, None),
        ("AIR+ ECM", {"sub_class": "INFn", "posture": "PDA"}, "N N ok"),
    ],
)
def test_an_answer_in_short_has_the_states_that_it_leads_to(own, opposing, short):
    calculator = RULESET.calculator("engagement")
    question = {"own": stand(own), "opposing": {**stand("MBTn"), **opposing}, "conditions": {"distance": 4}}
    context = SolveContext(RULESET.catalogue, HouseRules(RULESET.rulings))
    assert calculator.brief is not None
    brief = calculator.brief(decode(calculator.question, question), context)
    assert brief.refused if short is None else brief.short == short
    if short is not None:
        words = [each.words for each in brief.prospects]
        states = {"ok": "unharmed", "P": "Pinned", "R": "Repulsed", "N": "neutralised"}
        assert all(
            states[letter] in said or said.startswith("your stand")
            for letter, said in zip(short.split(), words, strict=True)
        )
