"""A game of Alice's that was described, and one that was published."""

from collections.abc import Iterator

import pytest

from armybuilder.custom_games.drafts import GAMES, create_game
from armybuilder.custom_games.models import CustomGame, GameVersion
from armybuilder.custom_games.versions import publish
from armybuilder.custom_games.views import starter
from armybuilder.site.claims import Author


@pytest.fixture(autouse=True)
def _nothing_cached() -> Iterator[None]:
    GAMES.cache.clear()
    yield
    GAMES.cache.clear()


@pytest.fixture
def custom_game(db: None, author: Author) -> CustomGame:
    """The example that games start from, Alice's."""
    return create_game(starter(), "Started", author)


@pytest.fixture
def version(custom_game: CustomGame) -> GameVersion:
    """Its first version."""
    return publish(custom_game, custom_game.head)
