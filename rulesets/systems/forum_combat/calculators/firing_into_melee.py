"""Fire into a melee: the enemies hit, and the friends that misses hit (FC-FFI)."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, Side, SolveContext, Step, amounts, decimal, percent
from rulesets.core.declarations import Ask
from rulesets.core.dice import Distribution, at_least, mean
from rulesets.core.tables import Table, Tone
from rulesets.systems.forum_combat import attacks, wound_allocation
from rulesets.systems.forum_combat.calculators.squad_fields import (
    BROKEN_HELP,
    Firing,
    StandingUnits,
    attack_steps,
    cover_assumed,
    fire,
    firing_rows,
    joint_table,
    limit_note,
    modifier_words,
    shooter_parts,
    shooters_assumed,
    squad_hit,
    squad_of,
    standing_rows,
    without_shots,
)
from rulesets.systems.forum_combat.firing_into_melee import edge, second_modifier
from rulesets.systems.forum_combat.house_rules import house_of
from rulesets.systems.forum_combat.volleys import VolleyTarget, crossfire
from rulesets.systems.forum_combat.wound_allocation import State


@dataclass(frozen=True, slots=True)
class FiringIntoMelee:
    """What is asked of fire into a melee."""

    firing: Annotated[tuple[Firing, ...], Ask("Weapons fired", min=1, max=8)] = (Firing(),)
    broken: Annotated[bool, Ask("Morale broken", BROKEN_HELP)] = False
    bonus: Annotated[int, Ask("To ACC", "Abilities and the like; positive is better", min=-6, max=6)] = 0
    enemies: Annotated[tuple[StandingUnits, ...], Ask("Units", min=1, max=8)] = (StandingUnits(),)
    enemies_size: Annotated[int, Ask("Size", min=-9, max=9)] = 0
    enemies_in: Annotated[int, Ask("Of them in the melee", "0: all", min=0, max=80)] = 0
    enemies_cover: Annotated[int, Ask("Cover", "Taken off ACC", min=0, max=6)] = 0
    friends: Annotated[tuple[StandingUnits, ...], Ask("Units", min=1, max=8)] = (StandingUnits(),)
    friends_size: Annotated[int, Ask("Size", min=-9, max=9)] = 0
    friends_in: Annotated[int, Ask("Of them in the melee", "0: all", min=0, max=80)] = 0
    friends_cover: Annotated[int, Ask("Cover", "Taken off ACC", min=0, max=6)] = 0


def _losses(of: Distribution[State], before: int) -> Distribution[int]:
    return of.map(lambda state: before - wound_allocation.standing(state))


def _both(ends: Distribution[tuple[State, State]], enemy: VolleyTarget, friend: VolleyTarget) -> Table:
    """Enemies and friends out of action together."""
    joint = ends.map(
        lambda at: (
            len(enemy.state) - wound_allocation.standing(at[0]),
            len(friend.state) - wound_allocation.standing(at[1]),
        )
    )
    title = "Enemies and friends out of action together"
    return joint_table(title, "Enemies out", joint, "friends out of action")


def fire_in(question: FiringIntoMelee, context: SolveContext) -> Answer:
    """The exact chances of losses among the enemies and the friends in the melee together."""
    house = context.house
    enemy = squad_hit(question.enemies, "enemies[{}]", house)
    friend = squad_hit(question.friends, "friends[{}]", house)
    friends, enemies = question.friends_in or len(friend.state), question.enemies_in or len(enemy.state)
    edges = edge(friends, enemies, question.friends_size, question.enemies_size)
    own = shooter_parts(question.broken, question.bonus)
    shooter = sum(value for _, value in own)
    parts = (*own, ("cover", -question.enemies_cover))
    first = sum(value for _, value in parts)
    second = second_modifier(shooter, -question.enemies_cover, -question.friends_cover, edges, house)
    lots = fire(question.firing, first)
    ends = crossfire(((lot, second) for lot in lots), enemy, friend, house)
    steps: list[Step] = []
    stray = Fraction(0)
    for row, lot in zip(question.firing, lots, strict=True):
        steps += attack_steps(row.name, lot, enemy, house, modifier_words(parts))
        again = attacks.hit_chance(attacks.hit_number(row.acc, second), house)
        share = (1 - lot.hit(house)) * again
        stray += lot.dice * share
        why = f"a miss, then {attacks.hit_number(row.acc, second)}+ ({second:+d}); {percent(share)} of {lot.dice}"
        steps.append(Step("FC-FFI-3", f"{row.name}: hits on friends", decimal(lot.dice * share), why))
    why = f"{friends} friends to {enemies} enemies, size {question.friends_size} to {question.enemies_size}"
    steps.insert(0, Step("FC-FFI-4", "Edge of the melee", f"{edges:+d}", why))
    enemies_out = _losses(ends.map(lambda at: at[0]), len(enemy.state))
    friends_out = _losses(ends.map(lambda at: at[1]), len(friend.state))
    risk = at_least(friends_out, 1)
    return Answer(
        f"{decimal(mean(enemies_out), 1)} enemies and {decimal(mean(friends_out), 1)} friends out of action "
        f"on average; {percent(risk)} to lose a friend",
        Tone.BAD if mean(friends_out) >= mean(enemies_out) else Tone.FAIR if risk >= Fraction(1, 2) else Tone.GOOD,
        tuple(steps),
        (
            amounts("Enemies out of action", enemies_out),
            amounts("Friends out of action", friends_out, lambda lost: Tone.BAD if lost else Tone.GOOD),
        ),
        (_both(ends, enemy, friend),),
        (f"{decimal(stray)} hits on friends are expected.", *limit_note(first)),
        assumed=(
            f"{friends} friends and {enemies} enemies in the melee",
            cover_assumed(question.enemies_cover, "enemies"),
            cover_assumed(question.friends_cover, "friends"),
            *shooters_assumed(own),
        ),
    )


def fill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """A squad's weapons, and the opposing squad as the enemy in the melee."""
    filled: dict[str, Any] = {"firing": firing_rows(squad_of(own), house_of(own.force))}
    if opposing is not None:
        filled["enemies"] = standing_rows(squad_of(opposing))
    return filled


CALCULATOR = Calculator(
    "firing-into-melee",
    "Firing into melee",
    "Enemy losses and losses among the friends they fight, together.",
    FiringIntoMelee,
    fire_in,
    fill,
    unsuited=without_shots,
)
