"""Settings of the battlefield that come from the armies, and the armies' table on the scenario sheet."""

from collections import Counter

from rulesets.core.battlefields import Surveyor
from rulesets.core.tables import Table, table

from .battlefield import begins, make
from .cards import mark_of
from .catalogue import catalogue_of
from .fragile import army_limits, group_limits
from .ground import KINDS, MAX_GROUPS, BattlefieldQuestion, ZoneFrom
from .legality import grade_of, zone_of
from .units import ArmyContext, ArmyForce


def from_forces(own: ArmyForce, opposing: ArmyForce | None) -> dict[str, object]:
    """The settings that come from the armies: the number of battle groups of the larger side, and the zones."""
    sides = [own, *([opposing] if opposing else [])]
    settings: dict[str, object] = {"battle_groups": max(1, min(MAX_GROUPS, max(len(side.groups) for side in sides)))}
    for field, side in zip(("own_zone", "opposing_zone"), sides, strict=False):
        zone = zone_of(side.spec, catalogue_of(side))
        if zone is not None:
            settings[field] = zone.value
    # A nation's zone is only an example of the rulebook's, so it takes no dice away by itself.
    if any(side.spec.zone is not None for side in sides):
        settings["zone_from"] = ZoneFrom.ARMIES.value
    return settings


def forces_table(context: ArmyContext) -> Table:
    """The battle groups of an army with their stands, grade and the losses at which they become Fragile."""
    rows: list[tuple[object, ...]] = []
    stands = 0
    for group in context.force.groups:
        sub_classes = Counter(stand.spec.sub_class for stand in group.units)
        limits = group_limits(len(group.units))
        stands += len(group.units)
        rows.append(
            (
                f"{mark_of(group, context)} · {group.name}" if group.name else mark_of(group, context),
                ", ".join(f"{count} {sub_class}" for sub_class, count in sub_classes.items()) or "no stands",
                grade_of(group, context.force.spec, context.catalogue, context.house).label,
                len(group.units),
                f"{limits.repulsed} / {limits.neutralised}",
            )
        )
    whole = army_limits(stands)
    rows.append(("Army", "", "", stands, f"{whole.repulsed} / {whole.neutralised}"))
    return table(
        context.force.name or "Army",
        "*Battle group | ***Stands | ^Grade | ^Count | ^Fragile R / N",
        rows,
        "The last column shows how many stands Repulsed (R) or neutralised (N) make a group or the army Fragile.",
    )


SURVEYOR = Surveyor(
    question=BattlefieldQuestion,
    make=make,
    kinds=tuple((kind, title) for kind, title, _ in KINDS),
    from_forces=from_forces,
    forces_table=forces_table,
    begins=begins,
)
