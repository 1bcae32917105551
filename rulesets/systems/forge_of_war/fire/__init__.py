"""Fire at figures: the dice of a volley, what it does, and shells (§22-25, §41)."""
