"""Turns of a unit at the table, with the rules of play that each breaks."""

import tomllib
from pathlib import Path
from typing import Any

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.forge_of_war import RULESET

CASES: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("play_cases.toml").read_text())["case"]


def house(case: dict[str, Any]) -> HouseRules:
    """The readings that a case is played by."""
    return HouseRules(RULESET.rulings, case.get("house", {}).items())
