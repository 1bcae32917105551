"""Reminders of the risks of orders (FC-TRK), which never prevent a round."""

from collections.abc import Callable
from dataclasses import replace

from rulesets.core.wording import signed

from .. import attacks, tables
from ..morale import broken_words, owes_check
from ..tiles import read_tile
from ..units import AbilityPhase, Allegiance, WeaponType
from . import salvos
from .combat import Phase
from .melee_phase import fires_close
from .movement_phase import charge_need, tiles_allowed
from .order_sheet import (
    MOVES,
    Issues,
    OrderSheet,
    allowance_of,
    squads_moving,
    uses_ahead,
    warning_at,
)


def squads_share_a_target(sheet: OrderSheet) -> Issues:
    """Several player squads that fire at one target may waste their fire."""
    first_squads: dict[str, str] = {}
    for squad, shoot, _ in sheet.shots():
        target = shoot.targets[0]
        first = first_squads.setdefault(target, squad.name)
        if squad.side is Allegiance.PLAYERS and first != squad.name:
            name = sheet.field.squads[target].name
            message = f"{first} fires at {name} first. If nobody is left standing, this fire is wasted."
            yield warning_at("FC-TRK-1", shoot.line, message, squad)


def shooters_miss_close_quarters(sheet: OrderSheet) -> Issues:
    """Units of a squad in melee that shoot now miss the close-quarters step."""
    for squad, shoot, pieces in sheet.shots():
        ready = any(armed.weapon.close_quarters for piece in pieces for armed in piece.arms)
        if ready and fires_close(sheet.field, squad):
            message = f"{squad.name} is in melee. A unit that shoots now cannot fire in the close-quarters step."
            yield warning_at("FC-TRK-3", shoot.line, message, squad)


def friends_are_in_the_way(sheet: OrderSheet) -> Issues:
    """Misses at a squad in melee with friends are rolled again at them."""
    for squad, shoot, _ in sheet.shots():
        for target in sheet.targets(squad, shoot)[:1]:
            melee = salvos.melee_at(sheet.field, target)
            if melee is not None and target.side is not squad.side:
                names = ", ".join(friend.name for friend in melee.squads())
                message = (
                    f"Units of {target.name} are in melee with {names}. Shots that miss are re-rolled against {names}."
                )
                yield warning_at("FC-TRK-5", shoot.line, message, squad)


def limits_cap(sheet: OrderSheet) -> Issues:
    """Modifiers to ACC and RNG count up to their limits."""
    for squad, shoot, pieces in sheet.shots():
        bonus = sheet.play.bonus(squad, Phase.SHOOTING)
        total = salvos.shooter_modifier(squad, bonus)
        if attacks.net_modifier(total) != total:
            message = f"{signed(total)} to ACC counts as {signed(attacks.net_modifier(total))}."
            yield warning_at("FC-TRK-6", shoot.line, message, squad)
        weapons = {armed.name for piece in pieces for armed in piece.arms if 2 * bonus.rng > armed.weapon.rng > 0}
        if weapons:
            names = ", ".join(sorted(weapons))
            yield warning_at("FC-TRK-6", shoot.line, f"Bonuses add at most half of RNG: {names}.", squad)


def one_loss_from_half(sheet: OrderSheet) -> Issues:
    """One more loss puts the squad below half strength."""
    for squad, own in squads_moving(sheet):
        strength, house = squad.remaining(), sheet.field.house
        weakest = min(piece.hp for piece in squad.standing())
        fewer = replace(
            strength, standing=strength.standing - 1, living=strength.living - 1, hp_left=strength.hp_left - weakest
        )
        if owes_check(fewer, house) and not owes_check(strength, house):
            standing = f"{strength.standing} of {strength.start} in {squad.name} are standing"
            message = f"{standing}. One more loss means a morale check."
            yield warning_at("FC-TRK-7", own.line, message, squad)


def carrying_costs(sheet: OrderSheet) -> Issues:
    """Downed units slow the squad to its minimum movement."""
    for squad, own in squads_moving(sheet):
        downed = len(squad.carried())
        if own.move and downed:
            shot, bonus = sheet.will_have_shot(squad, own), sheet.play.bonus(squad, Phase.MOVEMENT)
            slow, free = (tiles_allowed(sheet.field, squad, bonus, shot, count) for count in (downed, 0))
            if slow <= tables.half_up(free):
                message = (
                    f"With {downed} downed, {squad.name} can move {slow}. "
                    f"Without them it can move {free}, but its morale is worse."
                )
                yield warning_at("FC-TRK-8", own.line_of(*MOVES), message, squad)


def charges_reach(sheet: OrderSheet) -> Issues:
    """A charge over more tiles than two dice can roll cannot succeed."""
    for squad, own in squads_moving(sheet):
        target = sheet.field.squads.get(own.charge)
        if target is None or not target.standing() or target.side is squad.side:
            continue
        need = charge_need(sheet.field, squad, target)
        move = allowance_of(sheet, squad, False) if own.move else 0
        if need is not None and need - move > tables.MAX_CHARGE:
            message = f"It is {need} tiles to {target.name}. {tables.CHARGE_ROLL} cannot get {squad.name} there."
            yield warning_at("FC-TRK-10", own.line_of("charge"), message, squad)


def disengaging_squads_move_away(sheet: OrderSheet) -> Issues:
    """A squad that disengages moves away from the enemy."""
    for squad, own in squads_moving(sheet):
        if not own.disengage or sheet.will_have_shot(squad, own):
            continue
        goal, line = read_tile(own.move), own.line_of("disengage")
        if goal is None and sheet.field.engaged_pieces(squad):
            message = f"The order names no tile. {squad.name} would stay in contact after the rolls."
            yield warning_at("FC-DIS-3", line, message, squad)
        elif goal is not None and sheet.field.in_any_zone(goal, squad.side):
            message = f"{own.move} is within engagement range of the enemy. {squad.name} should move further away."
            yield warning_at("FC-DIS-3", line, message, squad)


def broken_squads_are_weak(sheet: OrderSheet) -> Issues:
    """A broken squad holds no objective, moves half as far and shoots worse."""
    for squad, own in sheet.squads():
        if squad.broken and squad.standing():
            message = f"{squad.name} is broken: {broken_words(sheet.field.house)}."
            yield warning_at("FC-TRK-11", own.line, message, squad)


def downed_depend_on_the_last_unit(sheet: OrderSheet) -> Issues:
    """If the last standing unit falls, it and the downed with it roll for their lives."""
    for squad, own in sheet.squads():
        if squad.side is Allegiance.PLAYERS and len(squad.standing()) == 1 and squad.carried():
            message = (
                f"If the last unit in {squad.name} falls, {len(squad.carried()) + 1} units must roll for their lives."
            )
            yield warning_at("FC-TRK-12", own.line, message, squad)


def unit_abilities_are_partial(sheet: OrderSheet) -> Issues:
    """An ability on one unit adds to its ACC and RNG, and lets it shoot at once; all else is applied by hand."""
    for use in uses_ahead(sheet):
        entry = sheet.field.combat.ability(use.ability)
        ability = entry.ability
        at_once = ability.immediately and ability.phase is not AbilityPhase.SHOOTING
        if use.piece and (ability.save or ability.mov or ability.morale or at_once):
            message = f"{entry.name} is for one unit. Apply its effects other than ACC and RNG by hand."
            yield warning_at("FC-CMD-1", use.line, message)


def hard_hits_kill(sheet: OrderSheet) -> Issues:
    """A wound of twice the target's HP kills outright."""
    for squad, shoot, pieces in sheet.shots():
        hardest = max(
            (armed.weapon.dmg for piece in pieces for armed in piece.arms if armed.weapon.type is WeaponType.RANGED),
            default=0,
        )
        for target in sheet.targets(squad, shoot)[:1]:
            if any(hardest >= 2 * piece.profile.hp for piece in target.standing()):
                message = f"DMG {hardest} kills unhurt units of {target.name} outright."
                yield warning_at("FC-TRK-13", shoot.line, message, squad)


REMINDERS: tuple[Callable[[OrderSheet], Issues], ...] = (
    squads_share_a_target,
    shooters_miss_close_quarters,
    friends_are_in_the_way,
    limits_cap,
    one_loss_from_half,
    carrying_costs,
    charges_reach,
    disengaging_squads_move_away,
    broken_squads_are_weak,
    downed_depend_on_the_last_unit,
    unit_abilities_are_partial,
    hard_hits_kill,
)
