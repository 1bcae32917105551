"""The armies' browsers and armies, and a press that is put away afterwards."""

from collections.abc import Iterator

import pytest

from armybuilder.printing.press import Press
from tests.armies.conftest import _empty_desk, army, make_army

__all__ = ["_empty_desk", "army", "make_army"]


@pytest.fixture
def press() -> Iterator[Press]:
    """A press of one's own."""
    made = Press()
    yield made
    made.end()
