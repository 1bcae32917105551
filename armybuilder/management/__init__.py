"""The package in which Django finds the commands."""
