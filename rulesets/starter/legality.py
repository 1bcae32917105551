"""What makes an army legal: each rule is a sentence and a function that yields what breaks it."""

from collections.abc import Iterator

from rulesets.core.forces.force import Group
from rulesets.core.forces.rules import Breach, CheckContext, Rule, force_rule, group_rule

from .tables import SQUAD
from .units import Army, Squad, Troops, TroopType

Context = CheckContext[Army, Squad, Troops]


def points_of(troops: Troops, context: Context) -> int:
    """The points of a unit; nothing while its troop type is unknown."""
    troop_type = context.catalogue.spec(TroopType, "troop-type", troops.troop_type)
    return troops.models * troop_type.points if troop_type else 0


def points_in(context: Context) -> int:
    """The points of the whole army."""
    return sum(points_of(unit.spec, context) for _, unit in context.force.units())


@group_rule("ST-1", cite="Squads")
def squad_has_its_size(squad: Group[Squad, Troops], context: Context) -> Iterator[Breach]:
    """A squad has one to four units."""
    if len(squad.units) not in SQUAD:
        yield Breach(f"The squad has {len(squad.units)} units but needs {SQUAD[0]} to {SQUAD[-1]}.")


@force_rule("ST-2", cite="Points")
def army_keeps_its_limit(context: Context) -> Iterator[Breach]:
    """An army has no more points than agreed."""
    points, limit = points_in(context), context.force.spec.points_limit
    if points > limit:
        yield Breach(f"The army has {points} points, {points - limit} above its limit.", field="points_limit")


RULES: tuple[Rule, ...] = (squad_has_its_size, army_keeps_its_limit)
