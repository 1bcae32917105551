"""Tables of random armies in every arrangement that people choose: each unit stands in its group, or all is refused."""

import random
from collections import Counter
from itertools import chain, product, zip_longest

import pytest

from armybuilder.armies.documents import BadFile
from armybuilder.interchange.army_tables import read_army_csv, read_army_workbook
from armybuilder.interchange.formats import read_any
from armybuilder.interchange.imported import ImportedArmy
from armybuilder.interchange.table_layouts import counted_names, part_table, tables_inside, written_names
from armybuilder.spreadsheets.columns import write_csv
from armybuilder.spreadsheets.workbooks import write_workbook
from rulesets.registry import all_rulesets, get_ruleset
from tests.interchange.test_damaged_tables import names_of, specs_of, units_by_group
from tests.rulesets.described.games import DESCRIBED, games_with

ARMIES = 8
GROUPS = ("Iron Hand", "Second wave", "Reserve")
each_game = pytest.mark.parametrize("ruleset", games_with("lanes", "starter"), ids=lambda ruleset: ruleset.slug)
Rows = list[list[str]]
Units = list[tuple[str, int]]


def beside(groups: dict[str, Units]) -> Rows:
    """A table for each group, side by side, each below its group's name."""
    blocks = [
        [[group, "", ""], ["Unit", "Qty", ""], *([name, str(count), ""] for name, count in units)]
        for group, units in groups.items()
    ]
    return [[*chain.from_iterable(cells)] for cells in zip_longest(*blocks, fillvalue=["", "", ""])]


def below(groups: dict[str, Units]) -> Rows:
    """A table for each group, one below the other, each below its group's name."""
    rows: Rows = []
    for group, units in groups.items():
        rows += [[group], ["Unit", "Qty"], *([name, str(count)] for name, count in units), []]
    return rows


def in_rows(groups: dict[str, Units]) -> Rows:
    """One table, in which the name of each group stands in a row above its units."""
    rows = [["Unit", "Qty"]]
    for group, units in groups.items():
        rows += [[group, ""], *([name, str(count)] for name, count in units)]
    return rows


def plain(groups: dict[str, Units], heading: str = "Unit") -> Rows:
    """A row for each unit with its group."""
    units = [[group, name, str(count)] for group, each in groups.items() for name, count in each]
    return [["Group", heading, "Qty"], *units]


def unknown_heading(groups: dict[str, Units]) -> Rows:
    """The same below a heading that means nothing."""
    return plain(groups, "Spielzeug")


def in_headings(groups: dict[str, Units]) -> Rows:
    """A table for each group, with its name in the heading of its units."""
    rows: Rows = []
    for group, units in groups.items():
        rows += [[f"**{group}**", "No.", "Box"], *([name, str(count), "4"] for name, count in units)]
        rows += [["Subtotal", "9", ""], []]
    return rows


def armies(ruleset, seed: int) -> dict[str, Units]:
    """The units of random groups."""
    chance = random.Random(f"{ruleset.slug} {seed}")
    names = names_of(ruleset)
    return {
        group: [(chance.choice(names), chance.randint(1, 4)) for _ in range(chance.randint(1, 5))]
        for group in GROUPS[: chance.randint(2, 3)]
    }


def expected(ruleset, groups: dict[str, Units]) -> Counter[tuple[str, object]]:
    """How often each group has which unit."""
    return Counter(
        (group, spec)
        for group, units in groups.items()
        for name, count in units
        for spec in specs_of(ruleset, name, count)
    )


@each_game
@pytest.mark.parametrize("arrange", [beside, below, in_rows, in_headings, plain, unknown_heading])
def test_units_stand_in_their_groups_however_a_table_is_laid(ruleset, arrange):
    for seed in range(ARMIES):
        groups = armies(ruleset, seed)
        rows = arrange(groups)
        read = read_any(write_csv(rows).encode(), ruleset)
        assert units_by_group(read) == expected(ruleset, groups), rows
        assert read.lost == ()
        told = " ".join(map(str, read.remarks))
        assert all(f"“{group}" in told for group in groups) == (arrange not in (plain, unknown_heading)), told


@each_game
def test_a_sheet_for_each_group_is_that_group(ruleset):
    for seed in range(ARMIES):
        groups = armies(ruleset, seed)
        sheets = {
            group: [["Unit", "Qty"], *([name, str(count)] for name, count in units)] for group, units in groups.items()
        }
        read = read_army_workbook(write_workbook({"Cover": [["3rd Division"]], **sheets}), ruleset)
        assert units_by_group(read) == expected(ruleset, groups)
        assert [each.place for each in read.remarks] == ["Cover", *(f"{group} row 1" for group in groups)]


def test_sheets_with_groups_are_other_versions_of_which_one_is_read():
    rows = [["Group", "Unit"], ["Alpha", "Ajax"]]
    read = read_army_workbook(write_workbook({"New": [*rows, ["Bravo", "Warrior"]], "Old": rows}))
    assert len([*read.loaded.force.units()]) == 2
    assert [(each.place, each.left_out) for each in read.remarks] == [("Old", True)]


@pytest.mark.parametrize(
    ("ruleset", "game_is_known"),
    [*product(all_rulesets(), [True, False]), *product(DESCRIBED[2:4], [True])],
    ids=lambda each: getattr(each, "slug", str(each)),
)
def test_swapped_rows_and_columns_are_refused_by_name(ruleset, game_is_known):
    for seed in range(ARMIES):
        swapped = [list(cells) for cells in zip(*plain(armies(ruleset, seed)), strict=True)]
        for rows in (swapped, swapped[1:], [["3rd Division"], [], *swapped]):
            with pytest.raises(BadFile, match=r"rows and columns are swapped\. Copy the table, paste it transposed"):
                read_any(write_csv(rows).encode(), ruleset if game_is_known else None)


def grid(groups: dict[str, Units], corner: str, total: str) -> Rows:
    """A column of numbers for each group, with totals at the right and below."""
    names = [*dict.fromkeys(name for units in groups.values() for name, _ in units)]
    counts = {group: Counter[str]() for group in groups}
    for group, units in groups.items():
        for name, count in units:
            counts[group][name] += count
    rows = [[name, *(str(counts[group][name] or "") for group in groups)] for name in names]
    rows = [[*row, str(sum(counts[group][row[0]] for group in groups))] for row in rows]
    sums = [str(sum(counts[group].values())) for group in groups]
    return [[corner, *groups, total], *rows, [total, *sums, ""]]


@each_game
@pytest.mark.parametrize(("corner", "total"), [("", "Total"), ("Unit", "Army total"), ("Model", "Total stands")])
def test_a_grid_has_the_units_of_each_group(ruleset, corner, total):
    for seed in range(ARMIES):
        groups = armies(ruleset, seed)
        groups = {group: [*{name: (name, n) for name, n in units}.values()] for group, units in groups.items()}
        rows = grid(groups, corner, total)
        read = read_any(write_csv(rows).encode(), ruleset)
        assert units_by_group(read) == expected(ruleset, groups), rows
        assert read.lost == ()
        told = " ".join(map(str, read.remarks))
        assert all(f"“{group}”" in told for group in groups)


def test_a_grid_names_the_units_that_it_has_not():
    rows = [["", "Alpha", "Bravo"], ["Ajax", "2", ""], ["Warrior", "x", "-"], ["Orcs", "3", "4"], ["Milan", "", ""]]
    read = read_any(write_csv(rows).encode(), get_ruleset("mbt2020"))
    assert read.loaded.unit_count == 3
    assert [(each.heading, each.units) for each in read.lost] == [("Alpha", 3), ("Bravo", 4)]
    assert "“Milan · 0” has a count of 0 and was left out." in " ".join(map(str, read.remarks))


def test_a_grid_of_more_rows_than_an_army_has_units_is_refused():
    groups = [f"Group {number}" for number in range(100)]
    rows = [["Unit", *groups, "Reserve"], *(["Ajax", *("1" for _ in groups), ""] for _ in range(40))]
    with pytest.raises(BadFile, match="more than 3000 rows"):
        read_army_csv(write_csv(rows).encode(), get_ruleset("mbt2020"))


def test_rows_of_a_grid_may_end_with_their_last_number():
    read = read_any(b"Red Force\nUnit,1st Bn,2nd Bn\nAjax,4,3\nWarrior,2\nMilan,1,1\n", get_ruleset("mbt2020"))
    assert counts_of(read) == [("1st Bn", {"Ajax": 4, "Warrior": 2, "Milan": 1}), ("2nd Bn", {"Ajax": 3, "Milan": 1})]


@each_game
def test_unknown_columns_of_numbers_make_no_grid(ruleset):
    names = names_of(ruleset)[:4]
    read = read_any(write_csv([["Unit", "Page", "Box"], *([name, "3", "4"] for name in names)]).encode(), ruleset)
    assert len([*read.loaded.force.units()]) == len(names)
    assert [remark.message for remark in read.remarks] == ["Unknown column “Page”.", "Unknown column “Box”."]


@each_game
@pytest.mark.parametrize("heading", ["Qwertz", ""])
def test_numbers_that_may_be_counts_are_told_before_saving(ruleset, heading):
    names = names_of(ruleset)[:3]
    rows = [["Unit", heading], *([name, str(number)] for number, name in enumerate(names, 2))]
    read = read_army_csv(write_csv(rows).encode(), ruleset)
    assert len([*read.loaded.force.units()]) == len(names)
    assert not read.has_all_units
    assert "write “Qty” above them" in read.remarks[-1].message


@pytest.mark.parametrize("above", ["game: WarStrike", "Game,WarStrike", "Game:,WarStrike"])
def test_the_game_above_a_table_is_read(above):
    read = read_any(f"{above}\nUnit,Qty\nCaptain,1\nScouts,2\n".encode())
    assert (read.loaded.ruleset.slug, read.remarks) == ("warstrike", ())


@pytest.mark.parametrize("row", ["Unit,Qty,Qwertz\nAjax,2,3", "Unit,Points cost\nAjax,30", "Unit,Year\nAjax,86"])
def test_numbers_that_are_no_counts_lose_no_unit(row):
    assert read_any(row.encode(), get_ruleset("mbt2020")).has_all_units


@each_game
def test_a_count_in_the_first_row_makes_no_table_of_a_list(ruleset):
    first, second, third, *_ = names_of(ruleset)
    text = f"Alpha: 5 x {first}, 3 x\n{second}, 2 x {third}, 1\nx {first}\n"
    read = read_any(text.encode(), ruleset)
    assert (read.loaded.unit_count, read.lost) == (11, ())


@pytest.mark.parametrize(
    "text",
    [
        "| Unit | Qty |\n|---|---|\n| INF+ PDA | 2 |\n| INF+ LAS | 1 |\n| Challenger 2 BGHQ | 1 |",
        "Unit,Qty\nINF+ PDA,2\nINF+ LAS,1\nChallenger 2 (BGHQ),1",
        "Unit\tPainted\n2x INF+ PDA\tyes\nINF+ LAS\tno\nChallenger 2 BGHQ\tyes",
        "2 INF+ PDA\nINF+ LAS\nChallenger 2 BGHQ",
    ],
)
def test_words_behind_a_name_set_the_same_in_a_table_and_a_list(text):
    read = read_any(text.encode(), get_ruleset("mbt2020"))
    rows = [read.loaded.ruleset.row(unit, group, read.loaded.context) for group, unit in read.loaded.force.units()]
    assert [row.title for row in rows] == ["INF+ PDA", "INF+ PDA", "INF+ LAS", "Challenger 2"]
    assert [unit.spec.hq for _, unit in read.loaded.force.units()] == [False, False, False, True]
    assert read.lost == ()


@each_game
@pytest.mark.parametrize("heading", ["Number of {}", "No. of {}", "# of {}"])
def test_the_number_of_units_is_a_count(ruleset, heading):
    names = names_of(ruleset)[:3]
    rows = [["Unit", heading.format(ruleset.words.units)], *([name, "2"] for name in names)]
    read = read_any(write_csv(rows).encode(), ruleset)
    assert (read.loaded.unit_count, read.remarks) == (6, ())


@pytest.mark.parametrize("rule", ["|:-:|---|---|", "|-|-|-|", "| :---: | - | --- |", "---|---|---"])
def test_the_line_below_headings_of_markdown_is_no_row(rule):
    read = read_any(f"| No. | Unit | Notes |\n{rule}\n| 8 | Challenger 2 | |\n| 2 | Ajax | |\n".encode())
    assert (read.loaded.unit_count, read.remarks) == (10, ())


@pytest.mark.parametrize(
    ("slug", "names"),
    [("mbt2020", ("Challenger 2", "INF+ PDA", "Apache")), ("forge-of-war", ("Light tank", "Marines", "Paratroops"))],
)
def test_a_column_for_one_kind_of_units_may_have_other_kinds(slug, names):
    rows = "".join(f"{name}\t2\n" for name in names)
    read = read_any(f"Vehicle\tHow many\n{rows}Total\t6\n".encode(), get_ruleset(slug))
    assert (read.loaded.unit_count, read.lost) == (6, ())


def test_points_that_are_no_whole_number_are_told_and_keep_the_unit():
    read = read_any(b"Einheit;Anzahl;Punkte je\nCaptain;1;12,5\nWalker;2;30,0\n", get_ruleset("warstrike"))
    assert (read.loaded.unit_count, read.lost) == (3, ())
    assert [str(each) for each in read.remarks if each.left_out] == [
        "row 2 Points: “12,5” is not a whole number and was left out."
    ]


def test_one_known_heading_below_a_title_begins_a_table():
    read = read_any(
        b"3rd Division\nGefechtsgruppe;Fahrzeug;Anzahl\nAlpha;Warriors;4\nAlpha;Challengr 2;2\nBravo;Ajax;1\n"
    )
    assert [unit.spec.vehicle for _, unit in read.loaded.force.units()] == ["warrior"] * 4 + ["ajax"]
    assert [(each.place, each.units) for each in read.lost] == [("B4 (Fahrzeug)", 2)]


def test_headings_on_every_page_are_no_further_table():
    ruleset = get_ruleset("mbt2020")
    rows = [["Group", "Unit"], ["Alpha", "Ajax"], ["Page 2"], ["Group", "Unit"], ["Alpha", "Warrior"]]
    table = part_table(ruleset, ruleset.unit, "", list(enumerate(rows, 1)))
    assert tables_inside(ruleset, table) == [table]


def test_an_unknown_unit_without_a_count_is_lost_and_no_group():
    read = read_any(b"Unit,Qty\nAjax,2\nScimitar,\nWarrior,3\n")
    assert [group.name for group in read.loaded.force.groups] == [""]
    assert [(each.place, each.units) for each in read.lost] == [("A3 (Unit)", 1)]
    near = read_any(b"Unit,Qty\nChallengr 2,\nWarrior,3\nAjax,1\n")
    assert [(each.place, each.units) for each in near.lost] == [("A2 (Unit)", 1)]


def test_a_cell_may_have_a_count_and_a_plural():
    assert [*counted_names("4x Scouts")] == [(1, "4x Scouts"), (4, "Scouts")]
    assert (4, "Scout") in [*written_names("4x Scouts")]


@pytest.mark.parametrize("cell", ["4 stands of Scouts", "Scouts - 4 stands", "four Scouts", "Scouts, qty 4"])
def test_a_cell_has_counts_as_a_line_has(cell: str) -> None:
    assert (4, "Scouts") in [*counted_names(cell)]


@each_game
@pytest.mark.parametrize("heading", ["Formation", "Squadron", "Platoon", "Detachment", "Gefechtsgruppe", "Qwertz"])
def test_a_column_of_groups_may_have_any_heading(ruleset, heading):
    for seed in range(ARMIES):
        groups: dict[str, Units] = {"Iron Hand": [], "Second wave": []} | armies(ruleset, seed)
        groups = {group: [*units, (names_of(ruleset)[0], 2)] for group, units in groups.items()}
        (_, *headings), *rows = plain(groups)
        for cells in ([heading, *headings], [f"{heading}:", *headings]):
            read = read_any(write_csv([cells, *rows]).encode(), ruleset)
            assert units_by_group(read) == expected(ruleset, groups), rows
            assert [each.message for each in read.remarks] in (
                [],
                [f"“{cells[0]}” was read as the column of the {ruleset.words.groups}."],
            )


def test_a_column_of_many_words_is_none_of_groups():
    read = read_any(b"Painted,Unit,Qty\nyes,Ajax,1\nno,Warrior,2\nyes,Milan,1\n", get_ruleset("mbt2020"))
    assert [group.name for group in read.loaded.force.groups] == [""]
    assert [each.message for each in read.remarks] == ["Unknown column “Painted”."]


@pytest.mark.parametrize("heading", ["Squad size", "Command points", "Troop type", "Force HQ?"])
def test_a_column_of_values_is_none_of_groups(heading):
    cells = ("yes", "", "x") if heading.endswith("?") else ("5", "6", "tank") if "type" in heading else ("5", "6", "5")
    rows = [["Unit", "Qty", heading], ["Ajax", "1", cells[0]], ["Warrior", "2", cells[1]], ["Milan", "1", cells[2]]]
    read = read_any(write_csv(rows).encode(), get_ruleset("mbt2020"))
    assert [group.name for group in read.loaded.force.groups] == [""]
    assert [each.message for each in read.remarks] == [f"Unknown column “{heading}”."]


def test_points_of_each_unit_are_no_points_of_a_row():
    text = "Unit,Qty,Pts,Pts each\nCaptain,2,60,30\nWalker,3,120,40\n"
    read = read_any(text.encode(), get_ruleset("warstrike"))
    assert [unit.spec.context.points for _, unit in read.loaded.force.units()] == [30, 30, 40, 40, 40]
    assert "Unknown column “Pts”." in [each.message for each in read.remarks]


@pytest.mark.parametrize("line", ["Thanks in advance!", "What would you change?"])
def test_a_sentence_below_a_table_names_no_unit(line):
    text = f"Rate my army:\n\n**HQ**|**#**\n:--|--:\nCaptain|1\n\n**Line**|**#**\n:--|--:\nScouts|2\n\n{line}\n"
    read = read_any(text.encode(), get_ruleset("warstrike"))
    assert [(group.name, len(group.units)) for group in read.loaded.force.groups] == [("HQ", 1), ("Line", 2)]
    assert read.has_all_units
    assert line in " ".join(map(str, read.remarks))


def test_a_table_without_a_heading_above_its_units_has_groups_in_rows():
    text = "\tQty\tPoints\tTotal\nStrike Force\nMarines\t4\t40\t160\nLight tank\t1\t60\t60\nLocals\nRioters\t3\t5\t15\n"
    read = read_any(text.encode(), get_ruleset("forge-of-war"))
    assert [(group.name, len(group.units)) for group in read.loaded.force.groups] == [
        ("Strike Force", 5),
        ("Locals", 3),
    ]
    assert read.lost == ()


def test_cells_of_markdown_may_be_bold():
    text = "| Group | Unit | Qty |\n|---|---|---|\n| **Alpha** | `Ajax` | **2** |\n| **Total** | | **2** |\n"
    read = read_any(text.encode(), get_ruleset("mbt2020"))
    assert [(group.name, len(group.units)) for group in read.loaded.force.groups] == [("Alpha", 2)]
    assert read.lost == ()


def test_a_row_may_have_several_units_of_a_group():
    text = "Group\tUnit 1\tUnit 2\nHQ\t1 Captain\t2 Lieutenant\nLine\t4 Support Team\t\n"
    read = read_any(text.encode(), get_ruleset("warstrike"))
    assert [(group.name, len(group.units)) for group in read.loaded.force.groups] == [("HQ", 3), ("Line", 4)]
    assert (read.lost, read.whole) == ((), True)


def test_a_table_drawn_with_signs_is_a_table():
    rule = "+-------+---------+---+\n"
    text = f"{rule}| Group | Stand   | n |\n{rule}| Alpha | Ajax    | 2 |\n| Bravo | Warrior | 1 |\n{rule}"
    read = read_any(text.encode(), get_ruleset("mbt2020"))
    assert [(group.name, len(group.units)) for group in read.loaded.force.groups] == [("Alpha", 2), ("Bravo", 1)]
    assert read.remarks == ()


@pytest.mark.parametrize(
    "text",
    [
        "Alpha\nUnit,Qty,\nAjax,2,\nBravo\nUnit,Qty\nWarrior,1\n",
        "Box,Alpha,Qty\n4,Ajax,2\nBox,Bravo,Qty,,\n4,Warrior,1\n",
    ],
)
def test_the_headings_of_tables_below_each_other_may_have_more_cells(text):
    read = read_any(text.encode(), get_ruleset("mbt2020"))
    assert [(group.name, len(group.units)) for group in read.loaded.force.groups] == [("Alpha", 2), ("Bravo", 1)]


def test_headings_below_a_table_may_lack_the_last_one():
    read = read_any(b"Qty,Box,Alpha\n2,1,Ajax\n1,1,Warrior\nQty,Box\n3,2,Milan\n", get_ruleset("mbt2020"))
    assert read.loaded.unit_count == 6


def test_a_table_below_a_heading_of_markdown_is_that_group():
    text = "## HQ\n| Unit | Qty |\n|---|---|\n| Captain | 1 |\n\n## Line\n| Unit | Qty |\n|---|---|\n| Scouts | 2 |\n"
    read = read_any(text.encode(), get_ruleset("warstrike"))
    assert [(group.name, len(group.units)) for group in read.loaded.force.groups] == [("HQ", 1), ("Line", 2)]


@each_game
@pytest.mark.parametrize("way", ["Subtotal {}", "{} total", "Total {}"])
def test_a_subtotal_of_a_group_is_no_unit(ruleset, way):
    groups = armies(ruleset, 1)
    rows = [["Unit", "Qty"]]
    for group, units in groups.items():
        rows += [[group, ""], *([name, str(count)] for name, count in units), [way.format(group), "9"]]
    read = read_any(write_csv(rows).encode(), ruleset)
    assert units_by_group(read) == expected(ruleset, groups)
    assert read.lost == ()
    assert way.format("Reserve") in " ".join(map(str, read.remarks)) or "Reserve" not in groups


def test_a_total_beside_its_sum_is_no_unit():
    read = read_any(b"Qty,Unit\n8,Challenger 2\nTotal,8\n", get_ruleset("mbt2020"))
    assert (read.loaded.unit_count, read.lost) == (8, ())
    assert [str(each) for each in read.remarks] == [
        "row 3: \u201cTotal · 8\u201d is not the name of a stand, so it was left out."
    ]


def test_a_count_in_brackets_stands_in_the_cell_of_a_name():
    read = read_any(b"Unit,Role\nChallenger 2 (x4),main\nAjax [2x],scouts\n", get_ruleset("mbt2020"))
    assert [unit.spec.vehicle for _, unit in read.loaded.force.units()] == [*["challenger-2"] * 4, *["ajax"] * 2]
    assert read.lost == ()


def test_a_unit_may_have_a_name_that_begins_like_a_total():
    read = read_any(b"Unit,Name,Qty\nAjax,Total Recall,1\nWarrior,,2\n", get_ruleset("mbt2020"))
    assert (read.loaded.unit_count, read.remarks) == (3, ())


@pytest.mark.parametrize("heading", ["Belongs to", "Team", "Part of"])
def test_a_column_of_groups_may_stand_behind_its_units(heading):
    text = f"Item,Quantity,{heading},Storage\nAjax,2,Alpha,shelf 1\nWarrior,1,Bravo,shelf 2\n\nlast edited by Jo\n"
    read = read_any(text.encode(), get_ruleset("mbt2020"))
    assert [(group.name, len(group.units)) for group in read.loaded.force.groups] == [("Alpha", 2), ("Bravo", 1)]
    assert read.lost == ()
    assert "last edited by Jo" in " ".join(map(str, read.remarks))


def counts_of(read: ImportedArmy) -> list[tuple[str, Counter[str]]]:
    """Each group with the names of its units and how many it has of each."""
    loaded = read.loaded
    return [
        (group.name, Counter(loaded.ruleset.row(unit, group, loaded.context).title for unit in group.units))
        for group in loaded.force.groups
    ]


@pytest.mark.parametrize(
    "rows",
    [
        ["Group,Unit 1,Qty 1,Unit 2,Qty 2", "Alpha,Ajax,3,Milan,2", "Bravo,Warrior,4,,"],
        ["Group,Unit,Qty,Unit 2,Qty 2", "Alpha,Ajax,3,Milan,2", "Bravo,Warrior,4,,"],
        ["Group;Unit 1;Unit 2;Count", "Alpha;Ajax;Milan;3/2", "Bravo;Warrior;;4"],
        ["Group;Unit 1;Unit 2;Count", "Alpha;Ajax;Milan;3 + 2", "Bravo;Warrior;;4"],
    ],
)
def test_each_column_of_units_has_its_count(rows: list[str]) -> None:
    read = read_any("\n".join(rows).encode(), get_ruleset("mbt2020"))
    assert counts_of(read) == [("Alpha", {"Ajax": 3, "Milan": 2}), ("Bravo", {"Warrior": 4})]
    assert read.whole


def test_one_count_beside_two_units_is_that_of_neither() -> None:
    text = "Group,Unit 1,Unit 2,Count\nAlpha,Ajax,Milan,5\nBravo,Warrior,,4\n"
    read = read_any(text.encode(), get_ruleset("mbt2020"))
    assert counts_of(read) == [("Bravo", {"Warrior": 4})]
    assert [each.place for each in read.lost] == ["B2 (Unit 1)", "C2 (Unit 2)"]


def test_numbers_of_what_is_painted_are_no_groups() -> None:
    read = read_any(b"Unit,Own,Painted\nAjax,3,2\nWarrior,4,\nMilan,2,2\n", get_ruleset("mbt2020"))
    assert counts_of(read) == [("", {"Ajax": 3, "Warrior": 4, "Milan": 2})]
    assert "Unknown column “Painted”." in [each.message for each in read.remarks]


@pytest.mark.parametrize("heading", ["No. of units", "Number in formation", "Qty per squad", "# of bases"])
def test_a_count_has_a_heading_of_several_words(heading: str) -> None:
    read = read_any(f"Unit,{heading}\nScouts,3\nWalker,2\n".encode(), get_ruleset("warstrike"))
    assert counts_of(read) == [("", {"Scouts": 3, "Walker": 2})]
    assert read.whole


@pytest.mark.parametrize("heading", ["Nb", "Q.tà", "Qtde", "Ile", "Szt.", "Antal", "数", "Кол-во"])
def test_a_count_may_have_a_heading_in_another_language(heading):
    read = read_any(f"Unit,{heading}\nAjax,2\nWarrior,１\nMilan,3 st\n".encode(), get_ruleset("mbt2020"))
    assert len([*read.loaded.force.units()]) == 6
    assert read.remarks == ()
