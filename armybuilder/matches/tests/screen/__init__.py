"""Games at the table."""
