"""Armies of described games, built from settings as a player would write them."""

from typing import Any

from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.ruleset import AnyRuleset

Settings = dict[str, Any]


def army(
    game: AnyRuleset, *groups: tuple[dict[str, Any], list[dict[str, Any]]], **settings: Any
) -> Force[Any, Any, Any]:
    """An army with these settings, of groups with their settings and those of their units."""
    built = tuple(
        Group("", f"Group {n}", game.group(**group), tuple(Unit("", game.unit(**unit)) for unit in units))
        for n, (group, units) in enumerate(groups, 1)
    )
    return Force(game.slug, "Army", game.force(**settings), built).with_ids()
