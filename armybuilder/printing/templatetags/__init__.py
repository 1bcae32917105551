"""Template tags of the print shop."""
