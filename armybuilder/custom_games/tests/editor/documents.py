"""Documents for the tests of the editor."""

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import tests.rulesets.described
from armybuilder.custom_games.editor.beginnings import Beginning, beginning

TROOPS = "Riflemen\nCavalry\nCannon"


def hill_war() -> dict[str, Any]:
    """A game with hits, wounds and saves, as three answers make it."""
    return beginning(Beginning("Hill war", TROOPS))


def all_documents() -> dict[str, dict[str, Any]]:
    """Every document of the tests, by name."""
    folder = Path(next(iter(tests.rulesets.described.__path__)), "documents")
    found = {file.stem: json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.json"))}
    found["starter"] = json.loads(files("rulesets.starter").joinpath("data/game.json").read_text("utf-8"))
    return {**found, "hill-war": hill_war()}
