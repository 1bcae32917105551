"""The plan calculator: where orders and Inspiration help most in one Action Phase, and by how much (WS-OFF, WS-INS)."""

from fractions import Fraction
from typing import Any

from rulesets.core.calculators import Answer, Calculator, QuestionError, SolveContext, Step, amounts, decimal, percent
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import at_least, mean
from rulesets.core.play.states import AnyDeployed, Side
from rulesets.core.tables import Cell, Table, Tone, table
from rulesets.core.wording import count_of

from ..orders import aura_words, reach_words, role_of, scope_words
from ..phase import (
    MAX_LEADERS,
    MAX_UNITS,
    NEAR_LEADERS,
    LeaderRole,
    Outlook,
    Phase,
    Plan,
    PlanQuestion,
    leaders_of,
    numbers_to_roll,
    open_orders,
    outlook,
)
from ..plan_search import best_plan
from ..suppression import act_tone, average, current_nv, deduction, dice_to_roll
from ..tracks import INSPIRED, MARKERS, ORDER, ORDERED, STATE, has_acted, is_in_play
from ..units import WarUnit, at_least_zero, title_of
from .unit_fields import check_prefill


def resolved_phase(question: PlanQuestion, house: HouseRules) -> Phase:
    """The phase under the house rules."""
    units = question.units
    numbers = house.resolve(lambda reading: numbers_to_roll(units, reading), "inspire_reading")
    leaders = leaders_of(units)
    free = Phase(units, numbers, (True,) * len(leaders), question.count_inspiration)
    useful = [bool(free.targets(leader)) for leader in range(len(leaders))]

    def open_under(must_be_steady: str, single: str) -> tuple[bool | None, ...]:
        states = open_orders(units, must_be_steady, single)
        return tuple(state if can_help else True for state, can_help in zip(states, useful, strict=True))

    orders = house.resolve(open_under, "officer_must_be_steady", "one_marker")
    return Phase(units, numbers, orders, question.count_inspiration)


def _name(question: PlanQuestion, place: int) -> str:
    return question.units[place].name or f"Unit {place + 1}"


def _own_and_inspired(phase: Phase, plan: Plan, place: int) -> tuple[int, int]:
    """The unit's number to roll, and the one when all who inspire before its turn have done so."""
    before = plan.turns[: plan.turns.index(place)]
    bits = sum(1 << which for which, leader in enumerate(phase.leaders) if leader in before) & plan.inspiring
    return phase.numbers[place][0], phase.numbers[place][bits]


def _to_roll(phase: Phase, plan: Plan, place: int) -> str:
    own, inspired_number = _own_and_inspired(phase, plan, place)
    return str(own) if inspired_number == own else f"{own}, Inspired {inspired_number}"


def _inspires(phase: Phase, plan: Plan, place: int) -> bool:
    return place in phase.leaders and bool(plan.inspiring >> phase.leaders.index(place) & 1)


def _orderers(question: PlanQuestion, phase: Phase, plan: Plan, place: int) -> list[int]:
    """The places of the units that order one, the highest Ld first."""
    return sorted(
        (phase.leaders[officer] for officer in plan.officers_of(place)), key=lambda by: -question.units[by].ld
    )


def _names(question: PlanQuestion, places: list[int]) -> str:
    return " or ".join(_name(question, place) for place in places)


def _plan_table(question: PlanQuestion, phase: Phase, best: Outlook) -> Table:
    rows: list[tuple[object, ...]] = []
    for turn, place in enumerate(best.plan.turns, 1):
        unit = question.units[place]
        officers = _orderers(question, phase, best.plan, place)
        dice = max([unit.ld, *(question.units[officer].ld for officer in officers)])
        chance = best.chances[place]
        rows.append(
            (
                turn,
                _name(question, place),
                unit.capped_markers,
                "Inspiration" if _inspires(phase, best.plan, place) else "any action",
                _names(question, officers) or "–",
                dice if unit.capped_markers else "–",
                _to_roll(phase, best.plan, place) if unit.capped_markers else "–",
                Cell(percent(chance), act_tone(chance), str(chance)),
            )
        )
    return table("The plan", "Turn | **Unit | >Markers | Does | *Ordered by | >Dice | >Roll at most | >Acts", rows)


def _chances_table(question: PlanQuestion, outlooks: list[tuple[str, Outlook]]) -> Table:
    rows: list[tuple[object, ...]] = []
    for minimum in range(1, len(question.units) + 1):
        tone = Tone.STRONG if minimum == question.goal else Tone.PLAIN
        chances = [at_least(each.acting, minimum) for _, each in outlooks]
        rows.append((Cell(str(minimum), tone), *(Cell(percent(chance, 1), tone, str(chance)) for chance in chances)))
    rows.append(("On average", *(average(mean(each.acting)) for _, each in outlooks)))
    return table("At least this many units act", "Units" + "".join(f" | >{name}" for name, _ in outlooks), rows)


def _worth(question: PlanQuestion, phase: Phase, best: Outlook) -> tuple[Table, ...]:
    rows: list[tuple[object, ...]] = []
    for help in best.plan.helps:
        leader = _name(question, phase.leaders[help.leader])
        what = f"{leader}: Inspiration" if help.unit is None else f"{leader}: order to {_name(question, help.unit)}"
        without = outlook(phase, best.plan.without(help))
        row: list[object] = [what, _signed(mean(best.acting) - mean(without.acting))]
        if question.goal is not None:
            row.append(f"{_signed((_reach(best, question.goal) - _reach(without, question.goal)) * 100)} points")
        rows.append(tuple(row))
    if not rows:
        return ()
    goal = "" if question.goal is None else f" | >Chance of {question.goal} or more"
    return (
        table(
            "What each is worth",
            f"**Help | >Units on average{goal}",
            rows,
            "Each row compares the plan with the same plan without that help.",
        ),
    )


def _reach(each: Outlook, goal: int) -> Fraction:
    return at_least(each.acting, goal)


def _signed(number: Fraction) -> str:
    return f"{'+' if number >= 0 else '−'}{decimal(abs(number))}"


def _headline(question: PlanQuestion, alone: Outlook, best: Outlook) -> str:
    acting = f"{count_of(len(question.units), 'unit')} act{'s' * (len(question.units) == 1)}"
    if question.goal is None:
        result = f"{average(mean(best.acting))} of {acting} on average"
        gain = f"{average(mean(best.acting) - mean(alone.acting))} more than without help"
    else:
        chance = _reach(best, question.goal)
        result = f"{percent(chance)} chance that {question.goal} or more of {acting}"
        points = (chance - _reach(alone, question.goal)) * 100
        gain = f"{decimal(points, 0)} points more than without help" if points else "the same as without help"
    return f"{result}, {gain}." if best.plan.helps else f"{result}. Neither an order nor Inspiration helps here."


def _roll_words(question: PlanQuestion, phase: Phase, plan: Plan, place: int) -> str:
    officers = _orderers(question, phase, plan, place)
    dice = max([question.units[place].ld, *(question.units[officer].ld for officer in officers)])
    own, inspired = _own_and_inspired(phase, plan, place)
    if not dice:
        return "It has no dice, so it cannot pass."
    better = f", or {inspired} or less if it is Inspired" if inspired > own else ""
    words = dice_to_roll(dice, own, at_most=len(officers) > 1)
    return f"{words[0].upper()}{words[1:]}{better}."


def _steps(question: PlanQuestion, phase: Phase, best: Outlook) -> tuple[Step, ...]:
    steps = []
    for turn, place in enumerate(best.plan.turns, 1):
        unit = question.units[place]
        officers = _orderers(question, phase, best.plan, place)
        rule = "WS-SUP-3" if deduction(unit.capped_markers) else "WS-SUP-2" if unit.capped_markers else "WS-SUP-1"
        parts = []
        if unit.markers > unit.nv:
            parts.append(
                f"{count_of(unit.markers, 'marker')} entered, but only {unit.capped_markers} counted: "
                "a unit cannot have more markers than its Nv."
            )
        if officers:
            rule = "WS-OFF-2"
            parts.append(
                f"It rolls with the Ld of {_names(question, officers)}{', whoever is steady' * (len(officers) > 1)}."
            )
        if unit.capped_markers:
            parts.append(_roll_words(question, phase, best.plan, place))
        else:
            parts.append("It acts without a check, as it has no markers.")
        if _inspires(phase, best.plan, place):
            rule = "WS-INS-1"
            parts.append("It inspires once it has passed." if unit.capped_markers else "It inspires.")
        chance = best.chances[place]
        steps.append(
            Step(rule, f"{turn}. {_name(question, place)}", percent(chance, 1), " ".join(parts), act_tone(chance))
        )
    return tuple(steps)


def _notes(plan: Plan, house: HouseRules) -> tuple[str, ...]:
    notes = ["The plan is made before the first roll, so it does not foresee casualties or moves out of reach."]
    has_orders = any(help.unit is not None for help in plan.helps)
    if plan.helps:
        notes.append(f"Help reaches a unit {reach_words(house)}.")
    if has_orders:
        notes.append("Give an order before the unit rolls. The order costs the Officer no action.")
    if plan.inspiring:
        notes.append(
            f"Units are Inspired if they are {aura_words(house)}, and {scope_words(house)} gives up the normal action."
        )
    return tuple(notes)


def plan_phase(question: PlanQuestion, context: SolveContext) -> Answer:
    """The best use of orders and Inspiration, and what it is worth."""
    leaders = leaders_of(question.units)
    if len(leaders) > MAX_LEADERS:
        raise QuestionError(
            f"units[{leaders[MAX_LEADERS]}].role", f"Only {MAX_LEADERS} units may lead others in one plan."
        )
    if question.goal is not None and question.goal > len(question.units):
        raise QuestionError("goal", f"The plan has {count_of(len(question.units), 'unit')}, so no more can act.")
    phase = resolved_phase(question, context.house)
    list_order = tuple(range(len(question.units)))
    alone = outlook(phase, Plan(list_order, (None,) * len(leaders)))
    best = outlook(phase, best_plan(phase, question.goal, question.keep_order))
    outlooks = [("Without help", alone)]
    if any(help.unit is not None for help in best.plan.helps) and best.plan.inspiring:
        for name, orders in (("Orders only", True), ("Inspiration only", False)):
            plan = best_plan(phase, question.goal, question.keep_order, orders, not orders)
            outlooks.append((name, outlook(phase, plan)))
    if best.plan.helps:
        outlooks.append(("The plan", best))
    tone = act_tone(_reach(best, question.goal) if question.goal else mean(best.acting) / len(question.units))
    return Answer(
        _headline(question, alone, best),
        tone,
        _steps(question, phase, best),
        (amounts("Units that act", best.acting),),
        (_plan_table(question, phase, best), _chances_table(question, outlooks), *_worth(question, phase, best)),
        _notes(best.plan, context.house),
        assumed=("in the order listed" if question.keep_order else "in the best order",),
    )


def _remaining_role(own: Side, sides: list[Side]) -> LeaderRole:
    """What the unit may still do for others; if it has acted, Inspiration that it has given counts too."""
    role = role_of(own.unit.spec)
    # An order is gone when it is ticked or received by another unit.
    orders_ticked = sum(key.startswith(ORDER) for key in own.state.keys(STATE))
    orders_received = sum(own.unit.id in side.state.keys(ORDERED) for side in sides)
    orders = role.orders and max(orders_ticked, orders_received) < own.unit.spec.officers
    inspires = role.inspires and (not has_acted(own.state) or any(INSPIRED in side.state.keys(STATE) for side in sides))
    if inspires:
        return LeaderRole.INSPIRING_OFFICER if orders else LeaderRole.INSPIRING_HERO
    return LeaderRole.OFFICER if orders else LeaderRole.NONE


def _in_reach(leader: Side, role: LeaderRole, side: Side) -> bool:
    """Whether a leader may reach a unit: one that has inspired reaches only the units that are Inspired."""
    has_inspired = has_acted(leader.state) and role.inspires
    return not has_inspired or side is leader or INSPIRED in side.state.keys(STATE)


def _row(side: Side, role: LeaderRole) -> dict[str, Any]:
    """A unit's row in the plan.

    A unit that has acted rolls no more: its row has no markers, and the Nv that it lends now.
    """
    spec: WarUnit = side.unit.spec
    ld, nv, markers = at_least_zero(spec.ld), at_least_zero(spec.nv), side.state.count(MARKERS)
    row = {"name": title_of(side.unit), "role": role.value, "ld": ld, "nv": nv, "markers": markers}
    if has_acted(side.state):
        row |= {"name": f"{row['name']} (has acted)", "nv": current_nv(nv, markers), "markers": 0}
    elif role is LeaderRole.NONE:
        row["ld"] = max(ld, check_prefill(side, None)["officer_ld"] or 0)
    return row


def _from_forces(own: AnyDeployed, opposing: AnyDeployed | None) -> dict[str, Any]:
    """The army's first units that can still do something; only the first few leaders keep their role."""
    everyone = (Side(own.force, group, unit, own) for group, unit in own.force.units())
    sides = list(filter(is_in_play, everyone))
    entries: list[tuple[Side, LeaderRole]] = []
    leaders: list[tuple[Side, LeaderRole]] = []
    for side in sides:
        role = _remaining_role(side, sides) if len(leaders) < MAX_LEADERS else LeaderRole.NONE
        if len(entries) < MAX_UNITS and (role is not LeaderRole.NONE or not has_acted(side.state)):
            entries.append((side, role))
            leaders += [(side, role)] * (role is not LeaderRole.NONE)
    rows = [
        {
            **_row(side, role),
            **{
                near: False for near, leader in zip(NEAR_LEADERS, leaders, strict=False) if not _in_reach(*leader, side)
            },
        }
        for side, role in entries
    ]
    return {"units": rows} if rows else {}


CALCULATOR = Calculator(
    "plan",
    "Plan for the phase",
    f"Who should order whom, and who should inspire, for up to {MAX_UNITS} units with {MAX_LEADERS} leaders.",
    PlanQuestion,
    plan_phase,
    from_forces=_from_forces,
    one_sided=True,
)
