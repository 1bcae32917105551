"""What makes a unit and an army legal, rule by rule."""

from collections.abc import Iterable, Iterator

from rulesets.core.declarations.problems import Problem
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import Group, Unit
from rulesets.core.forces.rules import Breach, CheckContext, Rule, force_rule, unit_rule
from rulesets.core.wording import count_of

from .actions import WeaponRow, shots_of
from .tables import FACES, MAX_SCORE, NOT_DEFINED, SIDE_MODELS, SIDE_UNITS, SQUAD
from .units import (
    CHARACTERISTICS,
    Platoon,
    WarForce,
    WarUnit,
    context_of,
    inspiring_without_rank,
    weapons_of,
    without_characteristics,
    without_models,
    without_one_leader,
    without_rate_of_fire,
)

WarContext = CheckContext[WarForce, Platoon, WarUnit]
WarPlatoon = Group[Platoon, WarUnit]

UNIT_SCORES = (("ld", "Ld"), ("nv", "Nv"))
SIZES = "Models, Units & Task Forces"
DERIVED = "follows from Action Phase 0.5"


def _breaches(problems: Iterable[Problem], what: str = "") -> Iterator[Breach]:
    for problem in problems:
        message = f"{what}: {problem.message}." if what else f"{problem.message}."
        yield Breach(f"{message[:1].upper()}{message[1:]}", field=problem.path)


@unit_rule("WS-BLD-1", cite="Falling Back")
def has_models(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> Iterator[Breach]:
    """A unit has at least one model."""
    yield from _breaches(without_models(unit.spec))


@unit_rule("WS-BLD-2", cite="Suppression; Selecting A Unit Action")
def characteristics_are_given(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> Iterator[Breach]:
    """Mv, Aw, Ld and Nv are given, and none is below 0."""
    for problem in without_characteristics(unit.spec):
        yield from _breaches([problem], CHARACTERISTICS[problem.path])


@unit_rule("WS-BLD-3", cite="Snap Fire")
def weapons_have_a_rate_of_fire(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> Iterator[Breach]:
    """Each weapon has a Rate of Fire of 0 or more."""
    for index, carried in enumerate(unit.spec.weapons):
        entry = context.catalogue.get("weapon", carried.weapon)
        if entry is not None:
            for problem in without_rate_of_fire(entry.spec):
                yield Breach(f"RoF of {entry.name}: {problem.message}.", field=f"weapons[{index}].weapon")


@unit_rule("WS-BLD-4", cite="Special Rule: Inspiring")
def inspiring_needs_rank(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> Iterator[Breach]:
    """Only Officers and Heroes are Inspiring."""
    yield from _breaches(inspiring_without_rank(unit.spec), "")


@unit_rule("WS-BLD-5", cite="Fall Back Moves")
def one_leader(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> Iterator[Breach]:
    """A unit of two or more models names exactly one leader."""
    yield from _breaches(without_one_leader(unit.spec))


@unit_rule("WS-BLD-6", cite=DERIVED, severity=Severity.WARNING)
def can_pass_a_check(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> Iterator[Breach]:
    """A unit with Ld 0 can never pass a check by itself once it is suppressed."""
    if unit.spec.ld == 0:
        yield Breach("This unit cannot pass a check with Ld 0. Only an Officer’s order helps.", field="ld")


@unit_rule("WS-BLD-7", cite=DERIVED, severity=Severity.WARNING)
def can_hold_markers(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> Iterator[Breach]:
    """A unit with Nv 0 can never hold a marker."""
    if unit.spec.nv == 0:
        yield Breach("This unit never holds a marker with Nv 0, so it cannot be suppressed.", field="nv")


@unit_rule("WS-BLD-8", cite=DERIVED, severity=Severity.WARNING)
def first_marker_matters(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> Iterator[Breach]:
    """If a unit has Nv 6 or more and a die to roll, its first marker does not affect the check."""
    if unit.spec.nv is not None and unit.spec.nv >= FACES and unit.spec.ld != 0:
        yield Breach(f"With Nv {unit.spec.nv} a check for a single marker cannot fail.", field="nv")


@unit_rule("WS-BLD-9", cite=DERIVED, severity=Severity.WARNING)
def can_fire_on_the_move(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> Iterator[Breach]:
    """A unit whose weapons have RoF 1 or less fires nothing when it advances or snap-fires."""
    weapons = weapons_of(unit.spec, context.catalogue)
    arms = tuple(WeaponRow(name, weapon.full_rof, number, weapon.weapon_type) for name, weapon, number in weapons)

    def fires(rounding: str, types: str) -> bool:
        shots = shots_of(arms, rounding, types)
        return any((shots.snap, shots.advance, shots.double))

    if arms and not context.house.resolve(fires, "snap_rounding", "weapon_types"):
        yield Breach(
            "This unit has no Snap Fire shots. Its weapons fire only with the Open Fire! action.", field="weapons"
        )


@unit_rule("WS-BLD-10", cite=f"April 2012; {NOT_DEFINED}", severity=Severity.WARNING)
def scores_are_usual(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> Iterator[Breach]:
    """Scores lie between 0 and 10 (distances in inches may be more)."""
    for name, label in UNIT_SCORES:
        value = getattr(unit.spec, name)
        if value is not None and value > MAX_SCORE:
            yield Breach(f"{label} is {value}. Scores are usually {MAX_SCORE} or less.", field=name)
    for index, row in enumerate(unit.spec.models):
        for field, value in context_of(row):
            if not field.ask.unit and value > MAX_SCORE:
                message = f"{field.ask.label} is {value}. Scores are usually {MAX_SCORE} or less."
                yield Breach(message, field=f"models[{index}].context.{field.name}")


@unit_rule("WS-ARMY-4", cite=f"{SIZES}; {NOT_DEFINED}", severity=Severity.WARNING)
def squads_are_of_usual_size(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> Iterator[Breach]:
    """A unit of several models has 3 to 18."""
    minimum, maximum = SQUAD
    if unit.spec.starting > 1 and not minimum <= unit.spec.starting <= maximum:
        yield Breach(
            f"The unit has {count_of(unit.spec.starting, 'model')}. Units usually have 1, or {minimum} to {maximum}.",
            field="models",
        )


@force_rule("WS-ARMY-1", cite=f"{SIZES}; {NOT_DEFINED}")
def within_the_points(context: WarContext) -> Iterator[Breach]:
    """An army's points do not exceed the limit, where one is set."""
    limit = context.force.spec.points_limit
    points = sum(unit.spec.context.points for _, unit in context.force.units())
    if limit is not None and points > limit:
        yield Breach(f"The army has {points} points, {points - limit} over the limit of {limit}.", field="points_limit")


@force_rule("WS-ARMY-2", cite=f"{SIZES}; {NOT_DEFINED}", severity=Severity.WARNING)
def usual_number_of_units(context: WarContext) -> Iterator[Breach]:
    """An army has 4 to 8 units."""
    minimum, maximum = SIDE_UNITS
    units = sum(1 for _ in context.force.units())
    if units and not minimum <= units <= maximum:
        yield Breach(f"The army has {count_of(units, 'unit')}. Armies usually have {minimum} to {maximum}.")


@force_rule("WS-ARMY-3", cite=f"{SIZES}; {NOT_DEFINED}", severity=Severity.WARNING)
def usual_number_of_models(context: WarContext) -> Iterator[Breach]:
    """An army has 12 to 50 models."""
    minimum, maximum = SIDE_MODELS
    models = sum(unit.spec.starting for _, unit in context.force.units())
    if models and not minimum <= models <= maximum:
        yield Breach(f"The army has {count_of(models, 'model')}. Armies usually have {minimum} to {maximum}.")


@force_rule("WS-ARMY-5", cite=DERIVED, severity=Severity.WARNING)
def has_an_officer(context: WarContext) -> Iterator[Breach]:
    """An army has an Officer, because nobody else gives orders."""
    units = [unit for _, unit in context.force.units()]
    if units and not any(unit.spec.officers for unit in units):
        yield Breach("This army has no Officer, so nobody can give orders.")


RULES: tuple[Rule, ...] = (
    within_the_points,
    usual_number_of_units,
    usual_number_of_models,
    has_an_officer,
    has_models,
    characteristics_are_given,
    weapons_have_a_rate_of_fire,
    inspiring_needs_rank,
    one_leader,
    can_pass_a_check,
    can_hold_markers,
    first_marker_matters,
    can_fire_on_the_move,
    scores_are_usual,
    squads_are_of_usual_size,
)
