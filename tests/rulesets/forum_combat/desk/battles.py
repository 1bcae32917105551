"""Combats in shorthand: ``!Reavers (broken): raider D1 D2=0 D3*, raider-boss E1 [2 CP smoke]``.

A squad is its name and its lines: a profile's key, weapons after ``with`` (joined by ``+``), then the tile of each
unit with its HP after ``=``, a star for one left behind before, ``off`` for one beside the map, and a character's
Command Points and abilities in brackets. ``!`` marks the enemy, and before the colon stand ``(broken)``, ``(shot)``
and ``(of 6)`` for what a squad has suffered or began with.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulesets.core.force_document import decode_entry
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.systems.forum_combat import RULESET
from rulesets.systems.forum_combat.desk.combat import (
    OFF_MAP,
    Combat,
    CombatPiece,
    CombatSquad,
    Objective,
    TileMap,
    open_ground,
)
from rulesets.systems.forum_combat.desk.combat_checks import faults
from rulesets.systems.forum_combat.desk.new_combat import new_combat
from rulesets.systems.forum_combat.desk.rounds import BattleRecord, play_phase, round_over
from rulesets.systems.forum_combat.tiles import Tile, read_tile, tile_name
from rulesets.systems.forum_combat.units import Allegiance, Command, Squad, Troop

SQUAD = re.compile(r"(?P<enemy>!)?(?P<name>[^:(]+?)(?: \((?P<flags>[^)]*)\))?: (?P<lines>.*)")
LINE = re.compile(
    r"(?P<profile>[a-z-]+)(?: with (?P<weapons>[a-z+-]+))?(?P<places>(?: (?:[A-Z]+\d+|off)(?:=-?\d+)?\*?)+)"
    r"(?: \[(?P<cp>\d+) CP(?P<abilities>[ a-z-]*)\])?"
)
PLACE = re.compile(r"(?P<tile>[A-Z]+\d+|off)(?:=(?P<hp>-?\d+))?(?P<left>\*)?")
BEFORE = 99
"""The round in which somebody was left behind who was left behind before."""


def tile(name: str) -> Tile:
    found = read_tile(name)
    assert found is not None, name
    return found


def _match(pattern: re.Pattern[str], text: str) -> re.Match[str]:
    found = pattern.fullmatch(text.strip())
    assert found, text
    return found


def _unit(text: str, number: int) -> Unit[Troop]:
    line = _match(LINE, text)
    weapons = tuple(line["weapons"].split("+")) if line["weapons"] else ()
    count = len(line["places"].split())
    made = Troop(line["profile"], count, weapons, cp=int(line["cp"] or 0))
    made = replace(made, abilities=tuple((line["abilities"] or "").split()))
    return Unit("", made, f"Hero {number}" if made.is_character else "")


def _group(text: str, number: int) -> Group[Squad, Troop]:
    found = _match(SQUAD, text)
    units = tuple(_unit(line, number) for line in found["lines"].split(","))
    return Group("", found["name"].strip(), Squad(), units)


def _pieces(text: str, squad: CombatSquad) -> Iterator[CombatPiece]:
    places = [
        place for line in _match(SQUAD, text)["lines"].split(",") for place in _match(LINE, line)["places"].split()
    ]
    for piece, place in zip(squad.pieces, places, strict=True):
        found = _match(PLACE, place)
        x, y = (OFF_MAP, OFF_MAP) if found["tile"] == "off" else tile(found["tile"])
        hp = piece.hp if found["hp"] is None else int(found["hp"])
        yield replace(piece, x=x, y=y, hp=hp, abandoned=BEFORE if found["left"] else 0)


def _squad(text: str, squad: CombatSquad) -> CombatSquad:
    flags = (_match(SQUAD, text)["flags"] or "").split(", ")
    start = next((int(flag.removeprefix("of ")) for flag in flags if flag.startswith("of ")), 0)
    pieces = tuple(_pieces(text, squad))
    return replace(squad, pieces=pieces, start=start, broken=int("broken" in flags), shot="shot" in flags)


def _ground(case: dict[str, Any]) -> TileMap:
    ground = TileMap(tuple(case["map"])) if "map" in case else open_ground(26, 16)
    marks = []
    for text in case.get("objectives", []):
        name, place, radius = text.split()
        marks.append(Objective(name, *tile(place), int(radius)))
    return replace(ground, objectives=tuple(marks))


def combat(case: dict[str, Any]) -> Combat:
    """The combat of a case: ``squads``, and where given ``map``, ``objectives``, ``entries`` and ``house_rules``."""
    entries = []
    for entry in case.get("entries", []):
        spec = {("kind" if key == "kind_of" else key): of for key, of in entry.items() if key not in ("kind", "key")}
        plain = {"kind": entry["kind"], "key": entry["key"], "name": entry["key"].title(), "spec": spec}
        entries.append(decode_entry(RULESET.kind(entry["kind"]), plain))
    texts = {side: [text for text in case["squads"] if text.startswith("!") is enemy] for side, enemy in SIDES}
    forces = tuple(
        Force(
            "forum-combat",
            side.label,
            Command(side),
            tuple(_group(text, number) for number, text in enumerate(listed, 1)),
            entries=tuple(entries),
            house_rules=tuple(case.get("house_rules", {}).items()),
        ).with_ids()
        for side, listed in texts.items()
    )
    made = new_combat(case.get("title", "Test"), forces, 26, 16)
    listed = [text for side in texts.values() for text in side]
    squads = tuple(_squad(text, squad) for text, squad in zip(listed, made.squads, strict=True))
    made = replace(made, ground=_ground(case), squads=squads)
    assert list(faults(made)) == []
    return made


def play_round(battle: BattleRecord) -> BattleRecord:
    """The battle when all phases that are left of its round are played."""
    while not round_over(battle):
        battle = play_phase(battle)
    return battle


SIDES = ((Allegiance.PLAYERS, False), (Allegiance.ENEMIES, True))


def difference(before: Combat, after: Combat) -> list[str]:
    """What became different, in words: ``1a hp 0``, ``1a to C3``, ``Alpha broken``, ``Hero 1 has 2 CP``."""
    found = []
    for old, new in zip(before.squads, after.squads, strict=True):
        found += [f"{new.name} shot"] if new.shot and not old.shot else []
        found += [f"{new.name} {'broken' if new.broken else 'steady'}"] if bool(new.broken) != bool(old.broken) else []
        for was, now in zip(old.pieces, new.pieces, strict=True):
            found += [f"{now.id} hp {now.hp}"] if now.hp != was.hp else []
            found += [f"{now.id} to {tile_name(now.tile)}"] if now.tile != was.tile else []
            if now.abandoned != was.abandoned:
                found.append(f"{now.id} {'left' if now.abandoned else 'found'}")
    for character, other in zip(before.characters, after.characters, strict=True):
        found += [f"{other.name} has {other.cp} CP"] if other.cp != character.cp else []
    for mark, later in zip(before.ground.objectives, after.ground.objectives, strict=True):
        found += [f"{later.name} {later.holder.value}"] if later.holder is not mark.holder else []
    return found
