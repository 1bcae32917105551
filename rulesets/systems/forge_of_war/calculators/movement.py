"""The distance that a unit covers in one activation, and the cost of hurrying (§15-17, §35, §36)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, QuestionError, SolveContext, Step, decimal
from rulesets.core.declarations.fields import Ask, Choice, clamp
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.states import Side
from rulesets.core.tables import Tone
from rulesets.core.wording import count_of, phrases

from ..catalogue import context_of
from ..command.command_value import FIGURES_LIMIT, check_stance
from ..movement import careful, dismounted_fighters, slowed_move
from ..tables import (
    CAPS,
    CAUTIOUS_MOVE,
    DIFFICULT,
    DISMOUNTED,
    FLOOR_CLIMB,
    JUMP,
    MAX_MARKERS,
    MOUNTED_IN_BUILDINGS,
    OBSTACLE_COST,
    ROADS,
    Arm,
    Stance,
    Training,
)
from ..tracks import current
from ..units import base_move, on_foot


class Ground(Choice):
    """How a move action crosses its ground (§16)."""

    CLEAR = "clear", "Clear ground or road", f"A road allows {ROADS}."
    CAREFUL = "careful", "Difficult ground, with care", f"Slower through {DIFFICULT}."
    RUSHED = "rushed", "Difficult ground, at full speed", "The unit takes a D-marker or loses a figure."
    BUILDINGS = (
        "buildings",
        "Buildings",
        "Armour takes a D-marker for each move, infantry moves with care, and cavalry enters on foot only.",
    )


class Crossing(Choice):
    """How an obstacle is crossed (§16)."""

    NONE = "none", "No obstacle"
    CAREFUL = "careful", "With care", f"It costs {OBSTACLE_COST}″, once per obstacle."
    RUSHED = "rushed", "At full speed", "The unit takes a D-marker."


@dataclass(frozen=True, slots=True)
class Movement:
    """How far does the unit get?"""

    arm: Annotated[Arm, Ask("Troop type")] = Arm.INFANTRY
    move: Annotated[
        int | None,
        Ask("Move", "Leave blank to use the move of its troop type, or of infantry on foot.", unit="″", min=0, max=99),
    ] = None
    actions: Annotated[int, Ask("Move actions", min=1, max=2)] = 1
    ground: Annotated[Ground, Ask("Ground")] = Ground.CLEAR
    clear: Annotated[
        int, Ask("Clear ground before it", "A careful move counts this distance too.", unit="″", min=0, max=99)
    ] = 0
    crossing: Annotated[Crossing, Ask("Obstacle")] = Crossing.NONE
    jump: Annotated[bool, Ask("One of them is a jump", "Only for units with jump packs, grav or hover.")] = False
    hard_landing: Annotated[bool, Ask("Lands in difficult ground")] = False
    floors: Annotated[int, Ask("Floors climbed", "Only for infantry in buildings.", min=0, max=99)] = 0
    stance: Annotated[Stance, Ask("Stance")] = Stance.NORMAL
    markers: Annotated[int, Ask("D-markers", min=0, max=MAX_MARKERS)] = 0
    training: Annotated[Training, Ask("Training")] = Training.PROFESSIONAL
    figures: Annotated[int, Ask("Figures", min=1, max=FIGURES_LIMIT)] = 10
    on_foot: Annotated[bool, Ask("Has dismounted", "Only for cavalry who lead their mounts.")] = False
    withdrawing: Annotated[bool, Ask("Withdrawing", "It makes two full moves, whatever the terrain.")] = False


@dataclass(frozen=True, slots=True)
class Pace:
    """One move action: inches, and D-markers that it costs; ``reason`` says where the inches come from."""

    inches: Fraction
    markers: int
    label: str
    reason: str


def _action(question: Movement, allowance: int, first: bool, house: HouseRules) -> Pace:
    """One move action; to all but armour buildings are difficult ground, which is crossed with care (§16)."""
    breaks = question.ground is Ground.BUILDINGS and question.arm.is_vehicle
    rushed = question.ground is Ground.RUSHED or breaks
    slow = question.ground is Ground.CAREFUL or (question.ground is Ground.BUILDINGS and not breaks)
    inches = careful(allowance, question.clear, house) if slow else Fraction(allowance)
    reasons = [""]
    if slow:
        whole = 2 * inches == allowance
        rest = f"{question.clear}″ of clear ground and half of the other {allowance - question.clear}″"
        reasons = [f"half of {allowance}″" if whole else rest if question.clear < allowance else "all on clear ground"]
    markers = int(rushed)
    if first and question.crossing is Crossing.CAREFUL:
        inches = max(Fraction(0), inches - OBSTACLE_COST)
        reasons.append(f"less {OBSTACLE_COST}″ for the obstacle")
    markers += first and question.crossing is Crossing.RUSHED
    return Pace(inches, markers, question.ground.label, ", ".join(filter(None, reasons)))


def _check(question: Movement, house: HouseRules) -> None:
    if question.on_foot and question.arm is not Arm.CAVALRY:
        raise QuestionError("on_foot", "Only cavalry can dismount. Choose cavalry as troop type, or untick this.")
    arm = Arm.INFANTRY if question.on_foot else question.arm
    check_stance(question.stance, arm is Arm.INFANTRY)
    if question.stance is Stance.HIDING:
        raise QuestionError("stance", "A hiding unit does not move. It may leave the stance first at no cost.")
    if question.jump and question.stance is Stance.CAUTIOUS:
        raise QuestionError("jump", "A cautious unit does not jump.")
    if question.jump and not (question.arm is Arm.INFANTRY or question.arm.is_vehicle):
        raise QuestionError("jump", "Jump packs are for infantry, grav and hover for vehicles.")
    if question.floors and arm is not Arm.INFANTRY:
        raise QuestionError("floors", "Only infantry can climb inside buildings. Enter 0.")
    if question.ground is Ground.BUILDINGS and question.arm is Arm.CAVALRY and not question.on_foot:
        raise QuestionError("ground", f"Buildings are {MOUNTED_IN_BUILDINGS}. Dismount it first.")
    full = question.markers >= CAPS[question.training]
    if question.crossing is Crossing.RUSHED and full and house.choice("obstacle_at_cap") == "forbidden":
        raise QuestionError("crossing", "It carries the maximum number of D-markers, so it must cross with care.")


def move(question: Movement, context: SolveContext) -> Answer:
    """The distance of one activation, action by action, and what it costs."""
    house = context.house
    _check(question, house)
    allowance, steps = _allowance(question, house)
    if question.withdrawing:
        reason = f"two moves of {allowance}″, and terrain neither slows nor harms it"
        steps.append(Step("§11", "Withdrawing", f"{2 * allowance}″", reason))
        return Answer(f"It moves {2 * allowance}″ directly away from the enemy", Tone.BAD, tuple(steps))
    paces = [
        Pace(Fraction(JUMP), int(question.hard_landing), "Jump", "every jump")
        if question.jump and number == 0
        else _action(question, allowance, number == int(question.jump), house)
        for number in range(question.actions)
    ]
    for number, pace in enumerate(paces, 1):
        cost = f"gives {count_of(pace.markers, 'D-marker')}" if pace.markers else ""
        reason = ", ".join(filter(None, (pace.reason, cost)))
        rule = "§17" if pace.label == "Jump" else "§16" if question.ground is not Ground.CLEAR else "§15"
        steps.append(Step(rule, f"Action {number}: {pace.label}", f"{_inches(pace.inches)}″", reason))
    total = sum((pace.inches for pace in paces), Fraction(0))
    climb = FLOOR_CLIMB * question.floors
    if climb:
        steps.append(
            Step("§16", f"Climbs {count_of(question.floors, 'floor')}", f"−{climb}″", f"{FLOOR_CLIMB}″ for each floor")
        )
        total = max(Fraction(0), total - climb)
    costs = sum(pace.markers for pace in paces)
    if costs:
        steps.append(_cost(question, costs))
    if question.arm is Arm.CAVALRY:
        fights = dismounted_fighters(question.figures)
        steps.append(Step("§5", "On foot", f"{fights} of {question.figures} fight", DISMOUNTED))
    price = f" for {count_of(costs, 'D-marker')}" if costs else ""
    tone = Tone.PLAIN if not costs else Tone.FAIR
    return Answer(f"It moves {_inches(total)}″{price}", tone, tuple(steps), assumed=_assumed(question))


def _inches(number: Fraction) -> str:
    return str(number.numerator) if number.denominator == 1 else decimal(number, 1)


def _allowance(question: Movement, house: HouseRules) -> tuple[int, list[Step]]:
    """The inches of one move action on clear ground, and how they come about."""
    base = question.move
    # A move is entered by the player or comes from an army, where that of an immobilised vehicle is 0.
    reason = "the unit’s move" if base else "it is immobilised, or has no move"
    if base is None:
        base = base_move(Arm.INFANTRY if question.on_foot else question.arm, house)
        kind = "infantry on foot" if question.on_foot else question.arm.label.lower()
        reason = f"troop type: {kind}"
    steps = [Step("§15", "Move", f"{base}″", reason)]
    allowance = slowed_move(base, question.markers, house)
    if allowance != base:
        bound = "" if base - allowance == question.markers else ", but not below 0″"
        reason = f"1″ for each D-marker{bound}"
        steps.append(Step("§2", "D-markers", f"−{base - allowance}″", reason, Tone.BAD))
    if question.stance is Stance.CAUTIOUS:
        allowance = min(allowance, CAUTIOUS_MOVE)
        steps.append(Step("FOW-P13", "Cautious", f"{CAUTIOUS_MOVE}″ at most"))
    return allowance, steps


def _assumed(question: Movement) -> tuple[str, ...]:
    return phrases(
        count_of(question.actions, "move action"),
        f"over {question.ground.label.lower()}",
        f"obstacle crossed {question.crossing.label.lower()}" * (question.crossing is not Crossing.NONE),
        "one a jump" * question.jump,
        question.stance.label.lower() * (question.stance is not Stance.NORMAL),
        count_of(question.markers, "D-marker") * (question.markers > 0),
        "on foot" * question.on_foot,
    )


def _cost(question: Movement, costs: int) -> Step:
    """The consequence of D-markers beyond the cap (§12, AMB-058, AMB-060)."""
    over = max(0, costs - max(0, CAPS[question.training] - question.markers))
    beyond = "moderate damage" if question.arm.is_vehicle else "a figure"
    instead = "you may lose a figure instead of a D-marker, but not at an obstacle"
    reason = f"{over} beyond its cap: {beyond} each" if over else instead
    return Step("§12", "Costs", count_of(costs, "D-marker"), reason, Tone.BAD)


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    now = current(own)
    stats, cautious = now.stats, now.stance is Stance.CAUTIOUS
    if now.dismounted:
        context = context_of(own.force)
        walking = on_foot(stats, context.catalogue, context.house)
        allowance = walking.move if walking is not None and walking.move_given else None
    else:
        allowance = None if stats.arm is Arm.CAVALRY and not stats.move_given else stats.move * now.mobile
    return {
        "arm": (stats.arm or Arm.INFANTRY).value,
        **({"move": None} if allowance is None else clamp(Movement, move=allowance)),
        "training": stats.band.value,
        **clamp(Movement, figures=stats.figures),
        "jump": (stats.jump_packs or stats.skimmer) and not cautious and now.mobile,
        "actions": 2,
        "stance": (Stance.CAUTIOUS if cautious else Stance.NORMAL).value,
        **(clamp(Movement, markers=now.markers) if now.markers else {}),
        **({"on_foot": True} if now.dismounted else {}),
        **({"withdrawing": True} if now.withdrawing else {}),
    }


CALCULATOR = Calculator(
    "movement",
    "Movement",
    "How far a unit gets over terrain and obstacles, by jump or in flight, and what hurrying costs.",
    Movement,
    move,
    _prefill,
    one_sided=True,
)
