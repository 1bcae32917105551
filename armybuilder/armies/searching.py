"""What is written beside an army so that lists find it without opening it."""

from __future__ import annotations

from collections.abc import Iterator

from armybuilder.armies.opened import Opened
from rulesets.core.catalogue import Source

MOST_LETTERS = 20_000


def _texts(opened: Opened) -> Iterator[str]:
    force = opened.force
    yield force.name
    yield force.notes
    for group in opened.groups:
        yield group.name
        yield group.notes
        for unit in group.units:
            yield unit.row.title
            yield unit.row.subtitle
            yield unit.notes


def words_of(opened: Opened) -> str:
    """Names, notes and what the units are, each once and without capitals, for ``matching``."""
    return "\n".join(dict.fromkeys(text.casefold() for text in _texts(opened) if text))[:MOST_LETTERS]


def mark_of(kind: str, key: str) -> str:
    """How ``own_entries_of`` names an entry: found in it as a whole only."""
    return f"\n{kind}/{key}\n"


def own_entries_of(opened: Opened) -> str:
    """The players' own entries that the force holds."""
    held = (entry for entry in opened.force.entries if entry.source is Source.OWN)
    return "".join(mark_of(entry.kind, entry.key) for entry in held)
