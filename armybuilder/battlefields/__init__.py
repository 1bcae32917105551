"""Battlefields: rolled, kept in an address, drawn and printed."""
