"""The shooting phase: the players' squads in order, then the enemies (FC-SHOOT, FC-INIT, FC-FFI)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulesets.systems.forum_combat.desk import salvos
from rulesets.systems.forum_combat.desk.battlefield import LivePiece, LiveSquad
from rulesets.systems.forum_combat.desk.combat import Phase
from rulesets.systems.forum_combat.desk.events import Event, EventKind, Roll, RollKind
from rulesets.systems.forum_combat.desk.orders import NEAREST, Bonus, Shoot, SquadOrders
from rulesets.systems.forum_combat.desk.resolution import Resolution
from rulesets.systems.forum_combat.desk.salvos import Salvo, Volley, Wounded
from rulesets.systems.forum_combat.units import Side
from rulesets.systems.forum_combat.wound_allocation import wound_needed


def play_shooting(play: Resolution, only: LiveSquad | None = None, alone: str = "") -> None:
    """All fire of the phase, or one squad's at once, or that of one unit ``alone``."""
    for side in (Side.PLAYERS, Side.ENEMIES):
        for squad in play.in_order(side, only):
            if not play.acted(squad, Phase.SHOOTING):
                for shoot in play.orders.of(squad.id).shoot:
                    _fire(play, squad, shoot, alone)


def firing_pieces(squad: LiveSquad, own: SquadOrders, shoot: Shoot) -> list[LivePiece]:
    """The pieces an order is for: one, or all that have no order of their own."""
    if shoot.piece:
        return [piece for piece in squad.pieces if piece.id == shoot.piece]
    apart = {other.piece for other in own.shoot}
    weapons = {key for other in own.shoot if other is not shoot and not other.piece for key in other.weapons}
    pieces = [piece for piece in squad.pieces if piece.id not in apart]
    if not shoot.weapons and weapons:
        return [piece for piece in pieces if not any(armed.key in weapons for armed in piece.arms)]
    return pieces


def find_target(play: Resolution, squad: LiveSquad, shoot: Shoot, pieces: list[LivePiece]) -> LiveSquad | None:
    """Whom a squad fires at: what was ordered, or the first that an enemy finds worth its fire (FC-INIT-2, 3)."""
    field = play.field
    if squad.side is Side.PLAYERS:
        return field.squads[shoot.targets[0]]
    listed = [field.squads[target] for target in shoot.targets if target != NEAREST]
    if NEAREST in shoot.targets:
        listed += sorted(
            (target for target in field.squads.values() if target.side is not squad.side),
            key=lambda target: (_closest(play, pieces, target), target.number),
        )
    bonus = play.bonus(squad, Phase.SHOOTING)
    for target in listed:
        if not salvos.is_wiped(field, target):
            planned = salvos.plan(field, squad, target, pieces, shoot.weapons, bonus, own_bonus(play))
            if planned.salvos:
                return target
    return None


def _closest(play: Resolution, pieces: list[LivePiece], target: LiveSquad) -> int:
    distances = [play.field.distance(piece, target) for piece in pieces if piece.standing]
    return min((found for found in distances if found is not None), default=play.field.most_steps)


def own_bonus(play: Resolution) -> Callable[[LivePiece], Bonus]:
    """What each unit alone adds to its fire."""
    return lambda piece: play.own_bonus(piece, Phase.SHOOTING)


def _fire(play: Resolution, squad: LiveSquad, shoot: Shoot, alone: str) -> None:
    field, own = play.field, play.orders.of(squad.id)
    pieces = [piece for piece in firing_pieces(squad, own, shoot) if not play.has_shot_alone(piece)]
    pieces = [piece for piece in pieces if alone in ("", piece.id)]
    if not pieces:
        return
    ready = [piece for piece in pieces if salvos.may_shoot(field, piece)]
    target = find_target(play, squad, shoot, pieces)
    if not ready:
        standing = any(piece.standing for piece in pieces)
        reason = "all were engaged or off the map" if standing else "nobody stood"
        play.note(Event(EventKind.HELD, squad.id, target.id if target else "", about=reason))
        return
    if target is None:
        play.note(Event(EventKind.HELD, squad.id, about="no target stood in range"))
        return
    if salvos.is_wiped(field, target):
        _shot(squad, ready)
        play.note(Event(EventKind.WASTED, squad.id, target.id, pieces=tuple(piece.id for piece in ready)))
        return
    bonus = play.bonus(squad, Phase.SHOOTING)
    planned = salvos.plan(field, squad, target, ready, shoot.weapons, bonus, own_bonus(play))
    if not planned.salvos:
        play.note(Event(EventKind.HELD, squad.id, target.id, about="nobody was in range"))
        return
    _shot(squad, [piece for piece in ready if piece.id in planned.pieces])
    roll_volley(play, planned)
    field.refresh()


def _shot(squad: LiveSquad, pieces: list[LivePiece]) -> None:
    squad.shot = True
    for piece in pieces:
        piece.shot = True


def roll_volley(play: Resolution, volley: Volley) -> None:
    """A volley's dice, and those of misses that fly into a melee."""
    field, cup, target = play.field, play.cup(volley.squad), volley.target
    needed = [
        wound_needed(salvo.armed.weapon.strength, target.units(), target.bodies, field.house) for salvo in volley.salvos
    ]
    save = play.bonus(target, Phase.SHOOTING).save
    wounded, rolls = Wounded(), []
    misses: list[tuple[Salvo, int]] = []
    for salvo, number in zip(volley.salvos, needed, strict=True):
        hit = salvos.roll_to_hit(cup, field, salvo, salvo.dice, salvo.modifier, RollKind.HIT)
        rolls.append(hit)
        rolls += salvos.roll_wounds(cup, field, salvo.armed, hit.good, target, number, save, wounded, volley.at_downed)
        if salvo.stray is not None and hit.good < salvo.dice:
            misses.append((salvo, salvo.dice - hit.good))
    dice = sum(salvo.dice for salvo in volley.salvos)
    play.note(
        Event(
            EventKind.VOLLEY,
            volley.squad.id,
            target.id,
            count=dice,
            rolls=tuple(rolls),
            losses=wounded.losses(),
            pieces=volley.pieces,
        )
    )
    for place, friend in enumerate(volley.friends):
        _roll_strays(
            play, volley, friend, [(salvo, _share(missed, place, len(volley.friends))) for salvo, missed in misses]
        )


def _wounds_needed(play: Resolution, fired: Sequence[Salvo], target: LiveSquad) -> list[int]:
    """What each salvo needs to wound, before anybody falls."""
    units, house = target.units(), play.field.house
    return [wound_needed(salvo.armed.weapon.strength, units, target.bodies, house) for salvo in fired]


def _share(number: int, place: int, among: int) -> int:
    """One part of a number split as evenly as may be (FC-A46)."""
    return number // among + (place < number % among)


def _roll_strays(play: Resolution, volley: Volley, friend: LiveSquad, misses: list[tuple[Salvo, int]]) -> None:
    field, cup = play.field, play.cup(volley.squad)
    save = play.bonus(friend, Phase.SHOOTING).save
    wounded = Wounded()
    rolls: list[Roll] = []
    needed = _wounds_needed(play, [salvo for salvo, _ in misses], friend)
    for (salvo, missed), number in zip(misses, needed, strict=True):
        again = salvos.roll_to_hit(cup, field, salvo, missed, salvo.stray or 0, RollKind.SECOND)
        rolls.append(again)
        rolls += salvos.roll_wounds(cup, field, salvo.armed, again.good, friend, number, save, wounded)
    if rolls:
        count = sum(missed for _, missed in misses)
        play.note(
            Event(EventKind.STRAY, volley.squad.id, friend.id, count=count, rolls=tuple(rolls), losses=wounded.losses())
        )
