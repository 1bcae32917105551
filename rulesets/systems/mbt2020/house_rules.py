"""The open questions of the rulebook, with our defaults and their reasons, and the sentences that follow them."""

from functools import lru_cache
from importlib.resources import files
from typing import Final

from rulesets.core.declarations.house_rules import HouseRules, Ruling
from rulesets.core.texts.data_files import load_rulings
from rulesets.core.texts.words import Words

from . import tables
from .units import ArmyForce

DATA: Final = files("rulesets.systems.mbt2020") / "data"
RULINGS: Final[tuple[Ruling, ...]] = load_rulings(DATA)
WORDS: Final = Words(DATA, RULINGS, vars(tables))


def house_of(force: ArmyForce) -> HouseRules:
    """The readings that a loaded army plays by."""
    return _house(force.house_rules)


@lru_cache(maxsize=64)
def _house(readings: tuple[tuple[str, str], ...]) -> HouseRules:
    return HouseRules(RULINGS, readings)
