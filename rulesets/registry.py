"""Finds every game: each package in ``rulesets.systems`` (or in folders named besides) that has a ``RULESET``."""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache

import rulesets.systems
from rulesets.core.ruleset import AnyRuleset, Ruleset


class RegistryError(RuntimeError):
    """Two games of one slug, or a package whose ``RULESET`` is none."""


@cache
def all_rulesets() -> tuple[AnyRuleset, ...]:
    """Every game, by title; raises ``RegistryError``. ``all_rulesets.cache_clear()`` after adding one."""
    found: dict[str, AnyRuleset] = {}
    for module in pkgutil.iter_modules(rulesets.systems.__path__, "rulesets.systems."):
        if not module.ispkg:
            continue
        ruleset = getattr(importlib.import_module(module.name), "RULESET", None)
        if ruleset is None:
            continue
        if not isinstance(ruleset, Ruleset):
            raise RegistryError(f"{module.name}: RULESET is no Ruleset")
        if ruleset.slug in found:
            raise RegistryError(f"{module.name}: the slug {ruleset.slug!r} is taken")
        found[ruleset.slug] = ruleset
    return tuple(sorted(found.values(), key=lambda ruleset: ruleset.title))


def get_ruleset(slug: str) -> AnyRuleset:
    """The game of that slug; raises ``KeyError``."""
    for ruleset in all_rulesets():
        if ruleset.slug == slug:
            return ruleset
    raise KeyError(slug)
