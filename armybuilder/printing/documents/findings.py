"""The findings of the check on a roster, in a table with their places."""

from collections.abc import Iterator

from armybuilder.armies.loaded_army import LoadedArmy
from rulesets.core.forces.findings import Severity
from rulesets.core.wording import isolated

SEVERITIES = {Severity.ERROR: "Error", Severity.WARNING: "Warning", Severity.NOTE: "Note"}


def findings_with_places(army: LoadedArmy) -> Iterator[tuple[str, str, str, str]]:
    """The findings of an army, equal ones together: a word for the severity, its tone, the places, the text."""
    context = army.context
    names = {group.id: isolated(army.ruleset.name_of_group(group, context)) for group in army.force.groups}
    titles = {
        unit.id: f"{context.number(unit, group)} · {isolated(army.ruleset.title_of(unit, group, context))}"
        for group, unit in army.force.units()
    }
    alike: dict[tuple[Severity, str, str], dict[str, list[str]]] = {}
    for finding in army.findings:
        places = alike.setdefault((finding.severity, finding.rule, finding.message), {})
        units = places.setdefault(names.get(finding.where.group, ""), [])
        if finding.where.unit in titles:
            units.append(titles[finding.where.unit])
    for (severity, rule, message), places in alike.items():
        groups = "; ".join(" · ".join(filter(None, (name, ", ".join(units)))) for name, units in places.items())
        where = " · ".join(filter(None, (groups, rule)))
        yield SEVERITIES[severity], severity.value, where, message
