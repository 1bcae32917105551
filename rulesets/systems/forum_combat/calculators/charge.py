"""Whether a charge arrives (FC-CHG)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, Chart, Outcome, Side, SolveContext, Step, percent
from rulesets.core.declarations import Ask
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import counted
from rulesets.systems.forum_combat import tables
from rulesets.systems.forum_combat.calculators.squad_fields import squad_of
from rulesets.systems.forum_combat.movement import CHARGES, MOST_CHARGE, charge_chance, may_oppose, opposed_chance
from rulesets.systems.forum_combat.tiles import open_ground_need


@dataclass(frozen=True, slots=True)
class Charging:
    """What is asked of a charge."""

    across: Annotated[int, Ask("Columns away", "After the normal move, between the closest units", min=0, max=100)] = 5
    down: Annotated[int, Ask("Rows away", min=0, max=100)] = 2
    eng: Annotated[int, Ask("Engagement range", "The larger of both squads", unit="tiles", min=1, max=12)] = 1
    disengages: Annotated[bool, Ask("Target disengages", "In the same phase")] = False
    was_engaged: Annotated[bool, Ask("It was engaged")] = True
    opposed_before: Annotated[bool, Ask("It opposed a charge before")] = False


def _odds() -> Table:
    rows: list[tuple[object, ...]] = [
        (need, percent(charge_chance(need), 1), percent(opposed_chance(need), 1)) for need in CHARGES
    ]
    note = f"{tables.CHARGE_DICE} or fewer cannot fail unless opposed."
    return table("By tiles needed", "Tiles | >Charge | >Opposed", rows, note)


def charge(question: Charging, context: SolveContext) -> Answer:
    """Whether a charge gets there."""
    need = context.house.resolve(
        lambda measure: open_ground_need(question.across, question.down, question.eng, measure), "fc.charge_measure"
    )
    opposed = question.disengages and may_oppose(question.was_engaged, question.opposed_before, context.house)
    chance = opposed_chance(need) if opposed else charge_chance(need)
    steps = [
        Step(
            "FC-CHG-3", "Tiles needed", str(need), f"{question.across} across, {question.down} down, ENG {question.eng}"
        ),
        Step("FC-CHG-3", f"{tables.CHARGE_ROLL} reach {need}", percent(charge_chance(need), 1)),
    ]
    if opposed:
        steps.append(
            Step("FC-CHG-4", "and roll higher than the target", percent(chance, 1), f"both roll {tables.CHARGE_ROLL}")
        )
    return Answer(
        f"{percent(chance)} to charge home over {counted(need, 'tile')}",
        Tone.GOOD if chance >= Fraction(1, 2) else Tone.BAD,
        tuple(steps),
        (
            Chart(
                "The charge",
                (Outcome("Gets there", chance, Tone.GOOD), Outcome("Falls short", 1 - chance, Tone.BAD)),
            ),
        ),
        (_odds(),),
        (f"It cannot succeed: {tables.CHARGE_ROLL} reach {MOST_CHARGE}.",) if need > MOST_CHARGE else (),
        assumed=(f"{question.across} across and {question.down} down", "opposed" if opposed else "unopposed"),
    )


def _fill_charge(own: Side, opposing: Side | None) -> dict[str, Any]:
    lines = squad_of(own) + (squad_of(opposing) if opposing else ())
    return {"eng": max((line.profile.eng for line in lines), default=1)}


CALCULATOR = Calculator("charge", "Charge", "Whether a charge gets there.", Charging, charge, _fill_charge)
