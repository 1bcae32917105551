"""The game master's desk: battles that are kept, played phase by phase, and reported."""
