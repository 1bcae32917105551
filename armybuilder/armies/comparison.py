"""The differences between two states of an army, in the terms of its game: as sentences, or side by side."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Any, Final

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.moving import moved
from armybuilder.schema_forms.values import NOTHING, value_words
from rulesets.core.cards import Symbol, UnitRow
from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.fields import Field, Kind, fields_of
from rulesets.core.declarations.house_rules import switches
from rulesets.core.forces.findings import Place
from rulesets.core.forces.force import AnyGroup, AnyUnit, Unit
from rulesets.core.wording import count_of, isolated

NAME: Final = "Name"


class Does(enum.StrEnum):
    """What a difference does to a unit or a group."""

    ADD = "add"
    REMOVE = "remove"


@dataclass(frozen=True, slots=True)
class Difference:
    """One difference: its place (names from the outer to the inner part, none for the force itself) and its label.

    ``old`` and ``new`` are the two states in words, ``summary`` describes the change in one phrase, and ``act`` says
    with its place what to do, where the states do not.
    """

    what: str
    old: str
    new: str
    summary: str = ""
    place: tuple[str, ...] = ()
    does: Does | None = None
    symbol: Symbol | None = None
    """Of the unit that comes or goes."""
    act: str = ""

    def proposed(self, count: int = 1) -> str:
        """The change as something to do, ``count`` times: ``Remove 2 × Flint from First pile``."""
        if self.does is None:
            return f"{count} × {self._to_do}" if count > 1 else self._to_do
        place = " · ".join(self.place)
        _, _, what = self.summary.partition(" ")  # of what was added or removed
        what = f"{count} × {what}" if count > 1 else what
        if self.does is Does.ADD:
            return f"Add {what} to {place}" if place else f"Add {what}"
        return f"Remove {what} from {place}" if place else f"Remove {what}"

    @property
    def _to_do(self) -> str:
        place = " · ".join(self.place)
        of_place = f" of {place}" if place else ""
        if self.act:
            return self.act
        if self.what == NAME and self.new != NOTHING:
            return f"Rename {place} to {self.new}" if place else f"Rename to {self.new}"
        if self.new == NOTHING:
            return f"Remove {self.old} as {self.what}{of_place}"
        if self.summary:
            return self.sentence
        if self.old == NOTHING:
            return f"Set {self.what}{of_place} to {self.new}"
        return f"Change {self.what}{of_place} from {self.old} to {self.new}"

    @property
    def sentence(self) -> str:
        """Where and what in one line: ``First pile · Flint · Polished: no → yes``."""
        change = f"{self.what} set to {self.new}" if self.old == NOTHING else f"{self.what}: {self.old} → {self.new}"
        return " · ".join((*self.place, self.summary or change))


def unit_name(loaded: LoadedArmy, group: AnyGroup, unit: AnyUnit) -> str:
    """What the unit is called in the lists."""
    return loaded.ruleset.row(unit, group, loaded.context).title


def unit_label(loaded: LoadedArmy, group: AnyGroup, unit: AnyUnit) -> str:
    """The unit's name with its place in the army, to tell equal units apart: ``M1 Abrams · BG 1·3 · BGHQ``."""
    standing = str(loaded.ruleset.standing(unit, group, loaded.context))
    return " · ".join(part for part in (isolated(unit_name(loaded, group, unit)), standing) if part)


def group_name(loaded: LoadedArmy, group: AnyGroup) -> str:
    """What the group is called in the lists."""
    return loaded.ruleset.name_of_group(group, loaded.context)


def place_name(loaded: LoadedArmy, where: Place) -> str:
    """The name of the part that a finding is about: the army, a group, or a unit with its group and number."""
    if not where.group:
        return loaded.ruleset.words.force.capitalize()
    group = loaded.force.group(where.group)
    name = isolated(group_name(loaded, group))
    if not where.unit:
        return name
    number, unit = next((number, unit) for number, unit in enumerate(group.units, 1) if unit.id == where.unit)
    return f"{name} · {number} · {isolated(unit_name(loaded, group, unit))}"


# --- settings ----------------------------------------------------------------------------------------


def spec_differences(old: Any, new: Any, catalogue: Catalogue, before: str = "") -> Iterator[Difference]:
    """The fields that differ between two values of one declaration; ``before`` is put before their labels."""
    for field in fields_of(type(old)):
        was, now = getattr(old, field.name), getattr(new, field.name)
        if was != now and field.kind is Kind.REPEAT and field.item is not None:
            label = f"{before}{field.item.ask.label}"
            yield from _row_differences(field.item, label, tuple(was or ()), tuple(now or ()), catalogue)
        elif was != now:
            yield from _field_differences(field, f"{before}{field.ask.label}", was, now, catalogue)


def _field_differences(field: Field, label: str, was: Any, now: Any, catalogue: Catalogue) -> Iterator[Difference]:
    if field.kind is Kind.PART and was is not None and now is not None:
        yield from spec_differences(was, now, catalogue, f"{label}, ")
    else:
        yield Difference(label, value_words(field, was, catalogue), value_words(field, now, catalogue))


def _row_differences(
    item: Field, label: str, was: tuple[Any, ...], now: tuple[Any, ...], catalogue: Catalogue
) -> Iterator[Difference]:
    # Without difflib's rule for long lists, which takes frequent rows for noise.
    for what, old_start, old_end, new_start, new_end in SequenceMatcher(None, was, now, False).get_opcodes():
        if what == "equal":
            continue
        paired = min(old_end - old_start, new_end - new_start)
        for step in range(paired):
            here = f"{label} {new_start + step + 1}"
            yield from _field_differences(item, here, was[old_start + step], now[new_start + step], catalogue)
        for place in range(old_start + paired, old_end):
            yield Difference(f"{label} {place + 1}", value_words(item, was[place], catalogue), NOTHING)
        for place in range(new_start + paired, new_end):
            yield Difference(f"{label} {place + 1}", NOTHING, value_words(item, now[place], catalogue))


def part_differences(old: Any, new: Any, catalogue: Catalogue) -> Iterator[Difference]:
    """The differences in name, notes, lock and settings between two states of one unit, group or force."""
    if old.name != new.name:
        summary = f"Renamed to {new.name}" if new.name else "Name removed"
        yield Difference(NAME, old.name or NOTHING, new.name or NOTHING, summary)
    yield from spec_differences(old.spec, new.spec, catalogue)
    if old.notes != new.notes:
        yield Difference("Notes", old.notes or NOTHING, new.notes or NOTHING, "Notes: changed")
    if isinstance(old, Unit) and old.locked != new.locked:
        yield Difference("Locked", "yes" if old.locked else "no", "yes" if new.locked else "no")


# --- whole armies ------------------------------------------------------------------------------------


def changes(old: LoadedArmy, new: LoadedArmy) -> tuple[str, ...]:
    """The changes from ``old`` to ``new``, one line each: settings first, then group by group."""
    return tuple(difference.sentence for difference in differences(old, new))


def differences(old: LoadedArmy, new: LoadedArmy) -> Iterator[Difference]:
    """All differences between two states of an army: settings first, then group by group.

    A state of another version of the game is read as one of the version of ``new``.
    """
    if old.ruleset is not new.ruleset:
        yield Difference("Game", _version(old), _version(new))
        old = moved(old, new.ruleset).loaded
    catalogue = new.context.catalogue
    yield from part_differences(old.force, new.force, catalogue)
    yield from _house_rule_differences(old, new)
    yield from _entry_differences(old, new)
    words = new.ruleset.words
    old_groups = {group.id: group for group in old.force.groups}
    new_groups = {group.id: group for group in new.force.groups}
    for name, group in old_groups.items():
        if name not in new_groups:
            units = count_of(old.count_in(group), words.unit, words.units)
            title = group_name(old, group)
            yield Difference(title, units, NOTHING, f"Removed {title} ({units})", does=Does.REMOVE)
    old_units = {unit.id: (group, unit) for group, unit in old.force.units()}
    for group in new.force.groups:
        before = old_groups.get(group.id)
        here = group_name(new, group)
        if before is None:
            units = count_of(new.count_in(group), words.unit, words.units)
            yield Difference(here, NOTHING, units, f"Added {here} ({units})", does=Does.ADD)
        elif before != group:
            yield from _in((here,), _group_differences(old, new, before, group, old_units))
    if [name for name in old_groups if name in new_groups] != [name for name in new_groups if name in old_groups]:
        yield _another_order(words.groups.capitalize())


def _version(loaded: LoadedArmy) -> str:
    return f"{loaded.ruleset.title} {loaded.ruleset.edition}".strip()


def _in(place: tuple[str, ...], items: Iterable[Difference]) -> Iterator[Difference]:
    return (replace(difference, place=place + difference.place) for difference in items)


def _another_order(what: str) -> Difference:
    return Difference(what, "one order", "another order", f"{what} reordered")


def _group_differences(
    old: LoadedArmy,
    new: LoadedArmy,
    before: AnyGroup,
    group: AnyGroup,
    old_units: dict[str, tuple[AnyGroup, AnyUnit]],
) -> Iterator[Difference]:
    catalogue = new.context.catalogue
    yield from part_differences(before, group, catalogue)
    unit_ids = {unit.id for _, unit in new.force.units()}
    for unit in before.units:
        if unit.id not in unit_ids:
            row = old.ruleset.row(unit, before, old.context)
            summary = f"removed {row.title}{_lead(old, before, unit)}"
            yield Difference(row.title, _kind(row), NOTHING, summary, does=Does.REMOVE, symbol=row.symbol)
    for unit in group.units:
        old_group, old_unit = old_units.get(unit.id, (None, None))
        if old_unit == unit and old_group is not None and old_group.id == group.id:
            continue
        name = unit_name(new, group, unit)
        if old_unit is None or old_group is None:
            row = new.ruleset.row(unit, group, new.context)
            summary = f"added {name}{_lead(new, group, unit)}"
            yield Difference(name, NOTHING, _kind(row), summary, does=Does.ADD, symbol=row.symbol)
            continue
        if old_group.id != group.id:
            came_from = group_name(old, old_group)
            here, moved_here = group_name(new, group), f"{name} moved here from {came_from}"
            yield Difference(name, came_from, here, moved_here, act=f"Move {name} from {came_from} to {here}")
        yield from _in((name,), part_differences(old_unit, unit, catalogue))
    now = {unit.id for unit in group.units}
    stayed = [unit.id for unit in before.units if unit.id in now]
    if stayed != [unit.id for unit in group.units if unit.id in stayed]:
        yield _another_order(new.ruleset.words.units.capitalize())


def _lead(loaded: LoadedArmy, group: AnyGroup, unit: AnyUnit) -> str:
    """The role of a headquarters or leader, to follow its name."""
    lead = loaded.ruleset.standing(unit, group, loaded.context).lead
    return f" ({lead})" if lead else ""


def _kind(row: UnitRow) -> str:
    return row.subtitle or row.title


def _house_rule_differences(old: LoadedArmy, new: LoadedArmy) -> Iterator[Difference]:
    was, now = dict(old.force.house_rules), dict(new.force.house_rules)
    for switch, ruling in switches(new.ruleset.rulings).items():
        before, after = (keys.get(switch, ruling.default) for keys in (was, now))
        if before != after:
            yield Difference(f"House rule {ruling.id}", ruling.text(before), ruling.text(after))


def _entry_differences(old: LoadedArmy, new: LoadedArmy) -> Iterator[Difference]:
    was = {(entry.kind, entry.key): entry for entry in old.force.entries}
    now = {(entry.kind, entry.key): entry for entry in new.force.entries}
    for place, entry in now.items():
        before = was.get(place)
        if before is None:
            yield Difference(entry.name, NOTHING, "can be chosen", f"{entry.name} can be chosen")
        elif before != entry:
            yield Difference(entry.name, "the earlier version", "updated", f"{entry.name} updated from a catalogue")
    for place, entry in was.items():
        if place not in now:
            yield Difference(entry.name, "can be chosen", NOTHING, f"{entry.name} can no longer be chosen")
