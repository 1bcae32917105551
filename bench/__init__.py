"""Figures of the site: speed side by side, faults, load and long runs. You run them by hand, and they are not tests."""
