"""The open questions of Action Phase 0.5, with our defaults and their reasons."""

from importlib.resources import files

from rulesets.core.data_files import load_rulings

RULINGS = load_rulings(files(__package__) / "data")
