import json

import pytest

from armybuilder.armies.edits import make_edit
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.army_files import write_army, write_code
from rulesets.game import Game
from tests.management.running import run


def test_a_legal_army_exits_with_0(pebbles, tmp_path):
    file = tmp_path / "army.json"
    file.write_text(write_army(pebbles.demo()))
    code, out, err = run("validate", str(file))
    assert (code, err) == (0, "")
    assert json.loads(out) == {"legal": True, "problems": []} == Game(pebbles).check(Game(pebbles).example())


def test_an_illegal_army_exits_with_1_and_says_what_is_wrong_where(pebbles):
    force = make_edit("change-unit", LoadedArmy(pebbles, pebbles.demo()), {"unit": "u2", "spec-polished": "1"}).force
    code, out, err = run("validate", "-", given=write_army(force).encode())
    assert (code, err) == (1, "")
    assert json.loads(out)["problems"] == [
        {
            "rule": "PEB-1",
            "severity": "error",
            "place": {"group": "g1", "unit": "u2", "field": "polished"},
            "message": "A rough pebble cannot be polished; make it smooth.",
        }
    ]


@pytest.mark.parametrize("given", [b"", b"{", b'{"ruleset": "chess"}', b"[" * 100_000])
def test_what_is_no_army_exits_with_2(pebbles, given):
    code, out, err = run("validate", "-", given=given)
    assert (code, out) == (2, "")
    assert err.startswith("CommandError: ")


def test_the_path_of_a_problem_stands_on_standard_error(pebbles):
    data = json.loads(write_army(pebbles.demo()))
    data["groups"][0]["units"][1]["spec"]["surface"] = "wet"
    code, _, err = run("validate", "-", given=json.dumps(data).encode())
    assert code == 2
    assert "groups[0].units[1].spec.surface: choose rough or smooth, not 'wet'" in err


def test_a_file_that_is_not_there_exits_with_2():
    code, out, err = run("validate", "/nowhere/army.json")
    assert (code, out) == (2, "")
    assert "No such file" in err


def test_an_army_in_a_text_is_checked_under_other_house_rules(pebbles):
    code, out, err = run("validate", "-", "--house", "wet_stones=on", given=write_code(pebbles.demo()))
    assert (code, json.loads(out)["legal"], err) == (0, True, "")
    code, out, err = run("validate", "--house", "wet_stones=perhaps", "-", given=write_code(pebbles.demo()))
    assert (code, out) == (2, "")
    assert err == "CommandError: house.wet_stones: use one of off, on.\n"


def test_one_army_is_checked_at_a_time():
    assert run("validate", "a.json", "b.json")[0] == 2
    assert run("validate")[0] == 2


def test_a_file_may_be_called_like_an_app(pebbles, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "armies").write_text(write_army(pebbles.demo()))
    code, out, _ = run("validate", "armies")
    assert (code, json.loads(out)["legal"]) == (0, True)
