"""The shooting phase: the players' squads in order, then the enemies (FC-SHOOT, FC-INIT, FC-FFI)."""

from collections.abc import Iterator

from ..units import Allegiance
from . import salvos
from .attack_rolls import roll_attack, wounds_needed
from .battlefield import LivePiece, LiveSquad
from .combat import Phase
from .events import BattleEvent, BattleEventKind
from .orders import NEAREST, Shoot, SquadOrders
from .resolution import Resolution
from .salvos import Salvo, SquadAttack


def play_shooting(play: Resolution, only: LiveSquad | None = None, alone: str = "") -> None:
    """Play all fire of the phase, or one squad's at once, or that of one unit ``alone``."""
    for side in (Allegiance.PLAYERS, Allegiance.ENEMIES):
        for squad in play.in_order(side, only):
            if not play.has_acted(squad, Phase.SHOOTING):
                for shoot, pieces in firing_pieces(squad, play.orders.of(squad.id)):
                    _fire(play, squad, shoot, pieces, alone)


def firing_pieces(squad: LiveSquad, own: SquadOrders) -> Iterator[tuple[Shoot, list[LivePiece]]]:
    """Each order of a squad to shoot with its pieces: one, or all without an order of their own."""
    with_own_order = {shoot.piece for shoot in own.shoot}
    together = [piece for piece in squad.pieces if piece.id not in with_own_order]
    weapons = {key for shoot in own.shoot if not shoot.piece for key in shoot.weapons}
    others = [piece for piece in together if not any(armed.key in weapons for armed in piece.arms)]
    for shoot in own.shoot:
        if shoot.piece:
            yield shoot, [piece for piece in squad.pieces if piece.id == shoot.piece]
        else:
            yield shoot, together if shoot.weapons else others


def find_target(play: Resolution, squad: LiveSquad, shoot: Shoot, pieces: list[LivePiece]) -> LiveSquad | None:
    """The target of a squad: the one ordered, or for an enemy the first that it can fire at (FC-INIT-2, 3)."""
    field = play.field
    if squad.side is Allegiance.PLAYERS:
        return field.squads[shoot.targets[0]]
    targets = [field.squads[target] for target in shoot.targets if target != NEAREST]
    if NEAREST in shoot.targets:
        targets += sorted(
            (target for target in field.squads.values() if target.side is not squad.side),
            key=lambda target: (_closest(play, pieces, target), target.number),
        )
    for target in targets:
        if not salvos.is_wiped(field, target) and salvos.plan(play, squad, target, pieces, shoot.weapons).salvos:
            return target
    return None


def _closest(play: Resolution, pieces: list[LivePiece], target: LiveSquad) -> int:
    distances = [play.field.distance(piece, target) for piece in pieces if piece.standing]
    return min((distance for distance in distances if distance is not None), default=play.field.max_steps)


def _fire(play: Resolution, squad: LiveSquad, shoot: Shoot, pieces: list[LivePiece], alone: str) -> None:
    field = play.field
    pieces = [piece for piece in pieces if alone in ("", piece.id) and not play.has_shot_alone(piece)]
    if not pieces:
        return
    ready = [piece for piece in pieces if salvos.may_shoot(field, piece)]
    target = find_target(play, squad, shoot, pieces)
    if not ready:
        standing = any(piece.standing for piece in pieces)
        reason = "all were engaged or off the map" if standing else "nobody stood"
        play.note(BattleEvent(BattleEventKind.HELD, squad.id, target.id if target else "", about=reason))
        return
    if target is None:
        play.note(BattleEvent(BattleEventKind.HELD, squad.id, about="no target stood in range"))
        return
    if salvos.is_wiped(field, target):
        _mark_shot(squad, ready)
        play.note(BattleEvent(BattleEventKind.WASTED, squad.id, target.id, pieces=tuple(piece.id for piece in ready)))
        return
    attack = salvos.plan(play, squad, target, ready, shoot.weapons)
    if not attack.salvos:
        play.note(BattleEvent(BattleEventKind.HELD, squad.id, target.id, about="nobody was in range"))
        return
    _mark_shot(squad, [piece for piece in ready if piece.id in attack.pieces])
    roll_volley(play, attack)
    field.refresh()


def _mark_shot(squad: LiveSquad, pieces: list[LivePiece]) -> None:
    squad.shot = True
    for piece in pieces:
        piece.shot = True


def roll_volley(play: Resolution, volley: SquadAttack) -> None:
    """Roll a squad's dice, and those of misses into a melee (FC-FFI-3), split evenly among the friends there."""
    results = roll_attack(play, volley, BattleEventKind.VOLLEY, Phase.SHOOTING, wounds_needed(play, volley))
    stray_salvos = [
        (salvo, misses) for salvo, misses in zip(volley.salvos, results, strict=True) if salvo.strays and misses
    ]
    for place, friend in enumerate(volley.friends if stray_salvos else ()):
        strays = tuple(
            Salvo(salvo.armed, _share(misses, place, len(volley.friends)), salvo.strays[place], ())
            for salvo, misses in stray_salvos
        )
        at_friend = SquadAttack(volley.squad, friend, strays)
        roll_attack(play, at_friend, BattleEventKind.STRAY, Phase.SHOOTING, wounds_needed(play, at_friend))


def _share(number: int, place: int, among: int) -> int:
    """One part of a number split as evenly as possible (FC-A46)."""
    return number // among + (place < number % among)
