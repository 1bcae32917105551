"""Armies shown to others: links that cannot be guessed, and the opponents that a player keeps."""
