"""What suggestions have in common: legal ones only, the smallest first, and locked units stay as they are.

The search is generic: it reads the game's declarations, its catalogue and its ready groups, and asks its rules. It is
bounded by a number of looks at units, so that the same army always gets the same suggestions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from rulesets.core.declarations import Field, Kind, fields_of, values_in, with_value
from rulesets.core.findings import Finding, Place, Severity
from rulesets.core.force import AnyForce, AnyGroup, AnyUnit
from rulesets.core.rules import CheckContext, Scope, check_unit, findings_of
from rulesets.core.ruleset import AnyRuleset

OFFERED = 3
"""How many suggestions are made at most."""

MOST_LOOKS = 20_000
"""How many times rules may look at a unit in one search."""

VERDICT = 25
"""What it costs in looks to judge a whole force, besides the many that the force's rules take at its units."""

MOST_ENTRIES = 40
"""How many catalogue entries are tried in one field, or as new units."""

MOST_ADDED = 40
"""How many units one suggestion adds at most."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What the force would be; ``edits`` is how many single edits lead there, ``title`` names a completion."""

    force: AnyForce
    edits: int
    title: str = ""


class Spent(Exception):
    """The search has looked often enough."""


Mark = tuple[str, str, str]
"""A finding's rule and the ids of group and unit."""


def _mark(finding: Finding) -> Mark:
    return finding.rule, finding.where.group, finding.where.unit


class Judge:
    """The rules asked about forces that differ little from one: what did not change is not looked at again.

    A rule of a unit sees its unit, its group's settings and those of the force; a rule of a group sees its group
    besides. So the findings of a unit or group that is the very same object still hold.
    """

    def __init__(self, ruleset: AnyRuleset, force: AnyForce, earlier: Judge | None = None) -> None:
        """Look at a force; of an ``earlier`` one with the same settings what was looked up still holds."""
        self.ruleset = ruleset
        self.force = force
        self.counts = len(force.groups), sum(len(group.units) for group in force.groups)
        self.context: CheckContext[Any, Any, Any] = ruleset.context(force)
        self.rules = {scope: [rule for rule in ruleset.all_rules if rule.scope is scope] for scope in Scope}
        self.looks = 0
        self._units: dict[tuple[int, int, str], tuple[Any, Any, list[Finding]]] = {}
        self._groups: dict[tuple[Any, ...], tuple[AnyGroup, list[Finding]]] = {}
        if earlier is not None and earlier.has_settings_of(force):
            self._units, self._groups = earlier._units, earlier._groups
        self.before = self.findings(force)
        self.errors_before = self._count(self.before, Severity.ERROR)
        self.warnings_before = self._count(self.before, Severity.WARNING)
        self.looks = 0

    def has_settings_of(self, force: AnyForce) -> bool:
        """Whether a force's settings are those of the one that the judge was made for."""
        mine, theirs = ((each.spec, each.house_rules, each.entries) for each in (self.force, force))
        return mine == theirs

    @staticmethod
    def _count(findings: Iterable[Finding], severity: Severity) -> Counter[Mark]:
        return Counter(_mark(finding) for finding in findings if finding.severity is severity)

    @property
    def weight(self) -> tuple[int, int]:
        """How many errors and warnings the force has."""
        return self.errors_before.total(), self.warnings_before.total()

    def spend(self, looks: int) -> None:
        """Note looks at units; ends the search when there were enough."""
        self.looks += looks
        if self.looks > MOST_LOOKS:
            raise Spent

    def of_force(self, force: AnyForce) -> CheckContext[Any, Any, Any]:
        """The force with what it is judged by."""
        return replace(self.context, force=force)

    def unit_findings(self, unit: AnyUnit, group: AnyGroup, context: CheckContext[Any, Any, Any]) -> list[Finding]:
        """The findings of the unit rules; of units that share one spec they are looked up."""
        key = id(unit.spec), id(group.spec), unit.name
        kept = self._units.get(key)
        if kept is None:
            self.spend(len(self.rules[Scope.UNIT]))
            found = list(check_unit(self.ruleset.all_rules, context, group, unit))
            kept = self._units[key] = unit.spec, group.spec, found
        return [replace(each, where=Place(group.id, unit.id, each.where.field)) for each in kept[2]]

    def group_findings(self, group: AnyGroup, context: CheckContext[Any, Any, Any]) -> list[Finding]:
        """The findings of the group rules; of a group of the same units they are looked up."""
        key = group.id, id(group.spec), tuple(id(unit) for unit in group.units)
        kept = self._groups.get(key)
        if kept is None:
            self.spend(1 + len(group.units))
            found = [finding for rule in self.rules[Scope.GROUP] for finding in findings_of(rule, context, group)]
            kept = self._groups[key] = group, found
        return kept[1]

    def in_group(self, group: AnyGroup, force: AnyForce) -> list[Finding]:
        """The findings of a group and its units."""
        context = self.of_force(force)
        found = list(self.group_findings(group, context))
        for unit in group.units:
            found += self.unit_findings(unit, group, context)
        return found

    def findings(self, force: AnyForce) -> list[Finding]:
        """All findings of a force whose settings are those of the one the judge was made for."""
        context = self.of_force(force)
        self.spend(sum(1 for _ in force.units()))
        found = [finding for rule in self.rules[Scope.FORCE] for finding in findings_of(rule, context)]
        for group in force.groups:
            found += self.in_group(group, force)
        return found

    def verdict(self, force: AnyForce) -> tuple[int, int, list[Finding]]:
        """How many errors and warnings are new in a changed force, and all its findings."""
        self.spend(VERDICT + 3 * self.counts[1])
        if self.has_settings_of(force):
            found = self.findings(force)
        else:
            self.spend(10 * sum(1 for _ in force.units()))
            found = list(self.ruleset.check(force))
        errors = self._count(found, Severity.ERROR) - self.errors_before
        warnings = self._count(found, Severity.WARNING) - self.warnings_before
        return errors.total(), warnings.total(), found


def _others(judge: Judge, field: Field, value: Any) -> Iterator[Any]:
    """Other values that a field may have, the nearest first."""
    if field.optional and value is not None:
        yield None
    if field.kind is Kind.BOOL:
        yield not value
    elif field.kind is Kind.CHOICE:
        yield from (choice for choice in field.choices if choice != value)
    elif field.kind is Kind.ENTRY:
        if value and not field.optional:
            yield ""
        entries = judge.context.catalogue.of_kind(field.ask.entry)
        yield from islice((entry.key for entry in entries if entry.key != value), MOST_ENTRIES)
    elif field.kind is Kind.UNIT and value:
        yield ""
    elif field.kind is Kind.INT:
        yield from _near(field, value, judge.counts)


STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000, 5000, 20_000, 100_000)


def _near(field: Field, value: int | None, counts: Iterable[int]) -> list[int]:
    """Whole numbers within the field's bounds, the nearest first: steps that grow, and what there is to be counted."""
    least, most = field.ask.min, field.ask.max
    start = value if value is not None else max(0, least or 0)
    numbers = {start + sign * step for step in STEPS for sign in (1, -1)} | {start, *counts}
    inside = {each for each in numbers if (least is None or each >= least) and (most is None or each <= most)}
    return sorted(inside - {value}, key=lambda each: (abs(each - start), -each))


def changed_specs(judge: Judge, spec: Any, first: str, borrowed: Iterable[Any]) -> Iterator[Any]:
    """The spec with one setting changed: the field ``first`` before the others, lists after single values.

    ``borrowed`` are specs of the same declaration, whose lists may be taken over.
    """
    places = sorted(values_in(spec), key=lambda place: place[0] != first)
    for path, field, value in places:
        for other in _others(judge, field, value):
            yield with_value(spec, path, other)
    outer = first.partition("[")[0].partition(".")[0]
    lists = sorted(
        (field for field in fields_of(type(spec)) if field.kind is Kind.REPEAT), key=lambda field: field.name != outer
    )
    for field in lists:
        rows = getattr(spec, field.name) or ()
        if len(rows) > (field.ask.min or 0):
            yield from (replace(spec, **{field.name: rows[:index] + rows[index + 1 :]}) for index in range(len(rows)))
    seen = set()
    for other_spec in borrowed:
        for field in lists:
            rows = getattr(other_spec, field.name)
            if rows != getattr(spec, field.name) and (field.name, rows) not in seen:
                seen.add((field.name, rows))
                yield replace(spec, **{field.name: rows})


def ready_specs(ruleset: AnyRuleset) -> list[Any]:
    """The specs that the game itself makes: of its ready groups, and of its entries."""
    specs = [spec for template in ruleset.templates for _, spec in template.units]
    for kind in ruleset.kinds:
        if kind.enlist is not None:
            specs += [kind.enlist(entry) for entry in ruleset.catalogue.of_kind(kind.slug)[:MOST_ENTRIES]]
    return list(dict.fromkeys(specs))


def each_once(units: Iterable[AnyUnit]) -> list[AnyUnit]:
    """The last unit of each sort."""
    return list({unit.spec: unit for unit in units}.values())


def ticks(spec: Any) -> int:
    """How many ticks a spec has that are not usual: only one unit may bear some of these."""
    return sum(1 for _, field, value in values_in(spec) if field.kind is Kind.BOOL and value and not field.default)
