"""The rulebook's troop types, read from ``data/troop-type.toml``."""

from importlib.resources import files

from rulesets.core.declarations.catalogue import Entry, EntryKind
from rulesets.core.texts.data_files import load_catalogue

from .units import Troops, TroopType


def facts(troop_type: TroopType) -> tuple[tuple[str, str], ...]:
    """The columns of the catalogue's table."""
    return (
        ("Move", f"{troop_type.move}″"),
        ("Skill", f"{troop_type.skill}+"),
        ("Points", str(troop_type.points)),
    )


def enlist(entry: Entry[TroopType]) -> Troops:
    """A new unit of the entry."""
    return Troops(entry.key)


KINDS = (EntryKind("troop-type", "Troop type", "Troop types", TroopType, facts, enlist),)
DATA = files(__package__) / "data"
CATALOGUE = load_catalogue(DATA, KINDS)
