"""Armies in JSON and YAML of other programs and assistants."""

import json

import pytest

from armybuilder.armies.documents import BadFile
from armybuilder.interchange.formats import read_any
from armybuilder.interchange.imported import ImportedArmy
from armybuilder.interchange.outlines import outline_in
from rulesets.registry import get_ruleset

GROUPS = [("Alpha", ["Challenger 2", "Challenger 2", "Ajax"]), ("Bravo", ["Warrior"])]
"""What most of these texts have."""
RECORDS = [
    {"squad": "Alpha", "unit": "Challenger 2", "qty": 2},
    {"squad": "Alpha", "unit": "Ajax", "qty": 1},
    {"squad": "Bravo", "unit": "Warrior", "qty": 1},
]
NESTED = {
    "jeu": "MBT 2020",
    "groupes": [
        {"nom": "Alpha", "unités": [{"nom": "Challenger 2", "nombre": 2}, {"nom": "Ajax", "nombre": 1}]},
        {"nom": "Bravo", "unités": [{"nom": "Warrior", "nombre": 1}]},
    ],
}
YAML = """# my list
name: 3rd Division
groups:
  - name: Alpha
    units:
      - name: Challenger 2
        anzahl: 2
      - name: "Ajax"
        anzahl: 1
  - name: Bravo
    units:
    - name: Warrior
      anzahl: 1
"""
YAML_OF_NAMES = """army:
  Alpha:
    - Challenger 2: 2
    - Ajax
  Bravo:
    - Warrior
"""


def groups_of(read: ImportedArmy) -> list[tuple[str, list[str]]]:
    loaded = read.loaded
    return [
        (group.name, [loaded.ruleset.row(unit, group, loaded.context).title for unit in group.units])
        for group in loaded.force.groups
    ]


@pytest.mark.parametrize(
    "text",
    [
        json.dumps(RECORDS),
        json.dumps(NESTED),
        json.dumps({"Alpha": {"Challenger 2": 2, "Ajax": 1}, "Bravo": {"Warrior": 1}}),
        json.dumps({"Alpha": ["2 Challenger 2", "Ajax"], "Bravo": ["Warrior"]}),
        f"Here is your list:\n\n```json\n{json.dumps(NESTED, indent=2)}\n```\n\nTell me if you need another format.",
        f"Here is your list: {json.dumps({'roster': NESTED})}",
        YAML,
        YAML_OF_NAMES,
    ],
    ids=["records", "nested", "counts", "texts", "fence", "answer", "yaml", "yaml of names"],
)
def test_units_of_an_outline_have_groups_and_counts(text: str) -> None:
    assert groups_of(read_any(text.encode(), get_ruleset("mbt2020"))) == GROUPS


def test_what_an_outline_says_besides_is_named() -> None:
    told = " ".join(map(str, read_any(YAML.encode()).remarks))
    assert "“name: 3rd Division” is above the headings and was not read." in told
    answer = read_any(f"Here you are: {json.dumps({'author': 'Bob', **NESTED})}".encode())
    assert [str(each) for each in answer.remarks][:3] == [
        "The text around the units was not read.",
        "row 1: “author: Bob” is above the headings and was not read.",
        "row 2: “jeu: MBT 2020” is above the headings and was not read.",
    ]


@pytest.mark.parametrize(
    "text",
    [
        "{groups: [{name: Alpha, units: [{unit: Ajax, qty: 2}]}, {name: Bravo, units: [{unit: Warrior, qty: 1}]}]}",
        "groups:\n  - name: Alpha\n    units: [{unit: Ajax, qty: 2}]\n"
        "  - name: Bravo\n    units:\n      - {unit: 'Warrior', qty: 1}",
        '{"groups": [{"name": "Alpha", "units": [{"unit": "Ajax", "qty": 2}]},\n'
        ' {"name": "Bravo", "units": [{"unit": "Warrior", "qty": 1,}]}]}',
    ],
    ids=["all in braces", "items in braces", "a comma too many"],
)
def test_yaml_may_be_in_braces(text: str) -> None:
    read = read_any(text.encode(), get_ruleset("mbt2020"))
    assert groups_of(read) == [("Alpha", ["Ajax", "Ajax"]), ("Bravo", ["Warrior"])]
    assert read.has_all_units


def test_units_with_and_without_a_key_are_of_one_list() -> None:
    text = "groups:\n  - name: Alpha\n    units:\n      - Ajax\n      - {unit: Warrior, count: 2}\n      - Milan\n"
    read = read_any(text.encode(), get_ruleset("mbt2020"))
    assert groups_of(read) == [("Alpha", ["Ajax", "Warrior", "Warrior", "Milan"])]
    assert read.has_all_units


@pytest.mark.parametrize("text", ["{unit: Ajax", "{unit: }", "{unit: Ajax} 2", "{[Ajax]: 2}", "{Ajax: 1, Ajax: 2}"])
def test_damaged_braces_are_no_outline(text: str) -> None:
    assert outline_in(text, str.isalpha, str.isalpha) is None


def test_what_a_counted_unit_has_is_no_unit() -> None:
    data = {"name": "Alpha", "units": [{"name": "Warrior", "quantity": 2, "options": [{"name": "Milan"}]}]}
    read = read_any(json.dumps(data).encode(), get_ruleset("mbt2020"))
    assert groups_of(read) == [("", ["Warrior", "Warrior"])]
    assert "Unknown column “options”." in [each.message for each in read.remarks]


def test_an_unknown_name_is_named_with_its_count() -> None:
    data = [*RECORDS, {"squad": "Bravo", "unit": "Sheridan", "qty": 3}]
    read = read_any(json.dumps(data).encode(), get_ruleset("mbt2020"))
    assert groups_of(read) == GROUPS
    assert [each.units for each in read.lost] == [3]


@pytest.mark.parametrize(
    "text",
    [
        "Tanks:\n- 8 Challenger 2\n- 1 Ajax",
        "Tanks: 8 Challenger 2\nInfantry:\n  Warrior: 3\n  Ajax: 1",
        "8 Challenger 2\n1 Ajax",
        "- " * 10_000,
        "{" * 10_000,
        "[[" * 10_000,
        '{"ruleset": "mbt2020", "groups": []}',
        '{"name": "Bob"}',
        "[b]8 Challenger 2[/b]",
        "",
    ],
)
def test_other_texts_are_no_outline(text: str) -> None:
    assert outline_in(text, str.isalpha, str.isalpha) is None


def test_an_outline_that_names_another_game_is_refused_with_it() -> None:
    data = {"game": "Grimdark Future", "units": [{"name": "Boyz", "count": 10}, {"name": "Warrior", "count": 3}]}
    with pytest.raises(BadFile, match="This is a list for “Grimdark Future”"):
        read_any(json.dumps(data).encode())


def test_an_outline_of_another_game_is_refused() -> None:
    data = {"name": "Horde", "units": [{"name": "Orc Boyz", "count": 10}, {"name": "Troll", "count": 1}]}
    with pytest.raises(BadFile):
        read_any(json.dumps(data).encode())
