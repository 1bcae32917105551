"""Work that takes a while: rows that tasks work on, and that say how far it is."""
