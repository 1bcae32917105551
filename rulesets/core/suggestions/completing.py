"""Completing a group: towards one of the game's ready groups, or with more of the units it has."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import Any

from rulesets.core.collection import NO_COLLECTION, EntryId
from rulesets.core.declarations.fields import Kind, fields_of, values_in, with_value
from rulesets.core.forces import force as parts
from rulesets.core.forces.findings import Finding, Severity
from rulesets.core.forces.force import AnyForce, AnyGroup, AnyUnit, Unit
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.suggestions.search import (
    MAX_ADDED_UNITS,
    OFFERED,
    Judge,
    Spent,
    Suggestion,
    changed_specs,
    each_once,
    removals,
    ticks,
)

ALIKE = 0.6
"""The least share of equal settings at which a unit counts as one of a ready group."""


def complete(
    ruleset: AnyRuleset, force: AnyForce, group_id: str, collection: Mapping[EntryId, int] = NO_COLLECTION
) -> tuple[Suggestion, ...]:
    """Up to three legal completions of a group: towards the game's ready groups, or with more of the units it has.

    Units are added; existing unlocked ones are changed or removed only where the group would not be legal otherwise.
    A complete group gets none. None needs more models than the ``collection`` has. Raises ``NoSuchPart``.
    """
    judge = Judge(ruleset, force, collection=collection)
    group = force.group(group_id)
    if is_complete(ruleset, group, judge.before):
        return ()
    best: dict[tuple[Any, ...], tuple[tuple[float, ...], Suggestion]] = {}
    try:
        for order, (title, filling, share) in enumerate(_fillings(ruleset, group)):
            available = _available(judge, group_id, filling)
            completed = _Completing(judge, group, available, whole=share > MORE).completed()
            if completed is None:
                continue
            changed, warnings, force_after = completed
            edits = changed + max(0, len(force_after.group(group_id).units) - len(group.units))
            rank = (changed, warnings, -share, order)
            sort = tuple(sorted(str(unit.spec) for unit in force_after.group(group_id).units))
            if sort not in best or rank < best[sort][0]:
                best[sort] = rank, Suggestion(force_after, edits, title)
    except Spent:
        pass
    ranked = sorted(best.values(), key=lambda each: each[0])
    return tuple(suggestion for _, suggestion in ranked[:OFFERED])


def is_complete(ruleset: AnyRuleset, group: AnyGroup, findings: Iterable[Finding]) -> bool:
    """Whether a group lacks nothing: it is legal by its force's ``findings`` and not a part of a ready group.

    A ready group in which each unit of the group has a place lacks the others, unless another one is all there.
    """
    if not group.units or any(each.severity is Severity.ERROR and each.where.group == group.id for each in findings):
        return False
    ready = [tuple(Unit("", spec, name) for name, spec in template.units) for template in ruleset.templates]
    lacking = [len(_missing(group.units, units)) for units in ready]
    within = [len(units) - missing == len(group.units) for units, missing in zip(ready, lacking, strict=True)]
    return not all(lacking) or not any(within)


MORE = -1.0
"""The likeness of fillings that only add more of the units that are there."""


def _fillings(ruleset: AnyRuleset, group: AnyGroup) -> Iterator[tuple[str, list[AnyUnit], float]]:
    """What may fill a group: a title, the missing units in order, and how similar the group already is."""
    for template in ruleset.templates:
        ready: list[AnyUnit] = [Unit("", spec, name) for name, spec in template.units]
        missing = _missing(group.units, ready)
        share = (len(ready) - len(missing)) / max(1, len(ready))
        yield template.title, _interleaved(missing), share
    plain = [Unit("", unit.spec) for unit in sorted(each_once(group.units), key=lambda unit: ticks(unit.spec))]
    if plain:
        yield "More of the same", [plain[place % len(plain)] for place in range(MAX_ADDED_UNITS)], MORE
    for unit in plain[:OFFERED] if len(plain) > 1 else ():
        yield "More of one sort", [unit] * MAX_ADDED_UNITS, MORE


def _available(judge: Judge, group_id: str, filling: Sequence[AnyUnit]) -> list[AnyUnit]:
    """The units of a filling that the collection still has models of, in order."""
    if not judge.collection:
        return list(filling)
    available: list[AnyUnit] = []
    for unit in filling[:MAX_ADDED_UNITS]:
        judge.spend(judge.counts[1])
        if not judge.missing_models(parts.add_units(judge.force, group_id, (*available, unit))):
            available.append(unit)
    return available


def _missing(units: Iterable[AnyUnit], ready: Sequence[AnyUnit]) -> list[AnyUnit]:
    """The units of a ready group that are not there; each unit counts as the one that it is most similar to."""
    missing = list(ready)
    for unit in units:
        best = max(missing, key=lambda other: likeness(unit.spec, other.spec), default=None)
        if best is not None and likeness(unit.spec, best.spec) >= ALIKE:
            missing.remove(best)
    return missing


def likeness(one: Any, other: Any) -> float:
    """The share of equal settings among those that are not at the default in both."""
    if one == other:
        return 1.0
    pairs = [(getattr(one, field.name), getattr(other, field.name), field.default) for field in fields_of(type(one))]
    equal = [bool(mine == theirs) for mine, theirs, default in pairs if (mine, theirs) != (default, default)]
    return sum(equal) / max(1, len(equal))


def _interleaved(units: Sequence[AnyUnit]) -> list[AnyUnit]:
    """One of each sort, then the second of each, and so on."""
    counts: Counter[Any] = Counter()
    turns = []
    for place, unit in enumerate(units):
        turns.append((counts[unit.spec], place, unit))
        counts[unit.spec] += 1
    return [unit for _, _, unit in sorted(turns, key=lambda turn: turn[:2])]


class _Completing:
    """One way to complete a group: with as much of the filling as is legal (``whole``), or with as little."""

    def __init__(self, judge: Judge, group: AnyGroup, filling: list[AnyUnit], whole: bool) -> None:
        self.judge = judge
        self.group = group
        self.filling = filling[:MAX_ADDED_UNITS]
        self.whole = whole

    def completed(self) -> tuple[int, int, AnyForce] | None:
        """The numbers of units changed or removed and of new warnings, and the force; ``None`` if none is legal."""
        tries: list[tuple[int, int, AnyForce]] = []
        counts = range(1, len(self.filling) + 1)
        for order, count in enumerate(reversed(counts) if self.whole else counts):
            force = parts.add_units(self.judge.force, self.group.id, tuple(self.filling[:count]))
            tries.append((self._errors(force), order, force))
            if not tries[-1][0]:
                break
        if not tries or min(each[0] for each in tries):
            force = self.judge.force
            tries.append((self._errors(force), MAX_ADDED_UNITS, force))
            for order, unit in enumerate(self._expendable(), MAX_ADDED_UNITS + 1):
                force = parts.remove_unit(force, unit.id)
                tries.append((self._errors(force), order, force))
                if not tries[-1][0]:
                    break
        # Changing settings one by one takes longest: only for the two forces with the fewest errors.
        for _, _, force in sorted(tries, key=lambda each: each[:2])[:2]:
            fixed = self._fixed(force)
            if fixed is not None and fixed != self.judge.force:
                errors, warnings, _ = self.judge.verdict(fixed)
                if not errors:
                    after = {unit.id: unit for unit in fixed.group(self.group.id).units}
                    return sum(after.get(unit.id) != unit for unit in self.group.units), warnings, fixed
        return None

    def _errors(self, force: AnyForce) -> int:
        group = force.group(self.group.id)
        return sum(each.severity is Severity.ERROR for each in self.judge.in_group(group, force))

    def _expendable(self) -> list[AnyUnit]:
        """The units that may be removed: those with errors first, then in the order of ``removals``."""
        errors = {each.where.unit for each in self.judge.before if each.severity is Severity.ERROR}
        free = [unit for unit in self.group.units if not unit.locked]
        wrong = [unit for unit in free if unit.id in errors]
        others = (unit for unit in free if unit.id not in errors)
        rest = (unit for unit, _ in removals(self.judge.force, others, commonest=False))
        return list(islice(chain(wrong, rest), MAX_ADDED_UNITS))

    def _fixed(self, force: AnyForce) -> AnyForce | None:
        """The force with the group's errors fixed by changing single settings; ``None`` where that is not enough."""
        for _ in range(MAX_ADDED_UNITS):
            group = force.group(self.group.id)
            errors = [each for each in self.judge.in_group(group, force) if each.severity is Severity.ERROR]
            if not errors:
                return force
            better = self._better(force, group, errors[0], len(errors))
            if better is None:
                return None
            force = better
        return None

    def _better(self, force: AnyForce, group: AnyGroup, error: Finding, errors: int) -> AnyForce | None:
        """The force with one setting of an unlocked unit changed so that fewer errors remain."""
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
                    for spec in changed_specs(self.judge, unit.spec, error.where.field, ())
                ),
                flips,
            )
        for unit, spec in changes:
            changed = parts.change_unit(force, unit.id, spec=spec)
            if self._errors(changed) < errors:
                return changed
        return None
