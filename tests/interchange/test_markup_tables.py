import pytest

from armybuilder.interchange.formats import read_any
from armybuilder.interchange.markup_tables import has_tables, plain_tables
from rulesets.registry import get_ruleset

WIKI = """{| class="wikitable"
|+ My army
! Group !! Unit !! Count
|-
| rowspan="2" | Line || '''Warrior''' || 4
|-
| [[Milan]] || align="right" | 2
|-
| Air
| Apache
| 2
|}"""
HTML = (
    "<meta charset='utf-8'><table><tr><th>Group</th><th>Unit</th><th>Count</th></tr>"
    "<tr><td rowspan=2>Line</td><td><b>Warrior</b></td><td>4</td></tr><tr><td>Milan</td><td>2</td></tr>"
    "<tr><td>Air</td><td>Apache</td><td>2</td></tr></table>"
)
ROWS = ["Group\tUnit\tCount", "Line\tWarrior\t4", "Line\tMilan\t2", "Air\tApache\t2"]


@pytest.mark.parametrize(("text", "rows"), [(WIKI, ["My army", *ROWS]), (HTML.partition(">")[2], ROWS)])
def test_a_table_is_lines_of_cells(text: str, rows: list[str]) -> None:
    assert has_tables(text.encode())
    assert plain_tables(text).strip().split("\n") == rows


@pytest.mark.parametrize("text", [WIKI, f"My list:\n\n{WIKI}\n\nCheers", HTML])
def test_a_table_with_markup_is_an_army(text: str) -> None:
    read = read_any(text.encode(), get_ruleset("mbt2020"))
    assert [(group.name, len(group.units)) for group in read.loaded.force.groups] == [("Line", 6), ("Air", 2)]
    assert read.has_all_units


@pytest.mark.parametrize("text", ["4 Warrior {|}", "{| 4 Warrior", "<table 4 Warrior", "| Warrior | 4 |"])
def test_what_is_no_table_stays(text: str) -> None:
    assert plain_tables(text) == text


def test_columns_below_dashes_are_cells():
    text = "My list\n\nUnit        Qty  Notes\n----------  ---  -----\nAjax          3  dug in\nLeopard 2     1\n\nBye"
    assert has_tables(text.encode())
    lines = [line for line in plain_tables(text).split("\n") if line]
    assert lines == ["My list", "Unit\tQty\tNotes", "Ajax\t3\tdug in", "Leopard 2\t1\t", "Bye"]
