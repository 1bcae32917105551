"""An army's file: a force and its catalogue entries <-> plain data, strictly; older versions are upgraded.

Reader and JSON Schema come from one list of the document's keys.
"""

from collections.abc import Callable, Mapping
from typing import Any

from rulesets.core.declarations.catalogue import Entry, EntryKind, Source
from rulesets.core.declarations.codec import (
    BAD,
    Path,
    Problems,
    choice_reader,
    encode,
    number_reader,
    read_anything,
    read_bool,
    read_strictly,
    text_reader,
)
from rulesets.core.declarations.fields import NAME_LENGTH, Ask
from rulesets.core.declarations.json_schema import text_schema
from rulesets.core.declarations.values import (
    Value,
    choice_value,
    list_value,
    object_value,
    part_value,
    readings_value,
    text_value,
)
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.ruleset import AnyRuleset

SCHEMA = 2
"""Version of the force document; older versions are upgraded on reading, step by step."""

MAX_UNITS = 3000
MAX_GROUPS = 300
MAX_ENTRIES = 500
NOTES_LENGTH = 4000
ID_LENGTH = 12
MAX_SERIAL = 10**9 - 1


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

    A document of an older version is upgraded first. References to missing entries are kept (validation reports them);
    the ids of groups and units must be unique, and missing ids are filled in. A group may already be decoded.
    """
    result: Force[Any, Any, Any] = read_strictly(lambda problems: _read_force(ruleset, data, problems))
    return result


def decode_entry(kind: EntryKind[Any], data: Any) -> Entry[Any]:
    """Plain data as one catalogue entry of that kind; raises ``CodecError``."""
    result: Entry[Any] = _entry_value((kind,)).decode(data)
    return result


_NAME = text_value(NAME_LENGTH)
_NOTES = text_value(NOTES_LENGTH)
_ID = Value(text_reader(ID_LENGTH), lambda: {**text_schema(ID_LENGTH), "pattern": "^[A-Za-z0-9]*$"})
_LOCKED = Value(
    read_bool, lambda: {"type": "boolean", "description": "Suggestions leave it as it is.", "default": False}
)
_SERIAL = Value(
    number_reader(Ask("Serial", min=0, max=MAX_SERIAL)),
    lambda: {"type": "integer", "minimum": 0, "maximum": MAX_SERIAL, "title": "Last number given to a part"},
)


def force_schema(ruleset: AnyRuleset) -> dict[str, Any]:
    """The JSON Schema of a game's forces as plain data."""
    return _force_value(ruleset).schema() | {"required": ["ruleset"]}


def _read_force(ruleset: AnyRuleset, data: Any, problems: Problems) -> Any:
    if isinstance(data, dict):
        data = _upgraded(data, problems)
        if data.get("ruleset") != ruleset.slug:
            problems.add(("ruleset",), f"this is not a {ruleset.title} army, for which the ruleset is {ruleset.slug!r}")
            return BAD
    force = _force_value(ruleset).read(data, (), problems)
    if problems.found:
        return BAD
    _check_ids(force, problems)
    return force.with_ids()


def _force_value(ruleset: AnyRuleset) -> Value:
    """The value of a whole force; its reader counts the units and can be used only once."""
    words = ruleset.words
    unit = object_value(
        {"id": _ID, "spec": part_value(ruleset.unit), "name": _NAME, "notes": _NOTES, "locked": _LOCKED},
        Unit,
        absent={"id": "", "spec": {}},
    )
    units = _counted(list_value(unit, MAX_UNITS, words.units, title=words.units), words.units)
    group = object_value(
        {"id": _ID, "name": _NAME, "spec": part_value(ruleset.group), "units": units, "notes": _NOTES},
        Group,
        absent={"id": "", "name": "", "spec": {}},
    )

    def read_group(data: Any, path: Path, problems: Problems) -> Any:
        return data if isinstance(data, Group) else group.read(data, path, problems)

    entry = _entry_value(ruleset.kinds)
    values = {
        "schema": Value(read_anything, lambda: {"const": SCHEMA, "description": "The version of this format."}),
        "ruleset": Value(read_anything, lambda: {"const": ruleset.slug}),
        "name": _NAME,
        "spec": part_value(ruleset.force),
        "groups": list_value(Value(read_group, group.schema), MAX_GROUPS, words.groups, title=words.groups),
        "notes": _NOTES,
        "house_rules": readings_value(ruleset.rulings, lambda **readings: tuple(readings.items())),
        "entries": list_value(entry, MAX_ENTRIES, "catalogue entries", title="Custom entries that are used"),
        "serial": _SERIAL,
    }
    return object_value(values, lambda schema=SCHEMA, **rest: Force(**rest), absent={"name": "", "spec": {}})


def _counted(unit_list: Value, units: str) -> Value:
    """The units of a group, which are refused if the army has too many with them."""
    count = 0

    def read(data: Any, path: Path, problems: Problems) -> Any:
        nonlocal count
        # Counted as they are read, so that an army too large is refused before all of it is built.
        if type(data) is list and len(data) <= MAX_UNITS:
            count += len(data)
            if count > MAX_UNITS:
                problems.add(path, f"the army has {count} rows of {units} with these. The limit is {MAX_UNITS}")
                return BAD
        return unit_list.read(data, path, problems)

    return Value(read, unit_list.schema)


def _with_locks(data: Mapping[str, Any]) -> dict[str, Any]:
    """Upgrade from version 1, in which no unit could be locked."""

    def unlocked(unit: Any) -> Any:
        return {"locked": False, **unit} if isinstance(unit, dict) else unit

    def group_of_version_2(group: Any) -> Any:
        if not isinstance(group, dict) or type(group.get("units")) is not list:
            return group
        return {**group, "units": [unlocked(unit) for unit in group["units"]]}

    groups = data.get("groups")
    return {**data, "groups": [group_of_version_2(group) for group in groups]} if type(groups) is list else dict(data)


UPGRADES: dict[int, Callable[[Mapping[str, Any]], dict[str, Any]]] = {1: _with_locks}
"""By version, the function that upgrades a document to the next; it leaves malformed data to the reader."""


def _upgraded(data: dict[str, Any], problems: Problems) -> dict[str, Any]:
    """The document upgraded to the current version, which one without a version is taken to have."""
    version = data.get("schema", SCHEMA)
    if type(version) is not int or version < 1:
        problems.add(("schema",), f"give a version, from 1 to {SCHEMA}")
        return data
    if version > SCHEMA:
        problems.add(("schema",), f"this file is from a newer version of the site. This one reads {SCHEMA} and less")
        return data
    for older in range(version, SCHEMA):
        data = UPGRADES[older](data)
    return data


_SOURCE = choice_value({source.value: source for source in Source})


def _kind_value(kind: EntryKind[Any]) -> Value:
    values = {
        "kind": Value(read_anything, lambda: {"const": kind.slug}),
        "key": _NAME,
        "name": _NAME,
        "spec": part_value(kind.spec),
        "cite": _NAME,
        "source": _SOURCE,
    }
    entry = object_value(values, Entry, absent={"key": "", "name": "", "spec": {}})
    return Value(entry.read, lambda: entry.schema() | {"required": ["kind"]})


def _entry_value(kinds: tuple[EntryKind[Any], ...]) -> Value:
    by_kind = {kind.slug: _kind_value(kind) for kind in kinds}
    read_kind = choice_reader(by_kind)

    def read(data: Any, path: Path, problems: Problems) -> Any:
        if not isinstance(data, dict):
            return next(iter(by_kind.values())).read(data, path, problems)
        value = read_kind(data.get("kind"), (*path, "kind"), problems)
        return BAD if value is BAD else value.read(data, path, problems)

    return Value(read, lambda: {"anyOf": [value.schema() for value in by_kind.values()]})


def _check_ids(force: Force[Any, Any, Any], problems: Problems) -> None:
    ids: set[str] = set()
    for index, group in enumerate(force.groups):
        here: Path = ("groups", index)
        for path, name in [((*here, "id"), group.id)] + [
            ((*here, "units", place, "id"), unit.id) for place, unit in enumerate(group.units)
        ]:
            if name and not name.isalnum():
                problems.add(path, "use letters and digits only")
            elif name and name in ids:
                problems.add(path, f"{name!r} is used twice")
            ids.add(name)
