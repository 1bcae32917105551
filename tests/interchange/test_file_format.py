"""The format of army files: what is refused, and where."""

import json

import pytest

from armybuilder.armies.documents import BadFile
from armybuilder.interchange.army_files import read_army
from tests.interchange.test_army_files import army_file

__all__ = ["army_file"]


def problems(data):
    """What is wrong with a file that holds this."""
    with pytest.raises(BadFile) as bad:
        read_army(data if isinstance(data, bytes | str) else json.dumps(data))
    return [str(problem) for problem in bad.value.problems]


def test_an_unknown_key_is_named_with_what_may_be_meant(army_file):
    army_file["groups"][0]["units"][1]["spec"]["polishd"] = True
    assert problems(army_file) == ["groups[0].units[1].spec.polishd: there is no such field. Did you mean 'polished'?"]


def test_wrong_types_are_named(army_file):
    army_file["groups"][0]["units"][0]["spec"]["polished"] = "yes"
    army_file["groups"][0]["name"] = 7
    army_file["serial"] = True
    assert [problem.split(":")[0] for problem in problems(army_file)] == [
        "groups[0].name",
        "groups[0].units[0].spec.polished",
        "serial",
    ]


def test_what_is_in_no_catalogue_is_named(army_file):
    army_file["groups"][0]["units"][2]["spec"]["stone"] = "gold"
    assert problems(army_file) == ["groups[0].units[2].spec.stone: 'gold' is not a stone in the rulebook or this file"]


def test_an_own_entry_in_the_file_counts(army_file):
    army_file["groups"][0]["units"][2]["spec"]["stone"] = "gold"
    army_file["entries"] = [{"kind": "stone", "key": "gold", "name": "Gold", "spec": {"weight": 19}}]
    loaded = read_army(json.dumps(army_file))
    assert [unit.row.title for group in loaded.groups for unit in group.units] == ["Flint", "Flint", "Gold"]


def test_another_games_file_is_refused(army_file):
    for slug in ("chess", None, 3, ["pebbles"]):
        army_file["ruleset"] = slug
        (problem,) = problems(army_file)
        assert problem.startswith("ruleset: give a game of this site: ")
        assert "'pebbles' (Pebbles)" in problem


def test_ten_thousand_units_are_refused(army_file):
    army_file["groups"][0]["units"] *= 3334
    (problem,) = problems(army_file)
    assert problem == "groups[0].units: give at most 3000 pebbles, not 10002"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "The file is empty."),
        (b" \n", "The file is empty."),
        (b"{", "The file is not valid JSON: Expecting property name enclosed in double quotes in line 1, column 2."),
        (b"\xff\xfe{}", "The file is not UTF-8 text (byte 1)."),
        (b"[" * 200_000, "The file is nested too deeply for an army."),
        (b'{"a":' * 200_000, "The file is nested too deeply for an army."),
        (b'{"ruleset": NaN}', "The file is not valid JSON: NaN is not a JSON number in line 1, column 1."),
        (b"1" * 5000, "A number in the file is too long for an army."),
        (b" " * 2_097_153, "The file is larger than 2 MB, which is the limit for an army."),
    ],
)
def test_what_is_no_json_is_refused(text, said):
    assert problems(text) == [said]


@pytest.mark.parametrize("text", ["[]", "3", '"army"', "null", "{}"])
def test_json_that_is_no_army_is_refused(text, pebbles):
    (problem,) = problems(text)
    assert problem.startswith("This JSON is not an army of this site.")


def test_a_problem_can_always_be_printed(army_file):
    text = json.dumps(army_file).replace('"notes": ""', '"\\ud800": 1, "notes": ""', 1)
    assert [problem.encode() for problem in problems(text)] != []
