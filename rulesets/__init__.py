"""The games: rules, odds and legality in pure Python, without any site around them.

``games()`` and ``get(slug)`` are the way in for scripts: what a ``Game`` takes and gives is plain data.
"""

from rulesets.game import BadInput, Game, games, get

__all__ = ["BadInput", "Game", "games", "get"]
