"""The rules of a legal roster (FC-BLD). The numbers of a profile are checked where it is used."""

from collections.abc import Iterator

from rulesets.core.forces.findings import Severity
from rulesets.core.forces.rules import Breach, CheckContext, force_rule, group_rule, unit_rule

from . import tables
from .units import (
    Command,
    Profile,
    Squad,
    SquadGroup,
    Troop,
    TroopUnit,
    UnitKind,
    WeaponType,
    leadership,
    member,
    squad_lines,
    wrong_numbers,
)

Roster = CheckContext[Command, Squad, Troop]


def weapons_field(troop: TroopUnit) -> str:
    """The field that shows a wrong weapon: the line's own weapons, or the profile they come with."""
    return "weapons" if troop.spec.weapons else "profile"


@unit_rule("FC-BLD-1", cite="Shooting Phase", severity=Severity.WARNING)
def a_unit_is_armed(troop: TroopUnit, squad: SquadGroup, context: Roster) -> Iterator[Breach]:
    """Each unit has a weapon."""
    line = member(troop, context.catalogue)
    if line is not None and not line.arms:
        yield Breach(f"{line.title} has no weapon. Give it one.", "weapons")


@unit_rule("FC-BLD-2", cite="Weapons; Units")
def numbers_are_in_range(troop: TroopUnit, squad: SquadGroup, context: Roster) -> Iterator[Breach]:
    """The numbers of units and weapons are within their limits. A player's character is one figure."""
    if not troop.spec.profile:
        yield Breach("No unit is chosen. Choose one.", "profile")
    line = member(troop, context.catalogue)
    if line is None:
        return
    for _, message in wrong_numbers(line.profile):
        yield Breach(f"{line.name}: {message}.", "profile")
    for armed in line.arms:
        for _, message in wrong_numbers(armed.weapon):
            yield Breach(f"{armed.name}: {message}.", weapons_field(troop))
        if armed.weapon.type is WeaponType.RANGED and armed.weapon.rng == 0:
            yield Breach(f"{armed.name}: a ranged weapon needs an RNG of 1 or more.", weapons_field(troop))
    if troop.spec.is_character and troop.spec.count != 1:
        yield Breach(f"A player’s character is one figure, not {troop.spec.count}.", "count")


@unit_rule("FC-BLD-3", cite="Weapons, AP")
def armour_penetration_is_positive(troop: TroopUnit, squad: SquadGroup, context: Roster) -> Iterator[Breach]:
    """Write AP without a minus sign, because it is subtracted from the save roll."""
    line = member(troop, context.catalogue)
    for armed in line.arms if line is not None else ():
        if armed.weapon.ap < 0:
            ap = armed.weapon.ap
            yield Breach(f"{armed.name}: AP {ap} would help the target. Write {-ap}.", weapons_field(troop))


@unit_rule("FC-BLD-4", cite="Heavy weapon team")
def a_team_is_complete(troop: TroopUnit, squad: SquadGroup, context: Roster) -> Iterator[Breach]:
    """A heavy weapon team has a crew of two, a crewed weapon and rifles."""
    line = member(troop, context.catalogue)
    if line is None or line.profile.kind is not UnitKind.TEAM:
        return
    if line.profile.crew != tables.TEAM_CREW:
        crew = line.profile.crew
        yield Breach(f"{line.title} has a crew of {crew}, but a heavy weapon team has {tables.TEAM_CREW}.", "profile")
    if not any(armed.weapon.crewed for armed in line.ranged()):
        yield Breach(f"{line.title} has no crewed weapon. Give it one, or mark one as Crewed.", "weapons")
    if all(armed.weapon.crewed for armed in line.ranged()):
        yield Breach(f"{line.title} has a crewed weapon but no rifles. Add some.", "weapons")


@group_rule("FC-BLD-5", cite="Morale")
def a_squad_has_one_hero(squad: SquadGroup, context: Roster) -> Iterator[Breach]:
    """A squad has at most one hero."""
    heroes = [line for line in squad_lines(squad, context) if line.profile.kind is UnitKind.HERO]
    count = sum(line.count for line in heroes)
    if count > 1:
        last = heroes[-1].unit
        yield Breach(f"The squad has {count} heroes. At most 1 is allowed.", "count", at=last.id)


@group_rule("FC-BLD-6", cite="Morale", severity=Severity.WARNING)
def a_hero_leads(squad: SquadGroup, context: Roster) -> Iterator[Breach]:
    """A hero's LD helps the squad only if it is lower than the squad's."""
    lines = squad_lines(squad, context)
    own, hero = leadership(lines, context.house)
    if own is not None and hero is not None and hero > own:
        at = next(line.unit.id for line in lines if line.profile.kind is UnitKind.HERO)
        yield Breach(
            f"The hero’s LD {hero}+ is worse than the squad’s {own}+, so it will not be used.", "profile", at=at
        )


@group_rule("FC-BLD-7", cite="Melee Phase", severity=Severity.WARNING)
def a_squad_can_fight(squad: SquadGroup, context: Roster) -> Iterator[Breach]:
    """Give each squad a weapon for melee."""
    lines = squad_lines(squad, context)
    if lines and not any(line.melee() or line.close_quarters() for line in lines):
        yield Breach("No unit has a melee or CloseQuarters weapon, so the squad cannot fight back in melee.")


@group_rule("FC-BLD-8", cite="To wound; saves", severity=Severity.WARNING)
def a_squad_is_alike(squad: SquadGroup, context: Roster) -> Iterator[Breach]:
    """In a squad of different units, keep track of which unit takes each wound."""
    lines = squad_lines(squad, context)
    for name, values in (
        ("T", {line.profile.t for line in lines}),
        ("SAV", {line.profile.sav for line in lines}),
    ):
        if len(values) > 1:
            text = ", ".join(str(value) for value in sorted(values))
            yield Breach(f"The squad’s units have different {name} ({text}). Note which unit takes each wound.")


def points(context: Roster) -> int:
    """The game master's points for a whole force."""
    return sum(unit_points(unit, context) for _, unit in context.force.units())


def unit_points(unit: TroopUnit, context: Roster) -> int:
    """The game master's points for a line of a squad; 0 if its profile is not in the catalogue."""
    profile = context.catalogue.spec(Profile, "unit", unit.spec.profile)
    return unit.spec.count * profile.points if profile is not None else 0


@force_rule("FC-BLD-9", cite="Game master", severity=Severity.WARNING)
def the_budget_is_kept(context: Roster) -> Iterator[Breach]:
    """A force keeps to the budget that the game master sets. The rulebook has no points."""
    budget = context.force.spec.budget
    if budget and (spent := points(context)) > budget:
        yield Breach(f"{spent} points are spent, but the budget is {budget}.", "budget")


RULES = (
    a_unit_is_armed,
    numbers_are_in_range,
    armour_penetration_is_positive,
    a_team_is_complete,
    a_squad_has_one_hero,
    a_hero_leads,
    a_squad_can_fight,
    a_squad_is_alike,
    the_budget_is_kept,
)
"""All rules, in the order of checking."""
