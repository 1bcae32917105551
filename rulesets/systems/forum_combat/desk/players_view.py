"""A battle as its players may see it, without the game master's secrets."""

from collections.abc import Iterator, Set
from dataclasses import replace

from ..units import Allegiance
from .combat import PHASES
from .combat_changes import CombatChange, Thing
from .events import BattleEvent, BattleEventKind
from .rounds import BattleRecord, PlayedRound, changes_of

Hidden = Set[tuple[Thing, str]]
"""Things hidden from players, by kind and by number or name."""


def players_view(battle: BattleRecord) -> BattleRecord:
    """The battle as its players may see it.

    It omits the round in progress, whose phases may still be undone; all orders, which reveal the enemy's plans and
    hold the game master's notes; seeds, which would predict future dice; the enemy's squads that have never been on
    the map, with their characters; and the owners of squads and characters.
    """
    rounds = tuple(each for each in battle.rounds if len(each.records) == len(PHASES))
    # The enemy's squads without a piece that has been on the map.
    arrivals = {change.id for change in changes_of(rounds) if change.field == "x" and change.value >= 0}
    hidden_squads = [
        squad
        for squad in battle.start.squads
        if squad.side is Allegiance.ENEMIES and not any(piece.x >= 0 or piece.id in arrivals for piece in squad.pieces)
    ]
    pieces = {piece.id for squad in hidden_squads for piece in squad.pieces}
    hidden = {(Thing.SQUAD, squad.id) for squad in hidden_squads} | {(Thing.PIECE, piece) for piece in pieces}
    hidden |= {(Thing.CHARACTER, one.name) for one in battle.start.characters if one.piece in pieces}
    start = replace(
        battle.start,
        squads=tuple(replace(squad, owner="") for squad in battle.start.squads if squad not in hidden_squads),
        characters=tuple(replace(one, player="") for one in battle.start.characters if one.piece not in pieces),
    )
    aftermath = battle.aftermath and replace(battle.aftermath, seed=0)
    return BattleRecord(start, tuple(_round(each, hidden) for each in rounds), aftermath)


def _round(battle_round: PlayedRound, hidden: Hidden) -> PlayedRound:
    records = tuple(
        replace(
            record,
            orders="",
            events=tuple(event for event in record.events if hidden.isdisjoint(_subjects(event))),
            changes=_changes(record.changes, hidden),
            amendments=tuple(one for one in record.amendments if _changes((one.change,), hidden)),
        )
        for record in battle_round.records
    )
    return replace(battle_round, seed=0, orders="", opening=_changes(battle_round.opening, hidden), records=records)


def _changes(changes: tuple[CombatChange, ...], hidden: Hidden) -> tuple[CombatChange, ...]:
    return tuple(change for change in changes if (change.thing, change.id) not in hidden)


def _subjects(event: BattleEvent) -> Iterator[tuple[Thing, str]]:
    yield Thing.SQUAD, event.squad
    yield Thing.SQUAD, event.target
    if event.kind is BattleEventKind.ABILITY:
        yield Thing.CHARACTER, event.who
