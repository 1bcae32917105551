"""Groups that are completed."""

from dataclasses import replace

import pytest

from rulesets.core.forces import force as parts
from rulesets.core.forces.force import NoSuchPart
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.suggestions.completing import complete, is_complete
from rulesets.core.suggestions.search import OFFERED
from tests.rulesets.core.suggestions.offers import AnyForce, each_game, errors, is_sound
from tests.rulesets.core.suggestions.test_search import pile
from tests.tiny_system.pebbles import RULESET as PEBBLES
from tests.tiny_system.pebbles import Pebble


def halved(game: AnyRuleset, locked: bool) -> AnyForce:
    """The game's example with only the first half of the largest ready group as its first one, locked or not."""
    largest = max(game.templates, key=lambda template: len(template.units))
    force: AnyForce = game.demo()
    force = replace(force, groups=(largest.build("Half"), *force.groups[1:]), serial=0).with_ids()
    units = force.groups[0].units
    for unit in units[(len(units) + 1) // 2 :]:
        force = parts.remove_unit(force, unit.id)
    for unit in force.groups[0].units:
        force = parts.change_unit(force, unit.id, locked=locked)
    return force


@each_game
@pytest.mark.parametrize("locked", [True, False])
def test_half_a_group_is_completed_in_up_to_three_ways(game: AnyRuleset, locked: bool) -> None:
    force = halved(game, locked)
    group = force.groups[0]
    offered = complete(game, force, group.id)
    assert offered
    if game is not PEBBLES:
        assert len(offered) == OFFERED
    is_sound(game, force, offered)
    for suggestion in offered:
        assert suggestion.title
        completed = suggestion.force.group(group.id)
        assert suggestion.edits == len(completed.units) - len(group.units)
        assert completed.units[: len(group.units)] == group.units
        assert not [mark for mark in errors(game, suggestion.force) if mark[1] == group.id]
        assert replace(suggestion.force, groups=(), serial=0) == replace(force, groups=(), serial=0)
    assert complete(game, force, group.id) == offered


@each_game
def test_an_empty_group_becomes_a_ready_one(game: AnyRuleset) -> None:
    force = parts.add_group(game.new_force(), "New", game.group())
    offered = complete(game, force, "g1")
    is_sound(game, force, offered)
    assert [suggestion.title for suggestion in offered] == [each.title for each in game.templates[:OFFERED]]
    specs = sorted(str(unit.spec) for unit in offered[0].force.group("g1").units)
    assert specs == sorted(str(spec) for _, spec in game.templates[0].units)


@each_game
def test_nothing_is_added_to_a_complete_group(game: AnyRuleset) -> None:
    force = game.demo().with_ids()
    assert all(is_complete(game, group, game.check(force)) for group in force.groups)
    assert [complete(game, force, group.id) for group in force.groups] == [()] * len(force.groups)
    for template in game.templates:
        assert is_complete(game, template.build("Ready"), ())


def test_a_group_with_errors_is_not_complete() -> None:
    force = pile(*[Pebble()] * 4)
    findings = PEBBLES.check(force)
    assert [finding.rule for finding in findings] == ["PEB-2"]
    assert not is_complete(PEBBLES, force.groups[0], findings)
    assert complete(PEBBLES, force, "g1")


def test_an_unknown_group_is_refused() -> None:
    with pytest.raises(NoSuchPart):
        complete(PEBBLES, PEBBLES.demo(), "g9")
