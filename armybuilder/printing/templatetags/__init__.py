"""Template tags of printed pages."""
