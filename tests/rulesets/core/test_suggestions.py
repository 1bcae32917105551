"""Suggestions in every game: what is offered is legal, small, leaves locked units alone, and is always the same."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core import force as parts
from rulesets.core.completing import complete
from rulesets.core.declarations import fields_of, with_value
from rulesets.core.findings import Finding, Severity
from rulesets.core.fixes import fix, fix_all
from rulesets.core.force import Force, NoSuchPart, Unit
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.suggestions import OFFERED, Suggestion
from rulesets.registry import all_rulesets, get_ruleset
from tests.declared import values
from tests.tiny_system.pebbles import RULESET as PEBBLES
from tests.tiny_system.pebbles import Pebble, Pile, Surface

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


def halved(game: AnyRuleset, locked: bool) -> AnyForce:
    """The game's example with only the first half of its first group, locked or not."""
    force: AnyForce = game.demo().with_ids()
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


def test_an_unknown_group_is_refused() -> None:
    with pytest.raises(NoSuchPart):
        complete(PEBBLES, PEBBLES.demo(), "g9")


def pile(*specs: Pebble) -> AnyForce:
    return parts.add_group(PEBBLES.new_force(), "Pile", Pile(), tuple(Unit("", spec) for spec in specs))


ROUGH_POLISHED = Pebble(polished=True)


def test_what_is_too_much_goes_and_what_is_wrong_is_changed_unless_locked() -> None:
    force = pile(Pebble("slate"), ROUGH_POLISHED, Pebble("brick"), Pebble())
    (best, *_) = complete(PEBBLES, force, "g1")
    assert [unit.spec for unit in best.force.groups[0].units] == [Pebble("slate"), Pebble("brick"), Pebble()]
    locked = parts.change_unit(force, "u3", locked=True)
    assert complete(PEBBLES, locked, "g1") == ()
    smooth = parts.change_unit(locked, "u3", spec=Pebble(surface=Surface.SMOOTH, polished=True))
    for suggestion in complete(PEBBLES, smooth, "g1"):
        assert smooth.unit("u3")[1] in suggestion.force.groups[0].units
        assert len(suggestion.force.groups[0].units) == 3


def only(game: AnyRuleset, force: AnyForce, rule: str) -> Finding:
    return next(each for each in game.check(force) if each.rule == rule)


def test_the_smallest_edits_come_first() -> None:
    force = pile(ROUGH_POLISHED, Pebble(), Pebble())
    offered = fix(PEBBLES, force, only(PEBBLES, force, "PEB-1"))
    is_sound(PEBBLES, force, offered)
    assert [each.edits for each in offered] == [1, 1]
    assert [each.force.unit("u2")[1].spec for each in offered] == [
        Pebble(),
        Pebble(surface=Surface.SMOOTH, polished=True),
    ]
    locked = parts.change_unit(force, "u2", locked=True)
    assert fix(PEBBLES, locked, only(PEBBLES, locked, "PEB-1")) == ()


def test_units_are_added_or_removed_as_many_as_it_takes() -> None:
    few, many = pile(Pebble("slate")), pile(*(Pebble("brick"),) * 5)
    added = fix(PEBBLES, few, only(PEBBLES, few, "PEB-2"))
    is_sound(PEBBLES, few, added)
    assert [unit.spec for unit in added[0].force.groups[0].units] == [Pebble("slate")] * 3
    removed = fix(PEBBLES, many, only(PEBBLES, many, "PEB-2"))
    assert [each.edits for each in removed][:1] == [2]
    assert len(removed[0].force.groups[0].units) == 3


def test_a_number_is_set_to_the_nearest_that_is_right() -> None:
    game = get_ruleset("mbt2020")
    force = game.demo().with_ids()
    many = replace(force, spec=replace(force.spec, fakes=30))
    (best, *_) = fix(game, many, only(game, many, "MBT-09"))
    assert best.force.spec.fakes <= 7
    agreed = replace(force, spec=replace(force.spec, agreed_groups=200))
    numbers = {each.force.spec.agreed_groups for each in fix(game, agreed, only(game, agreed, "MBT-06"))}
    assert 2 in numbers


@each_game
@settings(max_examples=3)
@given(data=st.data())
def test_whatever_is_wrong_is_fixed_soundly(game: AnyRuleset, data: st.DataObject) -> None:
    """Some units of the example are changed at random; each finding's suggestions clear it and bring no error."""
    force: AnyForce = game.demo().with_ids()
    for _ in range(2):
        units = [unit for _, unit in force.units()]
        unit = data.draw(st.sampled_from(units))
        other = data.draw(values(game.unit, game.catalogue))
        name = data.draw(st.sampled_from([field.name for field in fields_of(game.unit)]))
        force = parts.change_unit(force, unit.id, spec=with_value(unit.spec, name, getattr(other, name)), locked=False)
        beside = data.draw(st.sampled_from(units))
        force = parts.change_unit(force, beside.id, locked=data.draw(st.booleans()))
    graver = [each for each in game.check(force) if each.severity is not Severity.NOTE]
    for finding in graver[:2]:
        offered = fix(game, force, finding)
        is_sound(game, force, offered)
        for suggestion in offered:
            left = game.check(suggestion.force)
            assert not any(each.rule == finding.rule and each.where == finding.where for each in left)


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
