"""An army's file: a force and its catalogue entries <-> plain data, strictly, documents of older versions too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulesets.core.catalogue import Entry, EntryKind, Source
from rulesets.core.codec import (
    BAD,
    Path,
    Problems,
    Reader,
    anything,
    choice_reader,
    collected,
    encode,
    list_reader,
    number_reader,
    object_reader,
    part_reader,
    read_bool,
    text_reader,
)
from rulesets.core.declarations import NAME_LENGTH, Ask
from rulesets.core.force import Force, Group, Unit
from rulesets.core.house_rules import Ruling, switches
from rulesets.core.ruleset import AnyRuleset

SCHEMA = 2
"""Version of the force document; older versions are upgraded on reading, step by step."""

MAX_UNITS = 3000
MAX_GROUPS = 300
MAX_ENTRIES = 500
NOTES_LENGTH = 4000
ID_LENGTH = 12


def encode_entry(entry: Entry[Any]) -> dict[str, Any]:
    """A catalogue entry as plain data."""
    return {
        "kind": entry.kind,
        "key": entry.key,
        "name": entry.name,
        "cite": entry.cite,
        "source": entry.source.value,
        "spec": encode(entry.spec),
    }


def encode_force(force: Force[Any, Any, Any]) -> dict[str, Any]:
    """A force as plain data, ready for JSON."""
    return {
        "schema": SCHEMA,
        "ruleset": force.ruleset,
        "name": force.name,
        "notes": force.notes,
        "spec": encode(force.spec),
        "house_rules": dict(force.house_rules),
        "entries": [encode_entry(entry) for entry in force.entries],
        "serial": force.serial,
        "groups": [
            {
                "id": group.id,
                "name": group.name,
                "notes": group.notes,
                "spec": encode(group.spec),
                "units": [
                    {
                        "id": unit.id,
                        "name": unit.name,
                        "notes": unit.notes,
                        "locked": unit.locked,
                        "spec": encode(unit.spec),
                    }
                    for unit in group.units
                ],
            }
            for group in force.groups
        ],
    }


def decode_force(ruleset: AnyRuleset, data: Any) -> Force[Any, Any, Any]:
    """Plain data as a force of that game; raises ``CodecError``.

    A document of an older version is upgraded first. References to entries that do not exist are kept (validation
    reports them); the ids of groups and units are checked for being unique, and missing ids are given.
    """
    result: Force[Any, Any, Any] = collected(lambda problems: _read_force(ruleset, data, problems))
    return result


def decode_entry(kind: EntryKind[Any], data: Any) -> Entry[Any]:
    """Plain data as one catalogue entry of that kind; raises ``CodecError``."""
    result: Entry[Any] = collected(lambda problems: _entry_reader((kind,))(data, (), problems))
    return result


_name = text_reader(NAME_LENGTH)
_notes = text_reader(NOTES_LENGTH)
_id = text_reader(ID_LENGTH)


def _read_force(ruleset: AnyRuleset, data: Any, problems: Problems) -> Any:
    if isinstance(data, dict):
        data = _upgraded(data, problems)
        if data.get("ruleset") != ruleset.slug:
            problems.add(("ruleset",), f"should be {ruleset.slug!r}: this is no {ruleset.title} army")
            return BAD
    force = _force_reader(ruleset)(data, (), problems)
    if problems.found:
        return BAD
    _check_ids(force, problems)
    return force.with_ids()


def _force_reader(ruleset: AnyRuleset) -> Reader:
    """A reader for one force, which counts its units on the way."""
    unit = object_reader(
        {"id": _id, "spec": part_reader(ruleset.unit), "name": _name, "notes": _notes, "locked": read_bool},
        Unit,
        absent={"id": "", "spec": {}},
    )
    units = list_reader(unit, MAX_UNITS, ruleset.words.units)
    count = 0

    def counted_units(data: Any, path: Path, problems: Problems) -> Any:
        nonlocal count
        if type(data) is list and len(data) <= MAX_UNITS:
            count += len(data)
            if count > MAX_UNITS:
                problems.add(path, f"brings the army to {count} {ruleset.words.units}, at most {MAX_UNITS} fit")
                return BAD
        return units(data, path, problems)

    group = object_reader(
        {"id": _id, "name": _name, "spec": part_reader(ruleset.group), "units": counted_units, "notes": _notes},
        Group,
        absent={"id": "", "name": "", "spec": {}},
    )
    readers = {
        "schema": anything,
        "ruleset": anything,
        "name": _name,
        "spec": part_reader(ruleset.force),
        "groups": list_reader(group, MAX_GROUPS, ruleset.words.groups),
        "notes": _notes,
        "house_rules": _house_rules_reader(ruleset.rulings),
        "entries": list_reader(_entry_reader(ruleset.kinds), MAX_ENTRIES, "catalogue entries"),
        "serial": number_reader(Ask("Serial", min=0, max=10**9 - 1)),
    }
    return object_reader(readers, _force, absent={"name": "", "spec": {}})


def _force(schema: int = SCHEMA, **values: Any) -> Force[Any, Any, Any]:
    return Force(**values)


def _with_locks(data: Mapping[str, Any]) -> dict[str, Any]:
    """From version 1, in which no unit could be locked."""

    def unlocked(unit: Any) -> Any:
        return {"locked": False, **unit} if isinstance(unit, dict) else unit

    def group_of_version_2(group: Any) -> Any:
        if not isinstance(group, dict) or type(group.get("units")) is not list:
            return group
        return {**group, "units": [unlocked(unit) for unit in group["units"]]}

    groups = data.get("groups")
    return {**data, "groups": [group_of_version_2(group) for group in groups]} if type(groups) is list else dict(data)


UPGRADES: dict[int, Callable[[Mapping[str, Any]], dict[str, Any]]] = {1: _with_locks}
"""By version, the step that makes a document one of the next. What a step does not understand is left to the reader."""


def _upgraded(data: dict[str, Any], problems: Problems) -> dict[str, Any]:
    """The document as one of the present version; one that names no version is taken for such."""
    version = data.get("schema", SCHEMA)
    if type(version) is not int or version < 1:
        problems.add(("schema",), f"should be the number of a version, from 1 to {SCHEMA}")
        return data
    if version > SCHEMA:
        problems.add(("schema",), f"should be {SCHEMA} at most: this file is of a later version")
        return data
    for older in range(version, SCHEMA):
        data = UPGRADES[older](data)
    return data


def _house_rules_reader(rulings: tuple[Ruling, ...]) -> Reader:
    readers = {switch: choice_reader({key: key for key in ruling.keys}) for switch, ruling in switches(rulings).items()}
    return object_reader(readers, lambda **chosen: tuple(chosen.items()))


def _entry_reader(kinds: tuple[EntryKind[Any], ...]) -> Reader:
    by_kind = {
        kind.slug: object_reader(
            {
                "kind": anything,
                "key": _name,
                "name": _name,
                "spec": part_reader(kind.spec),
                "cite": _name,
                "source": choice_reader({source.value: source for source in Source}),
            },
            Entry,
            absent={"key": "", "name": "", "spec": {}},
        )
        for kind in kinds
    }
    read_kind = choice_reader(by_kind)

    def read(data: Any, path: Path, problems: Problems) -> Any:
        if not isinstance(data, dict):
            return next(iter(by_kind.values()))(data, path, problems)
        reader = read_kind(data.get("kind"), (*path, "kind"), problems)
        return BAD if reader is BAD else reader(data, path, problems)

    return read


def _check_ids(force: Force[Any, Any, Any], problems: Problems) -> None:
    seen: set[str] = set()
    for index, group in enumerate(force.groups):
        here: Path = ("groups", index)
        for path, name in [((*here, "id"), group.id)] + [
            ((*here, "units", place, "id"), unit.id) for place, unit in enumerate(group.units)
        ]:
            if name and not name.isalnum():
                problems.add(path, "should be letters and digits only")
            elif name and name in seen:
                problems.add(path, f"{name!r} is used twice")
            seen.add(name)
