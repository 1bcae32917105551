"""The armies' browsers and armies, a render worker that is put away afterwards, and a printer without one."""

from collections.abc import Iterator

import pytest

from armybuilder.printing.rendering.printer import Printer
from armybuilder.printing.rendering.workers import RenderWorker
from tests.armies.conftest import _empty_desk, army, make_army
from tests.printing.samples import PRINTER

__all__ = ["_empty_desk", "army", "make_army"]


@pytest.fixture
def worker() -> Iterator[RenderWorker]:
    """A render worker of one's own."""
    made = RenderWorker()
    yield made
    made.end()


@pytest.fixture
def printer() -> Printer:
    """A printer that renders in this process what no other test of it has printed."""
    return PRINTER
