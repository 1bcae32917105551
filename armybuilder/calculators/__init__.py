"""Calculators: a page and a command for every question that a game answers."""
