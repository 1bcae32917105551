"""The limits of a document as rules of legality."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any, Final

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
from .totals import Totals
from .vocabulary import type_of_row

NO_SURCHARGES: Final[Mapping[str, Any]] = MappingProxyType({})
"""What is charged besides the unit of a limit for units."""
_SCOPES = {Scope.UNIT: RuleScope.UNIT, Scope.GROUP: RuleScope.GROUP, Scope.ARMY: RuleScope.FORCE}


def rules_of(model: Model, totals: Totals) -> tuple[Rule, ...]:
    """The rules of all limits, in order, and of the fields in which not every row fits."""
    limits = (_rule(model, limit, ("limits", number), totals) for number, limit in enumerate(model.game.limits))
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


def _rule(model: Model, limit: Limit, path: Path, totals: Totals) -> Rule:
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
    check = _Check(model, limit, each, counted, where, low, high, when, message, totals)
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
    totals: Totals

    def breaches(
        self, units: list[Values], settings: Values, context: Context, beside: Mapping[str, Any] = NO_SURCHARGES
    ) -> Iterator[Breach]:
        """What breaks the limit, given the values of its units and those that its bounds name.

        ``beside`` is what is charged besides the units: a limit that adds up a whole cost counts it, too.
        """
        if self.when is not None and not self.when.holds(settings):
            return
        for row, some in self._parts(units, context.catalogue):
            count = sums(some, self.counted, self.where) + beside.get(self._whole_cost, 0)
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

    @property
    def _whole_cost(self) -> str:
        """The cost that the limit adds up for all units together; empty if it counts anything else."""
        is_whole = self.each is None and self.limit.where.strip() == "1"
        return self.limit.counted.strip() if is_whole else ""

    def sums(self, units: list[Values], beside: Mapping[str, Any]) -> dict[str, Any]:
        """The costs of units together with what is charged beside them, and their tallies, as bounds name them."""
        named = set[str]().union(*(each.names for each in (self.low, self.high, self.when) if each is not None))
        of_units = self.totals.of_units(units, named)
        return {name: number + beside.get(name, 0) for name, number in of_units.items()}


def _of_unit(check: _Check) -> Callable[..., Iterator[Breach]]:
    def breaches(unit: Unit[Any], group: Group[Any, Any], context: Context) -> Iterator[Breach]:
        values = check.model.unit_values(unit, group, context)
        yield from check.breaches([values], values, context)

    return breaches


def _of_group(check: _Check) -> Callable[..., Iterator[Breach]]:
    def breaches(group: Group[Any, Any], context: Context) -> Iterator[Breach]:
        units, beside = context.of_group(check.model.values_in, group), check.totals.beside_units(group, context)
        settings = check.model.group_values(group, context) | check.sums(units, beside)
        yield from check.breaches(units, settings, context, beside)

    return breaches


def _of_army(check: _Check) -> Callable[..., Iterator[Breach]]:
    def breaches(context: Context) -> Iterator[Breach]:
        units = [values for group in context.force.groups for values in context.of_group(check.model.values_in, group)]
        beside = check.totals.beside_all_units(context)
        settings = check.model.army_values(context.force, context) | check.sums(units, beside)
        yield from check.breaches(units, settings, context, beside)

    return breaches


_CALLS = {RuleScope.UNIT: _of_unit, RuleScope.GROUP: _of_group, RuleScope.FORCE: _of_army}
