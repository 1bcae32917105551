"""Orders and the combat they are for, as checks, reminders and forecasts need them."""

from collections.abc import Iterator

from rulesets.core.desk import OrderIssue
from rulesets.core.forces.findings import Severity

from ..tiles import read_tile, steps_between
from .battlefield import LiveBattlefield, LivePiece, LiveSquad
from .combat import PHASES, Combat, Phase
from .command_phase import event_of
from .movement_phase import first_piece, path, tiles_allowed
from .orders import NEAREST, AbilityUse, Orders, Shoot, SquadOrders
from .resolution import Resolution
from .shooting_phase import firing_pieces


class OrderSheet:
    """Orders and the combat they are for."""

    def __init__(self, combat: Combat, orders: Orders, number: int, phase: Phase) -> None:
        """``phase`` is the next to be played; orders for earlier phases are ignored."""
        self.orders = orders
        self.phase = phase
        uses = tuple(event_of(use) for use in orders.abilities)
        self.play = Resolution(LiveBattlefield(combat), orders, phase, 0, number, uses)
        self.field = self.play.field

    def ahead(self, phase: Phase) -> bool:
        """Whether a phase is still to be played."""
        return PHASES.index(phase) >= PHASES.index(self.phase)

    def squads(self) -> Iterator[tuple[LiveSquad, SquadOrders]]:
        """Every squad that the sheet gives orders."""
        for own in self.orders.squads:
            yield self.field.squads[own.squad], own

    def shots(self) -> Iterator[tuple[LiveSquad, Shoot, list[LivePiece]]]:
        """Each order to shoot with its standing pieces, while the shooting phase is ahead."""
        if self.ahead(Phase.SHOOTING):
            for squad, own in self.squads():
                for shoot, pieces in firing_pieces(squad, own):
                    yield squad, shoot, [piece for piece in pieces if piece.standing]

    def targets(self, squad: LiveSquad, shoot: Shoot) -> list[LiveSquad]:
        """The squads an order to shoot names; all enemies for ``nearest``."""
        if NEAREST in shoot.targets:
            return [other for other in self.field.squads.values() if other.side is not squad.side]
        return [self.field.squads[target] for target in shoot.targets]

    def will_have_shot(self, squad: LiveSquad, own: SquadOrders) -> bool:
        """Whether the squad has shot by the time it moves."""
        return squad.shot or (bool(own.shoot) and self.ahead(Phase.SHOOTING))


Issues = Iterator[OrderIssue]

MOVES = ("move", "disengage")
"""The orders that name a tile to go to."""


def error_at(rule: str, line: int, message: str, squad: LiveSquad | None = None) -> OrderIssue:
    """An error at a line of the orders (0 for all of them)."""
    return OrderIssue(line, rule, message, Severity.ERROR, squad.id if squad else "")


def warning_at(rule: str, line: int, message: str, squad: LiveSquad | None = None) -> OrderIssue:
    """A warning at a line of the orders."""
    return OrderIssue(line, rule, message, Severity.WARNING, squad.id if squad else "")


def uses_ahead(sheet: OrderSheet) -> tuple[AbilityUse, ...]:
    """The abilities that are still to be used."""
    return sheet.orders.abilities if sheet.ahead(Phase.COMMAND) else ()


def squads_moving(sheet: OrderSheet) -> Iterator[tuple[LiveSquad, SquadOrders]]:
    """Each squad with a standing unit, while the movement phase is ahead."""
    if sheet.ahead(Phase.MOVEMENT):
        for squad, own in sheet.squads():
            if squad.standing():
                yield squad, own


def allowance_of(sheet: OrderSheet, squad: LiveSquad, shot: bool) -> int:
    """Tiles that a squad may move by its orders, having shot or not."""
    own = sheet.orders.of(squad.id)
    downed = sum(piece.id not in own.abandon for piece in squad.carried())
    bonus = sheet.play.bonus(squad, Phase.MOVEMENT)
    return tiles_allowed(sheet.field, squad, bonus, shot, downed)


def steps_ordered(sheet: OrderSheet, squad: LiveSquad, own: SquadOrders) -> int | None:
    """Steps to the tile that a squad is ordered to; ``None`` if there is no such tile or no way."""
    lead, goal = first_piece(squad), read_tile(own.move)
    if lead is None or goal is None:
        return None
    tiles = path(sheet.field, squad, lead.tile, goal)
    return None if tiles is None else len(tiles)


def distance_words(squad: LiveSquad, own: SquadOrders, steps: int) -> str:
    """The distance to the goal, and the straight one if it is shorter."""
    lead, goal = first_piece(squad), read_tile(own.move)
    straight = steps if lead is None or goal is None else steps_between(lead.tile, goal)
    without = f", {straight} without the walls and squads in between" if steps > straight else ""
    return f"{own.move} is {steps} steps away{without}"


def target_fault(squad: LiveSquad, target: LiveSquad) -> str:
    """Why a squad cannot attack another of its own side, or itself."""
    if target is squad:
        return f"{squad.name} cannot attack itself. Choose an enemy squad."
    return f"{squad.name} and {target.name} are on the same side. Choose an enemy squad."
