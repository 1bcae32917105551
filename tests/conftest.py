"""Fixtures that several parts share."""

import importlib
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.cache import cache

import rulesets.systems
from rulesets.core.ruleset import AnyRuleset
from rulesets.registry import all_rulesets, get_ruleset


@pytest.fixture(autouse=True)
def _fresh_counts() -> None:
    """Rate limits start at nought in every test."""
    cache.clear()


@pytest.fixture
def pebbles(tmp_path: Path) -> Iterator[AnyRuleset]:
    """One more game: its folder is copied among the systems' folders, and nothing else is touched."""
    shutil.copytree(Path(__file__).parent / "tiny_system" / "pebbles", tmp_path / "pebbles")
    rulesets.systems.__path__.append(str(tmp_path))
    importlib.invalidate_caches()
    all_rulesets.cache_clear()
    yield get_ruleset("pebbles")
    rulesets.systems.__path__.remove(str(tmp_path))
    del sys.modules["rulesets.systems.pebbles"]
    all_rulesets.cache_clear()
