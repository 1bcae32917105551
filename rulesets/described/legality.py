"""The limits of a document as rules of legality."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.core.declarations.codec import Path
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import Group, Unit
from rulesets.core.forces.rules import Breach, Rule
from rulesets.core.forces.rules import Scope as RuleScope

from .document import FieldType, Limit, Scope
from .formulas import NUMBER, Formula, Row, Values, Words
from .model import Context, Model, sums
from .texts import Text
from .vocabulary import BOUNDS, names_in

_SCOPES = {Scope.UNIT: RuleScope.UNIT, Scope.GROUP: RuleScope.GROUP, Scope.ARMY: RuleScope.FORCE}


def rules_of(model: Model) -> tuple[Rule, ...]:
    """The rules of all limits, in order."""
    tallies = tuple(_tallies(model))
    return tuple(_rule(model, limit, ("limits", number), tallies) for number, limit in enumerate(model.game.limits))


@dataclass(frozen=True, slots=True)
class _Tally:
    name: str
    formula: Formula
    where: Formula


def _rule(model: Model, limit: Limit, path: Path, tallies: tuple[_Tally, ...]) -> Rule:
    names = names_in(model.game, BOUNDS[limit.scope])
    counted, where = (
        model.formula(getattr(limit, name), model.unit_names, (*path, name)) for name in ("counted", "where")
    )
    low, high, when = (model.optional(getattr(limit, name), names, (*path, name)) for name in ("min", "max", "when"))
    if low is None and high is None:
        model.problems.add((*path, "max"), "give a minimum, a maximum or both")
    message = model.text(limit.message, {**dict.fromkeys(_COUNTS, NUMBER), "entry": Words()}, (*path, "message"))
    _check_field(model, limit, path)
    check = _Check(model, limit, counted, where, low, high, when, message, tallies)
    scope = _SCOPES[limit.scope]
    return Rule(limit.id, limit.cite, Severity(limit.weight.value), limit.sentence, scope, _CALLS[scope](check))


_COUNTS = ("count", "min", "max", "over", "under")


def _check_field(model: Model, limit: Limit, path: Path) -> None:
    fields = {Scope.UNIT: model.game.unit, Scope.GROUP: model.game.group, Scope.ARMY: model.game.army}[limit.scope]
    if limit.field and limit.field not in [each.name for each in fields]:
        model.problems.add((*path, "field"), f"there is no such field for {limit.scope.label.lower()}")
    if limit.each and limit.each not in [each.name for each in model.game.unit if each.type is FieldType.ENTRY]:
        model.problems.add((*path, "each"), "choose a field of the unit that holds a row of a table")


def _tallies(model: Model) -> Iterator[_Tally]:
    for number, each in enumerate(model.game.tallies):
        path = ("tallies", number)
        yield _Tally(
            each.name,
            model.formula(each.formula, model.unit_names, (*path, "formula")),
            model.formula(each.where, model.unit_names, (*path, "where")),
        )


@dataclass(frozen=True, slots=True)
class _Check:
    """A limit that was understood."""

    model: Model
    limit: Limit
    counted: Formula
    where: Formula
    low: Formula | None
    high: Formula | None
    when: Formula | None
    message: Text
    tallies: tuple[_Tally, ...]

    def breaches(self, units: list[Values], settings: Values, context: Context) -> Iterator[Breach]:
        """What breaks the limit, given the values of its units and those that its bounds name."""
        if self.when is not None and not self.when.holds(settings):
            return
        for key, some in self._parts(units):
            count = sums(some, self.counted, self.where)
            low, high = (bound.value(settings) if bound is not None else None for bound in (self.low, self.high))
            if (low is None or count >= low) and (high is None or count <= high):
                continue
            numbers = {
                "count": count,
                "min": low or 0,
                "max": high or 0,
                "over": max(0, count - (high or 0)) if high is not None else 0,
                "under": max(0, (low or 0) - count),
                "entry": self._name(key, context),
            }
            yield Breach(self.message.said(numbers), field=self.limit.field)

    def _parts(self, units: list[Values]) -> Iterable[tuple[str, list[Values]]]:
        """The units by the entry of which they are counted together."""
        if not self.limit.each:
            return [("", units)]
        parts: dict[str, list[Values]] = {}
        for values in units:
            row = values[self.limit.each]
            if isinstance(row, Row):
                parts.setdefault(row.key, []).append(values)
        return parts.items()

    def _name(self, key: str, context: Context) -> str:
        kind = next((each.kind for each in self.model.game.unit if each.name == self.limit.each), "")
        entry = context.catalogue.get(kind, key)
        return entry.name if entry else key

    def sums(self, units: list[Values]) -> dict[str, Any]:
        """The costs of units together, and their tallies, as far as the limit names them."""
        named = set[str]().union(*(each.names for each in (self.low, self.high, self.when) if each is not None))
        costs = {name: sum((values[name] for values in units), 0) for name in self.model.costs if name in named}
        tallies = [tally for tally in self.tallies if tally.name in named]
        return costs | {tally.name: sums(units, tally.formula, tally.where) for tally in tallies}


def _of_unit(check: _Check) -> Callable[..., Iterator[Breach]]:
    def breaches(unit: Unit[Any], group: Group[Any, Any], context: Context) -> Iterator[Breach]:
        values = check.model.unit_values(unit, group, context)
        yield from check.breaches([values], values, context)

    return breaches


def _of_group(check: _Check) -> Callable[..., Iterator[Breach]]:
    def breaches(group: Group[Any, Any], context: Context) -> Iterator[Breach]:
        units = context.of_group(check.model.values_in, group)
        yield from check.breaches(units, check.model.group_values(group, context) | check.sums(units), context)

    return breaches


def _of_army(check: _Check) -> Callable[..., Iterator[Breach]]:
    def breaches(context: Context) -> Iterator[Breach]:
        units = [values for group in context.force.groups for values in context.of_group(check.model.values_in, group)]
        settings = check.model.army_values(context.force, context) | check.sums(units)
        yield from check.breaches(units, settings, context)

    return breaches


_CALLS = {RuleScope.UNIT: _of_unit, RuleScope.GROUP: _of_group, RuleScope.FORCE: _of_army}
