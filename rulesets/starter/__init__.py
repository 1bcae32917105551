"""Starter: squads that shoot at each other with dice, described in ``data/game.json``."""

from importlib.resources import files

from rulesets.described.ruleset import from_document, load_game

from .program import CALCULATORS, RULES

RULESET = from_document(load_game(files(__package__) / "data" / "game.json"), calculators=CALCULATORS, rules=RULES)
