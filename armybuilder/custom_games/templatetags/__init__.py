"""Template tags of custom games."""
