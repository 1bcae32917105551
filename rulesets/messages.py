"""The games for a program that sends text and gets text, such as a worker in a browser."""

from __future__ import annotations

import json

from rulesets.game import BadInput, Game
from rulesets.registry import get_ruleset


def reply(message: str) -> str:
    """The answer, as JSON, to a question: ``{"game": …, "calculator": …, "question": {…}, "house": {…}}``.

    It is ``{"answer": {…}}`` (see ``Game.ask``), or ``{"problems": [{"path": …, "message": …}]}`` for what is wrong.
    Raises ``KeyError`` for a game or calculator that is not named or not there.
    """
    asked = json.loads(message)
    game = Game(get_ruleset(asked["game"]))
    try:
        answered = {"answer": game.ask(asked["calculator"], asked.get("question"), asked.get("house"))}
    except BadInput as error:
        problems = [{"path": problem.path, "message": problem.message} for problem in error.problems]
        return json.dumps({"problems": problems}, ensure_ascii=False)
    return json.dumps(answered, ensure_ascii=False)
