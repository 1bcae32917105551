"""The games: rules, odds and legality in pure Python, without any site around them.

``games()`` and ``get(slug)`` are the way in for scripts: what a ``Game`` takes and gives is plain data.
"""

from rulesets.game import BadInput, Game, games, get

__version__ = "1.1.0"
"""Semantic version of what ``__all__`` names: a name or parameter gone or changed raises the first number."""

__all__ = ["BadInput", "Game", "__version__", "games", "get"]
