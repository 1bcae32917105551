"""At the table: what players set up and keep an eye on during a game."""
