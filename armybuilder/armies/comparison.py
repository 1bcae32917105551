"""What differs between two states of an army, in the words of its game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from armybuilder.armies.opened import Opened
from rulesets.core.asks import Field, Kind, fields_of
from rulesets.core.catalogue import Catalogue
from rulesets.core.force import Group, Unit

UNNAMED = "–"


def counted(number: int, one: str, many: str) -> str:
    """A number with its word: ``1 error``, ``3 errors``."""
    return f"{number} {one if number == 1 else many}"


def unit_name(opened: Opened, group: Group[Any, Any], unit: Unit[Any]) -> str:
    """What the unit is called in the lists."""
    return opened.ruleset.row(unit, group, opened.review).title


def unnamed_group(opened: Opened) -> str:
    """What a group without a name is called."""
    return f"Unnamed {opened.ruleset.words.group}"


def group_name(opened: Opened, group: Group[Any, Any]) -> str:
    """What the group is called: its name, or for a nameless one its word."""
    return group.name or unnamed_group(opened)


def value_words(field: Field, value: Any, catalogue: Catalogue) -> str:
    """A field's value as its form shows it."""
    if value is None or value == "":
        return UNNAMED
    if field.kind is Kind.BOOL:
        return "yes" if value else "no"
    if field.kind is Kind.CHOICE:
        return str(value.label)
    if field.kind is Kind.ENTRY:
        entry = catalogue.get(field.ask.entry, value)
        return entry.name if entry else str(value)
    if field.kind is Kind.INT:
        return f"{value} {field.ask.unit}".strip()
    if field.kind is Kind.REPEAT:
        return f"{len(value)} listed"
    return str(value)


def spec_changes(old: Any, new: Any, catalogue: Catalogue) -> Iterator[str]:
    """Each field of two values of one declaration that differs: ``Mode: STATIC → FAST``."""
    for field in fields_of(type(old)):
        was, now = getattr(old, field.name), getattr(new, field.name)
        if was == now:
            continue
        label = field.ask.label
        if field.kind is Kind.PART and was is not None and now is not None:
            yield from (f"{label}, {change}" for change in spec_changes(was, now, catalogue))
        elif field.kind is Kind.PART:
            yield f"{label}: {'added' if was is None else 'removed'}"
        elif field.kind is Kind.REPEAT and len(was or ()) == len(now or ()):
            yield f"{label}: changed"
        else:
            yield f"{label}: {value_words(field, was, catalogue)} → {value_words(field, now, catalogue)}"


def part_changes(old: Any, new: Any, catalogue: Catalogue) -> Iterator[str]:
    """What differs between two states of one unit, group or force in name, notes and settings."""
    if old.name != new.name:
        yield f"Name: {old.name or UNNAMED} → {new.name or UNNAMED}"
    yield from spec_changes(old.spec, new.spec, catalogue)
    if old.notes != new.notes:
        yield "Notes: changed"


def changes(old: Opened, new: Opened) -> tuple[str, ...]:
    """What became of ``old`` in ``new``, a line each: settings first, then group by group."""
    return tuple(_changes(old, new))


def _changes(old: Opened, new: Opened) -> Iterator[str]:
    catalogue = new.review.catalogue
    words = new.ruleset.words
    yield from part_changes(old.force, new.force, catalogue)
    if old.force.house_rules != new.force.house_rules:
        yield "House rules: changed"
    known = {(entry.kind, entry.key): entry for entry in old.force.entries}
    for entry in new.force.entries:
        before_it = known.get((entry.kind, entry.key))
        if before_it != entry:
            yield f"{entry.name} {'can be chosen' if before_it is None else 'updated from a catalogue'}"
    old_groups = {group.id: group for group in old.force.groups}
    new_groups = {group.id: group for group in new.force.groups}
    old_units = {unit.id: (group, unit) for group, unit in old.force.units()}
    new_units = {unit.id: (group, unit) for group, unit in new.force.units()}
    for name, group in old_groups.items():
        if name not in new_groups:
            yield f"Removed {group_name(old, group)} ({counted(len(group.units), words.unit, words.units)})"
    for group in new.force.groups:
        before = old_groups.get(group.id)
        here = group_name(new, group)
        if before is None:
            yield f"Added {here} ({counted(len(group.units), words.unit, words.units)})"
            continue
        yield from (f"{here} · {change}" for change in part_changes(before, group, catalogue))
        for unit in before.units:
            if unit.id not in new_units:
                yield f"{here} · removed {unit_name(old, before, unit)}"
        for unit in group.units:
            called = unit_name(new, group, unit)
            if unit.id not in old_units:
                yield f"{here} · added {called}"
                continue
            old_group, old_unit = old_units[unit.id]
            if old_group.id != group.id:
                yield f"{here} · {called} came from {group_name(old, old_group)}"
            yield from (f"{here} · {called} · {change}" for change in part_changes(old_unit, unit, catalogue))
        stayed = [unit.id for unit in before.units if unit.id in {unit.id for unit in group.units}]
        if stayed != [unit.id for unit in group.units if unit.id in stayed]:
            yield f"{here} · another order"
    if [name for name in old_groups if name in new_groups] != [name for name in new_groups if name in old_groups]:
        yield f"{words.groups.capitalize()} in another order"
