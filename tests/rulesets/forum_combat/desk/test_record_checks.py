"""Files of battles: mistakes are refused with their place."""

import copy
from typing import Any

import pytest

from rulesets.core.declarations.codec import CodecError
from rulesets.systems.forum_combat.desk import DESK
from tests.rulesets.forum_combat.desk.test_rounds import PLAIN


def changed(path: str, value: Any) -> dict[str, Any]:
    plain = copy.deepcopy(PLAIN)
    at: Any = plain
    *way, last = [int(part) if part.isdigit() else part for part in path.split(".")]
    for part in way:
        at = at[part]
    at[last] = value
    return plain


@pytest.mark.parametrize(
    ("path", "value", "problem"),
    [
        ("start.schema", 2, "start.schema"),
        ("start.ground.rows.3", "....", "start.ground.rows[3]"),
        ("start.ground.rows.3", "x" * 24, "start.ground.rows[3]"),
        ("start.ground.objectives.0.x", 60, "start.ground.objectives[0]"),
        ("start.squads.1.id", "7", "start.squads[1].id"),
        ("start.squads.1.name", "Alpha", "start.squads[1].name"),
        ("start.squads.1.name", "Br:avo", "start.squads[1].name"),
        ("start.squads.1.name", "nearest", "start.squads[1].name"),
        ("start.squads.0.pieces.1.profile", "ghost", "start.squads[0].pieces[1].profile"),
        ("start.squads.0.pieces.1.hp", 9, "start.squads[0].pieces[1].hp"),
        ("start.squads.0.pieces.1.x", -1, "start.squads[0].pieces[1]"),
        ("start.squads.0.pieces.1.x", 0, "start.squads[0].pieces[1]"),
        ("start.squads.0.pieces.1.id", "1z", "start.squads[0].pieces[1].id"),
        ("start.weapons.0.weapon.acc", 7, "start.weapons[0].weapon.acc"),
        ("start.weapons.0.weapon.ap", -1, "start.weapons[0].weapon.ap"),
        ("start.characters.0.cp", 9, "start.characters[0].cp"),
        ("start.characters.0.abilities.0", "fly", "start.characters[0].abilities[0]"),
        ("start.house_rules", [{"switch": "fc.none", "reading": "on"}], "start.house_rules[0].switch"),
        ("start.house_rules", [{"switch": "fc.alloc", "reading": "on"}], "start.house_rules[0].reading"),
        ("rounds.0.number", 2, "rounds[0].number"),
        ("rounds.0.seed", -1, "rounds[0].seed"),
        ("rounds.0.records.1.phase", "melee", "rounds[0].records"),
        ("rounds.0.records", [], "rounds[0].records"),
        ("rounds.0.records.1.events.0.squad", "77", "rounds[0].records[1].events[0].squad"),
        ("rounds.0.records.1.events.0.target", "", "rounds[0].records[1].events[0].target"),
        ("rounds.0.records.0.events.0.about", "fly", "rounds[0].records[0].events[0].about"),
        ("rounds.0.records.0.events.0.who", "Nobody", "rounds[0].records[0].events[0].who"),
        ("rounds.0.records.1.events.0.pieces.0", "9z", "rounds[0].records[1].events[0].pieces[0]"),
        ("rounds.0.records.1.events.0.rolls.0.dice", "7", "rounds[0].records[1].events[0].rolls[0].dice"),
        ("rounds.0.records.1.changes.0.id", "9z", "rounds"),
        ("rounds.0.records.1.changes.0.field", "mood", "rounds"),
        ("rounds.0.records.1.amendments", [{"reason": ""}], "rounds[0].records[1].amendments[0].change"),
        ("aftermath.ending", "draw", "aftermath.ending"),
        ("colour", "red", "colour"),
    ],
)  # fmt: skip
def test_files_with_mistakes_are_refused_with_the_place(path: str, value: Any, problem: str) -> None:
    with pytest.raises(CodecError) as refused:
        DESK.read(changed(path, value))
    assert refused.value.problems[0].path == problem
