"""The edits of the builder: each turns a loaded force and form data into the next force, with a summary in words.

This module is the complete list of what can be done to an army.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from armybuilder.armies.comparison import changes as differences_in_words
from armybuilder.armies.comparison import group_name, part_differences, unit_name
from armybuilder.armies.documents import BadFile, army_of
from armybuilder.armies.inspector import (
    ARMY,
    HOUSE_RULES,
    ChosenPart,
    HouseRulesForm,
    PartForm,
    choose,
    house_rules_form,
    part_form,
)
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.schema_forms.names import free_name
from armybuilder.schema_forms.plain import blank_item
from rulesets.core.declarations.codec import encode, merge
from rulesets.core.declarations.fields import (
    NAME_LENGTH,
    Field,
    Kind,
    fields_of,
    may_name_units,
    units_named,
    with_value,
)
from rulesets.core.declarations.problems import Problem
from rulesets.core.force_document import MAX_GROUPS, MAX_UNITS, encode_force
from rulesets.core.forces import force as parts
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import AnyForce, AnyGroup, AnyUnit, NoSuchPart, Unit
from rulesets.core.wording import count_of

MAX_COPIES = 50
"""How many units one tap may add."""

CHANGEABLE = ("name", "notes", "locked", "spec", "house_rules")
"""The keys of a part's document that ``change_part`` may change, if the part has them."""

EditData = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class EditResult:
    """The result of an edit: the next force, a summary of the change, and the part to show next.

    ``form`` is the bound form when it has a new row that is not stored yet.
    """

    force: AnyForce
    summary: str
    at: str
    form: PartForm | None = None


class EditRefused(ValueError):
    """An edit that cannot be made; the message says why and what to do instead."""


class FormRefused(Exception):
    """An edit whose form has errors; ``form`` shows them, ``chosen`` is the part to change."""

    def __init__(self, chosen: ChosenPart, form: PartForm | HouseRulesForm) -> None:
        """Keep both for the page."""
        super().__init__("the form has errors")
        self.chosen = chosen
        self.form = form


Edit = Callable[[LoadedArmy, EditData], EditResult]


def make_edit(name: str, loaded: LoadedArmy, data: EditData) -> EditResult:
    """The edit of that name; raises ``KeyError`` for an unknown name, ``EditRefused``, ``FormRefused``."""
    return make_fitting(EDITS[name], loaded, data)


def make_fitting(edit: Edit, loaded: LoadedArmy, data: EditData) -> EditResult:
    """The result of an edit if it fits into a force; raises ``EditRefused``, ``FormRefused``."""
    words = loaded.ruleset.words
    try:
        result = edit(loaded, data)
    except NoSuchPart:
        raise EditRefused(f"This {words.unit} or {words.group} is no longer in the {words.force}.") from None
    if len(result.force.groups) > MAX_GROUPS:
        raise EditRefused(f"Each {words.force} can have at most {MAX_GROUPS} {words.groups}.")
    if sum(len(group.units) for group in result.force.groups) > MAX_UNITS:
        raise EditRefused(f"Each {words.force} can have at most {MAX_UNITS} rows of {words.units}.")
    return result


def _whole(loaded: LoadedArmy, force: AnyForce) -> LoadedArmy:
    return replace(loaded, force=force)


def _group(loaded: LoadedArmy, data: EditData, name: str = "group") -> AnyGroup:
    return loaded.force.group(data.get(name, ""))


def _unit(loaded: LoadedArmy, data: EditData) -> tuple[AnyGroup, AnyUnit]:
    return loaded.force.unit(data.get("unit", ""))


def _free_name(loaded: LoadedArmy, name: str) -> str:
    """The name for a group, followed by a number when another group already has it."""
    return free_name(name, (group.name for group in loaded.force.groups), NAME_LENGTH)


def _new_group(loaded: LoadedArmy) -> LoadedArmy:
    name = _free_name(loaded, f"{loaded.ruleset.words.group.capitalize()} {len(loaded.force.groups) + 1}")
    force = parts.add_group(loaded.force, name, loaded.ruleset.group())
    return _whole(loaded, loaded.ruleset.with_group_added(force))


def _settings_changed(loaded: LoadedArmy, force: AnyForce) -> str:
    """What else an edit changed in the settings of the force, to end its summary; usually nothing."""
    changed = replace(loaded.force, spec=force.spec)
    differences = part_differences(loaded.force, changed, loaded.context.catalogue)
    return "".join(f"; {each.sentence}" for each in differences)


# --- units -------------------------------------------------------------------------------------------


def _times(data: EditData) -> int:
    times = {str(number): number for number in range(1, MAX_COPIES + 1)}.get(data.get("times", "1"))
    if times is None:
        raise EditRefused(f"Add between 1 and {MAX_COPIES} at a time.")
    return times


def add_units(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Add units of a catalogue entry (``entry`` is ``kind/key``) to the group ``into``, or to a new one."""
    kind_slug, _, key = data.get("entry", "").partition("/")
    kind = next((kind for kind in loaded.ruleset.kinds if kind.slug == kind_slug), None)
    entry = loaded.context.catalogue.get(kind_slug, key)
    if kind is None or kind.enlist is None or entry is None:
        raise EditRefused("This is no longer in the catalogue. Choose another.")
    times = _times(data)
    if data.get("into") not in {group.id for group in loaded.force.groups}:
        loaded = _new_group(loaded)
        group = loaded.force.groups[-1]
    else:
        group = _group(loaded, data, "into")
    force = parts.add_units(
        loaded.force, group.id, tuple(Unit("", spec) for spec in kind.several(kind.enlist(entry), times))
    )
    return EditResult(
        force, f"Added {times} × {entry.name} to {group_name(loaded, group)}", force.group(group.id).units[-1].id
    )


def copy_unit(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Copy a unit, right after it, without options that only one unit may have."""
    group, unit = _unit(loaded, data)
    force = parts.copy_unit(loaded.force, unit.id)
    copied = force.group(group.id).units[group.units.index(unit) + 1]
    force = _without_unique_marks(_whole(loaded, force), copied)
    summary = f"Added one more {unit_name(loaded, group, unit)} to {group_name(loaded, group)}"
    return EditResult(force, summary, copied.id)


def _without_unique_marks(loaded: LoadedArmy, copied: AnyUnit) -> AnyForce:
    """The force without those ticks of the copy that are errors only because another unit has them too."""
    for field in fields_of(type(copied.spec)):
        if field.kind is Kind.BOOL and field.default is False and getattr(copied.spec, field.name):
            plain = replace(loaded.force.unit(copied.id)[1].spec, **{field.name: False})
            without = _whole(loaded, parts.change_unit(loaded.force, copied.id, spec=plain))
            if without.count(Severity.ERROR) < loaded.count(Severity.ERROR):
                loaded = without
    return loaded.force


def remove_unit(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Remove a unit; the part to show next is its neighbour."""
    group, unit = _unit(loaded, data)
    force = parts.remove_unit(loaded.force, unit.id)
    remaining = force.group(group.id).units
    at = remaining[min(group.units.index(unit), len(remaining) - 1)].id if remaining else group.id
    return EditResult(force, f"Removed {unit_name(loaded, group, unit)} from {group_name(loaded, group)}", at)


def unit_up(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Move a unit one place up; from the first place to the end of the previous group."""
    return _shift_unit(loaded, data, -1)


def unit_down(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Move a unit one place down; from the last place to the start of the next group."""
    return _shift_unit(loaded, data, 1)


def _shift_unit(loaded: LoadedArmy, data: EditData, by: int) -> EditResult:
    group, unit = _unit(loaded, data)
    place = group.units.index(unit) + by
    if not 0 <= place < len(group.units):
        beside = loaded.force.groups.index(group) + by
        if not 0 <= beside < len(loaded.force.groups):
            return EditResult(loaded.force, "", unit.id)
        group = loaded.force.groups[beside]
        place = len(group.units) if by < 0 else 0
    return _move(loaded, unit, group, place, data)


def move_unit(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Move a unit to the end of the group ``to``, or before the unit ``before`` in it."""
    _, unit = _unit(loaded, data)
    to = _group(loaded, data, "to")
    return _move(loaded, unit, to, _place_before(to.units, unit, data), data)


def _place_before(items: tuple[AnyUnit | AnyGroup, ...], part: AnyUnit | AnyGroup, data: EditData) -> int | None:
    """The place of the part ``before`` among the other items; ``None`` for the end."""
    before = data.get("before")
    if not before:
        return None
    others = [item.id for item in items if item.id != part.id]
    if before not in others:
        raise NoSuchPart(before)
    return others.index(before)


def lock_unit(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Lock a unit, so that suggestions leave it as it is."""
    return _set_lock(loaded, data, True)


def unlock_unit(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Unlock a unit, so that suggestions may change it."""
    return _set_lock(loaded, data, False)


def _set_lock(loaded: LoadedArmy, data: EditData, locked: bool) -> EditResult:
    group, unit = _unit(loaded, data)
    force = parts.change_unit(loaded.force, unit.id, locked=locked)
    return EditResult(force, f"{'Locked' if locked else 'Unlocked'} {unit_name(loaded, group, unit)}", unit.id)


def _move(loaded: LoadedArmy, unit: AnyUnit, to: AnyGroup, place: int | None, data: EditData) -> EditResult:
    group, _ = _unit(loaded, data)
    force = parts.move_unit(loaded.force, unit.id, to.id, place)
    where = f"place {place + 1} of " if place is not None else ""
    return EditResult(force, f"Moved {unit_name(loaded, group, unit)} to {where}{group_name(loaded, to)}", unit.id)


# --- groups ------------------------------------------------------------------------------------------


def add_template(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Add a ready group after the others."""
    template = next((each for each in loaded.ruleset.templates if each.slug == data.get("template")), None)
    if template is None:
        raise EditRefused(f"There is no such ready-made {loaded.ruleset.words.group}. Choose another.")
    name = _free_name(loaded, template.title)
    units = tuple(Unit("", spec, unit_title) for unit_title, spec in template.units)
    force = loaded.ruleset.with_group_added(parts.add_group(loaded.force, name, template.group, units))
    words = loaded.ruleset.words
    size = loaded.ruleset.count_units(force.groups[-1:], loaded.context)
    added = f"Added {name} with {count_of(size, words.unit, words.units)}"
    return EditResult(force, f"{added}{_settings_changed(loaded, force)}", force.groups[-1].id)


def add_group(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Add an empty group after the others."""
    force = _new_group(loaded).force
    return EditResult(force, f"Added {force.groups[-1].name}{_settings_changed(loaded, force)}", force.groups[-1].id)


def copy_group(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Copy a group, right after it."""
    group = _group(loaded, data)
    force = parts.copy_group(loaded.force, group.id, _free_name(loaded, group_name(loaded, group)))
    force = loaded.ruleset.with_group_added(force)
    copied = force.groups[force.groups.index(force.group(group.id)) + 1]
    summary = f"Copied {group_name(loaded, group)} as {copied.name}{_settings_changed(loaded, force)}"
    return EditResult(force, summary, copied.id)


def remove_group(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Remove a group with its units."""
    group = _group(loaded, data)
    force = parts.remove_group(loaded.force, group.id)
    words = loaded.ruleset.words
    units = count_of(loaded.count_in(group), words.unit, words.units)
    return EditResult(force, f"Removed {group_name(loaded, group)} with {units}", ARMY)


def group_up(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Move a group one place up."""
    return _shift_group(loaded, data, -1, "up")


def group_down(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Move a group one place down."""
    return _shift_group(loaded, data, 1, "down")


def move_group(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Move a group before the group ``before``, or after all others."""
    group = _group(loaded, data)
    place = _place_before(loaded.force.groups, group, data)
    if place is None:
        place = len(loaded.force.groups) - 1
    force = parts.move_group(loaded.force, group.id, place)
    return EditResult(force, f"Moved {group_name(loaded, group)} to place {place + 1}", group.id)


def _shift_group(loaded: LoadedArmy, data: EditData, by: int, direction: str) -> EditResult:
    group = _group(loaded, data)
    place = loaded.force.groups.index(group) + by
    force = parts.move_group(loaded.force, group.id, max(0, place))
    return EditResult(force, f"Moved {group_name(loaded, group)} {direction}", group.id)


# --- forms -------------------------------------------------------------------------------------------


def _values(loaded: LoadedArmy, chosen: ChosenPart, data: EditData) -> tuple[dict[str, Any], bool]:
    """The name, notes and spec to store, and whether the form has rows that are not stored yet."""
    form = part_form(loaded, chosen, data, with_marks=False)
    if not form.is_valid():
        raise FormRefused(chosen, _form(loaded, chosen, data))
    spec = _without_open_rows(chosen.part.spec, form.values["spec"])
    return {**form.values, "spec": spec}, spec != form.values["spec"]


def _form(loaded: LoadedArmy, chosen: ChosenPart, data: EditData) -> PartForm:
    """The bound form, with errors at its fields."""
    form = part_form(loaded, chosen, data)
    form.is_valid()
    return form


def _without_open_rows(before: Any, spec: Any) -> Any:
    """The spec without new rows that are still blank, which have no catalogue entry yet."""
    for field in fields_of(type(spec)):
        if field.item is None or not _takes_an_entry(field.item):
            continue
        rows, untouched = getattr(spec, field.name) or (), blank_item(field.item)
        is_open = [encode(row) == untouched for row in rows]
        new = sum(is_open) - sum(encode(row) == untouched for row in getattr(before, field.name) or ())
        # Rows are added at the end.
        open_places = {place for place in range(len(rows)) if is_open[place] and sum(is_open[place:]) <= new}
        if open_places:
            spec = replace(
                spec, **{field.name: tuple(row for place, row in enumerate(rows) if place not in open_places)}
            )
    return spec


def _takes_an_entry(item: Field) -> bool:
    if item.kind is Kind.PART:
        return any(field.kind is Kind.ENTRY for field in fields_of(item.type))
    return item.kind is Kind.ENTRY


def _form_result(loaded: LoadedArmy, force: AnyForce, summary: str, at: str, data: EditData, more: bool) -> EditResult:
    """The result of a form; ``more``: it has rows that are not stored yet, so it is shown again."""
    return EditResult(force, summary, at, _form(_whole(loaded, force), choose(force, at), data) if more else None)


def _change_summary(name: str, old: Any, new: Any, loaded: LoadedArmy) -> str:
    differences = part_differences(old, new, loaded.context.catalogue)
    return f"{name}: {'; '.join(difference.sentence for difference in differences)}"


def change_unit(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Change the name, notes or settings of a unit; with ``equals`` of all in its row."""
    group, unit = _unit(loaded, data)
    values, more = _values(loaded, ChosenPart(unit.id, unit, group), data)
    equals = loaded.group_item(group.id).equals_of(unit.id) if data.get("equals") else ()
    force = loaded.force
    for changed in [each.unit for each in equals] or [unit]:
        force = _with_references_renamed(loaded, parts.change_unit(force, changed.id, **values), changed)
    times = f"{len(equals)} × " if len(equals) > 1 else ""
    summary = _change_summary(f"{times}{unit_name(loaded, group, unit)}", unit, force.unit(unit.id)[1], loaded)
    return _form_result(loaded, force, summary, unit.id, data, more)


def _with_references_renamed(loaded: LoadedArmy, force: AnyForce, renamed: AnyUnit) -> AnyForce:
    """The force in which other units refer to the renamed unit by its new name."""
    before = unit_name(loaded, *loaded.force.unit(renamed.id))
    now = unit_name(_whole(loaded, force), *force.unit(renamed.id))
    if before == now or not now or not may_name_units(loaded.ruleset.unit):
        return force
    for group, unit in loaded.force.units():
        for path, name in units_named(unit.spec):
            if [match.id for match in loaded.context.unit_names.find(name, group, unit)] == [renamed.id]:
                spec = with_value(force.unit(unit.id)[1].spec, path, now)
                force = parts.change_unit(force, unit.id, spec=spec)
    return force


def change_group(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Change the name, notes or settings of a group."""
    group = _group(loaded, data)
    values, more = _values(loaded, ChosenPart(group.id, group, group), data)
    force = parts.change_group(loaded.force, group.id, **values)
    summary = _change_summary(group_name(loaded, group), group, force.group(group.id), loaded)
    return _form_result(loaded, force, summary, group.id, data, more)


def change_army(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Change the name, notes or settings of the force."""
    values, more = _values(loaded, choose(loaded.force, ARMY), data)
    force = replace(loaded.force, **values)
    summary = _change_summary(loaded.ruleset.words.force.capitalize(), loaded.force, force, loaded)
    return _form_result(loaded, force, summary, ARMY, data, more)


def change_part(loaded: LoadedArmy, at: str, changes: Mapping[str, Any]) -> EditResult:
    """Apply changes in the format of army files to a unit, a group or the force (``the-army``).

    Keys that are left out stay. Raises ``EditRefused`` for a part that does not exist, and ``BadFile``.
    """
    document = encode_force(loaded.force)
    path, part = _in_document(document, at)
    names = [name for name in CHANGEABLE if name in part]
    wrong = [Problem(name, f"use one of {', '.join(names)}") for name in changes if name not in names]
    if wrong:
        raise BadFile(*wrong)
    part |= merge(part, changes)
    try:
        force = army_of(document).force
    except BadFile as bad:
        raise BadFile(*(Problem(each.path.removeprefix(path), each.message) for each in bad.problems)) from None
    chosen = choose(loaded.force, at)
    if chosen.kind == "unit":
        force = _with_references_renamed(loaded, force, chosen.part)
    return EditResult(force, "; ".join(differences_in_words(loaded, _whole(loaded, force))), at)


def _in_document(document: dict[str, Any], at: str) -> tuple[str, dict[str, Any]]:
    """The path of a part in the army's document, and its plain data."""
    if at == ARMY:
        return "", document
    for number, group in enumerate(document["groups"]):
        if group["id"] == at:
            return f"groups[{number}].", group
        for place, unit in enumerate(group["units"]):
            if unit["id"] == at:
                return f"groups[{number}].units[{place}].", unit
    raise EditRefused("This part is not in the army. Choose another.")


def change_house_rules(loaded: LoadedArmy, data: EditData) -> EditResult:
    """Change the house rules of the force."""
    form = house_rules_form(loaded, data)
    if not form.is_valid():
        raise FormRefused(choose(loaded.force, HOUSE_RULES), form)
    force = replace(loaded.force, house_rules=form.readings())
    old, new = dict(loaded.force.house_rules), dict(force.house_rules)
    ruling_ids = [ruling.id for ruling in form.switches if old.get(ruling.switch) != new.get(ruling.switch)]
    return EditResult(force, f"House rules: {', '.join(ruling_ids)}", HOUSE_RULES)


EDITS: Mapping[str, Edit] = {
    function.__name__.replace("_", "-"): function
    for function in (
        add_units,
        copy_unit,
        change_unit,
        remove_unit,
        unit_up,
        unit_down,
        move_unit,
        lock_unit,
        unlock_unit,
        add_template,
        add_group,
        copy_group,
        change_group,
        remove_group,
        group_up,
        group_down,
        move_group,
        change_army,
        change_house_rules,
    )
}
"""Every edit by the name it has in addresses."""
