"""The likely effects of orders: for each order the exact average and the middle 80%, if they can be computed.

All odds are for the present combat. The players' squads fire at a target in order, so a later squad's forecast
includes the effects of earlier ones; every other forecast ignores all events before it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from fractions import Fraction

from rulesets.core.calculators import QuestionError, decimal, percent
from rulesets.core.desk import Forecast
from rulesets.core.dice import Distribution, certain, mean, quantile
from rulesets.core.wording import count_of

from ..morale import is_due, pass_chance
from ..movement import charge_chance, disengage_losses, may_oppose, opposed_chance
from ..units import Allegiance
from ..volleys import Lot, VolleyTarget, WoundSteps, crossfire, ends
from ..wound_allocation import State, standing
from . import salvos
from .battlefield import LiveSquad
from .combat import Combat, Phase
from .melee_phase import (
    attacks_of_blows,
    attacks_of_close_quarters,
    move_into_contact,
)
from .morale_phase import abandoned_now
from .movement_phase import charge_need, march
from .order_reader import read_orders
from .order_sheet import OrderSheet
from .orders import Shoot, SquadOrders
from .shooting_phase import find_target, firing_pieces

LOW, HIGH = Fraction(1, 10), Fraction(9, 10)
MAX_VOLLEYS, MAX_AT_ONE = 400, 60
"""The most volleys with a forecast in all, and at one target, where each takes longer than the one before."""


def range_forecast(line: int, subject: str, text: str, unit: str, odds: Distribution[int]) -> Forecast:
    """A forecast with the average and the middle 80% of a distribution."""
    average, low, high = mean(odds), quantile(odds, LOW), quantile(odds, HIGH)
    return Forecast(line, subject, f"{text}: {decimal(average, 1)} {unit}, {low} to {high}", unit, average, low, high)


def forecasts(combat: Combat, text: str, number: int, phase: Phase) -> tuple[Forecast, ...]:
    """The forecast of each order for the phases from ``phase`` on, and of the checks that are due."""
    orders, _ = read_orders(combat, text)
    sheet = OrderSheet(combat, orders, number, phase)
    return tuple(sorted(_all(sheet), key=lambda forecast: forecast.line))


def _all(sheet: OrderSheet) -> Iterator[Forecast]:
    shooters: set[str] = set()
    if sheet.ahead(Phase.SHOOTING):
        yield from _shooting(sheet, shooters)
    if sheet.ahead(Phase.MELEE):
        yield from _melee(sheet, shooters)
    if sheet.ahead(Phase.MOVEMENT):
        for squad, own in sheet.squads():
            if squad.standing():
                yield from _movement(sheet, squad, own)
    yield from _morale(sheet)


# --- shooting ----------------------------------------------------------------------------------------


def _shooting(sheet: OrderSheet, shooters: set[str]) -> Iterator[Forecast]:
    """The fire of the phase; the pieces that fire are added to ``shooters``."""
    play, field = sheet.play, sheet.field
    survivors: dict[str, Distribution[State]] = {}
    volleys: Counter[str] = Counter()
    for side in (Allegiance.PLAYERS, Allegiance.ENEMIES):
        for squad in play.in_order(side):
            own = sheet.orders.of(squad.id)
            for shoot, pieces in firing_pieces(squad, own):
                target = find_target(play, squad, shoot, pieces)
                if target is None or salvos.is_wiped(field, target):
                    text = "nobody is in range" if target is None else f"nobody in {target.name} is standing: wasted"
                    yield Forecast(shoot.line, squad.name, text)
                    continue
                attack = salvos.plan(play, squad, target, pieces, shoot.weapons)
                if not attack.salvos:
                    text = (
                        "out of range" if any(salvos.may_shoot(field, each) for each in pieces) else "nobody may shoot"
                    )
                    yield Forecast(shoot.line, squad.name, f"at {target.name}: {text}")
                    continue
                shooters.update(attack.pieces)
                volleys[target.id] += 1
                if volleys[target.id] > MAX_AT_ONE or volleys.total() > MAX_VOLLEYS:
                    yield Forecast(shoot.line, squad.name, f"at {target.name}: too many volleys to work out")
                    continue
                yield from _volley(sheet, shoot, attack, survivors)


def _volley(
    sheet: OrderSheet, shoot: Shoot, attack: salvos.SquadAttack, survivors: dict[str, Distribution[State]]
) -> Iterator[Forecast]:
    target = salvos.target_of(attack.target, sheet.play.bonus(attack.target, Phase.SHOOTING).save)
    before = (
        survivors.get(attack.target.id, certain(target.state))
        if attack.squad.side is Allegiance.PLAYERS
        else certain(target.state)
    )
    line, name = shoot.line, attack.squad.name
    lots = [salvo.lot() for salvo in attack.salvos]
    try:
        pairs = _after(lots, target, before, sheet)
    except QuestionError:
        yield Forecast(line, name, f"at {attack.target.name}: too many possible results to work out")
        return
    if attack.squad.side is Allegiance.PLAYERS:
        survivors[attack.target.id] = pairs.map(lambda pair: pair[1])
    out = pairs.map(lambda pair: standing(pair[0]) - standing(pair[1]))
    yield range_forecast(line, name, f"at {attack.target.name}", "out of action", out)
    waste = before.chance(lambda state: not standing(state))
    if waste:
        yield Forecast(
            line, name, f"{percent(waste, 1)} chance that nobody in {attack.target.name} is left and the fire is wasted"
        )
    if attack.friends:
        yield from _strays(sheet, line, attack, target)


def _after(
    lots: Iterable[Lot], target: VolleyTarget, before: Distribution[State], sheet: OrderSheet
) -> Distribution[tuple[State, State]]:
    house, volley = sheet.field.house, tuple(lots)
    steps = WoundSteps(target, house, "")
    return before.then(lambda state: ends(volley, replace(target, state=state), steps).map(lambda end: (state, end)))


def _strays(sheet: OrderSheet, line: int, attack: salvos.SquadAttack, target: VolleyTarget) -> Iterator[Forecast]:
    names = " and ".join(friend.name for friend in attack.friends)
    friend = attack.friends[0]
    shots = [(salvo.lot(), stray) for salvo in attack.salvos for stray in salvo.strays]
    if len(attack.friends) > 1 or len(shots) < len(attack.salvos):
        yield Forecast(line, attack.squad.name, f"misses are re-rolled against {names}")
        return
    theirs = salvos.target_of(friend, sheet.play.bonus(friend, Phase.SHOOTING).save)
    try:
        joint = crossfire(shots, target, theirs, sheet.field.house, "")
    except QuestionError:
        yield Forecast(line, attack.squad.name, f"stray shots at {names}: too many possible results to work out")
        return
    out = joint.map(lambda pair: standing(theirs.state) - standing(pair[1]))
    yield range_forecast(line, attack.squad.name, f"stray shots at {names}", "of your units out of action", out)


# --- melee -------------------------------------------------------------------------------------------


def _melee(sheet: OrderSheet, shooters: set[str]) -> Iterator[Forecast]:
    """Each squad's close-quarters fire, without the ``shooters``, and its blows, if all standing units can strike."""
    play = sheet.play
    squads = [squad for side in (Allegiance.PLAYERS, Allegiance.ENEMIES) for squad in play.in_order(side)]
    # They will have shot by then and do not fire again at close quarters.
    for number in shooters:
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
        for number, attacks in lots.items():
            yield _strikes(sheet, squad, sheet.field.squads[number], attacks)
    for piece, tile in places:
        piece.x, piece.y = tile
    sheet.field.refresh()


def _strikes(sheet: OrderSheet, squad: LiveSquad, other: LiveSquad, lots: list[Lot]) -> Forecast:
    line = sheet.orders.of(squad.id).line_of("fight")
    target = salvos.target_of(other, sheet.play.bonus(other, Phase.MELEE).save)
    try:
        pairs = _after(lots, target, certain(target.state), sheet)
    except QuestionError:
        return Forecast(line, squad.name, f"in melee with {other.name}: too many possible results to work out")
    out = pairs.map(lambda pair: standing(pair[0]) - standing(pair[1]))
    return range_forecast(line, squad.name, f"in melee with {other.name}", "out of action", out)


# --- movement and morale -----------------------------------------------------------------------------


def _movement(sheet: OrderSheet, squad: LiveSquad, own: SquadOrders) -> Iterator[Forecast]:
    field = sheet.field
    if sheet.will_have_shot(squad, own):
        return
    if own.disengage:
        engaged = len(field.engaged_pieces(squad))
        line = own.line_of("disengage")
        if engaged:
            yield range_forecast(line, squad.name, "breaking away", "downed", disengage_losses(engaged))
        else:
            yield Forecast(line, squad.name, "nobody is engaged, so nobody risks being downed")
    target = field.squads.get(own.charge)
    if target is None or field.engaged_pieces(squad):
        return
    need = _need_after_move(sheet, squad, own, target)
    if need is None:
        yield Forecast(own.line_of("charge"), squad.name, f"there is no route to {target.name}")
        return
    opposed = sheet.orders.of(target.id).disengage and may_oppose(
        bool(field.engaged_pieces(target)), False, field.house
    )
    chance = opposed_chance(need) if opposed else charge_chance(need)
    note = " after the move" if own.move else ""
    yield Forecast(
        own.line_of("charge"),
        squad.name,
        f"{percent(chance)} chance to charge home at {target.name}, {count_of(need, 'tile')}{note}",
        "",
        chance,
    )


def _need_after_move(sheet: OrderSheet, squad: LiveSquad, own: SquadOrders, target: LiveSquad) -> int | None:
    """The tiles of a charge after the squad's own move, while all others stay where they are."""
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
        if ld is not None and is_due(squad.remaining(), bool(squad.broken), sheet.field.house):
            bonus = sheet.play.bonus(squad, Phase.MORALE).morale
            chance = pass_chance(ld, abandoned_now(sheet.play, squad), bonus)
            line = sheet.orders.of(squad.id).line
            yield Forecast(line, squad.name, f"{percent(chance)} chance to hold in the morale check", "", chance)
