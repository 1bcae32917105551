"""Commands of printing."""
