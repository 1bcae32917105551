"""The numbers of the rulebook, which are defined only here."""

FACES = 6
"""Dice have six faces."""

MAX_MODELS = 20
"""Models of a unit."""

SQUAD = range(1, 5)
"""Units of a squad, from 1 to 4."""
