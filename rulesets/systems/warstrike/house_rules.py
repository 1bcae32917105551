"""The open questions of Action Phase 0.5, with our defaults and their reasons."""

from importlib.resources import files

from rulesets.core.data_files import load_rulings

DATA = files(__package__) / "data"
RULINGS = load_rulings(DATA)
