"""Forge of War."""
