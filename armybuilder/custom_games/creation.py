"""Creation of a visitor's game, from any source, within the limit on their number."""

from typing import Final

from django.http import HttpRequest

from armybuilder.custom_games.access import games_of
from armybuilder.custom_games.drafts import Draft, create_game
from armybuilder.custom_games.models import CustomGame
from armybuilder.site.claims import Author
from armybuilder.site.errors import Refused
from armybuilder.site.quotas import quota_transaction

MAX_GAMES: Final = 50
"""How many games one user or browser may keep, the deleted ones included."""


def create_within_limit(request: HttpRequest, author: Author, draft: Draft, summary: str) -> CustomGame:
    """Create a game of the visitor's; raises ``Refused`` if there are too many, and ``TooLarge``."""
    with quota_transaction("custom games", author.key):
        if games_of(request).count() >= MAX_GAMES:
            words = (
                f"You have reached the limit of {MAX_GAMES} custom games. Nothing was saved. Deleted games count too. "
                "You can delete them for good at the end of your list of custom games."
            )
            raise Refused(409, words)
        return create_game(draft, summary, author)
