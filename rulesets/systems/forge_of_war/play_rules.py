"""The rules of play, and whether a unit's turn kept those that it is checked for (FOW-P01 to FOW-P14).

Their sentences and the chapters that answers cite stand in ``data/play_rules.toml``.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated

from rulesets.core.declarations.fields import Ask, Choice
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.rules import PlayRule
from rulesets.core.texts.data_files import load_play_rules
from rulesets.core.wording import count_of

from . import tables
from .command.command_value import FIGURES_LIMIT
from .fire.indirect_fire import may_cover_combat
from .house_rules import DATA, RULINGS, WORDS
from .tables import (
    CAPS,
    CAUTIOUS_MOVE,
    COHESION,
    HORDE_COHESION,
    KEEP_AWAY,
    MARGINS,
    MAX_MARKERS,
    Stance,
    Threshold,
    Training,
    permanent_markers,
    reached,
)

ACTIONS_A_TURN = 2


class Action(Choice):
    """What an activated unit may do (§9, optional rules)."""

    MOVE = "move", "Move"
    JUMP = "jump", "Jump"
    SHOOT = "shoot", "Shoot"
    FIGHT = "fight", "Close combat"
    DEPLOY = "deploy", "Deploy a heavy weapon"
    COVER = "cover", "Go on covering fire"
    STANCE = "stance", "Change to or from cautious"

    @property
    def is_move(self) -> bool:
        """Whether it may be taken twice."""
        return self in (Action.MOVE, Action.JUMP)


@dataclass(frozen=True, slots=True)
class TurnState:
    """A unit's actions this game turn, and its state after them."""

    training: Annotated[Training, Ask("Training")] = Training.PROFESSIONAL
    start: Annotated[int, Ask("Figures at the start", min=1, max=FIGURES_LIMIT)] = 10
    now: Annotated[int, Ask("Figures now", min=0, max=FIGURES_LIMIT)] = 10
    markers: Annotated[int, Ask("D-markers", min=0, max=MAX_MARKERS)] = 0
    automatic: Annotated[int, Ask("of them from snipers", "These may exceed the cap.", min=0, max=MAX_MARKERS)] = 0
    stance: Annotated[Stance, Ask("Stance")] = Stance.NORMAL
    engaged: Annotated[bool, Ask("In close combat")] = False
    attempts: Annotated[int, Ask("Attempts to activate", min=0, max=9)] = 1
    tested: Annotated[bool, Ask("Took a command test")] = True
    actions: Annotated[tuple[Action, ...], Ask("Actions", max=6, one="Action")] = (Action.MOVE, Action.SHOOT)
    rallied_from: Annotated[
        int | None, Ask("D-markers before a rally", "Leave blank if it does not rally.", min=0, max=MAX_MARKERS)
    ] = None
    covering_shots: Annotated[int, Ask("Covering shots", min=0, max=9)] = 0
    reaction_tests: Annotated[int, Ask("Reaction tests", min=0, max=9)] = 0
    gap: Annotated[int, Ask("Widest gap", "The widest gap between two figures.", unit="″", min=0, max=99)] = 2
    closest: Annotated[
        int | None, Ask("Nearest to an enemy", "Leave blank if no enemy is near.", unit="″", min=0, max=99)
    ] = None
    contact: Annotated[bool, Ask("Moved into contact")] = False
    jumped_in: Annotated[bool, Ask("by a jump")] = False
    longest: Annotated[int, Ask("Longest move action", unit="″", min=0, max=99)] = 6
    target_engaged: Annotated[bool, Ask("Target in close combat")] = False
    by_template: Annotated[bool, Ask("Fired with a template")] = False
    personnel: Annotated[int, Ask("Anti-personnel targets", min=0, max=9)] = 1
    armour: Annotated[int, Ask("Anti-tank targets", min=0, max=9)] = 0
    heavy: Annotated[bool, Ask("Heavy weapon fired on foot")] = False
    deployed: Annotated[bool, Ask("It was deployed")] = False
    harmless: Annotated[int, Ask("Hits with WV 0 counted on a vehicle", min=0, max=FIGURES_LIMIT)] = 0

    @property
    def shot(self) -> bool:
        """Whether it fired in its activation."""
        return Action.SHOOT in self.actions


_NUMBERS = {
    **vars(tables),
    "DAMAGE": ", ".join(f"{damage.label.lower()} at {margin}" for margin, damage in enumerate(MARGINS)),
}
PLAY_RULES = load_play_rules(DATA, RULINGS, _NUMBERS, WORDS.texts)

PlayCheck = Callable[[TurnState, HouseRules], Iterator[str]]


def _one_attempt(state: TurnState, house: HouseRules) -> Iterator[str]:
    if state.attempts > 1:
        yield f"It made {state.attempts} attempts, but only one is allowed."


def _two_actions(state: TurnState, house: HouseRules) -> Iterator[str]:
    if len(state.actions) > ACTIONS_A_TURN:
        yield f"It took {len(state.actions)} actions, but only two are allowed."
    others = [action for action in state.actions if not action.is_move]
    for action in dict.fromkeys(others):
        if others.count(action) > 1:
            yield f"It took the action “{action.label}” twice. Only a move may be taken twice."
    if state.shot and Action.COVER in state.actions and not house.on("coverfire_with_shoot"):
        yield "It shot and went on covering fire in one activation, but only one of them is allowed."


def _markers_within_cap(state: TurnState, house: HouseRules) -> Iterator[str]:
    cap = CAPS[state.training]
    if state.markers - state.automatic > cap:
        carried = count_of(state.markers, "D-marker")
        yield f"It carries {carried}. {state.training.label} units carry {cap}, and further hits remove figures."


def _permanent_markers_stay(state: TurnState, house: HouseRules) -> Iterator[str]:
    before = state.rallied_from
    floor = permanent_markers(state.now, state.start, CAPS[state.training])
    if before is not None and state.markers < min(before, floor):
        yield f"{count_of(state.markers, 'D-marker')} left after a rally, but {min(before, floor)} must stay."


def _cohesion(state: TurnState, house: HouseRules) -> Iterator[str]:
    maximum = HORDE_COHESION if state.training is Training.HORDE else COHESION
    if state.now > 1 and state.gap > maximum:
        close = f"Close it to {maximum}″ or less at the next activation or take a D-marker."
        yield f"There is a gap of {state.gap}″. {close}"


def _keep_away(state: TurnState, house: HouseRules) -> Iterator[str]:
    moved = any(action.is_move for action in state.actions)
    if moved and not state.contact and state.closest is not None and state.closest < KEEP_AWAY:
        yield f"It came within {state.closest}″ of an enemy. Stay {KEEP_AWAY}″ away or move into contact."


def _one_jump(state: TurnState, house: HouseRules) -> Iterator[str]:
    if state.actions.count(Action.JUMP) > 1:
        yield "It jumped twice, but only one jump is allowed."
    if state.jumped_in:
        yield "It jumped into contact. A jump must end out of contact."


def _no_fire_into_combat(state: TurnState, house: HouseRules) -> Iterator[str]:
    if state.shot and state.target_engaged and not (state.by_template and may_cover_combat(house)):
        yield "The target is in close combat. Choose another target."
    if state.shot and state.engaged:
        yield "The unit is in close combat. It fights instead of shooting."


def _two_targets_at_most(state: TurnState, house: HouseRules) -> Iterator[str]:
    for count, name in ((state.personnel, "anti-personnel"), (state.armour, "anti-tank")):
        if state.shot and count > 1:
            yield f"It shot at {count} {name} targets, but only one is allowed."


def _small_units_test(state: TurnState, house: HouseRules) -> Iterator[str]:
    if state.engaged and not state.tested and reached(state.now, state.start, Threshold.THIRD):
        yield f"It has {state.now} of {state.start} figures left, so it must test before it fights on."


def _harmless_hits(state: TurnState, house: HouseRules) -> Iterator[str]:
    if state.harmless:
        yield f"It scored {count_of(state.harmless, 'hit')} with WV 0 against a vehicle. Such hits are wasted."


def _one_reaction(state: TurnState, house: HouseRules) -> Iterator[str]:
    if state.covering_shots > 1:
        yield f"It fired {state.covering_shots} covering shots, but only one is allowed."
    if state.reaction_tests > 1:
        yield f"It took {state.reaction_tests} reaction tests, but only one is allowed."


def _stances_hold(state: TurnState, house: HouseRules) -> Iterator[str]:
    if state.stance is Stance.HIDING and (state.shot or state.covering_shots):
        yield "It shot while hiding. It must leave the stance first."
    moved = any(action.is_move for action in state.actions)
    if state.stance is Stance.CAUTIOUS and moved and state.longest > CAUTIOUS_MOVE:
        yield f"It is cautious and moves {state.longest}″, but the maximum is {CAUTIOUS_MOVE}″."


def _deploy_before_firing(state: TurnState, house: HouseRules) -> Iterator[str]:
    if state.shot and state.heavy and not state.deployed and house.on("heavy_deploy"):
        yield "The heavy weapon was not deployed. Deploying it takes an action."


_CHECKS: dict[str, PlayCheck] = {
    "FOW-P01": _one_attempt,
    "FOW-P02": _two_actions,
    "FOW-P03": _markers_within_cap,
    "FOW-P04": _permanent_markers_stay,
    "FOW-P05": _cohesion,
    "FOW-P06": _keep_away,
    "FOW-P07": _one_jump,
    "FOW-P08": _no_fire_into_combat,
    "FOW-P09": _two_targets_at_most,
    "FOW-P10": _small_units_test,
    "FOW-P11": _harmless_hits,
    "FOW-P12": _one_reaction,
    "FOW-P13": _stances_hold,
    "FOW-P14": _deploy_before_firing,
}
TURN_RULES = tuple((rule, _CHECKS[rule.id]) for rule in PLAY_RULES if rule.id in _CHECKS)
"""The rules of play that a turn is checked for, with the functions that say what breaks them."""


def breaches(state: TurnState, house: HouseRules) -> tuple[tuple[PlayRule, str], ...]:
    """Every rule of play that the turn broke, with a message."""
    return tuple((rule, message) for rule, check in TURN_RULES for message in check(state, house))
