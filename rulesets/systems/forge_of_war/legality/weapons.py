"""Rules on the weapons that a unit carries (FOW-W01 to FOW-W11)."""

from __future__ import annotations

from collections.abc import Iterator

from rulesets.core.findings import Severity
from rulesets.core.force import Unit
from rulesets.core.rules import Breach, Rule, unit_rule
from rulesets.core.wording import counted
from rulesets.systems.forge_of_war.legality.units import stats_of
from rulesets.systems.forge_of_war.profiles import Accuracy, Fire
from rulesets.systems.forge_of_war.tables import HEAVY_CREW
from rulesets.systems.forge_of_war.units import (
    Armed,
    ListedGroup,
    ListedReview,
    ListedUnit,
    Statline,
    is_heavy,
    played_wv,
    without_spotter,
)


def _rows(unit: Unit[ListedUnit], stats: Statline) -> Iterator[tuple[str, Armed]]:
    """Each known weapon with the field that a finding about it points to."""
    for armed in stats.weapons:
        listed = next((index for index, row in enumerate(unit.spec.weapons) if row is armed.row), None)
        yield ("vehicle" if listed is None else f"weapons[{listed}].weapon"), armed


@unit_rule("FOW-W01", cite="§9")
def heavy_weapons_have_a_crew(unit: Unit[ListedUnit], group: ListedGroup, context: ListedReview) -> Iterator[Breach]:
    """A heavy weapon of infantry is served by two men or more."""
    stats = stats_of(unit, context)
    men = stats.manning
    for field, armed in _rows(unit, stats):
        if not is_heavy(armed.weapon, stats.arm, stats.powered):
            continue
        spots, told, reading = armed.weapon.second_is_spotter, "", "error"
        if armed.crew < HEAVY_CREW:
            told = f"{counted(armed.crew, 'man', 'men')} each; a heavy weapon needs {HEAVY_CREW} or more."
            reading = context.house.choice("sniper_crew") if spots else reading
        elif spots and men.fired <= stats.figures < men.spotted:
            told = (
                f"nobody is left to spot; with second men it takes {men.spotted} figures, the unit has {stats.figures}."
            )
            reading = without_spotter(context.house)
        if told and reading != "none":
            severity = Severity.WARNING if reading == "warn" else Severity.ERROR
            yield Breach(f"{armed.entry.name}: {told}", field=field, severity=severity)


@unit_rule("FOW-W02", cite="§43", severity=Severity.NOTE)
def not_heavy_when_mounted(unit: Unit[ListedUnit], group: ListedGroup, context: ListedReview) -> Iterator[Breach]:
    """A heavy weapon on a vehicle or in power armour does not count as heavy; this is pointed out."""
    stats = stats_of(unit, context)
    for field, armed in _rows(unit, stats):
        if armed.weapon.heavy and not is_heavy(armed.weapon, stats.arm, stats.powered):
            yield Breach(f"{armed.entry.name}: not heavy here, one man fires it at once.", field=field)


@unit_rule("FOW-W03", cite="§43")
def range_is_positive(unit: Unit[ListedUnit], group: ListedGroup, context: ListedReview) -> Iterator[Breach]:
    """A weapon's range is 1 inch or more."""
    for field, armed in _rows(unit, stats_of(unit, context)):
        if armed.weapon.range < 1:
            yield Breach(f"{armed.entry.name}: range {armed.weapon.range}″; it must be positive.", field=field)


@unit_rule("FOW-W04", cite="§43")
def weapon_value_not_negative(unit: Unit[ListedUnit], group: ListedGroup, context: ListedReview) -> Iterator[Breach]:
    """A Weapon Value is 0 or more."""
    for field, armed in _rows(unit, stats_of(unit, context)):
        if armed.weapon.wv < 0:
            yield Breach(f"{armed.entry.name}: Weapon Value {armed.weapon.wv}; it must be 0 or more.", field=field)


@unit_rule("FOW-W05", cite="§24, §43")
def weight_of_fire_is_given(unit: Unit[ListedUnit], group: ListedGroup, context: ListedReview) -> Iterator[Breach]:
    """A weapon has a weight of fire."""
    for field, armed in _rows(unit, stats_of(unit, context)):
        if not armed.weapon.weight_of_fire.is_given:
            yield Breach(f"{armed.entry.name}: give it a weight of fire.", field=field)


@unit_rule("FOW-W06", cite="§38", severity=Severity.WARNING)
def harmless_dice_at_vehicles(unit: Unit[ListedUnit], group: ListedGroup, context: ListedReview) -> Iterator[Breach]:
    """A weapon with dice at vehicles has a Weapon Value of 1 or more; with 0 its hits are wasted."""
    for field, armed in _rows(unit, stats_of(unit, context)):
        fire = armed.weapon.weight_of_fire
        listed = fire.kind is Fire.BY_TARGET and fire.vehicle > 0
        if listed and played_wv(armed.entry, context.house) == 0:
            yield Breach(f"{armed.entry.name}: with WV 0 its hits on vehicles are wasted.", field=field)


@unit_rule("FOW-W07", cite="Indirect Fire", severity=Severity.WARNING)
def indirect_weapons_have_accuracy(
    unit: Unit[ListedUnit], group: ListedGroup, context: ListedReview
) -> Iterator[Breach]:
    """An indirect weapon is accurate or inaccurate."""
    for field, armed in _rows(unit, stats_of(unit, context)):
        if armed.weapon.indirect and armed.weapon.accuracy is Accuracy.UNKNOWN:
            yield Breach(f"{armed.entry.name}: mark it accurate or inaccurate.", field=field)


@unit_rule("FOW-W08", cite="§41", severity=Severity.WARNING)
def indirect_weapons_have_a_template(
    unit: Unit[ListedUnit], group: ListedGroup, context: ListedReview
) -> Iterator[Breach]:
    """Where the indirect fire rules are in use, an indirect weapon has a blast template."""
    settings = context.force.spec
    if not settings.indirect_fire or settings.blast_radius:
        return
    for field, armed in _rows(unit, stats_of(unit, context)):
        if armed.weapon.indirect and not armed.weapon.blast_radius:
            yield Breach(f"{armed.entry.name}: give it a blast radius, or agree on one for the army.", field=field)


@unit_rule("FOW-W09", cite="§43")
def area_weapons_have_a_radius(unit: Unit[ListedUnit], group: ListedGroup, context: ListedReview) -> Iterator[Breach]:
    """An area weapon has a radius."""
    for field, armed in _rows(unit, stats_of(unit, context)):
        fire = armed.weapon.weight_of_fire
        if fire.kind is Fire.AREA and fire.radius < 1:
            yield Breach(f"{armed.entry.name}: give the radius of its area.", field=field)


@unit_rule("FOW-W10", cite="§37, §43", severity=Severity.WARNING)
def weapons_are_known(unit: Unit[ListedUnit], group: ListedGroup, context: ListedReview) -> Iterator[Breach]:
    """Every weapon stands in the generic list or in the player's own."""
    for index, row in enumerate(unit.spec.weapons):
        if context.catalogue.get("weapon", row.weapon) is None:
            named = f"“{row.weapon}” is not known" if row.weapon else "No weapon is chosen"
            yield Breach(f"{named}: choose one, or add it to your own.", field=f"weapons[{index}].weapon")


@unit_rule("FOW-W11", cite="§43", severity=Severity.NOTE)
def one_launcher_two_rounds(unit: Unit[ListedUnit], group: ListedGroup, context: ListedReview) -> Iterator[Breach]:
    """Two kinds of ammunition for one launcher need one row; a second row is pointed out."""
    seen: dict[str, str] = {}
    for field, armed in _rows(unit, stats_of(unit, context)):
        launcher = armed.weapon.launcher
        other = seen.get(launcher)
        if launcher and other is not None and other != armed.entry.key:
            yield Breach(f"{armed.entry.name}: the same launcher fires both rounds; list it once.", field=field)
        seen.setdefault(launcher, armed.entry.key)


WEAPON_RULES: tuple[Rule, ...] = (
    heavy_weapons_have_a_crew,
    not_heavy_when_mounted,
    range_is_positive,
    weapon_value_not_negative,
    weight_of_fire_is_given,
    harmless_dice_at_vehicles,
    indirect_weapons_have_accuracy,
    indirect_weapons_have_a_template,
    area_weapons_have_a_radius,
    weapons_are_known,
    one_launcher_two_rounds,
)
