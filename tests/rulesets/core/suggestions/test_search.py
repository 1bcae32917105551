"""Suggestions in every game: what is offered is legal, small, leaves locked units alone, and is always the same."""

from collections import Counter

from rulesets.core.forces import force as parts
from rulesets.core.forces.findings import Severity
from rulesets.core.forces.force import Unit
from rulesets.core.forces.rules import Scope
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.suggestions.completing import complete
from rulesets.core.suggestions.fixes import fix, fix_all
from rulesets.core.suggestions.random_group import random_group
from rulesets.core.suggestions.search import MAX_LOOKS
from rulesets.registry import get_ruleset
from tests.rulesets.core.suggestions.offers import AnyForce, each_game, errors, is_sound
from tests.tiny_system.pebbles import RULESET as PEBBLES
from tests.tiny_system.pebbles import Pebble, Pile


def pile(*specs: Pebble) -> AnyForce:
    return parts.add_group(PEBBLES.new_force(), "Pile", Pile(), tuple(Unit("", spec) for spec in specs))


def weight(game: AnyRuleset, force: AnyForce) -> tuple[int, int]:
    """How many errors and warnings a force has."""
    found = [each.severity for each in game.check(force)]
    return found.count(Severity.ERROR), found.count(Severity.WARNING)


@each_game
def test_a_whole_army_is_fixed_step_by_step(game: AnyRuleset) -> None:
    """Every second unit of the example becomes one without any setting; the last one of these is locked."""
    force: AnyForce = game.demo().with_ids()
    for _, unit in list(force.units())[::2]:
        force = parts.change_unit(force, unit.id, spec=game.unit(), name="")
    force = parts.add_group(force, "New", game.group())
    force = parts.change_unit(force, unit.id, locked=True)
    steps = fix_all(game, force)
    assert fix_all(game, force) == steps
    before = force
    for step in steps:
        assert step.finding in game.check(before)
        assert weight(game, step.force) < weight(game, before)
        before = step.force
    for group, each in force.units():
        if each.locked:
            assert before.unit(each.id) == (before.group(group.id), each)
    assert errors(game, before) - errors(game, force) == Counter()
    for left in game.check(before):
        if left.severity is not Severity.NOTE:
            assert all(weight(game, each.force) >= weight(game, before) for each in fix(game, before, left)[:1])


def test_what_is_left_of_an_army_is_what_locks_forbid() -> None:
    force = pile(*(Pebble(),) * 4)
    force = parts.add_group(force, "Other", Pile(), tuple(Unit("", Pebble()) for _ in range(4)))
    for unit in force.groups[0].units:
        force = parts.change_unit(force, unit.id, locked=True)
    steps = fix_all(PEBBLES, force)
    assert [(step.finding.rule, step.finding.where.group) for step in steps] == [("PEB-2", force.groups[1].id)]
    assert fix_all(PEBBLES, steps[-1].force) == ()


def test_a_large_army_has_suggestions_too() -> None:
    """Its check alone takes more looks than a search may take."""
    game = get_ruleset("forge-of-war")
    force: AnyForce = game.demo().with_ids()
    (_, unit), *_ = force.units()
    rules = sum(rule.scope is Scope.UNIT for rule in game.all_rules)
    crowd = [Unit("", unit.spec, f"Unit {number}") for number in range(MAX_LOOKS // rules + 1)]
    force = parts.add_group(force, "Crowd", game.group(), (*crowd, Unit("", game.unit())))
    made = random_group(game, force, 1, "Random")
    assert made
    assert errors(game, made.force) - errors(game, force) == Counter()
    finding, *_ = game.check(force)
    for offered in (complete(game, force, force.groups[-1].id), fix(game, force, finding)):
        assert offered
        is_sound(game, force, offered)
