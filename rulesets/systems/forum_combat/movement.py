"""Moving, breaking away and charging: allowances and odds (FC-MOV, FC-DIS, FC-CHG)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.asks import Ask
from rulesets.core.calculators import (
    Answer,
    Calculator,
    Chart,
    Outcome,
    QuestionError,
    Setting,
    Side,
    Step,
    amounts,
    decimal,
    percent,
)
from rulesets.core.dice import Distribution, at_least, dice, mean, successes
from rulesets.core.houserules import House
from rulesets.core.reference import Table, Tone, table
from rulesets.core.wording import counted
from rulesets.systems.forum_combat import tables
from rulesets.systems.forum_combat.catalogue import house_of
from rulesets.systems.forum_combat.questions import squad_of
from rulesets.systems.forum_combat.squads import slowest, strength
from rulesets.systems.forum_combat.tiles import open_ground_need


def allowance(mov: int, *, shot: bool, broken: bool, downed: int, house: House) -> int:
    """Tiles a squad may move: ``mov`` of its slowest unit, ``downed`` members taken along (FC-MOV-1 to 4)."""

    def read(order: str, least: str) -> int:
        base = tables.half_up(mov) if broken and order == "halve" else mov
        base = base if shot else tables.half_again(base)
        base = tables.half_up(base) if broken and order == "bonus" else base
        return max(base - downed, tables.half_up(base if least == "base" else mov))

    return house.settle(read, "fc.mov_order", "fc.min_base")


MOST_CHARGE = tables.CHARGE_DICE * tables.FACES
CHARGES = range(tables.CHARGE_DICE, MOST_CHARGE + 1)
"""The tiles that a charge may roll."""


def charge_chance(need: int) -> Fraction:
    """The chance that a charge reaches over so many tiles (FC-CHG-3)."""
    return at_least(dice(tables.CHARGE_DICE, tables.FACES), need)


def opposed_chance(need: int) -> Fraction:
    """The same against a squad that breaks away: the charger must also roll higher (FC-DIS-5, FC-CHG-4)."""
    roll = dice(tables.CHARGE_DICE, tables.FACES)
    both = roll.with_(roll, lambda charger, other: charger >= need and charger > other)
    return both.chance(True)


DISENGAGE_RISK = f"each engaged unit is downed on 1 to {tables.DISENGAGE_DOWNED}"
"""What a squad that breaks away risks, in words (FC-DIS-2)."""


def disengage_losses(engaged: int) -> Distribution[int]:
    """How many of the engaged units are downed when their squad breaks away (FC-DIS-2)."""
    return successes(engaged, Fraction(tables.DISENGAGE_DOWNED, tables.FACES))


# --- moving ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Moving:
    """What is asked of a move."""

    mov: Annotated[int, Ask("MOV", "Of the slowest unit", unit="tiles", min=0, max=100)] = 6
    shot: Annotated[bool, Ask("Shot this round", "Wasted fire counts")] = False
    broken: Annotated[bool, Ask("Morale broken")] = False
    downed: Annotated[int, Ask("Downed taken along", min=0, max=80)] = 0


MOST_DOWNED_SHOWN = 9


def _allowances(mov: int, broken: bool, house: House) -> Table:
    rows: list[tuple[object, ...]] = [
        (
            downed,
            allowance(mov, shot=True, broken=broken, downed=downed, house=house),
            allowance(mov, shot=False, broken=broken, downed=downed, house=house),
        )
        for downed in range(MOST_DOWNED_SHOWN + 1)
    ]
    return table("By downed taken along", "Downed | >Shot | >Did not shoot", rows)


def move(question: Moving, setting: Setting) -> Answer:
    """How far a squad may move."""
    house = setting.house
    here = allowance(question.mov, shot=question.shot, broken=question.broken, downed=question.downed, house=house)
    free = allowance(question.mov, shot=question.shot, broken=question.broken, downed=0, house=house)
    steps = [Step("FC-MOV-1", "MOV of the slowest unit", str(question.mov))]
    if question.broken:
        steps.append(Step("FC-MOV-2", "Morale broken", "half, rounded up"))
    if not question.shot:
        steps.append(Step("FC-MOV-3", "Did not shoot", "half as much again, rounded down"))
    steps.append(Step("FC-MOV-3", "Base of this move", str(free)))
    if question.downed:
        steps.append(
            Step("FC-MOV-4", f"{question.downed} downed taken along", str(here), "1 less for each, at least half")
        )
    notes = () if question.shot else ("It may also Disengage or Charge.",)
    return Answer(
        f"{counted(here, 'tile')}",
        steps=tuple(steps),
        tables=(_allowances(question.mov, question.broken, house),),
        notes=notes,
    )


def _fill_move(own: Side, opposing: Side | None) -> dict[str, Any]:
    return {"mov": slowest(squad_of(own))}


MOVING = Calculator("movement", "Movement", "How many tiles a squad may move.", Moving, move, _fill_move)


# --- breaking away -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Disengaging:
    """What is asked of a squad that breaks away."""

    engaged: Annotated[int, Ask("Units engaged", "Each rolls", min=0, max=80)] = 4
    standing: Annotated[int, Ask("Units standing", "The engaged ones among them", min=1, max=80)] = 6
    mov: Annotated[int, Ask("MOV", "Of the slowest unit", unit="tiles", min=0, max=100)] = 6
    broken: Annotated[bool, Ask("Morale broken")] = False
    downed: Annotated[int, Ask("Downed before", "And taken along", min=0, max=80)] = 0


def disengage(question: Disengaging, setting: Setting) -> Answer:
    """Who is left behind or carried, and how far the rest gets."""
    if question.engaged > question.standing:
        raise QuestionError("engaged", f"Only {question.standing} stand, so no more can be engaged.")
    house = setting.house
    losses = disengage_losses(question.engaged)

    def tiles(lost: int) -> int:
        def read(kept: str) -> int:
            carried = question.downed + (lost if kept == "slow" else 0)
            return allowance(question.mov, shot=False, broken=question.broken, downed=carried, house=house)

        return house.settle(read, "fc.dis_downed")

    rows: list[tuple[object, ...]] = [
        (lost, percent(losses.chance(lost), 1), question.standing - lost, tiles(lost))
        for lost in range(question.engaged + 1)
    ]
    all_lost = losses.chance(question.standing)
    return Answer(
        f"{decimal(mean(losses), 1)} of {question.engaged} downed on average; {percent(losses.chance(0))} for nobody",
        Tone.BAD if all_lost else Tone.PLAIN,
        (
            Step("FC-DIS-2", "Each engaged unit is downed", f"1 to {tables.DISENGAGE_DOWNED}", "on a d6"),
            Step("FC-DIS-2", "Expected downed", decimal(mean(losses)), f"of {question.engaged}"),
            Step("FC-DIS-2", "Nobody left standing", percent(all_lost)),
        ),
        (amounts("Units downed", losses, lambda lost: Tone.BAD if lost else Tone.GOOD),),
        (table("What it costs", "Downed | >Chance | >Left standing | >Tiles to move", rows),),
        (_may_oppose_words(question.engaged, house),),
    )


def _may_oppose_words(engaged: int, house: House) -> str:
    if not may_oppose(bool(engaged), False, house):
        return "It may not oppose a charge, for nobody is engaged."
    return f"It may oppose {charges_opposed(house)} for the rest of the phase."


def _fill_disengage(own: Side, opposing: Side | None) -> dict[str, Any]:
    lines = squad_of(own)
    units = strength(lines, house_of(own.force))
    return {"standing": units, "engaged": units, "mov": slowest(lines)}


DISENGAGING = Calculator(
    "disengage", "Disengage", "Losses of a squad that breaks away.", Disengaging, disengage, _fill_disengage
)


# --- charging ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Charging:
    """What is asked of a charge."""

    across: Annotated[int, Ask("Columns away", "After the normal move, between the closest units", min=0, max=100)] = 5
    down: Annotated[int, Ask("Rows away", min=0, max=100)] = 2
    eng: Annotated[int, Ask("Engagement range", "The larger of both squads", unit="tiles", min=1, max=12)] = 1
    disengages: Annotated[bool, Ask("Target disengages", "In the same phase", section="Target")] = False
    was_engaged: Annotated[bool, Ask("It was engaged", section="Target", advanced=True)] = True
    opposed_before: Annotated[bool, Ask("It opposed a charge before", section="Target", advanced=True)] = False


def may_oppose(was_engaged: bool, opposed_before: bool, house: House) -> bool:
    """Whether a squad that disengages opposes one more charge (FC-A29, FC-A29b)."""
    return house.settle(
        lambda often, needs: (often == "each" or not opposed_before) and (needs == "off" or was_engaged),
        "fc.oppose_each",
        "fc.oppose_needs_engaged",
    )


def charges_opposed(house: House) -> str:
    """How often a squad that disengages opposes charges, in words (FC-A29)."""
    return "each charge" if house.choice("fc.oppose_each") == "each" else "the first charge"


def _odds() -> Table:
    rows: list[tuple[object, ...]] = [
        (need, percent(charge_chance(need), 1), percent(opposed_chance(need), 1)) for need in CHARGES
    ]
    note = f"{tables.CHARGE_DICE} or fewer cannot fail unless opposed."
    return table("By tiles needed", "Tiles | >Charge | >Opposed", rows, note)


def charge(question: Charging, setting: Setting) -> Answer:
    """Whether a charge gets there."""
    need = setting.house.settle(
        lambda measure: open_ground_need(question.across, question.down, question.eng, measure), "fc.charge_measure"
    )
    opposed = question.disengages and may_oppose(question.was_engaged, question.opposed_before, setting.house)
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
    )


def _fill_charge(own: Side, opposing: Side | None) -> dict[str, Any]:
    lines = squad_of(own) + (squad_of(opposing) if opposing else ())
    return {"eng": max((line.profile.eng for line in lines), default=1)}


CHARGING = Calculator("charge", "Charge", "Whether a charge gets there.", Charging, charge, _fill_charge)
