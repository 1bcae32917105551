"""The history of an army: its revisions with their changes, comparison of two, and restoring one."""
