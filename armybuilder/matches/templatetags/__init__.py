"""Tags of the pages of games at the table."""
