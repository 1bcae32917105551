"""Fire and blows on the battlefield: attackers, weapons and modifiers (FC-SHOOT, FC-ACC, FC-FFI)."""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from .. import attacks, tables
from ..firing_into_melee import edge, second_modifier
from ..units import Armed, WeaponType, most_common
from ..volleys import Lot, VolleyTarget
from ..weapon_choice import attack_dice, damage_of_a_die, one_and_extra, single_and_extra
from .battlefield import LiveBattlefield, LivePiece, LiveSquad
from .combat import Phase
from .orders import Bonus
from .resolution import Resolution


@dataclass(frozen=True, slots=True)
class Salvo:
    """Equal attacks of several pieces: the weapon, all dice, the sum of ACC modifiers, and the pieces.

    ``strays`` are the sums of modifiers of a miss that is rolled again, one for each squad of friends; empty if misses
    do not matter.
    """

    armed: Armed
    dice: int
    modifier: int
    pieces: tuple[str, ...]
    strays: tuple[int, ...] = ()

    def lot(self) -> Lot:
        """The attacks as a lot of dice, to compute odds."""
        weapon = self.armed.weapon
        return Lot(self.dice, weapon.acc, weapon.strength, weapon.ap, weapon.dmg, self.modifier)


@dataclass(frozen=True, slots=True)
class SquadAttack:
    """The attack of a squad on another: its salvos, and the friends that misses may hit."""

    squad: LiveSquad
    target: LiveSquad
    salvos: tuple[Salvo, ...]
    friends: tuple[LiveSquad, ...] = ()
    at_downed: bool = False

    @property
    def pieces(self) -> tuple[str, ...]:
        """The ids of all units that attack, each once."""
        return tuple(dict.fromkeys(piece for salvo in self.salvos for piece in salvo.pieces))


Attacker = tuple[LivePiece, Armed, int, tuple[int, ...]]
"""A piece, the weapon it uses, the sum of its ACC modifiers, and those of a miss rolled again at each friend."""


def salvos_of(attackers: Iterable[Attacker]) -> tuple[Salvo, ...]:
    """The salvos of attackers, one for each weapon with the same modifiers."""
    groups: dict[tuple[str, int, tuple[int, ...]], list[tuple[LivePiece, Armed]]] = {}
    for piece, armed, modifier, strays in attackers:
        groups.setdefault((armed.key, modifier, strays), []).append((piece, armed))
    return tuple(
        Salvo(
            pairs[0][1], sum(dice_of(*pair) for pair in pairs), modifier, tuple(piece.id for piece, _ in pairs), strays
        )
        for (_, modifier, strays), pairs in groups.items()
    )


def shooter_modifier(squad: LiveSquad, bonus: Bonus) -> int:
    """The modifiers to ACC that come from the attacking squad."""
    return bonus.acc + (tables.BROKEN_ACC if squad.broken else 0)


def cover_modifier(field: LiveBattlefield, target: LiveSquad) -> int:
    """The modifier to the ACC of shots at a squad from its cover (FC-A47)."""
    return -field.ground.cover if field.ground.cover and field.in_cover(target) else 0


def target_of(squad: LiveSquad, save_bonus: int = 0) -> VolleyTarget:
    """A squad as the target of a volley, to compute odds."""
    return VolleyTarget(squad.bodies, tuple(sorted(squad.units())), save_bonus)


# --- who shoots with what ----------------------------------------------------------------------------


def in_reach(field: LiveBattlefield, piece: LivePiece, armed: Armed, target: LiveSquad, bonus: Bonus) -> bool:
    """Whether the target is within the weapon's range (FC-SHOOT-2, FC-RNG-2)."""
    distance = field.distance(piece, target, aims_at_downed(field, target))
    return distance is not None and distance <= attacks.range_cap(armed.weapon.rng, bonus.rng)


def aims_at_downed(field: LiveBattlefield, target: LiveSquad) -> bool:
    """Whether an attack on the squad is an attack on its downed, and allowed (FC-A13b)."""
    if target.standing() or not any(piece.downed for piece in target.present()):
        return False
    return field.house.on("fc.hit_downed")


def is_wiped(field: LiveBattlefield, target: LiveSquad) -> bool:
    """Whether fire at the squad is wasted (FC-INIT-2)."""
    return not target.standing() and not aims_at_downed(field, target)


def may_shoot(field: LiveBattlefield, piece: LivePiece) -> bool:
    """Whether a piece stands on the map and is not engaged (FC-SHOOT-2)."""
    return piece.standing and piece.on_map and not field.is_engaged(piece)


def crew_ready(field: LiveBattlefield, piece: LivePiece) -> bool:
    """Whether a crewed weapon has its crew (FC-A08)."""
    return not piece.mate or may_shoot(field, field.pieces[piece.mate])


def dice_of(piece: LivePiece, armed: Armed) -> int:
    """Attack dice of a piece with a weapon."""
    return attack_dice(piece.profile, armed, split=bool(piece.mate))


def worth(field: LiveBattlefield, piece: LivePiece, armed: Armed, target: LiveSquad, modifier: int) -> Fraction:
    """The expected damage of a piece with a weapon, by which it chooses without orders."""
    key = (armed.key, target.id, modifier)
    if key not in field.worths:
        field.worths[key] = damage_of_a_die(armed.weapon, target.units(), target.bodies, modifier, field.house)
    return dice_of(piece, armed) * field.worths[key]


def choices(
    field: LiveBattlefield, piece: LivePiece, weapons: tuple[str, ...]
) -> tuple[tuple[Armed, ...], tuple[Armed, ...]]:
    """The ranged weapons a piece may choose from by its orders, and those with Extra Attacks.

    ``weapons`` are the keys of those ordered, none for any.
    """
    arms = [armed for armed in piece.arms if armed.weapon.type is WeaponType.RANGED]
    arms = [armed for armed in arms if not armed.weapon.crewed or crew_ready(field, piece)]
    if weapons:
        arms = [armed for armed in arms if armed.key in weapons]
    return single_and_extra(arms)


def choose_weapons(
    field: LiveBattlefield, piece: LivePiece, weapons: tuple[str, ...], target: LiveSquad, bonus: Bonus, modifier: int
) -> tuple[Armed, ...]:
    """The weapons that a piece fires at a target, of those in range (FC-SHOOT-3)."""
    single, extra = choices(field, piece, weapons)
    single = tuple(armed for armed in single if in_reach(field, piece, armed, target, bonus))
    extra = tuple(armed for armed in extra if in_reach(field, piece, armed, target, bonus))

    def best(options: tuple[Armed, ...]) -> Armed:
        crewed = next((armed for armed in options if armed.weapon.crewed and piece.mate), None)
        return crewed or max(options, key=lambda armed: worth(field, piece, armed, target, modifier))

    return one_and_extra(piece.profile.kind, single, extra, field.house, best)


# --- fire into melee ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TargetMelee:
    """The melee of a target: the shooter's friends in it, and the edge from numbers and size."""

    friends: tuple[LivePiece, ...]
    edges: int

    def squads(self) -> tuple[LiveSquad, ...]:
        """The squads of the friends in the melee, each once."""
        return tuple({piece.squad.id: piece.squad for piece in self.friends}.values())


def melee_at(field: LiveBattlefield, target: LiveSquad) -> TargetMelee | None:
    """The melee that a squad is in; ``None`` if fire at it is not fire into melee (FC-FFI-1, FC-A45)."""
    enemies: list[LivePiece] = []
    friends: dict[str, LivePiece] = {}
    for piece in target.standing():
        contacts = field.contacts(piece)
        if contacts:
            enemies.append(piece)
            friends |= {friend.id: friend for friend in contacts}
    if not enemies:
        return None
    if len(enemies) < len(target.standing()) and field.house.choice("fc.ffi_partial") == "all":
        return None
    sizes = [most_common([(piece.profile.size, 1) for piece in side]) for side in (friends.values(), enemies)]
    return TargetMelee(tuple(friends.values()), edge(len(friends), len(enemies), *sizes))


def into_melee(melee: TargetMelee, piece: LivePiece) -> bool:
    """Whether a piece's misses may hit friends, as one other than itself is in the melee (FC-A44)."""
    return any(friend is not piece for friend in melee.friends)


# --- a squad's fire ----------------------------------------------------------------------------------


def plan(
    play: Resolution, squad: LiveSquad, target: LiveSquad, pieces: Iterable[LivePiece], weapons: tuple[str, ...]
) -> SquadAttack:
    """The fire of these pieces at a target, without those that may not or cannot shoot at it."""
    field = play.field
    bonus = play.bonus(squad, Phase.SHOOTING)
    cover = cover_modifier(field, target)
    melee = melee_at(field, target)
    friends = friends_at_risk(field, melee)
    friends_cover = [cover_modifier(field, friend) for friend in friends]
    attackers: list[Attacker] = []
    mates: set[str] = set()
    for piece in pieces:
        if piece.id in mates or not may_shoot(field, piece):
            continue
        own = bonus + play.own_bonus(piece, Phase.SHOOTING)
        shooter = shooter_modifier(squad, own)
        for armed in choose_weapons(field, piece, weapons, target, own, shooter + cover):
            strays: tuple[int, ...] = ()
            if melee is not None and into_melee(melee, piece):
                strays = tuple(
                    second_modifier(shooter, cover, at_friends, melee.edges, field.house)
                    for at_friends in friends_cover
                )
            attackers.append((piece, armed, shooter + cover, strays))
            if armed.weapon.crewed and piece.mate:
                mates.add(piece.mate)
    return SquadAttack(squad, target, salvos_of(attackers), friends, aims_at_downed(field, target))


def friends_at_risk(field: LiveBattlefield, melee: TargetMelee | None) -> tuple[LiveSquad, ...]:
    """The friendly squads that misses are rolled against (FC-A46)."""
    squads = melee.squads() if melee is not None else ()
    if len(squads) > 1 and field.house.choice("fc.ffi_target") == "largest":
        return (max(squads, key=lambda squad: (len(squad.standing()), -squad.number)),)
    return squads
