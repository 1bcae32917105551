"""Finds every game: the packages in ``rulesets.systems``, and those that installed packages register."""

import importlib
import pkgutil
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.metadata import entry_points

import rulesets.systems
from rulesets.core.ruleset import AnyRuleset, Ruleset

GAMES_GROUP = "armybuilder.games"
"""The entry-point group in which an installed package names the module of its ``RULESET``."""


class RegistryError(RuntimeError):
    """Two games have the same slug, or a package's ``RULESET`` is not a ``Ruleset``."""


def _modules() -> Iterator[str]:
    for module in pkgutil.iter_modules(rulesets.systems.__path__, "rulesets.systems."):
        if module.ispkg:
            yield module.name
    yield from sorted(entry.value for entry in entry_points(group=GAMES_GROUP))


def _ruleset_of(module: str) -> AnyRuleset | None:
    ruleset = getattr(importlib.import_module(module), "RULESET", None)
    if ruleset is not None and not isinstance(ruleset, Ruleset):
        raise RegistryError(f"{module}: RULESET is not a Ruleset")
    return ruleset


@cache
def all_rulesets() -> tuple[AnyRuleset, ...]:
    """Every game, by title; raises ``RegistryError``."""
    by_slug: dict[str, AnyRuleset] = {}
    for module in _modules():
        ruleset = _ruleset_of(module)
        if ruleset is None:
            continue
        if ruleset.slug in by_slug:
            raise RegistryError(f"{module}: the slug {ruleset.slug!r} is taken")
        by_slug[ruleset.slug] = ruleset
    return tuple(sorted(by_slug.values(), key=lambda ruleset: ruleset.title))


@lru_cache(maxsize=100)
def get_ruleset(slug: str) -> AnyRuleset:
    """The game of that slug; raises ``KeyError``. If a folder has that name, no other game is loaded."""
    module = f"rulesets.systems.{slug.replace('-', '_')}"
    own = _ruleset_of(module) if module in _modules() else None
    if own is not None and own.slug == slug:
        return own
    for ruleset in all_rulesets():
        if ruleset.slug == slug:
            return ruleset
    raise KeyError(slug)


def clear_game_caches() -> None:
    """Look for the games again when next needed, after one was added or removed."""
    all_rulesets.cache_clear()
    get_ruleset.cache_clear()
