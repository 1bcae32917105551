"""Battlefields: rolled from a seed, stored in an address, drawn and printed."""
