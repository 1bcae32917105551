"""Revisions of armies, matches and battles. Each save adds one and never overwrites another."""
