"""Filters of the templates of files."""
