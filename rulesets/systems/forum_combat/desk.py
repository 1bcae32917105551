"""The game master's desk of this game, as the site runs it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Annotated, Any

from rulesets.core.asks import Ask
from rulesets.core.codec import CodecError, decode, encode
from rulesets.core.desk import (
    Board,
    BoardGroup,
    BoardMark,
    BoardPiece,
    Desk,
    DeskError,
    Forecast,
    GroupChoices,
    OrderChoice,
    Stage,
    StageState,
)
from rulesets.core.force import Force
from rulesets.core.reference import Line
from rulesets.systems.forum_combat import forecasts, map_drawing, report, rounds, salvos, tables, templates
from rulesets.systems.forum_combat.battlefield import Battlefield, LiveSquad
from rulesets.systems.forum_combat.combat import BLOCKED, COVER, LEAST_MAP, MOST_MAP, OFF_MAP, OPEN, PHASES, Piece
from rulesets.systems.forum_combat.command_phase import side_of
from rulesets.systems.forum_combat.edits import (
    EDITS,
    AddObjective,
    GroundKind,
    Paint,
    PlaceSquad,
    add_objective,
    paint,
    paint_tiles,
    place,
    place_squad,
)
from rulesets.systems.forum_combat.morale import Strength, objective_radius
from rulesets.systems.forum_combat.movement import DISENGAGE_RISK
from rulesets.systems.forum_combat.movement_phase import tiles_allowed
from rulesets.systems.forum_combat.orders import HELP, Bonus, Ending, read_orders
from rulesets.systems.forum_combat.record_checks import record_faults
from rulesets.systems.forum_combat.rounds import Battle, now
from rulesets.systems.forum_combat.setting_up import USUAL_HEIGHT, USUAL_WIDTH, faults, new_combat
from rulesets.systems.forum_combat.tiles import letters, tile_name
from rulesets.systems.forum_combat.units import AbilityTarget, Side, WeaponType
from rulesets.systems.forum_combat.wound_allocation import is_killed

SIDES = tuple(Side)
LEGEND = ((OPEN, "open"), (BLOCKED, "blocked"), (COVER, "cover"))


@dataclass(frozen=True, slots=True)
class Setup:
    """What is asked for a new combat."""

    name: Annotated[str, Ask("Name")] = "Combat"
    width: Annotated[int, Ask("Tiles across", min=LEAST_MAP, max=MOST_MAP)] = USUAL_WIDTH
    height: Annotated[int, Ask("Tiles down", min=LEAST_MAP, max=MOST_MAP)] = USUAL_HEIGHT


@dataclass(frozen=True, slots=True)
class End:
    """What is asked when a combat ends."""

    ending: Annotated[Ending, Ask("How it ended")] = Ending.MET
    won: Annotated[bool, Ask("The players have won")] = True


# --- reading and writing -----------------------------------------------------------------------------


def read(plain: Any) -> Battle:
    """Plain data as a battle; raises ``CodecError`` with a path for everything that is wrong."""
    battle = decode(Battle, plain)
    found = [replace(fault, path=f"start.{fault.path}") for fault in faults(battle.start)]
    if not found:
        found = list(record_faults(battle))
    if found:
        raise CodecError(tuple(found[:20]))
    return battle


def write(battle: Battle) -> dict[str, Any]:
    """A battle as plain data, ready for JSON."""
    plain: dict[str, Any] = encode(battle)
    return plain


# --- what the site shows -----------------------------------------------------------------------------


def board(battle: Battle) -> Board:
    """The map with everybody on it or beside it."""
    combat = now(battle)
    near = objective_radius(combat.house())
    entries = {entry.key: entry for entry in combat.profiles}
    pieces, groups = [], []
    field = Battlefield(combat, combat.house())
    for squad in combat.squads:
        side = SIDES.index(squad.side)
        groups.append(BoardGroup(squad.id, squad.name, side, squad.owner, _squad_words(field, field.squads[squad.id])))
        for piece in squad.pieces:
            entry = entries[piece.profile]
            state = _state(piece, entry.profile.hp)
            title = f"{piece.name or entry.name}, {squad.name}: {piece.hp} of {entry.profile.hp} HP, {state}"
            off = OFF_MAP in piece.tile
            x, y = (None, None) if off else piece.tile
            pieces.append(BoardPiece(piece.id, squad.id, piece.id, x, y, side, state, title))
    marks = tuple(
        BoardMark(
            one.name, one.x, one.y, near if one.radius is None else one.radius, f"held by {one.holder.label.lower()}"
        )
        for one in combat.ground.objectives
    )
    across = tuple(letters(x) for x in range(combat.ground.width))
    down = tuple(str(y + 1) for y in range(combat.ground.height))
    facts = [Line(one.name, f"{one.cp} of {one.cp_max} CP") for one in combat.characters if one.cp_max]
    facts += [Line(mark.title, mark.text) for mark in marks]
    return Board(combat.ground.rows, across, down, LEGEND, tuple(groups), tuple(pieces), marks, tuple(facts))


def _state(piece: Piece, full: int) -> str:
    if piece.hp > 0:
        return "standing"
    if is_killed(piece.hp, full):
        return "killed"
    return "abandoned" if piece.abandoned else "downed"


def _squad_words(field: Battlefield, squad: LiveSquad) -> str:
    left: Strength = squad.left()
    words = [f"{left.standing} of {left.start} standing"]
    words += [f"{len(squad.carried())} downed"] if squad.carried() else []
    words += ["engaged"] if field.engaged_pieces(squad) else []
    words += ["shot"] if squad.shot else []
    words += ["broken"] if squad.broken else []
    return ", ".join(words)


def choices(battle: Battle) -> tuple[GroupChoices, ...]:
    """What every squad and character may be ordered now."""
    combat = now(battle)
    field = Battlefield(combat, combat.house())
    found = [
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
        listed = tuple(
            OrderChoice(f"use {entry.name} on {target}", f"{entry.ability.cost} CP", entry.ability.cost <= points)
            for entry in (combat.ability(key) for key in one.abilities)
            for target in targets.get(entry.ability.target, everybody)
        )
        if listed:
            found.append(GroupChoices(own, one.name, listed))
    return tuple(found)


def _squad_choices(field: Battlefield, squad: LiveSquad) -> Iterator[OrderChoice]:
    enemies = [other for other in field.squads.values() if other.side is not squad.side and other.standing()]
    ready = [piece for piece in squad.standing() if salvos.may_shoot(field, piece)]
    armed = any(one.weapon.type is WeaponType.RANGED for piece in ready for one in piece.arms)
    for other in enemies if armed else ():
        distances = [found for found in (field.distance(piece, other) for piece in ready) if found is not None]
        reached = any(
            salvos.in_reach(field, piece, one, other, Bonus())
            for piece in ready
            for part in salvos.choices(field, piece, ())
            for one in part
        )
        title = f"{min(distances)} tiles" if distances else "off the map"
        if salvos.scrum(field, other) is not None:
            title += ", in melee"
        yield OrderChoice(f"shoot {other.name}", title, reached)
    engaged = bool(field.engaged_pieces(squad))
    for other in field.opponents(squad):
        yield OrderChoice(f"fight {other.name}", "in contact")
    far, near = (tiles_allowed(field, squad, Bonus(), shot, len(squad.carried())) for shot in (squad.shot, True))
    yield OrderChoice("move", f"{far} tiles, {near} after shooting", not engaged, tile=True)
    yield OrderChoice("disengage", DISENGAGE_RISK, not squad.shot, tile=True)
    charges = not engaged and not squad.shot
    for other in enemies:
        yield OrderChoice(f"charge {other.name}", f"{tables.CHARGE_ROLL} tiles after the move", charges)


def forecast(battle: Battle, text: str) -> tuple[Forecast, ...]:
    """What orders for the coming round, or for the rest of the current one, may do."""
    combat, number, phase = rounds.about_to_play(battle)
    return forecasts.forecasts(combat, text, number, phase)


def stages(battle: Battle) -> tuple[Stage, ...]:
    """The phases of the current round; empty between rounds."""
    following = rounds.next_phase(battle)
    if following is None:
        return ()
    done = PHASES.index(following)
    states = [StageState.DONE] * done + [StageState.NEXT] + [StageState.WAITING] * (len(PHASES) - done - 1)
    return tuple(Stage(phase.value, phase.label, state) for phase, state in zip(PHASES, states, strict=True))


def new(setup: Setup, forces: tuple[Force[Any, Any, Any], ...]) -> Battle:
    """A battle between forces; raises ``DeskError``."""
    sides = {force.spec.side for force in forces}
    if len(sides) == 1:
        side = sides.pop().label.lower()
        raise DeskError(f"All these forces stand on one side, {side}; choose one of the other, or set its side first.")
    return Battle(new_combat(setup.name, forces, setup.width, setup.height))


DEMO_ORDERS = """\
# Anna
Lt. Vey: use Take Aim on Alpha
Alpha: shoot Reavers; move D3
Charlie: shoot Brutes
# Ben
Bravo: move H8
# the enemy
Reavers: shoot Alpha
Skulkers: shoot nearest; move T8
Brutes: move Q12
"""


def demo() -> Battle:
    """An example: two platoons' squads on a map with walls, cover and two objectives."""
    battle = Battle(new_combat("Red Hand Ridge", (templates.players(), templates.enemies()), 24, 18))
    for asked in (
        Paint("J3", 2, 4, GroundKind.BLOCKED),
        Paint("N12", 2, 4, GroundKind.BLOCKED),
        Paint("G9", 3, 2, GroundKind.COVER),
        Paint("P6", 3, 2, GroundKind.COVER),
    ):
        battle = paint(battle, asked)
    for placed in (AddObjective("Radio mast", "L9"), AddObjective("Well", "M16", 2)):
        battle = add_objective(battle, placed)
    return battle


def last_seed(battle: Battle) -> int | None:
    """The seed of the end, or of the last round; ``None`` before the first."""
    if battle.aftermath is not None:
        return battle.aftermath.seed
    return battle.rounds[-1].seed if battle.rounds else None


def ending_ordered(battle: Battle) -> End | None:
    """How the last round's orders end the combat; ``None`` where they do not."""
    if not battle.rounds:
        return None
    ending = read_orders(now(battle), battle.rounds[-1].orders)[0].ending
    return None if ending is None else End(ending, won=ending is not Ending.LOST)


def finish(battle: Battle, asked: End, seed: int) -> Battle:
    """End the combat and roll for the lives of the downed."""
    return rounds.finish(battle, asked.ending, seed, asked.won)


DESK: Desk[Battle] = Desk(
    title="The game master’s desk",
    order_help=HELP,
    setup=Setup,
    new=new,
    demo=demo,
    demo_orders=DEMO_ORDERS,
    name=lambda battle: battle.start.name,
    forces=lambda: (templates.players(), templates.enemies()),
    read=read,
    write=write,
    board=board,
    place=place,
    place_group=lambda battle, squad, tile: place_squad(battle, PlaceSquad(squad, tile_name(tile))),
    paint=paint_tiles,
    edits=EDITS,
    choices=choices,
    orders=lambda battle: battle.rounds[-1].orders if battle.rounds else "",
    check=rounds.check,
    forecast=forecast,
    give=rounds.give_orders,
    change=rounds.change_orders,
    rounds=lambda battle: len(battle.rounds),
    seed=last_seed,
    stages=stages,
    play=rounds.play_phase,
    undo=rounds.undo,
    ending=End,
    ending_ordered=ending_ordered,
    finish=finish,
    is_over=lambda battle: battle.aftermath is not None,
    report=report.written,
    draw=lambda battle, pieces, ink: map_drawing.draw(now(battle), pieces, ink),
)
