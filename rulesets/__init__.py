"""The games: rules, odds and legality in pure Python, without any site around them.

``games()`` and ``get(slug)`` are the way in for scripts: a ``Game`` takes and returns plain data.
"""

from rulesets.game import BadInput, Game, games, get

__version__ = "1.2.0"
"""Semantic version of the names in ``__all__``: removing or changing a name or parameter raises the major version."""

__all__ = ["BadInput", "Game", "__version__", "games", "get"]
