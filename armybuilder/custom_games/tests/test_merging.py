"""Two versions of a document become one, unless they changed the same thing."""

import pytest

from armybuilder.custom_games.merging import Collision, merge, place_in


def item(slug, **parts):
    return {"slug": slug, **parts}


def table(columns, *rows):
    return {"fields": [{"name": name} for name in columns], "entries": [{"name": n, "values": v} for n, *v in rows]}


A, B, C, D = item("a", n=1), item("b", n=1), item("c", n=1), item("d", n=1)


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "merged"),
    [
        ({"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 1, "b": 3}, {"a": 2, "b": 3}),
        ({"a": 1}, {"a": 1, "b": 2}, {"a": 1, "c": 3}, {"a": 1, "b": 2, "c": 3}),
        ({"a": 1, "b": 1}, {"a": 1}, {"a": 2, "b": 1}, {"a": 2}),
        ([A, B], [item("a", n=2), B], [A, item("b", n=3)], [item("a", n=2), item("b", n=3)]),
        ([A, B], [item("a", n=2), B], [A], [item("a", n=2)]),
        ([A, B], [A, B, C], [B, A], [B, A, C]),
        ([A], [A, B], [A, C], [A, C, B]),
        ([A, B], [A, item("b", n=2)], [B], [item("b", n=2)]),
        ([A, B], [A, C, B], [A, item("b", n=2)], [A, C, item("b", n=2)]),
        ([A, B], [A, item("b", n=2)], [C, D, A, B], [C, D, A, item("b", n=2)]),
        ([A, B], [B, C, A], [D, A, B], [B, C, D, A]),
        ([1, 1], [2, 1], [1, 3], [2, 3]),
        (
            table("xy", ("Guard", "1", "2"), ("Horse", "1", "2")),
            table("xy", ("Guard", "9", "2"), ("Horse", "1", "2")),
            table("xy", ("Guard", "1", "8")),
            table("xy", ("Guard", "9", "8")),
        ),
    ],
)
def test_what_only_one_version_changed_is_taken(base, mine, theirs, merged):
    assert merge(base, mine, theirs) == merged


@pytest.mark.parametrize(
    ("base", "mine", "theirs"),
    [
        ({"a": 1}, {"a": 2}, {"a": 3}),
        ({}, {"a": 2}, {"a": 3}),
        ([A, B], [A, item("b", n=2)], [A]),
        ([A, B], [A], [A, item("b", n=2)]),
        ([A, B, C], [B, A, C], [A, C, B]),
        ([1, 2], [1, 2, 3], [2, 2]),
        ([A, A], [A, A, B], [A]),
        ([{"cells": ["a", "b"]}], [{"cells": ["x", "b"]}], [{"cells": ["a", "y"]}]),
        # A column was moved: cells no longer stand for the same.
        (table("xy", ("Guard", "4", "4")), table("xy", ("Guard", "5", "4")), table("yx", ("Guard", "4", "4"))),
    ],
)
def test_what_both_versions_changed_collides(base, mine, theirs):
    with pytest.raises(Collision):
        merge(base, mine, theirs)


@pytest.mark.parametrize(
    ("base", "mine", "theirs", "merged"),
    [
        ({"a": 1, "b": 1}, {"a": 2, "b": 1}, {"a": 3, "b": 4}, {"a": 2, "b": 4}),
        ([A, B], [A, item("b", n=2)], [item("a", n=5), item("b", n=3), C], [item("a", n=5), item("b", n=2), C]),
        ([A, B], [A, item("b", n=2)], [A], [A, item("b", n=2)]),
        ([A, B], [A], [A, item("b", n=2)], [A]),
        ([A, B, C], [B, A, C], [A, C, item("b", n=2)], [item("b", n=2), A, C]),
        ([1, 2], [1, 3], [2, 4], [2, 3]),
        (
            table("xy", ("Guard", "4", "4")),
            table("xy", ("Guard", "5", "4")),
            table("yx", ("Guard", "4", "4")) | {"title": "Troops"},
            table("xy", ("Guard", "5", "4")) | {"title": "Troops"},
        ),
    ],
)
def test_where_mine_is_preferred_only_a_collision_is_mine(base, mine, theirs, merged):
    assert merge(base, mine, theirs, prefer_mine=True) == merged


@pytest.mark.parametrize(
    ("other", "found"),
    [
        ({"x": [C, A]}, ("x", 1)),
        ({"x": [A, C]}, ("x", 0)),
        ({"x": [B, C]}, None),
        ({"x": []}, None),
        ({"x": 7}, None),
        (7, None),
    ],
)
def test_an_item_is_found_in_another_version_by_its_name(other, found):
    assert place_in(other, {"x": [A, B]}, ("x", 0)) == found


def test_an_item_without_a_name_is_found_at_its_place():
    assert place_in([{"n": 3}, A], [{"n": 2}], (0,)) == (0,)
    assert place_in([A, {"n": 3}], [{"n": 2}], (0,)) is None


def test_equal_changes_are_one():
    assert merge([A], [A, B], [A, B]) == [A, B]
