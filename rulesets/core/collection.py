"""Which models of a player's collection an army needs, by catalogue entry."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any, Final

from rulesets.core.declarations.fields import Kind, entries_used, fields_of
from rulesets.core.forces.force import AnyForce, AnyGroup, AnyUnit
from rulesets.core.ruleset import AnyRuleset

EntryId = tuple[str, str]
"""Kind and key of a catalogue entry."""
NO_COLLECTION: Final[Mapping[EntryId, int]] = MappingProxyType({})
"""The collection of those who keep none: it limits nothing."""


def entry_of(ruleset: AnyRuleset, unit: AnyUnit, group: AnyGroup, context: Any) -> EntryId | None:
    """The entry that the models of a unit are of; ``None`` for a unit that is not in the catalogue.

    It is the last of the unit kinds that the unit refers to, such as a vehicle before its sub-class. A unit that copies
    its profile is found by its name without the one that the player gave it.
    """
    kinds = [kind.slug for kind in ruleset.kinds if kind.is_unit]
    used = {use.kind: use.key for use in entries_used(unit.spec)}
    for kind in reversed(kinds):
        if kind in used and context.catalogue.get(kind, used[kind]):
            return kind, used[kind]
    name = ruleset.title_of(replace(unit, name=""), group, context)
    found = ((kind, context.catalogue.find_key(kind, name)) for kind in kinds)
    return next(((kind, key) for kind, key in found if key), None)


def models_in(unit: AnyUnit) -> int:
    """How many models of its entry a unit has: what its declaration counts as such, else one."""
    for field in fields_of(type(unit.spec)):
        if field.ask.models:
            return sum(map(_amount_in, getattr(unit.spec, field.name)))
    return _amount_in(unit.spec)


def _amount_in(spec: Any) -> int:
    amounts = (field.name for field in fields_of(type(spec)) if field.kind is Kind.INT and field.ask.amount)
    return max(0, next((getattr(spec, name) for name in amounts), 1) or 0)


def models_of_units(ruleset: AnyRuleset, force: AnyForce, context: Any) -> Iterator[tuple[AnyUnit, EntryId, int]]:
    """The units of an army that are in the catalogue, each with its entry and how many models of it the unit has."""
    for group, unit in force.units():
        entry = entry_of(ruleset, unit, group, context)
        if entry is not None:
            yield unit, entry, models_in(unit)


def models_needed(ruleset: AnyRuleset, force: AnyForce) -> Mapping[EntryId, int]:
    """How many models an army needs of each entry, in the order of its units."""
    needed: Counter[EntryId] = Counter()
    for _, entry, number in models_of_units(ruleset, force, ruleset.context(force)):
        needed[entry] += number
    return needed
