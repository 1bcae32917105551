"""The open questions of Action Phase 0.5, with our defaults and their reasons, and the sentences that follow them."""

from functools import lru_cache
from importlib.resources import files
from typing import Any

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Force
from rulesets.core.texts.data_files import load_rulings
from rulesets.core.texts.words import Words

from . import tables

DATA = files(__package__) / "data"
RULINGS = load_rulings(DATA)
WORDS = Words(DATA, RULINGS, vars(tables))


def house_of(force: Force[Any, Any, Any]) -> HouseRules:
    """The readings a force plays by."""
    return _house(force.house_rules)


@lru_cache(maxsize=64)
def _house(readings: tuple[tuple[str, str], ...]) -> HouseRules:
    return HouseRules(RULINGS, readings)
