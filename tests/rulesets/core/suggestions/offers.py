"""What every suggestion must be: legal, small, the same each time."""

from collections import Counter
from typing import Any

import pytest

from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import Force
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.suggestions.search import OFFERED, Suggestion
from rulesets.registry import all_rulesets
from tests.tiny_system.pebbles import RULESET as PEBBLES

AnyForce = Force[Any, Any, Any]


GAMES = (*all_rulesets(), PEBBLES)


each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def errors(game: AnyRuleset, force: AnyForce) -> Counter[tuple[str, str, str]]:
    """Rule and place of every error."""
    found = (each for each in game.check(force) if each.severity is Severity.ERROR)
    return Counter((each.rule, each.where.group, each.where.unit) for each in found)


def is_sound(game: AnyRuleset, force: AnyForce, offered: tuple[Suggestion, ...]) -> None:
    """Few, all different, none with a new error; what is locked is as it was."""
    assert len(offered) <= OFFERED
    for place, suggestion in enumerate(offered):
        assert suggestion.force != force
        assert all(suggestion.force != other.force for other in offered[:place])
        assert suggestion.edits >= 1
        assert errors(game, suggestion.force) - errors(game, force) == Counter()
        for group, unit in force.units():
            if unit.locked:
                where, kept = suggestion.force.unit(unit.id)
                assert (where.id, kept) == (group.id, unit)
