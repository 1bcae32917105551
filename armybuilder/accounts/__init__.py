"""Accounts of players, and what belongs to them."""
