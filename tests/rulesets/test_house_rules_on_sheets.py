"""The quick reference says what is played: another reading of a switch changes it, or a reason is given here.

The reasons stand beside each game's tests in ``unprinted.toml``: a table ``[switches]`` for switches of which no
reading changes the sheet, a table ``[readings]`` with keys ``switch=reading`` for single readings.
"""

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from rulesets.core.declarations.house_rules import switches
from rulesets.core.forces.force import Force, Unit, add_group
from rulesets.core.reference import Section
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.rulesets.sheets import sheet_for

GAMES = all_rulesets()
READINGS = [
    (game, switch, reading.key)
    for game in GAMES
    for switch, ruling in switches(game.rulings).items()
    for reading in ruling.readings
    if reading.key != ruling.default
]


def reasons(game: AnyRuleset) -> dict[str, dict[str, str]]:
    """Why readings are not on the game's sheet."""
    file = Path(__file__).parent / game.slug.replace("-", "_") / "unprinted.toml"
    return tomllib.loads(file.read_text()) if file.exists() else {}


def reason(game: AnyRuleset, switch: str, key: str) -> str:
    """Why this reading is not on the sheet; empty where it must be."""
    told = reasons(game)
    return told.get("switches", {}).get(switch, "") or told.get("readings", {}).get(f"{switch}={key}", "")


def everything(game: AnyRuleset) -> Force[Any, Any, Any]:
    """A force with every ready group, so that a sheet made for it leaves nothing out that the templates can use."""
    force = game.new_force("Everything")
    for template in game.templates:
        units = tuple(Unit("", spec, name) for name, spec in template.units)
        force = add_group(force, template.title, template.group, units)
    return force


def body(game: AnyRuleset, *chosen: tuple[str, str]) -> tuple[Section, ...]:
    """The sheet under the house rules chosen, without the lines that only list them."""
    listed = {"Rulings", "Readings", *(ruling.question for ruling in game.rulings)}
    sections = sheet_for(game, game.context(replace(everything(game), house_rules=chosen)))
    left = (replace(each, lines=tuple(line for line in each.lines if line.term not in listed)) for each in sections)
    return tuple(section for section in left if section.lines or section.tables or section.flow)


@pytest.mark.parametrize(
    ("game", "switch", "key"), READINGS, ids=[f"{game.slug}-{switch}-{key}" for game, switch, key in READINGS]
)
def test_a_reading_changes_the_sheet_or_has_a_reason(game: AnyRuleset, switch: str, key: str) -> None:
    changes = body(game, (switch, key)) != body(game)
    assert changes != bool(reason(game, switch, key))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_reasons_are_given_for_readings_there_are(game: AnyRuleset) -> None:
    told = reasons(game)
    assert set(told) <= {"switches", "readings"}
    assert set(told.get("switches", {})) <= {switch for _, switch, _ in READINGS}
    assert set(told.get("readings", {})) <= {f"{switch}={key}" for each, switch, key in READINGS if each is game}
