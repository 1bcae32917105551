"""What orders may do, exactly where it can be counted: the average and the middle 80 % for each order.

All odds are for the combat as it stands. Fire of the players' squads at one target follows in order, so that a later
squad's forecast counts what the earlier ones did; everything else is taken as if nothing happened before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from rulesets.core.calculators import QuestionError, decimal, percent
from rulesets.core.desk import Forecast
from rulesets.core.dice import Distribution, certain, mean, quantile
from rulesets.systems.forum_combat.desk import salvos
from rulesets.systems.forum_combat.desk.battlefield import LiveSquad
from rulesets.systems.forum_combat.desk.combat import Combat, Phase
from rulesets.systems.forum_combat.desk.melee_phase import (
    attacks_of_blows,
    attacks_of_close_quarters,
    move_into_contact,
)
from rulesets.systems.forum_combat.desk.morale_phase import abandoned_now
from rulesets.systems.forum_combat.desk.movement_phase import charge_need, march
from rulesets.systems.forum_combat.desk.order_reader import read_orders
from rulesets.systems.forum_combat.desk.order_sheet import OrderSheet
from rulesets.systems.forum_combat.desk.orders import Shoot, SquadOrders
from rulesets.systems.forum_combat.desk.shooting_phase import find_target, firing_pieces
from rulesets.systems.forum_combat.morale import owes_check, pass_chance
from rulesets.systems.forum_combat.movement import charge_chance, disengage_losses, may_oppose, opposed_chance
from rulesets.systems.forum_combat.units import Allegiance
from rulesets.systems.forum_combat.volleys import Lot, VolleyTarget, WoundSteps, crossfire, ends
from rulesets.systems.forum_combat.wound_allocation import State, standing

LOW, HIGH = Fraction(1, 10), Fraction(9, 10)
MOST_VOLLEYS, MOST_AT_ONE = 400, 60
"""How many volleys are counted out in all, and at one target: each takes longer than the one before."""


def banded(line: int, subject: str, text: str, unit: str, of: Distribution[int]) -> Forecast:
    """A forecast with its average and the middle 80 % of a distribution."""
    average, low, high = mean(of), quantile(of, LOW), quantile(of, HIGH)
    return Forecast(line, subject, f"{text}: {decimal(average, 1)} {unit}, {low} to {high}", unit, average, low, high)


def forecasts(combat: Combat, text: str, number: int, phase: Phase) -> tuple[Forecast, ...]:
    """The forecast of each order for the phases from ``phase`` on, and of the checks that are due."""
    orders, _ = read_orders(combat, text)
    sheet = OrderSheet(combat, orders, number, phase)
    return tuple(sorted(_all(sheet), key=lambda found: found.line))


def _all(sheet: OrderSheet) -> Iterator[Forecast]:
    shooting: set[str] = set()
    if sheet.ahead(Phase.SHOOTING):
        yield from _shooting(sheet, shooting)
    if sheet.ahead(Phase.MELEE):
        yield from _melee(sheet, shooting)
    if sheet.ahead(Phase.MOVEMENT):
        for squad, own in sheet.squads():
            if squad.standing():
                yield from _moving(sheet, squad, own)
    yield from _morale(sheet)


# --- shooting ----------------------------------------------------------------------------------------


def _shooting(sheet: OrderSheet, shooting: set[str]) -> Iterator[Forecast]:
    """The fire of the phase; who takes part in it is put among those ``shooting``."""
    play, field = sheet.play, sheet.field
    left: dict[str, Distribution[State]] = {}
    fired: Counter[str] = Counter()
    for side in (Allegiance.PLAYERS, Allegiance.ENEMIES):
        for squad in play.in_order(side):
            own = sheet.orders.of(squad.id)
            for shoot, pieces in firing_pieces(squad, own):
                target = find_target(play, squad, shoot, pieces)
                if target is None or salvos.is_wiped(field, target):
                    text = "nobody is in range" if target is None else f"nobody of {target.name} stands: wasted"
                    yield Forecast(shoot.line, squad.name, text)
                    continue
                planned = salvos.plan(play, squad, target, pieces, shoot.weapons)
                if not planned.salvos:
                    text = (
                        "out of range" if any(salvos.may_shoot(field, each) for each in pieces) else "nobody may shoot"
                    )
                    yield Forecast(shoot.line, squad.name, f"at {target.name}: {text}")
                    continue
                shooting.update(planned.pieces)
                fired[target.id] += 1
                if fired[target.id] > MOST_AT_ONE or fired.total() > MOST_VOLLEYS:
                    yield Forecast(shoot.line, squad.name, f"at {target.name}: too many volleys to count")
                    continue
                yield from _volley(sheet, own, shoot, planned, left)


def _volley(
    sheet: OrderSheet, own: SquadOrders, shoot: Shoot, planned: salvos.SquadAttack, left: dict[str, Distribution[State]]
) -> Iterator[Forecast]:
    target = salvos.target_of(planned.target, sheet.play.bonus(planned.target, Phase.SHOOTING).save)
    before = (
        left.get(planned.target.id, certain(target.state))
        if planned.squad.side is Allegiance.PLAYERS
        else certain(target.state)
    )
    line, name = shoot.line, planned.squad.name
    lots = [salvo.lot() for salvo in planned.salvos]
    try:
        pairs = _after(lots, target, before, sheet)
    except QuestionError:
        yield Forecast(line, name, f"at {planned.target.name}: too many ways to count")
        return
    if planned.squad.side is Allegiance.PLAYERS:
        left[planned.target.id] = pairs.map(lambda pair: pair[1])
    out = pairs.map(lambda pair: standing(pair[0]) - standing(pair[1]))
    yield banded(line, name, f"at {planned.target.name}", "out of action", out)
    wasted = before.chance(lambda state: not standing(state))
    if wasted:
        yield Forecast(
            line, name, f"{percent(wasted, 1)} that nobody of {planned.target.name} is left by then, fire wasted"
        )
    if planned.friends:
        yield from _strays(sheet, line, planned, target)


def _after(
    lots: Iterable[Lot], target: VolleyTarget, before: Distribution[State], sheet: OrderSheet
) -> Distribution[tuple[State, State]]:
    house, listed = sheet.field.house, tuple(lots)
    steps = WoundSteps(target, house, "")
    return before.then(lambda state: ends(listed, replace(target, state=state), steps).map(lambda end: (state, end)))


def _strays(sheet: OrderSheet, line: int, planned: salvos.SquadAttack, target: VolleyTarget) -> Iterator[Forecast]:
    names = " and ".join(friend.name for friend in planned.friends)
    friend = planned.friends[0]
    shots = [(salvo.lot(), salvo.stray) for salvo in planned.salvos]
    if len(planned.friends) > 1 or any(stray is None for _, stray in shots):
        yield Forecast(line, planned.squad.name, f"misses are rolled again at {names}")
        return
    theirs = salvos.target_of(friend, sheet.play.bonus(friend, Phase.SHOOTING).save)
    try:
        joint = crossfire([(lot, stray or 0) for lot, stray in shots], target, theirs, sheet.field.house, "")
    except QuestionError:
        yield Forecast(line, planned.squad.name, f"misses at {names}: too many ways to count")
        return
    lost = joint.map(lambda pair: standing(theirs.state) - standing(pair[1]))
    yield banded(line, planned.squad.name, f"misses at {names}", "of ours out of action", lost)


# --- melee -------------------------------------------------------------------------------------------


def _melee(sheet: OrderSheet, shooting: set[str]) -> Iterator[Forecast]:
    """Each squad's close-quarters fire, without those ``shooting`` before, and blows, if all who stand can strike."""
    play = sheet.play
    squads = [squad for side in (Allegiance.PLAYERS, Allegiance.ENEMIES) for squad in play.in_order(side)]
    for number in shooting:
        sheet.field.pieces[number].shot = True
    close = {squad.id: attacks_of_close_quarters(play, squad) for squad in squads}
    places = [(piece, piece.tile) for piece in sheet.field.pieces.values()]
    move_into_contact(
        play, squads, {squad.id: [other.id for other in sheet.field.opponents(squad)] for squad in squads}
    )
    for squad in squads:
        lots: dict[str, list[Lot]] = {}
        for attack in (*close[squad.id], *attacks_of_blows(play, squad)):
            lots.setdefault(attack.target.id, []).extend(salvo.lot() for salvo in attack.salvos)
        for number, listed in lots.items():
            yield _strikes(sheet, squad, sheet.field.squads[number], listed)
    for piece, tile in places:
        piece.x, piece.y = tile
    sheet.field.refresh()


def _strikes(sheet: OrderSheet, squad: LiveSquad, other: LiveSquad, lots: list[Lot]) -> Forecast:
    line = sheet.orders.of(squad.id).line_of("fight")
    target = salvos.target_of(other, sheet.play.bonus(other, Phase.MELEE).save)
    try:
        pairs = _after(lots, target, certain(target.state), sheet)
    except QuestionError:
        return Forecast(line, squad.name, f"in melee with {other.name}: too many ways to count")
    out = pairs.map(lambda pair: standing(pair[0]) - standing(pair[1]))
    return banded(line, squad.name, f"in melee with {other.name}", "out of action", out)


# --- moving and morale -------------------------------------------------------------------------------


def _moving(sheet: OrderSheet, squad: LiveSquad, own: SquadOrders) -> Iterator[Forecast]:
    field = sheet.field
    if sheet.will_have_shot(squad, own):
        return
    if own.disengage:
        engaged = len(field.engaged_pieces(squad))
        line = own.line_of("disengage")
        if engaged:
            yield banded(line, squad.name, "breaking away", "downed", disengage_losses(engaged))
        else:
            yield Forecast(line, squad.name, "nobody is engaged, so nobody risks falling")
    target = field.squads.get(own.charge)
    if target is None or field.engaged_pieces(squad):
        return
    need = _need_after_move(sheet, squad, own, target)
    if need is None:
        yield Forecast(own.line_of("charge"), squad.name, f"there is no way to {target.name}")
        return
    opposed = sheet.orders.of(target.id).disengage and may_oppose(
        bool(field.engaged_pieces(target)), False, field.house
    )
    chance = opposed_chance(need) if opposed else charge_chance(need)
    note = " after the move" if own.move else ""
    yield Forecast(
        own.line_of("charge"),
        squad.name,
        f"{percent(chance)} to charge home at {target.name}, {need} tiles{note}",
        "",
        chance,
    )


def _need_after_move(sheet: OrderSheet, squad: LiveSquad, own: SquadOrders, target: LiveSquad) -> int | None:
    """The tiles of a charge from where the squad's own move ends; all others are taken to stay."""
    field = sheet.field
    places = [(piece, piece.tile) for piece in squad.pieces]
    if own.move:
        march(sheet.play, squad, own, sum(piece.id not in own.abandon for piece in squad.carried()))
    need = charge_need(field, squad, target)
    for piece, tile in places:
        piece.x, piece.y = tile
    field.refresh()
    return need


def _morale(sheet: OrderSheet) -> Iterator[Forecast]:
    for squad in sheet.field.squads.values():
        ld = squad.leadership()
        if ld is not None and owes_check(squad.left(), sheet.field.house):
            bonus = sheet.play.bonus(squad, Phase.MORALE).morale
            chance = pass_chance(ld, abandoned_now(sheet.play, squad), bonus)
            line = sheet.orders.of(squad.id).line
            yield Forecast(line, squad.name, f"{percent(chance)} to hold in the morale check", "", chance)
