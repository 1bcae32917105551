"""The search behind all suggestions: only legal ones, the smallest first, without changing locked units.

The search is generic: it uses the game's declarations, its catalogue, its ready groups and its rules. It is limited by
a number of looks at units, not by time, so the same army always gets the same suggestions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from math import inf
from typing import Any

from rulesets.core.collection import NO_COLLECTION, EntryId, models_needed
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import Field, Kind, fields_of, values_in, with_value
from rulesets.core.forces.findings import Finding, Place, Severity
from rulesets.core.forces.force import AnyForce, AnyGroup, AnyUnit
from rulesets.core.forces.rules import CheckContext, Scope, check_unit, findings_of
from rulesets.core.ruleset import AnyRuleset

OFFERED = 3
"""Most suggestions offered."""

MAX_LOOKS = 20_000
"""Most times that rules may look at a unit in one search."""

VERDICT = 25
"""The cost of judging a whole force, in looks, besides those at its units."""

MAX_ENTRIES = 40
"""Most catalogue entries tried in one field, or as new units."""

MAX_ADDED_UNITS = 40
"""Most units that one suggestion adds."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """The changed force; ``edits`` is the number of single edits that lead to it, ``title`` names a completion."""

    force: AnyForce
    edits: int
    title: str = ""


class Spent(Exception):
    """The search has used all its looks."""


Mark = tuple[str, str, str]
"""A finding's rule and the ids of group and unit."""


class Judge:
    """Checks forces that differ little from one force, without checking unchanged parts again.

    A unit rule uses its unit and the settings of group and force; a group rule uses the whole group. So findings can
    be cached by the identity of the unit or group.
    """

    def __init__(
        self,
        ruleset: AnyRuleset,
        force: AnyForce,
        earlier: Judge | None = None,
        collection: Mapping[EntryId, int] = NO_COLLECTION,
    ) -> None:
        """Check a force, with the cache of an ``earlier`` judge for the same settings.

        A changed force may need no more models of an entry than are in the player's ``collection``, by entry.
        """
        self.ruleset = ruleset
        self.force = force
        self.collection: Mapping[EntryId, int] = earlier.collection if earlier is not None else collection
        self.needed = models_needed(ruleset, force) if self.collection else {}
        self.counts = len(force.groups), sum(len(group.units) for group in force.groups)
        self.context: CheckContext[Any, Any, Any] = ruleset.context(force)
        self.rules = {scope: [rule for rule in ruleset.all_rules if rule.scope is scope] for scope in Scope}
        self.looks = 0
        # An army of any size is checked once. Only the search in it is limited.
        self.max_looks = inf
        self._units: dict[tuple[int, int, str], tuple[Any, Any, list[Finding]]] = {}
        self._groups: dict[tuple[Any, ...], tuple[AnyGroup, list[Finding]]] = {}
        if earlier is not None and earlier.has_settings_of(force):
            self._units, self._groups = earlier._units, earlier._groups
        self.before = self.findings(force)
        self.errors_before = self._count(self.before, Severity.ERROR)
        self.warnings_before = self._count(self.before, Severity.WARNING)
        self.looks = 0
        self.max_looks = MAX_LOOKS

    def beside(self, force: AnyForce) -> Judge:
        """A judge of changes to a changed force, for whom new is what is new since this judge's force."""
        judge = Judge(self.ruleset, force, self)
        judge.errors_before, judge.warnings_before = self.errors_before, self.warnings_before
        judge.needed = self.needed
        return judge

    def has_settings_of(self, force: AnyForce) -> bool:
        """Whether a force has the same settings as the judge's force."""
        mine, theirs = ((each.spec, each.house_rules, each.entries) for each in (self.force, force))
        return mine == theirs

    @staticmethod
    def _count(findings: Iterable[Finding], severity: Severity) -> Counter[Mark]:
        return Counter(
            (finding.rule, finding.where.group, finding.where.unit)
            for finding in findings
            if finding.severity is severity
        )

    @property
    def weight(self) -> tuple[int, int]:
        """The numbers of errors and warnings of the force."""
        return self.errors_before.total(), self.warnings_before.total()

    def missing_models(self, force: AnyForce) -> int:
        """How many models a changed force needs beyond the collection and beyond what the force needed before."""
        if not self.collection:
            return 0
        needed = models_needed(self.ruleset, force).items()
        return sum(
            max(0, number - max(self.collection.get(entry, 0), self.needed.get(entry, 0))) for entry, number in needed
        )

    def spend(self, looks: int) -> None:
        """Count looks at units; end the search after too many."""
        self.looks += looks
        if self.looks > self.max_looks:
            raise Spent

    def of_force(self, force: AnyForce) -> CheckContext[Any, Any, Any]:
        """The context of a changed force."""
        return replace(self.context, force=force)

    def unit_findings(self, unit: AnyUnit, group: AnyGroup, context: CheckContext[Any, Any, Any]) -> list[Finding]:
        """The findings of the unit rules, cached for units that share a spec."""
        # By identity, which takes no hashing of large specs; they are stored beside, so that no other gets their ids.
        key = id(unit.spec), id(group.spec), unit.name
        cached = self._units.get(key)
        if cached is None:
            self.spend(len(self.rules[Scope.UNIT]))
            findings = list(check_unit(self.ruleset.all_rules, context, group, unit))
            cached = self._units[key] = unit.spec, group.spec, findings
        return [replace(each, where=Place(group.id, unit.id, each.where.field)) for each in cached[2]]

    def group_findings(self, group: AnyGroup, context: CheckContext[Any, Any, Any]) -> list[Finding]:
        """The findings of the group rules, cached for a group of the same units."""
        key = group.id, id(group.spec), tuple(id(unit) for unit in group.units)
        cached = self._groups.get(key)
        if cached is None:
            self.spend(1 + len(group.units))
            findings = [finding for rule in self.rules[Scope.GROUP] for finding in findings_of(rule, context, group)]
            cached = self._groups[key] = group, findings
        return cached[1]

    def in_group(self, group: AnyGroup, force: AnyForce) -> list[Finding]:
        """The findings of a group and its units."""
        context = self.of_force(force)
        findings = list(self.group_findings(group, context))
        for unit in group.units:
            findings += self.unit_findings(unit, group, context)
        return findings

    def findings(self, force: AnyForce) -> list[Finding]:
        """All findings of a force with the same settings as the judge's."""
        context = self.of_force(force)
        self.spend(sum(1 for _ in force.units()))
        findings = [finding for rule in self.rules[Scope.FORCE] for finding in findings_of(rule, context)]
        for group in force.groups:
            findings += self.in_group(group, force)
        return findings

    def verdict(self, force: AnyForce) -> tuple[int, int, list[Finding]]:
        """The numbers of new errors and warnings in a changed force, and all its findings.

        Each model that is not in the collection counts as an error.
        """
        self.spend(VERDICT + 3 * self.counts[1])
        if self.has_settings_of(force):
            findings = self.findings(force)
        else:
            self.spend(10 * sum(1 for _ in force.units()))
            findings = list(self.ruleset.check(force))
        errors = self._count(findings, Severity.ERROR) - self.errors_before
        warnings = self._count(findings, Severity.WARNING) - self.warnings_before
        return errors.total() + self.missing_models(force), warnings.total(), findings


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
        yield from islice((entry.key for entry in entries if entry.key != value), MAX_ENTRIES)
    elif field.kind is Kind.UNIT and value:
        yield ""
    elif field.kind is Kind.INT:
        yield from _near(field, value, judge.counts)


STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000, 5000, 20_000, 100_000)


def _near(field: Field, value: int | None, counts: Iterable[int]) -> list[int]:
    """Whole numbers within the field's bounds, the nearest first: at growing steps, and the force's own counts."""
    minimum, maximum = field.ask.min, field.ask.max
    start = value if value is not None else max(0, minimum or 0)
    numbers = {start + sign * step for step in STEPS for sign in (1, -1)} | {start, *counts}
    inside = {each for each in numbers if (minimum is None or each >= minimum) and (maximum is None or each <= maximum)}
    return sorted(inside - {value}, key=lambda each: (abs(each - start), -each))


def changed_specs(judge: Judge, spec: Any, first: str, borrowed: Iterable[Any]) -> Iterator[Any]:
    """The spec with one setting changed: the field ``first`` before the others, lists after single values.

    ``borrowed`` are specs of the same declaration whose lists may be copied.
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
    tried = set()
    for other_spec in borrowed:
        for field in lists:
            rows = getattr(other_spec, field.name)
            if rows != getattr(spec, field.name) and (field.name, rows) not in tried:
                tried.add((field.name, rows))
                yield replace(spec, **{field.name: rows})


def ready_specs(ruleset: AnyRuleset) -> list[Any]:
    """The specs that the game provides: those of its ready groups and of its first entries."""
    return specs_in(ruleset, ruleset.catalogue, MAX_ENTRIES)


def specs_in(ruleset: AnyRuleset, catalogue: Catalogue, limit: int | None = None) -> list[Any]:
    """The specs of the game's ready groups and of a catalogue's entries, of each kind at most ``limit``."""
    specs = [spec for template in ruleset.templates for _, spec in template.units]
    for kind in ruleset.kinds:
        if kind.enlist is not None:
            specs += map(kind.enlist, catalogue.of_kind(kind.slug)[:limit])
    return list(dict.fromkeys(specs))


def each_once(units: Iterable[AnyUnit]) -> list[AnyUnit]:
    """The last unit of each sort."""
    return list({unit.spec: unit for unit in units}.values())


def expendable_first(units: Iterable[AnyUnit]) -> list[AnyUnit]:
    """The units from the one that a player would miss least: added last, without a name or notes of its own."""
    return sorted(units, key=lambda unit: (bool(unit.name or unit.notes), -serial_of(unit)))


def removals(force: AnyForce, units: Iterable[AnyUnit], *, commonest: bool) -> Iterator[tuple[AnyUnit, bool]]:
    """The units one after another, each with whether the force then still has another of its sort.

    Those come first: the least missed, or with ``commonest`` one of the sort that the force has most of.
    """
    counts = Counter(unit.spec for _, unit in force.units())
    left = expendable_first(units)
    while left:
        spare = [unit for unit in left if counts[unit.spec] > 1]
        unit = (spare or left)[0]
        if commonest and spare:
            unit = max(spare, key=lambda each: counts[each.spec])
        counts[unit.spec] -= 1
        left.remove(unit)
        yield unit, bool(spare)


def serial_of(part: AnyUnit | AnyGroup) -> int:
    """The number that a unit or group was given when it was added; 0 for an id without one."""
    number = part.id[1:]
    return int(number) if number.isdecimal() and number.isascii() else 0


def ticks(spec: Any) -> int:
    """The number of ticked fields that are not ticked by default, some of which only one unit may have."""
    return sum(1 for _, field, value in values_in(spec) if field.kind is Kind.BOOL and value and not field.default)
