"""The pages of games at the table: the list, the seats, the tracker, and what follows from the states."""
