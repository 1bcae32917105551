"""One army against another: every unit against every unit, before a game and at the table."""
