"""The orders that squads and characters can have now."""

from collections.abc import Iterator

from rulesets.core.desk import GroupChoices, OrderChoice
from rulesets.core.wording import count_of

from .. import tables
from ..movement import disengage_risk
from ..units import AbilityTarget, WeaponType
from . import salvos
from .battlefield import LiveBattlefield, LiveSquad
from .command_phase import side_of
from .movement_phase import tiles_allowed
from .orders import Bonus
from .rounds import BattleRecord, now


def choices(battle: BattleRecord) -> tuple[GroupChoices, ...]:
    """The orders that every squad and character can have now."""
    combat = now(battle)
    field = LiveBattlefield(combat)
    groups = [
        GroupChoices(squad.id, squad.name, tuple(_squad_choices(field, squad)))
        for squad in field.squads.values()
        if any(piece.on_map for piece in squad.standing())
    ]
    for one in combat.characters:
        side, figure = side_of(combat, one.name), field.pieces.get(one.piece)
        own = figure.squad.id if figure is not None else ""
        points = one.cp if figure is None or figure.standing else -1
        squads = sorted(field.squads.values(), key=lambda squad: squad.side is not side)
        beside = [piece.id for piece in figure.squad.standing()] if figure is not None else []
        targets = {
            AbilityTarget.SELF: [squad.name for squad in squads if squad.id == own],
            AbilityTarget.UNIT: beside,
        }
        everybody = [squad.name for squad in squads]
        abilities = tuple(
            OrderChoice(f"use {entry.name} on {target}", f"{entry.ability.cost} CP", entry.ability.cost <= points)
            for entry in (combat.ability(key) for key in one.abilities)
            for target in targets.get(entry.ability.target, everybody)
        )
        if abilities:
            groups.append(GroupChoices(own, one.name, abilities))
    return tuple(groups)


def _squad_choices(field: LiveBattlefield, squad: LiveSquad) -> Iterator[OrderChoice]:
    enemies = [other for other in field.squads.values() if other.side is not squad.side and other.standing()]
    ready = [piece for piece in squad.standing() if salvos.may_shoot(field, piece)]
    armed = any(one.weapon.type is WeaponType.RANGED for piece in ready for one in piece.arms)
    for other in enemies if armed else ():
        distances = [steps for steps in (field.distance(piece, other) for piece in ready) if steps is not None]
        in_range = any(
            salvos.in_reach(field, piece, one, other, Bonus())
            for piece in ready
            for part in salvos.choices(field, piece, ())
            for one in part
        )
        title = count_of(min(distances), "tile") if distances else "off the map"
        if salvos.melee_at(field, other) is not None:
            title += ", in melee"
        yield OrderChoice(f"shoot {other.name}", title, in_range)
    engaged = bool(field.engaged_pieces(squad))
    for other in field.opponents(squad):
        yield OrderChoice(f"fight {other.name}", "in contact")
    far, near = (tiles_allowed(field, squad, Bonus(), shot, len(squad.carried())) for shot in (squad.shot, True))
    yield OrderChoice("move", f"{count_of(far, 'tile')}, {near} after shooting", not engaged, tile=True)
    yield OrderChoice("disengage", disengage_risk(field.house), not squad.shot, tile=True)
    charges = not engaged and not squad.shot
    for other in enemies:
        yield OrderChoice(f"charge {other.name}", f"{tables.CHARGE_ROLL} tiles after the move", charges)
