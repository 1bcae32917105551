"""The four unit actions side by side: distance, shots, Awareness, markers left (WS-ACT)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, SolveContext, Step, pass_or_fail, percent
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import mean
from rulesets.core.play.states import Side
from rulesets.core.tables import Table, table
from rulesets.core.wording import count_of

from ..actions import Shots, WeaponRow, observing, shots_of
from ..falling_back import many_words, may_stay
from ..get_down import getting_down, gone_to_ground, removed_words
from ..house_rules import WORDS
from ..snap_fire import snap_rof, snap_shots
from ..suppression import Check, act_tone, average, check_assumed, exactly_average, passing_removes, working
from ..tables import DOUBLE
from ..units import INCHES, WarUnit, at_least_zero
from .unit_fields import arms_prefill, check_prefill

_MOMENT = WORDS.sentence("moment_of_choice")
_MOMENT_REASON = WORDS.sentence("moment_reason")


@dataclass(frozen=True, slots=True)
class ActionsQuestion(Check):
    """What may the unit do?"""

    mv: Annotated[int, Ask("Mv", "Movement.", unit=INCHES, min=0, max=99)] = 6
    aw: Annotated[int, Ask("Aw", "Awareness.", unit=INCHES, min=0, max=99)] = 12
    arms: Annotated[tuple[WeaponRow, ...], Ask("Weapons", max=12, one="Weapon")] = (
        WeaponRow("Rifle", 2, 9),
        WeaponRow("Machine gun", 5, 1),
    )


def _weapon_table(arms: tuple[WeaponRow, ...], house: HouseRules) -> Table:
    rows: list[tuple[object, ...]] = []
    for place, arm in enumerate(arms):
        rate = snap_rof(arm.rof)
        rows.append((arm.name or f"Weapon {place + 1}", arm.number, arm.rof, rate, arm.rof * arm.number))
    shots = house.resolve(
        lambda rounding: snap_shots([(arm.rof, arm.number) for arm in arms], rounding), "snap_rounding"
    )
    note = f"{count_of(shots, 'shot')} in all with Snap Fire, which halves the rate once, however many reasons apply."
    return table("Weapons", "*Weapon | >Number | >RoF | >Snap RoF | >Shots at full rate", rows, note)


def _action_table(question: ActionsQuestion, shots: Shots, markers: str, after_down: str) -> Table:
    mv, aw, run, look = (
        f"{inches}{INCHES}" for inches in (question.mv, question.aw, DOUBLE * question.mv, DOUBLE * question.aw)
    )
    double = (f"up to {run}", str(shots.double), aw) if shots.double else (f"up to {run}", "0", "–")
    rows: list[tuple[object, ...]] = [
        ("Open Fire!", "none", shots.full, aw, markers),
        ("Open Fire!, snap", "none", shots.snap, look, markers),
        ("Advance!", f"up to {mv}", shots.advance, aw, markers),
        ("At The Double!", *double, markers),
        ("Get Down!", "none", 0, "–", after_down),
    ]
    return table("The actions", "*Action | Move | >Shots | >Aw | >Markers left", rows)


def compare_actions(question: ActionsQuestion, context: SolveContext) -> Answer:
    """The four actions of one unit side by side."""
    house = context.house
    get_down = getting_down(question, house)
    roll = get_down.roll
    shots = house.resolve(
        lambda rounding, types: shots_of(question.arms, rounding, types), "snap_rounding", "weapon_types"
    )
    removes = house.resolve(lambda single: passing_removes(roll.markers, single), "one_marker")
    markers = str(roll.markers - removes)
    removals = get_down.if_passed
    steps, after_down = working(question, roll), markers
    if removals is not None and roll.needed:
        down = mean(removals)
        after_down = average(roll.markers - down)
        reason = f"This assumes that the check is passed. {removed_words(get_down, down)}"
        steps += (Step("WS-ACT-4a", "Get Down! removes", exactly_average(down), reason),)
    if roll.needed:
        steps += (Step("WS-SEQ-3", "Choose the action", _MOMENT(house), _MOMENT_REASON(house)),)
    fire = f"{count_of(shots.full, 'shot')} standing, {shots.advance} on the move"
    headline = f"Acts: {fire}."
    if roll.needed:
        markers_left = f"{after_down} of {count_of(roll.markers, 'marker')}"
        headline = f"{percent(roll.chance)} chance to act: {fire}. Get Down! leaves {markers_left}."
    chart = pass_or_fail("The check", "Acts", roll.chance, "Fails the check")
    tables = [_action_table(question, shots, markers, after_down)]
    if question.arms:
        tables.append(_weapon_table(question.arms, house))
    return Answer(
        headline,
        act_tone(roll.chance),
        steps,
        (chart,),
        tuple(tables),
        tuple(_notes(shots, house, markers=roll.markers, removes=removes, armed=bool(question.arms))),
        assumed=check_assumed(question),
        table_first=True,
    )


def _notes(shots: Shots, house: HouseRules, *, markers: int, removes: int, armed: bool) -> Iterator[str]:
    yield f"Open Fire!: {observing(house)}."
    yield "Open Fire! with Snap Fire is chosen model by model. The doubled Aw only counts for picking targets."
    yield "Advance!: all models fire at the same moment, either before the move or after it."
    yield f"Get Down!: the unit is then {gone_to_ground(house)}."
    if markers:
        off = "none. Get Down! can remove it"
        if removes:
            off = "its marker" if removes == markers else "one marker. Get Down! can remove more"
        yield f"The number of markers left assumes that the unit passes its check, which removes {off}."
    if removes:
        yield may_stay(house, many=many_words(house).lower(), shots=count_of(shots.snap, "shot"))
    if armed and not shots.snap:
        yield "With Snap Fire this unit has no shots, because half a shot is rounded down."


def _prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    spec: WarUnit = own.unit.spec
    characteristics = {"mv": spec.mv, "aw": spec.aw}
    return {
        **check_prefill(own, opposing),
        **{name: at_least_zero(value) for name, value in characteristics.items() if value is not None},
        "arms": arms_prefill(own),
    }


CALCULATOR = Calculator(
    "actions",
    "Actions compared",
    "What each of the four actions allows: distance, shots, Awareness and markers left.",
    ActionsQuestion,
    compare_actions,
    _prefill,
    one_sided=True,
)
