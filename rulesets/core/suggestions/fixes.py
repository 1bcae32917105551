"""Fixes: the smallest edits that clear a finding, or one finding after the other."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from rulesets.core.collection import NO_COLLECTION, EntryId
from rulesets.core.declarations.fields import Kind, values_in, with_value
from rulesets.core.forces import force as parts
from rulesets.core.forces.findings import Finding, Place, Severity
from rulesets.core.forces.force import AnyForce, AnyGroup, AnyUnit, Unit
from rulesets.core.forces.rules import Rule, Scope, findings_of
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.suggestions.search import (
    MAX_ADDED_UNITS,
    OFFERED,
    Judge,
    Spent,
    Suggestion,
    changed_specs,
    each_once,
    expendable_first,
    ready_specs,
    removals,
    serial_of,
    ticks,
)

MAX_TOTAL_LOOKS = 400_000
"""How many times rules may look at a unit in all searches of one ``fix_all``."""


@dataclass(frozen=True, slots=True)
class Fix:
    """One step of fixing a whole force: the finding that it clears, and the force after it."""

    finding: Finding
    force: AnyForce


def fix(
    ruleset: AnyRuleset, force: AnyForce, finding: Finding, collection: Mapping[EntryId, int] = NO_COLLECTION
) -> tuple[Suggestion, ...]:
    """The smallest edits that clear a finding of the force without a new error; empty where no small edit does.

    None needs more models than the ``collection`` has.
    """
    return _fixes(Judge(ruleset, force, collection=collection), finding, OFFERED)


def fix_all(ruleset: AnyRuleset, force: AnyForce, collection: Mapping[EntryId, int] = NO_COLLECTION) -> tuple[Fix, ...]:
    """The smallest edits that clear one error or warning after another, in order, as many as can be cleared.

    Each step reduces the errors, or the warnings at the same number of errors. None needs more models than the
    ``collection`` has.
    """
    judge = Judge(ruleset, force, collection=collection)
    steps: list[Fix] = []
    skipped: set[tuple[str, Place]] = set()
    looks = progress = 0
    while looks < MAX_TOTAL_LOOKS:
        finding = next((each for each in _gravest(judge.before) if (each.rule, each.where) not in skipped), None)
        if finding is None:
            if progress == len(steps):
                break
            # What could not be fixed may be fixed now that something else is.
            progress = len(steps)
            skipped.clear()
            continue
        offered = _fixes(judge, finding, 1)
        looks += judge.looks
        better = [Judge(ruleset, each.force, judge) for each in offered]
        judge_after = next((each for each in better if each.weight < judge.weight), None)
        judge.looks = 0
        if judge_after is None:
            skipped.add((finding.rule, finding.where))
        else:
            judge = judge_after
            steps.append(Fix(finding, judge.force))
    return tuple(steps)


def _gravest(findings: Iterable[Finding]) -> list[Finding]:
    """The errors, then the warnings."""
    weights = [Severity.ERROR, Severity.WARNING]
    return sorted(
        (each for each in findings if each.severity in weights), key=lambda each: weights.index(each.severity)
    )


def _fixes(judge: Judge, finding: Finding, enough: int) -> tuple[Suggestion, ...]:
    """Up to ``OFFERED`` suggestions; the search ends when ``enough`` of them cannot be improved."""
    force = judge.force
    search = _FixSearch(judge, judge.ruleset.rule(finding.rule), finding)
    fixes: list[tuple[int, int, int, Suggestion]] = []
    try:
        for order, (edits, changed) in enumerate(search.candidates()):
            # Checking costs most: a longer candidate would not be offered beside enough shorter ones.
            if len(fixes) >= enough and edits > max(each[0] for each in fixes):
                continue
            if not search.clears(changed) or any(_same_place(changed, each[3].force, force) for each in fixes):
                continue
            errors, warnings, after = judge.verdict(changed)
            if errors or search.is_there(after):
                continue
            search.accepted += 1
            fixes.append((edits, warnings, order, Suggestion(changed, edits)))
            if sum(1 for each in fixes if each[:2] == (1, 0)) >= enough:
                break
    except Spent:
        pass
    return tuple(each[3] for each in sorted(fixes, key=lambda each: each[:3])[:OFFERED])


def _same_place(one: AnyForce, other: AnyForce, before: AnyForce) -> bool:
    """Whether two changed forces are equal, or differ only in the number that one field was changed to."""
    if one == other:
        return True
    if one.groups is before.groups and other.groups is before.groups:
        return _same_number(one.spec, other.spec, before.spec)
    changed = [
        (mine.spec, theirs.spec, unit.spec)
        for (_, mine), (_, theirs), (_, unit) in zip(one.units(), other.units(), before.units(), strict=False)
        if mine is not unit or theirs is not unit
    ]
    sizes = {tuple(len(group.units) for group in force.groups) for force in (one, other, before)}
    return len(sizes) == 1 and len(changed) == 1 and _same_number(*changed[0])


def _same_number(one: Any, other: Any, before: Any) -> bool:
    """Whether two specs differ from a third in the same whole number."""
    three = [{path: (field, value) for path, field, value in values_in(spec)} for spec in (one, other, before)]
    if len({tuple(places) for places in three}) != 1:
        return False
    places = [path for path in three[0] if len({places[path][1] for places in three}) > 1]
    return len(places) == 1 and three[0][places[0]][0].kind is Kind.INT


class _FixSearch:
    """The search for edits that clear one finding, the likeliest first."""

    def __init__(self, judge: Judge, rule: Rule, finding: Finding) -> None:
        self.judge = judge
        self.rule = rule
        self.finding = finding
        self.force = judge.force
        self.accepted = 0
        """How many candidates were good."""

    def is_there(self, findings: Iterable[Finding]) -> bool:
        """Whether the finding is among these."""
        return any(each.rule == self.finding.rule and each.where == self.finding.where for each in findings)

    def clears(self, force: AnyForce) -> bool:
        """Whether the finding's rule no longer finds it."""
        context = self.judge.of_force(force)
        where = self.finding.where
        if self.rule.scope is Scope.FORCE:
            self.judge.spend(5 + sum(1 for _ in force.units()))
            return not self.is_there(findings_of(self.rule, context))
        group = next((group for group in force.groups if group.id == where.group), None)
        if group is None:
            return True
        if self.rule.scope is Scope.GROUP:
            self.judge.spend(1 + len(group.units))
            return not self.is_there(findings_of(self.rule, context, group))
        unit = next((unit for unit in group.units if unit.id == where.unit), None)
        self.judge.spend(2)
        return unit is None or not self.is_there(findings_of(self.rule, context, group, unit))

    def candidates(self) -> Iterator[tuple[int, AnyForce]]:
        """Forces with the number of edits that lead to them."""
        where = self.finding.where
        if where.unit:
            group, unit = self.force.unit(where.unit)
            if not unit.locked:
                borrowed = chain((other.spec for other in group.units), ready_specs(self.judge.ruleset))
                for spec in changed_specs(self.judge, unit.spec, where.field, borrowed):
                    yield 1, parts.change_unit(self.force, unit.id, spec=spec)
                yield 1, parts.remove_unit(self.force, unit.id)
        if where.group:
            yield from self._group_changed(self.force.group(where.group))
        else:
            yield from self._force_changed()

    def _group_changed(self, group: AnyGroup) -> Iterator[tuple[int, AnyForce]]:
        field = "" if self.finding.where.unit else self.finding.where.field
        for spec in changed_specs(self.judge, group.spec, field, ()):
            yield 1, parts.change_group(self.force, group.id, spec=spec)
        free = [unit for unit in group.units if not unit.locked]
        for unit in free:
            for path, described, value in values_in(unit.spec):
                if described.kind is Kind.BOOL:
                    yield 1, parts.change_unit(self.force, unit.id, spec=with_value(unit.spec, path, not value))
        yield from self._fewer(free)
        yield from self._more(group)
        for unit in each_once(free):
            for spec in changed_specs(self.judge, unit.spec, "", ()):
                yield 1, parts.change_unit(self.force, unit.id, spec=spec)
        if not any(unit.locked for unit in group.units):
            yield 1 + len(group.units), parts.remove_group(self.force, group.id)

    def _fewer(self, free: Sequence[AnyUnit]) -> Iterator[tuple[int, AnyForce]]:
        """Fewer units: the only one of its sort goes only where nothing else helps."""
        counts, accepted = Counter(unit.spec for _, unit in self.force.units()), self.accepted
        singles = expendable_first(each_once(reversed(expendable_first(free))))
        orders = [[*islice(removals(self.force, free, commonest=each), MAX_ADDED_UNITS)] for each in (False, True)]
        for last in (False, True):
            if last and self.accepted > accepted:
                return
            for unit in singles:
                if (counts[unit.spec] == 1) is last:
                    yield 1, parts.remove_unit(self.force, unit.id)
            for order in orders:
                force = self.force
                for count, (unit, is_spare) in enumerate(order, 1):
                    force = parts.remove_unit(force, unit.id)
                    if count > 1 and is_spare is not last:
                        yield count, force

    def _more(self, group: AnyGroup) -> Iterator[tuple[int, AnyForce]]:
        """One more unit, or as many as needed: of the group's own sorts before those of the game."""
        own = [replace(unit, locked=False, name="", notes="") for unit in each_once(group.units)]
        own.sort(key=lambda unit: ticks(unit.spec))
        units = own + [Unit("", spec) for spec in ready_specs(self.judge.ruleset)]
        needed = next(
            (n for n in range(1, MAX_ADDED_UNITS + 1) if units and self.clears(self._with(group, units[0], n))), 1
        )
        for unit in units:
            for count in dict.fromkeys((1, needed)):
                yield count, self._with(group, unit, count)

    def _with(self, group: AnyGroup, unit: AnyUnit, count: int) -> AnyForce:
        return parts.add_units(self.force, group.id, (unit,) * count)

    def _force_changed(self) -> Iterator[tuple[int, AnyForce]]:
        for spec in changed_specs(self.judge, self.force.spec, self.finding.where.field, ()):
            yield 1, replace(self.force, spec=spec)
        for template in self.judge.ruleset.templates:
            units = tuple(Unit("", spec, name) for name, spec in template.units)
            force = parts.add_group(self.force, template.title, template.group, units)
            yield 1, self.judge.ruleset.with_group_added(force)
        for group in sorted(self.force.groups, key=serial_of, reverse=True):
            if not any(unit.locked for unit in group.units):
                yield 1 + len(group.units), parts.remove_group(self.force, group.id)
        if self.force.groups:
            last = self.force.groups[-1]
            for spec in ready_specs(self.judge.ruleset):
                yield 1, parts.add_units(self.force, last.id, (Unit("", spec),))
        free = [unit for _, unit in self.force.units() if not unit.locked]
        yield from self._fewer(free)
        for unit in each_once(free):
            for spec in changed_specs(self.judge, unit.spec, "", ()):
                yield 1, parts.change_unit(self.force, unit.id, spec=spec)
