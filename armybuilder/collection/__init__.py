"""A player's collection: how many models of each catalogue entry they have, and what their armies lack."""
