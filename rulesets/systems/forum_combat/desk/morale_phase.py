"""The morale checks and the objectives, at the end of the round (FC-MOR, FC-OBJ)."""

from .. import morale, tables
from ..units import Allegiance
from .battlefield import LiveSquad
from .combat import Holder, Objective, Phase
from .events import BattleEvent, BattleEventKind, RecordedRoll, RollKind
from .resolution import Resolution


def play_morale(play: Resolution, only: LiveSquad | None = None) -> None:
    """Play all checks, then control of the objectives; or one squad's check at once."""
    for side in (Allegiance.PLAYERS, Allegiance.ENEMIES):
        for squad in play.in_order(side, only):
            if squad.standing() and not play.has_acted(squad, Phase.MORALE):
                _check(play, squad)
    if only is None:
        for objective in play.field.ground.objectives:
            _control(play, objective)


def abandoned_now(play: Resolution, squad: LiveSquad) -> int:
    """Units the squad left behind this round (FC-MOV-5)."""
    return sum(piece.abandoned == play.number for piece in squad.pieces)


def _check(play: Resolution, squad: LiveSquad) -> None:
    house = play.field.house
    is_due = morale.is_due(squad.remaining(), bool(squad.broken), house)
    duration = house.choice("fc.break_duration") if squad.broken else ""
    if duration == "round" or (duration == "recheck" and not is_due):
        squad.broken = 0
        play.note(BattleEvent(BattleEventKind.RALLY, squad.id, good=True))
    if not is_due:
        return
    ld, abandoned = squad.leadership() or 0, abandoned_now(play, squad)
    needed = ld + abandoned - play.bonus(squad, Phase.MORALE).morale
    dice = play.dice(squad).roll(tables.MORALE_DICE)
    holds = sum(int(die) for die in dice) >= needed
    squad.broken = 0 if holds else play.number
    roll = RecordedRoll(RollKind.MORALE, needed, dice, int(holds))
    play.note(BattleEvent(BattleEventKind.MORALE, squad.id, count=abandoned, limit=ld, good=holds, rolls=(roll,)))


def control(play: Resolution, squad: LiveSquad) -> int:
    """The CON of a squad's standing units on the map (FC-OBJ-1)."""
    return morale.control([piece.profile.con for piece in squad.standing() if piece.on_map], play.field.house)


def _control(play: Resolution, objective: Objective) -> None:
    """Give an objective to the side with more CON near it, or to nobody if both have the same."""
    field = play.field
    sums = {
        side: sum(
            control(play, squad) for squad in field.side(side) if not squad.broken and field.near(squad, objective)
        )
        for side in (Allegiance.PLAYERS, Allegiance.ENEMIES)
    }
    players, enemies = sums[Allegiance.PLAYERS], sums[Allegiance.ENEMIES]
    if not players and not enemies:
        return
    holder = Holder.NOBODY if players == enemies else Holder.PLAYERS if players > enemies else Holder.ENEMIES
    is_new = holder is not field.holders[objective.name]
    field.holders[objective.name] = holder
    play.note(
        BattleEvent(
            BattleEventKind.OBJECTIVE, about=objective.name, who=holder.label, count=players, limit=enemies, good=is_new
        )
    )
