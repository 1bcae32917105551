"""Fire and blows on the battlefield: who attacks with what, and the dice of it (FC-SHOOT, FC-ACC to FC-DMG, FC-FFI)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction

from rulesets.systems.forum_combat import attacks, tables
from rulesets.systems.forum_combat.desk.battlefield import Battlefield, LivePiece, LiveSquad
from rulesets.systems.forum_combat.desk.events import Cup, Loss, Roll, RollKind
from rulesets.systems.forum_combat.desk.orders import Bonus
from rulesets.systems.forum_combat.firing_into_melee import edge, second_modifier
from rulesets.systems.forum_combat.units import Armed, UnitKind, WeaponType, most_common
from rulesets.systems.forum_combat.volleys import Lot, Target
from rulesets.systems.forum_combat.weapon_choice import fires_all, single_and_extra
from rulesets.systems.forum_combat.wound_allocation import takers, wound_needed


@dataclass(frozen=True, slots=True)
class Salvo:
    """Equal attacks of several pieces: the weapon, all dice, the sum of ACC modifiers, and those who attack.

    ``stray`` is the sum of modifiers when a miss is rolled again at friends; ``None`` where misses do not matter.
    """

    armed: Armed
    dice: int
    modifier: int
    pieces: tuple[str, ...]
    stray: int | None = None

    def lot(self) -> Lot:
        """The attacks as the odds see them."""
        weapon = self.armed.weapon
        return Lot(self.dice, weapon.acc, weapon.strength, weapon.ap, weapon.dmg, self.modifier)


@dataclass(frozen=True, slots=True)
class Volley:
    """What a squad is about to fire at one squad: its salvos, and the friends that misses may hit."""

    squad: LiveSquad
    target: LiveSquad
    salvos: tuple[Salvo, ...]
    friends: tuple[LiveSquad, ...] = ()
    at_downed: bool = False

    @property
    def pieces(self) -> tuple[str, ...]:
        """All who fire."""
        return tuple(dict.fromkeys(piece for salvo in self.salvos for piece in salvo.pieces))


def shooter_modifier(squad: LiveSquad, bonus: Bonus) -> int:
    """What a squad brings to its own ACC."""
    return bonus.acc + (tables.BROKEN_ACC if squad.broken else 0)


def cover_modifier(field: Battlefield, target: LiveSquad) -> int:
    """What the ground takes off the ACC of shots at a squad (FC-A47)."""
    return -field.ground.cover if field.ground.cover and field.in_cover(target) else 0


def target_of(squad: LiveSquad, save_bonus: int = 0) -> Target:
    """A squad as the odds see it."""
    return Target(squad.bodies, tuple(sorted(squad.units())), save_bonus)


# --- who shoots with what ----------------------------------------------------------------------------


def in_reach(field: Battlefield, piece: LivePiece, armed: Armed, target: LiveSquad, bonus: Bonus) -> bool:
    """Whether the target is within the weapon's range (FC-SHOOT-2, FC-RNG-2)."""
    distance = field.distance(piece, target, aims_at_downed(field, target))
    return distance is not None and distance <= attacks.range_cap(armed.weapon.rng, bonus.rng)


def aims_at_downed(field: Battlefield, target: LiveSquad) -> bool:
    """Whether an attack on the squad is an attack on its downed, and allowed (FC-A13b)."""
    if target.standing() or not any(piece.downed for piece in target.present()):
        return False
    return field.house.on("fc.hit_downed")


def is_wiped(field: Battlefield, target: LiveSquad) -> bool:
    """Whether fire at the squad is wasted (FC-INIT-2)."""
    return not target.standing() and not aims_at_downed(field, target)


def may_shoot(field: Battlefield, piece: LivePiece) -> bool:
    """Whether a piece stands on the map and is not engaged (FC-SHOOT-2)."""
    return piece.standing and piece.on_map and not field.is_engaged(piece)


def crew_ready(field: Battlefield, piece: LivePiece) -> bool:
    """Whether a crewed weapon has its crew (FC-A08)."""
    return not piece.mate or may_shoot(field, field.pieces[piece.mate])


def dice_of(piece: LivePiece, armed: Armed) -> int:
    """Attack dice of a piece with a weapon; the crew of a heavy weapon team fire a rifle each (FC-A08)."""
    alone = armed.weapon.crewed or armed.weapon.type is WeaponType.MELEE or piece.mate
    team = piece.profile.kind is UnitKind.TEAM and not alone
    return armed.weapon.atk * (piece.profile.crew if team else 1)


def worth(field: Battlefield, piece: LivePiece, armed: Armed, target: LiveSquad, modifier: int) -> Fraction:
    """The damage a piece may expect to do with a weapon, by which it chooses when it is not told."""
    key = (armed.key, target.id, modifier)
    if key not in field.worths:
        field.worths[key] = _worth_of_a_die(field, armed, target, modifier)
    return dice_of(piece, armed) * field.worths[key]


def _worth_of_a_die(field: Battlefield, armed: Armed, target: LiveSquad, modifier: int) -> Fraction:
    weapon, house = armed.weapon, field.house.untraced
    units = [unit for unit in target.units() if unit[1] > 0] or target.units()
    body = target.bodies[most_common([(line, 1) for line, _ in units], highest=False)]
    hit = attacks.hit_chance(attacks.hit_number(weapon.acc, modifier), house)
    wound = attacks.wound_chance(wound_needed(weapon.strength, target.units(), target.bodies, house))
    saved = attacks.save_chance(attacks.save_number(body.sav, weapon.ap), house)
    return hit * wound * (1 - saved) * weapon.dmg


def choices(
    field: Battlefield, piece: LivePiece, ordered: tuple[str, ...]
) -> tuple[tuple[Armed, ...], tuple[Armed, ...]]:
    """The ranged weapons a piece may choose from by its orders, and those with Extra Attacks."""
    carried = [armed for armed in piece.arms if armed.weapon.type is WeaponType.RANGED]
    carried = [armed for armed in carried if not armed.weapon.crewed or crew_ready(field, piece)]
    if ordered:
        carried = [armed for armed in carried if armed.key in ordered]
    return single_and_extra(carried)


def chosen(
    field: Battlefield, piece: LivePiece, ordered: tuple[str, ...], target: LiveSquad, bonus: Bonus, modifier: int
) -> tuple[Armed, ...]:
    """What a piece fires at a target in reach (FC-SHOOT-3)."""
    single, extra = choices(field, piece, ordered)
    single = tuple(armed for armed in single if in_reach(field, piece, armed, target, bonus))
    extra = tuple(armed for armed in extra if in_reach(field, piece, armed, target, bonus))
    if len(single) > 1 and not fires_all(piece.profile.kind, len(single), field.house):
        crewed = tuple(armed for armed in single if armed.weapon.crewed and piece.mate)
        best = max(range(len(single)), key=lambda n: (worth(field, piece, single[n], target, modifier), -n))
        single = crewed[:1] or (single[best],)
    return (*single, *extra)


# --- fire into melee ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Melee:
    """A melee as one who fires into it sees it: his friends in it, and the edge their numbers and size give."""

    friends: tuple[LivePiece, ...]
    edges: int

    def squads(self) -> tuple[LiveSquad, ...]:
        """The friends' squads."""
        return tuple({piece.squad.id: piece.squad for piece in self.friends}.values())


def melee_at(field: Battlefield, target: LiveSquad) -> Melee | None:
    """The melee that a squad is in; ``None`` when fire at it is no fire into melee (FC-FFI-1, FC-A45)."""
    enemies: list[LivePiece] = []
    friends: dict[str, LivePiece] = {}
    for piece in target.standing():
        met = field.contacts(piece)
        if met:
            enemies.append(piece)
            friends |= {friend.id: friend for friend in met}
    if not enemies:
        return None
    if len(enemies) < len(target.standing()) and field.house.choice("fc.ffi_partial") == "all":
        return None
    sizes = [most_common([(piece.profile.size, 1) for piece in side]) for side in (friends.values(), enemies)]
    return Melee(tuple(friends.values()), edge(len(friends), len(enemies), *sizes))


def into_melee(found: Melee | None, piece: LivePiece) -> bool:
    """Whether a piece's misses may hit friends: another than itself is in that melee (FC-A44)."""
    return found is not None and any(friend is not piece for friend in found.friends)


# --- a squad's volley --------------------------------------------------------------------------------


def plan(
    field: Battlefield,
    squad: LiveSquad,
    target: LiveSquad,
    pieces: Iterable[LivePiece],
    ordered: tuple[str, ...],
    bonus: Bonus,
    single: Callable[[LivePiece], Bonus],
) -> Volley:
    """What these pieces fire at a target; those that may not or cannot are left out.

    ``single`` is what a piece has beside the squad's ``bonus``.
    """
    cover = cover_modifier(field, target)
    found = melee_at(field, target)
    salvos: dict[tuple[str, bool, int], tuple[Armed, int, list[str]]] = {}
    served: set[str] = set()
    for piece in pieces:
        if piece.id in served or not may_shoot(field, piece):
            continue
        stray, own = into_melee(found, piece), bonus + single(piece)
        shooter = shooter_modifier(squad, own)
        for armed in chosen(field, piece, ordered, target, own, shooter + cover):
            key = (armed.key, stray, shooter)
            _, dice, firing = salvos.get(key, (armed, 0, []))
            salvos[key] = (armed, dice + dice_of(piece, armed), [*firing, piece.id])
            if armed.weapon.crewed and piece.mate:
                served.add(piece.mate)
    friends = struck_friends(field, found)

    def again(shooter: int) -> int | None:
        if found is None or not friends:
            return None
        return second_modifier(shooter, cover, cover_modifier(field, friends[0]), found.edges, field.house)

    made = tuple(
        Salvo(armed, dice, shooter + cover, tuple(firing), again(shooter) if stray else None)
        for (_, stray, shooter), (armed, dice, firing) in salvos.items()
    )
    return Volley(squad, target, made, friends, aims_at_downed(field, target))


def struck_friends(field: Battlefield, found: Melee | None) -> tuple[LiveSquad, ...]:
    """The friendly squads that misses are rolled against (FC-A46)."""
    squads = found.squads() if found is not None else ()
    if len(squads) > 1 and field.house.choice("fc.ffi_target") == "largest":
        return (max(squads, key=lambda squad: (len(squad.standing()), -squad.number)),)
    return squads


# --- dice --------------------------------------------------------------------------------------------


class Wounded:
    """Keeps what each piece had before and has after."""

    def __init__(self) -> None:
        """Nobody is hurt yet."""
        self._before: dict[str, tuple[LivePiece, int]] = {}

    def hurt(self, piece: LivePiece, damage: int) -> None:
        """Take HP off a piece (FC-DMG-1)."""
        self._before.setdefault(piece.id, (piece, piece.hp))
        piece.hp -= damage

    def losses(self) -> tuple[Loss, ...]:
        """Who lost what."""
        return tuple(Loss(piece.id, before, piece.hp) for piece, before in self._before.values())


def roll_to_hit(cup: Cup, field: Battlefield, salvo: Salvo, dice: int, modifier: int, kind: RollKind) -> Roll:
    """The hits of so many dice (FC-ACC)."""
    number = attacks.hit_number(salvo.armed.weapon.acc, modifier)
    rolled = cup.roll(dice)
    good = sum(rolled.count(face) for face in set(rolled) if attacks.hits(int(face), number, field.house))
    return Roll(kind, number, rolled, good, salvo.armed.name)


def roll_wounds(
    cup: Cup,
    field: Battlefield,
    armed: Armed,
    hits: int,
    target: LiveSquad,
    needed: int,
    save_bonus: int,
    wounded: Wounded,
    at_downed: bool = False,
) -> list[Roll]:
    """What hits do to a squad: wounds, who takes each, saves and damage (FC-WOUND to FC-DMG)."""
    if not hits:
        return []
    rolled = cup.roll(hits)
    wounds = sum(int(die) >= needed for die in rolled)
    rolls = [Roll(RollKind.WOUND, needed, rolled, wounds, armed.name)]
    picks = ""
    saves: dict[int, tuple[str, int]] = {}
    for _ in range(wounds):
        units = takers(target.units(), target.bodies, field.house, at_downed)
        if not units:
            break
        unit = units[0]
        if len(units) > 1:
            picked = cup.pick(len(units))
            unit, picks = units[picked], f"{picks}{' ' if picks else ''}{picked + 1}/{len(units)}"
        piece = next(piece for piece in target.present() if (piece.line, piece.hp) == unit)
        number = attacks.save_number(piece.profile.sav, armed.weapon.ap, save_bonus)
        if attacks.save_chance(number, field.house) and number is not None:
            die = cup.roll(1)
            safe = attacks.saves(int(die), number, field.house)
            dice, good = saves.get(number, ("", 0))
            saves[number] = (dice + die, good + safe)
            if safe:
                continue
        wounded.hurt(piece, armed.weapon.dmg)
    if picks:
        rolls.append(Roll(RollKind.PICK, 0, picks))
    rolls += [Roll(RollKind.SAVE, number, dice, good) for number, (dice, good) in saves.items()]
    return rolls
