"""Places in a document: what stands there, and the document with something else there."""

import pytest

from armybuilder.custom_games.editor.places import NoSuchPlace, add, at, move, put, read_place, remove
from armybuilder.custom_games.tests.editor.documents import hill_war
from rulesets.described.document import KindField, Limit

COLUMNS = ("kinds", 0, "fields")


def values() -> list[list[str]]:
    return [row["values"] for row in hill_war()["kinds"][0]["entries"]]


def test_an_address_names_a_place():
    place = read_place("limits/0")
    assert (place.path, place.declaration, place.is_list) == (("limits", 0), Limit, False)
    place = read_place("kinds/0/fields")
    assert (place.path, place.declaration, place.is_list) == (COLUMNS, KindField, True)
    assert place.address == "kinds/0/fields"


@pytest.mark.parametrize(
    "address",
    ["", "title", "limits/x", "limits/-1", "limits/0/id", "limits/9999", "slug/0", "kinds/0/entries/0/values"],
)
def test_other_addresses_name_no_place(address: str):
    with pytest.raises(NoSuchPlace):
        read_place(address)


def test_a_place_without_a_row_is_refused():
    for path in (("limits", 7), ("limits", 0, "id", "x"), ("kinds", 3, "fields")):
        with pytest.raises(NoSuchPlace):
            at(hill_war(), path)
    with pytest.raises(NoSuchPlace):
        put(hill_war(), ("limits", 7), {})


def test_a_list_that_is_left_out_is_empty():
    assert at(hill_war(), ("rulings",)) == []


def test_put_changes_one_place_alone():
    before = hill_war()
    after = put(before, ("limits", 0), {"id": "L-9"})
    assert before == hill_war()
    assert after["limits"] == [{"id": "L-9"}]
    assert {**after, "limits": before["limits"]} == before


def test_an_item_is_added_moved_and_removed():
    document = add(hill_war(), ("turn",), {"title": "End"})
    assert [part["title"] for part in document["turn"]] == ["First player", "Second player", "End"]
    up = move(document, ("turn",), 2, -1)
    assert [part["title"] for part in up["turn"]] == ["First player", "End", "Second player"]
    assert move(up, ("turn",), 0, -1) == up
    assert move(up, ("turn",), 2, 1) == up
    assert remove(up, ("turn",), 1) == hill_war()


def test_a_new_column_gives_each_row_a_cell():
    document = add(hill_war(), COLUMNS, {"name": "armour", "label": "Armour", "default": "3"})
    assert [row["values"] for row in document["kinds"][0]["entries"]] == [[*cells, "3"] for cells in values()]


def test_a_removed_column_takes_its_cells_along():
    document = remove(hill_war(), COLUMNS, 1)
    assert [row["values"] for row in document["kinds"][0]["entries"]] == [[c[0], *c[2:]] for c in values()]


def test_a_moved_column_takes_its_cells_along():
    document = move(hill_war(), COLUMNS, 1, -1)
    assert [row["values"] for row in document["kinds"][0]["entries"]] == [[c[1], c[0], *c[2:]] for c in values()]
