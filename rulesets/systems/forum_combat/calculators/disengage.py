"""The losses of a squad that disengages, and how far the rest may move (FC-DIS)."""

from dataclasses import dataclass
from typing import Annotated, Any

from rulesets.core.calculators import (
    Answer,
    Calculator,
    QuestionError,
    Result,
    SolveContext,
    Step,
    amounts,
    decimal,
    percent,
)
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import at_least, mean
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import Change, Side
from rulesets.core.tables import Tone, table
from rulesets.core.wording import count_of

from .. import tables
from ..movement import allowance, charges_opposed, disengage_losses, may_oppose
from ..tracks import (
    ABANDONED,
    DISENGAGE,
    FALLEN,
    MAX_COUNT,
    MELEE,
    MOVED,
    PLACE,
    carried,
    damage_order,
    is_in_melee,
    pieces_of,
)
from ..units import slowest
from .squad_fields import FOR_EACH, is_broken, lines_now, nobody_stands, standing_lines


@dataclass(frozen=True, slots=True)
class Disengage:
    """What does it cost a squad to break away?"""

    engaged: Annotated[int, Ask("Units engaged", "Each of them rolls", min=0, max=80)] = 4
    standing: Annotated[int, Ask("Units standing", "Count the engaged units too", min=1, max=80)] = 6
    mov: Annotated[int, Ask("MOV", "Enter the MOV of the slowest unit", unit="tiles", min=0, max=100)] = 6
    broken: Annotated[bool, Ask("Morale broken")] = False
    downed: Annotated[int, Ask("Already downed", "Count the downed units it carries", min=0, max=80)] = 0


def disengage(question: Disengage, context: SolveContext) -> Answer:
    """The exact chances of units downed, and how far the rest may move."""
    if question.engaged > question.standing:
        raise QuestionError(
            "engaged", f"Only {count_of(question.standing, 'unit')} can be engaged, as no more are standing."
        )
    house = context.house
    losses = disengage_losses(question.engaged)

    def tiles(downed: int) -> int:
        def read(reading: str) -> int:
            carried = question.downed + (downed if reading == "slow" else 0)
            return allowance(question.mov, shot=False, broken=question.broken, downed=carried, house=house)

        return house.resolve(read, "fc.dis_downed")

    rows: list[tuple[object, ...]] = [
        (downed, percent(losses.chance(downed), 1), left, tiles(downed) if left else "–")
        for downed in range(question.engaged + 1)
        for left in (question.standing - downed,)
    ]
    all_lost = losses.chance(question.standing)
    return Answer(
        f"{decimal(mean(losses), 1)} of {question.engaged} downed on average "
        f"({percent(losses.chance(0))} chance of none)",
        Tone.BAD if all_lost else Tone.PLAIN,
        (
            Step("FC-DIS-2", "Each engaged unit is downed on", f"1 to {tables.DISENGAGE_DOWNED}", FOR_EACH),
            Step("FC-DIS-2", "Expected downed", decimal(mean(losses)), f"of {count_of(question.engaged, 'unit')}"),
            Step("FC-DIS-2", "Nobody left standing", percent(all_lost)),
        ),
        (amounts("Units downed", losses, lambda count: Tone.BAD if count else Tone.GOOD),),
        (table("What it costs", "Downed | >Chance | >Left standing | >Tiles to move", rows),),
        (_may_oppose_words(question.engaged, house),),
        assumed=(
            f"{question.engaged} of {question.standing} engaged",
            f"morale {'broken' if question.broken else 'unbroken'}",
        ),
    )


def _may_oppose_words(engaged: int, house: HouseRules) -> str:
    if not may_oppose(bool(engaged), False, house):
        return "It may not oppose a charge, as nobody is engaged."
    return f"It may oppose {charges_opposed(house)} for the rest of the phase."


def _fill_disengage(own: Side, opposing: Side | None) -> dict[str, Any]:
    units = sum(count for _, count in lines_now(own))
    filled = {"standing": units, "engaged": units, "mov": slowest(standing_lines(own))}
    if own.deployed is not None:
        filled |= {"broken": is_broken(own), "downed": carried(own)}
    return filled


def _results(question: Disengage, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """A result for each number of units downed; they are carried or left behind as the ruling says (FC-A28)."""
    standing = sorted((piece for piece in pieces_of(own) if piece.hp > 0), key=damage_order)
    move = (Change(MOVED, box=DISENGAGE), *((Change(PLACE, box=MELEE, on=False),) if is_in_melee(own.state) else ()))
    leaves = context.house.choice("fc.dis_downed") == "left"
    track = own.state.track(ABANDONED)
    maximum = track.boxes - own.state.count(ABANDONED) if track else MAX_COUNT
    results, odds = [], disengage_losses(question.engaged)
    for downed in range(min(question.engaged, len(standing)) + 1):
        changes = [Change(piece.track, piece.hp) for piece in standing[:downed]]
        changes += [Change(FALLEN, downed)] if downed else []
        changes += [Change(ABANDONED, min(downed, maximum))] if leaves and downed and maximum else []
        tone = Tone.BAD if downed else Tone.GOOD
        chance = odds.chance(downed) if downed < len(standing) else at_least(odds, downed)
        label = f"{downed or 'Nobody'} downed"
        results.append(Result(label, (*move, *changes), tone=tone, chance=chance, worth=-downed))
    return tuple(results)


def _roll(
    question: Disengage, own: Side, opposing: Side | None, context: SolveContext, roller: Roller
) -> tuple[Result, ...]:
    """The units downed by a die for each engaged one."""
    limit = tables.DISENGAGE_DOWNED
    downed = roller.successes(question.engaged, tables.FACES, "Downed", f"{limit} or less", lambda die: die <= limit)
    results = _results(question, own, opposing, context)
    return (results[min(downed, len(results) - 1)],)


CALCULATOR = Calculator(
    "disengage",
    "Disengage",
    "What a squad loses when it breaks away.",
    Disengage,
    disengage,
    _fill_disengage,
    unsuited=nobody_stands,
    results=_results,
    one_sided=True,
    roll=_roll,
)
