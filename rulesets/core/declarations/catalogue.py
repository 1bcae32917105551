"""What an army is chosen from: sub-classes, troop types, weapons and the like."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Generic, TypeVar

from rulesets.core.declarations.problems import Problem
from rulesets.core.names import Names, name_key

T = TypeVar("T")


class Source(enum.StrEnum):
    """Where an entry comes from."""

    RULEBOOK = "rulebook"
    EXAMPLE = "example"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Entry(Generic[T]):
    """One row of a catalogue.

    ``kind`` and ``key`` identify it, ``spec`` is its profile (a value of its kind's declaration), ``cite`` its place
    in the rulebook, ``source`` says whether it is the rulebook's, our example or a player's own.
    """

    kind: str
    key: str
    name: str
    spec: T
    cite: str = ""
    source: Source = Source.OWN


@dataclass(frozen=True, slots=True)
class EntryKind(Generic[T]):
    """A kind of entry: its words, the declaration of its profile, and the units it makes in the builder.

    ``enlist`` turns an entry into the spec of a new unit; ``None`` where the kind is not a unit by itself.
    ``several`` turns such a spec into the specs of that many equal units, for a line with more than one.
    ``facts`` returns the columns of the kind's table as pairs of heading and text; ``meanings`` spells out the
    headings that are abbreviations, ``said`` names the fields whose values they say in other words, ``off_card`` the
    headings of numbers that the card of a unit of the entry leaves out.
    ``ownable`` says that players may write entries of their own (not where the rulebook's list is complete),
    ``faults`` yields breaches of the rules that the declaration does not catch, ``doubts`` what looks like a mistake
    next to the catalogue but may be intended. ``start`` is the profile that a new entry begins with, where the
    declaration's defaults are none that the rules allow.
    """

    slug: str
    title: str
    plural: str
    spec: type[T]
    facts: Callable[[T], tuple[tuple[str, str], ...]]
    enlist: Callable[[Entry[T]], Any] | None = None
    ownable: bool = True
    faults: Callable[[T], Iterator[Problem]] = lambda profile: iter(())
    doubts: Callable[[T, Catalogue], Iterator[Problem]] = lambda profile, catalogue: iter(())
    several: Callable[[Any, int], tuple[Any, ...]] = lambda spec, times: (spec,) * times
    meanings: Mapping[str, str] = field(default_factory=dict, compare=False)
    said: tuple[str, ...] = ()
    off_card: tuple[str, ...] = ()
    start: T | None = None

    @property
    def is_unit(self) -> bool:
        """Whether an entry is a unit by itself, not something that units have."""
        return self.enlist is not None


ALIKE = 0.75
"""The least similarity at which a name is suggested."""


@lru_cache(maxsize=1000)
def _similar(text: str, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names that are similar to the text, the nearest first."""
    by_key = {name_key(name): name for name in reversed(names)}
    matches = get_close_matches(name_key(text), list(by_key), len(by_key) or 1, ALIKE)
    return tuple(by_key[key] for key in matches)


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """All entries that a force may use; immutable. Of two entries with one kind and key the later one counts.

    ``former`` has the last names of entries that an earlier version of the game had, by kind and key.

    Compared by identity, so that results can be cached by catalogue.
    """

    entries: tuple[Entry[Any], ...] = ()
    former: Mapping[tuple[str, str], str] = field(default_factory=dict)
    _index: dict[tuple[str, str], Entry[Any]] = field(init=False, repr=False, compare=False)
    _kinds: dict[str, tuple[Entry[Any], ...]] = field(init=False, repr=False, compare=False)
    _names: dict[str, Names[str]] = field(init=False, repr=False, compare=False, default_factory=dict)

    def __post_init__(self) -> None:
        index = {(entry.kind, entry.key): entry for entry in self.entries}
        kinds: dict[str, list[Entry[Any]]] = {}
        for entry in index.values():
            kinds.setdefault(entry.kind, []).append(entry)
        object.__setattr__(self, "_index", index)
        object.__setattr__(self, "_kinds", {kind: tuple(entries) for kind, entries in kinds.items()})

    def __iter__(self) -> Iterator[Entry[Any]]:
        return iter(self._index.values())

    def get(self, kind: str, key: str) -> Entry[Any] | None:
        """The entry of that kind and key, if there is one."""
        return self._index.get((kind, key))

    def spec(self, spec: type[T], kind: str, key: str) -> T | None:
        """The profile of an entry, if it has this declaration."""
        entry = self._index.get((kind, key))
        return entry.spec if entry is not None and isinstance(entry.spec, spec) else None

    def of_kind(self, kind: str) -> tuple[Entry[Any], ...]:
        """All entries of one kind, in catalogue order."""
        return self._kinds.get(kind, ())

    def _keys_named(self, kind: str, name: str) -> list[str]:
        """The keys of the entries with that name."""
        if kind not in self._names:
            self._names[kind] = Names((entry.name, entry.key) for entry in self.of_kind(kind))
        return self._names[kind].all(name)

    def find_key(self, kind: str, text: str) -> str:
        """The key of the entry with that key or else that name; empty when none or several match."""
        if self.get(kind, text):
            return text
        keys = self._keys_named(kind, text)
        return keys[0] if len(keys) == 1 else ""

    def name_of(self, kind: str, key: str) -> str:
        """The name of an entry, or its last one if it is gone; the key itself if it never had any."""
        entry = self.get(kind, key)
        return entry.name if entry is not None else self.former.get((kind, key), key)

    def unknown(self, kind: str, text: str) -> str:
        """The message for a text that is not the key of an entry of the kind, with its last or the nearest name."""
        if name := self.former.get((kind, text)):
            return f"“{name}” is no longer in the catalogue. Choose another."
        if len(keys := self._keys_named(kind, text)) > 1:
            return f"“{text}” is the name of {len(keys)} entries. Give the key of one: {', '.join(keys)}."
        near = _similar(text, tuple(entry.name for entry in self.of_kind(kind)))
        return f"“{text}” is not in the catalogue. {f'Did you mean “{near[0]}”?' if near else 'Choose another.'}"

    def likely(self, kind: str, text: str) -> tuple[str, ...]:
        """The names of entries of the kind that are similar to the text and have the same digits."""
        digits = list(filter(str.isdecimal, text))
        similar = _similar(text, tuple(entry.name for entry in self.of_kind(kind)))
        return tuple(name for name in similar if list(filter(str.isdecimal, name)) == digits)

    def with_entries(self, more: Iterable[Entry[Any]]) -> Catalogue:
        """This catalogue with more entries, which replace those of the same kind and key."""
        added = tuple(more)
        return Catalogue(self.entries + added, self.former) if added else self
