"""The open questions of the rulebook, with our defaults and their reasons, and the words that depend on them."""

from __future__ import annotations

from importlib.resources import files

from rulesets.core.data_files import load_rulings
from rulesets.core.words import Words
from rulesets.systems.forge_of_war import tables

DATA = files(__package__) / "data"
RULINGS = load_rulings(DATA)
WORDS = Words(DATA, RULINGS, vars(tables))
