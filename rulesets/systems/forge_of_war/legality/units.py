"""Rules on units: values, training, size, traits (FOW-U01 to FOW-U21)."""

from collections.abc import Callable, Iterator
from functools import wraps

from rulesets.core.declarations.catalogue import Source
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import Unit
from rulesets.core.forces.rules import Breach, Rule, unit_rule
from rulesets.core.wording import count_of, either

from ..house_rules import WORDS
from ..profiles import TroopProfile
from ..tables import MAX_AV, STANCE_TROOPS, VALUE_RANGE, Arm, Role, Stance, Training
from ..units import (
    ListedContext,
    ListedGroup,
    ListedUnit,
    Statline,
    is_heavy,
    may_change_stance,
    played_av,
    served,
    statline,
)


def _statline(unit: Unit[ListedUnit], context: ListedContext) -> Statline:
    return statline(unit.spec, context.catalogue, context.house)


def stats_of(unit: Unit[ListedUnit], context: ListedContext) -> Statline:
    """The values that the unit plays with: its own, else those of its entries."""
    return context.of_unit(_statline, unit)


ValueCheck = Callable[[Statline, ListedUnit, ListedContext], Iterator[Breach]]


def value_rule(rule_id: str, cite: str, severity: Severity = Severity.ERROR) -> Callable[[ValueCheck], Rule]:
    """Make a rule of a function ``(stats, unit, context)``: a unit's values in play, and what its player has set."""

    def decorate(check: ValueCheck) -> Rule:
        @wraps(check)
        def of_unit(unit: Unit[ListedUnit], group: ListedGroup, context: ListedContext) -> Iterator[Breach]:
            return check(stats_of(unit, context), unit.spec, context)

        return unit_rule(rule_id, cite, severity)(of_unit)

    return decorate


MIN_VALUE, MAX_VALUE = VALUE_RANGE


@value_rule("FOW-U01", cite="§3")
def command_value_in_range(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Each unit has a Command Value of 1 to 10."""
    if stats.arm is not None and not MIN_VALUE <= stats.cv <= MAX_VALUE:
        yield Breach(f"The Command Value is {stats.cv}. It must be {MIN_VALUE} to {MAX_VALUE}.", field="cv")


@value_rule("FOW-U02", cite="§3")
def shooting_value_in_range(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Each unit has a Shooting Value of 1 to 10, or 0 without ranged weapons."""
    minimum = MIN_VALUE if stats.ranged else 0
    if stats.arm is not None and not minimum <= stats.sv <= MAX_VALUE:
        yield Breach(f"The Shooting Value is {stats.sv}. It must be {minimum} to {MAX_VALUE}.", field="sv")


@value_rule("FOW-U03", cite="§3, §37")
def fighting_value_in_range(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Each unit has a Fighting Value of 1 to 10. Vehicles may have 0."""
    minimum = 0 if stats.is_vehicle else MIN_VALUE
    if stats.arm is not None and not minimum <= stats.fv <= MAX_VALUE:
        yield Breach(f"The Fighting Value is {stats.fv}. It must be {minimum} to {MAX_VALUE}.", field="fv")


@value_rule("FOW-U04", cite="§6")
def armour_value_not_negative(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Each unit has an Armour Value of 0 or more."""
    if stats.av < 0:
        yield Breach(f"The Armour Value is {stats.av}. It must be 0 or more.", field="av")


@value_rule("FOW-U05", cite="§6", severity=Severity.WARNING)
def armour_value_of_this_edition(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """An Armour Value above 9 belongs to super-heavy vehicles, which this edition leaves out."""
    if stats.av > MAX_AV:
        yield Breach(f"The Armour Value is {stats.av}. This edition’s table ends at {MAX_AV}.", field="av")


@value_rule("FOW-U06", cite="§6", severity=Severity.WARNING)
def armour_matches_its_row(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """The Armour Value matches the armour named, unless toughness explains another."""
    row = context.catalogue.get("armour", stats.armour) if stats.armour else None
    if row is not None and stats.av != (row_av := played_av(row, context.house)):
        yield Breach(f"AV {stats.av} does not match {row.name}, which has AV {row_av}.", field="armour")


@value_rule("FOW-U07", cite="§3, §38")
def wounds_in_range(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Each figure has one wound or more. A vehicle may have none."""
    minimum = 0 if stats.is_vehicle else 1
    if stats.wounds < minimum:
        yield Breach(f"Wounds are {stats.wounds}. They must be {minimum} or more.", field="wounds")


@value_rule("FOW-U08", cite="§3")
def attacks_in_range(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Each figure has one attack or more."""
    if stats.attacks < 1:
        yield Breach(f"Attacks are {stats.attacks}. They must be 1 or more.", field="attacks")


UNUSUAL_TRAINING = WORDS.sentence("legality.unusual_training", "training", "bands")


@value_rule("FOW-U09", cite="§4, §42")
def training_is_chosen(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Each unit has one training band, with a note if its troop type does not offer that band."""
    if stats.arm is None or stats.is_vehicle:
        return
    bands = stats.bands or tuple(Training)
    if stats.training is None:
        yield Breach(f"Choose one training band: {either(band.label for band in bands)}.", field="training")
    elif stats.training not in bands:
        choices = either(band.label for band in bands)
        severity = {"note": Severity.NOTE, "error": Severity.ERROR}[context.house.choice("training_severity")]
        message = UNUSUAL_TRAINING(context.house, training=stats.training.label, bands=choices)
        yield Breach(message, field="training", severity=severity)


@value_rule("FOW-U10", cite="§5")
def troop_type_is_chosen(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Each unit is infantry, cavalry, a monstrous creature, armour or another vehicle."""
    if stats.arm is None:
        yield Breach("Choose troops, a vehicle, or a troop type with custom values.", field="troops")
    elif unit.troops and unit.vehicle:
        yield Breach(
            "You have chosen both troops and a vehicle, but only the vehicle counts. Choose one or the other.",
            field="troops",
        )


@value_rule("FOW-U11", cite="§5", severity=Severity.WARNING)
def size_of_units(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Infantry and cavalry units generally have 5 to 20 figures. Leaders and small teams may have fewer."""
    if stats.training is Training.HORDE or not _is_body(unit, stats):
        return
    profile = _profile(stats)
    if stats.figures < 1 or profile.fewest <= stats.figures <= profile.most:
        return
    if (severity := _size_severity(context)) is not None:
        figures, sizes = count_of(stats.figures, "figure"), {"fewest": profile.fewest, "most": profile.most}
        message = UNUSUAL_SIZE(context.house, figures=figures, **sizes)
        yield Breach(message, field="figures", severity=severity)


@value_rule("FOW-U12", cite="§5", severity=Severity.WARNING)
def size_of_hordes(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """A horde has at least 5 figures and may have any number."""
    if stats.training is not Training.HORDE or not _is_body(unit, stats):
        return
    fewest = _profile(stats).fewest
    if 1 <= stats.figures < fewest and (severity := _size_severity(context)) is not None:
        now = count_of(stats.figures, "figure")
        yield Breach(f"The unit has {now}. Hordes have {fewest} or more.", field="figures", severity=severity)


def _profile(stats: Statline) -> TroopProfile:
    entry = stats.entry
    return entry.spec if entry is not None and isinstance(entry.spec, TroopProfile) else TroopProfile()


UNUSUAL_SIZE = WORDS.sentence("legality.unusual_size", "figures", "fewest", "most")


def _size_severity(context: ListedContext) -> Severity | None:
    reading = context.house.choice("unit_size_severity")
    return {"warning": Severity.WARNING, "error": Severity.ERROR}.get(reading)


def _is_body(unit: ListedUnit, stats: Statline) -> bool:
    """Whether the usual sizes hold: infantry and cavalry but for leaders, command and weapon teams (AMB-007)."""
    if stats.arm not in (Arm.INFANTRY, Arm.CAVALRY) or stats.leader or unit.role is not Role.NONE:
        return False
    crews = sum(armed.count * armed.crew for armed in stats.weapons if is_heavy(armed.weapon, stats.arm, stats.powered))
    return not crews or 2 * crews < stats.figures


@value_rule("FOW-U13", cite="§5")
def a_unit_has_figures(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Each unit has at least one figure."""
    if stats.figures < 1:
        yield Breach("Give the unit at least one figure.", field="figures")


@value_rule("FOW-U14", cite="§42", severity=Severity.NOTE)
def changed_from_generic(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """We note values that differ from the unit's catalogue entry. The rulebook invites you to change them."""
    if stats.changed_fields and stats.entry is not None:
        names = ", ".join(name.replace("_", " ").upper() for name in stats.changed_fields)
        yield Breach(f"Changed from {stats.entry.name}: {names}.", field=stats.changed_fields[0])


@value_rule("FOW-U15", cite="§24", severity=Severity.WARNING)
def a_figure_for_each_weapon(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Each weapon has a figure to fire it and enough men to serve it."""
    if stats.arm is None or stats.is_vehicle or stats.figures < 1:
        return
    men = stats.manning
    weapons = count_of(men.firing, "weapon")
    if men.firing > stats.figures:
        figures = count_of(stats.figures, "figure")
        yield Breach(f"{weapons} are too many for {figures}. Each figure fires one.", field="weapons")
    elif not served(men, stats.figures, context.house):
        need = "needs" if men.firing == 1 else "need"
        needed = count_of(men.serving(context.house.untraced.choice("heavy_crew")), "figure")
        yield Breach(
            f"{weapons} {need} {needed}, second men included, but the unit has {stats.figures}.", field="weapons"
        )


@value_rule("FOW-U16", cite="Reaction Test", severity=Severity.WARNING)
def shooters_have_weapons(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Each unit has a ranged weapon, unless it is for close combat only."""
    for_close_combat = [armed.row for armed in stats.weapons if armed.weapon.melee_only]
    has_ranged_weapon = any(row.weapon and row.count and row not in for_close_combat for row in unit.weapons)
    if stats.arm is not None and not stats.is_vehicle and not stats.melee_only and not has_ranged_weapon:
        yield Breach("Without a ranged weapon the unit counts as close combat only.", field="weapons")


@value_rule("FOW-U17", cite="§17, §36")
def jump_packs_are_for_infantry(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Only infantry may have jump packs. Vehicles may have grav or hover."""
    if stats.jump_packs and stats.arm not in (None, Arm.INFANTRY):
        yield Breach("Only infantry can have jump packs. Choose grav or hover for a vehicle.", field="jump_packs")


@value_rule("FOW-U18", cite="stance rules")
def who_may_change_stance(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Only infantry with AV 4 or less may be cautious or hide."""
    if unit.stance is not Stance.NORMAL and stats.arm is not None and not may_change_stance(stats):
        yield Breach(STANCE_TROOPS, field="stance")


@value_rule("FOW-U19", cite="§5", severity=Severity.WARNING)
def cavalry_on_foot(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Choose which type of infantry your cavalry become when they dismount."""
    if stats.arm is not Arm.CAVALRY:
        return
    on_foot = context.catalogue.spec(TroopProfile, "troop_type", stats.dismounted)
    if not stats.dismounted:
        yield Breach("Choose what these riders become when they dismount.", field="dismounted")
    elif on_foot is not None and on_foot.arm is not Arm.INFANTRY:
        yield Breach("Riders on foot are infantry. Choose an infantry troop type.", field="dismounted")


@value_rule("FOW-U20", cite="§15", severity=Severity.WARNING)
def monsters_have_a_move(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Enter the move of each monstrous creature, since the rulebook gives none."""
    if stats.arm is Arm.MONSTROUS and not stats.move_given:
        yield Breach(f"Enter its move. Until then we use {stats.move}″.", field="move")


@value_rule("FOW-U21", cite="§42, §43", severity=Severity.NOTE)
def pistols_and_generic_values(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """We note a weapon's bonus to a generic Fighting Value, which already includes the usual weapons."""
    generic = stats.entry is not None and stats.entry.source is Source.RULEBOOK and "fv" not in stats.changed_fields
    if stats.fv_bonus and generic and not stats.is_vehicle:
        yield Breach(
            f"FV is {stats.fv} with +{stats.fv_bonus} for pistols. The generic values already include usual equipment.",
            field="weapons",
        )


UNIT_RULES: tuple[Rule, ...] = (
    command_value_in_range,
    shooting_value_in_range,
    fighting_value_in_range,
    armour_value_not_negative,
    armour_value_of_this_edition,
    armour_matches_its_row,
    wounds_in_range,
    attacks_in_range,
    training_is_chosen,
    troop_type_is_chosen,
    size_of_units,
    size_of_hordes,
    a_unit_has_figures,
    changed_from_generic,
    a_figure_for_each_weapon,
    shooters_have_weapons,
    jump_packs_are_for_infantry,
    who_may_change_stance,
    cavalry_on_foot,
    monsters_have_a_move,
    pistols_and_generic_values,
)
