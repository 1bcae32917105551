"""Suggestions to complete a group or to fix problems, with a preview before they are saved."""
