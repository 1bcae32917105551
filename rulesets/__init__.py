"""The games: rules, odds and legality in pure Python, without any site around them.

``games()`` and ``get(slug)`` are the way in for scripts: a ``Game`` takes and returns plain data.
"""

from rulesets.bad_input import BadInput
from rulesets.desk import GameDesk
from rulesets.game import Game, games, get

__version__ = "2.2.0"
"""Semantic version of the names in ``__all__``: removing or changing a name or parameter raises the major version."""

__all__ = ["BadInput", "Game", "GameDesk", "__version__", "games", "get"]
