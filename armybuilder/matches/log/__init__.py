"""The log of a match: who may write to it, its state and entries, in words, and on a device."""
