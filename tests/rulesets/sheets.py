"""Quick references of any game."""

from typing import Any

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.rules import CheckContext
from rulesets.core.reference import Section
from rulesets.core.ruleset import AnyRuleset


def complete_sheet(game: AnyRuleset, *readings: tuple[str, str]) -> tuple[Section, ...]:
    """The complete sheet under these readings."""
    return game.sections(HouseRules(game.rulings, readings), ())


def sheet_for(game: AnyRuleset, *armies: CheckContext[Any, Any, Any]) -> tuple[Section, ...]:
    """The sheet of an army, or of the armies of several players, under the house rules of the first."""
    return game.sections(armies[0].house, armies)
