"""Calculators: a page and a command for each question that a game answers."""
