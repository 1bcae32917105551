"""The report of a match: its entries and losses, its state at any time, and its luck."""
