"""A battle round by round: giving orders, playing phases one at a time, amending and undoing them, ending the combat.

Everything is immutable. A ``BattleRecord`` has the combat at the start and the changes of each phase; ``now`` returns
the present combat. The same battle, orders and seed give the same round on every machine::

    battle = give_orders(battle, text, seed=7)
    while not round_over(battle):
        battle = play_phase(battle)
    battle = give_orders(battle, next_text, seed=8)
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Annotated

from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import RulingTrace
from rulesets.core.desk import ORDERS_LENGTH, DeskError, OrderIssue, OrdersRefused
from rulesets.core.forces.findings import Severity
from rulesets.core.seeded import MAX_SEED

from .. import tables
from ..morale import at_risk
from ..units import Allegiance
from .battlefield import LiveBattlefield
from .combat import PHASES, Combat, Phase
from .combat_changes import CombatChange, Thing, apply_changes, difference
from .command_phase import play_command
from .events import (
    MAX_AMENDMENTS,
    Amendment,
    BattleEvent,
    BattleEventKind,
    Record,
    RecordedRoll,
    RollKind,
    SquadDice,
)
from .melee_phase import play_melee
from .morale_phase import play_morale
from .movement_phase import play_movement
from .order_checks import check_orders
from .order_reader import read_orders
from .orders import CombatEnding
from .resolution import Resolution
from .shooting_phase import play_shooting

MAX_ROUNDS = 200

PHASE_FUNCTIONS: dict[Phase, Callable[[Resolution], None]] = {
    Phase.COMMAND: play_command,
    Phase.SHOOTING: play_shooting,
    Phase.MELEE: play_melee,
    Phase.MOVEMENT: play_movement,
    Phase.MORALE: play_morale,
}


@dataclass(frozen=True, slots=True)
class PlayedRound:
    """A round: its seed, its orders as text, the changes at its start, and the phases played so far."""

    number: Annotated[int, Ask("Round", min=1, max=MAX_ROUNDS)]
    seed: Annotated[int, Ask("Seed", min=0, max=MAX_SEED)]
    orders: Annotated[str, Ask("Orders", max_length=ORDERS_LENGTH)]
    opening: Annotated[tuple[CombatChange, ...], Ask("Changes at its start", max=40_000)] = ()
    records: Annotated[tuple[Record, ...], Ask("Phases played", max=len(PHASES))] = ()


@dataclass(frozen=True, slots=True)
class CombatOutcome:
    """The end of a combat, with the rolls for life or death."""

    ending: Annotated[CombatEnding, Ask("How it ended")]
    seed: Annotated[int, Ask("Seed", min=0, max=MAX_SEED)]
    won: Annotated[bool, Ask("The players have won")] = False
    events: Annotated[tuple[BattleEvent, ...], Ask("Events", max=4000)] = ()
    rulings: Annotated[tuple[str, ...], Ask("Rulings that mattered", max=60)] = ()


@dataclass(frozen=True, slots=True)
class BattleRecord:
    """A combat from beginning to end: its set-up, all rounds, and its outcome."""

    start: Annotated[Combat, Ask("At the start")]
    rounds: Annotated[tuple[PlayedRound, ...], Ask("Rounds", max=MAX_ROUNDS)] = ()
    aftermath: Annotated[CombatOutcome | None, Ask("End of combat")] = None


class RoundError(DeskError):
    """A step that cannot be taken now; the message says why."""


def changes_of(rounds: Iterable[PlayedRound]) -> Iterator[CombatChange]:
    """The changes of these rounds in order, with the amendments after each phase."""
    for each in rounds:
        yield from each.opening
        for record in each.records:
            yield from record.changes
            yield from (amendment.change for amendment in record.amendments)


def now(battle: BattleRecord) -> Combat:
    """The present combat."""
    return apply_changes(battle.start, changes_of(battle.rounds))


def next_phase(battle: BattleRecord) -> Phase | None:
    """The phase to be played next in this round; ``None`` between rounds."""
    if not battle.rounds or len(battle.rounds[-1].records) == len(PHASES):
        return None
    return PHASES[len(battle.rounds[-1].records)]


def round_over(battle: BattleRecord) -> bool:
    """Whether the next step is to give orders for a new round."""
    return next_phase(battle) is None


def _require_open(battle: BattleRecord) -> None:
    if battle.aftermath is not None:
        raise RoundError("The combat has ended. To go on, undo the step that ended it.")


def about_to_play(battle: BattleRecord) -> tuple[Combat, int, Phase]:
    """The combat, round and phase for which orders can be given: a new round, or the rest of the current one."""
    combat, phase = now(battle), next_phase(battle)
    if phase is None:
        return apply_changes(combat, _opening(combat)), len(battle.rounds) + 1, Phase.COMMAND
    return combat, len(battle.rounds), phase


def check(battle: BattleRecord, text: str) -> tuple[OrderIssue, ...]:
    """The issues of orders for the coming round, or for the rest of the current one."""
    combat, number, phase = about_to_play(battle)
    return check_orders(combat, text, number, phase)


def _refuse_errors(issues: tuple[OrderIssue, ...]) -> None:
    if any(issue.severity is Severity.ERROR for issue in issues):
        raise OrdersRefused(issues)


def _opening(combat: Combat) -> tuple[CombatChange, ...]:
    """The changes at the start of a round: nobody has shot, and CP return if they do so every round (FC-A43)."""
    changes: list[CombatChange] = []
    for squad, piece in combat.pieces():
        if piece is squad.pieces[0] and squad.shot:
            changes.append(CombatChange(Thing.SQUAD, squad.id, "shot", 0))
        if piece.shot:
            changes.append(CombatChange(Thing.PIECE, piece.id, "shot", 0))
    spenders = [character for character in combat.characters if character.cp != character.cp_max]
    if spenders and combat.house().choice("fc.cp_refresh") == "round":
        changes += [CombatChange(Thing.CHARACTER, character.name, "cp", character.cp_max) for character in spenders]
    return tuple(changes)


def give_orders(battle: BattleRecord, text: str, seed: int) -> BattleRecord:
    """Begin the next round with these orders; raises ``OrdersRefused``."""
    _require_open(battle)
    if not round_over(battle):
        raise RoundError("This round is not over yet. Play its phases first.")
    if len(battle.rounds) == MAX_ROUNDS:
        raise RoundError(f"A battle has at most {MAX_ROUNDS} rounds.")
    _refuse_errors(check(battle, text))
    new_round = PlayedRound(len(battle.rounds) + 1, seed, text, _opening(now(battle)))
    return replace(battle, rounds=(*battle.rounds, new_round))


def change_orders(battle: BattleRecord, text: str) -> BattleRecord:
    """Replace the orders for the phases of this round still to be played; raises ``OrdersRefused``."""
    _require_open(battle)
    if round_over(battle):
        raise RoundError("The round is over. Give orders for the next one.")
    _refuse_errors(check(battle, text))
    return _with_last(battle, replace(battle.rounds[-1], orders=text))


def _with_last(battle: BattleRecord, last: PlayedRound) -> BattleRecord:
    return replace(battle, rounds=(*battle.rounds[:-1], last))


def play_phase(battle: BattleRecord) -> BattleRecord:
    """Play the next phase of the round; raises ``RoundError`` if there is none."""
    _require_open(battle)
    phase = next_phase(battle)
    if phase is None:
        raise RoundError("The round is over. Give orders for the next one.")
    combat, current = now(battle), battle.rounds[-1]
    orders, _ = read_orders(combat, current.orders)
    trace = RulingTrace(combat.house())
    field = LiveBattlefield(combat, trace)
    command_events = current.records[0].events if current.records else ()
    play = Resolution(field, orders, phase, current.seed, current.number, command_events)
    PHASE_FUNCTIONS[phase](play)
    rulings = tuple(each.ruling.switch for each in trace.rulings())
    record = Record(phase, current.orders, tuple(play.events), field.changes(), (), rulings)
    return _with_last(battle, replace(current, records=(*current.records, record)))


def undo(battle: BattleRecord) -> BattleRecord:
    """Take back the last step: the end of combat, a phase with its amendments, or a round's orders."""
    if battle.aftermath is not None:
        return replace(battle, aftermath=None)
    if not battle.rounds:
        raise RoundError("Nothing has been played yet.")
    current = battle.rounds[-1]
    if not current.records:
        return replace(battle, rounds=battle.rounds[:-1])
    return _with_last(battle, replace(current, records=current.records[:-1]))


def amend(battle: BattleRecord, changes: tuple[CombatChange, ...], reason: str = "") -> BattleRecord:
    """Change the combat by hand: the set-up before the first phase, the last phase's result afterwards.

    Raises ``NoSuchThing`` for things that the combat does not have.
    """
    _require_open(battle)
    combat = now(battle)
    effective = difference(combat, apply_changes(combat, changes))
    place = next((n for n in range(len(battle.rounds) - 1, -1, -1) if battle.rounds[n].records), None)
    if place is None:
        return replace(battle, start=apply_changes(battle.start, effective))
    *before, last = battle.rounds[place].records
    amendments = (*last.amendments, *(Amendment(change, reason) for change in effective))
    if len(amendments) > MAX_AMENDMENTS:
        raise RoundError(f"A phase can have at most {MAX_AMENDMENTS} manual changes.")
    records = (*before, replace(last, amendments=amendments))
    rounds = list(battle.rounds)
    rounds[place] = replace(rounds[place], records=records)
    return replace(battle, rounds=tuple(rounds))


# --- the end -----------------------------------------------------------------------------------------


def finish(battle: BattleRecord, ending: CombatEnding, seed: int, won: bool = False) -> BattleRecord:
    """End the combat: on the players' side, the abandoned and the downed of wiped squads roll for life (FC-END)."""
    _require_open(battle)
    if not round_over(battle):
        raise RoundError("This round is not over yet. Play its phases first.")
    combat = now(battle)
    field, trace = LiveBattlefield(combat), RulingTrace(combat.house())
    events: list[BattleEvent] = []
    for squad in field.side(Allegiance.PLAYERS):
        abandoned = [piece for piece in squad.pieces if piece.downed and piece.abandoned]
        wiped = [] if squad.standing() else squad.carried()
        pieces = (abandoned + wiped)[: at_risk(len(abandoned), len(wiped), won, trace)]
        if pieces:
            dice = SquadDice(seed, len(battle.rounds) + 1, Phase.MORALE, squad.number).roll(len(pieces))
            dead = tuple(piece.id for piece, die in zip(pieces, dice, strict=True) if int(die) <= tables.DEATH)
            roll = RecordedRoll(RollKind.DEATH, tables.DEATH + 1, dice, len(pieces) - len(dead))
            events.append(BattleEvent(BattleEventKind.FATE, squad.id, count=len(pieces), rolls=(roll,), pieces=dead))
    rulings = tuple(each.ruling.switch for each in trace.rulings())
    return replace(battle, aftermath=CombatOutcome(ending, seed, won, tuple(events), rulings))
