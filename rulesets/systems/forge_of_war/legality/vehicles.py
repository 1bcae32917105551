"""Rules on vehicles and those who ride in them (FOW-V01 to FOW-V08)."""

from collections import defaultdict
from collections.abc import Iterator

from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import Unit
from rulesets.core.forces.rules import Breach, Rule, force_rule
from rulesets.core.wording import count_of

from ..tables import VEHICLE_AV
from ..units import ListedContext, ListedUnit, Statline, display_name
from .units import stats_of, value_rule


@value_rule("FOW-V01", cite="§32", severity=Severity.WARNING)
def vehicles_are_armoured(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """A vehicle generally has AV 6 or more."""
    if stats.is_vehicle and stats.av < VEHICLE_AV:
        yield Breach(f"The Armour Value is {stats.av}. Vehicles generally have {VEHICLE_AV} or more.", field="av")


@value_rule("FOW-V02", cite="§34")
def rear_armour_not_negative(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """A vehicle has a rear Armour Value of 0 or more."""
    if stats.is_vehicle and stats.av - stats.av_delta < 0:
        yield Breach(f"Rear armour is {stats.av - stats.av_delta}. It must be 0 or more.", field="av_delta")


@value_rule("FOW-V03", cite="§33", severity=Severity.WARNING)
def few_vehicles_fight(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Only vehicles built for it, such as light mecha, have a Fighting Value."""
    if stats.is_vehicle and stats.fv > 0 and not stats.fights:
        yield Breach(f"The Fighting Value is {stats.fv}. Only vehicles that fight hand to hand have one.", field="fv")


def riders(context: ListedContext) -> Iterator[tuple[Unit[ListedUnit], Unit[ListedUnit]]]:
    """Every unit that rides in another, with its carrier; the core reports names that match no single unit."""
    for group, unit in context.force.units():
        if unit.spec.rides_in:
            matches = context.unit_names.find(unit.spec.rides_in, group, unit)
            if len(matches) == 1:
                yield unit, matches[0]


@force_rule("FOW-V04", cite="§36")
def transports_hold_their_load(context: ListedContext) -> Iterator[Breach]:
    """A transport carries no more figures than it has room for."""
    load: dict[str, int] = defaultdict(int)
    capacities: dict[str, tuple[str, int]] = {}
    for unit, carrier in riders(context):
        if capacity := stats_of(carrier, context).transport:
            load[carrier.id] += stats_of(unit, context).figures
            capacities[carrier.id] = (display_name(carrier, context.catalogue), capacity)
    for at, (name, capacity) in capacities.items():
        if load[at] > capacity:
            yield Breach(
                f"{name} holds {count_of(capacity, 'figure')}, but {load[at]} ride in it.", at=at, field="vehicle"
            )


@force_rule("FOW-V05", cite="§36")
def riders_have_one_transport(context: ListedContext) -> Iterator[Breach]:
    """A unit may ride only in a vehicle that carries troops."""
    for unit, carrier in riders(context):
        if not stats_of(carrier, context).transport:
            yield Breach(f"{unit.spec.rides_in} carries no troops. Choose a transport.", at=unit.id, field="rides_in")


@value_rule("FOW-V06", cite="§38", severity=Severity.WARNING)
def crews_have_training(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Give each vehicle's crew a training band, which sets its D-marker cap."""
    if stats.is_vehicle and stats.training is None:
        yield Breach(f"Choose the crew’s training. Until then we use a cap of {stats.cap}.", field="training")


@value_rule("FOW-V07", cite="§33, §36", severity=Severity.NOTE)
def vehicles_have_a_use(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Give each vehicle a weapon or room for troops."""
    if stats.is_vehicle and not stats.weapons and not stats.transport:
        yield Breach("It has neither a weapon nor room for troops.", field="weapons")


@value_rule("FOW-V08", cite="§33", severity=Severity.NOTE)
def systems_have_a_mount(stats: Statline, unit: ListedUnit, context: ListedContext) -> Iterator[Breach]:
    """Choose a mount for each weapon system, since it decides whether the weapon fires over friends."""
    bare = [armed for armed in stats.ranged if armed.row.mount is None]
    if not stats.is_vehicle or not bare:
        return
    names = ", ".join(armed.entry.name for armed in bare)
    place = next((index for index, row in enumerate(unit.weapons) if row is bare[0].row), None)
    if place is None:
        yield Breach(f"No mount is given for {names}. List its weapons here to choose one.", field="weapons")
    else:
        yield Breach(f"Choose a mount: {names}.", field=f"weapons[{place}].mount")


VEHICLE_RULES: tuple[Rule, ...] = (
    vehicles_are_armoured,
    rear_armour_not_negative,
    few_vehicles_fight,
    transports_hold_their_load,
    riders_have_one_transport,
    crews_have_training,
    vehicles_have_a_use,
    systems_have_a_mount,
)
