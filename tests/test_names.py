"""Names of values say what any Django developer expects; those that do not have a word that does."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.files import modules_of, modules_of_tests

ROOT = Path(__file__).parent.parent

INSTEAD = {
    "most": "max, maximum",
    "least": "min, minimum",
    "fielded": "deployed",
}
"""Words that no name begins with, and what to say instead."""
ALONE = {
    "across": "width, columns, pitch_x",
    "air": "gap",
    "bearer": "holder",
    "room": "available_width, area, remaining",
}
"""Words that no name consists of; a game may know aircraft."""

EXCEPTIONS = {
    "armybuilder/matches/migrations/0003_armies_in_play.py: bearer": "migrations stay as they were",
    "rulesets/systems/forge_of_war/fire/shooting.py: bearer": "of a weapon, a word of the hobby",
    "rulesets/systems/forge_of_war/fire/shots.py: bearer": "of a weapon, and a field that links have",
    "rulesets/systems/forum_combat/calculators/charge.py: across": "a field that links have",
    "rulesets/systems/forum_combat/desk/round_edits.py: across": "a field that scripts have",
    "rulesets/systems/forge_of_war/profiles.py: most": "a field of an entry, which armies are stored with",
    "rulesets/systems/forum_combat/morale.py: most_below_half": "a number of units, no limit",
    "rulesets/systems/forum_combat/units.py: most_common": "as in collections.Counter",
}
"""Names that keep such a word, with the reason."""
MAX_TEST_NAME = len("test_") + 60
"""Letters of a test's name, so that a list of failures can be read."""


def defined(tree: ast.AST) -> Iterator[str]:
    """The names that a module defines: functions, classes, parameters, variables, attributes."""
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.arg(arg=name):
                yield name
            case ast.Name(id=name, ctx=ast.Store()) | ast.Attribute(attr=name, ctx=ast.Store()):
                yield name


def refused(name: str) -> str:
    """What to say instead of a name; empty if it may be used."""
    plain = name.strip("_")
    return INSTEAD.get(plain.lower().partition("_")[0]) or ALONE.get(plain, "")


@pytest.mark.parametrize("folder", ["armybuilder", "rulesets"])
def test_no_name_has_a_word_for_which_there_is_a_usual_one(folder: str) -> None:
    found = {
        f"{file.relative_to(ROOT)}: {name}": refused(name)
        for file in modules_of(folder)
        for name in defined(ast.parse(file.read_text()))
        if refused(name)
    }
    assert {place: instead for place, instead in found.items() if place not in EXCEPTIONS} == {}
    assert [place for place in EXCEPTIONS if place.startswith(f"{folder}/") and place not in found] == []


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("MOST_ARMIES = 5", ["MOST_ARMIES"]),
        ("def read(text: str, *, least: int) -> None: ...", ["least"]),
        ("class Fielded:\n    air: int", ["Fielded", "air"]),
        ("class Limit:\n    def __init__(self):\n        self._most = 3", ["_most"]),
        ("almost = at_least = MAX_ARMIES", []),
    ],
)
def test_names_are_found_wherever_they_are_defined(code: str, names: list[str]) -> None:
    assert sorted(name for name in defined(ast.parse(code)) if refused(name)) == sorted(names)


def test_names_of_tests_can_be_read_in_a_list_of_failures() -> None:
    names = [name for file in modules_of_tests() for name in defined(ast.parse(file.read_text()))]
    assert [name for name in names if name.startswith("test_") and len(name) > MAX_TEST_NAME] == []
