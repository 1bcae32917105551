"""Battles of a game that has a desk, a browser that owns one, one that does not, and a printer without a worker."""

from collections.abc import Iterator
from typing import Any

import pytest

from armybuilder.desk.models import Battle
from armybuilder.desk.revisions import BATTLES, create_battle, desk_of
from armybuilder.site.claims import Author
from rulesets.core.desk import Desk
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets
from tests.printing.conftest import printer

__all__ = ["printer"]

GAME: AnyRuleset = next(game for game in all_rulesets() if game.desk)
DESK: Desk[Any] = desk_of(GAME)


@pytest.fixture(autouse=True)
def _empty_table() -> Iterator[None]:
    """Nothing loaded in one test lies about in the next."""
    BATTLES.cache.clear()
    yield
    BATTLES.cache.clear()


@pytest.fixture
def battle(db, author: Author) -> Battle:
    """The game's example battle, Alice's."""
    return create_battle(GAME, DESK.demo(), "Example battle", author)
