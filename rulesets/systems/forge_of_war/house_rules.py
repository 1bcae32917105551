"""The open questions of the rulebook, with our defaults and their reasons."""

from __future__ import annotations

from importlib.resources import files

from rulesets.core.data_files import load_rulings

DATA = files(__package__) / "data"
RULINGS = load_rulings(DATA)
