"""Merging: a table of cases in the tiny game, and what holds for any two lines of edits."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulesets.core.declarations.catalogue import Entry
from rulesets.core.forces import force as parts
from rulesets.core.forces.force import Force, Unit
from rulesets.core.forces.merging import CollisionSubject, Version, merge
from tests.tiny_system.pebbles import RULESET, Beach, Pebble, Pile, Stone, Surface, Throwing

AnyForce = Force[Any, Any, Any]


def beach() -> AnyForce:
    """Two piles: g1 of u2 to u4, g5 of u6 to u8."""
    force: AnyForce = RULESET.new_force("Shore")
    for name in ("One", "Two"):
        force = parts.add_group(force, name, Pile("grey"), (Unit("", Pebble(rounds=(Throwing(1), Throwing(2)))),) * 3)
    return force


BASE = beach()


def with_spec(force: AnyForce, unit: str, **changes: Any) -> AnyForce:
    return parts.change_unit(force, unit, spec=replace(force.unit(unit)[1].spec, **changes))


def add(force: AnyForce, group: str, name: str) -> AnyForce:
    return parts.add_units(force, group, (Unit("", Pebble(), name),))


def drawn(force: AnyForce) -> list[tuple[str, list[str]]]:
    """Groups by name with the names of their units, or their ids when they have none."""
    return [(group.name, [unit.name or unit.id for unit in group.units]) for group in force.groups]


def test_what_only_one_side_changed_is_taken() -> None:
    mine = with_spec(parts.change_unit(BASE, "u2", name="Pet"), "u6", polished=True)
    theirs = with_spec(replace(BASE, name="Coast", spec=Beach(3)), "u2", surface=Surface.SMOOTH)
    merged = merge(BASE, mine, theirs)
    assert merged.collisions == ()
    assert merged.force == with_spec(with_spec(replace(mine, name="Coast", spec=Beach(3)), "u6", polished=True), "u2",
                                     surface=Surface.SMOOTH)  # fmt: skip


def test_two_fields_of_one_unit_are_merged_without_a_collision() -> None:
    mine = with_spec(BASE, "u2", polished=True, rounds=(Throwing(7), Throwing(2)))
    theirs = with_spec(BASE, "u2", surface=Surface.SMOOTH, rounds=(Throwing(1), Throwing(9)))
    merged = merge(BASE, mine, theirs)
    assert merged.collisions == ()
    assert merged.force.unit("u2")[1].spec == Pebble("flint", Surface.SMOOTH, True, (Throwing(7), Throwing(9)))


def test_what_both_added_is_all_kept_though_it_bears_one_id() -> None:
    mine = add(add(BASE, "g1", "my first"), "g1", "my second")
    theirs = add(parts.add_group(BASE, "Three", Pile(), (Unit("", Pebble(), "their first"),)), "g1", "their second")
    assert {unit.id for _, unit in mine.units()} & {unit.id for _, unit in theirs.units()} > {"u10"}
    merged = merge(BASE, mine, theirs)
    assert merged.collisions == ()
    assert drawn(merged.force) == [
        ("One", ["u2", "u3", "u4", "my first", "my second", "their second"]),
        ("Two", ["u6", "u7", "u8"]),
        ("Three", ["their first"]),
    ]
    ids = [unit.id for _, unit in merged.force.units()] + [group.id for group in merged.force.groups]
    assert len(set(ids)) == len(ids)
    assert merged.force.serial == max(int(name[1:]) for name in ids)


def test_what_one_removed_and_the_other_left_alone_is_removed() -> None:
    mine = parts.remove_unit(BASE, "u3")
    theirs = parts.remove_group(parts.change_unit(BASE, "u2", notes="wet"), "g5")
    merged = merge(BASE, mine, theirs)
    assert merged.collisions == ()
    assert drawn(merged.force) == [("One", ["u2", "u4"])]
    assert merged.force.unit("u2")[1].notes == "wet"


def test_orders_of_one_side_are_taken_and_moves_too() -> None:
    mine = parts.move_group(parts.move_unit(BASE, "u4", "g1", 0), "g5", 0)
    theirs = add(parts.move_unit(BASE, "u6", "g1", 1), "g1", "new")
    merged = merge(BASE, mine, theirs)
    assert merged.collisions == ()
    assert drawn(merged.force) == [("Two", ["u7", "u8"]), ("One", ["u4", "new", "u2", "u6", "u3"])]


def changed(**changes: Any) -> AnyForce:
    return replace(BASE, **changes)


def entry(weight: int) -> Entry[Stone]:
    return Entry("stone", "gem", "Gem", Stone(weight))


LIMPET = with_spec(BASE, "u2", stone="slate")
COLLIDING = [
    ("name", changed(name="A"), changed(name="B"), ":name", CollisionSubject.NAME, "Shore", "A", "B"),
    ("setting", changed(spec=Beach(1)), changed(spec=Beach(2)), ":spec.tide", CollisionSubject.SETTING, None, 1, 2),
    (
        "house rule",
        changed(house_rules=(("wet_stones", "on"),)),
        changed(house_rules=(("wet_stones", "off"),)),
        ":house.wet_stones",
        CollisionSubject.HOUSE_RULE,
        None,
        "on",
        "off",
    ),
    (
        "own entry",
        changed(entries=(entry(1),)),
        changed(entries=(entry(2),)),
        ":entry.stone/gem",
        CollisionSubject.ENTRY,
        None,
        entry(1),
        entry(2),
    ),
    (
        "unit's field",
        LIMPET,
        with_spec(BASE, "u2", stone="brick"),
        "u2:spec.stone",
        CollisionSubject.SETTING,
        "flint",
        "slate",
        "brick",
    ),
    (
        "row of a list",
        with_spec(BASE, "u2", rounds=(Throwing(5), Throwing(2))),
        with_spec(BASE, "u2", rounds=(Throwing(6), Throwing(2))),
        "u2:spec.rounds[0].throws",
        CollisionSubject.SETTING,
        1,
        5,
        6,
    ),
    (
        "list",
        with_spec(BASE, "u2", rounds=()),
        with_spec(BASE, "u2", rounds=(Throwing(6), Throwing(2))),
        "u2:spec.rounds",
        CollisionSubject.SETTING,
        (Throwing(1), Throwing(2)),
        (),
        (Throwing(6), Throwing(2)),
    ),
    (
        "removed and changed",
        parts.remove_unit(BASE, "u2"),
        LIMPET,
        "u2:kept",
        CollisionSubject.KEPT,
        BASE.unit("u2")[1],
        None,
        LIMPET.unit("u2")[1],
    ),
    (
        "moved and removed",
        parts.move_unit(BASE, "u2", "g5"),
        parts.remove_unit(BASE, "u2"),
        "u2:kept",
        CollisionSubject.KEPT,
        BASE.unit("u2")[1],
        BASE.unit("u2")[1],
        None,
    ),
    (
        "group removed and added to",
        parts.remove_group(BASE, "g1"),
        add(BASE, "g1", "new"),
        "g1:kept",
        CollisionSubject.KEPT,
        BASE.group("g1"),
        None,
        add(BASE, "g1", "new").group("g1"),
    ),
    (
        "order",
        parts.move_unit(BASE, "u2", "g1", 2),
        parts.move_unit(BASE, "u2", "g1", 1),
        "g1:order",
        CollisionSubject.ORDER,
        ("u2", "u3", "u4"),
        ("u3", "u4", "u2"),
        ("u3", "u2", "u4"),
    ),
]


@pytest.mark.parametrize(
    ("mine", "theirs", "key", "about", "was", "my_value", "their_value"),
    [case[1:] for case in COLLIDING],
    ids=[case[0] for case in COLLIDING],
)
def test_what_both_changed_is_asked_for(
    mine: AnyForce, theirs: AnyForce, key: str, about: CollisionSubject, was: Any, my_value: Any, their_value: Any
) -> None:
    merged = merge(BASE, mine, theirs)
    assert [(each.key, each.about, each.base, each.mine, each.theirs) for each in merged.collisions] == [
        (key, about, was, my_value, their_value)
    ]
    assert replace(merged.force, serial=mine.serial) == mine
    chosen = merge(BASE, mine, theirs, {key: Version.THEIRS})
    assert chosen.collisions == merged.collisions
    assert replace(chosen.force, serial=theirs.serial) == theirs
    assert merge(BASE, mine, mine) == merge(BASE, mine, mine, {key: Version.THEIRS})


def test_a_unit_moved_to_two_groups_is_asked_for() -> None:
    base = parts.add_group(BASE, "Three", Pile())
    mine, theirs = (parts.move_unit(base, "u2", group) for group in ("g5", "g9"))
    merged = merge(base, mine, theirs)
    assert [(each.key, each.base, each.mine, each.theirs) for each in merged.collisions] == [
        ("u2:group", "g1", "g5", "g9")
    ]
    assert merged.force == mine
    assert merge(base, mine, theirs, {"u2:group": Version.THEIRS}).force == theirs


def test_a_unit_moved_into_a_removed_group_goes_back() -> None:
    mine, theirs = parts.move_unit(BASE, "u2", "g5"), parts.remove_group(BASE, "g5")
    merged = merge(BASE, mine, theirs)
    assert [each.key for each in merged.collisions] == ["g5:kept"]
    assert drawn(merged.force) == [("One", ["u3", "u4"]), ("Two", ["u6", "u7", "u8", "u2"])]
    removed = merge(BASE, mine, theirs, {"g5:kept": Version.THEIRS}).force
    assert drawn(removed) == [("One", ["u3", "u4", "u2"])] or drawn(removed) == [("One", ["u2", "u3", "u4"])]


# --- any two lines of edits ----------------------------------------------------------------------------


def edit(force: AnyForce, kind: str, first: int, second: int) -> AnyForce:
    """One edit of some part of the force."""
    groups = [group.id for group in force.groups]
    units = [unit.id for _, unit in force.units()]
    if not groups or kind == "add group":
        return parts.add_group(force, f"New {second}", Pile(), (Unit("", Pebble(), f"In new {second}"),))
    group = groups[first % len(groups)]
    if not units or kind == "add":
        return add(force, group, f"Added {second}")
    unit = units[first % len(units)]
    match kind:
        case "remove":
            return parts.remove_unit(force, unit)
        case "remove group":
            return parts.remove_group(force, group)
        case "move":
            return parts.move_unit(force, unit, groups[second % len(groups)], second)
        case "move group":
            return parts.move_group(force, group, second)
        case "name":
            return parts.change_unit(force, unit, name=f"Named {second}", locked=bool(second % 2))
        case "spec":
            return with_spec(force, unit, surface=list(Surface)[second % 2], polished=bool(first % 2))
        case "house":
            return replace(force, house_rules=(("wet_stones", ("on", "off")[second % 2]),))
    return replace(force, spec=Beach(second))


EDITS = ("add", "add group", "remove", "remove group", "move", "move group", "name", "spec", "house", "army")
LINE = st.lists(st.tuples(st.sampled_from(EDITS), st.integers(0, 9), st.integers(0, 9)), max_size=8)


def edited(line: list[tuple[str, int, int]]) -> AnyForce:
    force = BASE
    for kind, first, second in line:
        force = edit(force, kind, first, second)
    return force


@settings(max_examples=150)
@given(LINE, LINE)
def test_nothing_is_lost_whatever_the_two_did(my_line: list[Any], their_line: list[Any]) -> None:
    mine, theirs = edited(my_line), edited(their_line)
    merged = merge(BASE, mine, theirs)
    force = merged.force
    ids = [group.id for group in force.groups] + [unit.id for _, unit in force.units()]
    assert len(set(ids)) == len(ids)
    if mine in (theirs, BASE) or theirs == BASE:
        return
    gone = {each.group for each in merged.collisions if each.about is CollisionSubject.KEPT and not each.mine}
    known = {unit.id for _, unit in BASE.units()}
    added = Counter(unit.name for _, unit in force.units() if unit.id not in known)
    assert added == Counter(
        unit.name
        for side in (mine, theirs)
        for group, unit in side.units()
        if unit.id not in known and group.id not in gone
    )
    for _, unit in BASE.units():
        if all(unit in [other for _, other in side.units()] for side in (mine, theirs)):
            assert force.unit(unit.id)[1] == unit


@settings(max_examples=60)
@given(LINE)
def test_a_side_that_did_nothing_changes_nothing(line: list[Any]) -> None:
    side = edited(line)
    assert merge(BASE, side, BASE) == merge(BASE, BASE, side) == merge(BASE, side, side)
    assert merge(BASE, side, BASE).force == side
    assert merge(BASE, side, BASE).collisions == ()
