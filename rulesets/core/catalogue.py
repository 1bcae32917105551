"""What an army is chosen from: sub-classes, troop types, weapons and the like."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Generic, TypeVar

from rulesets.core.findings import Problem

T = TypeVar("T")


class Source(enum.StrEnum):
    """Where an entry comes from."""

    RULEBOOK = "rulebook"
    EXAMPLE = "example"
    OWN = "own"


@dataclass(frozen=True, slots=True)
class Entry(Generic[T]):
    """One row of a catalogue.

    ``kind`` and ``key`` name it, ``spec`` is its profile (a value of its kind's declaration), ``cite`` says
    where the rulebook has it, ``source`` whether it is the rulebook's, our example or a player's own.
    """

    kind: str
    key: str
    name: str
    spec: T
    cite: str = ""
    source: Source = Source.OWN


def _faultless(profile: Any) -> Iterator[Problem]:
    yield from ()


def _doubtless(profile: Any, catalogue: Catalogue) -> Iterator[Problem]:
    yield from ()


def _one_by_one(spec: Any, times: int) -> tuple[Any, ...]:
    return (spec,) * times


@dataclass(frozen=True, slots=True)
class EntryKind(Generic[T]):
    """A kind of entry: its words, the declaration of its profile, and what choosing one in a builder gives.

    ``enlist`` turns an entry into the spec of a new unit; ``None`` where the kind is not a unit by itself.
    ``several`` turns such a spec into those of that many equal units, where a line holds more than one.
    ``facts`` gives the columns of the kind's table: pairs of heading and text; ``meanings`` says of headings that are
    abbreviations what they stand for.
    ``ownable`` says that players may write entries of their own (not of what the rulebook lists completely),
    ``faults`` what their rules find wrong with a profile that its declaration lets pass, ``doubts`` what beside the
    catalogue looks like a slip and may be meant.
    """

    slug: str
    title: str
    plural: str
    spec: type[T]
    facts: Callable[[T], tuple[tuple[str, str], ...]]
    enlist: Callable[[Entry[T]], Any] | None = None
    ownable: bool = True
    faults: Callable[[T], Iterator[Problem]] = _faultless
    doubts: Callable[[T, Catalogue], Iterator[Problem]] = _doubtless
    several: Callable[[Any, int], tuple[Any, ...]] = _one_by_one
    meanings: Mapping[str, str] = field(default_factory=dict, compare=False)


ALIKE = 0.75
"""From this share of equal letters on, a name may be what was meant."""


@lru_cache(maxsize=1000)
def _nearest(text: str, names: tuple[str, ...]) -> str:
    """The name most like the text, whatever the size of its letters; empty where none is like it."""
    found = get_close_matches(text, [name.casefold() for name in names], 1, ALIKE)
    return next((name for name in names if name.casefold() in found), "")


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """All entries that a force may use; immutable. Of two entries with one kind and key the later one counts.

    Two are equal only if they are one, so that what is worked out by a catalogue can be kept by it.
    """

    entries: tuple[Entry[Any], ...] = ()
    _index: dict[tuple[str, str], Entry[Any]] = field(init=False, repr=False, compare=False)
    _kinds: dict[str, tuple[Entry[Any], ...]] = field(init=False, repr=False, compare=False)

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
        """The profile of an entry when it is of the declaration asked for."""
        entry = self._index.get((kind, key))
        return entry.spec if entry is not None and isinstance(entry.spec, spec) else None

    def of_kind(self, kind: str) -> tuple[Entry[Any], ...]:
        """All entries of one kind, in catalogue order."""
        return self._kinds.get(kind, ())

    def _called(self, kind: str, name: str) -> list[str]:
        """The keys of the entries of that name, whatever the size of its letters."""
        word = name.strip().casefold()
        return [entry.key for entry in self.of_kind(kind) if entry.name.casefold() == word]

    def key_meant(self, kind: str, text: str) -> str:
        """The key of the entry that a text means, by key before name; empty when none or several."""
        if self.get(kind, text):
            return text
        keys = self._called(kind, text)
        return keys[0] if len(keys) == 1 else ""

    def unknown(self, kind: str, text: str) -> str:
        """What is wrong with a text that is the key of no entry of the kind, and which name it may have meant."""
        if len(keys := self._called(kind, text)) > 1:
            return f"“{text}” is the name of {len(keys)} entries; give the key of one: {', '.join(keys)}."
        near = _nearest(text.casefold(), tuple(entry.name for entry in self.of_kind(kind)))
        return f"“{text}” is in no catalogue; {f'did you mean “{near}”?' if near else 'choose another.'}"

    def with_entries(self, more: Iterable[Entry[Any]]) -> Catalogue:
        """This catalogue and more; the added ones hide those of the same kind and key."""
        added = tuple(more)
        return Catalogue(self.entries + added) if added else self
