"""The check of orders before anything is rolled (FC-ORD), and reminders of what they risk (FC-TRK).

``check_orders`` gives all issues by line. Each rule is a small function over a ``Sheet``; the tuples ``RULES`` and
``REMINDERS`` are order and register.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from rulesets.core.desk import OrderIssue
from rulesets.core.findings import Severity
from rulesets.systems.forum_combat import attacks, salvos, tables
from rulesets.systems.forum_combat.battlefield import Battlefield, LivePiece, LiveSquad
from rulesets.systems.forum_combat.combat import PHASES, Combat, Phase
from rulesets.systems.forum_combat.command_phase import can_act, character, event_of, price_of
from rulesets.systems.forum_combat.melee_phase import fires_close
from rulesets.systems.forum_combat.morale import BROKEN, owes_check
from rulesets.systems.forum_combat.movement import MOST_CHARGE
from rulesets.systems.forum_combat.movement_phase import charge_need, first_piece, may_recover, path, tiles_allowed
from rulesets.systems.forum_combat.orders import NEAREST, AbilityUse, Ending, Orders, Shoot, SquadOrders, read_orders
from rulesets.systems.forum_combat.playing import Play
from rulesets.systems.forum_combat.shooting_phase import firing_pieces
from rulesets.systems.forum_combat.tiles import read_tile, steps_between
from rulesets.systems.forum_combat.units import AbilityPhase, AbilityTarget, Side, UnitKind, WeaponType


class Sheet:
    """Orders laid beside the combat: what the rules look at."""

    def __init__(self, combat: Combat, orders: Orders, number: int, phase: Phase) -> None:
        """``phase`` is the next to be played; what lies before it is not looked at any more."""
        self.orders = orders
        self.phase = phase
        used = tuple(event_of(use) for use in orders.abilities)
        self.play = Play(Battlefield(combat, combat.house()), orders, phase, 0, number, used)
        self.field = self.play.field

    def ahead(self, phase: Phase) -> bool:
        """Whether a phase is still to be played."""
        return PHASES.index(phase) >= PHASES.index(self.phase)

    def squads(self) -> Iterator[tuple[LiveSquad, SquadOrders]]:
        """Each squad with orders."""
        for own in self.orders.squads:
            yield self.field.squads[own.squad], own

    def shots(self) -> Iterator[tuple[LiveSquad, SquadOrders, Shoot, list[LivePiece]]]:
        """Each order to shoot with those it is for, while the shooting phase is ahead."""
        if self.ahead(Phase.SHOOTING):
            for squad, own in self.squads():
                for shoot in own.shoot:
                    pieces = [piece for piece in firing_pieces(squad, own, shoot) if piece.standing]
                    yield squad, own, shoot, pieces

    def targets(self, squad: LiveSquad, shoot: Shoot) -> list[LiveSquad]:
        """The squads an order to shoot names; all enemies for ``nearest``."""
        if NEAREST in shoot.targets:
            return [other for other in self.field.squads.values() if other.side is not squad.side]
        return [self.field.squads[target] for target in shoot.targets]

    def will_have_shot(self, squad: LiveSquad, own: SquadOrders) -> bool:
        """Whether the squad has shot by the time it moves."""
        return squad.shot or (bool(own.shoot) and self.ahead(Phase.SHOOTING))


Found = Iterator[OrderIssue]

MOVES = ("move", "disengage")
"""The orders that name a tile to go to."""


def _error(rule: str, line: int, message: str, squad: LiveSquad | None = None) -> OrderIssue:
    return OrderIssue(line, rule, message, Severity.ERROR, squad.id if squad else "")


def _warning(rule: str, line: int, message: str, squad: LiveSquad | None = None) -> OrderIssue:
    return OrderIssue(line, rule, message, Severity.WARNING, squad.id if squad else "")


def _line(own: SquadOrders, shoot: Shoot) -> int:
    return shoot.line or own.line


# --- who may be ordered ------------------------------------------------------------------------------


def squads_can_obey(sheet: Sheet) -> Found:
    """Orders are for squads that stand on the map, and holding is all that a squad on hold does."""
    for squad, own in sheet.squads():
        up = squad.standing()
        if not up:
            yield _warning("FC-RND-2", own.line, f"Nobody of {squad.name} stands; the orders have no effect.", squad)
        elif not any(piece.on_map for piece in up):
            yield _error("FC-RND-2", own.line, f"Nobody of {squad.name} is on the map; place them first.", squad)
        if own.hold and (own.shoot or own.fight or own.move or own.charge or own.disengage):
            yield _error("FC-RND-2", own.line_of("hold"), f"{squad.name} cannot both hold and act; choose one.", squad)


# --- abilities ---------------------------------------------------------------------------------------


def _uses(sheet: Sheet) -> tuple[AbilityUse, ...]:
    return sheet.orders.abilities if sheet.ahead(Phase.COMMAND) else ()


def abilities_are_at_hand(sheet: Sheet) -> Found:
    """A character uses own abilities on what they may target, while the figure stands."""
    combat = sheet.field.combat
    for use in _uses(sheet):
        who, entry = character(combat, use.character), combat.ability(use.ability)
        if use.ability not in who.abilities:
            names = ", ".join(combat.ability(key).name for key in who.abilities) or "none"
            yield _error("FC-CMD-1", use.line, f"{who.name} has no {entry.name}; there are {names}.")
        elif not can_act(sheet.play, who.name):
            yield _error("FC-CMD-1", use.line, f"{who.name} is down and cannot use abilities.")
        figure = sheet.field.pieces.get(who.piece)
        if entry.ability.target is AbilityTarget.SELF and (figure is None or figure.squad.id != use.squad):
            yield _error("FC-CMD-1", use.line, f"{entry.name} works on {who.name}'s own squad alone.")
        if use.piece and not sheet.field.pieces[use.piece].standing:
            yield _error("FC-CMD-1", use.line, f"{use.piece} is down; choose a unit that stands.")


def command_points_are_there(sheet: Sheet) -> Found:
    """The abilities of a round cost no more than the Command Points at hand."""
    spent: dict[str, int] = {}
    for use in _uses(sheet):
        cost = price_of(sheet.field.combat, use)
        spent[use.character] = spent.get(use.character, 0) + cost
        left = sheet.field.cp[use.character]
        if cost and spent[use.character] > left:
            needed = spent[use.character]
            yield _error("FC-ORD-1", use.line, f"{use.character} would spend {needed} CP and has {left}.")


def abilities_once_a_squad(sheet: Sheet) -> Found:
    """The same ability targets a squad once in a round."""
    house = sheet.field.house
    by_user = house.choice("fc.ability_limit_scope") == "user"
    by_unit = house.choice("fc.unit_ability_limit") == "unit"
    seen: set[tuple[str, str, str]] = set()
    for use in _uses(sheet):
        piece = use.piece if by_unit else ""
        key = (use.ability, piece or use.squad, use.character if by_user else "")
        if key in seen:
            name, squad = sheet.field.combat.ability(use.ability).name, sheet.field.squads[use.squad]
            yield _error("FC-ORD-2", use.line, f"{name} targets {piece or squad.name} already this round.", squad)
        seen.add(key)


# --- shooting ----------------------------------------------------------------------------------------


def one_target_for_players(sheet: Sheet) -> Found:
    """A player's squad fires at one squad, of the other side."""
    for squad, own in sheet.squads():
        if not sheet.ahead(Phase.SHOOTING):
            continue
        for shoot in own.shoot:
            for target in sheet.targets(squad, shoot):
                if target.side is squad.side:
                    yield _error("FC-SHOOT-1", _line(own, shoot), _no_enemy(squad, target), squad)
        targets = {shoot.targets[0] for shoot in own.shoot}
        if squad.side is Side.PLAYERS and len(targets) > 1 and sheet.field.house.choice("fc.split_fire") == "one":
            line = _line(own, own.shoot[-1])
            yield _error("FC-A02", line, f"{squad.name} can fire at one squad only; name one target.", squad)


def the_engaged_do_not_shoot(sheet: Sheet) -> Found:
    """A unit in an enemy's zone is not ordered to shoot."""
    for squad, own, shoot, pieces in sheet.shots():
        placed = [piece for piece in pieces if piece.on_map]
        if placed and all(sheet.field.is_engaged(piece) for piece in placed):
            who = shoot.piece or f"Every unit of {squad.name}"
            yield _error("FC-ORD-4", _line(own, shoot), f"{who} is engaged and cannot shoot.", squad)


def one_weapon_a_unit(sheet: Sheet) -> Found:
    """A unit fires one weapon in a phase, and those with Extra Attacks."""
    yield from _too_many_weapons(sheet, team=False)


def a_team_fires_one_way(sheet: Sheet) -> Found:
    """A heavy weapon team fires its crewed weapon or its rifles."""
    yield from _too_many_weapons(sheet, team=True)


def _too_many_weapons(sheet: Sheet, team: bool) -> Found:
    fired: dict[str, list[str]] = {}
    for squad, own, shoot, pieces in sheet.shots():
        for piece in pieces:
            single, _ = salvos.choices(sheet.field, piece, shoot.weapons)
            if salvos.all_weapons(sheet.field, piece, single):
                continue
            names = [armed.name for armed in single] if shoot.weapons else ["its own choice"]
            known = fired.setdefault(piece.id, [])
            before = len(known)
            known += names
            is_team = piece.profile.kind is UnitKind.TEAM
            if len(known) > 1 and len(known) > before and is_team is team:
                shown = " and ".join(dict.fromkeys(known)) if len(set(known)) > 1 else f"{known[0]} twice"
                if team:
                    message = f"{piece.id} is told to fire {shown}; a team fires its crewed weapon or its rifles."
                else:
                    message = f"{piece.id} is told to fire {shown}; a unit fires one weapon."
                yield _error("FC-ORD-6" if team else "FC-ORD-5", _line(own, shoot), message, squad)
                break


def weapons_are_at_hand(sheet: Sheet) -> Found:
    """The weapons ordered are ranged and somebody carries them."""
    weapons = {entry.key: entry for entry in sheet.field.combat.weapons}
    for squad, own, shoot, pieces in sheet.shots():
        who = f"{shoot.piece} has no" if shoot.piece else f"Nobody of {squad.name} has"
        for key in shoot.weapons:
            if weapons[key].weapon.type is WeaponType.MELEE:
                message = f"{weapons[key].name} is no ranged weapon."
                yield _error("FC-SHOOT-2", _line(own, shoot), message, squad)
            elif pieces and not any(armed.key == key for piece in pieces for armed in piece.arms):
                yield _error("FC-SHOOT-2", _line(own, shoot), f"{who} {weapons[key].name}.", squad)


def targets_are_in_range(sheet: Sheet) -> Found:
    """The target lies within the range of a weapon that may fire."""
    for squad, own, shoot, pieces in sheet.shots():
        ready = [piece for piece in pieces if salvos.may_shoot(sheet.field, piece)]
        targets = [target for target in sheet.targets(squad, shoot) if not salvos.is_wiped(sheet.field, target)]
        if not ready or not targets:
            continue
        shared = sheet.play.bonus(squad, Phase.SHOOTING)
        bonuses = {piece.id: shared + sheet.play.own_bonus(piece, Phase.SHOOTING) for piece in ready}
        carried = {
            armed: piece
            for piece in ready
            for part in salvos.choices(sheet.field, piece, shoot.weapons)
            for armed in part
        }
        if not carried or any(
            salvos.in_reach(sheet.field, piece, armed, target, bonuses[piece.id])
            for target in targets
            for piece in ready
            for part in salvos.choices(sheet.field, piece, shoot.weapons)
            for armed in part
        ):
            continue
        distances = [sheet.field.distance(piece, target) for piece in ready for target in targets]
        nearest = min((found for found in distances if found is not None), default=None)
        longest = max(attacks.range_cap(armed.weapon.rng, bonuses[piece.id].rng) for armed, piece in carried.items())
        names = " and ".join(target.name for target in targets[:3])
        away = f"{names}: off the map" if nearest is None else f"It is {nearest} tiles to {names}"
        message = f"{away}; {shoot.piece or squad.name} can reach {longest}."
        yield _error("FC-ORD-7", _line(own, shoot), message, squad)


def fire_is_not_wasted(sheet: Sheet) -> Found:
    """Fire at a squad that is wiped out already is wasted."""
    for squad, own, shoot, _ in sheet.shots():
        for target in sheet.targets(squad, shoot):
            if squad.side is Side.PLAYERS and salvos.is_wiped(sheet.field, target):
                message = f"Nobody of {target.name} stands; the fire is wasted and still counts as having shot."
                yield _warning("FC-INIT-2", _line(own, shoot), message, squad)


def melee_is_with_those_in_contact(sheet: Sheet) -> Found:
    """A squad fights an enemy squad that it touches."""
    for squad, own in sheet.squads():
        if own.fight and sheet.ahead(Phase.MELEE):
            opponents = sheet.field.opponents(squad)
            if own.fight not in [other.id for other in opponents]:
                names = ", ".join(other.name for other in opponents) or "nobody"
                target = sheet.field.squads[own.fight]
                message = f"No unit of {squad.name} touches {target.name}; in contact: {names}."
                yield _error("FC-MEL-4", own.line_of("fight"), message, squad)


# --- moving ------------------------------------------------------------------------------------------


def _moving(sheet: Sheet) -> Iterator[tuple[LiveSquad, SquadOrders]]:
    if sheet.ahead(Phase.MOVEMENT):
        for squad, own in sheet.squads():
            if squad.standing():
                yield squad, own


def shooting_costs_speed(sheet: Sheet) -> Found:
    """A squad that shot has no movement bonus, no Disengage and no Charge."""
    for squad, own in _moving(sheet):
        if not sheet.will_have_shot(squad, own):
            continue
        for wanted, name in ((own.disengage, "Disengage"), (bool(own.charge), "Charge")):
            if wanted:
                yield _error(
                    "FC-ORD-8", own.line_of(name.lower()), f"{squad.name} cannot {name} after shooting.", squad
                )
        steps = _steps(sheet, squad, own)
        if steps is not None and _allowed(sheet, squad, True) < steps <= _allowed(sheet, squad, False):
            allowed = _allowed(sheet, squad, True)
            message = f"{_away(squad, own, steps)}; after shooting {squad.name} may move {allowed}."
            yield _error("FC-ORD-8", own.line_of(*MOVES), message, squad)


def the_engaged_disengage(sheet: Sheet) -> Found:
    """An engaged squad moves by Disengage alone."""
    for squad, own in _moving(sheet):
        if (own.move or own.charge) and not own.disengage and sheet.field.engaged_pieces(squad):
            message = f"{squad.name} can move by Disengage alone while engaged."
            yield _error("FC-ORD-9", own.line_of("move", "charge"), message, squad)


def disengage_or_charge(sheet: Sheet) -> Found:
    """Disengage and Charge exclude each other."""
    for squad, own in _moving(sheet):
        if own.disengage and own.charge:
            line = own.line_of("disengage", "charge")
            yield _error("FC-ORD-10", line, f"{squad.name} may Disengage or Charge, not both.", squad)


def _allowed(sheet: Sheet, squad: LiveSquad, shot: bool) -> int:
    own = sheet.orders.of(squad.id)
    downed = sum(piece.id not in own.abandon for piece in squad.carried())
    bonus = sheet.play.bonus(squad, Phase.MOVEMENT)
    return tiles_allowed(sheet.field, squad, bonus, shot, downed)


def _steps(sheet: Sheet, squad: LiveSquad, own: SquadOrders) -> int | None:
    lead, goal = first_piece(squad), read_tile(own.move)
    if lead is None or goal is None:
        return None
    way = path(sheet.field, squad, lead.tile, goal)
    return None if way is None else len(way)


def _away(squad: LiveSquad, own: SquadOrders, steps: int) -> str:
    """How far off the goal is, and how much of that goes round what stands in the way."""
    lead, goal = first_piece(squad), read_tile(own.move)
    straight = steps if lead is None or goal is None else steps_between(lead.tile, goal)
    round_them = f", {straight} if no wall or squad stood between" if steps > straight else ""
    return f"{own.move} is {steps} steps away{round_them}"


def moves_fit(sheet: Sheet) -> Found:
    """A move is no longer than allowed, on tiles that can be walked."""
    for squad, own in _moving(sheet):
        goal = read_tile(own.move)
        if goal is None or first_piece(squad) is None:
            continue
        there, line = sheet.field.occupied.get(goal), own.line_of(*MOVES)
        steps = _steps(sheet, squad, own)
        most = _allowed(sheet, squad, False)
        allowed = _allowed(sheet, squad, sheet.will_have_shot(squad, own))
        if goal in sheet.field.ground.blocked:
            yield _error("FC-ORD-11", line, f"{own.move} is blocked; choose an open tile.", squad)
        elif there is not None and there.squad is not squad:
            yield _error("FC-ORD-11", line, f"{own.move} is taken by {there.id} of {there.squad.name}.", squad)
        elif steps is None:
            yield _error("FC-ORD-11", line, f"There is no way from {squad.name} to {own.move}.", squad)
        elif steps > most:
            message = f"{_away(squad, own, steps)}; {squad.name} may move {allowed}."
            yield _error("FC-ORD-11", line, message, squad)


def _no_enemy(squad: LiveSquad, target: LiveSquad) -> str:
    """Why a squad does not attack another of its own side, or itself."""
    if target is squad:
        return f"{squad.name} cannot attack itself; choose an enemy squad."
    return f"{squad.name} and {target.name} are on one side; choose an enemy squad."


def charges_have_a_target(sheet: Sheet) -> Found:
    """A charge names an enemy squad that stands."""
    for squad, own in _moving(sheet):
        if own.charge:
            target = sheet.field.squads[own.charge]
            if target.side is squad.side:
                yield _error("FC-CHG-1", own.line_of("charge"), _no_enemy(squad, target), squad)
            elif not target.standing():
                yield _error(
                    "FC-CHG-1", own.line_of("charge"), f"Nobody of {target.name} stands; choose another target.", squad
                )


def the_downed_are_known(sheet: Sheet) -> Found:
    """Only downed units are abandoned; abandoned ones are picked up where the rulings allow it."""
    for squad, own in _moving(sheet):
        for number in own.abandon:
            piece = sheet.field.pieces.get(number)
            if piece is not None and piece.standing and "all" not in own.abandon:
                line = own.line_of("abandon")
                yield _warning("FC-MOV-5", line, f"{number} stands; it is left behind only if it falls.", squad)
        for number in own.recover:
            if not may_recover(sheet.field, squad, sheet.field.pieces[number]):
                allowed = sheet.field.house.on("fc.recover")
                reason = "it must lie abandoned beside the squad" if allowed else "abandoned units stay behind"
                yield _error("FC-A49", own.line_of("recover"), f"{number} cannot be picked up: {reason}.", squad)


def leaving_early_needs_disengaging(sheet: Sheet) -> Found:
    """To end combat early every engaged squad has to disengage."""
    if sheet.orders.ending not in (Ending.EARLY, Ending.LOST) or not sheet.ahead(Phase.MOVEMENT):
        return
    for squad in sheet.field.side(Side.PLAYERS):
        if sheet.field.engaged_pieces(squad) and not sheet.orders.of(squad.id).disengage:
            message = f"{squad.name} must Disengage to end combat early while engaged."
            yield _error("FC-ORD-12", sheet.orders.ending_line, message, squad)


RULES: tuple[Callable[[Sheet], Found], ...] = (
    squads_can_obey,
    abilities_are_at_hand,
    command_points_are_there,
    abilities_once_a_squad,
    one_target_for_players,
    the_engaged_do_not_shoot,
    weapons_are_at_hand,
    one_weapon_a_unit,
    a_team_fires_one_way,
    targets_are_in_range,
    fire_is_not_wasted,
    melee_is_with_those_in_contact,
    shooting_costs_speed,
    the_engaged_disengage,
    disengage_or_charge,
    moves_fit,
    charges_have_a_target,
    the_downed_are_known,
    leaving_early_needs_disengaging,
)


# --- reminders ---------------------------------------------------------------------------------------


def several_on_one(sheet: Sheet) -> Found:
    """Several player squads on one target may waste their fire."""
    seen: dict[str, str] = {}
    for squad, own, shoot, _ in sheet.shots():
        target = shoot.targets[0]
        first = seen.setdefault(target, squad.name)
        if squad.side is Side.PLAYERS and first != squad.name:
            name = sheet.field.squads[target].name
            message = f"{first} will fire at {name} before; if nobody is left standing, this fire is wasted."
            yield _warning("FC-TRK-1", _line(own, shoot), message, squad)


def shooters_miss_close_quarters(sheet: Sheet) -> Found:
    """Units of a squad in melee that shoot now are out of the close-quarters part."""
    for squad, own, shoot, pieces in sheet.shots():
        ready = any(armed.weapon.close_quarters for piece in pieces for armed in piece.arms)
        if ready and fires_close(sheet.field, squad):
            message = f"{squad.name} is in melee; who shoots now is out of the close-quarters part."
            yield _warning("FC-TRK-3", _line(own, shoot), message, squad)


def friends_are_in_the_way(sheet: Sheet) -> Found:
    """Misses at a squad in melee with friends are rolled again at them."""
    for squad, own, shoot, _ in sheet.shots():
        for target in sheet.targets(squad, shoot)[:1]:
            found = salvos.scrum(sheet.field, target)
            if found is not None and target.side is not squad.side:
                names = ", ".join(friend.name for friend in found.squads())
                message = f"Units of {target.name} are in melee with {names}; misses are rolled again at them."
                yield _warning("FC-TRK-5", _line(own, shoot), message, squad)


def limits_cap(sheet: Sheet) -> Found:
    """Modifiers to ACC and RNG count up to their limits."""
    for squad, own, shoot, pieces in sheet.shots():
        bonus = sheet.play.bonus(squad, Phase.SHOOTING)
        total = salvos.shooter_modifier(squad, bonus)
        if attacks.net_modifier(total) != total:
            message = f"{total:+d} to ACC counts as {attacks.net_modifier(total):+d}."
            yield _warning("FC-TRK-6", _line(own, shoot), message, squad)
        capped = {armed.name for piece in pieces for armed in piece.arms if 2 * bonus.rng > armed.weapon.rng > 0}
        if capped:
            names = ", ".join(sorted(capped))
            yield _warning("FC-TRK-6", _line(own, shoot), f"RNG grows by half at the most: {names}.", squad)


def one_from_half(sheet: Sheet) -> Found:
    """One more loss puts the squad below half strength."""
    for squad, own in _moving(sheet):
        left, house = squad.left(), sheet.field.house
        weakest = min(piece.hp for piece in squad.standing())
        fewer = replace(left, standing=left.standing - 1, living=left.living - 1, hp_left=left.hp_left - weakest)
        if owes_check(fewer, house) and not owes_check(left, house):
            message = f"{left.standing} of {left.start} of {squad.name} stand; one more loss means a morale check."
            yield _warning("FC-TRK-7", own.line, message, squad)


def carrying_costs(sheet: Sheet) -> Found:
    """Downed units slow the squad to its least."""
    for squad, own in _moving(sheet):
        carried = len(squad.carried())
        if own.move and carried:
            shot, bonus = sheet.will_have_shot(squad, own), sheet.play.bonus(squad, Phase.MOVEMENT)
            slow, free = (tiles_allowed(sheet.field, squad, bonus, shot, downed) for downed in (carried, 0))
            if slow <= tables.half_up(free):
                message = (
                    f"With {carried} downed {squad.name} can move {slow}; without them {free}, and morale is worse."
                )
                yield _warning("FC-TRK-8", own.line_of(*MOVES), message, squad)


def charges_reach(sheet: Sheet) -> Found:
    """A charge over more tiles than two dice show cannot succeed."""
    for squad, own in _moving(sheet):
        target = sheet.field.squads.get(own.charge)
        if target is None or not target.standing() or target.side is squad.side:
            continue
        need = charge_need(sheet.field, squad, target)
        walked = _allowed(sheet, squad, False) if own.move else 0
        if need is not None and need - walked > MOST_CHARGE:
            message = f"It is {need} tiles to {target.name}; {tables.CHARGE_ROLL} cannot bring {squad.name} there."
            yield _warning("FC-TRK-10", own.line_of("charge"), message, squad)


def who_breaks_away_goes_away(sheet: Sheet) -> Found:
    """A squad that disengages moves away from the enemy."""
    for squad, own in _moving(sheet):
        if not own.disengage or sheet.will_have_shot(squad, own):
            continue
        goal, line = read_tile(own.move), own.line_of("disengage")
        if goal is None and sheet.field.engaged_pieces(squad):
            message = f"No tile to go to is named; {squad.name} would stay in contact after the rolls."
            yield _warning("FC-DIS-3", line, message, squad)
        elif goal is not None and sheet.field.in_any_zone(goal, squad.side):
            message = f"{own.move} lies within engagement range of the enemy; {squad.name} should move away."
            yield _warning("FC-DIS-3", line, message, squad)


def the_broken_are_weak(sheet: Sheet) -> Found:
    """A broken squad holds no objective, moves half as far and shoots worse."""
    for squad, own in sheet.squads():
        if squad.broken and squad.standing():
            message = f"{squad.name} is broken: {BROKEN}."
            yield _warning("FC-TRK-11", own.line, message, squad)


def the_last_one_carries_all(sheet: Sheet) -> Found:
    """When the last standing unit falls, the downed with it roll for their lives."""
    for squad, own in sheet.squads():
        if squad.side is Side.PLAYERS and len(squad.standing()) == 1 and squad.carried():
            message = f"If the last unit of {squad.name} falls, {len(squad.carried()) + 1} roll for their lives."
            yield _warning("FC-TRK-12", own.line, message, squad)


def on_a_unit_by_hand(sheet: Sheet) -> Found:
    """An ability on one unit adds to its ACC and RNG, and lets it shoot at once; all else is carried out by hand."""
    for use in _uses(sheet):
        entry = sheet.field.combat.ability(use.ability)
        given = entry.ability
        at_once = given.immediately and given.phase is not AbilityPhase.SHOOTING
        if use.piece and (given.save or given.mov or given.morale or at_once):
            message = f"{entry.name} is for one unit; what it does beside ACC and RNG is carried out by hand."
            yield _warning("FC-CMD-1", use.line, message)


def hard_hits_kill(sheet: Sheet) -> Found:
    """A wound of twice the target's HP kills outright."""
    for squad, own, shoot, pieces in sheet.shots():
        hardest = max(
            (armed.weapon.dmg for piece in pieces for armed in piece.arms if armed.weapon.type is WeaponType.RANGED),
            default=0,
        )
        for target in sheet.targets(squad, shoot)[:1]:
            if any(hardest >= 2 * piece.profile.hp for piece in target.standing()):
                message = f"DMG {hardest} kills unhurt units of {target.name} outright."
                yield _warning("FC-TRK-13", _line(own, shoot), message, squad)


REMINDERS: tuple[Callable[[Sheet], Found], ...] = (
    several_on_one,
    shooters_miss_close_quarters,
    friends_are_in_the_way,
    limits_cap,
    one_from_half,
    carrying_costs,
    charges_reach,
    who_breaks_away_goes_away,
    the_broken_are_weak,
    the_last_one_carries_all,
    on_a_unit_by_hand,
    hard_hits_kill,
)


def check_orders(combat: Combat, text: str, number: int, phase: Phase) -> tuple[OrderIssue, ...]:
    """All issues of orders for round ``number`` from ``phase`` on, errors and reminders, by line."""
    orders, issues = read_orders(combat, text)
    sheet = Sheet(combat, orders, number, phase)
    found = [*issues, *(issue for rule in (*RULES, *REMINDERS) for issue in rule(sheet))]
    return tuple(sorted(found, key=lambda issue: (issue.line, issue.severity is not Severity.ERROR)))
