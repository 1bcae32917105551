"""Commands of the print shop."""
