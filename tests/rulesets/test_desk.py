"""The desk for scripts: plain data in and out, as the site plays it."""

import json
from typing import Any

import jsonschema
import pytest

import rulesets
from rulesets.core.cards import Ink
from rulesets.core.desk import ReportForm
from rulesets.registry import get_ruleset

DESK = rulesets.get("forum-combat").desk()
SITE: Any = get_ruleset("forum-combat").desk


def test_only_games_with_a_game_master_have_a_desk() -> None:
    assert DESK.title == SITE.title
    with pytest.raises(rulesets.BadInput, match="MBT 2020 has no game master’s desk"):
        rulesets.get("mbt2020").desk()


def test_a_round_is_that_of_the_site() -> None:
    battle, state, orders = DESK.example(), SITE.demo(), DESK.example_orders()
    before = json.dumps(battle)
    assert orders == SITE.demo_orders
    given, state = DESK.give_orders(battle, orders, 7), SITE.give_orders(state, orders, 7)
    assert json.dumps(battle) == before
    assert DESK.change_orders(given, orders) == given
    while DESK.status(given)["stages"]:
        assert [each["state"] for each in DESK.status(given)["stages"]].count("next") == 1
        given, state = DESK.play_phase(given), SITE.play_phase(state)
        assert given == SITE.write(state)
    assert DESK.report(given, 1) == SITE.report(state, 1, ReportForm.MARKDOWN, False)
    assert DESK.report(given, 1, "bbcode", every_die=True) == SITE.report(state, 1, ReportForm.BBCODE, True)
    assert (DESK.status(given)["rounds"], DESK.status(given)["seed"]) == (1, 7)
    ended = DESK.finish(given, 9, {})
    assert DESK.status(ended)["is_over"]
    assert DESK.report(ended, 0)
    assert DESK.undo(ended) == given


def test_what_is_said_is_json() -> None:
    battle, orders = DESK.example(), DESK.example_orders()
    said: list[Any] = [DESK.board(battle), DESK.status(battle), DESK.choices(battle), DESK.edits()]
    said += [DESK.check(battle, orders), DESK.forecast(battle, orders), DESK.players_view(battle), DESK.setup_schema()]
    assert json.loads(json.dumps(said)) == said
    assert [piece["id"] for piece in said[0]["pieces"]] == [piece.id for piece in SITE.board(SITE.demo()).pieces]
    assert any(forecast["mean"] for forecast in said[5])
    assert DESK.draw(battle) == SITE.draw(SITE.demo(), True, Ink.COLOUR, ())
    assert len(DESK.draw(battle)) > len(DESK.draw(battle, pieces=False))


def test_a_battle_begins_between_armies() -> None:
    army = rulesets.get("forum-combat").example()
    setup = {"name": "Ford", "width": 20, "height": 30, "second_side": "enemies"}
    jsonschema.validate(setup, DESK.setup_schema())
    board = DESK.board(DESK.new([army, army], setup))
    assert {group["side"] for group in board["groups"]} == {0, 1}
    assert (len(board["column_names"]), len(board["row_names"])) == (20, 30)


def test_a_battle_is_changed_by_hand() -> None:
    battle = DESK.example()
    board = DESK.board(battle)
    piece, column, row = board["pieces"][0]["id"], board["column_names"][0], board["row_names"][0]
    moved = DESK.edit(battle, "place", {"piece": piece, "tile": f"{column}{row}"})
    assert [(each["x"], each["y"]) for each in DESK.board(moved)["pieces"] if each["id"] == piece] == [(0, 0)]
    assert DESK.board(battle) == board


@pytest.mark.parametrize(
    ("step", "message"),
    [
        (lambda battle: DESK.give_orders(battle, "1: Dance", 7), "orders, line 1: "),
        (lambda battle: DESK.give_orders(battle, "", -1), "seed: enter a whole number from 0"),
        (lambda battle: DESK.play_phase(battle), "The round is over. Give orders"),
        (lambda battle: DESK.board({"start": 5}), "start: give an object"),
        (lambda battle: DESK.edit(battle, "place", {"piece": "9z", "tile": "A1"}), "This combat has no unit"),
        (lambda battle: DESK.edit(battle, "dance", {}), "edit: use one of place, "),
        (lambda battle: DESK.report(battle, 1, "word"), "form: use one of bbcode, markdown, html"),
        (lambda battle: DESK.report(battle, 9), "Round 9 has not started"),
        (lambda battle: DESK.new([rulesets.get("mbt2020").example()]), "ruleset: this is not a Forum Combat army"),
        (lambda battle: DESK.new([rulesets.get("forum-combat").example()] * 2), "All these forces are on one side"),
        (lambda battle: DESK.new([], {"width": 0}), "width: enter a number"),
    ],
)
def test_what_cannot_be_is_refused(step: Any, message: str) -> None:
    with pytest.raises(rulesets.BadInput) as bad:
        step(DESK.example())
    assert str(bad.value).startswith(message)
