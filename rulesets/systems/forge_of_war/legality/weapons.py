"""Rules on the weapons that a unit carries (FOW-W01 to FOW-W11)."""

from collections.abc import Callable, Iterator
from functools import wraps

from rulesets.core.forces.findings import Severity
from rulesets.core.forces.rules import Breach, Rule
from rulesets.core.wording import count_of

from ..profiles import Accuracy, Fire
from ..tables import HEAVY_CREW
from ..units import Armed, ListedContext, ListedUnit, Statline, is_heavy, played_wv, without_spotter
from .units import value_rule


def _rows(unit: ListedUnit, stats: Statline) -> Iterator[tuple[str, Armed]]:
    """Each known weapon with the field that a finding about it points to."""
    for armed in stats.weapons:
        place = next((index for index, row in enumerate(unit.weapons) if row is armed.row), None)
        yield ("vehicle" if place is None else f"weapons[{place}].weapon"), armed


WeaponCheck = Callable[[Armed, Statline, ListedContext], Iterator[str]]


def weapon_rule(rule_id: str, cite: str, severity: Severity = Severity.ERROR) -> Callable[[WeaponCheck], Rule]:
    """Decorator that turns a check ``(armed, stats, context)`` of one weapon of a unit into a rule."""

    def decorate(check: WeaponCheck) -> Rule:
        @wraps(check)
        def of_each(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
            for field, armed in _rows(unit, stats):
                for problem in check(armed, stats, context):
                    yield Breach(f"{armed.entry.name}: {problem}", field=field)

        return value_rule(rule_id, cite, severity)(of_each)

    return decorate


@value_rule("FOW-W01", cite="§9")
def heavy_weapons_have_a_crew(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Two men or more serve each heavy weapon of infantry."""
    men = stats.manning
    for field, armed in _rows(unit, stats):
        if not is_heavy(armed.weapon, stats.arm, stats.powered):
            continue
        spots, problem, reading = armed.weapon.second_is_spotter, "", "error"
        if armed.crew < HEAVY_CREW:
            problem = f"{count_of(armed.crew, 'man', 'men')} each. A heavy weapon needs {HEAVY_CREW} or more."
            reading = context.house.choice("sniper_crew") if spots else reading
        elif spots and (reading := without_spotter(men, stats.figures, context.house)) != "none":
            needed = men.spotting(context.house.untraced.choice("heavy_crew"))
            takes = f"With its second man it needs {needed} figures, but the unit has {stats.figures}."
            problem = f"nobody is left to spot. {takes}"
        if problem and reading != "none":
            severity = Severity.WARNING if reading == "warn" else Severity.ERROR
            yield Breach(f"{armed.entry.name}: {problem}", field=field, severity=severity)


@weapon_rule("FOW-W02", cite="§43", severity=Severity.NOTE)
def not_heavy_when_mounted(armed: Armed, stats: Statline, context: ListedContext) -> Iterator[str]:
    """A heavy weapon on a vehicle or in power armour does not count as heavy."""
    if armed.weapon.heavy and not is_heavy(armed.weapon, stats.arm, stats.powered):
        place = "on a vehicle" if stats.is_vehicle else "in power armour" if stats.powered else "on its mount"
        yield f"needs only one man {place}."


@weapon_rule("FOW-W03", cite="§43")
def range_is_positive(armed: Armed, stats: Statline, context: ListedContext) -> Iterator[str]:
    """Each weapon has a range of 1 inch or more, unless it is for close combat only."""
    if armed.weapon.range < 1 and not armed.weapon.melee_only:
        yield f"the range is {armed.weapon.range}″. It must be above 0."


@weapon_rule("FOW-W04", cite="§43")
def weapon_value_not_negative(armed: Armed, stats: Statline, context: ListedContext) -> Iterator[str]:
    """Each weapon has a Weapon Value of 0 or more."""
    if armed.weapon.wv < 0:
        yield f"the Weapon Value is {armed.weapon.wv}. It must be 0 or more."


@weapon_rule("FOW-W05", cite="§24, §43")
def weight_of_fire_is_given(armed: Armed, stats: Statline, context: ListedContext) -> Iterator[str]:
    """Each weapon has a weight of fire, unless it is for close combat only."""
    if not armed.weapon.melee_only and not armed.weapon.weight_of_fire.is_given:
        yield "give it a weight of fire."


@weapon_rule("FOW-W06", cite="§38", severity=Severity.WARNING)
def harmless_dice_at_vehicles(armed: Armed, stats: Statline, context: ListedContext) -> Iterator[str]:
    """A weapon with dice against vehicles needs a Weapon Value of 1 or more, or its hits are wasted."""
    fire = armed.weapon.weight_of_fire
    has_vehicle_dice = fire.kind is Fire.BY_TARGET and fire.vehicle > 0
    if has_vehicle_dice and played_wv(armed.entry, context.house) == 0:
        yield "with WV 0 its hits on vehicles are wasted."


@weapon_rule("FOW-W07", cite="Indirect Fire", severity=Severity.WARNING)
def indirect_weapons_have_accuracy(armed: Armed, stats: Statline, context: ListedContext) -> Iterator[str]:
    """Mark each indirect weapon as accurate or inaccurate."""
    if armed.weapon.indirect and armed.weapon.accuracy is Accuracy.UNKNOWN:
        yield "mark it accurate or inaccurate."


@weapon_rule("FOW-W08", cite="§41", severity=Severity.WARNING)
def indirect_weapons_have_a_template(armed: Armed, stats: Statline, context: ListedContext) -> Iterator[str]:
    """If you play indirect fire, give each indirect weapon a blast radius."""
    settings = context.force.spec
    needed = settings.indirect_fire and not settings.blast_radius
    if needed and armed.weapon.indirect and not armed.weapon.blast_radius:
        yield "give it a blast radius, or agree on one for the army."


@weapon_rule("FOW-W09", cite="§43")
def area_weapons_have_a_radius(armed: Armed, stats: Statline, context: ListedContext) -> Iterator[str]:
    """Give each area weapon a radius."""
    fire = armed.weapon.weight_of_fire
    if fire.kind is Fire.AREA and fire.radius < 1:
        yield "give the radius of its area."


@value_rule("FOW-W10", cite="§37, §43", severity=Severity.WARNING)
def weapons_are_known(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Each weapon is in the generic list or in your catalogue."""
    for index, row in enumerate(unit.weapons):
        if context.catalogue.get("weapon", row.weapon) is None:
            problem = f"“{row.weapon}” is not in the catalogue" if row.weapon else "No weapon is chosen"
            yield Breach(f"{problem}: choose one, or add it to your catalogue.", field=f"weapons[{index}].weapon")


@value_rule("FOW-W11", cite="§43", severity=Severity.NOTE)
def one_launcher_two_rounds(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """List a launcher once, even if it fires two types of ammunition."""
    weapon_by_launcher: dict[str, str] = {}
    for field, armed in _rows(unit, stats):
        launcher = armed.weapon.launcher
        other = weapon_by_launcher.get(launcher)
        if launcher and other is not None and other != armed.entry.key:
            message = "the same launcher fires both types of ammunition. List the launcher only once."
            yield Breach(f"{armed.entry.name}: {message}", field=field)
        weapon_by_launcher.setdefault(launcher, armed.entry.key)


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
