"""The chance that a charge gets there (FC-CHG)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Brief, Calculator, Chart, Outcome, Result, SolveContext, Step, percent
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import Change, Side
from rulesets.core.tables import Tone, table
from rulesets.core.wording import count_of

from .. import tables
from ..movement import CHARGES, charge_chance, may_oppose, opposed_chance
from ..tiles import open_ground_need, stops_side_by_side
from ..tracks import CHARGE, DISENGAGE, DONE, MELEE, MOVED, OPPOSED, PLACE
from .squad_fields import nobody_stands, standing_lines


@dataclass(frozen=True, slots=True)
class Charge:
    """Does a charge get there?"""

    across: Annotated[
        int, Ask("Columns away", "Count after the normal move, between the closest units", min=0, max=100)
    ] = 5
    down: Annotated[int, Ask("Rows away", min=0, max=100)] = 2
    eng: Annotated[
        int, Ask("Engagement range", "Use the larger of the two squads’ ranges", unit="tiles", min=1, max=12)
    ] = 1
    disengages: Annotated[bool, Ask("Target disengages", "The target moves away in the same phase")] = False
    was_engaged: Annotated[bool, Ask("It was engaged")] = True
    opposed_before: Annotated[bool, Ask("It has opposed a charge")] = False


def _need(question: Charge, house: HouseRules) -> int:
    return house.resolve(
        lambda measure: open_ground_need(question.across, question.down, question.eng, measure), "fc.charge_measure"
    )


def is_opposed(question: Charge, house: HouseRules) -> bool:
    """Whether the target opposes the charge (FC-DIS-5)."""
    return question.disengages and may_oppose(question.was_engaged, question.opposed_before, house)


def _chance(question: Charge, house: HouseRules) -> Fraction:
    need = _need(question, house)
    return opposed_chance(need) if is_opposed(question, house) else charge_chance(need)


def _need_words(question: Charge, measure: str) -> str:
    """Where the tiles come from: to the next tile, into it, or to the edge of the engagement range."""
    across, down, eng = question.across, question.down, question.eng
    if stops_side_by_side(eng, measure):
        return f"{max(0, across - 1)} across and {max(0, down - 1)} down, to stand next to the target"
    where = f"{across} across and {down} down"
    return where if measure == "plain" else f"{where}, less ENG {eng}"


def charge(question: Charge, context: SolveContext) -> Answer:
    """The exact chance that a charge gets there."""
    need, opposed = _need(question, context.house), is_opposed(question, context.house)
    chance = _chance(question, context.house)
    # Readings that need the same number of tiles in other words give the same answer, so they are not recorded.
    reason = context.house.untraced.resolve(lambda measure: _need_words(question, measure), "fc.charge_measure")
    steps = [
        Step("FC-CHG-3", "Tiles needed", str(need), reason),
        Step("FC-CHG-3", f"{need} or more on {tables.CHARGE_ROLL}", percent(charge_chance(need), 1)),
    ]
    if opposed:
        steps.append(
            Step("FC-CHG-4", "And higher than the target’s roll", percent(chance, 1), f"both roll {tables.CHARGE_ROLL}")
        )
    rows: list[tuple[object, ...]] = [
        (need, percent(charge_chance(need), 1), percent(opposed_chance(need), 1)) for need in CHARGES
    ]
    note = f"A charge of {tables.CHARGE_DICE} tiles or fewer cannot fail unless opposed."
    return Answer(
        f"{percent(chance)} chance to charge home over {count_of(need, 'tile')}",
        Tone.GOOD if chance >= Fraction(1, 2) else Tone.BAD,
        tuple(steps),
        (
            Chart(
                "The charge",
                (Outcome("Gets there", chance, Tone.GOOD), Outcome("Falls short", 1 - chance, Tone.BAD)),
            ),
        ),
        (table("By tiles needed", "Tiles | >Charge | >Opposed", rows, note),),
        (f"It cannot succeed: {tables.CHARGE_ROLL} cannot add up to more than {tables.MAX_CHARGE}.",)
        if need > tables.MAX_CHARGE
        else (),
        assumed=(f"{question.across} across and {question.down} down", "opposed" if opposed else "unopposed"),
    )


def brief(question: Charge, context: SolveContext) -> Brief:
    """The chance that the charge gets there."""
    chance = _chance(question, context.house)
    tone = Tone.GOOD if chance >= Fraction(1, 2) else Tone.BAD
    return Brief(f"{percent(chance)} chance to charge home", percent(chance), (chance,), tone, in_vain=not chance)


def _fill_charge(own: Side, opposing: Side | None) -> dict[str, Any]:
    lines = standing_lines(own) + (standing_lines(opposing) if opposing else ())
    filled: dict[str, Any] = {"eng": max((line.profile.eng for line in lines), default=1)}
    if opposing is not None and opposing.deployed is not None:
        filled["disengages"] = opposing.state.key(MOVED) == DISENGAGE
        filled["opposed_before"] = OPPOSED in opposing.state.keys(DONE)
    return filled


def _results(question: Charge, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """The possible results: both squads are in melee, or the charge falls short."""
    move = Change(MOVED, box=CHARGE)
    opposition = (Change(DONE, box=OPPOSED),) if is_opposed(question, context.house) else ()
    melee = Change(PLACE, box=MELEE)
    chance = _chance(question, context.house)
    short = Result("Falls short", (move,), opposition, Tone.BAD, chance=1 - chance)
    arrives = Result("Gets there", (move, melee), (*opposition, melee), Tone.GOOD, chance=chance, worth=1)
    return (*((arrives,) if chance else ()), *((short,) if chance < 1 else ()))


def _roll(
    question: Charge, own: Side, opposing: Side | None, context: SolveContext, roller: Roller
) -> tuple[Result, ...]:
    """The charge by its dice, and those of a squad that opposes it."""
    need = _need(question, context.house)
    reach = sum(roller.roll(tables.CHARGE_DICE, tables.FACES, f"Charge, {need} in all"))
    arrives = reach >= need
    if is_opposed(question, context.house):
        arrives &= reach > sum(roller.roll(tables.CHARGE_DICE, tables.FACES, "Against the charge"))
    return tuple(each for each in _results(question, own, opposing, context) if each.worth == arrives)


CALCULATOR = Calculator(
    "charge",
    "Charge",
    "The chance that a charge reaches its target.",
    Charge,
    charge,
    _fill_charge,
    unsuited=nobody_stands,
    results=_results,
    brief=brief,
    roll=_roll,
)
