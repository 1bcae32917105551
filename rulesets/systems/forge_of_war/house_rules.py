"""The open questions of the rulebook, with our defaults and their reasons, and the words that depend on them."""

from importlib.resources import files

from rulesets.core.texts.data_files import load_rulings
from rulesets.core.texts.words import Words

from . import tables

DATA = files(__package__) / "data"
RULINGS = load_rulings(DATA)
WORDS = Words(DATA, RULINGS, vars(tables))
