"""Tables of the quick reference as their players type them."""

from typing import Any

from armybuilder.custom_games.editor.forms import PlaceForm, form_of
from armybuilder.custom_games.editor.places import read_place
from armybuilder.custom_games.tests.editor.documents import hill_war

PLACE = read_place("sheet/0/tables/0")
TABLE = {
    "title": "To hit",
    "headings": ["Roll", ">Result"],
    "rows": [{"cells": ["1", "Miss"]}, {"cells": ["6", "Hit"]}],
}


def typed(data: dict[str, str]) -> PlaceForm:
    """The form of a table with what was sent."""
    document = hill_war()
    document["sheet"][0]["tables"] = [TABLE]
    return form_of(document, PLACE, data)


def table(entered: PlaceForm) -> dict[str, Any]:
    """The table of the document that was entered."""
    found: dict[str, Any] = entered.entered["sheet"][0]["tables"][0]
    return found


def test_the_spare_row_is_typed_in_and_a_blank_one_left_out():
    assert table(typed({})) == TABLE
    entered = typed({"rows-2-cells-0": "7", "rows-2-cells-1": "Kill"})
    assert entered.form.is_valid()
    assert [row["cells"] for row in table(entered)["rows"]] == [["1", "Miss"], ["6", "Hit"], ["7", "Kill"]]


def test_a_removed_heading_takes_its_cells_along():
    entered = typed({"remove-row": "headings-0"})
    assert entered.form.rows_changed
    assert table(entered)["headings"] == [">Result"]
    assert [row["cells"] for row in table(entered)["rows"]] == [["Miss"], ["Hit"]]


def test_a_new_heading_gives_each_row_a_cell():
    entered = typed({"add-row": "headings"})
    assert [row["cells"] for row in table(entered)["rows"]] == [["1", "Miss", ""], ["6", "Hit", ""]]


def test_a_table_keeps_one_row():
    data = {f"rows-{row}-cells-{cell}": "" for row in range(3) for cell in range(2)}
    assert table(typed(data))["rows"] == [{"cells": ["", ""]}]
