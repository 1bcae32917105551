"""The way in for scripts: plain data in and out."""

import json
from typing import Any

import jsonschema
import pytest

import rulesets
from rulesets.core.findings import is_legal
from rulesets.core.force_document import decode_force
from rulesets.registry import all_rulesets

each_game = pytest.mark.parametrize("game", rulesets.games(), ids=repr)


def test_games_are_those_of_the_registry() -> None:
    assert [game.slug for game in rulesets.games()] == [ruleset.slug for ruleset in all_rulesets()]
    assert rulesets.get("mbt2020").title == "MBT 2020"
    with pytest.raises(KeyError):
        rulesets.get("chess")


@each_game
def test_everything_is_json(game: rulesets.Game) -> None:
    army = game.example()
    unit = army["groups"][0]["units"][0]["id"]
    said: list[Any] = [
        army,
        game.check(army),
        game.card(army, unit),
        game.quick_reference(),
        game.quick_reference(army),
    ]
    said += [game.house_rules(), game.calculators()]
    assert json.loads(json.dumps(said)) == said


@each_game
def test_the_check_is_that_of_the_game(game: rulesets.Game) -> None:
    army = game.example()
    report = game.check(army)
    findings = game.ruleset.check(decode_force(game.ruleset, army))
    assert report["legal"] is is_legal(findings) is True
    assert [problem["message"] for problem in report["problems"]] == [finding.message for finding in findings]


@each_game
def test_an_empty_question_fits_its_schema_and_has_an_answer(game: rulesets.Game) -> None:
    for calculator in game.calculators():
        slug = calculator["calculator"]
        jsonschema.validate({}, game.schema(slug))
        assert game.ask(slug) == game.ask(slug, {})


@each_game
def test_readings_given_are_played(game: rulesets.Game) -> None:
    army = game.example()
    for rule in game.house_rules():
        for key in rule["readings"]:
            given = {**army, "house_rules": {rule["switch"]: key}}
            assert game.check(army, {rule["switch"]: key}) == game.check(given)
            assert game.quick_reference(army, {rule["switch"]: key}) == game.quick_reference(given)


def test_readings_given_stand_beside_those_of_the_army() -> None:
    game = rulesets.get("warstrike")
    army = {**game.example(), "house_rules": {"exact_half": "choice"}}
    both = {**army, "house_rules": {"exact_half": "choice", "destroy_at_once": "on"}}
    other = next(rule for rule in game.house_rules() if rule["switch"] == "destroy_at_once")
    key = next(key for key in other["readings"] if key != other["default"])
    both["house_rules"]["destroy_at_once"] = key
    assert game.quick_reference(army, {"destroy_at_once": key}) == game.quick_reference(both)


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda game: game.ask("none"), "MBT 2020 has no calculator 'none'; it has: "),
        (lambda game: game.ask("engagement", {"nonsense": 1}), "nonsense: "),
        (lambda game: game.ask("engagement", {}, {"nonsense": "on"}), "house.nonsense: there is no switch"),
        (lambda game: game.ask("engagement", {}, {"side_arc_r": "nonsense"}), "house.side_arc_r: should be one of "),
        (lambda game: game.check({"ruleset": "mbt2020", "groups": 3}), "groups: "),
        (lambda game: game.card(game.example(), "nobody"), "unit: should be the id of one of the army’s stands"),
    ],
)
def test_bad_input_is_told_with_its_place(ask: Any, message: str) -> None:
    with pytest.raises(rulesets.BadInput) as bad:
        ask(rulesets.get("mbt2020"))
    assert str(bad.value).startswith(message)
    assert str(bad.value.problems[0]) == str(bad.value).splitlines()[0]
