"""The smallest edits that make a force legal, and ready ways to complete a group."""
