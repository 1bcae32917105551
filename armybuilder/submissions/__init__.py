"""Forms that create something: sent twice, by a double tap or after a lost answer, they create it once."""
