"""Calculators that can answer the same question give the same answer, whatever the house rules.

A topic is what several calculators can be asked about one situation. Each puts the situation into its own question
and reads facts from its answer; every two are compared in the facts that both tell.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.calculators import Answer, QuestionError, decimal, percent
from rulesets.core.declarations.codec import decode
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.rules import check_force
from rulesets.core.play.states import Side
from rulesets.systems.forge_of_war import RULESET
from rulesets.systems.forge_of_war.catalogue import context_of
from rulesets.systems.forge_of_war.tables import Cover, Stance, Training
from tests.rulesets.forge_of_war import shorthand

Data = dict[str, Any]
Facts = dict[str, object]
Rules = dict[str, str]
Asker = Callable[[Data, Rules], Facts]

RULINGS = {ruling.switch: ruling for ruling in RULESET.rulings if ruling.switch}
OWN = [
    shorthand.entry(row)
    for row in (
        {
            "kind": "weapon",
            "key": "grenade_thrower",
            "range": 24,
            "wv": 1,
            "weight_of_fire": {"kind": "by_target", "infantry": 3, "horde": 5, "vehicle": 2},
            "indirect": True,
            "accuracy": "accurate",
            "auto_markers": 2,
            "backfires_on": 3,
            "backfire_hits": 2,
        },
        {
            "kind": "weapon",
            "key": "stink_gun",
            "range": 36,
            "auto_markers": 2,
            "weight_of_fire": {"kind": "fixed", "dice": 1},
        },
    )
]
CATALOGUE = RULESET.catalogue.with_entries(OWN)
WEAPONS = sorted(entry.key for entry in CATALOGUE.of_kind("weapon"))


def ask(slug: str, data: Data, rules: Rules) -> Answer:
    calculator = RULESET.calculator(slug)
    return calculator.ask(decode(calculator.question, data), CATALOGUE, HouseRules(RULESET.rulings, rules.items()))


def said(answer: Answer, label: str) -> str:
    return next((step.value for step in answer.steps if step.label == label), "")


def cells(answer: Answer, title: str) -> list[list[str]]:
    (found,) = [table for table in answer.tables if table.title == title]
    return [[cell.text for cell in row] for row in found.rows]


def chances(answer: Answer, title: str) -> dict[str, Fraction]:
    """A chart's outcomes that can happen; a chart that is left out tells that nothing can."""
    found = [chart for chart in answer.charts if chart.title == title]
    return {each.label: each.chance for chart in found for each in chart.outcomes if each.chance} or {"0": Fraction(1)}


def expected(amounts: Mapping[str, Fraction]) -> Fraction:
    return sum((int(amount) * chance for amount, chance in amounts.items()), Fraction(0))


# --- a volley at figures ---------------------------------------------------------------------------


def volley_facts(answer: Answer, data: Data, fires: Fraction = Fraction(1)) -> Facts:
    """What an answer with charts tells of a volley that is fired for certain; it was fired with the chance given."""

    def fired(title: str, before: int = 0) -> dict[str, Fraction]:
        found = chances(answer, title)
        idle = str(before)
        found[idle] = found.get(idle, Fraction(0)) - (1 - fires)
        return {amount: chance / fires for amount, chance in found.items() if chance}

    hits, lost = fired("Hits" if fires == 1 else "Hits, test included"), fired("Figures lost")
    markers = fired("D-markers afterwards", data["target"]["markers"])
    gone = lost.get(str(data["target"]["figures"]), Fraction(0))
    facts: Facts = {
        "hits": hits,
        "mean hits": decimal(expected(hits), 1),
        "lost": lost,
        "mean lost": decimal(expected(lost), 1),
        "all lost": gone,
        "D-markers": markers,
        "automatic": said(answer, "Automatic D-markers"),
        "backfire": fired("Backfire hits on the firers"),
    }
    if data["target"]["policy"] == "markers":
        facts["nothing"] = markers.get(str(data["target"]["markers"]), Fraction(0))
    return facts


def by_shooting(data: Data, rules: Rules) -> Facts:
    facts = volley_facts(ask("shooting", data, rules), data)
    for number, volley in enumerate(data["shooters"]["volleys"]):
        alone = ask("shooting", {**data, "shooters": {**data["shooters"], "volleys": [volley]}}, rules)
        lost = chances(alone, "Figures lost")
        facts[f"weapon {number} alone"] = decimal(expected(lost), 1)
    return facts


def by_covering_fire(data: Data, rules: Rules) -> Facts:
    if data["shooters"]["moved"]:
        return {}
    return volley_facts(ask("covering-fire", data, rules), data)


def by_reaction_test(data: Data, rules: Rules) -> Facts:
    """It fires with 2 less, and only after a test; a natural 10 fails at any value."""
    shooters = data["shooters"]
    if data["distance"] > 12 or shooters["moved"]:
        return {}
    figures, markers = shooters["figures"], shooters["markers"]
    unit = {"cv": 10 + markers, "markers": markers, "start": figures, "now": figures}
    question = {**data, "unit": unit, "shooters": {**shooters, "sv": shooters["sv"] + 2}}
    answer = ask("reaction-test", question, rules)
    return volley_facts(answer, data, chances(answer, "Reaction")["Fires"])


def by_stances(data: Data, rules: Rules) -> Facts:
    target = data["target"]
    if target["arm"] != "infantry" or target["av"] > 4:
        return {}
    answer = ask("stances", data, rules)
    (row,) = [row for row in cells(answer, "Stances") if row[0] == Stance(target["stance"]).label]
    return {
        "mean hits": row[2],
        "mean lost": row[3],
        "automatic": said(answer, "Automatic D-markers"),
        "backfire": chances(answer, "Backfire hits on the firers"),
    }


def compared(data: Data, mark: Data, rules: Rules) -> tuple[Answer, dict[str, Fraction]]:
    asked = {name: data[name] for name in ("distance", "shooters")}
    target = data["target"]
    policy = {name: target[name] for name in ("policy", "split") if name in target}
    answer = ask("comparison", {**asked, **policy, "targets": [mark]}, rules)
    return answer, {outcome.label: outcome.chance for outcome in answer.compared[0].charts[-1].outcomes}


def by_comparison(data: Data, rules: Rules) -> Facts:
    target = data["target"]
    if target["markers"] or target["hurt"] or target["fast"] or target["visible"] is not None:
        return {}
    known = ("arm", "training", "figures", "av", "cover", "wounds", "stance")
    answer, effect = compared(data, {name: target[name] for name in known}, rules)
    facts: Facts = {
        "mean lost": cells(answer, "All weapons against each target")[0][1],
        "all lost": effect["Wiped out or destroyed"],
        "backfire": chances(answer, "Backfire hits on the firers"),
    }
    for number, lost in enumerate(cells(answer, "Each weapon against each target")[0][1:]):
        facts[f"weapon {number} alone"] = lost
    return facts | ({"nothing": effect["Nothing"]} if target["policy"] == "markers" else {})


def by_indirect_fire(data: Data, rules: Rules) -> Facts:
    """With its own dice, where the table plays those: one weapon of a battery that has not moved."""
    shooters = data["shooters"]
    (volley, *others) = shooters["volleys"]
    weapon = CATALOGUE.get("weapon", volley["weapon"])
    assert weapon is not None
    alone = not others and volley["count"] == 1 and volley["distance"] is None
    still = not shooters["moved"] and shooters["stance"] == "normal"
    if not (alone and still and weapon.spec.indirect and data["distance"] <= weapon.spec.range):
        return {}
    question = {name: shooters[name] for name in ("sv", "markers")} | {"weapon": volley["weapon"]}
    question |= {"distance": data["distance"], "target": data["target"]}
    return volley_facts(ask("indirect-fire", question, rules | {"indirect_attack": "weight_of_fire"}), data)


# --- a volley at a vehicle -------------------------------------------------------------------------

ENDINGS = {
    "Unharmed": "Nothing",
    "D-markers only": "D-markers alone",
    "A wound spent": "Some losses",
    "Weapon out": "Halved or damaged",
    "Immobilised": "Halved or damaged",
    "Destroyed": "Wiped out or destroyed",
}


def ending_facts(answer: Answer) -> Facts:
    """How a vehicle ends, in the words of the comparison, and what the firers suffer."""
    ended: dict[str, Fraction] = {}
    for label, chance in chances(answer, "What happens to the vehicle").items():
        ended[ENDINGS[label]] = ended.get(ENDINGS[label], Fraction(0)) + chance
    return {"ends": ended, "backfire": chances(answer, "Backfire hits on the firers")}


def by_vehicle_damage(data: Data, rules: Rules) -> Facts:
    return ending_facts(ask("vehicle-damage", data, rules))


def vehicle_by_comparison(data: Data, rules: Rules) -> Facts:
    target = data["target"]
    if target["markers"] or target["fast"]:
        return {}
    mark = {name: value for name, value in target.items() if name not in ("markers", "fast")}
    answer, effect = compared(data, {"arm": "vehicle", **mark}, rules)
    ends = {label: chance for label, chance in effect.items() if chance}
    return {"ends": ends, "backfire": chances(answer, "Backfire hits on the firers")}


def vehicle_by_indirect_fire(data: Data, rules: Rules) -> Facts:
    shooters = data["shooters"]
    (volley, *others) = shooters["volleys"]
    weapon = CATALOGUE.get("weapon", volley["weapon"])
    assert weapon is not None
    alone = not others and volley["count"] == 1 and volley["distance"] is None
    still = not shooters["moved"] and shooters["stance"] == "normal"
    if not (alone and still and weapon.spec.indirect and data["distance"] <= weapon.spec.range):
        return {}
    question = {name: shooters[name] for name in ("sv", "markers")} | {"weapon": volley["weapon"]}
    question |= {"distance": data["distance"], "vehicle": data["target"], "at_vehicle": True}
    return ending_facts(ask("indirect-fire", question, rules | {"indirect_attack": "weight_of_fire"}))


# --- command tests ---------------------------------------------------------------------------------


def as_activation(rules: Rules) -> bool:
    """Whether the die of every command test is read as for activation."""
    return rules.get("nat10_scope", "all_command") == "all_command" and rules.get("nat1_activation", "off") == "off"


def by_activation(data: Data, rules: Rules) -> Facts:
    chance = chances(ask("activation", data, rules), "Activation").get("Activates", Fraction(0))
    return {"activates": chance, "in words": percent(chance)} | (
        {"command test": chance} if as_activation(rules) else {}
    )


def by_reaction(data: Data, rules: Rules) -> Facts:
    shooters = {"figures": 1, "volleys": [{"count": 1}]}
    answer = ask("reaction-test", {"unit": data["unit"], "shooters": shooters, "melee_only": True}, rules)
    return {"activates": chances(answer, "Reaction").get("Charges", Fraction(0))}


def by_run(data: Data, rules: Rules) -> Facts:
    """The run knows no modifiers but their sum."""
    answer = ask("activation", data, rules)
    label = "Modified Command Value" if len(answer.steps) > 2 else "Command Value"
    value = int(said(answer, label).replace("−", "-"))
    unit = data["unit"]
    attempt = {"cv": unit["cv"], "markers": unit["markers"], "modifier": value - unit["cv"] + unit["markers"]}
    answer = ask("activation-run", {"units": [attempt]}, rules)
    return {"activates": chances(answer, "Activations in a row").get("1", Fraction(0))}


def by_unit_state(data: Data, rules: Rules) -> Facts:
    return {"in words": said(ask("unit-state", data, rules), "Activates")}


def by_withdrawal(data: Data, rules: Rules) -> Facts:
    answer = ask("withdrawal", {**data, "turns": 1}, rules)
    if not answer.charts:
        return {}
    return {"activates": chances(answer, "What happens to it").get("Acts again in turn 1", Fraction(0))}


def by_rally_gate(data: Data, rules: Rules) -> Facts:
    if not data["unit"]["markers"]:
        return {}
    gate = said(ask("rally", data, rules | {"rally_initiative": "needs_activation"}), "Must activate first")
    return {"in words": gate}


def by_disengaging(data: Data, rules: Rules) -> Facts:
    """At a third or less the roll is that of the activation which such a unit owes."""
    unit = data["unit"]
    if 3 * unit["now"] <= unit["start"] and not as_activation(rules):
        return {}
    return {"command test": chances(ask("disengage", data, rules), "Disengaging").get("Away", Fraction(0))}


def by_baling_out(data: Data, rules: Rules) -> Facts:
    unit = {("figures" if name == "now" else name): value for name, value in data["unit"].items()}
    out = chances(ask("bale-out", unit, rules | {"baleout_modifiers": "modified"}), "Baling out")
    return {"command test": out.get("Out", Fraction(0))}


# --- rallies ---------------------------------------------------------------------------------------


def by_rally(data: Data, rules: Rules) -> Facts:
    return {"removed": said(ask("rally", data, rules), "Removes on average") or "0.00"}


def rally_by_state(data: Data, rules: Rules) -> Facts:
    """How it stands after the losses are told; no further D-markers come of them."""
    removed = said(ask("unit-state", data, rules | {"perm_markers_auto": "off"}), "A rally removes on average")
    return {"removed": removed or "0.00"}


def rally_by_stances(data: Data, rules: Rules) -> Facts:
    answer = ask("stances", {"command": data["unit"], "target": {"training": data["training"]}}, rules)
    normal, _, hiding = (row[3] for row in cells(answer, "What else a stance changes"))
    return {"removed": hiding if data["hiding"] else normal}


# --- close combat and moves ------------------------------------------------------------------------


def by_close_combat(data: Data, rules: Rules) -> Facts:
    answer = ask("close-combat", data, rules)
    gone = {
        side: chances(answer, f"{side}: Figures lost").get(str(data[side.lower()]["figures"]), Fraction(0))
        for side in ("Attackers", "Defenders")
    }
    later = ask("close-combat", {**data, "initial": False, "charge": {}}, rules)
    return {"gone": gone, "later": chances(later, "Defenders: Figures lost")}


def by_fight(data: Data, rules: Rules) -> Facts:
    ends = chances(ask("fight", {**data, "rounds": 1}, rules), "How the fight ends")
    gone = {
        side: ends.get(f"{side} wiped out", Fraction(0)) + ends.get("Both wiped out", Fraction(0))
        for side in ("Attackers", "Defenders")
    }
    return {"gone": gone}


def by_leaving(data: Data, rules: Rules) -> Facts:
    """Impact while leaving, as in a later round, where the table plays it; the leaver gives D-markers first."""
    own = data["defenders"]
    plain = {"fv", "figures", "av", "training", "markers"}
    if any(value for name, value in own.items() if name not in plain) or own["figures"] < 1:
        return {}
    question = {
        "unit": {"cv": 20, "markers": own["markers"], "start": own["figures"], "now": own["figures"]},
        "training": own["training"],
        "fv": own["fv"],
        "av": own["av"],
        "enemy": data["attackers"],
    }
    answer = ask("disengage", question, rules | {"disengage_free_attack": "on"})
    struck = [chart for chart in answer.charts if chart.title == "When away: Figures lost"]
    return {"later": chances(answer, "When away: Figures lost")} if struck else {}


def by_movement(data: Data, rules: Rules) -> Facts:
    return {"runs": said(ask("movement", {**data, "withdrawing": True}, rules), "Withdrawing")}


def by_running(data: Data, rules: Rules) -> Facts:
    unit = {"start": 30, "now": 9, "markers": data["markers"]}
    return {"runs": said(ask("withdrawal", {"unit": unit, "move": data["move"]}, rules), "Each failure")}


# --- situations ------------------------------------------------------------------------------------


def mostly(usual: Any, others: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.just(usual) | st.just(usual) | others


def choice(of: Any) -> st.SearchStrategy[str]:
    return st.sampled_from([each.value for each in of])


VOLLEYS = st.lists(
    st.fixed_dictionaries(
        {
            "weapon": st.sampled_from(["sniper_rifle", "plasma_rifle", "grenade_thrower"]) | st.sampled_from(WEAPONS),
            "count": st.integers(1, 3),
            "distance": mostly(None, st.integers(0, 40)),
            "in_area": st.integers(0, 4),
        }
    ),
    min_size=1,
    max_size=3,
)
SHOOTERS = st.fixed_dictionaries(
    {
        "sv": st.integers(-4, 12),
        "markers": mostly(0, st.integers(1, 3)),
        "figures": st.integers(3, 20),
        "volleys": VOLLEYS,
        "moved": mostly(0, st.integers(1, 9)),
        "stance": mostly("normal", st.just("cautious")),
        "bearer": st.sampled_from(["foot", "powered"]),
        "deployed": st.booleans(),
    }
)
BATTERY = st.fixed_dictionaries(
    {
        "sv": st.integers(-4, 12),
        "markers": st.integers(0, 3),
        "figures": st.just(2),
        "volleys": st.sampled_from(["grenade_thrower", "mortar_light", "mortar_heavy"]).map(
            lambda weapon: [{"weapon": weapon, "count": 1, "distance": None, "in_area": 1}]
        ),
        "moved": st.just(0),
        "stance": st.just("normal"),
        "bearer": st.just("foot"),
        "deployed": st.just(True),
    }
)
POLICY = {"policy": st.sampled_from(["markers", "figures", "split"]), "split": st.integers(0, 3)}
FIGURES = st.fixed_dictionaries(
    {
        "arm": mostly("infantry", st.sampled_from(["cavalry", "monstrous"])),
        "training": choice(Training),
        "figures": st.integers(1, 12),
        "av": st.integers(-1, 8),
        "markers": mostly(0, st.integers(1, 3)),
        "wounds": mostly(1, st.integers(2, 3)),
        "hurt": st.just(0),
        "visible": mostly(None, st.just(1)),
        "cover": choice(Cover),
        "stance": choice(Stance),
        "fast": mostly(False, st.just(True)),
        **POLICY,
    }
)
VEHICLES = st.fixed_dictionaries(
    {
        "av": st.integers(3, 9),
        "av_delta": st.integers(0, 2),
        "facing": st.sampled_from(["front", "side", "rear"]),
        "training": choice(Training),
        "markers": mostly(0, st.integers(1, 3)),
        "wounds": st.integers(0, 2),
        "systems": st.integers(0, 3),
        "more": st.integers(0, 2),
        "cover": choice(Cover),
        "fast": mostly(False, st.just(True)),
    }
)
UNITS = st.tuples(st.integers(1, 20), st.integers(0, 19)).flatmap(
    lambda strength: st.fixed_dictionaries(
        {
            "cv": st.integers(-2, 13),
            "markers": st.integers(0, 5),
            "start": st.just(strength[0]),
            "now": st.just(max(1, strength[0] - strength[1])),
            "commander": st.booleans(),
            "own_command": st.booleans(),
            "no_enemy": st.booleans(),
            "terrifying": st.booleans(),
            "cover": choice(Cover),
        }
    )
)
TESTED = st.fixed_dictionaries({"unit": UNITS, "training": choice(Training)})
FIGHTERS = st.fixed_dictionaries(
    {"fv": st.integers(0, 10), "figures": st.integers(1, 4), "av": st.integers(0, 3), "training": choice(Training)}
    | {"markers": st.integers(0, 1)}
)
CHARGES = st.fixed_dictionaries(
    {"cover": choice(Cover), "obstacle": st.booleans(), "outside": st.booleans(), "grenades": st.booleans()}
)


def at_a_distance(shooters: st.SearchStrategy[Data], target: st.SearchStrategy[Data]) -> st.SearchStrategy[Data]:
    return st.fixed_dictionaries(
        {"distance": st.integers(0, 12) | st.integers(0, 40), "shooters": shooters, "target": target}
    )


PLAIN_BATTERY = {
    "sv": 7,
    "markers": 0,
    "figures": 2,
    "volleys": [{"weapon": "grenade_thrower", "count": 1, "distance": None, "in_area": 1}],
    "moved": 0,
    "stance": "normal",
}
PLAIN_FIGURES = {
    "arm": "infantry",
    "training": "militia",
    "figures": 6,
    "av": 1,
    "markers": 0,
    "wounds": 1,
    "hurt": 0,
    "visible": None,
    "cover": "none",
    "stance": "normal",
    "fast": False,
    "policy": "markers",
    "split": 1,
}
PLAIN_VEHICLE = {"av": 4, "av_delta": 1, "facing": "front", "markers": 0, "wounds": 1, "systems": 1, "fast": False}


@dataclass(frozen=True)
class Topic:
    """What several calculators can be asked, how each is asked, and a situation in which all of them answer."""

    situations: st.SearchStrategy[Data]
    askers: dict[str, Asker]
    plain: Data


TOPICS = {
    "volley at figures": Topic(
        at_a_distance(SHOOTERS | BATTERY, FIGURES),
        {
            "shooting": by_shooting,
            "covering-fire": by_covering_fire,
            "reaction-test": by_reaction_test,
            "stances": by_stances,
            "comparison": by_comparison,
            "indirect-fire": by_indirect_fire,
        },
        {"distance": 10, "shooters": PLAIN_BATTERY, "target": PLAIN_FIGURES},
    ),
    "volley at a vehicle": Topic(
        at_a_distance(SHOOTERS | BATTERY, VEHICLES),
        {
            "vehicle-damage": by_vehicle_damage,
            "comparison": vehicle_by_comparison,
            "indirect-fire": vehicle_by_indirect_fire,
        },
        {"distance": 10, "shooters": PLAIN_BATTERY, "target": PLAIN_VEHICLE},
    ),
    "command test": Topic(
        TESTED,
        {
            "activation": by_activation,
            "reaction-test": by_reaction,
            "activation-run": by_run,
            "unit-state": by_unit_state,
            "withdrawal": by_withdrawal,
            "rally": by_rally_gate,
            "disengage": by_disengaging,
            "bale-out": by_baling_out,
        },
        {"unit": {"cv": 7, "markers": 1, "start": 10, "now": 3}, "training": "professional"},
    ),
    "rally": Topic(
        st.fixed_dictionaries({"unit": UNITS, "training": choice(Training), "hiding": st.booleans()}),
        {"rally": by_rally, "unit-state": rally_by_state, "stances": rally_by_stances},
        {"unit": {"cv": 7, "markers": 3, "start": 10, "now": 4}, "training": "veteran", "hiding": True},
    ),
    "close combat": Topic(
        st.fixed_dictionaries({"attackers": FIGHTERS, "defenders": FIGHTERS, "charge": CHARGES}),
        {"close-combat": by_close_combat, "fight": by_fight, "disengage": by_leaving},
        {
            "attackers": {"fv": 8, "figures": 4},
            "defenders": {"fv": 5, "figures": 3, "av": 1, "training": "militia", "markers": 0},
            "charge": {"cover": "hard"},
        },
    ),
    "run": Topic(
        st.fixed_dictionaries({"move": st.integers(0, 12), "markers": st.integers(0, 5)}),
        {"movement": by_movement, "withdrawal": by_running},
        {"move": 6, "markers": 2},
    ),
}
ALONE = {"turn-check": "It judges what was done; no other calculator does."}

PAIRS = {
    ("volley at figures", one, other)
    for one, other in combinations(TOPICS["volley at figures"].askers, 2)
} | {
    ("volley at a vehicle", one, other)
    for one, other in combinations(TOPICS["volley at a vehicle"].askers, 2)
} | {
    ("command test", one, other)
    for group in (
        ("activation", "reaction-test", "activation-run", "withdrawal"),
        ("activation", "unit-state", "rally"),
        ("activation", "disengage", "bale-out"),
    )
    for one, other in combinations(group, 2)
} | {
    ("rally", one, other) for one, other in combinations(TOPICS["rally"].askers, 2)
} | {
    ("close combat", "close-combat", "fight"),
    ("close combat", "close-combat", "disengage"),
    ("run", "movement", "withdrawal"),
}  # fmt: skip
"""Calculators of which two answer something in common, in some situation at least."""

HOUSE_RULES = st.lists(
    st.sampled_from(sorted(RULINGS)).flatmap(
        lambda switch: st.tuples(st.just(switch), st.sampled_from(RULINGS[switch].keys))
    ),
    max_size=6,
).map(dict)


def facts_of(asker: Asker, situation: Data, rules: Rules) -> Facts:
    try:
        return asker(situation, rules)
    except QuestionError as refused:
        return {"refused": refused.message}


def disagreements(topic: Topic, situation: Data, rules: Rules) -> tuple[list[str], set[tuple[str, str]]]:
    """Where two calculators tell the same fact otherwise, and the pairs that were compared."""
    told = {slug: facts_of(asker, situation, rules) for slug, asker in topic.askers.items()}
    found, compared_pairs = [], set()
    for one, other in combinations(told, 2):
        mine, theirs = told[one], told[other]
        if not mine or not theirs:
            continue
        common = mine.keys() & theirs.keys()
        if ("refused" in mine) != ("refused" in theirs):
            found.append(f"{one}: {mine.get('refused', 'answers')}; {other}: {theirs.get('refused', 'answers')}")
        elif common - {"refused"}:
            compared_pairs.add((one, other))
        found += [
            f"{fact}: {one} {mine[fact]}, {other} {theirs[fact]}"
            for fact in sorted(common)
            if mine[fact] != theirs[fact]
        ]
    return found, compared_pairs


@pytest.mark.parametrize("name", TOPICS)
@settings(max_examples=150)
@given(st.data())
def test_every_two_calculators_agree(name: str, data: st.DataObject) -> None:
    """Over many situations, each under a handful of house rules."""
    topic = TOPICS[name]
    found, _ = disagreements(topic, data.draw(topic.situations), data.draw(HOUSE_RULES))
    assert found == []


@pytest.mark.parametrize("name", TOPICS)
def test_the_plain_situation_compares_every_pair(name: str) -> None:
    """So that no calculator drops out of the comparison unseen; whatever single house rule is played."""
    topic = TOPICS[name]
    for rules in ({}, *({switch: key} for switch, ruling in RULINGS.items() for key in ruling.keys)):
        found, pairs = disagreements(topic, topic.plain, rules)
        assert found == []
        if not rules:
            assert {(name, *pair) for pair in pairs} == {pair for pair in PAIRS if pair[0] == name}


def test_every_calculator_is_compared_or_stands_alone() -> None:
    compared_ones = {slug for _, *pair in PAIRS for slug in pair}
    assert not compared_ones & ALONE.keys()
    assert compared_ones | ALONE.keys() == {calculator.slug for calculator in RULESET.calculators}


# --- listed units ----------------------------------------------------------------------------------

ARMY = shorthand.force(
    {
        "units": [
            "Rifles: line_infantry 10 | assault_rifle x8, lsw x1, rpg_heap x1",
            "Plasma: special_forces_assault 6 | plasma_rifle x5, flame_thrower x1",
            "Snipers: special_forces_recon 6 | sniper_rifle x3",
            "Support: line_infantry 6 | hmg x1, missile_heap x1, mortar_light x1",
            "Hidden: garrison_troops 8 | assault_rifle x8 | stance=hiding",
            "Careful: line_infantry 9 | smg x9 | stance=cautious",
            "Mob: rioters 20 | smg x10",
            "Armoured: marines 6 | adv_assault_rifle x5, minigun_20mm x1",
            "Carrier: !apc",
            "Tank: !battle_tank",
        ]
    }
)
"""Units of every sort, some of them with weapons that mark or backfire, some in stances."""
SIDES = {unit.name: Side(ARMY, group, unit) for group, unit in ARMY.units() if unit.name}


def filled_in(slug: str, own: Side, opposing: Side, rules: Rules) -> Answer | str:
    """The answer to the question that two listed units fill in at 10 inches; a refusal says its message."""
    prefill = RULESET.calculator(slug).prefill
    assert prefill is not None
    # The stances calculator asks about the unit under fire, the others about the one that fires.
    data = prefill(*((opposing, own) if slug == "stances" else (own, opposing)))
    try:
        return ask(slug, {**data, "distance": 10}, rules)
    except QuestionError as refused:
        return refused.message


def lost_as_shown(slug: str, answer: Answer, stance: Stance) -> str:
    """Mean figures lost, as each calculator shows them; what else it says where nobody fires."""
    if not answer.tables:
        return answer.headline
    if slug == "comparison":
        return cells(answer, "All weapons against each target")[0][1]
    if slug == "stances":
        return next(row[3] for row in cells(answer, "Stances") if row[0] == stance.label)
    return cells(answer, "What the owner may choose")[0][1]


def said_of(own: Side, opposing: Side, rules: Rules) -> tuple[dict[str, object], set[str]]:
    """What each calculator that takes these listed units says of the volley, and the switches it depends on."""
    at_vehicle = bool(opposing.unit.spec.vehicle)
    slugs = ["vehicle-damage", "comparison"] if at_vehicle else ["shooting", "covering-fire", "comparison", "stances"]
    told: dict[str, object] = {}
    named = set()
    for slug in slugs:
        unsuited = RULESET.calculator(slug).unsuited
        if slug == "stances" and unsuited and unsuited(opposing, own):
            continue
        answer = filled_in(slug, own, opposing, rules)
        if isinstance(answer, str):
            told[slug] = answer
            continue
        named |= {played.ruling.switch for played in answer.rulings}
        if not at_vehicle:
            told[slug] = lost_as_shown(slug, answer, opposing.unit.spec.stance)
        elif slug == "comparison":
            told[slug] = {each.label: each.chance for each in answer.compared[0].charts[-1].outcomes if each.chance}
        else:
            told[slug] = ending_facts(answer)["ends"]
    return told, named


def switches_of_like_answers(own: Side, opposing: Side, rules: Rules) -> set[str]:
    """The switches that the answers of all calculators depend on, which say the same of these units."""
    told, named = said_of(own, opposing, rules)
    first, *others = told.values()
    assert all(other == first for other in others), (opposing.unit.name, rules, told)
    assert others
    return named


@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.long)])
@pytest.mark.parametrize("name", SIDES)
def test_listed_units_are_filled_in_alike(name: str, whole: bool) -> None:
    """Whoever fires at whom, and under every reading of every switch that the answers depend on.

    Each reading is played against one of the targets whose answers depend on it, or against all in the ``whole`` run.
    """
    own = SIDES[name]
    depending = defaultdict[str, list[Side]](list)
    for opposing in SIDES.values():
        for switch in switches_of_like_answers(own, opposing, {}):
            depending[switch].append(opposing)
    for place, switch in enumerate(sorted(depending)):
        targets = depending[switch]
        for opposing in targets if whole else [targets[place % len(targets)]]:
            for key in RULINGS[switch].keys:
                switches_of_like_answers(own, opposing, {switch: key})
    assert len(depending) > 3


@given(
    st.integers(1, 9), st.integers(0, 6), st.integers(0, 2), st.integers(0, 3),
    st.fixed_dictionaries({switch: st.sampled_from(RULINGS[switch].keys) for switch in ("sniper_crew", "heavy_crew")}),
)  # fmt: skip
def test_list_and_calculator_count_the_same_men(
    figures: int, rifles: int, machine_guns: int, snipers: int, rules: Rules
) -> None:
    """The calculator refuses what the list warns of or forbids, but for the sniper that the list only warns of."""
    counts = {"assault_rifle": rifles, "hmg": machine_guns, "sniper_rifle": snipers}
    armed = {weapon: count for weapon, count in counts.items() if count}
    if not armed:
        return
    line = f"line_infantry {figures} | {', '.join(f'{weapon} x{count}' for weapon, count in armed.items())}"
    found = check_force(RULESET.rules, context_of(shorthand.force({"units": [line], "house_rules": rules})))
    men = [each for each in found if each.rule in ("FOW-U15", "FOW-W01")]
    only_warned = {each.rule for each in men} == {"FOW-W01"} and men[0].severity is Severity.WARNING
    volleys = [{"weapon": weapon, "count": count} for weapon, count in armed.items()]
    told = facts_of(
        lambda data, rules: {"notes": ask("shooting", data, rules).notes},
        {"shooters": {"figures": figures, "volleys": volleys}},
        rules,
    )
    assert ("refused" in told) == (bool(men) and not only_warned)
    assert bool(told.get("notes")) == only_warned
