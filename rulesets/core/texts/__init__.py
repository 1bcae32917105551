"""The TOML files of a game, and sentences with slots."""
