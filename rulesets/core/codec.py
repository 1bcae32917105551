"""Typed values <-> plain data (dicts, lists, texts, whole numbers, booleans, None), strictly.

``decode`` refuses unknown keys, wrong types and values outside a declaration's bounds, and says where:
every ``Problem`` carries a path such as ``groups[2].units[0].spec.mode``.
"""

from __future__ import annotations

import dataclasses
import difflib
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from rulesets.core.catalogue import Entry, EntryKind, Source
from rulesets.core.declarations import Choice, Field, Kind, fields_of, once_a_spec
from rulesets.core.force import Force, Group, Unit
from rulesets.core.house_rules import Ruling, switches

if typing.TYPE_CHECKING:
    from rulesets.core.ruleset import AnyRuleset

SCHEMA = 2
"""Version of the force document; older versions are upgraded on reading, step by step."""

MAX_UNITS = 3000
MAX_GROUPS = 300
MAX_ENTRIES = 500
MAX_PROBLEMS = 20
NAME_LENGTH = 80
NOTES_LENGTH = 4000
ID_LENGTH = 12
UNKNOWN = "is not known here"
"""How the message about a key that a declaration lacks begins."""

S = TypeVar("S")
Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong in plain data: where (``path``, empty for the whole) and what would be right."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{self.path}: {self.message}" if self.path else self.message


class CodecError(ValueError):
    """Plain data that is no such value; ``problems`` holds the first twenty."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        """Keep the problems; the exception's text is one line each."""
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class _Enough(Exception):
    """Raised inside when the list of problems is full."""


class Problems:
    """Gathers problems while data is read."""

    def __init__(self) -> None:
        """Start with none."""
        self.found: list[Problem] = []

    def add(self, path: Path, message: str) -> None:
        """Note one; ends the reading when the list is full."""
        self.found.append(Problem(_written(path), message))
        if len(self.found) >= MAX_PROBLEMS:
            raise _Enough


def _written(path: Path) -> str:
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else (f".{part}" if text else part)
    return text


def _named(value: Any) -> str:
    if value is None:
        return "nothing (null)"
    names = {bool: "yes or no", int: "a whole number", float: "a decimal number", str: "a text", list: "a list"}
    return names.get(type(value), "an object")


_BAD: Any = object()
"""Stands for a value that could not be read; never leaves this module."""

Reader = Callable[[Any, Path, Problems], Any]

_PLAIN = frozenset({str, int, bool, type(None)})
"""Types of values that are plain data themselves."""


def encode(value: Any) -> Any:
    """A declaration's value as plain data; every field is written, so that later defaults change nothing."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Choice):
        return value.value
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {name: encode(getattr(value, name)) for name in _names(type(value))}
    return value


@once_a_spec
def _names(spec: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields_of(spec))


def decode(spec: type[S], data: Any) -> S:
    """Plain data as a value of the declaration ``spec``; raises ``CodecError`` with every problem's path."""
    return typing.cast(S, _collected(lambda problems: part_reader(spec)(data, (), problems)))


def _collected(read: Callable[[Problems], Any]) -> Any:
    problems = Problems()
    try:
        value = read(problems)
    except _Enough:
        value = _BAD
    if problems.found:
        raise CodecError(tuple(problems.found))
    return value


def _known_keys(data: Mapping[Any, Any], known: frozenset[str], path: Path, problems: Problems) -> None:
    for key in data:
        if key not in known:
            near = difflib.get_close_matches(str(key)[:NAME_LENGTH], known, 1)
            hint = f"; did you mean {near[0]!r}?" if near else f"; known are {', '.join(sorted(known))}"
            problems.add((*path, str(key)[:NAME_LENGTH]), f"{UNKNOWN}{hint}")


@once_a_spec
def part_reader(spec: type[Any]) -> Reader:
    """A reader for one declaration, made once."""
    parts = [(field, _value_reader(field)) for field in fields_of(spec)]
    known = frozenset(field.name for field, _ in parts)

    def read(data: Any, path: Path, problems: Problems) -> Any:
        if not isinstance(data, dict):
            problems.add(
                path, f"should be an object with {', '.join(sorted(known)) or 'nothing in it'}, is {_named(data)}"
            )
            return _BAD
        if not data.keys() <= known:
            _known_keys(data, known, path, problems)
        values: dict[str, Any] = {}
        good = True
        for field, reader in parts:
            if field.name in data:
                value = reader(data[field.name], (*path, field.name), problems)
                if value is _BAD:
                    good = False
                values[field.name] = value
            elif field.required:
                problems.add((*path, field.name), f"is missing: {field.ask.label}")
                good = False
        return spec(**values) if good else _BAD

    return read


def _value_reader(field: Field) -> Reader:
    reader = _READERS[field.kind](field)
    if not field.optional:
        return reader
    return lambda data, path, problems: None if data is None else reader(data, path, problems)


def _int_reader(field: Field) -> Reader:
    ask = field.ask
    least, most = ask.min, ask.max
    places = f"{ask.decimals} decimal{'s' if ask.decimals > 1 else ''}"
    wanted = f"a number with {places} at most" if ask.decimals else "a whole number"

    def read(data: Any, path: Path, problems: Problems) -> Any:
        if type(data) is not int:
            problems.add(path, f"should be {wanted}, is {_named(data)}")
            return _BAD
        if (least is not None and data < least) or (most is not None and data > most):
            bounds = _bounds(*(None if limit is None else ask.written(limit) for limit in (least, most)))
            problems.add(path, f"should be {bounds}, is {ask.written(data) if abs(data) < 10**12 else 'far too large'}")
            return _BAD
        return data

    return read


def _bounds(least: int | str | None, most: int | str | None) -> str:
    if least is None:
        return f"{most} at most"
    return f"{least} or more" if most is None else f"from {least} to {most}"


def _yes_or_no(data: Any, path: Path, problems: Problems) -> Any:
    if type(data) is not bool:
        problems.add(path, f"should be true or false, is {_named(data)}")
        return _BAD
    return data


def _bool_reader(field: Field) -> Reader:
    return _yes_or_no


def _text_reader(field: Field) -> Reader:
    return text_reader(field.ask.max_length)


def text_reader(longest: int) -> Reader:
    """A reader for a text of at most ``longest`` characters without control characters."""

    def read(data: Any, path: Path, problems: Problems) -> Any:
        if type(data) is not str:
            problems.add(path, f"should be a text, is {_named(data)}")
            return _BAD
        if len(data) > longest:
            problems.add(path, f"is {len(data)} characters long, {longest} fit")
            return _BAD
        if not data.isprintable() and any(
            (ord(c) < 32 and c not in "\n\r\t") or 0xD800 <= ord(c) < 0xE000 for c in data
        ):
            problems.add(path, "holds characters that cannot be printed")
            return _BAD
        return data

    return read


def _choice_reader(field: Field) -> Reader:
    members = {member.value: member for member in field.choices}

    def read(data: Any, path: Path, problems: Problems) -> Any:
        member = members.get(data) if type(data) is str else None
        if member is None:
            shown = repr(data[:NAME_LENGTH]) if type(data) is str else _named(data)
            problems.add(path, f"should be one of {', '.join(members)}, is {shown}")
            return _BAD
        return member

    return read


def _part_reader(field: Field) -> Reader:
    return part_reader(field.type)


def _repeat_reader(field: Field) -> Reader:
    assert field.item is not None  # noqa: S101 (a repeat always has its item)
    reader = _value_reader(field.item)
    least, most = field.ask.min, field.ask.max

    def read(data: Any, path: Path, problems: Problems) -> Any:
        if type(data) is not list:
            problems.add(path, f"should be a list, is {_named(data)}")
            return _BAD
        if (least is not None and len(data) < least) or (most is not None and len(data) > most):
            problems.add(path, f"should have {_bounds(least, most)} rows, has {len(data)}")
            return _BAD
        items = tuple(reader(item, (*path, index), problems) for index, item in enumerate(data))
        return _BAD if any(item is _BAD for item in items) else items

    return read


_READERS: dict[Kind, Callable[[Field], Reader]] = {
    Kind.INT: _int_reader,
    Kind.BOOL: _bool_reader,
    Kind.TEXT: _text_reader,
    Kind.ENTRY: _text_reader,
    Kind.UNIT: _text_reader,
    Kind.CHOICE: _choice_reader,
    Kind.PART: _part_reader,
    Kind.REPEAT: _repeat_reader,
}


# --- forces ------------------------------------------------------------------------------------------


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
    result: Force[Any, Any, Any] = _collected(lambda problems: _read_force(ruleset, data, problems))
    return result


_FORCE_KEYS = frozenset({"schema", "ruleset", "name", "notes", "spec", "house_rules", "entries", "serial", "groups"})
_GROUP_KEYS = frozenset({"id", "name", "notes", "spec", "units"})
_UNIT_KEYS = frozenset({"id", "name", "notes", "locked", "spec"})
_ENTRY_KEYS = frozenset({"kind", "key", "name", "cite", "source", "spec"})
_name = text_reader(NAME_LENGTH)
_notes = text_reader(NOTES_LENGTH)
_id = text_reader(ID_LENGTH)


def _is_object(data: Any, known: frozenset[str], path: Path, problems: Problems) -> bool:
    if not isinstance(data, dict):
        problems.add(path, f"should be an object with {', '.join(sorted(known))}, is {_named(data)}")
        return False
    _known_keys(data, known, path, problems)
    return True


def _list(data: Any, path: Path, most: int, what: str, problems: Problems) -> list[Any]:
    if type(data) is not list:
        problems.add(path, f"should be a list of {what}, is {_named(data)}")
        return []
    if len(data) > most:
        problems.add(path, f"holds {len(data)} {what}, at most {most} fit")
        return []
    return data


def _read_force(ruleset: AnyRuleset, data: Any, problems: Problems) -> Any:
    if isinstance(data, dict):
        data = _upgraded(data, problems)
    if not _is_object(data, _FORCE_KEYS, (), problems):
        return _BAD
    if data.get("ruleset") != ruleset.slug:
        problems.add(("ruleset",), f"should be {ruleset.slug!r}: this is no {ruleset.title} army")
        return _BAD
    groups = _list(data.get("groups", []), ("groups",), MAX_GROUPS, ruleset.words.groups, problems)
    read_groups = []
    count = 0
    for index, group in enumerate(groups):
        path: Path = ("groups", index)
        if not _is_object(group, _GROUP_KEYS, path, problems):
            continue
        units = _list(group.get("units", []), (*path, "units"), MAX_UNITS, ruleset.words.units, problems)
        count += len(units)
        if count > MAX_UNITS:
            problems.add((*path, "units"), f"brings the army to {count} {ruleset.words.units}, at most {MAX_UNITS} fit")
            break
        read_groups.append(
            Group(
                _id(group.get("id", ""), (*path, "id"), problems),
                _name(group.get("name", ""), (*path, "name"), problems),
                part_reader(ruleset.group)(group.get("spec", {}), (*path, "spec"), problems),
                tuple(_read_unit(ruleset, unit, (*path, "units", place), problems) for place, unit in enumerate(units)),
                _notes(group.get("notes", ""), (*path, "notes"), problems),
            )
        )
    entries = _list(data.get("entries", []), ("entries",), MAX_ENTRIES, "catalogue entries", problems)
    serial = data.get("serial", 0)
    if type(serial) is not int or not 0 <= serial < 10**9:
        problems.add(("serial",), "should be a whole number of 0 or more")
    force = Force(
        ruleset.slug,
        _name(data.get("name", ""), ("name",), problems),
        part_reader(ruleset.force)(data.get("spec", {}), ("spec",), problems),
        tuple(read_groups),
        _notes(data.get("notes", ""), ("notes",), problems),
        _read_house_rules(ruleset.rulings, data.get("house_rules", {}), problems),
        tuple(_read_entry(ruleset.kinds, entry, ("entries", i), problems) for i, entry in enumerate(entries)),
        serial if type(serial) is int else 0,
    )
    if problems.found:
        return _BAD
    _check_ids(force, problems)
    return force.with_ids()


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


def _read_unit(ruleset: AnyRuleset, data: Any, path: Path, problems: Problems) -> Unit[Any]:
    if not _is_object(data, _UNIT_KEYS, path, problems):
        return _BAD  # type: ignore[no-any-return]
    return Unit(
        _id(data.get("id", ""), (*path, "id"), problems),
        part_reader(ruleset.unit)(data.get("spec", {}), (*path, "spec"), problems),
        _name(data.get("name", ""), (*path, "name"), problems),
        _notes(data.get("notes", ""), (*path, "notes"), problems),
        _yes_or_no(data.get("locked", False), (*path, "locked"), problems),
    )


def _read_house_rules(rulings: tuple[Ruling, ...], data: Any, problems: Problems) -> tuple[tuple[str, str], ...]:
    if not isinstance(data, dict):
        problems.add(("house_rules",), f"should be an object of switches, is {_named(data)}")
        return ()
    known = switches(rulings)
    _known_keys(data, frozenset(known), ("house_rules",), problems)
    chosen = []
    for switch, ruling in known.items():
        if switch in data:
            if data[switch] not in ruling.keys:
                problems.add(("house_rules", switch), f"should be one of {', '.join(ruling.keys)}")
            chosen.append((switch, data[switch]))
    return tuple(chosen)


def _read_entry(kinds: tuple[EntryKind[Any], ...], data: Any, path: Path, problems: Problems) -> Entry[Any]:
    if not _is_object(data, _ENTRY_KEYS, path, problems):
        return _BAD  # type: ignore[no-any-return]
    kind = next((kind for kind in kinds if kind.slug == data.get("kind")), None)
    if kind is None:
        problems.add((*path, "kind"), f"should be one of {', '.join(kind.slug for kind in kinds)}")
        return _BAD  # type: ignore[no-any-return]
    source = data.get("source", Source.OWN.value)
    if source not in [member.value for member in Source]:
        problems.add((*path, "source"), f"should be one of {', '.join(member.value for member in Source)}")
        return _BAD  # type: ignore[no-any-return]
    return Entry(
        kind.slug,
        _name(data.get("key", ""), (*path, "key"), problems),
        _name(data.get("name", ""), (*path, "name"), problems),
        part_reader(kind.spec)(data.get("spec", {}), (*path, "spec"), problems),
        _name(data.get("cite", ""), (*path, "cite"), problems),
        Source(source),
    )


def decode_entry(kind: EntryKind[Any], data: Any) -> Entry[Any]:
    """Plain data as one catalogue entry of that kind; raises ``CodecError``."""
    result: Entry[Any] = _collected(lambda problems: _read_entry((kind,), data, (), problems))
    return result


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
