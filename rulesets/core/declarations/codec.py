"""Typed values <-> plain data (dicts, lists, texts, whole numbers, booleans, None), strictly.

``decode`` refuses unknown keys, wrong types and values outside a declaration's bounds, and says where:
every ``Problem`` carries a path such as ``groups[2].units[0].spec.mode``.
"""

import dataclasses
import difflib
import typing
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from rulesets.core.declarations.fields import NAME_LENGTH, Ask, Choice, Field, Kind, cache_by_spec, fields_of
from rulesets.core.declarations.problems import Problem
from rulesets.core.wording import either

MAX_PROBLEMS = 20
UNKNOWN = "there is no such field"
"""The start of the message about an unknown key."""

S = TypeVar("S")
Path = tuple[str | int, ...]


class CodecError(ValueError):
    """The plain data is not a valid value; ``problems`` holds the first twenty reasons."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        """Store the problems; the message has a line for each."""
        super().__init__("\n".join(str(problem) for problem in problems))
        self.problems = problems


class _TooManyProblems(Exception):
    """The list of problems is full."""


class Problems:
    """Collects problems while data is read."""

    def __init__(self) -> None:
        """Start with no problems."""
        self.found: list[Problem] = []

    def add(self, path: Path, message: str) -> None:
        """Add a problem; stop reading when the list is full."""
        self.found.append(Problem(_path_text(path), message))
        # An answer must not grow with what somebody sends.
        if len(self.found) >= MAX_PROBLEMS:
            raise _TooManyProblems


def _path_text(path: Path) -> str:
    text = ""
    for part in path:
        text += f"[{part}]" if isinstance(part, int) else (f".{part}" if text else part)
    return text


_TYPE_NAMES = {
    type(None): "nothing (null)",
    bool: "yes or no",
    int: "a whole number",
    float: "a decimal number",
    str: "text",
    list: "a list",
}


def _not(value: Any) -> str:
    return f"not {_TYPE_NAMES.get(type(value), 'an object')}"


BAD: Any = object()
"""Marks a value that could not be read; no decoded value contains it."""

Reader = Callable[[Any, Path, Problems], Any]

_PLAIN = frozenset({str, int, bool, type(None)})
"""Types of values that are plain data themselves."""


def encode(value: Any) -> Any:
    """A declaration's value as plain data; every field is written, so later defaults do not change it."""
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Choice):
        return value.value
    if isinstance(value, tuple):
        return [encode(item) for item in value]
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {name: encode(getattr(value, name)) for name in _names(type(value))}
    return value


def merge(before: Any, changes: Any) -> Any:
    """Plain data with changes applied: objects merge key by key, other values are replaced."""
    if not (isinstance(before, dict) and isinstance(changes, Mapping)):
        return changes
    return before | {name: merge(before.get(name), value) for name, value in changes.items()}


@cache_by_spec
def _names(spec: type[Any]) -> tuple[str, ...]:
    return tuple(field.name for field in fields_of(spec))


def decode(spec: type[S], data: Any) -> S:
    """Plain data as a value of the declaration ``spec``; raises ``CodecError`` with every problem's path."""
    return typing.cast(S, read_strictly(lambda problems: part_reader(spec)(data, (), problems)))


def read_strictly(read: Callable[[Problems], Any]) -> Any:
    """The result of ``read``; raises ``CodecError`` with the problems that it adds."""
    problems = Problems()
    try:
        value = read(problems)
    except _TooManyProblems:
        value = BAD
    if problems.found:
        raise CodecError(tuple(problems.found))
    return value


@cache_by_spec
def part_reader(spec: type[Any]) -> Reader:
    """A reader for one declaration, cached."""
    fields = fields_of(spec)
    labels = {field.name: field.ask.label for field in fields if field.required}
    return object_reader({field.name: value_reader(field) for field in fields}, spec, labels)


def object_reader(
    readers: Mapping[str, Reader],
    make: Callable[..., Any],
    required: Mapping[str, str] | None = None,
    absent: Mapping[str, Any] | None = None,
) -> Reader:
    """A reader for an object with these keys, which ``make`` takes as keyword arguments.

    Keys of ``required`` must be present (the label says what is missing); a missing key of ``absent`` is read from the
    plain data given there; other missing keys are not passed to ``make``.
    """
    known = frozenset(readers)
    labels = required or {}
    wanted = f"an object ({', '.join(sorted(known))})" if known else "an empty object"

    def read(data: Any, path: Path, problems: Problems) -> Any:
        if not isinstance(data, dict):
            problems.add(path, f"give {wanted}, {_not(data)}")
            return BAD
        if not data.keys() <= known:
            _refuse_unknown(data, known, path, problems)
        if absent:
            data = {**absent, **data}
        values: dict[str, Any] = {}
        good = True
        for name, reader in readers.items():
            if name in data:
                value = reader(data[name], (*path, name), problems)
                if value is BAD:
                    good = False
                values[name] = value
            elif name in labels:
                problems.add((*path, name), f"fill in “{labels[name]}”")
                good = False
        return make(**values) if good else BAD

    return read


def _refuse_unknown(data: Mapping[Any, Any], known: frozenset[str], path: Path, problems: Problems) -> None:
    for key in data:
        if key not in known:
            near = difflib.get_close_matches(str(key)[:NAME_LENGTH], known, 1)
            hint = f". Did you mean {near[0]!r}?" if near else f". Use one of {', '.join(sorted(known))}"
            problems.add((*path, str(key)[:NAME_LENGTH]), f"{UNKNOWN}{hint}")


def read_anything(data: Any, path: Path, problems: Problems) -> Any:
    """A reader for data that is checked elsewhere; accepts everything."""
    return data


def any_object(data: Any, path: Path, problems: Problems) -> Any:
    """A reader for an object whose contents are checked elsewhere."""
    if isinstance(data, dict):
        return data
    problems.add(path, f"give an object, {_not(data)}")
    return BAD


def list_reader(read_item: Reader, maximum: int, what: str) -> Reader:
    """A reader for a list of at most so many items, which ``what`` names."""

    def read(data: Any, path: Path, problems: Problems) -> Any:
        if type(data) is not list:
            problems.add(path, f"give a list of {what}, {_not(data)}")
            return BAD
        if len(data) > maximum:
            problems.add(path, f"give at most {maximum} {what}, not {len(data)}")
            return BAD
        return _read_items(read_item, data, path, problems)

    return read


def _read_items(read_item: Reader, data: list[Any], path: Path, problems: Problems) -> Any:
    items = tuple(read_item(item, (*path, index), problems) for index, item in enumerate(data))
    return BAD if any(item is BAD for item in items) else items


def value_reader(field: Field) -> Reader:
    """A reader for a value of one field."""
    reader = _READERS[field.kind](field)
    if not field.optional:
        return reader
    return lambda data, path, problems: None if data is None else reader(data, path, problems)


def number_reader(ask: Ask) -> Reader:
    """A reader for a whole number within the bounds of ``ask``."""
    minimum, maximum = ask.min, ask.max
    places = f"{ask.decimals} decimal{'s' if ask.decimals > 1 else ''}"
    expected = f"a number with at most {places}" if ask.decimals else "a whole number"

    def read(data: Any, path: Path, problems: Problems) -> Any:
        # By its very type, since True is an int, too.
        if type(data) is not int:
            problems.add(path, f"enter {expected}, {_not(data)}")
            return BAD
        if (minimum is not None and data < minimum) or (maximum is not None and data > maximum):
            bounds = _bounds(*(None if limit is None else ask.format(limit) for limit in (minimum, maximum)))
            entered = ask.format(data) if abs(data) < 10**12 else "one so far from it"
            problems.add(path, f"enter {bounds}, not {entered}")
            return BAD
        return data

    return read


def _bounds(minimum: str | None, maximum: str | None) -> str:
    if minimum is None:
        return f"at most {maximum}"
    return f"{minimum} or more" if maximum is None else f"a number from {minimum} to {maximum}"


def read_bool(data: Any, path: Path, problems: Problems) -> Any:
    """The reader for a yes or no."""
    if type(data) is not bool:
        problems.add(path, f"enter true or false, {_not(data)}")
        return BAD
    return data


def text_reader(longest: int) -> Reader:
    """A reader for a text of at most ``longest`` characters without control characters."""

    def read(data: Any, path: Path, problems: Problems) -> Any:
        if type(data) is not str:
            problems.add(path, f"enter text, {_not(data)}")
            return BAD
        if len(data) > longest:
            problems.add(path, f"enter at most {longest} characters, not {len(data)}")
            return BAD
        # Half a surrogate pair is a text in JSON, but cannot be stored as UTF-8.
        if not data.isprintable() and any(
            (ord(c) < 32 and c not in "\n\r\t") or 0xD800 <= ord(c) < 0xE000 for c in data
        ):
            problems.add(path, "leave out characters that cannot be printed")
            return BAD
        return data

    return read


def choice_reader(members: Mapping[str, Any]) -> Reader:
    """A reader for one of these words, which returns the member of that word."""

    def read(data: Any, path: Path, problems: Problems) -> Any:
        member = members.get(data) if type(data) is str else None
        if member is None:
            chosen = f"not {data[:NAME_LENGTH]!r}" if type(data) is str else _not(data)
            problems.add(path, f"choose {either(members)}, {chosen}")
            return BAD
        return member

    return read


def _repeat_reader(field: Field) -> Reader:
    assert field.item is not None  # noqa: S101 (a repeat always has its item)
    reader = value_reader(field.item)
    minimum, maximum = field.ask.min, field.ask.max

    def read(data: Any, path: Path, problems: Problems) -> Any:
        if type(data) is not list:
            problems.add(path, f"give a list, {_not(data)}")
            return BAD
        if (minimum is not None and len(data) < minimum) or (maximum is not None and len(data) > maximum):
            few, many = f"at least {minimum}", f"at most {maximum}"
            bounds = many if not minimum else few if maximum is None else f"{minimum} to {maximum}"
            problems.add(path, f"enter {bounds} rows, not {len(data)}")
            return BAD
        return _read_items(reader, data, path, problems)

    return read


_READERS: dict[Kind, Callable[[Field], Reader]] = {
    Kind.INT: lambda field: number_reader(field.ask),
    Kind.BOOL: lambda field: read_bool,
    Kind.TEXT: lambda field: text_reader(field.ask.max_length),
    Kind.ENTRY: lambda field: text_reader(field.ask.max_length),
    Kind.UNIT: lambda field: text_reader(field.ask.max_length),
    Kind.CHOICE: lambda field: choice_reader({member.value: member for member in field.choices}),
    Kind.PART: lambda field: part_reader(field.type),
    Kind.REPEAT: _repeat_reader,
}
