"""Rules: small functions that yield what breaks them, and the check that runs them over a force.

A rule looks at one unit, at one group or at the whole force::

    @unit_rule("MBT-04", cite="Mode")
    def mode_fits_sub_class(stand: Unit[Stand], group: ..., context: ...) -> Iterator[Breach]:
        \"\"\"A stand's mode is one its sub-class allows.\"\"\"
        if ...:
            yield Breach("...", field="mode")

The docstring is the rule's sentence on the site; the tuple at the end of a rules file lists its rules in order.
"""

from __future__ import annotations

import enum
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, TypeVar

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import entries_used, units_named
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.findings import Finding, Place, Severity
from rulesets.core.forces.force import Force, Group, Unit, UnitNames

F = TypeVar("F")
G = TypeVar("G")
U = TypeVar("U")
T = TypeVar("T")


@dataclass(frozen=True)
class CheckContext(Generic[F, G, U]):
    """A force with its catalogue and house rules, to check or display.

    ``title`` returns a unit's name. ``cached_breaches`` runs the unit rules once for all units with the same settings.
    """

    force: Force[F, G, U]
    catalogue: Catalogue
    house: HouseRules
    title: Callable[[Unit[U], Group[G, U], CheckContext[F, G, U]], str] = field(
        default=lambda unit, group, context: unit.name, repr=False, compare=False
    )
    cached_breaches: Callable[[tuple[Rule, ...], G, U], tuple[tuple[Rule, Breach], ...]] | None = field(
        default=None, repr=False, compare=False
    )

    @cached_property
    def unit_names(self) -> UnitNames[F, G, U]:
        """The units by name."""
        return UnitNames(self.force, lambda unit, group: self.title(unit, group, self))

    @cached_property
    def _of_groups(self) -> dict[tuple[Any, int], tuple[Group[G, U], Any]]:
        return {}

    @cached_property
    def _of_force(self) -> dict[Any, Any]:
        return {}

    @cached_property
    def _of_last_unit(self) -> dict[Any, tuple[Unit[U], Any]]:
        return {}

    def of_group(self, work: Callable[[Group[G, U], CheckContext[F, G, U]], T], group: Group[G, U]) -> T:
        """The result of ``work`` for the group, cached for its units."""
        # Storing the group with the result prevents another group from getting its id.
        cached = self._of_groups.get((work, id(group)))
        if cached is None:
            cached = self._of_groups[work, id(group)] = (group, work(group, self))
        result: T = cached[1]
        return result

    def of_force(self, work: Callable[[CheckContext[F, G, U]], T]) -> T:
        """The result of ``work`` for the force, cached."""
        if work not in self._of_force:
            self._of_force[work] = work(self)
        result: T = self._of_force[work]
        return result

    def of_unit(self, work: Callable[[Unit[U], CheckContext[F, G, U]], T], unit: Unit[U]) -> T:
        """The result of ``work`` for the unit, cached for the last unit alone, as successive rules need it."""
        cached = self._of_last_unit.get(work)
        if cached is None or cached[0] is not unit:
            cached = self._of_last_unit[work] = (unit, work(unit, self))
        result: T = cached[1]
        return result

    def number(self, unit: Unit[U], group: Group[G, U]) -> int:
        """The unit's number in the group, from 1; one that is not in it yet comes last."""
        return self.of_group(_numbers, group).get(unit.id, len(group.units) + 1)

    def group_number(self, group: Group[G, U]) -> int:
        """The group's number in the force, from 1; one that is not in it yet comes last."""
        return self.group_numbers.get(group.id, len(self.force.groups) + 1)

    @cached_property
    def group_numbers(self) -> Mapping[str, int]:
        """The groups' numbers in the force, from 1, by their ids."""
        return {group.id: number for number, group in enumerate(self.force.groups, 1)}


def _numbers(group: Group[Any, Any], context: CheckContext[Any, Any, Any]) -> Mapping[str, int]:
    return {unit.id: number for number, unit in enumerate(group.units, 1)}


@dataclass(frozen=True, slots=True)
class Breach:
    """What breaks a rule.

    ``message`` says what is wrong and what would be right, ``field`` names the field of the spec, ``at`` the id
    of a group or unit when it is not the one that was checked, ``severity`` replaces the rule's own.
    """

    message: str
    field: str = ""
    at: str = ""
    severity: Severity | None = None


class Scope(enum.Enum):
    """The part of a force that a rule checks."""

    UNIT = "unit"
    GROUP = "group"
    FORCE = "force"


@dataclass(frozen=True, slots=True, eq=False)
class Rule:
    """One rule of legality: ``id``, the rulebook's place, its sentence, and the function that finds breaches."""

    id: str
    cite: str
    severity: Severity
    sentence: str
    scope: Scope
    check: Callable[..., Iterator[Breach]] = field(repr=False)


@dataclass(frozen=True, slots=True)
class PlayRule:
    """A rule for the table, which no army can break: ``id``, the rulebook's place, its sentence by our defaults.

    The ``id`` may be the name of a chapter. ``by_reading`` returns the sentence under house rules that change it.
    """

    id: str
    cite: str
    sentence: str
    by_reading: Callable[[HouseRules], str] | None = field(default=None, repr=False, compare=False)

    def sentence_under(self, house: HouseRules) -> str:
        """The sentence under the readings played."""
        return self.by_reading(house) if self.by_reading is not None else self.sentence

    @property
    def anchor(self) -> str:
        """The id without characters that an HTML id cannot have."""
        return "-".join(re.findall(r"\w+", self.id))


def sentence_of(check: Callable[..., object]) -> str:
    """A function's docstring as a rule's sentence: one line, with typographic apostrophes."""
    return " ".join((check.__doc__ or "").split()).replace("'", "’")


def _rule(
    scope: Scope, rule_id: str, cite: str, severity: Severity
) -> Callable[[Callable[..., Iterator[Breach]]], Rule]:
    def decorate(check: Callable[..., Iterator[Breach]]) -> Rule:
        sentence = sentence_of(check)
        if not sentence:
            raise TypeError(f"{rule_id}: a rule's function needs a docstring, it is the rule's sentence")
        return Rule(rule_id, cite, severity, sentence, scope, check)

    return decorate


def unit_rule(
    rule_id: str, cite: str, severity: Severity = Severity.ERROR
) -> Callable[[Callable[[Unit[U], Group[G, U], CheckContext[F, G, U]], Iterator[Breach]]], Rule]:
    """Make a rule of a function ``(unit, group, context)``.

    It may use the unit and the settings of its group and its force, but no other units: these may be missing.
    """
    return _rule(Scope.UNIT, rule_id, cite, severity)


def group_rule(
    rule_id: str, cite: str, severity: Severity = Severity.ERROR
) -> Callable[[Callable[[Group[G, U], CheckContext[F, G, U]], Iterator[Breach]]], Rule]:
    """Make a rule of a function ``(group, context)``."""
    return _rule(Scope.GROUP, rule_id, cite, severity)


def force_rule(
    rule_id: str, cite: str, severity: Severity = Severity.ERROR
) -> Callable[[Callable[[CheckContext[F, G, U]], Iterator[Breach]]], Rule]:
    """Make a rule of a function ``(context)``."""
    return _rule(Scope.FORCE, rule_id, cite, severity)


@unit_rule("AB-01", cite="Armybuilder")
def entries_exist(unit: Unit[Any], group: Group[Any, Any], context: CheckContext[Any, Any, Any]) -> Iterator[Breach]:
    """Everything that a unit refers to is in the rulebook's catalogue or in the player's own."""
    for use in entries_used(unit.spec):
        if context.catalogue.get(use.kind, use.key) is None:
            yield Breach(context.catalogue.unknown(use.kind, use.key), field=use.path)


@force_rule("AB-02", cite="Armybuilder")
def units_named_are_there(context: CheckContext[Any, Any, Any]) -> Iterator[Breach]:
    """A unit that another one names is in the army, and no third unit has the same name."""
    naming = ((group, unit, *use) for group, unit in context.force.units() for use in units_named(unit.spec))
    for group, unit, path, name in naming:
        count = len(context.unit_names.find(name, group, unit))
        if not count:
            yield Breach(f"There is no longer another unit called “{name}”. Choose another.", path, unit.id)
        elif count > 1:
            yield Breach(f"{count} units are called “{name}”. Give each a different name.", path, unit.id)


@force_rule("AB-03", cite="Armybuilder")
def an_army_has_units(context: CheckContext[Any, Any, Any]) -> Iterator[Breach]:
    """An army has at least one unit."""
    if not any(group.units for group in context.force.groups):
        yield Breach("The army has no units yet. Add one.")


CORE_RULES = (entries_exist, units_named_are_there, an_army_has_units)
"""Rules that hold for every game."""


def _finding(rule: Rule, breach: Breach, where: Place, groups: dict[str, str]) -> Finding:
    if breach.at:
        group = groups.get(breach.at)
        where = Place(group=breach.at) if group is None else Place(group=group, unit=breach.at)
    placed = Place(where.group, where.unit, breach.field)
    return Finding(rule.id, breach.severity or rule.severity, breach.message, placed)


def findings_of(rule: Rule, context: CheckContext[Any, Any, Any], *at: Any) -> Iterator[Finding]:
    """The findings of one rule: for the force, for a group, or for a unit of a group, depending on its scope."""
    groups = {unit.id: group.id for group, unit in context.force.units()} if rule.scope is not Scope.UNIT else {}
    where = Place(*(part.id for part in at))
    for breach in rule.check(*reversed(at), context):
        yield _finding(rule, breach, where, groups)


def unit_breaches(
    rules: tuple[Rule, ...], context: CheckContext[F, G, U], group: Group[G, U], unit: Unit[U]
) -> tuple[tuple[Rule, Breach], ...]:
    """The breaches of the unit rules among these for one unit, each with its rule."""
    unit_rules = (rule for rule in rules if rule.scope is Scope.UNIT)
    return tuple((rule, breach) for rule in unit_rules for breach in rule.check(unit, group, context))


def check_unit(
    rules: tuple[Rule, ...], context: CheckContext[Any, Any, Any], group: Group[Any, Any], unit: Unit[Any]
) -> tuple[Finding, ...]:
    """The findings of the unit rules alone for one unit, which need not be part of the force yet."""
    here = Place(group.id, unit.id)
    return tuple(_finding(rule, breach, here, {}) for rule, breach in unit_breaches(rules, context, group, unit))


def check_force(rules: tuple[Rule, ...], context: CheckContext[Any, Any, Any]) -> tuple[Finding, ...]:
    """All findings: those of the whole force first, then group by group, unit by unit, in the rules' order."""
    by_scope = {scope: tuple(rule for rule in rules if rule.scope is scope) for scope in Scope}
    groups = {unit.id: group.id for group, unit in context.force.units()}
    findings = [
        _finding(rule, breach, Place(), groups) for rule in by_scope[Scope.FORCE] for breach in rule.check(context)
    ]
    for group in context.force.groups:
        here = Place(group.id)
        for rule in by_scope[Scope.GROUP]:
            for breach in rule.check(group, context):
                findings.append(_finding(rule, breach, here, groups))
        for unit in group.units:
            if context.cached_breaches is not None:
                breaches = context.cached_breaches(rules, group.spec, unit.spec)
            else:
                breaches = unit_breaches(rules, context, group, unit)
            findings += [_finding(rule, breach, Place(group.id, unit.id), groups) for rule, breach in breaches]
    return tuple(findings)
