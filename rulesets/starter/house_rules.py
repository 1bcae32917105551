"""The open questions of the rulebook, with our defaults and their reasons."""

from rulesets.core.texts.data_files import load_rulings

from .catalogue import DATA

RULINGS = load_rulings(DATA)
