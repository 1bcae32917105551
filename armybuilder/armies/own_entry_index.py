"""The column with an army's own entries, by which the armies of an entry are found without loading them."""

from armybuilder.armies.loaded_army import LoadedArmy
from rulesets.core.declarations.catalogue import Source


def column_mark(kind: str, key: str) -> str:
    """The mark of an entry in the column, which does not match parts of other marks."""
    return f"\n{kind}/{key}\n"


def own_entries_column(loaded: LoadedArmy) -> str:
    """The value of the column for a force."""
    own = (entry for entry in loaded.force.entries if entry.source is Source.OWN)
    return "".join(column_mark(entry.kind, entry.key) for entry in own)
