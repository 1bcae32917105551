"""Armies: their parts and edits, rules, findings, and the merge of two versions."""
