"""Commands of the armies."""
