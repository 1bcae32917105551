"""Points beside counts are those of each unit or of the row if the table tells which, and else nobody's."""

import pytest

from armybuilder.interchange.army_tables import read_army_csv
from armybuilder.interchange.imported import ImportedArmy
from armybuilder.interchange.table_points import count_in
from rulesets.registry import get_ruleset

OF_UNITS = "The points beside a count were read as the points of each unit."
OF_ROWS = "The points beside a count were read as those of all units in the row."
UNCLEAR = (
    "The points beside a count may be for each unit or for the row, so they were left out. "
    "Name their column “Points each” or “Total points”."
)


def read(*rows: str) -> ImportedArmy:
    return read_army_csv("\n".join(rows).encode(), get_ruleset("warstrike"))


def points(army: ImportedArmy) -> list[int]:
    return [unit.spec.context.points for _, unit in army.loaded.force.units()]


@pytest.mark.parametrize(
    ("told", "rows", "expected", "message"),
    [
        ("heading of units", ["Unit,Qty,Points each", "Walker,2,150"], [150, 150], OF_UNITS),
        ("heading of rows", ["Unit,Qty,Total points", "Walker,2,150"], [75, 75], OF_ROWS),
        ("total of units", ["Unit,Qty,Pts", "Walker,2,150", "Captain,1,60", "Total,,360"], [150, 150, 60], OF_UNITS),
        ("total of rows", ["Unit,Qty,Pts", "Walker,2,150", "Captain,1,60", "Total,,210"], [75, 75, 60], OF_ROWS),
        ("totals beside", ["Unit,Qty,Pts,Sum", "Walker,2,150,300", "Captain,1,60,60"], [150, 150, 60], OF_UNITS),
        ("no multiple", ["Unit,Qty,Pts", "Walker,2,75", "Scouts,2,40"], [75, 75, 40, 40], OF_UNITS),
        ("same for any count", ["Unit,Qty,Pts", "Walker,2,60", "Walker,1,60"], [60, 60, 60], OF_UNITS),
        ("more for more", ["Unit,Qty,Pts", "Walker,2,120", "Walker,1,60"], [60, 60, 60], OF_ROWS),
        ("count in the name", ["Unit,Total points", "2x Walker,150"], [75, 75], OF_ROWS),
        ("nothing", ["Unit,Qty,Pts", "Walker,2,150", "Captain,1,60"], [0, 0, 60], UNCLEAR),
    ],
)
def test_points_beside_a_count(told: str, rows: list[str], expected: list[int], message: str) -> None:
    army = read(*rows)
    assert points(army) == expected, told
    assert message in [each.message for each in army.remarks]


def test_points_that_cannot_be_shared_are_left_out() -> None:
    assert points(read("Unit,Qty,Total points", "Walker,2,151")) == [0, 0]


def test_points_of_single_units_need_no_remark() -> None:
    army = read("Unit,Pts", "Captain,60", "Walker,150")
    assert (points(army), army.remarks) == ([60, 150], ())


@pytest.mark.parametrize(("title", "count", "units"), [("Walker", "3", 3), ("4x Walker", "", 4), ("Walker", "", 1)])
def test_a_row_has_its_count_in_either_cell(title: str, count: str, units: int) -> None:
    assert count_in(title, count) == units
