"""The melee phase: close-quarters fire, moving into contact, blows, moving into contact again (FC-MEL)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from ..tiles import Tile, in_zone, steps_between, walk
from ..units import Allegiance, Armed
from ..weapon_choice import fires_close_with, strikes_with
from . import salvos
from .attack_rolls import roll_attack, wounds_needed
from .battlefield import LiveBattlefield, LivePiece, LiveSquad
from .combat import Phase
from .events import BattleEvent, BattleEventKind
from .resolution import Resolution
from .salvos import Attacker, SquadAttack


def play_melee(play: Resolution, only: LiveSquad | None = None) -> None:
    """Play the whole phase, or one squad's part of it at once."""
    field = play.field
    squads = [squad for side in (Allegiance.PLAYERS, Allegiance.ENEMIES) for squad in play.in_order(side, only)]
    attackers = [squad for squad in squads if not play.has_acted(squad, Phase.MELEE)]
    opponents = {squad.id: [other.id for other in field.opponents(squad)] for squad in attackers}
    before = [piece for squad in attackers for piece in squad.standing()]
    close = [attack for squad in attackers for attack in attacks_of_close_quarters(play, squad)]
    _roll_all(play, close, BattleEventKind.CLOSE_QUARTERS)
    fallen = [piece for piece in before if not piece.standing]
    field.refresh()
    move_into_contact(play, attackers, opponents)
    # Under that reading both parts are at once, so those who fell in the first strike in the second.
    strikers = fallen if fallen and field.house.choice("fc.cq_then_melee") == "strike" else []
    blows = [attack for squad in attackers for attack in attacks_of_blows(play, squad, strikers)]
    _roll_all(play, blows, BattleEventKind.BLOWS)
    field.refresh()
    move_into_contact(play, attackers, opponents)


def opponent(play: Resolution, squad: LiveSquad) -> LiveSquad | None:
    """The enemy squad that a squad fights first: the one ordered if they touch, or the one it touches most."""
    opponents = play.field.opponents(squad)
    target = play.orders.of(squad.id).fight
    for other in opponents:
        if other.id == target:
            return other
    return opponents[0] if opponents else None


def fires_close(field: LiveBattlefield, squad: LiveSquad) -> bool:
    """Whether a squad takes part in the close-quarters step: engaged, or in contact by its own zone (FC-A60)."""
    if field.engaged_pieces(squad):
        return True
    return bool(field.opponents(squad)) and field.house.on("fc.close_quarters_reach")


def attacks_of_close_quarters(play: Resolution, squad: LiveSquad) -> list[SquadAttack]:
    """The fire of a squad's pieces that did not shoot, if it takes part (FC-MEL-1)."""
    field = play.field
    target = opponent(play, squad)
    if target is None:
        return []
    shared = play.bonus(squad, Phase.MELEE)
    attackers: list[Attacker] = []
    for piece in squad.standing():
        if piece.shot or not piece.on_map:
            continue
        bonus = shared + play.own_bonus(piece, Phase.MELEE)
        modifier = salvos.shooter_modifier(squad, bonus)

        def worth(armed: Armed, piece: LivePiece = piece, modifier: int = modifier) -> Fraction:
            return salvos.worth(field, piece, armed, target, modifier)

        arms = [armed for armed in piece.arms if salvos.in_reach(field, piece, armed, target, bonus)]
        weapons = fires_close_with(piece.profile.kind, arms, worth, field.house)
        if weapons and not fires_close(field, squad):
            return []
        attackers += [(piece, armed, modifier, ()) for armed in weapons]
    return _attack(squad, target, attackers)


def _attack(squad: LiveSquad, target: LiveSquad, attackers: list[Attacker]) -> list[SquadAttack]:
    """The attack of all attackers with dice; empty if there are none."""
    with_dice = tuple(salvo for salvo in salvos.salvos_of(attackers) if salvo.dice)
    return [SquadAttack(squad, target, with_dice)] if with_dice else []


def attacks_of_blows(play: Resolution, squad: LiveSquad, fallen: Sequence[LivePiece] = ()) -> list[SquadAttack]:
    """The blows of a squad's pieces in contact, and of ``fallen`` ones that still strike, by target (FC-MEL-4)."""
    field = play.field
    first = opponent(play, squad)
    if first is None and not fallen:
        return []
    shared = play.bonus(squad, Phase.MELEE)
    by_target: dict[str, list[Attacker]] = {}
    for piece in squad.pieces:
        has_fallen = piece in fallen
        if not piece.standing and not has_fallen:
            continue
        enemies = {enemy.squad.id: enemy.squad for enemy in field.contacts(piece, has_fallen)}
        if not enemies:
            continue
        if first is not None and first.id in enemies:
            target = first
        else:
            target = min(enemies.values(), key=lambda other: other.number)
        modifier = salvos.shooter_modifier(squad, shared + play.own_bonus(piece, Phase.MELEE))
        attackers = [(piece, armed, modifier, ()) for armed in strikes_with(piece.arms, field.house)]
        by_target.setdefault(target.id, []).extend(attackers)
    return [
        attack for target, attackers in by_target.items() for attack in _attack(squad, field.squads[target], attackers)
    ]


def _roll_all(play: Resolution, attacks: list[SquadAttack], kind: BattleEventKind) -> None:
    """Roll all attacks of one part; the rolls needed to wound are fixed before the first die (FC-MEL-1)."""
    needed = [wounds_needed(play, attack) for attack in attacks]
    for attack, numbers in zip(attacks, needed, strict=True):
        roll_attack(play, attack, kind, Phase.MELEE, numbers)


# --- moving into contact -------------------------------------------------------------------------------------


def move_into_contact(play: Resolution, squads: list[LiveSquad], opponents: Mapping[str, Sequence[str]]) -> None:
    """Move pieces of squads in melee that touch nobody to the nearest free tile where they do (FC-MEL-3, FC-A22).

    ``opponents`` are those of each squad when the phase began: it presses in on their standing pieces even if all that
    were in contact have fallen (FC-MEL-5).
    """
    for squad in squads:
        others = dict.fromkeys((*opponents[squad.id], *(other.id for other in play.field.opponents(squad))))
        enemies = [piece for other in others for piece in play.field.squads[other].standing() if piece.on_map]
        if not enemies:
            continue
        pieces = tuple(piece.id for piece in squad.standing() if step_up(play, piece, enemies, play.field.max_steps))
        if pieces:
            play.note(BattleEvent(BattleEventKind.PRESS, squad.id, count=len(pieces), pieces=pieces))


def contact_tiles(play: Resolution, piece: LivePiece, enemies: list[LivePiece]) -> set[Tile]:
    """Free tiles on which the piece would touch one of the enemies."""
    field = play.field
    tiles: set[Tile] = set()
    for enemy in enemies:
        reach = max(1, piece.profile.eng, enemy.profile.eng)
        for dx in range(-reach, reach + 1):
            for dy in range(-reach, reach + 1):
                tile = (enemy.x + dx, enemy.y + dy)
                near = in_zone(dx, dy, enemy.profile.eng) or in_zone(dx, dy, piece.profile.eng)
                if near and tile not in field.occupants and field.enters(tile):
                    tiles.add(tile)
    return tiles


def step_up(play: Resolution, piece: LivePiece, enemies: list[LivePiece], limit: int) -> bool:
    """Move a piece that touches nobody at most ``limit`` steps to the nearest tile where it does; whether it moved."""
    field = play.field
    if not piece.on_map or field.contacts(piece):
        return False
    goals = contact_tiles(play, piece, enemies)
    if not goals or min(steps_between(piece.tile, goal) for goal in goals) > limit:
        return False
    own = piece.squad

    def enters(tile: Tile) -> bool:
        occupant = field.occupants.get(tile)
        return field.enters(tile) and (occupant is None or occupant.squad is own)

    for tile, _ in walk([piece.tile], enters, lambda tile: True, limit):
        if tile in goals:
            field.place(piece, tile)
            return True
    return False
