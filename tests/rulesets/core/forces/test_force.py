from dataclasses import replace
from typing import Any

import pytest

from rulesets.core.forces import force as edits
from rulesets.core.forces.force import Force, NoSuchPart, Unit
from tests.tiny_system.pebbles import RULESET, Pebble, Surface


def test_edits_leave_the_old_force_alone() -> None:
    before = RULESET.demo()
    group = before.groups[0].id
    after = edits.add_units(before, group, (Unit("u2", Pebble(surface=Surface.SMOOTH)),), 0)
    assert [unit.id for unit in after.groups[0].units] == ["u5", "u2", "u3", "u4"]
    assert before == RULESET.demo()
    assert after.serial == 5


def test_groups_are_added_copied_moved_changed_and_removed() -> None:
    force: Force[Any, Any, Any] = RULESET.demo()
    force = edits.add_group(force, "Second", RULESET.group())
    force = edits.copy_group(force, "g1", "Copy")
    assert [(g.id, g.name, [u.id for u in g.units]) for g in force.groups] == [
        ("g1", "First pile", ["u2", "u3", "u4"]),
        ("g6", "Copy", ["u7", "u8", "u9"]),
        ("g5", "Second", []),
    ]
    force = edits.move_group(force, "g5", 0)
    force = edits.change_group(force, "g6", name="Third", notes="wet")
    force = edits.remove_group(force, "g1")
    assert [(g.name, g.notes) for g in force.groups] == [("Second", ""), ("Third", "wet")]


def test_units_are_copied_moved_changed_and_removed() -> None:
    force: Force[Any, Any, Any] = edits.add_group(RULESET.demo(), "Second", RULESET.group())
    force = edits.copy_unit(force, "u3", 2)
    assert [unit.id for unit in force.groups[0].units] == ["u2", "u3", "u6", "u7", "u4"]
    force = edits.move_unit(force, "u2", "g5")
    force = edits.move_unit(force, "u4", "g1", 0)
    force = edits.change_unit(force, "u7", name="Seven")
    force = edits.remove_unit(force, "u6")
    assert [[(u.id, u.name) for u in g.units] for g in force.groups] == [
        [("u4", ""), ("u3", ""), ("u7", "Seven")],
        [("u2", "")],
    ]


def test_ids_are_never_given_twice() -> None:
    force: Force[Any, Any, Any] = edits.remove_unit(RULESET.demo(), "u4")
    force = edits.add_units(force, "g1", (Unit("", Pebble()),))
    assert force.groups[0].units[-1].id == "u5"


def test_an_unknown_part_is_said() -> None:
    force: Force[Any, Any, Any] = RULESET.demo()
    for edit in (
        lambda: edits.remove_unit(force, "u99"),
        lambda: edits.move_unit(force, "u2", "g99"),
        lambda: edits.remove_group(force, "g99"),
        lambda: edits.add_units(force, "g99", ()),
    ):
        with pytest.raises(NoSuchPart):
            edit()


def test_an_opponents_version_has_no_notes() -> None:
    before: Force[Any, Any, Any] = RULESET.demo()
    noted = edits.change_unit(edits.change_group(before, "g1", notes="hush"), "u2", notes="secret")
    assert noted != before
    assert edits.without_notes(replace(noted, notes="plan")) == before
