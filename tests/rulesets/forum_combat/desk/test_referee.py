"""Whole battles with random orders, gone through again by a second referee with the dice as they were rolled."""

import random
from collections.abc import Iterator
from dataclasses import asdict, replace

import pytest

from rulesets.core.declarations.codec import encode
from rulesets.core.forces.findings import Severity
from rulesets.systems.forum_combat.desk import DESK, CombatEnd
from rulesets.systems.forum_combat.desk.combat import PHASES, Combat, CombatPiece, Phase
from rulesets.systems.forum_combat.desk.events import BattleEventKind
from rulesets.systems.forum_combat.desk.order_checks import check_orders
from rulesets.systems.forum_combat.desk.order_reader import read_orders
from rulesets.systems.forum_combat.desk.orders import CombatEnding
from rulesets.systems.forum_combat.desk.rounds import BattleRecord, about_to_play, give_orders, now, play_phase
from rulesets.systems.forum_combat.tiles import tile_name
from rulesets.systems.forum_combat.units import Allegiance
from tests.rulesets.forum_combat.desk import battles
from tests.rulesets.forum_combat.desk.referee import Plain, Referee, Unlike

FIELD = {
    "title": "Field",
    "map": [
        "..............",
        "....#.....+...",
        "....#..++.....",
        "....#..++.....",
        "..............",
        "......##......",
        "..++..........",
        "..++......#...",
        "..........#...",
        "..............",
    ],
    "objectives": ["Mast G5 2", "Well D9 3"],
    "squads": [
        "Alpha: rifleman A1 A2 A3 A4, heavy-weapon-team B1, officer B2 [4 CP take-aim stand-fast on-the-double]",
        "Bravo: assault-trooper A6 A7 A8, officer B6 [4 CP heads-down smoke]",
        "Charlie: marksman A9 A10",
        "!Reavers: raider N1 N2 N3 N4, raider-boss M1",
        "!Skulkers: raider N6 N7 N8",
        "!Brutes: brute N9 N10",
    ],
}
WEAPONS = {
    "1": ("Bolt-Action Rifle", "Heavy Machine Gun", "Sidearm"),
    "2": ("Submachine Gun and Grenades", "Submachine Gun"),
    "3": ("Marksman Rifle", "Sidearm"),
    "4": ("Bolt-Action Rifle", "Submachine Gun"),
    "5": ("Bolt-Action Rifle",),
    "6": ("Great Claws",),
}
BATTLES, ROUNDS = 12, 4


def scattered(chance: random.Random) -> Combat:
    """The field with its squads anywhere, so that some are in contact from the beginning."""
    combat = battles.combat(FIELD)
    free = [
        (x, y)
        for y in range(combat.ground.height)
        for x in range(combat.ground.width)
        if (x, y) not in combat.ground.blocked_tiles
    ]
    squads = []
    for squad in combat.squads:
        centre = chance.choice(free)
        free.sort(key=lambda tile: (abs(tile[0] - centre[0]) + abs(tile[1] - centre[1]), tile))
        pieces: list[CombatPiece] = []
        for piece in squad.pieces:
            x, y = free.pop(0)
            pieces.append(replace(piece, x=x, y=y))
        squads.append(replace(squad, pieces=tuple(pieces)))
    return replace(combat, squads=tuple(squads))


def wishes(combat: Combat, chance: random.Random) -> Iterator[str]:
    """One line for each squad, and abilities: anything that might be ordered."""
    for character in combat.characters:
        squad = chance.choice(combat.squads[:3] if character.name == "Hero 1" else combat.squads)
        if chance.random() < 0.5:
            yield f"{character.name}: use {chance.choice(character.abilities)} on {squad.name}"
    lines = []
    for squad in combat.squads:
        other = Allegiance.ENEMIES if squad.side is Allegiance.PLAYERS else Allegiance.PLAYERS
        enemies = [each.name for each in combat.squads if each.side is other]
        chance.shuffle(enemies)
        target = enemies[0] if squad.side is Allegiance.PLAYERS else ", ".join(enemies)
        tile = tile_name((chance.randrange(combat.ground.width), chance.randrange(combat.ground.height)))
        shoot = f"shoot {target} with {chance.choice(WEAPONS[squad.id])}"
        lines.append(
            f"{squad.name}: "
            + chance.choice(
                (
                    shoot,
                    shoot,
                    f"{shoot}; move {tile}",
                    f"move {tile}",
                    f"charge {enemies[0]}",
                    f"charge {enemies[0]}",
                    f"disengage {tile}",
                    f"disengage {tile}; abandon all",
                    "abandon all",
                )
            )
        )
    chance.shuffle(lines)
    yield from lines


def lawful(battle: BattleRecord, chance: random.Random) -> str:
    """Random orders without those that are refused."""
    combat, number, phase = about_to_play(battle)
    kept: list[str] = []
    for _ in range(4):
        for line in wishes(combat, chance):
            text = "\n".join([*kept, line])
            subject = line.partition(":")[0]
            if any(done.startswith(f"{subject}:") for done in kept):
                continue
            issues = check_orders(combat, text, number, phase)
            if not any(issue.severity is Severity.ERROR for issue in issues):
                kept.append(line)
    return "\n".join(kept)


def stands(combat: Combat) -> Plain:
    return {
        "units": {piece.id: (piece.hp, *piece.tile, piece.abandoned, piece.shot) for _, piece in combat.pieces()},
        "squads": {squad.id: (squad.shot, squad.broken) for squad in combat.squads},
        "cp": {one.name: one.cp for one in combat.characters},
        "marks": {one.name: one.holder.value for one in combat.ground.objectives},
    }


def refereed(battle: BattleRecord) -> BattleRecord:
    """Play the round that has been given, each phase under the second referee's eyes."""
    for phase in PHASES:
        before = now(battle)
        battle = play_phase(battle)
        current = battle.rounds[-1]
        orders, _ = read_orders(before, current.orders)
        used = [encode(event) for event in current.records[0].events] if phase is not Phase.COMMAND else []
        referee = Referee(encode(before), asdict(orders), current.number, used)
        referee.play(encode(current.records[-1]))
        assert referee.stands() == stands(now(battle)), phase
    return battle


def test_whole_battles_under_a_second_referee() -> None:
    kinds: dict[str, int] = {}
    for number in range(BATTLES):
        chance = random.Random(number)
        battle = BattleRecord(scattered(chance))
        for _ in range(ROUNDS):
            battle = refereed(give_orders(battle, lawful(battle, chance), chance.randrange(2**40)))
        battle = DESK.finish(battle, CombatEnd(CombatEnding.LOST, won=False), number)
        assert battle.aftermath is not None
        referee = Referee(encode(now(battle)), {"squads": [], "abilities": []}, ROUNDS, [])
        fates = [encode(event) for event in battle.aftermath.events]
        assert referee.fates(fates) == [piece for event in battle.aftermath.events for piece in event.pieces]
        for played in battle.rounds:
            for record in played.records:
                for event in record.events:
                    kinds[event.kind.value] = kinds.get(event.kind.value, 0) + 1
        kinds["fate"] = kinds.get("fate", 0) + len(fates)
    never = {BattleEventKind.RECOVER.value, BattleEventKind.RALLY.value}
    assert set(kinds) == {kind.value for kind in BattleEventKind} - never


def test_the_second_referee_sees_a_die_that_was_turned() -> None:
    """A hit die changed in the record no longer leads to the hits that were counted."""
    battle = give_orders(BattleRecord(battles.combat(FIELD)), "Charlie: shoot Brutes with Marksman Rifle", 5)
    before, played = now(battle), play_phase(play_phase(battle))
    record = encode(played.rounds[0].records[1])
    orders, _ = read_orders(before, played.rounds[0].orders)
    Referee(encode(before), asdict(orders), 1, []).play(record)
    roll = record["events"][0]["rolls"][0]
    roll["dice"] = ("1" if int(roll["dice"][0]) >= 3 else "6") + roll["dice"][1:]
    with pytest.raises(Unlike, match="hits"):
        Referee(encode(before), asdict(orders), 1, []).play(record)
