"""The reports on a round and on the end of a combat as data."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulesets.core.wording import count_of, together

from ..house_rules import RULINGS
from ..units import Allegiance
from ..wound_allocation import is_killed
from .battlefield import LiveBattlefield
from .combat import HOLDERS, Combat, Phase
from .combat_changes import CombatChange, Thing, apply_changes
from .events import (
    Amendment,
    BattleEvent,
    BattleEventKind,
    Loss,
    RecordedRoll,
    RollKind,
)
from .rounds import BattleRecord, CombatOutcome, RoundError, changes_of, now


@dataclass(frozen=True, slots=True)
class ReportLine:
    """A sentence, and the dice behind it."""

    text: str
    dice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A phase or another part of a report; in a short report ``brief``, if any, replaces the lines."""

    title: str
    lines: tuple[ReportLine, ...]
    brief: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """The report on a round or on the end of a combat."""

    title: str
    sections: tuple[ReportSection, ...]


_SENTENCES: dict[BattleEventKind, str] = {
    BattleEventKind.VOLLEY: "{squad} fired at {target}: {dice}, {effect}",
    BattleEventKind.CLOSE_QUARTERS: "{squad} fired at close quarters at {target}: {dice}, {effect}",
    BattleEventKind.BLOWS: "{squad} struck at {target}: {dice}, {effect}",
    BattleEventKind.STRAY: "{misses} flew on towards {target}: {effect}",
    BattleEventKind.WASTED: "{squad} fired at {target}, already wiped out, and wasted its fire.",
    BattleEventKind.HELD: "{squad} did not fire: {about}.",
    BattleEventKind.PRESS: "{squad} pressed in with {units}.",
    BattleEventKind.ABANDON: "{squad} left {pieces} behind.",
    BattleEventKind.RECOVER: "{squad} picked up {pieces}.",
    BattleEventKind.STAY: "{squad} did not move: {about}.",
    BattleEventKind.RALLY: "{squad} recovered from its morale break.",
}
"""Sentences for kinds of event with a fixed pattern; the others have a method of ``_EventWriter``."""


class _EventWriter:
    """Describes events in the past tense, which suits singular and plural names."""

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self.squads = {squad.id: squad.name for squad in combat.squads}
        full = {entry.key: entry.profile.hp for entry in combat.profiles}
        self.full = {piece.id: full[piece.profile] for _, piece in combat.pieces()}
        self.names = {piece.id: piece.name for _, piece in combat.pieces() if piece.name}

    def piece(self, number: str) -> str:
        name = self.names.get(number)
        return f"{number} ({name})" if name else number

    def pieces(self, numbers: tuple[str, ...]) -> str:
        return together([self.piece(number) for number in numbers])

    def losses(self, losses: tuple[Loss, ...]) -> str:
        """A sentence on who was killed, downed or hurt; empty if nobody was."""
        killed, downed, hurt = [], [], []
        for loss in losses:
            if is_killed(loss.after, self.full[loss.piece]):
                killed.append(self.piece(loss.piece))
            elif loss.after <= 0:
                downed.append(self.piece(loss.piece))
            else:
                hurt.append(f"{self.piece(loss.piece)} has {loss.after} HP left")
        parts = [f"{together(names)} {word}" for names, word in ((killed, "killed"), (downed, "downed")) if names]
        return f" {_capital(', '.join(parts + hurt))}." if losses else ""

    def line(self, event: BattleEvent) -> ReportLine:
        if event.kind in _SENTENCES:
            text = _SENTENCES[event.kind].format(
                squad=self.squads[event.squad],
                target=self.squads.get(event.target),
                about=event.about,
                dice="1 die" if event.count == 1 else f"{event.count} dice",
                misses="1 miss" if event.count == 1 else f"{event.count} misses",
                units=count_of(event.count, "unit"),
                pieces=self.pieces(event.pieces),
                effect=self.effect(event),
            )
        else:
            text = _METHODS[event.kind](self, event)
        return ReportLine(text, tuple(_roll_words(roll) for roll in event.rolls if roll.dice))

    def effect(self, event: BattleEvent) -> str:
        hits = _good(event, RollKind.HIT, RollKind.SECOND)
        wounds, saved = _good(event, RollKind.WOUND), _good(event, RollKind.SAVE)
        return f"{count_of(hits, 'hit')}, {count_of(wounds, 'wound')}, {saved} saved.{self.losses(event.losses)}"

    def ability(self, event: BattleEvent) -> str:
        name, squad = self.combat.ability(event.about).name, self.squads[event.squad]
        squad = f"{self.pieces(event.pieces)} of {squad}" if event.pieces else squad
        if not event.good:
            return f"{event.who} could not use {name} on {squad}."
        return f"{event.who} used {name} on {squad}: {event.count} CP, {event.limit} left."

    def disengage(self, event: BattleEvent) -> str:
        squad = self.squads[event.squad]
        if not event.count:
            return f"{squad} disengaged. Nobody was engaged."
        return f"{squad} broke away with {count_of(event.count, 'unit')} engaged.{self.losses(event.losses)}"

    def move(self, event: BattleEvent) -> str:
        short = "" if event.good else ", short of the goal"
        return f"{self.squads[event.squad]} moved to {event.about}{short} ({event.count} of {event.limit} steps)."

    def charge(self, event: BattleEvent) -> str:
        squad, target = self.squads[event.squad], self.squads[event.target]
        opposition = next((roll for roll in event.rolls if roll.kind is RollKind.OPPOSE), None)
        against = f", opposed by {opposition.total}" if opposition is not None else ""
        short = "was beaten off" if event.count >= event.limit else "fell short"
        end = "is now in contact" if event.good else short
        return f"{squad} charged {target}: it rolled {event.count} and needed {event.limit}{against}. It {end}."

    def morale(self, event: BattleEvent) -> str:
        roll = event.rolls[0]
        minus = f" minus {event.count} for abandoned units" if event.count else ""
        end = "held" if event.good else "broke"
        return f"{self.squads[event.squad]} rolled {roll.total}{minus} against LD {event.limit}+ and {end}."

    def objective(self, event: BattleEvent) -> str:
        state = f"taken by {event.who.lower()}" if event.good else f"held by {event.who.lower()}"
        if event.who == HOLDERS[0].label:
            state = "contested"
        return f"{event.about}: CON {event.count} for the players, {event.limit} for the enemy, {state}."

    def fate(self, event: BattleEvent) -> str:
        dead = f"{self.pieces(event.pieces)} died" if event.pieces else "All lived"
        return f"{self.squads[event.squad]}: {count_of(event.count, 'unit')} at risk of death. {_capital(dead)}."


_METHODS: dict[BattleEventKind, Callable[[_EventWriter, BattleEvent], str]] = {
    BattleEventKind.ABILITY: _EventWriter.ability,
    BattleEventKind.DISENGAGE: _EventWriter.disengage,
    BattleEventKind.MOVE: _EventWriter.move,
    BattleEventKind.CHARGE: _EventWriter.charge,
    BattleEventKind.MORALE: _EventWriter.morale,
    BattleEventKind.OBJECTIVE: _EventWriter.objective,
    BattleEventKind.FATE: _EventWriter.fate,
}


def _good(event: BattleEvent, *kinds: RollKind) -> int:
    return sum(roll.good for roll in event.rolls if roll.kind in kinds)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _roll_words(roll: RecordedRoll) -> str:
    about = f"{roll.about}, " if roll.about else ""
    what = roll.kind.label.lower() if about else roll.kind.label
    if roll.kind is RollKind.PICK:
        return f"{_capital(what)}: {roll.dice}"
    dice = " ".join(roll.dice)
    if roll.kind in (RollKind.CHARGE, RollKind.OPPOSE, RollKind.MORALE):
        return f"{what}, {roll.needed} or more: {dice} = {roll.total}"
    return f"{_capital(about + what)} {roll.needed}+: {dice} ({roll.good})"


# --- reports -----------------------------------------------------------------------------------------


def round_report(battle: BattleRecord, number: int) -> Report:
    """The report on a round so far; raises ``RoundError`` if it has not started."""
    if not 1 <= number <= len(battle.rounds):
        raise RoundError(f"Round {number} has not started.")
    current = battle.rounds[number - 1]
    writer = _EventWriter(battle.start)
    sections = []
    for record in current.records:
        lines = [writer.line(event) for event in record.events]
        lines += [_amendment(writer, amendment) for amendment in record.amendments]
        sections.append(ReportSection(record.phase.label, tuple(lines or [ReportLine("Nothing happened.")])))
    if len(current.records) == len(Phase):
        combat = apply_changes(battle.start, changes_of(battle.rounds[:number]))
        sections.append(ReportSection("Carried forward", tuple(_brought_forward(combat))))
    rulings = tuple(dict.fromkeys(switch for record in current.records for switch in record.rulings))
    if rulings:
        sections.append(_rulings(battle.start, rulings))
    return Report(f"{battle.start.name or 'Combat'}, round {number}", tuple(sections))


def _amendment(writer: _EventWriter, amendment: Amendment) -> ReportLine:
    change = amendment.change
    who = writer.squads.get(change.id, change.id) if change.thing is Thing.SQUAD else change.id
    if change.thing is Thing.PIECE:
        who = writer.piece(change.id)
    reason = f" ({amendment.reason})" if amendment.reason else ""
    return ReportLine(f"The game master set {_FIELD_WORDS[change.field]} of {who} to {_value_words(change)}{reason}.")


_FIELD_WORDS = {
    "hp": "the HP",
    "x": "the column",
    "y": "the row",
    "abandoned": "the abandonment",
    "shot": "the shooting",
    "broken": "the morale break",
    "cp": "the CP",
    "holder": "the holder",
    "terrain": "the ground",
}


def _value_words(change: CombatChange) -> str:
    if change.field == "holder":
        return HOLDERS[change.value].label.lower()
    if change.field == "terrain":
        return ("open", "blocked", "cover")[change.value]
    if change.field in ("shot", "broken", "abandoned"):
        return "yes" if change.value else "no"
    return str(change.value + 1 if change.field in ("x", "y") else change.value)


def _brought_forward(combat: Combat) -> Iterator[ReportLine]:
    """The state from which the next round starts: units, CP and objectives."""
    for squad in LiveBattlefield(combat).squads.values():
        parts = [f"{len(squad.standing())} of {squad.strength} standing"]
        carried, abandoned = len(squad.carried()), sum(piece.state == "abandoned" for piece in squad.pieces)
        parts += [f"{carried} downed"] if carried else []
        parts += [f"{abandoned} abandoned"] if abandoned else []
        parts += ["broken"] if squad.broken else []
        yield ReportLine(f"{squad.name}: {', '.join(parts)}.")
    for character in combat.characters:
        yield ReportLine(f"{character.name}: {character.cp} of {character.cp_max} CP.")
    for objective in combat.ground.objectives:
        yield ReportLine(f"{objective.name}: held by {objective.holder.label.lower()}.")


def _rulings(combat: Combat, switches: tuple[str, ...]) -> ReportSection:
    """The readings played, in words, or by their ids in a short report."""
    house_rules = {rule.switch: rule.reading for rule in combat.house_rules}
    rulings = [ruling for ruling in RULINGS if ruling.switch in switches]
    readings = [ruling.text(house_rules.get(ruling.switch, ruling.default)) for ruling in rulings]
    lines = [f"{each.id} {each.question} {text}" for each, text in zip(rulings, readings, strict=True)]
    brief = ", ".join(ruling.id for ruling in rulings)
    return ReportSection("Rulings that mattered", tuple(map(ReportLine, lines)), brief)


def end_report(battle: BattleRecord) -> Report:
    """The losses of the whole combat; raises ``RoundError`` before its end."""
    aftermath = battle.aftermath
    if aftermath is None:
        raise RoundError("The combat has not ended.")
    combat = now(battle)
    writer = _EventWriter(combat)
    sections = [ReportSection("Life and death", tuple(writer.line(event) for event in aftermath.events))]
    sections.append(ReportSection("Losses", tuple(_tally(combat, aftermath))))
    if aftermath.rulings:
        sections.append(_rulings(combat, aftermath.rulings))
    if not aftermath.events:
        sections = sections[1:]
    return Report(f"{battle.start.name or 'Combat'}: {aftermath.ending.label.lower()}", tuple(sections))


def _tally(combat: Combat, aftermath: CombatOutcome) -> Iterator[ReportLine]:
    deaths = {piece for event in aftermath.events for piece in event.pieces}
    for squad in LiveBattlefield(combat).squads.values():
        standing, killed = len(squad.standing()), sum(piece.killed for piece in squad.pieces)
        downed = len(squad.pieces) - standing - killed
        dead = sum(piece.id in deaths for piece in squad.pieces)
        if squad.side is Allegiance.PLAYERS:
            yield ReportLine(
                f"{squad.name}: {standing} still standing, {downed - dead} downed but alive, {killed + dead} dead."
            )
        else:
            yield ReportLine(f"{squad.name}: {standing} of {len(squad.pieces)} left.")
