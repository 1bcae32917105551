"""Fixtures that several parts share."""

import pytest
from django.core.cache import cache


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    """Rate limits start at nought in every test."""
    cache.clear()
