import io
import json
import sys
from contextlib import redirect_stderr, redirect_stdout

import pytest
from django.core.management import ManagementUtility

from armybuilder.armies.edits import make_edit
from armybuilder.armies.files import write_army
from armybuilder.armies.loaded_army import LoadedArmy


def run(*words, given=b"", monkeypatch=None):
    """Exit code, standard output and standard error of a command line."""
    out, err = io.StringIO(), io.StringIO()
    if monkeypatch:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
    with redirect_stdout(out), redirect_stderr(err):
        try:
            ManagementUtility(["manage.py", *words]).execute()
        except SystemExit as end:
            return end.code or 0, out.getvalue(), err.getvalue()
    return 0, out.getvalue(), err.getvalue()


def test_a_legal_army_exits_with_0(pebbles, tmp_path):
    file = tmp_path / "army.json"
    file.write_text(write_army(pebbles.demo()))
    code, out, err = run("validate", str(file))
    assert (code, err) == (0, "")
    assert json.loads(out) == {"ruleset": "pebbles", "name": "Small beach", "legal": True, "findings": []}


def test_an_illegal_army_exits_with_1_and_says_what_is_wrong_where(pebbles, monkeypatch):
    force = make_edit("change-unit", LoadedArmy(pebbles, pebbles.demo()), {"unit": "u2", "spec-polished": "1"}).force
    code, out, err = run("validate", "-", given=write_army(force).encode(), monkeypatch=monkeypatch)
    assert (code, err) == (1, "")
    assert json.loads(out)["findings"] == [
        {
            "rule": "PEB-1",
            "severity": "error",
            "place": {"group": "g1", "unit": "u2", "field": "polished"},
            "message": "A rough pebble cannot be polished; make it smooth.",
        }
    ]


@pytest.mark.parametrize("given", [b"", b"{", b'{"ruleset": "chess"}', b"[" * 100_000])
def test_what_is_no_army_exits_with_2(pebbles, monkeypatch, given):
    code, out, err = run("validate", "-", given=given, monkeypatch=monkeypatch)
    assert (code, out) == (2, "")
    assert err.startswith("CommandError: ")


def test_the_path_of_a_problem_stands_on_standard_error(pebbles, monkeypatch):
    data = json.loads(write_army(pebbles.demo()))
    data["groups"][0]["units"][1]["spec"]["surface"] = "wet"
    code, _, err = run("validate", "-", given=json.dumps(data).encode(), monkeypatch=monkeypatch)
    assert code == 2
    assert "groups[0].units[1].spec.surface: should be one of rough, smooth, is 'wet'" in err


def test_a_file_that_is_not_there_exits_with_2():
    code, out, err = run("validate", "/nowhere/army.json")
    assert (code, out) == (2, "")
    assert "No such file" in err
