"""A game at the table: states of units, throws, events and their log."""
