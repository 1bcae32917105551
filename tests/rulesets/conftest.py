"""The games know nothing of the site, whose counts need not start afresh for each of their tests."""

import pytest


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    """Nothing is counted."""
