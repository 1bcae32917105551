"""Suggestions on the site: a group completed, a problem fixed, each previewed before it is saved."""
