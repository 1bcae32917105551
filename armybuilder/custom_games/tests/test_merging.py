"""Two versions of a document become one, unless they changed the same thing."""

import pytest

from armybuilder.custom_games.merging import Collision, merge


def item(slug, **parts):
    return {"slug": slug, **parts}


def table(columns, *rows):
    return {"fields": [{"name": name} for name in columns], "entries": [{"name": n, "values": v} for n, *v in rows]}


A, B, C = item("a", n=1), item("b", n=1), item("c", n=1)


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


def test_equal_changes_are_one():
    assert merge([A], [A, B], [A, B]) == [A, B]
