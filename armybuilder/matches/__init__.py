"""Matches: games of two armies at the table, kept as logs of events that two phones write."""
