"""An exchange of fire: the players' squads first, then the surviving enemies (FC-INIT)."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, SolveContext, Step, amounts, decimal, percent
from rulesets.core.declarations.codec import encode
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, certain, mean
from rulesets.core.play.states import Side
from rulesets.core.tables import Table, Tone, table
from rulesets.core.wording import count_of

from .. import wound_allocation
from ..house_rules import house_of
from ..volleys import Lot, VolleyTarget, WoundSteps, ends
from ..wound_allocation import State
from .squad_fields import (
    BROKEN_HELP,
    Attack,
    FiringUnits,
    StandingUnits,
    attack_steps,
    attack_with,
    fire,
    fire_filled,
    is_broken,
    modifier_words,
    on_average,
    shooter_parts,
    shooters_assumed,
    shots,
    squad_hit,
    standing_rows,
    without_shots,
)

RAIDERS = StandingUnits("Raider", sav=6)
RIFLE = Attack(strength=4)


@dataclass(frozen=True, slots=True)
class ReturnFire:
    """Equal units of the enemy squad, and the weapon each fires back with."""

    unit: Annotated[StandingUnits, Ask("Unit")] = RAIDERS
    weapon: Annotated[Attack, Ask("Fires back with")] = RIFLE


@dataclass(frozen=True, slots=True)
class Exchange:
    """What does an exchange of fire cost both sides?"""

    firing: Annotated[tuple[FiringUnits, ...], Ask("Weapons fired by each squad", min=1, max=8, one="Weapon")] = (
        FiringUnits(),
    )
    squads: Annotated[int, Ask("Squads", "Squads like this one, which fire one after another", min=1, max=6)] = 1
    broken: Annotated[bool, Ask("Morale broken", BROKEN_HELP)] = False
    bonus: Annotated[int, Ask("To ACC", "A positive number is better", min=-6, max=6)] = 0
    own: Annotated[tuple[StandingUnits, ...], Ask("Units under return fire", min=1, max=8, one="Unit")] = (
        StandingUnits(),
    )
    theirs: Annotated[tuple[ReturnFire, ...], Ask("Units", min=1, max=8, one="Unit")] = (ReturnFire(),)
    theirs_broken: Annotated[bool, Ask("Morale broken", BROKEN_HELP)] = False
    theirs_bonus: Annotated[int, Ask("To ACC", "A positive number is better", min=-6, max=6)] = 0


def volleys_in_turn(
    lots: tuple[Lot, ...], squads: int, target: VolleyTarget, house: HouseRules
) -> list[Distribution[State]]:
    """The states of the target before the first squad fires and after each one (FC-INIT-2)."""
    steps = WoundSteps(target, house, "theirs")
    states: list[Distribution[State]] = [certain(target.state)]
    for _ in range(squads):
        states.append(states[-1].then(lambda state: ends(lots, replace(target, state=state), steps)))
    return states


def return_fire(
    survivors: Distribution[State], weapons: tuple[Lot, ...], target: VolleyTarget, house: HouseRules
) -> Distribution[State]:
    """The players' squad after all surviving enemies fire back (FC-INIT-4); ``weapons`` has one lot per line."""
    steps = WoundSteps(target, house, "own")

    def fire_back(state: State) -> Distribution[State]:
        lots = tuple(
            replace(lot, dice=lot.dice * sum(unit == line and hp > 0 for unit, hp in state))
            for line, lot in enumerate(weapons)
        )
        return ends(lots, target, steps)

    return survivors.then(fire_back)


def exchange(question: Exchange, context: SolveContext) -> Answer:
    """The exact chances of both sides' losses: the players fire, then the surviving enemies."""
    house = context.house
    enemy = squad_hit(tuple(row.unit for row in question.theirs), "theirs[{}].unit", house)
    own = squad_hit(question.own, "own[{}]", house)
    parts = shooter_parts(question.broken, question.bonus)
    their_parts = shooter_parts(question.theirs_broken, question.theirs_bonus)
    lots = fire(question.firing, sum(value for _, value in parts))
    weapons = tuple(row.weapon.lot(sum(value for _, value in their_parts)) for row in question.theirs)
    states = volleys_in_turn(lots, question.squads, enemy, house)
    wiped = [state.chance(lambda at: not wound_allocation.standing(at)) for state in states]
    own_states = return_fire(states[-1], weapons, own, house)
    enemy_out = wound_allocation.losses(states[-1], len(enemy.state))
    own_out = wound_allocation.losses(own_states, len(own.state))
    steps: list[Step] = []
    for row, lot in zip(question.firing, lots, strict=True):
        steps += attack_steps(row.name, lot, enemy, house, modifier_words(parts))
    for name, lot in _in_return(question.theirs, weapons):
        steps += attack_steps(name, lot, own, house, modifier_words(their_parts))
    steps += (
        Step("FC-INIT-4", "Enemies out of action", decimal(mean(enemy_out)), on_average(len(enemy.state))),
        Step("FC-INIT-4", "Players out of action", decimal(mean(own_out)), on_average(len(own.state))),
    )
    return Answer(
        f"{decimal(mean(enemy_out), 1)} enemy and {decimal(mean(own_out), 1)} player units out of action on average",
        Tone.GOOD if mean(enemy_out) > mean(own_out) else Tone.BAD if mean(enemy_out) < mean(own_out) else Tone.FAIR,
        tuple(steps),
        (
            amounts("Enemies out of action", enemy_out),
            amounts("Players out of action", own_out, lambda count: Tone.BAD if count else Tone.GOOD),
        ),
        (_squad_after_squad(states, wiped, len(enemy.state)),) if question.squads > 1 else (),
        _waste_note(wiped[:-1]),
        assumed=(
            f"{count_of(question.squads, 'squad')} firing first",
            "all in range",
            *shooters_assumed(parts, "our"),
            *shooters_assumed(their_parts, "their"),
        ),
    )


def _in_return(theirs: tuple[ReturnFire, ...], weapons: tuple[Lot, ...]) -> Iterator[tuple[str, Lot]]:
    """The fire of whole enemy units with their names, as long as nobody is out of action."""
    for row, lot in zip(theirs, weapons, strict=True):
        if lot.dice:
            yield f"{row.unit.name} fires back", replace(lot, dice=lot.dice * row.unit.count)


def _squad_after_squad(states: list[Distribution[State]], wiped: list[Fraction], present: int) -> Table:
    rows: list[tuple[object, ...]] = []
    for number in range(1, len(states)):
        out = mean(wound_allocation.losses(states[number], present))
        rows.append((number, percent(wiped[number - 1], 1), decimal(out), percent(wiped[number], 1)))
    headings = "Squad | >Its fire is wasted | >Enemies out by then | >Enemy wiped out by then"
    return table("Squad after squad", headings, rows)


def _waste_note(wiped: list[Fraction]) -> tuple[str, ...]:
    if len(wiped) < 2 or not wiped[-1]:
        return ()
    return (f"The chance that the last of {count_of(len(wiped), 'squad')} wastes its fire is {percent(wiped[-1], 1)}.",)


def fill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """Both squads; each of the enemy's lines fires its first weapon."""
    house = house_of(own.force)
    filled = fire_filled(own) | {"own": [row.plain for row in standing_rows(own)]}
    if opposing is not None:
        theirs = []
        for row in standing_rows(opposing):
            attacks = [attack_with(row.line, armed, house) for armed in shots(row.line, house)[:1]] or [Attack(0)]
            theirs.append({"unit": row.plain, "weapon": encode(attacks[0])})
        filled["theirs"] = theirs
        if opposing.deployed is not None:
            filled["theirs_broken"] = is_broken(opposing)
    return filled


CALCULATOR = Calculator(
    "exchange",
    "Exchange of fire",
    "The players fire first, and the surviving enemies fire back.",
    Exchange,
    exchange,
    fill,
    unsuited=without_shots,
)
