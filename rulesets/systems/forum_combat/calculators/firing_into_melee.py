"""Fire into a melee: hits on enemies, and misses that hit friends (FC-FFI)."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any

from rulesets.core.calculators import Answer, Calculator, Result, SolveContext, Step, amounts, decimal, percent
from rulesets.core.declarations.fields import Ask
from rulesets.core.declarations.house_rules import HouseRules, cached_with_readings
from rulesets.core.dice import Distribution, at_least, mean
from rulesets.core.play.rolls import Roller
from rulesets.core.play.states import Side
from rulesets.core.tables import Table, Tone
from rulesets.core.wording import count_of, signed

from .. import attacks, wound_allocation
from ..firing_into_melee import edge, second_modifier
from ..rolling import roll_crossfire
from ..tracks import is_in_melee, is_in_play
from ..volleys import Lot, VolleyTarget, crossfire
from ..wound_allocation import State
from .squad_fields import (
    Fire,
    StandingUnits,
    attack_steps,
    cover_assumed,
    cover_of,
    dice_at,
    fire,
    fire_filled,
    hit_steps,
    joint_table,
    limit_note,
    modifier_words,
    shooter_parts,
    shooters_assumed,
    squad_hit,
    standing_rows,
    without_shots,
)
from .squad_losses import has_shot, is_filled_from, loss_results


@dataclass(frozen=True, slots=True)
class FiringIntoMelee(Fire):
    """What does fire into a melee do to enemies and friends?"""

    enemies: Annotated[tuple[StandingUnits, ...], Ask("Units", min=1, max=8, one="Unit")] = (StandingUnits(),)
    enemies_size: Annotated[int, Ask("Size", min=-9, max=9)] = 0
    enemies_in: Annotated[int, Ask("How many are in the melee", "Enter 0 for all", min=0, max=80)] = 0
    enemies_cover: Annotated[int, Ask("Cover", "Subtracted from ACC", min=0, max=6)] = 0
    friends: Annotated[tuple[StandingUnits, ...], Ask("Units", min=1, max=8, one="Unit")] = (StandingUnits(),)
    friends_size: Annotated[int, Ask("Size", min=-9, max=9)] = 0
    friends_in: Annotated[int, Ask("How many are in the melee", "Enter 0 for all", min=0, max=80)] = 0
    friends_cover: Annotated[int, Ask("Cover", "Subtracted from ACC", min=0, max=6)] = 0


CACHED_CROSSFIRES = 8


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


@dataclass(frozen=True, slots=True)
class _Crossfire:
    """Fire into a melee: its dice and modifiers, and the states of enemies and friends after it."""

    enemy: VolleyTarget
    friend: VolleyTarget
    lots: tuple[Lot, ...]
    parts: tuple[tuple[str, int], ...]
    second: int
    edge: int
    in_melee: tuple[int, int]
    ends: Distribution[tuple[State, State]]


@cached_with_readings(CACHED_CROSSFIRES)
def _crossfire(question: FiringIntoMelee, house: HouseRules) -> _Crossfire:
    """The fire of a question; cached, as the answer and its results both need it."""
    enemy = squad_hit(question.enemies, "enemies[{}]", house)
    friend = squad_hit(question.friends, "friends[{}]", house)
    friends, enemies = question.friends_in or len(friend.state), question.enemies_in or len(enemy.state)
    edges = edge(friends, enemies, question.friends_size, question.enemies_size)
    parts = question.modifiers(question.enemies_cover)
    shooter = sum(value for _, value in shooter_parts(question.broken, question.bonus))
    second = second_modifier(shooter, -question.enemies_cover, -question.friends_cover, edges, house)
    lots = fire(question.firing, sum(value for _, value in parts))
    ends = crossfire(((lot, second) for lot in lots), enemy, friend, house)
    return _Crossfire(enemy, friend, lots, parts, second, edges, (friends, enemies), ends)


def _fire_steps(question: FiringIntoMelee, result: _Crossfire, house: HouseRules) -> tuple[list[Step], Fraction]:
    """The steps of the fire at enemies and, after misses, at friends, and the hits on friends to expect."""
    steps: list[Step] = []
    stray, second = Fraction(0), result.second
    for row, lot in zip(question.firing, result.lots, strict=True):
        steps += attack_steps(row.name, lot, result.enemy, house, modifier_words(result.parts))
        again = attacks.hit_chance(attacks.hit_number(row.acc, second), house)
        share = (1 - lot.hit(house)) * again
        stray += lot.dice * share
        dice = dice_at(lot.dice, share, "miss and then hit a friend")
        change = f"{signed(second)} in all" if second else "no modifier"
        number = attacks.hit_number(row.acc, second)
        why = f"after a miss a second roll of {number}+ (ACC {row.acc}+, {change}): {dice}"
        steps.append(Step("FC-FFI-3", f"{row.name}: hits on friends", decimal(lot.dice * share), why))
        steps += hit_steps(f"{row.name} at friends", lot, result.friend, house, "friend’s")
    return steps, stray


def fire_in(question: FiringIntoMelee, context: SolveContext) -> Answer:
    """The exact chances of losses among the enemies and the friends in the melee together."""
    house = context.house
    result = _crossfire(question, house)
    enemy, friend, ends, parts = result.enemy, result.friend, result.ends, result.parts
    friends, enemies = result.in_melee
    first = sum(value for _, value in parts)
    steps, stray = _fire_steps(question, result, house)
    sizes = f"size {question.friends_size} against {question.enemies_size}"
    why = f"{count_of(friends, 'friend')} to {count_of(enemies, 'enemy', 'enemies')}, {sizes}"
    steps.insert(0, Step("FC-FFI-4", "Edge in the melee", signed(result.edge), why))
    enemies_out = wound_allocation.losses(ends.map(lambda at: at[0]), len(enemy.state))
    friends_out = wound_allocation.losses(ends.map(lambda at: at[1]), len(friend.state))
    risk = at_least(friends_out, 1)
    return Answer(
        f"{decimal(mean(enemies_out), 1)} enemies and {decimal(mean(friends_out), 1)} friends out of action "
        f"on average ({percent(risk)} chance to lose a friend)",
        Tone.BAD if mean(friends_out) >= mean(enemies_out) else Tone.FAIR if risk >= Fraction(1, 2) else Tone.GOOD,
        tuple(steps),
        (
            amounts("Enemies out of action", enemies_out),
            amounts("Friends out of action", friends_out, lambda count: Tone.BAD if count else Tone.GOOD),
        ),
        (_both(ends, enemy, friend),),
        (f"Expected hits on friends: {decimal(stray)}.", *limit_note(first)),
        assumed=(
            f"{friends} friends and {enemies} enemies in the melee",
            cover_assumed(question.enemies_cover, "enemies"),
            cover_assumed(question.friends_cover, "friends"),
            *shooters_assumed(parts),
        ),
    )


def fill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """A squad's weapons, and the opposing squad as the enemy in the melee."""
    filled = fire_filled(own)
    if opposing is not None:
        filled["enemies"] = [row.plain for row in standing_rows(opposing)]
    if own.deployed is not None:
        if opposing is not None:
            filled["enemies_cover"] = cover_of(opposing)
        friend = friend_in_melee(own)
        if friend is not None:
            filled |= {"friends": [row.plain for row in standing_rows(friend)], "friends_cover": cover_of(friend)}
    return filled


def friend_in_melee(own: Side) -> Side | None:
    """The first other squad of a side that is in melee; ``None`` if there is none."""
    for group in own.force.groups:
        if group.id != own.group.id and group.units:
            side = Side(own.force, group, group.units[0], own.deployed)
            if is_in_melee(side.state) and is_in_play(side):
                return side
    return None


def _results(question: FiringIntoMelee, own: Side, opposing: Side | None, context: SolveContext) -> tuple[Result, ...]:
    """The possible losses of the enemies, then those of the friends."""
    friend = friend_in_melee(own)
    if friend is None or opposing is None:
        return ()
    enemies, friends = standing_rows(opposing), standing_rows(friend)
    if not (is_filled_from(enemies, question.enemies) and is_filled_from(friends, question.friends)):
        return ()
    return _of_ends(_crossfire(question, context.house), own, opposing, friend)


def _of_ends(
    fired: _Crossfire, own: Side, opposing: Side | None, friend: Side, ended: tuple[State, State] | None = None
) -> tuple[Result, ...]:
    """The losses of both squads; those of one end, if it is given."""
    enemies, friends = standing_rows(opposing) if opposing else [], standing_rows(friend)
    ends, shot, name = fired.ends, has_shot(own), friend.group.name or "Friends"
    enemies_end, friends_end = ended or (None, None)
    at_friends = ends.map(lambda at: at[1])
    return (
        *loss_results("Target", enemies, ends.map(lambda at: at[0]), own=shot, ended=enemies_end),
        *loss_results(name, friends, at_friends, own=shot, holder=friend.group.id, ended=friends_end),
    )


def _roll(
    question: FiringIntoMelee, own: Side, opposing: Side | None, context: SolveContext, roller: Roller
) -> tuple[Result, ...]:
    """What the volley does to enemies and friends by its dice."""
    fired, friend = _crossfire(question, context.house), friend_in_melee(own)
    assert friend is not None  # noqa: S101 (there are no results without one)
    lots = [(row.name, lot) for row, lot in zip(question.firing, fired.lots, strict=True)]
    ended = roll_crossfire(lots, fired.second, fired.enemy, fired.friend, roller, context.house)
    return _of_ends(fired, own, opposing, friend, ended)


CALCULATOR = Calculator(
    "firing-into-melee",
    "Firing into melee",
    "Enemy losses and losses among the friends they fight, together.",
    FiringIntoMelee,
    fire_in,
    fill,
    unsuited=without_shots,
    results=_results,
    roll=_roll,
)
