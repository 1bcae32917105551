"""Asking: a form for every declaration of a game, and the way from address to value and back."""
