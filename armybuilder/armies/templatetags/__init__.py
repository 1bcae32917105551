"""Template tags of the armies."""
