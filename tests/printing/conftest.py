"""The armies' browsers and armies, and a printer without other processes."""

import pytest

from armybuilder.printing.rendering.printer import Printer
from tests.armies.conftest import _empty_desk, army, make_army
from tests.printing.samples import PRINTER

__all__ = ["_empty_desk", "army", "make_army"]


@pytest.fixture
def printer() -> Printer:
    """A printer that renders in this process what no other test of it has printed."""
    return PRINTER
