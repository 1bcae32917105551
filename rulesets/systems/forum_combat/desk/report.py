"""The account of a round and of a combat as data."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from rulesets.core.wording import counted
from rulesets.systems.forum_combat.desk.combat import HOLDERS, Combat, Phase, is_downed
from rulesets.systems.forum_combat.desk.combat_changes import Change, Thing, changed
from rulesets.systems.forum_combat.desk.events import Event, EventKind, Loss, Record, Roll, RollKind
from rulesets.systems.forum_combat.desk.rounds import Aftermath, Battle, RoundError, now
from rulesets.systems.forum_combat.house_rules import RULINGS
from rulesets.systems.forum_combat.units import Side
from rulesets.systems.forum_combat.wound_allocation import is_killed


@dataclass(frozen=True, slots=True)
class ReportLine:
    """One sentence, and the dice behind it."""

    text: str
    dice: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReportSection:
    """A phase, or what is brought forward; ``brief`` stands for the lines in a short report, beside the title."""

    title: str
    lines: tuple[ReportLine, ...]
    brief: str = ""


@dataclass(frozen=True, slots=True)
class Report:
    """A round's account."""

    title: str
    sections: tuple[ReportSection, ...]


class _Teller:
    """Tells events in words, in the past tense, which is right for one name and for many; knows full health."""

    def __init__(self, combat: Combat) -> None:
        self.combat = combat
        self.squads = {squad.id: squad.name for squad in combat.squads}
        full = {entry.key: entry.profile.hp for entry in combat.profiles}
        self.full = {piece.id: full[piece.profile] for _, piece in combat.pieces()}
        self.named = {piece.id: piece.name for _, piece in combat.pieces() if piece.name}

    def piece(self, number: str) -> str:
        name = self.named.get(number)
        return f"{number} ({name})" if name else number

    def pieces(self, numbers: tuple[str, ...]) -> str:
        return _listed([self.piece(number) for number in numbers])

    def losses(self, losses: tuple[Loss, ...]) -> str:
        """Who was downed, killed or hurt: a sentence of its own, empty when nobody was."""
        killed, downed, hurt = [], [], []
        for loss in losses:
            if is_killed(loss.after, self.full[loss.piece]):
                killed.append(self.piece(loss.piece))
            elif loss.after <= 0:
                downed.append(self.piece(loss.piece))
            else:
                hurt.append(f"{self.piece(loss.piece)} has {loss.after} HP left")
        parts = [f"{_listed(names)} {word}" for names, word in ((killed, "killed"), (downed, "downed")) if names]
        return f" {_capital(', '.join(parts + hurt))}." if losses else ""

    def event(self, event: Event) -> ReportLine:
        text = _TOLD[event.kind](self, event)
        return ReportLine(text, tuple(_roll_words(roll) for roll in event.rolls if roll.dice))

    # --- one kind of event each ----------------------------------------------------------------------

    def ability(self, event: Event) -> str:
        name, squad = self.combat.ability(event.about).name, self.squads[event.squad]
        squad = f"{self.pieces(event.pieces)} of {squad}" if event.pieces else squad
        if not event.good:
            return f"{event.who} could not use {name} on {squad}."
        return f"{event.who} used {name} on {squad}: {event.count} CP, {event.limit} left."

    def attack(self, event: Event) -> str:
        hits, wounds, saved = (_good(event, *kinds) for kinds in (_HITS, (RollKind.WOUND,), (RollKind.SAVE,)))
        verb = {
            EventKind.VOLLEY: "fired at",
            EventKind.CLOSE_QUARTERS: "fired at close quarters at",
            EventKind.BLOWS: "struck at",
        }[event.kind]
        numbers = "1 die" if event.count == 1 else f"{event.count} dice"
        return (
            f"{self.squads[event.squad]} {verb} {self.squads[event.target]}: {numbers}, {counted(hits, 'hit')}, "
            f"{counted(wounds, 'wound')}, {saved} saved.{self.losses(event.losses)}"
        )

    def stray(self, event: Event) -> str:
        hits, wounds, saved = (_good(event, *kinds) for kinds in (_HITS, (RollKind.WOUND,), (RollKind.SAVE,)))
        missed = "1 miss" if event.count == 1 else f"{event.count} misses"
        return (
            f"{missed} flew on at {self.squads[event.target]}: {counted(hits, 'hit')}, {counted(wounds, 'wound')}, "
            f"{saved} saved.{self.losses(event.losses)}"
        )

    def wasted(self, event: Event) -> str:
        return f"{self.squads[event.squad]} fired at {self.squads[event.target]}, wiped out already: wasted."

    def held(self, event: Event) -> str:
        return f"{self.squads[event.squad]} did not fire: {event.about}."

    def press(self, event: Event) -> str:
        return f"{self.squads[event.squad]} pressed in with {counted(event.count, 'unit')}."

    def abandon(self, event: Event) -> str:
        return f"{self.squads[event.squad]} left {self.pieces(event.pieces)} behind."

    def recover(self, event: Event) -> str:
        return f"{self.squads[event.squad]} picked up {self.pieces(event.pieces)}."

    def disengage(self, event: Event) -> str:
        squad = self.squads[event.squad]
        if not event.count:
            return f"{squad} disengaged; nobody was engaged."
        return f"{squad} broke away with {counted(event.count, 'unit')} engaged.{self.losses(event.losses)}"

    def move(self, event: Event) -> str:
        short = "" if event.good else ", short of the goal"
        return f"{self.squads[event.squad]} moved to {event.about}{short} ({event.count} of {event.limit} steps)."

    def stay(self, event: Event) -> str:
        return f"{self.squads[event.squad]} did not move: {event.about}."

    def charge(self, event: Event) -> str:
        squad, target = self.squads[event.squad], self.squads[event.target]
        resisted = next((roll for roll in event.rolls if roll.kind is RollKind.OPPOSE), None)
        against = f", opposed by {resisted.total}" if resisted is not None else ""
        short = "beaten off" if event.count >= event.limit else "fell short"
        end = "now in contact" if event.good else short
        return f"{squad} charged {target}: rolled {event.count}, {event.limit} needed{against}; {end}."

    def morale(self, event: Event) -> str:
        roll = event.rolls[0]
        minus = f" less {event.count} abandoned" if event.count else ""
        end = "held" if event.good else "broke"
        return f"{self.squads[event.squad]} rolled {roll.total}{minus} against LD {event.limit}+ and {end}."

    def rally(self, event: Event) -> str:
        return f"{self.squads[event.squad]} recovered from the break."

    def objective(self, event: Event) -> str:
        state = f"taken by {event.who.lower()}" if event.good else f"held by {event.who.lower()}"
        if event.who == HOLDERS[0].label:
            state = "contested"
        return f"{event.about}: CON {event.count} of the players to {event.limit} of the enemy, {state}."

    def fate(self, event: Event) -> str:
        dead = f"{self.pieces(event.pieces)} died" if event.pieces else "all lived"
        return f"{self.squads[event.squad]}: {counted(event.count, 'unit')} between life and death; {dead}."


_HITS = (RollKind.HIT, RollKind.SECOND)

_TOLD: dict[EventKind, Callable[[_Teller, Event], str]] = {
    EventKind.ABILITY: _Teller.ability,
    EventKind.VOLLEY: _Teller.attack,
    EventKind.CLOSE_QUARTERS: _Teller.attack,
    EventKind.BLOWS: _Teller.attack,
    EventKind.STRAY: _Teller.stray,
    EventKind.WASTED: _Teller.wasted,
    EventKind.HELD: _Teller.held,
    EventKind.PRESS: _Teller.press,
    EventKind.ABANDON: _Teller.abandon,
    EventKind.RECOVER: _Teller.recover,
    EventKind.DISENGAGE: _Teller.disengage,
    EventKind.MOVE: _Teller.move,
    EventKind.STAY: _Teller.stay,
    EventKind.CHARGE: _Teller.charge,
    EventKind.MORALE: _Teller.morale,
    EventKind.RALLY: _Teller.rally,
    EventKind.OBJECTIVE: _Teller.objective,
    EventKind.FATE: _Teller.fate,
}


def _good(event: Event, *kinds: RollKind) -> int:
    return sum(roll.good for roll in event.rolls if roll.kind in kinds)


def _listed(names: list[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]]) if len(names) > 1 else names[0]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _roll_words(roll: Roll) -> str:
    about = f"{roll.about}, " if roll.about else ""
    what = roll.kind.label.lower() if about else roll.kind.label
    if roll.kind is RollKind.PICK:
        return f"{_capital(what)}: {roll.dice}"
    dice = " ".join(roll.dice)
    if roll.kind in (RollKind.CHARGE, RollKind.OPPOSE, RollKind.MORALE):
        return f"{what}, {roll.needed} or more: {dice} = {roll.total}"
    return f"{_capital(about + what)} {roll.needed}+: {dice} ({roll.good})"


# --- reports -----------------------------------------------------------------------------------------


def round_report(battle: Battle, number: int) -> Report:
    """The account of a round so far; raises ``RoundError`` for one that has not begun."""
    if not 1 <= number <= len(battle.rounds):
        raise RoundError(f"Round {number} has not begun.")
    combat = changed(battle.start, _changes_before(battle, number))
    current = battle.rounds[number - 1]
    combat = changed(combat, current.opening)
    teller = _Teller(combat)
    sections = []
    for record in current.records:
        lines = [teller.event(event) for event in record.events]
        combat = changed(combat, record.changes)
        lines += list(_amended(teller, combat, record))
        combat = changed(combat, [amendment.change for amendment in record.amendments])
        sections.append(ReportSection(record.phase.label, tuple(lines or [ReportLine("Nothing happened.")])))
    if len(current.records) == len(Phase):
        sections.append(ReportSection("Brought forward", tuple(_standing(combat, number))))
    rulings = tuple(dict.fromkeys(switch for record in current.records for switch in record.rulings))
    if rulings:
        sections.append(_rulings(combat, rulings))
    return Report(f"{battle.start.name or 'Combat'}, round {number}", tuple(sections))


def _changes_before(battle: Battle, number: int) -> Iterator[Change]:
    for played in battle.rounds[: number - 1]:
        yield from played.opening
        for record in played.records:
            yield from record.changes
            yield from (amendment.change for amendment in record.amendments)


def _amended(teller: _Teller, combat: Combat, record: Record) -> Iterator[ReportLine]:
    squads = {squad.id: squad.name for squad in combat.squads}
    for amendment in record.amendments:
        change = amendment.change
        who = squads.get(change.id, change.id) if change.thing is Thing.SQUAD else change.id
        if change.thing is Thing.PIECE:
            who = teller.piece(change.id)
        reason = f" ({amendment.reason})" if amendment.reason else ""
        yield ReportLine(f"The game master set {_FIELD_WORDS[change.field]} of {who} to {_shown(change)}{reason}.")


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


def _shown(change: Change) -> str:
    if change.field == "holder":
        return HOLDERS[change.value].label.lower()
    if change.field == "terrain":
        return ("open", "blocked", "cover")[change.value]
    if change.field in ("shot", "broken", "abandoned"):
        return "yes" if change.value else "no"
    return str(change.value + 1 if change.field in ("x", "y") else change.value)


def _standing(combat: Combat, number: int) -> Iterator[ReportLine]:
    """Who is left, what is carried, CP and objectives: what the next round starts from."""
    full = {entry.key: entry.profile.hp for entry in combat.profiles}
    for squad in combat.squads:
        up = sum(piece.hp > 0 for piece in squad.pieces)
        downed = [piece for piece in squad.pieces if is_downed(piece, full[piece.profile])]
        parts = [f"{up} of {squad.strength} standing"]
        carried = sum(not piece.abandoned for piece in downed)
        parts += [f"{carried} downed"] if carried else []
        parts += [f"{len(downed) - carried} abandoned"] if len(downed) > carried else []
        parts += ["broken"] if squad.broken else []
        yield ReportLine(f"{squad.name}: {', '.join(parts)}.")
    for character in combat.characters:
        yield ReportLine(f"{character.name}: {character.cp} of {character.cp_max} CP.")
    for objective in combat.ground.objectives:
        yield ReportLine(f"{objective.name}: held by {objective.holder.label.lower()}.")


def _rulings(combat: Combat, switches: tuple[str, ...]) -> ReportSection:
    """Which readings were played by: with every die in words, in short by their ids."""
    chosen = {rule.switch: rule.reading for rule in combat.house_rules}
    rulings = [ruling for ruling in RULINGS if ruling.switch in switches]
    readings = [ruling.text(chosen.get(ruling.switch, ruling.default)) for ruling in rulings]
    lines = [f"{each.id} {each.question} {_capital(text)}." for each, text in zip(rulings, readings, strict=True)]
    brief = ", ".join(ruling.id for ruling in rulings)
    return ReportSection("Rulings that mattered", tuple(map(ReportLine, lines)), brief)


def end_report(battle: Battle) -> Report:
    """The losses of the whole combat; raises ``RoundError`` before its end."""
    aftermath = battle.aftermath
    if aftermath is None:
        raise RoundError("The combat has not ended.")
    combat = now(battle)
    teller = _Teller(combat)
    sections = [ReportSection("Life and death", tuple(teller.event(event) for event in aftermath.events))]
    sections.append(ReportSection("Losses", tuple(_tally(combat, aftermath))))
    if aftermath.rulings:
        sections.append(_rulings(combat, aftermath.rulings))
    if not aftermath.events:
        sections = sections[1:]
    return Report(f"{battle.start.name or 'Combat'}: {aftermath.ending.label.lower()}", tuple(sections))


def _tally(combat: Combat, aftermath: Aftermath) -> Iterator[ReportLine]:
    full = {entry.key: entry.profile.hp for entry in combat.profiles}
    died = {piece for event in aftermath.events for piece in event.pieces}
    for squad in combat.squads:
        unhurt = sum(piece.hp > 0 for piece in squad.pieces)
        killed = sum(is_killed(piece.hp, full[piece.profile]) for piece in squad.pieces)
        downed = len(squad.pieces) - unhurt - killed
        dead = sum(piece.id in died for piece in squad.pieces)
        if squad.side is Side.PLAYERS:
            yield ReportLine(f"{squad.name}: {unhurt} unharmed or hurt, {downed - dead} wounded, {killed + dead} dead.")
        else:
            yield ReportLine(f"{squad.name}: {unhurt} of {len(squad.pieces)} left.")
