"""Rules on whole forces (FOW-F02 to FOW-F07)."""

from collections.abc import Iterator

from rulesets.core.forces.findings import Severity
from rulesets.core.forces.rules import Breach, Rule, force_rule

from ..profiles import TroopProfile
from ..tables import Origin, Role
from ..units import ListedContext

MAX_NAMED_RULINGS = 8
"""Changed rulings that a finding names."""


def _with_role(context: ListedContext, *roles: Role) -> list[str]:
    return [unit.id for _, unit in context.force.units() if unit.spec.role in roles]


@force_rule("FOW-F02", cite="§8", severity=Severity.WARNING)
def one_force_commander(context: ListedContext) -> Iterator[Breach]:
    """Make only one unit Force Commander."""
    for extra in _with_role(context, Role.FORCE_COMMANDER)[1:]:
        yield Breach("Another unit is already Force Commander, and an army has only one.", at=extra, field="role")


@force_rule("FOW-F03", cite="§8", severity=Severity.NOTE)
def somebody_commands(context: ListedContext) -> Iterator[Breach]:
    """Make one unit Force Commander, or nobody helps other units with command tests."""
    if any(group.units for group in context.force.groups) and not _with_role(context, Role.FORCE_COMMANDER):
        yield Breach("No unit is Force Commander, so no unit gets the commander’s bonus on command tests.")


@force_rule("FOW-F04", cite="§8", severity=Severity.WARNING)
def a_squad_has_its_commander(context: ListedContext) -> Iterator[Breach]:
    """A command squad or command vehicle needs a Force Commander."""
    if _with_role(context, Role.FORCE_COMMANDER):
        return
    for unit in _with_role(context, Role.COMMAND_SQUAD, Role.COMMAND_VEHICLE):
        yield Breach("It needs a Force Commander. Make one of its units Force Commander.", at=unit, field="role")


@force_rule("FOW-F05", cite="whole", severity=Severity.NOTE)
def values_are_your_own(context: ListedContext) -> Iterator[Breach]:
    """Your points stay within your limit. The rulebook has none."""
    limit = context.force.spec.limit
    if not limit:
        return
    total = sum(unit.spec.value for _, unit in context.force.units())
    over = total > limit
    yield Breach(
        f"Your points add up to {total} of {limit}. The rulebook has none.",
        field="limit",
        severity=Severity.WARNING if over else Severity.NOTE,
    )


@force_rule("FOW-F06", cite="§42", severity=Severity.NOTE)
def lists_may_mix(context: ListedContext) -> Iterator[Breach]:
    """Troops may come from several generic lists. A note says so."""
    lists: dict[Origin, None] = {}
    for _, unit in context.force.units():
        profile = context.catalogue.spec(TroopProfile, "troop_type", unit.spec.troops)
        if profile is not None and profile.origin is not Origin.OWN:
            lists[profile.origin] = None
    if len(lists) > 1:
        yield Breach(f"Troops of {len(lists)} lists: {', '.join(each.label for each in lists)}.")


@force_rule("FOW-F07", cite="rulings", severity=Severity.NOTE)
def readings_differ(context: ListedContext) -> Iterator[Breach]:
    """A note names the rulings that you play differently from the default."""
    changes = context.house.changed()
    if changes:
        ids = ", ".join(played.ruling.id for played in changes[:MAX_NAMED_RULINGS])
        more = f" and {len(changes) - MAX_NAMED_RULINGS} more" if len(changes) > MAX_NAMED_RULINGS else ""
        what = "A ruling is" if len(changes) == 1 else f"{len(changes)} rulings are"
        yield Breach(f"{what} played differently from the default: {ids}{more}.")


FORCE_RULES: tuple[Rule, ...] = (
    one_force_commander,
    somebody_commands,
    a_squad_has_its_commander,
    values_are_your_own,
    lists_may_mix,
    readings_differ,
)
