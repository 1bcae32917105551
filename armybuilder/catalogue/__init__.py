"""The stored catalogue: the rulebooks' rows and the players' own."""
