"""Questions at the table: the two armies as sides of a calculator, one unit engaging another, and what comes of it."""
