"""Questions and answers as text."""

import json

import pytest

import rulesets
from rulesets.messages import reply


def test_a_reply_is_the_answer_of_the_game_under_the_house_rules_sent() -> None:
    asked = {"game": "mbt2020", "calculator": "engagement", "question": {}, "house": {}}
    assert json.loads(reply(json.dumps(asked))) == {"answer": rulesets.get("mbt2020").ask("engagement")}
    del asked["question"], asked["house"]
    assert json.loads(reply(json.dumps(asked))) == {"answer": rulesets.get("mbt2020").ask("engagement")}


def test_what_is_wrong_with_a_question_is_said_at_its_place() -> None:
    asked = {"game": "mbt2020", "calculator": "engagement", "question": {"nonsense": 1}}
    (problem,) = json.loads(reply(json.dumps(asked)))["problems"]
    assert problem["path"] == "nonsense"
    asked = {"game": "mbt2020", "calculator": "engagement", "house": {"nonsense": "on"}}
    (problem,) = json.loads(reply(json.dumps(asked)))["problems"]
    assert problem["path"] == "house.nonsense"
    with pytest.raises(KeyError):
        reply(json.dumps({"game": "none", "calculator": "engagement"}))
