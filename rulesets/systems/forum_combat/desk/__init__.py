"""The game master's desk of this game."""

from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Annotated, Any

from rulesets.core.declarations.codec import CodecError, decode, encode
from rulesets.core.declarations.fields import Ask
from rulesets.core.desk import Desk, DeskError, Forecast, Stage, StageState
from rulesets.core.forces.force import Force

from .. import templates
from ..tiles import tile_name
from ..units import Allegiance
from . import forecasts, map_drawing, rounds
from .combat import MAX_MAP_SIDE, MIN_MAP_SIDE, PHASES
from .combat_checks import faults
from .edit_forms import EDITS
from .example import DEMO_ORDERS, demo
from .map_board import board
from .new_combat import USUAL_HEIGHT, USUAL_WIDTH, new_combat
from .order_choices import choices
from .order_reader import read_orders
from .orders import HELP, CombatEnding
from .players_view import players_view
from .record_checks import record_faults
from .report_markup import render_report
from .round_edits import PlaceSquad, paint_tiles, place, place_squad
from .rounds import BattleRecord, now


@dataclass(frozen=True, slots=True)
class CombatSetup:
    """The questions for a new combat; a side that is not chosen is that of the force."""

    name: Annotated[str, Ask("Name")] = "Combat"
    width: Annotated[int, Ask("Tiles across", min=MIN_MAP_SIDE, max=MAX_MAP_SIDE)] = USUAL_WIDTH
    height: Annotated[int, Ask("Tiles down", min=MIN_MAP_SIDE, max=MAX_MAP_SIDE)] = USUAL_HEIGHT
    first_side: Annotated[
        Allegiance | None, Ask("Side of the first force", "Leave blank to use the side in its list.")
    ] = None
    second_side: Annotated[
        Allegiance | None, Ask("Side of the second force", "Leave blank to use the side in its list.")
    ] = None


@dataclass(frozen=True, slots=True)
class CombatEnd:
    """The questions at the end of a combat."""

    ending: Annotated[CombatEnding, Ask("How it ended")] = CombatEnding.MET
    won: Annotated[bool, Ask("The players have won")] = True


# --- reading and writing -----------------------------------------------------------------------------


def read(plain: Any) -> BattleRecord:
    """Plain data as a battle; raises ``CodecError`` with a path for every problem."""
    battle = decode(BattleRecord, plain)
    problems = [replace(fault, path=f"start.{fault.path}") for fault in faults(battle.start)]
    if not problems:
        problems = list(record_faults(battle))
    if problems:
        raise CodecError(tuple(problems[:20]))
    return battle


def write(battle: BattleRecord) -> dict[str, Any]:
    """A battle as plain data, ready for JSON."""
    plain: dict[str, Any] = encode(battle)
    return plain


def forecast(battle: BattleRecord, text: str) -> tuple[Forecast, ...]:
    """The likely effects of orders for the coming round, or for the rest of the current one."""
    combat, number, phase = rounds.about_to_play(battle)
    return forecasts.forecasts(combat, text, number, phase)


def stages(battle: BattleRecord) -> tuple[Stage, ...]:
    """The phases of the current round; empty between rounds."""
    following = rounds.next_phase(battle)
    if following is None:
        return ()
    place = PHASES.index(following)
    states = [StageState.DONE] * place + [StageState.NEXT] + [StageState.WAITING] * (len(PHASES) - place - 1)
    return tuple(Stage(phase.value, phase.label, state) for phase, state in zip(PHASES, states, strict=True))


def new(setup: CombatSetup, forces: tuple[Force[Any, Any, Any], ...]) -> BattleRecord:
    """A battle between forces; raises ``DeskError``."""
    sided = tuple(
        force if side is None else replace(force, spec=replace(force.spec, side=side))
        for force, side in zip_longest(forces, (setup.first_side, setup.second_side)[: len(forces)])
    )
    sides = {force.spec.side for force in sided}
    if len(sides) == 1:
        side = sides.pop().label.lower()
        raise DeskError(f"All these forces are on one side, {side}. Choose the other side for one of them.")
    return BattleRecord(new_combat(setup.name, sided, setup.width, setup.height))


def last_seed(battle: BattleRecord) -> int | None:
    """The seed of the end, or of the last round; ``None`` before the first."""
    if battle.aftermath is not None:
        return battle.aftermath.seed
    return battle.rounds[-1].seed if battle.rounds else None


def ending_ordered(battle: BattleRecord) -> CombatEnd | None:
    """How the last round's orders end the combat; ``None`` if they do not."""
    if not battle.rounds:
        return None
    ending = read_orders(now(battle), battle.rounds[-1].orders)[0].ending
    return None if ending is None else CombatEnd(ending, won=ending is not CombatEnding.LOST)


def finish(battle: BattleRecord, end: CombatEnd, seed: int) -> BattleRecord:
    """End the combat and roll for the lives of the downed."""
    return rounds.finish(battle, end.ending, seed, end.won)


DESK: Desk[BattleRecord] = Desk(
    title="The game master’s desk",
    order_help=HELP,
    setup=CombatSetup,
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
    give_orders=rounds.give_orders,
    change_orders=rounds.change_orders,
    rounds=lambda battle: len(battle.rounds),
    seed=last_seed,
    stages=stages,
    play_phase=rounds.play_phase,
    undo=rounds.undo,
    ending=CombatEnd,
    ending_ordered=ending_ordered,
    finish=finish,
    is_over=lambda battle: battle.aftermath is not None,
    players_view=players_view,
    report=render_report,
    draw=lambda battle, pieces, ink, joints: map_drawing.draw(now(battle), pieces, ink, joints),
    tile=map_drawing.TILE,
)
