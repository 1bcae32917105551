"""Armies and their revisions: build, check, undo, copy."""
