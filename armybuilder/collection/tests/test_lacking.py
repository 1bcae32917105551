"""What armies need that is not there."""

from armybuilder.collection.lacking import Need, highest, needs_of, table
from armybuilder.collection.shelf import Models

FLINT, SLATE, BRICK = ("stone", "flint"), ("stone", "slate"), ("stone", "brick")


def test_missing_and_unpainted_models_are_told_apart():
    needs = [Need("Flint", needed, Models(5, 2)) for needed in (8, 4, 2)]
    assert [(need.missing, need.to_paint) for need in needs] == [(3, 3), (0, 2), (0, 0)]


def test_only_what_is_lacking_is_listed_in_the_order_of_the_army():
    names = {FLINT: "Flint", SLATE: "Slate", BRICK: "Brick"}
    shelf = {FLINT: Models(5, 5), BRICK: Models(2, 0)}
    needs = needs_of({BRICK: 1, FLINT: 5, SLATE: 2}, names, shelf)
    assert list(table(needs)) == [
        ("Name", "Needed", "Models", "Painted", "Missing", "To paint"),
        ("Brick", "1", "2", "0", "0", "1"),
        ("Slate", "2", "0", "0", "2", "0"),
    ]


def test_several_armies_need_the_highest_number_of_each():
    assert highest([{FLINT: 3, SLATE: 1}, {FLINT: 2, BRICK: 4}]) == {FLINT: 3, SLATE: 1, BRICK: 4}
