"""A new game is laid out, checks, answers and prints, in the tree or as a package of its own."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

import rulesets.starter
import rulesets.systems
from rulesets.core.calculators import SolveContext
from rulesets.core.forces.findings import is_legal
from rulesets.core.play.definition import out_of_play
from rulesets.core.play.match_log import play
from rulesets.core.play.matches import Event, EventKind, Match, MatchState
from rulesets.core.play.states import Side
from rulesets.game import Game
from rulesets.registry import clear_game_caches, get_ruleset

FILES = {file.relative_to(rulesets.starter.__path__[0]) for file in Path(rulesets.starter.__path__[0]).rglob("*.*")}


@pytest.fixture
def systems(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty folder that new games are laid into and found in."""
    monkeypatch.setattr(rulesets.systems, "__path__", [str(tmp_path), *rulesets.systems.__path__])
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("rulesets.systems.star_lanes")]:
        del sys.modules[name]
    clear_game_caches()


def new_game(*arguments: Any) -> None:
    call_command("startgame", *arguments, verbosity=0)
    clear_game_caches()


def test_a_new_game_is_one_of_the_site(systems: Path, db: None, client: Client) -> None:
    new_game("star_lanes")
    laid = {file.relative_to(systems / "star_lanes") for file in (systems / "star_lanes").rglob("*.*")}
    assert {file for file in laid if file.suffix != ".pyc"} == {file for file in FILES if file.suffix != ".pyc"}
    game = get_ruleset("star-lanes")
    assert game.title == "Star Lanes"
    assert is_legal(game.check(game.demo()))
    assert Game(game).ask("shooting")["headline"] == "2.50 hits on average"
    call_command("load_catalogue", verbosity=0)
    assert client.get("/star-lanes/").status_code == 200
    assert "2.50 hits on average" in client.get("/star-lanes/calculators/shooting/").text


def test_its_rules_find_what_breaks_them(systems: Path) -> None:
    new_game("star_lanes")
    game = Game(get_ruleset("star-lanes"))
    army = game.example()
    army["groups"][0]["units"] *= 3
    for number, unit in enumerate(army["groups"][0]["units"], 1):
        army["groups"][0]["units"][number - 1] = {**unit, "id": f"u{number}"}
    problems = [(problem["rule"], problem["message"]) for problem in game.check(army)["problems"]]
    assert problems == [
        ("ST-2", "The army has 525 points, 325 above its limit."),
        ("ST-1", "The squad has 6 units but needs 1 to 4."),
    ]


def test_its_house_rule_changes_the_answer(systems: Path) -> None:
    new_game("star_lanes")
    game = Game(get_ruleset("star-lanes"))
    hidden = {"troop_type": "militia", "models": 6, "cover": True}
    assert game.ask("shooting", hidden)["headline"] == "1.00 hits on average"
    assert game.ask("shooting", hidden, {"six_always_hits": "off"})["headline"] == "0.00 hits on average"


def test_it_is_played_at_the_table(systems: Path) -> None:
    new_game("star_lanes")
    game = get_ruleset("star-lanes")
    assert game.play is not None
    match = Match(game.play, (game.context(game.demo()), game.context(game.demo())))
    (group, unit), *_ = game.demo().units()
    holder, calculator = unit.id, game.calculator("shooting")

    def deployed(state: MatchState, side: int) -> Side:
        force = match.deployed(state, side)
        assert force is not None
        return Side(force.force, group, unit, force)

    state = MatchState()
    own, opposing = deployed(state, 0), deployed(state, 1)
    assert [each.calculator for each in game.play.engagements(own, opposing)] == ["shooting"]
    assert calculator.results is not None
    assert calculator.prefill is not None
    assert game.play.consequences is not None
    question = calculator.question(**calculator.prefill(own, opposing))
    every = calculator.results(question, own, opposing, SolveContext(game.catalogue, match.contexts[0].house))
    changes = [replace(each, holder=holder) for each in every[-1].own]
    changes += [replace(each, holder=holder, side=1) for each in every[-1].opposing]
    state, entry = play(match, state, [], 0, Event("e1", changes=tuple(changes)), both=True)
    assert calculator.prefill(deployed(state, 1), None)["models"] == 1
    lost = deployed(state, 1).deployed
    assert lost is not None
    assert out_of_play(game.play, lost) == {holder}
    assert game.play.acted(deployed(state, 0).state)
    state, _ = play(match, state, [entry], 0, Event("e2", EventKind.NEXT, turn=1), both=True)
    assert not game.play.acted(deployed(state, 0).state)


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Star Lanes", "“Star Lanes” is not a package name. Use lower-case letters, digits and _, as in star_lanes."),
        ("class", "“class” is not a package name. Use lower-case letters, digits and _, as in star_lanes."),
        ("mbt2020", "A game “mbt2020” already exists. Choose another name."),
    ],
)
def test_a_name_that_cannot_be_is_refused(systems: Path, name: str, message: str) -> None:
    with pytest.raises(CommandError) as error:
        new_game(name)
    assert str(error.value) == message
    assert list(systems.iterdir()) == []


def test_a_folder_is_never_written_over(systems: Path) -> None:
    (systems / "star_lanes").mkdir()
    with pytest.raises(CommandError) as error:
        new_game("star_lanes")
    assert str(error.value) == f"{systems / 'star_lanes'} already exists. Choose another name."


def test_a_project_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[project]\n")
    with pytest.raises(CommandError) as error:
        new_game("star_lanes", "--package", tmp_path)
    assert str(error.value) == f"{tmp_path} has a pyproject.toml already. Choose another folder."
    assert [file.name for file in tmp_path.iterdir()] == ["pyproject.toml"]


def test_an_installed_package_is_a_game(tmp_path: Path) -> None:
    package, installed = tmp_path / "package", tmp_path / "installed"
    package.mkdir()
    new_game("star_lanes", "--package", package)
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-index"]
    subprocess.run([*pip, "--target", installed, package], check=True, capture_output=True)
    ask = (
        "import rulesets; game = rulesets.get('star-lanes'); print(game.title, game.check(game.example())['problems'])"
    )
    environment = {**os.environ, "PYTHONPATH": f"{installed}:{Path(rulesets.starter.__path__[0]).parent.parent}"}
    answer = subprocess.run([sys.executable, "-c", ask], check=True, capture_output=True, text=True, env=environment)
    assert answer.stdout == "Star Lanes []\n"
