"""Limits from a few choices."""

from dataclasses import replace

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.custom_games.editor.limits import Bound, Counted, PlainLimit, countable, kinds_of_unit, limit_from
from armybuilder.custom_games.tests.editor.documents import hill_war
from rulesets.core.forces.force import change_unit
from rulesets.described.document import Scope
from rulesets.described.ruleset import from_document, read_game


def findings(plain: PlainLimit) -> tuple[str, list[str]]:
    """The sentence of a limit, and what the example army is told: three units of five models, 50 points each."""
    document = hill_war()
    limit = limit_from(document, plain)
    ruleset = from_document(read_game({**document, "limits": [limit]}))
    return limit["sentence"], [finding.message for finding in LoadedArmy(ruleset, ruleset.demo()).findings]


@pytest.mark.parametrize(
    ("plain", "sentence", "told"),
    [
        (PlainLimit(number=2), "An army has at most 2 units.", "The army may have at most 2 units but has 3."),
        (PlainLimit(number=3), "An army has at most 3 units.", None),
        (
            PlainLimit(bound=Bound.AT_LEAST, of="troops:cannon", number=2),
            "An army has at least 2 units of Cannon.",
            "The army needs at least 2 units of Cannon but has 1.",
        ),
        (PlainLimit(of="troops:cannon"), "An army has at most 1 unit of Cannon.", None),
        (
            PlainLimit(Scope.UNIT, number=4, counted=Counted.MODELS),
            "A unit has at most 4 models.",
            "The unit may have at most 4 models but has 5.",
        ),
        (
            PlainLimit(Scope.GROUP, number=149, counted=Counted.COST),
            "A group has at most 149 points.",
            "The group may have at most 149 points but has 150.",
        ),
        (
            PlainLimit(number=33, counted=Counted.SHARE, of="weapon:rifle"),
            "An army spends at most 33% of its points on units of Rifle.",
            "The army may spend at most 33% of its points on units of Rifle, which is 49, but spends 150.",
        ),
    ],
)
def test_a_limit_is_kept_and_broken(plain: PlainLimit, sentence: str, told: str | None):
    said, messages = findings(plain)
    assert said == sentence
    assert set(messages) == ({told} if told else set())


def test_a_limit_can_be_for_each_row_that_a_unit_has():
    assert [(each.of, each.label) for each in kinds_of_unit(hill_war())] == [
        ("troops:riflemen", "Troop type: Riflemen"),
        ("troops:cavalry", "Troop type: Cavalry"),
        ("troops:cannon", "Troop type: Cannon"),
        ("weapon:rifle", "Weapon: Rifle"),
        ("weapon:knife", "Weapon: Knife"),
    ]


def test_a_game_without_costs_or_models_counts_neither():
    document = hill_war()
    assert countable(document) == list(Counted)
    assert countable(document | {"costs": []}) == [Counted.UNITS, Counted.MODELS]
    without = [field for field in document["unit"] if field.get("type", "number") != "number"]
    assert countable(document | {"costs": [], "unit": without}) == [Counted.UNITS]


def test_a_limit_can_be_for_units_with_an_answer():
    document = hill_war()
    kind = document["kinds"][0]
    arms = [{"value": "foot", "label": "Foot"}, {"value": "horse", "label": "Horse"}]
    columns = [
        {"name": "mounted", "label": "Mounted", "type": "yes"},
        {"name": "arm", "label": "Arm", "type": "choice", "options": arms},
    ]
    kind["fields"] += columns
    for row, added in zip(kind["entries"], (["no", "foot"], ["yes", "horse"], ["yes", "foot"]), strict=True):
        row["values"] = [*row["values"], *added]
    offered = {each.label: each.of for each in kinds_of_unit(document)}
    told = {}
    for label in ("Mounted: yes", "Arm: Foot", "Arm: Horse"):
        limit = limit_from(document, PlainLimit(of=offered[label]))
        ruleset = from_document(read_game({**document, "limits": [limit]}))
        told[label] = [each.message for each in LoadedArmy(ruleset, ruleset.demo()).findings]
    assert told == {
        "Mounted: yes": ["The army may have at most 1 unit with “Mounted” but has 2."],
        "Arm: Foot": ["The army may have at most 1 unit with “Arm: Foot” but has 2."],
        "Arm: Horse": [],
    }


def test_a_limit_can_be_for_units_that_have_a_row_in_a_list():
    document = hill_war()
    kind = next(each["kind"] for each in document["unit"] if each["label"] == "Weapon")
    document["unit"].append({"name": "more", "label": "More weapons", "type": "list", "kind": kind})
    offered = {each.label: each.of for each in kinds_of_unit(document)}
    limit = limit_from(document, PlainLimit(number=0, of=offered["More weapons: Knife"]))
    assert limit["sentence"] == "An army has at most 0 units with Knife."
    ruleset = from_document(read_game({**document, "limits": [limit]}))
    demo = ruleset.demo()
    _, unit = next(demo.units())
    armed = change_unit(demo, unit.id, spec=replace(unit.spec, more=("knife",)))
    assert [[each.message for each in ruleset.check(force)] for force in (demo, armed)] == [
        [],
        ["The army may have at most 0 units with Knife but has 1."],
    ]
