"""The rolls of attacks: hits, wounds, who takes them, saves and losses (FC-ACC, FC-WOUND, FC-SAVE, FC-DMG)."""

from collections.abc import Sequence

from rulesets.core.declarations.house_rules import HouseRules

from .. import attacks
from ..units import Armed
from ..wound_allocation import takers, wound_needed
from .battlefield import LivePiece
from .combat import Phase
from .events import (
    BattleEvent,
    BattleEventKind,
    Loss,
    RecordedRoll,
    RollKind,
    SquadDice,
)
from .resolution import Resolution
from .salvos import Salvo, SquadAttack


def wounds_needed(play: Resolution, attack: SquadAttack) -> list[int]:
    """The roll that each salvo needs to wound the target in its present state."""
    target, house = attack.target, play.field.house
    return [wound_needed(salvo.armed.weapon.strength, target.units(), target.bodies, house) for salvo in attack.salvos]


def roll_attack(
    play: Resolution, attack: SquadAttack, kind: BattleEventKind, phase: Phase, needed: Sequence[int]
) -> list[int]:
    """Roll and record an attack; return how many dice of each salvo missed.

    ``needed`` is the roll that each salvo needs to wound, fixed before the first die of simultaneous attacks.
    """
    dice, house = play.dice(attack.squad), play.field.house
    save, wounds = play.bonus(attack.target, phase).save, WoundLog()
    roll_kind = RollKind.SECOND if kind is BattleEventKind.STRAY else RollKind.HIT
    rolls: list[RecordedRoll] = []
    misses = []
    for salvo, number in zip(attack.salvos, needed, strict=True):
        hit = _roll_to_hit(dice, house, salvo, roll_kind)
        rolls += [hit, *_roll_wounds(dice, house, attack, salvo.armed, hit.good, number, save, wounds)]
        misses.append(salvo.dice - hit.good)
    play.note(
        BattleEvent(
            kind,
            attack.squad.id,
            attack.target.id,
            count=sum(salvo.dice for salvo in attack.salvos),
            rolls=tuple(rolls),
            losses=wounds.losses(),
            pieces=attack.pieces,
        )
    )
    return misses


class WoundLog:
    """Takes HP off pieces, and remembers how many each of them had before."""

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


def _roll_to_hit(squad_dice: SquadDice, house: HouseRules, salvo: Salvo, kind: RollKind) -> RecordedRoll:
    """Roll the hits of a salvo (FC-ACC)."""
    number = attacks.hit_number(salvo.armed.weapon.acc, salvo.modifier)
    dice = squad_dice.roll(salvo.dice)
    good = sum(dice.count(face) for face in set(dice) if attacks.hits(int(face), number, house))
    return RecordedRoll(kind, number, dice, good, salvo.armed.name)


def _is_saved(squad_dice: SquadDice, house: HouseRules, number: int | None, saves: dict[int, tuple[str, int]]) -> bool:
    """Roll a save where there is one, and add it to the ``saves``: the dice and how many are good, by number needed."""
    if number is None or not attacks.save_chance(number, house):
        return False
    die = squad_dice.roll(1)
    is_safe = attacks.saves(int(die), number, house)
    dice, good = saves.get(number, ("", 0))
    saves[number] = (dice + die, good + is_safe)
    return is_safe


def _roll_wounds(
    squad_dice: SquadDice,
    house: HouseRules,
    attack: SquadAttack,
    armed: Armed,
    hits: int,
    needed: int,
    save: int,
    log: WoundLog,
) -> list[RecordedRoll]:
    """Roll for the hits on a squad: wounds, who takes each, saves and damage (FC-WOUND to FC-DMG).

    A state of the squad is a list of (line, HP); all that ``takers`` returns are equally likely, so a die picks one.
    """
    if not hits:
        return []
    target = attack.target
    wound_dice = squad_dice.roll(hits)
    wounds = sum(int(die) >= needed for die in wound_dice)
    rolls = [RecordedRoll(RollKind.WOUND, needed, wound_dice, wounds, armed.name)]
    picks: list[str] = []
    saves: dict[int, tuple[str, int]] = {}
    for _ in range(wounds):
        units = takers(target.units(), target.bodies, house, attack.at_downed)
        if not units:
            break
        place = squad_dice.pick(len(units)) if len(units) > 1 else 0
        picks += [f"{place + 1}/{len(units)}"] * (len(units) > 1)
        piece = next(piece for piece in target.present() if (piece.line, piece.hp) == units[place])
        number = attacks.save_number(piece.profile.sav, armed.weapon.ap, save)
        if not _is_saved(squad_dice, house, number, saves):
            log.hurt(piece, armed.weapon.dmg)
    if picks:
        rolls.append(RecordedRoll(RollKind.PICK, 0, " ".join(picks)))
    rolls += [RecordedRoll(RollKind.SAVE, number, dice, good) for number, (dice, good) in saves.items()]
    return rolls
