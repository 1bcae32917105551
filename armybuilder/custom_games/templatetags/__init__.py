"""Template tags of your games."""
