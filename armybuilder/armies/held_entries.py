"""Which own entries an army holds, written beside it so that an entry finds its armies without opening them."""

from __future__ import annotations

from armybuilder.armies.loaded_army import LoadedArmy
from rulesets.core.catalogue import Source


def mark_of(kind: str, key: str) -> str:
    """How ``own_entries_of`` names an entry: found in it as a whole only."""
    return f"\n{kind}/{key}\n"


def own_entries_of(loaded: LoadedArmy) -> str:
    """The players' own entries that the force holds."""
    held = (entry for entry in loaded.force.entries if entry.source is Source.OWN)
    return "".join(mark_of(entry.kind, entry.key) for entry in held)
