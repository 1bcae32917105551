"""Forms made from a game's declarations, and conversion between values and addresses."""
