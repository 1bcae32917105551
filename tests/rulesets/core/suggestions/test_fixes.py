"""Fixes of what is wrong."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.declarations.fields import fields_of, with_value
from rulesets.core.forces import force as parts
from rulesets.core.forces.findings import Finding, Severity
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.suggestions.completing import complete
from rulesets.core.suggestions.fixes import fix, fix_all
from rulesets.registry import get_ruleset
from tests.declared import values
from tests.rulesets.core.suggestions.offers import AnyForce, each_game, is_sound
from tests.rulesets.core.suggestions.test_search import pile
from tests.tiny_system.pebbles import RULESET as PEBBLES
from tests.tiny_system.pebbles import Pebble, Surface

ROUGH_POLISHED = Pebble(polished=True)


def test_excess_goes_and_errors_are_changed_unless_locked() -> None:
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


def stands(*vehicles: str) -> AnyForce:
    """A battle group of stands of these vehicles, the first of which is its BGHQ."""
    game = get_ruleset("mbt2020")
    tank = game.demo().groups[0].units[0].spec
    specs = [replace(tank, vehicle=vehicle, hq=not place) for place, vehicle in enumerate(vehicles)]
    return parts.add_group(game.new_force("Guards"), "", game.group(), tuple(parts.Unit("", spec) for spec in specs))


def taken_away(force: AnyForce, after: AnyForce) -> list[str]:
    left = {unit.id for _, unit in after.units()}
    return [unit.spec.vehicle for _, unit in force.units() if unit.id not in left]


@pytest.mark.parametrize(
    ("vehicles", "gone"),
    [
        (["leopard-2"] * 7 + ["challenger-2"] * 5 + ["apache"], [["challenger-2"], ["leopard-2"]]),
        (["leopard-2", "apache"] + ["challenger-2"] * 10 + ["t-72"], [["challenger-2"]]),
        (["leopard-2"] * 7 + ["apache"] + ["challenger-2"] * 7, [["challenger-2"] * 3]),
    ],
)
def test_the_only_one_of_its_sort_is_not_taken_away(vehicles: list[str], gone: list[list[str]]) -> None:
    """The one that was added last goes, or the army's commonest, and never the only Apache; so in every fix at once."""
    game, force = get_ruleset("mbt2020"), stands(*vehicles)
    offered = fix(game, force, only(game, force, "MBT-01"))
    assert [taken_away(force, each.force) for each in offered][: len(gone)] == gone
    assert all("apache" not in taken_away(force, each.force) for each in offered)
    steps = fix_all(game, force)
    assert taken_away(force, steps[-1].force) == gone[0]


def test_what_was_added_last_is_taken_away_wherever_it_stands() -> None:
    game, force = get_ruleset("mbt2020"), stands(*["leopard-2"] * 13)
    last = force.groups[0].units[-1].id
    moved = parts.move_unit(force, last, force.groups[0].id, 3)
    (best, *_) = fix(game, moved, only(game, moved, "MBT-01"))
    assert last not in {unit.id for _, unit in best.force.units()}
    named = parts.change_unit(force, last, name="Old Ironsides")
    (best, *_) = fix(game, named, only(game, named, "MBT-01"))
    assert named.groups[0].units[-2].id not in {unit.id for _, unit in best.force.units()}


def test_the_only_one_of_its_sort_goes_where_nothing_else_helps() -> None:
    force = pile(Pebble("slate"), Pebble("brick"), Pebble(), Pebble(surface=Surface.SMOOTH))
    offered = fix(PEBBLES, force, only(PEBBLES, force, "PEB-2"))
    assert offered[0].force.groups[0].units == force.groups[0].units[:3]


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
