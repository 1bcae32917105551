"""Pasted tables of models."""

import pytest

from armybuilder.catalogue.models import EntryRow
from armybuilder.collection.pasted import NO_NUMBER, TWICE, read_pasted
from armybuilder.collection.shelf import Models

UNITS = {
    ("stone", key): EntryRow(ruleset="pebbles", kind="stone", key=key, name=name)
    for key, name in (("flint", "Flint"), ("slate", "Slate"), ("a", "Twin"), ("b", "Twin"))
}


def read(text, shelf=()):
    found = read_pasted(text, UNITS, dict(shelf))
    return {key: models for (_, key), models in found.models.items()}, list(found.not_read)


@pytest.mark.parametrize("text", [
    "Name,Models,Painted,Note\nFlint,3,1,box",
    "name;note;models;painted\nFLINT;box;3;1",
    "Unit\tQty\tPainted\tNotes\n“flint”\t3\t1\tbox".replace("“", "").replace("”", ""),
    "\n\nModel,Amount,Painted,Remark\nFlint,3,1,box\n",
])  # fmt: skip
def test_columns_are_found_by_their_headings(text):
    assert read(text) == ({"flint": Models(3, 1, "box")}, [])


def test_without_headings_a_line_has_name_and_number():
    assert read("Flint,3\nSlate,4") == ({"flint": Models(3), "slate": Models(4)}, [])


def test_what_a_table_does_not_say_stays():
    shelf = {("stone", "flint"): Models(5, 4, "box")}
    assert read("Name,Note\nFlint,shelf 2", shelf) == ({"flint": Models(5, 4, "shelf 2")}, [])
    assert read("Name,Models\nFlint,3", shelf) == ({"flint": Models(3, 3, "box")}, [])


def test_each_line_that_is_not_understood_is_named():
    text = "Name,Models,Painted\nFlint,3,\nFlint,4,\nMoon,1,\nTwin,1,\nSlate,many,\nSlate,-1,\nSlate,2,3\nTotal,9,"
    assert read(text) == (
        {"flint": Models(3)},
        [
            ("Flint · 4", TWICE),
            ("Moon · 1", "No entry in the catalogue has this name."),
            ("Twin · 1", "2 entries have this name. Enter the number in the list of all units instead."),
            ("Slate · many", NO_NUMBER),
            ("Slate · -1", NO_NUMBER),
            ("Slate · 2 · 3", NO_NUMBER),
            ("Total · 9", "This is a total."),
        ],
    )


def test_nothing_comes_of_nothing():
    assert read("") == ({}, [])
