"""The check of a battle's rounds that come from a file, which have to fit its combat."""

import re
from collections.abc import Iterator

from rulesets.core.declarations.problems import Problem
from rulesets.core.desk import DeskError

from .combat import PHASES, Combat
from .combat_checks import faults
from .events import BattleEvent, BattleEventKind, RollKind
from .rounds import BattleRecord, now

KINDS_WITH_TARGET = (
    BattleEventKind.VOLLEY,
    BattleEventKind.WASTED,
    BattleEventKind.STRAY,
    BattleEventKind.CLOSE_QUARTERS,
    BattleEventKind.BLOWS,
    BattleEventKind.CHARGE,
)
"""Kinds of event that need a target for the report."""

DICE = re.compile(r"[1-6]*")
PICKS = re.compile(r"\d{1,9}/\d{1,9}(?: \d{1,9}/\d{1,9})*")


def record_faults(battle: BattleRecord) -> Iterator[Problem]:
    """The faults in the rounds of a battle whose start has none."""
    for place, battle_round in enumerate(battle.rounds):
        if battle_round.number != place + 1:
            yield Problem(f"rounds[{place}].number", f"rounds are numbered in order. Give {place + 1}")
        if [record.phase for record in battle_round.records] != list(PHASES[: len(battle_round.records)]):
            yield Problem(f"rounds[{place}].records", "give the phases in their order")
        if place < len(battle.rounds) - 1 and len(battle_round.records) < len(PHASES):
            yield Problem(f"rounds[{place}].records", "give all phases, since a later round follows")
    yield from _change_faults(battle)
    names = _Names(battle.start)
    for path, event in _events(battle):
        yield from names.faults(path, event)


def _change_faults(battle: BattleRecord) -> Iterator[Problem]:
    try:
        combat = now(battle)
    except DeskError as error:
        yield Problem("rounds", str(error))
        return
    for fault in faults(combat):
        yield Problem("rounds", f"the rounds lead to a combat that does not fit together: {fault}")


def _events(battle: BattleRecord) -> Iterator[tuple[str, BattleEvent]]:
    for place, battle_round in enumerate(battle.rounds):
        for number, record in enumerate(battle_round.records):
            for count, event in enumerate(record.events):
                yield f"rounds[{place}].records[{number}].events[{count}]", event
    for count, event in enumerate(battle.aftermath.events if battle.aftermath is not None else ()):
        yield f"aftermath.events[{count}]", event


class _Names:
    """The names and numbers that events may refer to."""

    def __init__(self, combat: Combat) -> None:
        self.squads = {squad.id for squad in combat.squads}
        self.pieces = {piece.id for _, piece in combat.pieces()}
        self.abilities = {entry.key for entry in combat.abilities}
        self.characters = {character.name for character in combat.characters}

    def faults(self, path: str, event: BattleEvent) -> Iterator[Problem]:
        nobody = {""} if event.kind is BattleEventKind.OBJECTIVE else set()
        if event.squad not in self.squads | nobody:
            yield Problem(f"{path}.squad", f"{event.squad!r} is not a squad of this combat")
        if event.target not in self.squads and (event.target or event.kind in KINDS_WITH_TARGET):
            yield Problem(f"{path}.target", f"{event.target!r} is not a squad of this combat")
        if event.kind is BattleEventKind.ABILITY:
            if event.about not in self.abilities:
                yield Problem(f"{path}.about", f"{event.about!r} is not an ability of this combat")
            if event.who not in self.characters:
                yield Problem(f"{path}.who", f"{event.who!r} is not a character of this combat")
        for name, pieces in (("pieces", event.pieces), ("losses", tuple(loss.piece for loss in event.losses))):
            for place, piece in enumerate(pieces):
                if piece not in self.pieces:
                    yield Problem(f"{path}.{name}[{place}]", f"{piece!r} is not a unit of this combat")
        if event.kind is BattleEventKind.MORALE and not event.rolls:
            yield Problem(f"{path}.rolls", "give the roll of the check")
        for place, roll in enumerate(event.rolls):
            if not (PICKS if roll.kind is RollKind.PICK else DICE).fullmatch(roll.dice):
                yield Problem(f"{path}.rolls[{place}].dice", "give the figures of six-sided dice")
