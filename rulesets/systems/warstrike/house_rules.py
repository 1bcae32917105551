"""The open questions of Action Phase 0.5, with our defaults and their reasons, and the sentences that follow them."""

from importlib.resources import files

from rulesets.core.data_files import load_rulings
from rulesets.core.words import Words

from . import tables

DATA = files(__package__) / "data"
RULINGS = load_rulings(DATA)
WORDS = Words(DATA, RULINGS, vars(tables))
