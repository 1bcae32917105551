"""Suggestions on the site: a group completed, a finding mended, each seen before it is made."""
