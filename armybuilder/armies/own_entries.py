"""Edits that copy the player's own catalogue entries into a force, which is complete without the catalogue."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from armybuilder.armies.edits import EDITS, Edit, EditData, EditRefused, EditResult, add_units, make_fitting
from armybuilder.armies.inspector import ARMY
from armybuilder.armies.loaded_army import LoadedArmy
from rulesets.core.declarations.catalogue import Catalogue, Entry
from rulesets.core.declarations.fields import entries_used
from rulesets.core.force_document import MAX_ENTRIES
from rulesets.core.forces.force import AnyForce

OwnEdit = Callable[[LoadedArmy, EditData, Catalogue], EditResult]


def find_copy(force: AnyForce, entry: Entry[Any]) -> Entry[Any] | None:
    """The force's copy of an own entry."""
    return next((copy for copy in force.entries if (copy.kind, copy.key) == (entry.kind, entry.key)), None)


def with_copies(force: AnyForce, entry: Entry[Any], own: Catalogue, spec: Any = None) -> AnyForce:
    """The force with a current copy of the entry and copies of missing own entries that it or ``spec`` refers to.

    Raises ``EditRefused`` when there are too many.
    """
    entries = {(each.kind, each.key): each for each in force.entries}
    entries[entry.kind, entry.key] = entry
    specs = [entry.spec] if spec is None else [entry.spec, spec]
    while specs:
        for use in entries_used(specs.pop()):
            own_entry = own.get(use.kind, use.key)
            if own_entry is not None and (use.kind, use.key) not in entries:
                entries[use.kind, use.key] = own_entry
                specs.append(own_entry.spec)
    if len(entries) > MAX_ENTRIES:
        raise EditRefused(f"An army can have at most {MAX_ENTRIES} custom entries.")
    return replace(force, entries=tuple(entries.values()))


def _chosen_entry(data: EditData, own: Catalogue) -> Entry[Any]:
    kind, _, key = data.get("entry", "").partition("/")
    entry = own.get(kind, key)
    if entry is None:
        raise EditRefused("This is no longer in your catalogue. Choose another.")
    return entry


def add_own(loaded: LoadedArmy, data: EditData, own: Catalogue) -> EditResult:
    """Add units of an own entry; an entry whose kind is not a unit only becomes a choice in the forms."""
    entry = _chosen_entry(data, own)
    enlist = loaded.ruleset.kind(entry.kind).enlist
    copy = find_copy(loaded.force, entry)
    force = with_copies(loaded.force, entry, own, enlist(entry) if enlist else None)
    if enlist:
        result = add_units(LoadedArmy(loaded.ruleset, force), data)
        note = "" if copy in (None, entry) else f"; {entry.name} now matches your catalogue"
        return EditResult(result.force, f"{result.summary}{note}", result.at)
    return EditResult(force, f"{entry.name} can be chosen in this {loaded.ruleset.words.force}", data.get("at", ARMY))


def update_own(loaded: LoadedArmy, data: EditData, own: Catalogue) -> EditResult:
    """Update the force's copy of an own entry from the player's catalogue."""
    entry = _chosen_entry(data, own)
    if find_copy(loaded.force, entry) is None:
        raise EditRefused(f"{entry.name} is not used in this {loaded.ruleset.words.force}. Add it first.")
    force = with_copies(loaded.force, entry, own)
    return EditResult(force, f"Updated {entry.name} from your catalogue", data.get("at", ARMY))


OWN_EDITS: Mapping[str, OwnEdit] = {"add-own": add_own, "update-own": update_own}
"""Every edit that needs the player's catalogue, by its name in addresses."""


def make_any_edit(
    name: str,
    loaded: LoadedArmy,
    data: EditData,
    load_own: Callable[[], Catalogue],
    others: Mapping[str, Edit] = {},
) -> EditResult:
    """Make the edit of that name, also one of ``others``; ``load_own`` loads the catalogue for edits of own entries.

    Raises ``KeyError`` for an unknown name, ``EditRefused``, ``FormRefused``.
    """
    if name in OWN_EDITS:
        own, edit = load_own(), OWN_EDITS[name]
        return make_fitting(lambda loaded, data: edit(loaded, data, own), loaded, data)
    return make_fitting({**EDITS, **others}[name], loaded, data)
