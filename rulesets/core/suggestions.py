"""Suggestions: a group completed, a finding mended. Legal ones only, the smallest first; locked units stay as they are.

The search is generic: it reads the game's declarations, its catalogue and its ready groups, and asks its rules. It is
bounded by a number of looks at units, so that the same army always gets the same suggestions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import Any

from rulesets.core import force as parts
from rulesets.core.asks import Field, Kind, fields_of, values_in, with_value
from rulesets.core.findings import Finding, Place, Severity
from rulesets.core.force import Force, Group, Unit
from rulesets.core.rules import Review, Rule, Scope, check_unit, findings_of
from rulesets.core.ruleset import AnyRuleset

AnyForce = Force[Any, Any, Any]
AnyGroup = Group[Any, Any]
AnyUnit = Unit[Any]

OFFERED = 3
"""How many suggestions are made at most."""

MOST_LOOKS = 20_000
"""How many times rules may look at a unit in one search."""

MOST_LOOKS_OF_ALL = 400_000
"""How many times they may in all searches for one army that is mended as a whole."""

VERDICT = 25
"""What it costs in looks to judge a whole force, besides the many that the force's rules take at its units."""

MOST_ENTRIES = 40
"""How many catalogue entries are tried in one field, or as new units."""

MOST_ADDED = 40
"""How many units one suggestion adds at most."""

ALIKE = 0.6
"""From this share of equal settings on, a unit fills the place of one in a ready group."""


@dataclass(frozen=True, slots=True)
class Suggestion:
    """What the force would be; ``edits`` is how many single edits lead there, ``title`` names a completion."""

    force: AnyForce
    edits: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class Mended:
    """One step of mending a whole force: the finding that it clears, and the force after it."""

    finding: Finding
    force: AnyForce


class _Spent(Exception):
    """Raised inside when the search has looked often enough."""


Mark = tuple[str, str, str]
"""A finding's rule and the ids of group and unit."""


def _mark(finding: Finding) -> Mark:
    return finding.rule, finding.where.group, finding.where.unit


class _Desk:
    """The rules asked about forces that differ little from one: what did not change is not looked at again.

    A rule of a unit sees its unit, its group's settings and those of the force; a rule of a group sees its group
    besides. So the findings of a unit or group that is the very same object still hold.
    """

    def __init__(self, ruleset: AnyRuleset, force: AnyForce, earlier: _Desk | None = None) -> None:
        """Put a force on the desk; of an ``earlier`` one with the same settings what was looked up still holds."""
        self.ruleset = ruleset
        self.force = force
        self.counts = len(force.groups), sum(len(group.units) for group in force.groups)
        self.review: Review[Any, Any, Any] = ruleset.review(force)
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
        """Whether a force's settings are those of the one that the desk was made for."""
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
            raise _Spent

    def of_force(self, force: AnyForce) -> Review[Any, Any, Any]:
        """The force on the desk."""
        return replace(self.review, force=force)

    def unit_findings(self, unit: AnyUnit, group: AnyGroup, review: Review[Any, Any, Any]) -> list[Finding]:
        """The findings of the unit rules; of units that share one spec they are looked up."""
        key = id(unit.spec), id(group.spec), unit.name
        kept = self._units.get(key)
        if kept is None:
            self.spend(len(self.rules[Scope.UNIT]))
            found = list(check_unit(self.ruleset.all_rules, review, group, unit))
            kept = self._units[key] = unit.spec, group.spec, found
        return [replace(each, where=Place(group.id, unit.id, each.where.field)) for each in kept[2]]

    def group_findings(self, group: AnyGroup, review: Review[Any, Any, Any]) -> list[Finding]:
        """The findings of the group rules; of a group of the same units they are looked up."""
        key = group.id, id(group.spec), tuple(id(unit) for unit in group.units)
        kept = self._groups.get(key)
        if kept is None:
            self.spend(1 + len(group.units))
            found = [finding for rule in self.rules[Scope.GROUP] for finding in findings_of(rule, review, group)]
            kept = self._groups[key] = group, found
        return kept[1]

    def in_group(self, group: AnyGroup, force: AnyForce) -> list[Finding]:
        """The findings of a group and its units."""
        review = self.of_force(force)
        found = list(self.group_findings(group, review))
        for unit in group.units:
            found += self.unit_findings(unit, group, review)
        return found

    def findings(self, force: AnyForce) -> list[Finding]:
        """All findings of a force whose settings are those of the one the desk was made for."""
        review = self.of_force(force)
        self.spend(sum(1 for _ in force.units()))
        found = [finding for rule in self.rules[Scope.FORCE] for finding in findings_of(rule, review)]
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


# --- other values of a spec --------------------------------------------------------------------------


def _others(desk: _Desk, field: Field, value: Any) -> Iterator[Any]:
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
        entries = desk.review.catalogue.of_kind(field.ask.entry)
        yield from islice((entry.key for entry in entries if entry.key != value), MOST_ENTRIES)
    elif field.kind is Kind.UNIT and value:
        yield ""
    elif field.kind is Kind.INT:
        yield from _near(field, value, desk.counts)


STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100, 200, 500, 1000, 5000, 20_000, 100_000)


def _near(field: Field, value: int | None, counts: Iterable[int]) -> list[int]:
    """Whole numbers within the field's bounds, the nearest first: steps that grow, and what there is to be counted."""
    least, most = field.ask.min, field.ask.max
    start = value if value is not None else max(0, least or 0)
    numbers = {start + sign * step for step in STEPS for sign in (1, -1)} | {start, *counts}
    inside = {each for each in numbers if (least is None or each >= least) and (most is None or each <= most)}
    return sorted(inside - {value}, key=lambda each: (abs(each - start), -each))


def _changed_specs(desk: _Desk, spec: Any, first: str, borrowed: Iterable[Any]) -> Iterator[Any]:
    """The spec with one setting changed: the field ``first`` before the others, lists after single values.

    ``borrowed`` are specs of the same declaration, whose lists may be taken over.
    """
    places = sorted(values_in(spec), key=lambda place: place[0] != first)
    for path, field, value in places:
        for other in _others(desk, field, value):
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


def _ready_specs(ruleset: AnyRuleset) -> list[Any]:
    """The specs that the game itself makes: of its ready groups, and of its entries."""
    specs = [spec for template in ruleset.templates for _, spec in template.units]
    for kind in ruleset.kinds:
        if kind.enlist is not None:
            specs += [kind.enlist(entry) for entry in ruleset.catalogue.of_kind(kind.slug)[:MOST_ENTRIES]]
    return list(dict.fromkeys(specs))


# --- mending -----------------------------------------------------------------------------------------


def mend(ruleset: AnyRuleset, force: AnyForce, finding: Finding) -> tuple[Suggestion, ...]:
    """The smallest edits that clear a finding of the force and bring no new error; none where no small edit does."""
    return _mendings(_Desk(ruleset, force), finding, OFFERED)


def mend_all(ruleset: AnyRuleset, force: AnyForce) -> tuple[Mended, ...]:
    """The smallest edits that clear one error or warning after the other, as many as can be cleared, in this order.

    Each leaves fewer errors, or as many and fewer warnings; what no small edit clears stays.
    """
    desk = _Desk(ruleset, force)
    steps: list[Mended] = []
    given_up: set[tuple[str, Place]] = set()
    looks = progress = 0
    while looks < MOST_LOOKS_OF_ALL:
        finding = next((each for each in _gravest(desk.before) if (each.rule, each.where) not in given_up), None)
        if finding is None:
            if progress == len(steps):
                break
            progress = len(steps)
            given_up.clear()
            continue
        offered = _mendings(desk, finding, 1)
        looks += desk.looks
        better = [_Desk(ruleset, each.force, desk) for each in offered]
        desk_after = next((each for each in better if each.weight < desk.weight), None)
        desk.looks = 0
        if desk_after is None:
            given_up.add((finding.rule, finding.where))
        else:
            desk = desk_after
            steps.append(Mended(finding, desk.force))
    return tuple(steps)


def _gravest(findings: Iterable[Finding]) -> list[Finding]:
    """The errors, then the warnings."""
    found = list(findings)
    return [each for severity in (Severity.ERROR, Severity.WARNING) for each in found if each.severity is severity]


def _mendings(desk: _Desk, finding: Finding, wanted: int) -> tuple[Suggestion, ...]:
    """Up to ``OFFERED`` suggestions; the search ends when as many as are ``wanted`` cannot be bettered."""
    force = desk.force
    search = _Mending(desk, desk.ruleset.rule(finding.rule), finding)
    found: list[tuple[int, int, int, Suggestion]] = []
    try:
        for order, (edits, changed) in enumerate(search.candidates()):
            if len(found) >= wanted and edits > max(each[0] for each in found):
                continue
            if not search.clears(changed) or any(_same_place(changed, each[3].force, force) for each in found):
                continue
            errors, warnings, after = desk.verdict(changed)
            if errors or search.is_there(after):
                continue
            found.append((edits, warnings, order, Suggestion(changed, edits)))
            if sum(1 for each in found if each[:2] == (1, 0)) >= wanted:
                break
    except _Spent:
        pass
    return tuple(each[3] for each in sorted(found, key=lambda each: each[:3])[:OFFERED])


def _same_place(one: AnyForce, other: AnyForce, before: AnyForce) -> bool:
    """Whether two changed forces are equal, or differ in nothing but the number that one field was changed to."""
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


class _Mending:
    """What may clear one finding, the likeliest first."""

    def __init__(self, desk: _Desk, rule: Rule, finding: Finding) -> None:
        self.desk = desk
        self.rule = rule
        self.finding = finding
        self.force = desk.force

    def is_there(self, findings: Iterable[Finding]) -> bool:
        """Whether the finding is among these."""
        return any(each.rule == self.finding.rule and each.where == self.finding.where for each in findings)

    def clears(self, force: AnyForce) -> bool:
        """Whether the finding's own rule finds nothing there any more."""
        review = self.desk.of_force(force)
        where = self.finding.where
        if self.rule.scope is Scope.FORCE:
            self.desk.spend(5 + sum(1 for _ in force.units()))
            return not self.is_there(findings_of(self.rule, review))
        group = next((group for group in force.groups if group.id == where.group), None)
        if group is None:
            return True
        if self.rule.scope is Scope.GROUP:
            self.desk.spend(1 + len(group.units))
            return not self.is_there(findings_of(self.rule, review, group))
        unit = next((unit for unit in group.units if unit.id == where.unit), None)
        self.desk.spend(2)
        return unit is None or not self.is_there(findings_of(self.rule, review, group, unit))

    def candidates(self) -> Iterator[tuple[int, AnyForce]]:
        """Forces with the number of edits that lead to them."""
        where = self.finding.where
        if where.unit:
            group, unit = self.force.unit(where.unit)
            if not unit.locked:
                yield from self._unit_changed(group, unit, where.field)
                yield 1, parts.remove_unit(self.force, unit.id)
        if where.group:
            yield from self._group_changed(self.force.group(where.group))
        else:
            yield from self._force_changed()

    def _unit_changed(self, group: AnyGroup, unit: AnyUnit, field: str) -> Iterator[tuple[int, AnyForce]]:
        borrowed = chain((other.spec for other in group.units), _ready_specs(self.desk.ruleset))
        for spec in _changed_specs(self.desk, unit.spec, field, borrowed):
            yield 1, parts.change_unit(self.force, unit.id, spec=spec)

    def _group_changed(self, group: AnyGroup) -> Iterator[tuple[int, AnyForce]]:
        field = "" if self.finding.where.unit else self.finding.where.field
        for spec in _changed_specs(self.desk, group.spec, field, ()):
            yield 1, parts.change_group(self.force, group.id, spec=spec)
        free = [unit for unit in group.units if not unit.locked]
        for unit in free:
            for path, described, value in values_in(unit.spec):
                if described.kind is Kind.BOOL:
                    yield 1, parts.change_unit(self.force, unit.id, spec=with_value(unit.spec, path, not value))
        yield from self._fewer(free)
        yield from self._more(group)
        for unit in _each_once(free):
            for spec in _changed_specs(self.desk, unit.spec, "", ()):
                yield 1, parts.change_unit(self.force, unit.id, spec=spec)
        if not any(unit.locked for unit in group.units):
            yield 1 + len(group.units), parts.remove_group(self.force, group.id)

    def _fewer(self, free: Sequence[AnyUnit]) -> Iterator[tuple[int, AnyForce]]:
        """Fewer units: one of each sort, then ever more of the commonest and from the end."""
        for unit in reversed(_each_once(free)):
            yield 1, parts.remove_unit(self.force, unit.id)
        common = Counter(unit.spec for unit in free)
        for order in (sorted(free, key=lambda unit: -common[unit.spec]), list(reversed(free))):
            force = self.force
            for count, unit in enumerate(order[:MOST_ADDED], 1):
                force = parts.remove_unit(force, unit.id)
                if count > 1:
                    yield count, force

    def _more(self, group: AnyGroup) -> Iterator[tuple[int, AnyForce]]:
        """One unit more, or as many as it takes: of the group's own sorts before those of the game."""
        own = [replace(unit, locked=False, name="", notes="") for unit in _each_once(group.units)]
        own.sort(key=lambda unit: _marks(unit.spec))
        units = own + [Unit("", spec) for spec in _ready_specs(self.desk.ruleset)]
        needed = next((n for n in range(1, MOST_ADDED + 1) if units and self.clears(self._with(group, units[0], n))), 1)
        for unit in units:
            for count in dict.fromkeys((1, needed)):
                yield count, self._with(group, unit, count)

    def _with(self, group: AnyGroup, unit: AnyUnit, count: int) -> AnyForce:
        return parts.add_units(self.force, group.id, (unit,) * count)

    def _force_changed(self) -> Iterator[tuple[int, AnyForce]]:
        for spec in _changed_specs(self.desk, self.force.spec, self.finding.where.field, ()):
            yield 1, replace(self.force, spec=spec)
        for template in self.desk.ruleset.templates:
            units = tuple(Unit("", spec, name) for name, spec in template.units)
            yield 1, parts.add_group(self.force, template.title, template.group, units)
        for group in self.force.groups:
            if not any(unit.locked for unit in group.units):
                yield 1 + len(group.units), parts.remove_group(self.force, group.id)
        if self.force.groups:
            last = self.force.groups[-1]
            for spec in _ready_specs(self.desk.ruleset):
                yield 1, parts.add_units(self.force, last.id, (Unit("", spec),))
        free = [unit for _, unit in self.force.units() if not unit.locked]
        yield from self._fewer(free)
        for unit in _each_once(free):
            for spec in _changed_specs(self.desk, unit.spec, "", ()):
                yield 1, parts.change_unit(self.force, unit.id, spec=spec)


def _each_once(units: Iterable[AnyUnit]) -> list[AnyUnit]:
    """The last unit of each sort."""
    return list({unit.spec: unit for unit in units}.values())


def _marks(spec: Any) -> int:
    """How many ticks a spec has that are not usual: only one unit may bear some of these."""
    return sum(1 for _, field, value in values_in(spec) if field.kind is Kind.BOOL and value and not field.default)


# --- completing --------------------------------------------------------------------------------------


def complete(ruleset: AnyRuleset, force: AnyForce, group_id: str) -> tuple[Suggestion, ...]:
    """Up to three legal completions of a group: towards the game's ready groups, or with more of what it has.

    Units are added; others than locked ones are changed or removed only where the group is not legal otherwise.
    Raises ``NoSuchPart``.
    """
    desk = _Desk(ruleset, force)
    group = force.group(group_id)
    found: dict[tuple[Any, ...], tuple[tuple[float, ...], Suggestion]] = {}
    try:
        for order, (title, filling, likeness) in enumerate(_fillings(ruleset, group)):
            made = _Completing(desk, group, filling, whole=likeness > MORE).completed()
            if made is None:
                continue
            changed, warnings, force_after = made
            edits = changed + max(0, len(force_after.group(group_id).units) - len(group.units))
            rank = (changed, warnings, -likeness, order)
            sort = tuple(sorted(str(unit.spec) for unit in force_after.group(group_id).units))
            if sort not in found or rank < found[sort][0]:
                found[sort] = rank, Suggestion(force_after, edits, title)
    except _Spent:
        pass
    ranked = sorted(found.values(), key=lambda each: each[0])
    return tuple(suggestion for _, suggestion in ranked[:OFFERED])


MORE = -1.0
"""In place of a likeness: what fills the group is no ready one, just more of what is there."""


def _fillings(ruleset: AnyRuleset, group: AnyGroup) -> Iterator[tuple[str, list[AnyUnit], float]]:
    """What a group may be filled with: a title, the units that lack in order, and how like it the group is already."""
    for template in ruleset.templates:
        wanted: list[AnyUnit] = [Unit("", spec, name) for name, spec in template.units]
        lacking = _lacking(group.units, wanted)
        likeness = (len(wanted) - len(lacking)) / max(1, len(wanted))
        yield template.title, _interleaved(lacking), likeness
    plain = [Unit("", unit.spec) for unit in sorted(_each_once(group.units), key=lambda unit: _marks(unit.spec))]
    if plain:
        yield "More of the same", [plain[place % len(plain)] for place in range(MOST_ADDED)], MORE
    for unit in plain[:OFFERED] if len(plain) > 1 else ():
        yield "More of one sort", [unit] * MOST_ADDED, MORE


def _lacking(units: Iterable[AnyUnit], wanted: Sequence[AnyUnit]) -> list[AnyUnit]:
    """Those wanted for which no unit stands; each unit stands for the one that it is most like."""
    left = list(wanted)
    for unit in units:
        best = max(left, key=lambda other: _likeness(unit.spec, other.spec), default=None)
        if best is not None and _likeness(unit.spec, best.spec) >= ALIKE:
            left.remove(best)
    return left


def _likeness(one: Any, other: Any) -> float:
    """The share of equal settings among those that are not as usual in both."""
    if one == other:
        return 1.0
    pairs = [(getattr(one, field.name), getattr(other, field.name), field.default) for field in fields_of(type(one))]
    told = [bool(mine == theirs) for mine, theirs, usual in pairs if (mine, theirs) != (usual, usual)]
    return sum(told) / max(1, len(told))


def _interleaved(units: Sequence[AnyUnit]) -> list[AnyUnit]:
    """One of each sort, then the second of each, and so on."""
    seen: Counter[Any] = Counter()
    turns = []
    for place, unit in enumerate(units):
        turns.append((seen[unit.spec], place, unit))
        seen[unit.spec] += 1
    return [unit for _, _, unit in sorted(turns, key=lambda turn: turn[:2])]


class _Completing:
    """One way to complete a group; ``whole``: as much of the filling as is legal, else as little."""

    def __init__(self, desk: _Desk, group: AnyGroup, filling: list[AnyUnit], whole: bool) -> None:
        self.desk = desk
        self.group = group
        self.filling = filling[:MOST_ADDED]
        self.whole = whole

    def completed(self) -> tuple[int, int, AnyForce] | None:
        """How many old units changed or went, how many warnings are new, and the force; ``None`` if none is legal."""
        tries: list[tuple[int, int, AnyForce]] = []
        counts = range(1, len(self.filling) + 1)
        for order, count in enumerate(reversed(counts) if self.whole else counts):
            force = parts.add_units(self.desk.force, self.group.id, tuple(self.filling[:count]))
            tries.append((self._errors(force), order, force))
            if not tries[-1][0]:
                break
        if not tries or min(each[0] for each in tries):
            force = self.desk.force
            tries.append((self._errors(force), MOST_ADDED, force))
            for order, unit in enumerate(self._expendable(), MOST_ADDED + 1):
                force = parts.remove_unit(force, unit.id)
                tries.append((self._errors(force), order, force))
                if not tries[-1][0]:
                    break
        for _, _, force in sorted(tries, key=lambda each: each[:2])[:2]:
            mended = self._mended(force)
            if mended is not None and mended != self.desk.force:
                errors, warnings, _ = self.desk.verdict(mended)
                if not errors:
                    return self._touched(mended), warnings, mended
        return None

    def _errors(self, force: AnyForce) -> int:
        group = force.group(self.group.id)
        return sum(each.severity is Severity.ERROR for each in self.desk.in_group(group, force))

    def _expendable(self) -> list[AnyUnit]:
        """The units that may go: those with errors first, then from the end, those with marks last."""
        wrong = {each.where.unit for each in self.desk.before if each.severity is Severity.ERROR}
        free = [unit for unit in reversed(self.group.units) if not unit.locked]
        return sorted(free, key=lambda unit: (unit.id not in wrong, _marks(unit.spec)))[:MOST_ADDED]

    def _mended(self, force: AnyForce) -> AnyForce | None:
        """The force without the group's errors, by changes of single settings; ``None`` where these are not enough."""
        for _ in range(MOST_ADDED):
            group = force.group(self.group.id)
            errors = [each for each in self.desk.in_group(group, force) if each.severity is Severity.ERROR]
            if not errors:
                return force
            better = self._better(force, group, errors[0], len(errors))
            if better is None:
                return None
            force = better
        return None

    def _better(self, force: AnyForce, group: AnyGroup, error: Finding, errors: int) -> AnyForce | None:
        """The force with one unlocked unit's setting changed so that fewer errors are left."""
        units = [unit for unit in reversed(group.units) if not unit.locked]
        if error.where.unit:
            units = [unit for unit in units if unit.id == error.where.unit]
        flips = [
            (unit, with_value(unit.spec, path, not value))
            for unit in units
            for path, field, value in values_in(unit.spec)
            if field.kind is Kind.BOOL
        ]
        changes: Iterable[tuple[AnyUnit, Any]] = flips
        if error.where.unit:
            changes = chain(
                (
                    (unit, spec)
                    for unit in units
                    for spec in _changed_specs(self.desk, unit.spec, error.where.field, ())
                ),
                flips,
            )
        for unit, spec in changes:
            changed = parts.change_unit(force, unit.id, spec=spec)
            if self._errors(changed) < errors:
                return changed
        return None

    def _touched(self, force: AnyForce) -> int:
        after = {unit.id: unit for unit in force.group(self.group.id).units}
        return sum(after.get(unit.id) != unit for unit in self.group.units)
