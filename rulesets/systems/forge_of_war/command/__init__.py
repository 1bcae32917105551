"""Command tests, rallying and reaction tests (§8, §13, §14, §39)."""
