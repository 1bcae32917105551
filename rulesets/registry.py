"""Finds every game: the packages in ``rulesets.systems``, those that installed packages register, and provided ones."""

import importlib
import pkgutil
import threading
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from importlib.metadata import entry_points
from typing import Any, Final
from weakref import WeakValueDictionary

import rulesets.systems
from rulesets.core.ruleset import AnyRuleset, Ruleset

GAMES_GROUP = "armybuilder.games"
"""The entry-point group in which an installed package names the module of its ``RULESET``."""

MAX_PROVIDED: Final = 40
"""How many provided games are kept for the next request; a large one takes some megabytes."""


@dataclass(frozen=True, slots=True)
class Provider:
    """Where games come from that are not listed.

    ``make`` makes the game of a slug, always an equal one, and raises ``KeyError``. ``titles`` returns the titles of
    those slugs that it knows, without making the games. ``document`` returns the plain data of a game that
    ``rulesets.described`` makes of it elsewhere, and raises ``KeyError``.
    """

    make: Callable[[str], AnyRuleset]
    titles: Callable[[list[str]], dict[str, str]]
    document: Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class _Provided:
    """The providers by the beginning of their slugs, and the games of theirs that somebody holds.

    So each slug is one object: games are compared by identity.
    """

    providers: dict[str, Provider] = field(default_factory=dict)
    in_use: WeakValueDictionary[str, AnyRuleset] = field(default_factory=WeakValueDictionary)
    locks: WeakValueDictionary[str, threading.Lock] = field(default_factory=WeakValueDictionary)
    lock: threading.Lock = field(default_factory=threading.Lock)


_PROVIDED: Final = _Provided()


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


def get_ruleset(slug: str) -> AnyRuleset:
    """The game of that slug, listed or provided; raises ``KeyError``."""
    return _provided(slug) if is_provided(slug) else _listed(slug)


@lru_cache(maxsize=100)
def _listed(slug: str) -> AnyRuleset:
    # If a folder has that name, no other game is loaded.
    module = f"rulesets.systems.{slug.replace('-', '_')}"
    own = _ruleset_of(module) if module in _modules() else None
    if own is not None and own.slug == slug:
        return own
    for ruleset in all_rulesets():
        if ruleset.slug == slug:
            return ruleset
    raise KeyError(slug)


def provide(prefix: str, provider: Provider) -> None:
    """Let the provider make the games whose slugs begin so, unless another has a longer matching prefix.

    They are not listed: people need a slug to find one.
    """
    _PROVIDED.providers[prefix] = provider


def is_provided(slug: str) -> bool:
    """Whether a provider has the games of such slugs; there may be none of this one."""
    return slug.startswith(tuple(_PROVIDED.providers))


def _provider_of(slug: str) -> Provider:
    begins = (prefix for prefix in _PROVIDED.providers if slug.startswith(prefix))
    return _PROVIDED.providers[max(begins, key=len)]


@lru_cache(maxsize=MAX_PROVIDED)
def _provided(slug: str) -> AnyRuleset:
    # Each game has a lock, so that it is made once and nobody waits for another one.
    with _PROVIDED.lock:
        making = _PROVIDED.locks.setdefault(slug, threading.Lock())
    with making:
        ruleset = _PROVIDED.in_use.get(slug)
        if ruleset is None:
            ruleset = _provider_of(slug).make(slug)
            _PROVIDED.in_use[slug] = ruleset
    return ruleset


def find_ruleset(slug: str) -> AnyRuleset | None:
    """The game of that slug; ``None`` without one, as for an army whose game the site no longer has."""
    try:
        return get_ruleset(slug)
    except KeyError:
        return None


def titles_of(slugs: Iterable[str]) -> dict[str, str]:
    """The titles of the games of these slugs, without those that are unknown."""
    asked = set(slugs)
    titles = {ruleset.slug: ruleset.title for ruleset in all_rulesets() if ruleset.slug in asked}
    for prefix, provider in _PROVIDED.providers.items():
        if provided := sorted(slug for slug in asked if slug.startswith(prefix)):
            titles |= provider.titles(provided)
    return titles


def documents_of(slug: str) -> dict[str, Any]:
    """What another machine needs to make that game: its document by its slug, if it is a provided one."""
    return {slug: _provider_of(slug).document(slug)} if is_provided(slug) else {}


def clear_game_caches() -> None:
    """Look for the games again when next needed, after one was added or removed."""
    all_rulesets.cache_clear()
    _listed.cache_clear()
    _provided.cache_clear()
