"""The movement phase: downed units, disengaging, moving, charging (FC-MOV, FC-DIS, FC-CHG)."""

from collections.abc import Callable, Iterable

from .. import tables
from ..movement import allowance, may_oppose
from ..tiles import (
    STEPS,
    Tile,
    open_ground_need,
    read_tile,
    steps_between,
    tile_name,
    walk,
    zone,
)
from ..units import Allegiance
from .battlefield import LiveBattlefield, LivePiece, LiveSquad
from .combat import Phase
from .events import BattleEvent, BattleEventKind, Loss, RecordedRoll, RollKind
from .melee_phase import step_up
from .orders import Bonus, SquadOrders
from .resolution import Resolution

MAX_SHIFT = 12
"""Steps from the squad's first unit within which the others are placed."""


class _Movement:
    """One movement phase: whether squads that disengaged were engaged, and which have opposed a charge."""

    def __init__(self, play: Resolution) -> None:
        self.play = play
        self.was_engaged: dict[str, bool] = {}
        self.opposed: set[str] = set()


def play_movement(play: Resolution, only: LiveSquad | None = None) -> None:
    """Play all moves of the phase, or one squad's at once."""
    squads = [squad for side in (Allegiance.PLAYERS, Allegiance.ENEMIES) for squad in play.in_order(side, only)]
    squads = [squad for squad in squads if not play.has_acted(squad, Phase.MOVEMENT)]
    movement = _Movement(play)
    for squad in squads:
        _leave_behind(play, squad)
    for squad in squads:
        if play.orders.of(squad.id).disengage:
            _disengage(movement, squad)
    for squad, charges in _order(play, squads):
        if charges:
            _charge(movement, squad)
        else:
            _move(play, squad)


def _order(play: Resolution, squads: list[LiveSquad]) -> Iterable[tuple[LiveSquad, bool]]:
    """Squads that move and squads that charge, in order, after those that disengage (FC-A32)."""
    orders = {squad.id: play.orders.of(squad.id) for squad in squads}
    movers = [squad for squad in squads if orders[squad.id].move and not orders[squad.id].disengage]
    chargers = [squad for squad in squads if orders[squad.id].charge]

    # By their ids, since the orders of two readings are compared to tell whether the reading mattered.
    def turns(reading: str) -> tuple[tuple[str, bool], ...]:
        if reading == "together":
            steps = [(squad.id, False) for squad in movers] + [(squad.id, True) for squad in chargers]
            return tuple(steps)
        first = Allegiance.PLAYERS if reading == "players" else Allegiance.ENEMIES
        by_side = sorted(squads, key=lambda squad: squad.side is not first)
        return tuple(
            (squad.id, charges)
            for squad in by_side
            for charges in (False, True)
            if squad in (chargers if charges else movers)
        )

    order = play.field.house.resolve(turns, "fc.move_order")
    return [(play.field.squads[squad], charges) for squad, charges in order]


# --- the downed --------------------------------------------------------------------------------------


def _leave_behind(play: Resolution, squad: LiveSquad) -> None:
    """Abandon downed units, and pick up others (FC-MOV-5, FC-A49)."""
    own = play.orders.of(squad.id)
    pieces = [piece for piece in squad.carried() if piece.id in own.abandon]
    for piece in pieces:
        piece.abandoned = play.number
    if pieces:
        play.note(
            BattleEvent(
                BattleEventKind.ABANDON, squad.id, count=len(pieces), pieces=tuple(piece.id for piece in pieces)
            )
        )
    pieces = [piece for piece in squad.pieces if piece.id in own.recover and may_recover(play.field, squad, piece)]
    for piece in pieces:
        piece.abandoned = 0
    if pieces:
        play.note(
            BattleEvent(
                BattleEventKind.RECOVER, squad.id, count=len(pieces), pieces=tuple(piece.id for piece in pieces)
            )
        )


def may_recover(field: LiveBattlefield, squad: LiveSquad, piece: LivePiece) -> bool:
    """Whether an abandoned unit may be picked up, as a standing unit of its squad is beside it (FC-A49)."""
    if not piece.downed or not piece.abandoned:
        return False
    beside = any(max(abs(piece.x - one.x), abs(piece.y - one.y)) <= 1 for one in squad.standing() if one.on_map)
    return beside and field.house.on("fc.recover")


# --- moving ------------------------------------------------------------------------------------------


def tiles_allowed(field: LiveBattlefield, squad: LiveSquad, bonus: Bonus, shot: bool, downed: int) -> int:
    """The tiles that a squad may move (FC-MOV-1 to 4)."""
    mov = max(0, squad.mov() + bonus.mov)
    return allowance(mov, shot=shot, broken=bool(squad.broken), downed=downed, house=field.house)


def first_piece(squad: LiveSquad) -> LivePiece | None:
    """The piece whose steps are counted: the first standing one on the map."""
    return next((piece for piece in squad.pieces if piece.standing and piece.on_map), None)


def path(field: LiveBattlefield, squad: LiveSquad, start: Tile, goal: Tile) -> list[Tile] | None:
    """A shortest path for a squad's first unit, without the start; ``None`` if there is none (FC-A55).

    Tiles where units of other squads stand cannot be crossed.
    """

    def search(stop: str) -> tuple[Tile, ...] | None:
        def leaves(tile: Tile) -> bool:
            return stop == "free" or not field.in_any_zone(tile, squad.side)

        steps: dict[Tile, int] = {}
        for tile, count in walk([start], lambda tile: _open_to(field, squad, tile), leaves, field.max_steps):
            steps[tile] = count
            if tile == goal:
                return tuple(_back(steps, goal, leaves))
        return None

    tiles = field.house.resolve(search, "fc.zone_stops")
    return None if tiles is None else list(tiles)


def _back(steps: dict[Tile, int], goal: Tile, leaves: Callable[[Tile], bool]) -> list[Tile]:
    """The path to a tile without the start, from the number of steps to each tile."""
    tiles = [goal]
    # Backwards from the goal, always to a tile that is a step nearer to the start.
    while steps[tiles[-1]] > 1:
        x, y = tiles[-1]
        before = steps[tiles[-1]] - 1
        options = ((x + dx, y + dy) for dx, dy in STEPS if steps.get((x + dx, y + dy)) == before)
        tiles.append(next(tile for tile in options if leaves(tile)))
    return tiles[::-1] if steps[goal] else []


def _move(play: Resolution, squad: LiveSquad) -> None:
    """A squad's normal move (FC-MOV)."""
    field, own = play.field, play.orders.of(squad.id)
    if not squad.standing():
        play.note(BattleEvent(BattleEventKind.STAY, squad.id, about="nobody stood"))
    elif field.engaged_pieces(squad):
        play.note(BattleEvent(BattleEventKind.STAY, squad.id, about="engaged"))
    else:
        march(play, squad, own, len(squad.carried()))


def march(play: Resolution, squad: LiveSquad, own: SquadOrders, downed: int) -> None:
    """Move a squad towards its ordered tile, as far as it may with so many downed (FC-MOV-1 to 4)."""
    field = play.field
    lead, goal = first_piece(squad), read_tile(own.move)
    allowed = tiles_allowed(field, squad, play.bonus(squad, Phase.MOVEMENT), squad.shot, downed)
    if lead is None or goal is None:
        play.note(BattleEvent(BattleEventKind.STAY, squad.id, about="off the map"))
        return
    tiles = path(field, squad, lead.tile, goal)
    if tiles is None:
        play.note(BattleEvent(BattleEventKind.STAY, squad.id, about=f"there was no route to {own.move}", limit=allowed))
        return
    steps = tiles[:allowed]
    while steps and not _free(field, squad, steps[-1]):
        steps.pop()
    start = lead.tile
    end = steps[-1] if steps else start
    if end != start:
        shift_squad(play, squad, (end[0] - start[0], end[1] - start[1]))
    play.note(
        BattleEvent(
            BattleEventKind.MOVE, squad.id, about=tile_name(end), count=len(steps), limit=allowed, good=end == goal
        )
    )


def _free(field: LiveBattlefield, squad: LiveSquad, tile: Tile) -> bool:
    occupant = field.occupants.get(tile)
    return occupant is None or occupant.squad is squad


def shift_squad(play: Resolution, squad: LiveSquad, by: Tile) -> None:
    """Move all units of a squad alike; a unit without a free tile takes the nearest one near the first (FC-MOV-1)."""
    field = play.field
    movers = [piece for piece in squad.pieces if piece.on_map and piece.standing]
    # All leave first, since one may go where another of them stood.
    for piece in movers:
        field.occupants.pop(piece.tile, None)
    lead = movers[0]
    centre = (lead.x + by[0], lead.y + by[1])
    near = walk([centre], field.enters, lambda tile: True, MAX_SHIFT)
    spots = [tile for tile, _ in near if tile not in field.occupants]
    # Too few can be reached, as behind walls: any free tile of the map will do.
    if len(spots) < len(movers):
        spots = [
            (x, y)
            for y in range(field.ground.height)
            for x in range(field.ground.width)
            if (x, y) not in field.occupants and (x, y) not in field.ground.blocked_tiles
        ]
    for piece in movers:
        goal = (piece.x + by[0], piece.y + by[1])
        spot = min(spots, key=lambda tile: steps_between(tile, goal))
        spots.remove(spot)
        field.place(piece, spot)
    for piece in squad.carried():
        if piece.on_map:
            goal = (piece.x + by[0], piece.y + by[1])
            piece.x, piece.y = goal if field.enters(goal) else lead.tile


# --- disengaging -------------------------------------------------------------------------------------


def _disengage(movement: _Movement, squad: LiveSquad) -> None:
    """Break away: each engaged unit may be downed, the rest moves (FC-DIS)."""
    play = movement.play
    field, own = play.field, play.orders.of(squad.id)
    if squad.shot or not squad.standing():
        reason = "may not Disengage after shooting" if squad.shot else "nobody stood"
        play.note(BattleEvent(BattleEventKind.STAY, squad.id, about=reason))
        return
    engaged = field.engaged_pieces(squad)
    movement.was_engaged[squad.id] = bool(engaged)
    dice = play.dice(squad).roll(len(engaged))
    losses = []
    for piece, die in zip(engaged, dice, strict=True):
        if int(die) <= tables.DISENGAGE_DOWNED:
            losses.append(Loss(piece.id, piece.hp, 0))
            piece.hp = 0
    roll = RecordedRoll(RollKind.DISENGAGE, tables.DISENGAGE_DOWNED + 1, dice, len(engaged) - len(losses))
    play.note(
        BattleEvent(
            BattleEventKind.DISENGAGE,
            squad.id,
            count=len(engaged),
            rolls=(roll,) if dice else (),
            losses=tuple(losses),
            pieces=tuple(piece.id for piece in engaged),
        )
    )
    field.refresh()
    if losses and field.house.choice("fc.dis_downed") == "left":
        for loss in losses:
            field.pieces[loss.piece].abandoned = play.number
        pieces = tuple(loss.piece for loss in losses)
        play.note(BattleEvent(BattleEventKind.ABANDON, squad.id, count=len(pieces), pieces=pieces))
    elif losses:
        _leave_behind(play, squad)
    if own.move and squad.standing():
        march(play, squad, own, len(squad.carried()))


# --- charging ----------------------------------------------------------------------------------------


def charge_need(field: LiveBattlefield, squad: LiveSquad, target: LiveSquad) -> int | None:
    """The tiles that a squad needs to engage another (FC-CHG-3, FC-A30); ``None`` if there is no way.

    They are counted from the closest units, with the larger engagement range of each pair; around blocked tiles and
    other squads' units if a charge could reach that far at all.
    """
    pairs = [(one, other) for one in squad.standing() for other in target.standing() if one.on_map and other.on_map]
    if not pairs:
        return None

    def read(measure: str) -> int | None:
        straight = min(
            open_ground_need(one.x - other.x, one.y - other.y, max(one.profile.eng, other.profile.eng), measure)
            for one, other in pairs
        )
        # A way around is never shorter, so that the map is walked only for what dice can reach.
        if straight == 0 or straight > tables.MAX_CHARGE:
            return straight
        return _need_around(field, squad, pairs, measure)

    return field.house.resolve(read, "fc.charge_measure")


def _need_around(
    field: LiveBattlefield, squad: LiveSquad, pairs: list[tuple[LivePiece, LivePiece]], measure: str
) -> int | None:
    goals: set[Tile] = set()
    for one, other in pairs:
        eng = 1 if measure == "adjacent" else max(one.profile.eng, other.profile.eng)
        offsets = ((0, 0),) if measure == "plain" else zone(eng)
        goals |= {(other.x + dx, other.y + dy) for dx, dy in offsets}

    def enters(tile: Tile) -> bool:
        return _open_to(field, squad, tile) or (measure == "plain" and tile in goals)

    starts = dict.fromkeys(one.tile for one, _ in pairs)
    for tile, steps in walk(starts, enters, lambda tile: True, field.max_steps):
        if tile in goals:
            return steps
    return None


def _charge(movement: _Movement, squad: LiveSquad) -> None:
    """Charge 2d6 tiles towards an enemy squad, and into contact with it (FC-CHG)."""
    play = movement.play
    field = play.field
    target = field.squads[play.orders.of(squad.id).charge]
    reason = _no_charge(field, squad, target)
    need = charge_need(field, squad, target) if not reason else None
    if need is None:
        play.note(
            BattleEvent(BattleEventKind.STAY, squad.id, target.id, about=reason or "there was no route to the target")
        )
        return
    dice = play.dice(squad).roll(tables.CHARGE_DICE)
    total = sum(int(die) for die in dice)
    rolls = [RecordedRoll(RollKind.CHARGE, need, dice, int(total >= need))]
    if target.id in movement.was_engaged and may_oppose(
        movement.was_engaged[target.id], target.id in movement.opposed, field.house
    ):
        movement.opposed.add(target.id)
        target_dice = play.dice(target).roll(tables.CHARGE_DICE)
        resists = sum(int(die) for die in target_dice) >= total
        rolls.append(RecordedRoll(RollKind.OPPOSE, total, target_dice, int(resists)))
        arrives = total >= need and not resists
    else:
        arrives = total >= need
    if arrives:
        pile_in(play, squad, target, total)
    play.note(
        BattleEvent(
            BattleEventKind.CHARGE, squad.id, target.id, count=total, limit=need, good=arrives, rolls=tuple(rolls)
        )
    )


def _no_charge(field: LiveBattlefield, squad: LiveSquad, target: LiveSquad) -> str:
    if not squad.standing():
        return "nobody stood"
    if not target.standing():
        return "the target was wiped out"
    if squad.shot:
        return "no Charge after shooting"
    return "engaged" if field.engaged_pieces(squad) else ""


def pile_in(play: Resolution, squad: LiveSquad, target: LiveSquad, steps: int) -> None:
    """Bring the units of a charging squad into contact, the closest first, or as near as they can get."""
    field = play.field
    enemies = [piece for piece in target.standing() if piece.on_map]

    def away(tile: Tile) -> int:
        return min(steps_between(tile, enemy.tile) for enemy in enemies)

    pieces = [piece for piece in squad.standing() if piece.on_map]
    for piece in sorted(pieces, key=lambda piece: away(piece.tile)):
        if field.contacts(piece) or step_up(play, piece, enemies, steps):
            continue
        reach = walk([piece.tile], lambda tile: _open_to(field, squad, tile), lambda tile: True, steps)
        free = [tile for tile, _ in reach if tile not in field.occupants or tile == piece.tile]
        nearest = min(free, key=away)
        if nearest != piece.tile:
            field.place(piece, nearest)


def _open_to(field: LiveBattlefield, squad: LiveSquad, tile: Tile) -> bool:
    return field.enters(tile) and _free(field, squad, tile)
