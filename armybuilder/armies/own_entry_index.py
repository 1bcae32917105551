"""The column of an army that lists the own entries it holds, so that an entry's armies are found without loading."""

from __future__ import annotations

from armybuilder.armies.loaded_army import LoadedArmy
from rulesets.core.catalogue import Source


def column_mark(kind: str, key: str) -> str:
    """How the column names an entry: to be found in it as a whole only."""
    return f"\n{kind}/{key}\n"


def own_entries_column(loaded: LoadedArmy) -> str:
    """The players' own entries that the force holds, as the column has them."""
    own = (entry for entry in loaded.force.entries if entry.source is Source.OWN)
    return "".join(column_mark(entry.kind, entry.key) for entry in own)
