import pytest

from armybuilder.interchange.army_tables import is_unit_heading
from armybuilder.interchange.bare_tables import headings_for, records_as_table
from armybuilder.interchange.formats import read_any
from rulesets.registry import get_ruleset

ROWS = ["Line;Warrior;4", "Line;Milan;2", "Air;Apache;2"]


@pytest.mark.parametrize("separator", [";", ",", "\t", " | "])
def test_columns_without_headings_are_told_by_their_cells(separator: str) -> None:
    read = read_any("\n".join(ROWS).replace(";", separator).encode(), get_ruleset("mbt2020"))
    assert [(group.name, len(group.units)) for group in read.loaded.force.groups] == [("Line", 6), ("Air", 2)]
    assert [str(each) for each in read.remarks] == [
        "The table has no headings. Its columns were read as A: Group, B: Unit, C: Qty."
    ]


@pytest.mark.parametrize(
    "rows",
    [
        ROWS[:2],
        ["Line;Warrior;4", "Air;Milan;2", "Line;Apache;2"],
        ["Line;Warrior;4", "Line;Milan;2", "Air;Spitfire;2"],
        ["Line;Warrior;4", "Line;Milan;many", "Air;Apache;2"],
        ["Line;Warrior;4;1", "Line;Milan;2;1", "Air;Apache;2;1"],
    ],
)
def test_columns_that_are_not_clear_have_no_headings(rows: list[str]) -> None:
    cells = [(number, row.split(";")) for number, row in enumerate(rows, 1)]
    assert headings_for(get_ruleset("mbt2020"), cells) == []


def test_a_block_of_lines_for_each_unit_is_a_row() -> None:
    text = "Unit: Warrior\nGroup: Line\nQty: 4\n\nUnit: Apache\nGroup: Air\nQty: 2"
    read = read_any(text.encode(), get_ruleset("mbt2020"))
    assert [(group.name, len(group.units)) for group in read.loaded.force.groups] == [("Line", 4), ("Air", 2)]
    assert read.whole


@pytest.mark.parametrize(
    "text",
    [
        "Unit: Warrior\nQty: 4",
        "Unit: Warrior\nQty: 4\nUnit: Apache\nQty: 2\nQty: 3",
        "Line: Warrior\nAir: Apache\nLine: Milan",
        "Unit: Warrior\nQty: 4\n\nUnit: Apache\nand two more",
    ],
)
def test_other_lines_with_colons_are_no_table(text: str) -> None:
    assert records_as_table(text, is_unit_heading) == ""
