"""The rules of play (FOW-P01 to FOW-P14), and whether a unit's turn kept them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated

from rulesets.core.declarations import Ask, Choice
from rulesets.core.house_rules import HouseRules
from rulesets.core.rules import PlayRule, sentence_of
from rulesets.core.wording import counted
from rulesets.systems.forge_of_war.command import FIGURES_LIMIT
from rulesets.systems.forge_of_war.tables import (
    CAPS,
    CAUTIOUS_MOVE,
    COHESION,
    HORDE_COHESION,
    KEEP_AWAY,
    MOST_MARKERS,
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
    markers: Annotated[int, Ask("D-markers", min=0, max=MOST_MARKERS)] = 0
    automatic: Annotated[int, Ask("of them by snipers", "These may exceed the cap.", min=0, max=MOST_MARKERS)] = 0
    stance: Annotated[Stance, Ask("Stance")] = Stance.NORMAL
    engaged: Annotated[bool, Ask("In close combat")] = False
    attempts: Annotated[int, Ask("Attempts to activate", min=0, max=9)] = 1
    tested: Annotated[bool, Ask("Took a command test")] = True
    actions: Annotated[tuple[Action, ...], Ask("Actions", max=6, one="Action")] = (Action.MOVE, Action.SHOOT)
    rallied_from: Annotated[
        int | None, Ask("D-markers before a rally", "Empty: no rally.", min=0, max=MOST_MARKERS)
    ] = None
    covering_shots: Annotated[int, Ask("Covering shots", min=0, max=9)] = 0
    reaction_tests: Annotated[int, Ask("Reaction tests", min=0, max=9)] = 0
    gap: Annotated[int, Ask("Widest gap", "Between figures.", unit="″", min=0, max=99)] = 2
    closest: Annotated[int | None, Ask("Nearest to an enemy", "Empty: far away.", unit="″", min=0, max=99)] = None
    contact: Annotated[bool, Ask("Moved into contact")] = False
    jumped_in: Annotated[bool, Ask("by a jump")] = False
    longest: Annotated[int, Ask("Longest move action", unit="″", min=0, max=99)] = 6
    target_engaged: Annotated[bool, Ask("Target in close combat")] = False
    personnel: Annotated[int, Ask("Anti-personnel targets", min=0, max=9)] = 1
    armour: Annotated[int, Ask("Anti-tank targets", min=0, max=9)] = 0
    heavy: Annotated[bool, Ask("Heavy weapon fired on foot")] = False
    deployed: Annotated[bool, Ask("It was deployed")] = False
    harmless: Annotated[int, Ask("Hits of WV 0 counted on a vehicle", min=0, max=FIGURES_LIMIT)] = 0

    @property
    def shot(self) -> bool:
        """Whether it fired in its activation."""
        return Action.SHOOT in self.actions


PlayCheck = Callable[[TurnState, HouseRules], Iterator[str]]


@dataclass(frozen=True, slots=True)
class TurnRule:
    """A rule of play with the function that says what in a turn breaks it."""

    rule: PlayRule
    check: PlayCheck


def play_rule(rule_id: str, cite: str) -> Callable[[PlayCheck], TurnRule]:
    """Decorator that turns a function ``(state, house)`` into a rule of play; its docstring is the sentence."""
    return lambda check: TurnRule(PlayRule(rule_id, cite, sentence_of(check)), check)


@play_rule("FOW-P01", "§8")
def one_attempt(state: TurnState, house: HouseRules) -> Iterator[str]:
    """A unit tries to activate once a game turn."""
    if state.attempts > 1:
        yield f"{state.attempts} attempts; one is allowed."


@play_rule("FOW-P02", "§9")
def two_actions(state: TurnState, house: HouseRules) -> Iterator[str]:
    """A unit takes two actions; only a move may be taken twice."""
    if len(state.actions) > ACTIONS_A_TURN:
        yield f"{len(state.actions)} actions; two are allowed."
    others = [action for action in state.actions if not action.is_move]
    for action in dict.fromkeys(others):
        if others.count(action) > 1:
            yield f"{action.label} taken twice; only a move may be."
    if state.shot and Action.COVER in state.actions and not house.on("coverfire_with_shoot"):
        yield "Shooting and going on covering fire in one activation; choose one."


@play_rule("FOW-P03", "§12, §43")
def markers_within_cap(state: TurnState, house: HouseRules) -> Iterator[str]:
    """D-markers never exceed the cap, except those that sniper rifles give hit or miss."""
    cap = CAPS[state.training]
    if state.markers - state.automatic > cap:
        carried = counted(state.markers, "D-marker")
        yield f"{carried}; {state.training.label} carry {cap} at most, further hits remove figures."


@play_rule("FOW-P04", "§14")
def permanent_markers_stay(state: TurnState, house: HouseRules) -> Iterator[str]:
    """A rally leaves at least one D-marker after half the figures are lost, and two after three quarters."""
    before = state.rallied_from
    floor = permanent_markers(state.now, state.start, CAPS[state.training])
    if before is not None and state.markers < min(before, floor):
        yield f"{counted(state.markers, 'D-marker')} left after a rally; {min(before, floor)} must stay."


@play_rule("FOW-P05", "§7")
def cohesion(state: TurnState, house: HouseRules) -> Iterator[str]:
    """Figures of a unit stay within 2 inches of each other, those of a horde within 1."""
    most = HORDE_COHESION if state.training is Training.HORDE else COHESION
    if state.now > 1 and state.gap > most:
        yield f"A gap of {state.gap}″; close up to {most}″ at the next activation, or take a D-marker."


@play_rule("FOW-P06", "§15")
def keep_away(state: TurnState, house: HouseRules) -> Iterator[str]:
    """A unit stays 2 inches from enemies unless it moves into contact."""
    moved = any(action.is_move for action in state.actions)
    if moved and not state.contact and state.closest is not None and state.closest < KEEP_AWAY:
        yield f"It came within {state.closest}″ of an enemy; stay {KEEP_AWAY}″ away or move into contact."


@play_rule("FOW-P07", "§17")
def one_jump(state: TurnState, house: HouseRules) -> Iterator[str]:
    """A unit jumps once in an activation, and never into contact."""
    if state.actions.count(Action.JUMP) > 1:
        yield "Two jumps; one is allowed."
    if state.jumped_in:
        yield "A jump into contact; it must land elsewhere."


@play_rule("FOW-P08", "§25")
def no_fire_into_combat(state: TurnState, house: HouseRules) -> Iterator[str]:
    """A unit in close combat is not shot at, and does not shoot."""
    if state.shot and state.target_engaged:
        yield "The target is in close combat; choose another."
    if state.shot and state.engaged:
        yield "The unit is in close combat; it fights instead of shooting."


@play_rule("FOW-P09", "§23")
def two_targets_at_most(state: TurnState, house: HouseRules) -> Iterator[str]:
    """A unit shoots at one anti-personnel and one anti-tank target at most."""
    for count, name in ((state.personnel, "anti-personnel"), (state.armour, "anti-tank")):
        if state.shot and count > 1:
            yield f"{count} {name} targets; one is allowed."


@play_rule("FOW-P10", "§11, §31")
def small_units_test(state: TurnState, house: HouseRules) -> Iterator[str]:
    """A unit of a third or less takes its command test even in close combat."""
    if state.engaged and not state.tested and reached(state.now, state.start, Threshold.THIRD):
        yield f"{state.now} of {state.start} left; it must test before it fights on."


@play_rule("FOW-P11", "§38")
def harmless_hits(state: TurnState, house: HouseRules) -> Iterator[str]:
    """Hits of weapons with WV 0 on vehicles are wasted."""
    if state.harmless:
        yield f"{counted(state.harmless, 'hit')} of WV 0 on a vehicle: no effect."


@play_rule("FOW-P12", "Covering Fire, Reaction Test")
def one_reaction(state: TurnState, house: HouseRules) -> Iterator[str]:
    """A unit fires one covering shot and takes one reaction test a game turn."""
    if state.covering_shots > 1:
        yield f"{state.covering_shots} covering shots; one is allowed."
    if state.reaction_tests > 1:
        yield f"{state.reaction_tests} reaction tests; one is allowed."


@play_rule("FOW-P13", "stance rules")
def stances_hold(state: TurnState, house: HouseRules) -> Iterator[str]:
    """Hiding units do not shoot; cautious units move 3 inches at most."""
    if state.stance is Stance.HIDING and (state.shot or state.covering_shots):
        yield "It hides and shoots; it must leave the stance first."
    moved = any(action.is_move for action in state.actions)
    if state.stance is Stance.CAUTIOUS and moved and state.longest > CAUTIOUS_MOVE:
        yield f"It is cautious and moves {state.longest}″; {CAUTIOUS_MOVE}″ is the most."


@play_rule("FOW-P14", "§9")
def deploy_before_firing(state: TurnState, house: HouseRules) -> Iterator[str]:
    """A heavy weapon on foot is deployed before it fires."""
    if state.shot and state.heavy and not state.deployed and house.on("heavy_deploy"):
        yield "The heavy weapon was not deployed; deploying it takes an action."


TURN_RULES: tuple[TurnRule, ...] = (
    one_attempt,
    two_actions,
    markers_within_cap,
    permanent_markers_stay,
    cohesion,
    keep_away,
    one_jump,
    no_fire_into_combat,
    two_targets_at_most,
    small_units_test,
    harmless_hits,
    one_reaction,
    stances_hold,
    deploy_before_firing,
)
PLAY_RULES = tuple(each.rule for each in TURN_RULES)


def breaches(state: TurnState, house: HouseRules) -> tuple[tuple[PlayRule, str], ...]:
    """Every rule of play that the turn broke, with a message."""
    return tuple((each.rule, message) for each in TURN_RULES for message in each.check(state, house))
