"""Weapons side by side against several targets."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, SolveContext, Step, amounts, decimal, percent
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import at_least, mean
from rulesets.core.play.states import Side
from rulesets.core.tables import Cell, Table, Tone, table
from rulesets.core.wording import count_of, signed, together

from ..volleys import Lot, Volley, VolleyTarget, volley
from .squad_fields import (
    FiringUnits,
    StandingUnits,
    attack_steps,
    fire,
    firing_rows,
    squad_hit,
    standing_rows,
    without_shots,
)


@dataclass(frozen=True, slots=True)
class Comparison:
    """What does each weapon do to each target? Each row of weapons fires alone."""

    weapons: Annotated[tuple[FiringUnits, ...], Ask("Weapons", min=1, max=8, one="Weapon")] = (
        FiringUnits(),
        FiringUnits("Machine gun", 2, 4, 4, 5, 1, 1, 30),
    )
    modifier: Annotated[int, Ask("To ACC", "A positive number is better", min=-6, max=6)] = 0
    targets: Annotated[
        tuple[StandingUnits, ...], Ask("Targets", "Each row is a separate squad", min=1, max=8, one="Target")
    ] = (
        StandingUnits("Light infantry", 10, 3, 6, 1),
        StandingUnits("Infantry", 10, 3, 5, 1),
        StandingUnits("Brutes", 4, 5, 5, 4),
        StandingUnits("Vehicle", 1, 7, 3, 6),
    )


TENTH = Fraction(1, 10)
BEST_SHARE = Fraction(95, 100)
"""A weapon within this share of the best against a target is marked as good there."""


def _table(title: str, question: Comparison, values: list[list[Fraction]], note: str) -> Table:
    best = [max(row[place] for row in values) for place in range(len(question.targets))]
    rows: list[tuple[object, ...]] = []
    for weapon, means in zip(question.weapons, values, strict=True):
        cells = [
            Cell(decimal(value), Tone.GOOD if top and value >= top * BEST_SHARE else Tone.PLAIN)
            for value, top in zip(means, best, strict=True)
        ]
        rows.append((f"{weapon.count} × {weapon.name}", *cells))
    headings = " | ".join(["*Weapon", *(f">{target.name.replace('|', '/')}" for target in question.targets)])
    return table(title, headings, rows, note)


def _headline(question: Comparison, means: list[Fraction]) -> str:
    """Which weapons are best against the first target, if they differ and can harm it."""
    target, top = question.targets[0].name, max(means)
    names = [weapon.name for weapon in question.weapons]
    if not top:
        return f"{f'{names[0]} cannot' if len(names) == 1 else 'No weapon here can'} put {target} out of action"
    best = [name for name, value in zip(names, means, strict=True) if value >= top * BEST_SHARE]
    out = f"{decimal(top, 1) if top >= TENTH else f'less than {decimal(TENTH, 1)}'} out of action on average"
    if len(names) == 1:
        return f"{names[0]} against {target}: {out}"
    if len(best) == 1:
        return f"Best against {target}: {best[0]}, which puts {out}"
    return f"No clear best against {target}: {together(best)} each put about {out}"


def _why(name: str, lot: Lot, target: VolleyTarget, house: HouseRules) -> str:
    """The dice of a weapon against a target, and what they need."""
    if not lot.dice:
        return "no dice to roll: "
    needed = (step.value for step in attack_steps(name, lot, target, house, ""))
    hit, wound, save = (value.replace("natural", "a natural") for value in needed)
    saves = "the target has no save" if save == "no save" else f"the target saves on {save}"
    return f"{count_of(lot.dice, 'die hits', 'dice hit')} on {hit}, a hit wounds on {wound}, and {saves}: "


def compare(question: Comparison, context: SolveContext) -> Answer:
    """Each weapon against each target, exactly."""
    house = context.house
    targets = [squad_hit((row,), f"targets[{place}]", house) for place, row in enumerate(question.targets)]
    lots = fire(question.weapons, question.modifier, "weapons")
    results: list[list[Volley]] = [[volley((lot,), target, house, "targets") for target in targets] for lot in lots]
    out = [[mean(result.out_of_action) for result in row] for row in results]
    damage = [[mean(result.landed_damage) for result in row] for row in results]
    return Answer(
        _headline(question, [row[0] for row in out]),
        steps=tuple(
            Step(
                "FC-DMG-2",
                f"{weapon.name} at {question.targets[0].name}",
                decimal(out[place][0]),
                _why(weapon.name, lots[place], targets[0], house)
                + f"{percent(at_least(results[place][0].out_of_action, 1))} chance to put one or more out of action",
            )
            for place, weapon in enumerate(question.weapons)
        ),
        charts=tuple(
            amounts(f"{weapon.name}: {question.targets[0].name} out of action", results[place][0].out_of_action)
            for place, weapon in enumerate(question.weapons)
        ),
        tables=(
            _table("Units out of action on average", question, out, "The best weapon against each target is marked."),
            _table("Damage that lands on average", question, damage, ""),
        ),
        assumed=(
            "all in range",
            f"{signed(question.modifier)} ACC" if question.modifier else "no modifier",
        ),
        table_first=True,
    )


def fill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """A squad's weapons against the units of an opposing squad."""
    filled: dict[str, Any] = {"weapons": firing_rows(own)}
    if opposing is not None:
        filled["targets"] = [row.plain for row in standing_rows(opposing)]
    return filled


CALCULATOR = Calculator(
    "weapons",
    "Weapons compared",
    "Several weapons against several targets, in a table and a chart.",
    Comparison,
    compare,
    fill,
    unsuited=without_shots,
)
