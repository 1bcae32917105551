"""Figures of the site: speed side by side, faults, load and long runs. Run by hand; these are no tests."""
