"""The dice of attacks: hits, wounds, who takes them, saves and losses (FC-ACC, FC-WOUND, FC-SAVE, FC-DMG)."""

from __future__ import annotations

from collections.abc import Sequence

from rulesets.core.house_rules import HouseRules
from rulesets.systems.forum_combat import attacks
from rulesets.systems.forum_combat.desk.battlefield import LivePiece
from rulesets.systems.forum_combat.desk.combat import Phase
from rulesets.systems.forum_combat.desk.events import Cup, Event, EventKind, Loss, RecordedRoll, RollKind
from rulesets.systems.forum_combat.desk.resolution import Resolution
from rulesets.systems.forum_combat.desk.salvos import Salvo, SquadAttack
from rulesets.systems.forum_combat.units import Armed
from rulesets.systems.forum_combat.wound_allocation import takers, wound_needed


def wounds_needed(play: Resolution, attack: SquadAttack) -> list[int]:
    """What each salvo needs to wound the target as it stands."""
    target, house = attack.target, play.field.house
    return [wound_needed(salvo.armed.weapon.strength, target.units(), target.bodies, house) for salvo in attack.salvos]


def roll_attack(
    play: Resolution, attack: SquadAttack, kind: EventKind, phase: Phase, needed: Sequence[int]
) -> list[int]:
    """Roll and record an attack; how many dice of each salvo missed.

    ``needed`` is what each salvo needs to wound: it stands before the first die of attacks that are simultaneous.
    """
    cup, house = play.cup(attack.squad), play.field.house
    save, wounded = play.bonus(attack.target, phase).save, Wounded()
    roll_kind = RollKind.SECOND if kind is EventKind.STRAY else RollKind.HIT
    rolls: list[RecordedRoll] = []
    missed = []
    for salvo, number in zip(attack.salvos, needed, strict=True):
        hit = _roll_to_hit(cup, house, salvo, roll_kind)
        rolls += [hit, *_roll_wounds(cup, house, attack, salvo.armed, hit.good, number, save, wounded)]
        missed.append(salvo.dice - hit.good)
    play.note(
        Event(
            kind,
            attack.squad.id,
            attack.target.id,
            count=sum(salvo.dice for salvo in attack.salvos),
            rolls=tuple(rolls),
            losses=wounded.losses(),
            pieces=attack.pieces,
        )
    )
    return missed


class Wounded:
    """Keeps what each piece had before and has after."""

    def __init__(self) -> None:
        """Start with nobody hurt."""
        self._before: dict[str, tuple[LivePiece, int]] = {}

    def hurt(self, piece: LivePiece, damage: int) -> None:
        """Take HP off a piece (FC-DMG-1)."""
        self._before.setdefault(piece.id, (piece, piece.hp))
        piece.hp -= damage

    def losses(self) -> tuple[Loss, ...]:
        """The HP of each hurt piece before and after, in the order in which they were first hurt."""
        return tuple(Loss(piece.id, before, piece.hp) for piece, before in self._before.values())


def _roll_to_hit(cup: Cup, house: HouseRules, salvo: Salvo, kind: RollKind) -> RecordedRoll:
    """The hits of a salvo (FC-ACC)."""
    number = attacks.hit_number(salvo.armed.weapon.acc, salvo.modifier)
    rolled = cup.roll(salvo.dice)
    good = sum(rolled.count(face) for face in set(rolled) if attacks.hits(int(face), number, house))
    return RecordedRoll(kind, number, rolled, good, salvo.armed.name)


def _roll_wounds(
    cup: Cup, house: HouseRules, attack: SquadAttack, armed: Armed, hits: int, needed: int, save: int, wounded: Wounded
) -> list[RecordedRoll]:
    """What hits do to a squad: wounds, who takes each, saves and damage (FC-WOUND to FC-DMG).

    A state of the squad is a list of (line, HP): of those ``takers`` names, each is as likely, so that a die picks.
    """
    if not hits:
        return []
    target = attack.target
    rolled = cup.roll(hits)
    wounds = sum(int(die) >= needed for die in rolled)
    rolls = [RecordedRoll(RollKind.WOUND, needed, rolled, wounds, armed.name)]
    picks = ""
    saves: dict[int, tuple[str, int]] = {}
    for _ in range(wounds):
        units = takers(target.units(), target.bodies, house, attack.at_downed)
        if not units:
            break
        unit = units[0]
        if len(units) > 1:
            picked = cup.pick(len(units))
            unit, picks = units[picked], f"{picks}{' ' if picks else ''}{picked + 1}/{len(units)}"
        piece = next(piece for piece in target.present() if (piece.line, piece.hp) == unit)
        number = attacks.save_number(piece.profile.sav, armed.weapon.ap, save)
        if attacks.save_chance(number, house) and number is not None:
            die = cup.roll(1)
            safe = attacks.saves(int(die), number, house)
            dice, good = saves.get(number, ("", 0))
            saves[number] = (dice + die, good + safe)
            if safe:
                continue
        wounded.hurt(piece, armed.weapon.dmg)
    if picks:
        rolls.append(RecordedRoll(RollKind.PICK, 0, picks))
    rolls += [RecordedRoll(RollKind.SAVE, number, dice, good) for number, (dice, good) in saves.items()]
    return rolls
