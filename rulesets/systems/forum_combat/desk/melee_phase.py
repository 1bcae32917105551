"""The melee phase: close-quarters fire, moving into contact, blows, moving into contact again (FC-MEL)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rulesets.systems.forum_combat.desk import salvos
from rulesets.systems.forum_combat.desk.attack_rolls import roll_attack, wounds_needed
from rulesets.systems.forum_combat.desk.battlefield import LiveBattlefield, LivePiece, LiveSquad
from rulesets.systems.forum_combat.desk.combat import Phase
from rulesets.systems.forum_combat.desk.events import Event, EventKind
from rulesets.systems.forum_combat.desk.resolution import Resolution
from rulesets.systems.forum_combat.desk.salvos import Attacker, SquadAttack
from rulesets.systems.forum_combat.tiles import Tile, in_zone, steps_between, walk
from rulesets.systems.forum_combat.units import Allegiance, Armed
from rulesets.systems.forum_combat.weapon_choice import one_and_extra, single_and_extra, strikes_with


def play_melee(play: Resolution, only: LiveSquad | None = None) -> None:
    """The whole phase, or one squad's part of it at once."""
    field = play.field
    squads = [squad for side in (Allegiance.PLAYERS, Allegiance.ENEMIES) for squad in play.in_order(side, only)]
    attackers = [squad for squad in squads if not play.acted(squad, Phase.MELEE)]
    met = {squad.id: [other.id for other in field.opponents(squad)] for squad in attackers}
    before = [piece for squad in attackers for piece in squad.standing()]
    close = [attack for squad in attackers for attack in attacks_of_close_quarters(play, squad)]
    _roll_all(play, close, EventKind.CLOSE_QUARTERS)
    fallen = [piece for piece in before if not piece.standing]
    field.refresh()
    move_into_contact(play, attackers, met)
    still = fallen if fallen and field.house.choice("fc.cq_then_melee") == "strike" else []
    blows = [attack for squad in attackers for attack in attacks_of_blows(play, squad, still)]
    _roll_all(play, blows, EventKind.BLOWS)
    field.refresh()
    move_into_contact(play, attackers, met)


def opponent(play: Resolution, squad: LiveSquad) -> LiveSquad | None:
    """The enemy squad that a squad fights first: the one ordered if they touch, else the one it touches most."""
    opponents = play.field.opponents(squad)
    wanted = play.orders.of(squad.id).fight
    for other in opponents:
        if other.id == wanted:
            return other
    return opponents[0] if opponents else None


def fires_close(field: LiveBattlefield, squad: LiveSquad) -> bool:
    """Whether a squad takes part in the close-quarters part: engaged, or in contact by its own zone (FC-A60)."""
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
        arms = [armed for armed in piece.arms if armed.weapon.close_quarters]
        arms = [armed for armed in arms if salvos.in_reach(field, piece, armed, target, bonus)]
        if arms and not fires_close(field, squad):
            return []
        usual, extra = single_and_extra(arms)

        def best(listed: tuple[Armed, ...], piece: LivePiece = piece, modifier: int = modifier) -> Armed:
            return salvos.most_worth(field, piece, listed, target, modifier)

        used = one_and_extra(piece.profile.kind, usual, extra, field.house, best)
        attackers += [(piece, armed, modifier, None) for armed in used]
    return _attack(squad, target, attackers)


def _attack(squad: LiveSquad, target: LiveSquad, attackers: list[Attacker]) -> list[SquadAttack]:
    """The attack of those who have any dice, or none."""
    made = tuple(salvo for salvo in salvos.salvos_of(attackers) if salvo.dice)
    return [SquadAttack(squad, target, made)] if made else []


def attacks_of_blows(play: Resolution, squad: LiveSquad, still: Sequence[LivePiece] = ()) -> list[SquadAttack]:
    """The blows of a squad's pieces in contact and of those ``still`` striking, by target (FC-MEL-4)."""
    field = play.field
    first = opponent(play, squad)
    if first is None and not still:
        return []
    shared = play.bonus(squad, Phase.MELEE)
    struck: dict[str, list[Attacker]] = {}
    for piece in squad.pieces:
        fallen = piece in still
        if not piece.standing and not fallen:
            continue
        met = {enemy.squad.id: enemy.squad for enemy in field.contacts(piece, fallen)}
        if not met:
            continue
        target = first if first is not None and first.id in met else min(met.values(), key=lambda other: other.number)
        modifier = salvos.shooter_modifier(squad, shared + play.own_bonus(piece, Phase.MELEE))
        used = [(piece, armed, modifier, None) for armed in strikes_with(piece.arms, field.house)]
        struck.setdefault(target.id, []).extend(used)
    return [
        attack for target, attackers in struck.items() for attack in _attack(squad, field.squads[target], attackers)
    ]


def _roll_all(play: Resolution, attacks: list[SquadAttack], kind: EventKind) -> None:
    """All attacks of one part; who attacks and what is needed to wound stands before the first die (FC-MEL-1)."""
    needed = [wounds_needed(play, attack) for attack in attacks]
    for attack, numbers in zip(attacks, needed, strict=True):
        roll_attack(play, attack, kind, Phase.MELEE, numbers)


# --- moving into contact -------------------------------------------------------------------------------------


def move_into_contact(play: Resolution, squads: list[LiveSquad], met: Mapping[str, Sequence[str]]) -> None:
    """Pieces of squads in melee that touch nobody move up to the nearest free tile where they do (FC-MEL-3, FC-A22).

    ``met`` are the opponents each squad had when the phase began: it presses in on those that still stand even when
    all who were in contact have fallen (FC-MEL-5).
    """
    for squad in squads:
        opponents = dict.fromkeys((*met[squad.id], *(other.id for other in play.field.opponents(squad))))
        enemies = [piece for other in opponents for piece in play.field.squads[other].standing() if piece.on_map]
        if not enemies:
            continue
        moved = tuple(piece.id for piece in squad.standing() if step_up(play, piece, enemies, play.field.most_steps))
        if moved:
            play.note(Event(EventKind.PRESS, squad.id, count=len(moved), pieces=moved))


def contact_tiles(play: Resolution, piece: LivePiece, enemies: list[LivePiece]) -> set[Tile]:
    """Free tiles on which the piece would touch one of the enemies."""
    field = play.field
    found: set[Tile] = set()
    for enemy in enemies:
        reach = max(1, piece.profile.eng, enemy.profile.eng)
        for dx in range(-reach, reach + 1):
            for dy in range(-reach, reach + 1):
                tile = (enemy.x + dx, enemy.y + dy)
                near = in_zone(dx, dy, enemy.profile.eng) or in_zone(dx, dy, piece.profile.eng)
                if near and tile not in field.occupied and field.enters(tile):
                    found.add(tile)
    return found


def step_up(play: Resolution, piece: LivePiece, enemies: list[LivePiece], limit: int) -> bool:
    """Move a piece that touches nobody to the nearest tile where it does, at most so many steps; whether it moved."""
    field = play.field
    if not piece.on_map or field.contacts(piece):
        return False
    goals = contact_tiles(play, piece, enemies)
    if not goals or min(steps_between(piece.tile, goal) for goal in goals) > limit:
        return False
    own = piece.squad

    def enters(tile: Tile) -> bool:
        there = field.occupied.get(tile)
        return field.enters(tile) and (there is None or there.squad is own)

    for tile, _ in walk([piece.tile], enters, lambda tile: True, limit):
        if tile in goals:
            field.place(piece, tile)
            return True
    return False
