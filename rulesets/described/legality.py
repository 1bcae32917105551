"""The limits of a document as rules of legality."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.codec import Path
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import Group, Unit
from rulesets.core.forces.rules import Breach, Rule
from rulesets.core.forces.rules import Scope as RuleScope

from .document import FieldType, Limit, Scope, UnitField
from .formulas import NUMBER, Formula, Row, Values, Words
from .model import Asking, Context, Model, sums
from .texts import Text
from .vocabulary import type_of_row

_SCOPES = {Scope.UNIT: RuleScope.UNIT, Scope.GROUP: RuleScope.GROUP, Scope.ARMY: RuleScope.FORCE}


def rules_of(model: Model) -> tuple[Rule, ...]:
    """The rules of all limits, in order, and of the fields in which not every row fits."""
    tallies = tuple(_tallies(model))
    limits = (_rule(model, limit, ("limits", number), tallies) for number, limit in enumerate(model.game.limits))
    return (*limits, *(_rule_of_rows(model, each) for each in model.asking if each.among is not None))


def rule_of_rows(field: UnitField) -> str:
    """The id of the rule that a field has only rows that fit."""
    return f"{field.name.upper()}-FITS".replace("_", "-")


def _rule_of_rows(model: Model, asking: Asking) -> Rule:
    """The rule that a field of a unit has only rows that fit."""
    name, label = asking.field.name, asking.field.label
    words = model.game.words

    def breaches(unit: Unit[Any], group: Group[Any, Any], context: Context) -> Iterator[Breach]:
        values = model.unit_values(unit, group, context)
        rows = values[name]
        for row in (rows,) if isinstance(rows, Row) else rows:
            entry = context.catalogue.get(asking.field.kind, row.key)
            if entry is not None and not model.fits(asking, row.key, values, context.catalogue):
                yield Breach(f"This {words.unit} cannot have {entry.name}.", field=name)

    sentence = f"In “{label}”, {words.units} have only what fits them."
    return Rule(rule_of_rows(asking.field), "", Severity.ERROR, sentence, RuleScope.UNIT, breaches)


@dataclass(frozen=True, slots=True)
class _Tally:
    name: str
    formula: Formula
    where: Formula


def _rule(model: Model, limit: Limit, path: Path, tallies: tuple[_Tally, ...]) -> Rule:
    each = _each(model, limit, path)
    row = {} if each is None else {"entry": type_of_row(model.kind(each.kind), model.game)}
    names = {**model.bound_names[limit.scope], **row}
    counted, where = (
        model.formula(getattr(limit, name), {**model.unit_names, **row}, (*path, name)) for name in ("counted", "where")
    )
    low, high, when = (model.optional(getattr(limit, name), names, (*path, name)) for name in ("min", "max", "when"))
    if low is None and high is None:
        model.problems.add((*path, "max"), "give a minimum, a maximum or both")
    message = model.text(limit.message, {**dict.fromkeys(_COUNTS, NUMBER), "entry": Words()}, (*path, "message"))
    _check_field(model, limit, path)
    check = _Check(model, limit, each, counted, where, low, high, when, message, tallies)
    scope = _SCOPES[limit.scope]
    return Rule(limit.id, limit.cite, Severity(limit.weight.value), limit.sentence, scope, _CALLS[scope](check))


_COUNTS = ("count", "min", "max", "over", "under")


def _check_field(model: Model, limit: Limit, path: Path) -> None:
    fields = {Scope.UNIT: model.game.unit, Scope.GROUP: model.game.group, Scope.ARMY: model.game.army}[limit.scope]
    if limit.field and limit.field not in [each.name for each in fields]:
        model.problems.add((*path, "field"), f"there is no such field for {limit.scope.label.lower()}")


@dataclass(frozen=True, slots=True)
class _Each:
    """The rows by which a limit counts: of a unit's ``field``, or of a list ``column`` of the row in it."""

    field: str
    column: str
    kind: str

    def rows(self, values: Values, model: Model, catalogue: Catalogue) -> Iterable[Row]:
        """The rows that a unit has; none of an unknown entry."""
        found = values[self.field]
        if self.column:
            return [model.rows.row(key, self.kind, catalogue) for key in found.lists.get(self.column, ())]
        return [row for row in ((found,) if isinstance(found, Row) else found) if row.key]


def _each(model: Model, limit: Limit, path: Path) -> _Each | None:
    """The rows by which a limit counts; a name that is none is a problem at its place."""
    name, dot, column = limit.each.partition(".")
    for each in model.game.unit:
        if each.name == name and each.type in (FieldType.ENTRY, FieldType.LIST) and not dot:
            return _Each(name, "", each.kind)
        if each.name == name and each.type is FieldType.ENTRY:
            for part in model.kind(each.kind).fields:
                if part.name == column and part.type is FieldType.LIST:
                    return _Each(name, column, part.kind)
    if limit.each:
        message = "choose a field of the unit that holds rows of a table, or a list of such a row, such as troop.slots"
        model.problems.add((*path, "each"), message)
    return None


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
    each: _Each | None
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
        for row, some in self._parts(units, context.catalogue):
            count = sums(some, self.counted, self.where)
            known = settings if row is None else {**settings, "entry": row}
            low, high = (bound.value(known) if bound is not None else None for bound in (self.low, self.high))
            if (low is None or count >= low) and (high is None or count <= high):
                continue
            numbers = {
                "count": count,
                "min": low or 0,
                "max": high or 0,
                "over": max(0, count - (high or 0)) if high is not None else 0,
                "under": max(0, (low or 0) - count),
                "entry": self._name(row, context),
            }
            yield Breach(self.message.said(numbers), field=self.limit.field)

    def _parts(self, units: list[Values], catalogue: Catalogue) -> Iterable[tuple[Row | None, list[Values]]]:
        """The units by the row for which they are counted together, which their formulas call ``entry``."""
        if self.each is None:
            return [(None, units)]
        named = "entry" in self.counted.names | self.where.names
        parts: dict[str, tuple[Row, list[Values]]] = {}
        for values in units:
            for row in self.each.rows(values, self.model, catalogue):
                counted = {**values, "entry": row} if named else values
                parts.setdefault(row.key, (row, []))[1].append(counted)
        return parts.values()

    def _name(self, row: Row | None, context: Context) -> str:
        if row is None or self.each is None:
            return ""
        entry = context.catalogue.get(self.each.kind, row.key)
        return entry.name if entry else row.key

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
