"""Battle files: writing them as JSON, and reading those of strangers with care."""

import json
from typing import Any

from armybuilder.armies.documents import BadFile, read_json
from armybuilder.desk.revisions import MAX_BYTES, State, battle_json, desk_of
from rulesets.core.declarations.codec import CodecError
from rulesets.core.declarations.problems import Problem
from rulesets.core.ruleset import AnyRuleset


def write_battle(ruleset: AnyRuleset, state: State) -> str:
    """The battle as a JSON file for people to keep: ``read_battle`` returns the same battle."""
    return f'{{"game":{json.dumps(ruleset.slug)},"battle":{battle_json(ruleset, state).decode()}}}\n'


def read_battle(ruleset: AnyRuleset, text: bytes | str) -> State:
    """The battle of a JSON file; raises ``BadFile``."""
    data: Any = read_json(text, MAX_BYTES + 1000, "a battle")
    if not isinstance(data, dict) or set(data) != {"game", "battle"}:
        raise BadFile(Problem("", "This file is not an exported battle. Choose a file that this site exported."))
    if data["game"] != ruleset.slug:
        raise BadFile(Problem("game", f"give {ruleset.slug!r} ({ruleset.title})"))
    try:
        return desk_of(ruleset).read(data["battle"])
    except CodecError as error:
        raise BadFile(*(Problem(f"battle.{each.path}".rstrip("."), each.message) for each in error.problems)) from None
