"""Declarations: frozen dataclasses whose fields describe what a player is asked.

One declaration defines form, JSON, import check, command line and documentation::

    @dataclass(frozen=True, slots=True)
    class Squad:
        men: Annotated[int, Ask("Figures", min=1, max=20)] = 5
        weapon: Annotated[str, Ask("Weapon", entry="weapon")] = ""
"""

from __future__ import annotations

import dataclasses
import enum
import functools
import types
import typing
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any, Self, TypeVar

R = TypeVar("R")

MAX_CACHED_SPECS = 4096
"""How many declarations each cached function remembers; the listed games have some hundreds."""
NAME_LENGTH = 80
"""The longest name of an army or of anything in it, and the default limit of a text."""


class Choice(enum.StrEnum):
    """A fixed set of words; each member has a stored value and a printed ``label``."""

    label: str
    help: str

    def __new__(cls, value: str, label: str = "", help: str = "") -> Self:
        """Make a member from its stored value, its printed label and a short explanation."""
        member = str.__new__(cls, value)
        member._value_ = value
        member.label = label or value
        member.help = help
        return member


@dataclass(frozen=True, slots=True)
class Ask:
    """What a player is asked for one field.

    ``unit`` follows a number, ``min`` and ``max`` bound a number (or the rows of a repeat), ``max_length`` bounds a
    text, ``entry`` is the kind of catalogue entry whose key the text is, ``other_unit`` says that the text is the name
    of another unit of the force. A number with ``decimals`` is stored scaled: with one, 635 shows as 63.5; ``min`` and
    ``max`` are stored values too. A ``secret`` field is hidden from the opponent, in games with concealed units. An
    ``amount`` counts the models of a unit or the things in a row, the rows of ``models`` are the models of a unit,
    ``points`` are the cost of a unit or an army's limit. ``one`` is the label of one row of a repeat, where that is
    not the label itself. ``former_label`` is an earlier label, by which tables of that time are still read.
    """

    label: str
    help: str = ""
    unit: str = ""
    min: int | None = None
    max: int | None = None
    max_length: int = NAME_LENGTH
    entry: str = ""
    other_unit: bool = False
    decimals: int = 0
    secret: bool = False
    amount: bool = False
    models: bool = False
    points: bool = False
    one: str = ""
    former_label: str = ""

    def format(self, number: int) -> str:
        """A stored number as a player writes it."""
        if not self.decimals:
            return str(number)
        whole, parts = divmod(abs(number), 10**self.decimals)
        digits = f"{parts:0{self.decimals}}".rstrip("0")
        return f"{'-' if number < 0 else ''}{whole}{'.' if digits else ''}{digits}"

    def with_unit(self, number: int) -> str:
        """A stored number with its unit: signs without a space (``12″``, ``4+``), words with one (``3 tiles``)."""
        between = " " if self.unit[:1].isalpha() else ""
        return f"{self.format(number)}{between}{self.unit}"


class Kind(enum.Enum):
    """The kinds of field a declaration may have."""

    INT = "whole number"
    TEXT = "text"
    BOOL = "yes or no"
    CHOICE = "one of a set"
    ENTRY = "key of a catalogue entry"
    UNIT = "name of another unit"
    PART = "a declaration inside this one"
    REPEAT = "a list"


@dataclass(frozen=True, slots=True)
class Field:
    """One field of a declaration, read from its annotation.

    ``type`` is the bare type (for a repeat: that of one item, which ``item`` describes),
    ``optional`` says that ``None`` is allowed, ``default`` is ``dataclasses.MISSING`` for a required field.
    """

    name: str
    ask: Ask
    kind: Kind
    type: type[Any]
    optional: bool
    default: Any
    item: Field | None = None

    @property
    def required(self) -> bool:
        """Whether the field has no default."""
        return self.default is dataclasses.MISSING

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The members of a choice field, in order; empty for all other kinds."""
        return tuple(typing.cast(type[Choice], self.type)) if self.kind is Kind.CHOICE else ()


class DeclarationError(TypeError):
    """A declaration uses a type that forms and files do not support."""


def typed_field(name: str, inner: Any, ask: Ask, default: Any, owner: str) -> Field:
    """The field of that type in the declaration ``owner``; raises ``DeclarationError``."""
    optional = False
    if isinstance(inner, types.UnionType) or typing.get_origin(inner) is typing.Union:
        members = [part for part in typing.get_args(inner) if part is not types.NoneType]
        if len(members) != 1:
            raise DeclarationError(f"{owner}.{name}: only 'X | None' unions are understood")
        inner, optional = members[0], True
    if typing.get_origin(inner) is tuple:
        item_type, *rest = typing.get_args(inner)
        if rest != [Ellipsis]:
            raise DeclarationError(f"{owner}.{name}: a repeat is written tuple[X, ...]")
        item = typed_field(
            name,
            item_type,
            dataclasses.replace(ask, label=ask.one or ask.label, min=None, max=None),
            dataclasses.MISSING,
            owner,
        )
        return Field(name, ask, Kind.REPEAT, item.type, optional, default, item)
    if inner is bool:
        kind = Kind.BOOL
    elif inner is int:
        kind = Kind.INT
    elif inner is str:
        kind = Kind.ENTRY if ask.entry else Kind.UNIT if ask.other_unit else Kind.TEXT
    elif isinstance(inner, type) and issubclass(inner, Choice):
        kind = Kind.CHOICE
    elif isinstance(inner, type) and dataclasses.is_dataclass(inner):
        kind = Kind.PART
    else:
        raise DeclarationError(f"{owner}.{name}: {inner!r} is not a type that a form could ask for")
    return Field(name, ask, kind, inner, optional, default)


def cache_by_spec(make: Callable[[type[Any]], R]) -> Callable[[type[Any]], R]:
    """Cache a function's results by declaration; declarations never change, but described games make new ones."""
    look_up = functools.lru_cache(maxsize=MAX_CACHED_SPECS)(make)
    return functools.wraps(make)(lambda spec: look_up(spec))


@cache_by_spec
def fields_of(spec: type[Any]) -> tuple[Field, ...]:
    """The fields of a declaration in order; raises ``DeclarationError``."""
    hints = typing.get_type_hints(spec, include_extras=True)
    fields = []
    for part in dataclasses.fields(spec):
        default = part.default
        if default is dataclasses.MISSING and part.default_factory is not dataclasses.MISSING:
            default = part.default_factory()
        annotation = hints[part.name]
        if typing.get_origin(annotation) is not Annotated:
            raise DeclarationError(f"{spec.__name__}.{part.name}: write Annotated[type, Ask(...)]")
        inner, *extras = typing.get_args(annotation)
        ask = next((extra for extra in extras if isinstance(extra, Ask)), None)
        if ask is None:
            raise DeclarationError(f"{spec.__name__}.{part.name}: has no Ask")
        fields.append(typed_field(part.name, inner, ask, default, spec.__name__))
    return tuple(fields)


def field_of(spec: type[Any], name: str) -> Field:
    """The field of that name; raises ``KeyError``."""
    for field in fields_of(spec):
        if field.name == name:
            return field
    raise KeyError(name)


def clamp(spec: type[Any], **numbers: int) -> dict[str, Any]:
    """Numbers for fields of a declaration, each clamped to the bounds of its field; raises ``KeyError``."""
    values = {}
    for name, number in numbers.items():
        ask = field_of(spec, name).ask
        number = number if ask.max is None else min(number, ask.max)
        values[name] = number if ask.min is None else max(number, ask.min)
    return values


@cache_by_spec
def _fields_by_kind(spec: type[Any]) -> dict[Kind | None, tuple[tuple[Field, Field], ...]]:
    """By kind, the fields that are of it or contain it, each with the field of one value; under ``None`` all."""
    described = tuple((field, field.item or field) for field in fields_of(spec))
    return {None: described} | {
        kind: tuple(
            (field, each)
            for field, each in described
            if each.kind is kind or (each.kind is Kind.PART and _fields_by_kind(each.type)[kind])
        )
        for kind in Kind
    }


def values_in(spec: Any, path: str = "", kind: Kind | None = None) -> Iterator[tuple[str, Field, Any]]:
    """Every scalar value in a spec, parts and repeats included: its path, its field, the value.

    With a ``kind``, only the values of that kind.
    """
    for field, described in _fields_by_kind(type(spec))[kind]:
        value = getattr(spec, field.name)
        here = f"{path}.{field.name}" if path else field.name
        rows = enumerate(value or ()) if field.kind is Kind.REPEAT else [(None, value)]
        for index, row in rows:
            place = here if index is None else f"{here}[{index}]"
            if described.kind is not Kind.PART:
                yield place, described, row
            elif row is not None:
                yield from values_in(row, place, kind)


def with_value(spec: R, path: str, value: Any) -> R:
    """The spec with another value at a path such as ``weapons[1].posture``."""
    first, _, rest = path.partition(".")
    name, _, index = first.rstrip("]").partition("[")
    old = getattr(spec, name)
    if index:
        rows = list(old)
        rows[int(index)] = with_value(rows[int(index)], rest, value) if rest else value
        value = tuple(rows)
    elif rest:
        value = with_value(old, rest, value)
    changed: R = dataclasses.replace(typing.cast(Any, spec), **{name: value})
    return changed


@dataclass(frozen=True, slots=True)
class EntryUse:
    """A catalogue entry that a spec refers to: field ``path``, the entry's kind and its key."""

    path: str
    kind: str
    key: str


def entries_used(spec: Any, path: str = "") -> Iterator[EntryUse]:
    """Every non-empty reference to a catalogue entry in a spec, parts and repeats included."""
    for place, field, value in values_in(spec, path, Kind.ENTRY):
        if value:
            yield EntryUse(place, field.ask.entry, value)


def may_name_units(spec: type[Any]) -> bool:
    """Whether a declaration has a field for another unit's name, in a part or repeat too."""
    return bool(_fields_by_kind(spec)[Kind.UNIT])


def may_use_entries(spec: type[Any]) -> bool:
    """Whether a declaration has a field for a catalogue entry, in a part or repeat too."""
    return bool(_fields_by_kind(spec)[Kind.ENTRY])


def units_named(spec: Any) -> Iterator[tuple[str, str]]:
    """Every other unit that a spec names: the field's path and the name."""
    for path, _, value in values_in(spec, kind=Kind.UNIT):
        if value:
            yield path, value
