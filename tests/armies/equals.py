"""Armies whose units are alike."""

from dataclasses import replace
from typing import Any

from rulesets.core.forces.force import Force, add_group
from rulesets.core.ruleset import AnyRuleset


def of_equals(game: AnyRuleset) -> Force[Any, Any, Any]:
    """Two groups without a name, each of three equal units: the first unit of the game's example, nameless."""
    group, unit = next(game.demo().units())
    alike = (replace(unit, name=""),) * 3
    force = game.new_force("Equals")
    for _ in range(2):
        force = add_group(force, "", group.spec, alike)
    return force
