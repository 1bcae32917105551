"""The check of orders before anything is rolled (FC-ORD).

``check_orders`` returns all issues by line. Each rule is a function of an ``OrderSheet``, listed in ``RULES`` here or
in ``REMINDERS`` of ``order_reminders``, in the order in which they are checked.
"""

from collections.abc import Callable

from rulesets.core.desk import OrderIssue
from rulesets.core.forces.findings import Severity
from rulesets.core.wording import count_of

from .. import attacks
from ..tiles import read_tile
from ..units import AbilityTarget, Allegiance, UnitKind, WeaponType
from ..weapon_choice import fires_all
from . import salvos
from .combat import Combat, Phase
from .command_phase import can_act, character, price_of
from .movement_phase import first_piece, may_recover
from .order_reader import read_orders
from .order_reminders import REMINDERS
from .order_sheet import (
    MOVES,
    Issues,
    OrderSheet,
    allowance_of,
    distance_words,
    error_at,
    squads_moving,
    steps_ordered,
    target_fault,
    uses_ahead,
    warning_at,
)
from .orders import CombatEnding

# --- who may be ordered ------------------------------------------------------------------------------


def squads_can_obey(sheet: OrderSheet) -> Issues:
    """Only squads that stand on the map have orders, and a squad that holds does nothing else."""
    for squad, own in sheet.squads():
        standing = squad.standing()
        if not standing:
            yield warning_at("FC-RND-2", own.line, f"Nobody in {squad.name} is standing, so this has no effect.", squad)
        elif not any(piece.on_map for piece in standing):
            yield error_at("FC-RND-2", own.line, f"Nobody in {squad.name} is on the map. Place them first.", squad)
        if own.hold and (own.shoot or own.fight or own.move or own.charge or own.disengage):
            yield error_at(
                "FC-RND-2", own.line_of("hold"), f"{squad.name} cannot both hold and act. Choose one.", squad
            )


def abilities_are_available(sheet: OrderSheet) -> Issues:
    """Characters use only their own abilities, on the allowed targets, and while their figure stands."""
    combat = sheet.field.combat
    for use in uses_ahead(sheet):
        who, entry = character(combat, use.character), combat.ability(use.ability)
        if use.ability not in who.abilities:
            names = ", ".join(combat.ability(key).name for key in who.abilities) or "none"
            yield error_at("FC-CMD-1", use.line, f"{who.name} does not have {entry.name}. The abilities are {names}.")
        elif not can_act(sheet.play, who.name):
            yield error_at("FC-CMD-1", use.line, f"{who.name} is down and cannot use abilities.")
        figure = sheet.field.pieces.get(who.piece)
        if entry.ability.target is AbilityTarget.SELF and (figure is None or figure.squad.id != use.squad):
            yield error_at("FC-CMD-1", use.line, f"{entry.name} works only on {who.name}’s squad.")
        if use.piece and not sheet.field.pieces[use.piece].standing:
            yield error_at("FC-CMD-1", use.line, f"{use.piece} is down. Choose a standing unit.")


def command_points_suffice(sheet: OrderSheet) -> Issues:
    """The abilities of a round cost no more than the Command Points left."""
    costs: dict[str, int] = {}
    for use in uses_ahead(sheet):
        cost = price_of(sheet.field.combat, use)
        costs[use.character] = costs.get(use.character, 0) + cost
        cp = sheet.field.cp[use.character]
        if cost and costs[use.character] > cp:
            total = costs[use.character]
            yield error_at("FC-ORD-1", use.line, f"{use.character} would spend {total} CP but has {cp}.")


def abilities_target_a_squad_once(sheet: OrderSheet) -> Issues:
    """The same ability targets a squad once a round."""
    house = sheet.field.house
    by_user = house.choice("fc.ability_limit_scope") == "user"
    by_unit = house.choice("fc.unit_ability_limit") == "unit"
    targets: set[tuple[str, str, str]] = set()
    for use in uses_ahead(sheet):
        piece = use.piece if by_unit else ""
        key = (use.ability, piece or use.squad, use.character if by_user else "")
        if key in targets:
            name, squad = sheet.field.combat.ability(use.ability).name, sheet.field.squads[use.squad]
            yield error_at("FC-ORD-2", use.line, f"{name} already targets {piece or squad.name} this round.", squad)
        targets.add(key)


# --- shooting ----------------------------------------------------------------------------------------


def players_name_one_target(sheet: OrderSheet) -> Issues:
    """A player's squad fires at one squad, of the other side."""
    for squad, own in sheet.squads():
        if not sheet.ahead(Phase.SHOOTING):
            continue
        for shoot in own.shoot:
            for target in sheet.targets(squad, shoot):
                if target.side is squad.side:
                    yield error_at("FC-SHOOT-1", shoot.line, target_fault(squad, target), squad)
        targets = {shoot.targets[0] for shoot in own.shoot}
        if squad.side is Allegiance.PLAYERS and len(targets) > 1 and sheet.field.house.choice("fc.split_fire") == "one":
            line = own.shoot[-1].line
            yield error_at("FC-A02", line, f"{squad.name} can fire at only one squad. Name one target.", squad)


def engaged_units_cannot_shoot(sheet: OrderSheet) -> Issues:
    """A unit in an enemy's zone cannot shoot."""
    for squad, shoot, pieces in sheet.shots():
        on_map = [piece for piece in pieces if piece.on_map]
        if on_map and all(sheet.field.is_engaged(piece) for piece in on_map):
            who = shoot.piece or f"Every unit of {squad.name}"
            yield error_at("FC-ORD-4", shoot.line, f"{who} is engaged and cannot shoot.", squad)


def units_fire_one_weapon(sheet: OrderSheet) -> Issues:
    """A unit fires one weapon in a phase, and those with Extra Attacks."""
    yield from _too_many_weapons(sheet, team=False)


def teams_fire_one_way(sheet: OrderSheet) -> Issues:
    """A heavy weapon team fires its crewed weapon or its rifles."""
    yield from _too_many_weapons(sheet, team=True)


def _too_many_weapons(sheet: OrderSheet, team: bool) -> Issues:
    ordered: dict[str, list[str]] = {}
    for squad, shoot, pieces in sheet.shots():
        for piece in pieces:
            single, _ = salvos.choices(sheet.field, piece, shoot.weapons)
            if fires_all(piece.profile.kind, len(single), sheet.field.house):
                continue
            names = [armed.name for armed in single] if shoot.weapons else ["its own choice"]
            weapons = ordered.setdefault(piece.id, [])
            before = len(weapons)
            weapons += names
            is_team = piece.profile.kind is UnitKind.TEAM
            if len(weapons) > 1 and len(weapons) > before and is_team is team:
                words = " and ".join(dict.fromkeys(weapons)) if len(set(weapons)) > 1 else f"{weapons[0]} twice"
                if team:
                    message = f"{piece.id} is ordered to fire {words}. A team fires its crewed weapon or its rifles."
                else:
                    message = f"{piece.id} is ordered to fire {words}. A unit fires one weapon."
                yield error_at("FC-ORD-6" if team else "FC-ORD-5", shoot.line, message, squad)
                break


def weapons_are_carried(sheet: OrderSheet) -> Issues:
    """Ordered weapons are ranged, and a unit carries them."""
    weapons = {entry.key: entry for entry in sheet.field.combat.weapons}
    for squad, shoot, pieces in sheet.shots():
        who = f"{shoot.piece} has no" if shoot.piece else f"Nobody in {squad.name} has"
        for key in shoot.weapons:
            if weapons[key].weapon.type is WeaponType.MELEE:
                message = f"{weapons[key].name} is not a ranged weapon."
                yield error_at("FC-SHOOT-2", shoot.line, message, squad)
            elif pieces and not any(armed.key == key for piece in pieces for armed in piece.arms):
                yield error_at("FC-SHOOT-2", shoot.line, f"{who} {weapons[key].name}.", squad)


def targets_are_in_range(sheet: OrderSheet) -> Issues:
    """The target lies within the range of a weapon that may fire."""
    for squad, shoot, pieces in sheet.shots():
        ready = [piece for piece in pieces if salvos.may_shoot(sheet.field, piece)]
        targets = [target for target in sheet.targets(squad, shoot) if not salvos.is_wiped(sheet.field, target)]
        if not ready or not targets:
            continue
        shared = sheet.play.bonus(squad, Phase.SHOOTING)
        bonuses = {piece.id: shared + sheet.play.own_bonus(piece, Phase.SHOOTING) for piece in ready}
        weapons = {
            armed: piece
            for piece in ready
            for part in salvos.choices(sheet.field, piece, shoot.weapons)
            for armed in part
        }
        if not weapons or any(
            salvos.in_reach(sheet.field, piece, armed, target, bonuses[piece.id])
            for target in targets
            for piece in ready
            for part in salvos.choices(sheet.field, piece, shoot.weapons)
            for armed in part
        ):
            continue
        distances = [sheet.field.distance(piece, target) for piece in ready for target in targets]
        nearest = min((distance for distance in distances if distance is not None), default=None)
        longest = max(attacks.range_cap(armed.weapon.rng, bonuses[piece.id].rng) for armed, piece in weapons.items())
        names = " and ".join(target.name for target in targets[:3])
        away = f"{names}: off the map" if nearest is None else f"It is {count_of(nearest, 'tile')} to {names}"
        message = f"{away}. {shoot.piece or squad.name} can reach {longest}."
        yield error_at("FC-ORD-7", shoot.line, message, squad)


def fire_is_not_wasted(sheet: OrderSheet) -> Issues:
    """Fire at a squad that is wiped out already is wasted."""
    for squad, shoot, _ in sheet.shots():
        for target in sheet.targets(squad, shoot):
            if squad.side is Allegiance.PLAYERS and salvos.is_wiped(sheet.field, target):
                wasted = "The fire is wasted, and the squad still counts as having shot."
                message = f"Nobody in {target.name} is standing. {wasted}"
                yield warning_at("FC-INIT-2", shoot.line, message, squad)


def fights_need_contact(sheet: OrderSheet) -> Issues:
    """A squad fights an enemy squad that it touches."""
    for squad, own in sheet.squads():
        if own.fight and sheet.ahead(Phase.MELEE):
            opponents = sheet.field.opponents(squad)
            if own.fight not in [other.id for other in opponents]:
                names = ", ".join(other.name for other in opponents) or "nobody"
                target = sheet.field.squads[own.fight]
                message = f"No unit of {squad.name} touches {target.name}. {squad.name} is in contact with {names}."
                yield error_at("FC-MEL-4", own.line_of("fight"), message, squad)


def shooting_costs_speed(sheet: OrderSheet) -> Issues:
    """A squad that shot has no movement bonus, no Disengage and no Charge."""
    for squad, own in squads_moving(sheet):
        if not sheet.will_have_shot(squad, own):
            continue
        for is_ordered, name in ((own.disengage, "Disengage"), (bool(own.charge), "Charge")):
            if is_ordered:
                yield error_at(
                    "FC-ORD-8", own.line_of(name.lower()), f"{squad.name} cannot {name} after shooting.", squad
                )
        steps = steps_ordered(sheet, squad, own)
        if steps is not None and allowance_of(sheet, squad, True) < steps <= allowance_of(sheet, squad, False):
            allowed = allowance_of(sheet, squad, True)
            message = f"{distance_words(squad, own, steps)}. After shooting {squad.name} may move {allowed}."
            yield error_at("FC-ORD-8", own.line_of(*MOVES), message, squad)


def engaged_squads_disengage(sheet: OrderSheet) -> Issues:
    """An engaged squad can only move by Disengage."""
    for squad, own in squads_moving(sheet):
        if (own.move or own.charge) and not own.disengage and sheet.field.engaged_pieces(squad):
            message = f"{squad.name} is engaged and can only move by Disengaging."
            yield error_at("FC-ORD-9", own.line_of("move", "charge"), message, squad)


def disengage_or_charge(sheet: OrderSheet) -> Issues:
    """Disengage and Charge exclude each other."""
    for squad, own in squads_moving(sheet):
        if own.disengage and own.charge:
            line = own.line_of("disengage", "charge")
            yield error_at("FC-ORD-10", line, f"{squad.name} may Disengage or Charge, not both.", squad)


def moves_fit(sheet: OrderSheet) -> Issues:
    """A move is no longer than allowed, and ends on a free tile that can be reached."""
    for squad, own in squads_moving(sheet):
        goal = read_tile(own.move)
        if goal is None or first_piece(squad) is None:
            continue
        occupant, line = sheet.field.occupants.get(goal), own.line_of(*MOVES)
        steps = steps_ordered(sheet, squad, own)
        maximum = allowance_of(sheet, squad, False)
        allowed = allowance_of(sheet, squad, sheet.will_have_shot(squad, own))
        if goal in sheet.field.ground.blocked_tiles:
            yield error_at("FC-ORD-11", line, f"{own.move} is blocked. Choose an open tile.", squad)
        elif occupant is not None and occupant.squad is not squad:
            message = f"{own.move} is taken by {occupant.id} of {occupant.squad.name}."
            yield error_at("FC-ORD-11", line, message, squad)
        elif steps is None:
            yield error_at("FC-ORD-11", line, f"There is no route from {squad.name} to {own.move}.", squad)
        elif steps > maximum:
            message = f"{distance_words(squad, own, steps)}. {squad.name} may move {allowed}."
            yield error_at("FC-ORD-11", line, message, squad)


def charges_have_a_target(sheet: OrderSheet) -> Issues:
    """A charge names an enemy squad that stands."""
    for squad, own in squads_moving(sheet):
        if own.charge:
            target = sheet.field.squads[own.charge]
            if target.side is squad.side:
                yield error_at("FC-CHG-1", own.line_of("charge"), target_fault(squad, target), squad)
            elif not target.standing():
                yield error_at(
                    "FC-CHG-1",
                    own.line_of("charge"),
                    f"Nobody in {target.name} is standing. Choose another target.",
                    squad,
                )


def only_downed_units_are_abandoned(sheet: OrderSheet) -> Issues:
    """Only downed units are abandoned; abandoned ones are picked up if the rulings allow it."""
    for squad, own in squads_moving(sheet):
        for number in own.abandon:
            piece = sheet.field.pieces.get(number)
            if piece is not None and piece.standing and "all" not in own.abandon:
                line = own.line_of("abandon")
                yield warning_at("FC-MOV-5", line, f"{number} stands. It is left behind only if it falls.", squad)
        for number in own.recover:
            if not may_recover(sheet.field, squad, sheet.field.pieces[number]):
                allowed = sheet.field.house.on("fc.recover")
                reason = "it must lie abandoned beside the squad" if allowed else "abandoned units stay behind"
                yield error_at("FC-A49", own.line_of("recover"), f"{number} cannot be picked up: {reason}.", squad)


def leaving_early_needs_disengaging(sheet: OrderSheet) -> Issues:
    """To end combat early, every engaged squad has to disengage."""
    if sheet.orders.ending not in (CombatEnding.EARLY, CombatEnding.LOST) or not sheet.ahead(Phase.MOVEMENT):
        return
    for squad in sheet.field.side(Allegiance.PLAYERS):
        if sheet.field.engaged_pieces(squad) and not sheet.orders.of(squad.id).disengage:
            message = f"{squad.name} is engaged and must Disengage before combat can end early."
            yield error_at("FC-ORD-12", sheet.orders.ending_line, message, squad)


RULES: tuple[Callable[[OrderSheet], Issues], ...] = (
    squads_can_obey,
    abilities_are_available,
    command_points_suffice,
    abilities_target_a_squad_once,
    players_name_one_target,
    engaged_units_cannot_shoot,
    weapons_are_carried,
    units_fire_one_weapon,
    teams_fire_one_way,
    targets_are_in_range,
    fire_is_not_wasted,
    fights_need_contact,
    shooting_costs_speed,
    engaged_squads_disengage,
    disengage_or_charge,
    moves_fit,
    charges_have_a_target,
    only_downed_units_are_abandoned,
    leaving_early_needs_disengaging,
)


def check_orders(combat: Combat, text: str, number: int, phase: Phase) -> tuple[OrderIssue, ...]:
    """All issues of orders for round ``number`` from ``phase`` on, errors and reminders, by line."""
    orders, reading_issues = read_orders(combat, text)
    sheet = OrderSheet(combat, orders, number, phase)
    issues = [*reading_issues, *(issue for rule in (*RULES, *REMINDERS) for issue in rule(sheet))]
    return tuple(sorted(issues, key=lambda issue: (issue.line, issue.severity is not Severity.ERROR)))
