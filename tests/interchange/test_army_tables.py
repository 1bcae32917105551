"""Armies as spreadsheets: out, in with the mistakes by cell, and of whichever game."""

import csv
import io
from dataclasses import replace

import openpyxl
import pytest

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.army_tables import read_army_csv, read_army_workbook, write_army_csv, write_army_workbook
from armybuilder.interchange.imported import ImportRemark
from armybuilder.spreadsheets.workbooks import write_workbook
from rulesets.core.declarations.catalogue import Source
from rulesets.core.declarations.codec import encode
from rulesets.core.force_document import encode_force
from rulesets.core.forces.force import Unit, add_group, add_units, change_group
from rulesets.registry import all_rulesets
from tests.tiny_system.pebbles import RULESET, Beach, Pebble, Pile, Surface, Throwing

pytestmark = pytest.mark.usefixtures("pebbles")


@pytest.fixture
def loaded():
    """A beach with everything that can be said of one."""
    force = RULESET.new_force("=Shore")
    force = add_group(force, "First", Pile("grey"), (Unit("", Pebble()),) * 3)
    rounds = Pebble("slate", Surface.SMOOTH, rounds=(Throwing(2), Throwing(3)))
    force = add_units(force, "g1", (Unit("", rounds, "=Pet", "Round\nand flat", locked=True),))
    force = add_group(change_group(force, "g1", notes="At the pier"), "", Pile())
    return LoadedArmy(RULESET, replace(force, notes="Ebb", spec=Beach(2), house_rules=(("wet_stones", "on"),)))


def changed(content, sheet, **cells):
    """The workbook with other values in cells."""
    book = openpyxl.load_workbook(io.BytesIO(content))
    for cell, value in cells.items():
        book[sheet][cell] = value
        if str(value).startswith("="):
            book[sheet][cell].data_type = "s"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_csv_has_a_row_a_unit_and_no_formulas(loaded):
    rows = list(csv.reader(io.StringIO(write_army_csv(loaded))))
    own = ["Pile", "Place", "Listed as", "Name", "Notes", "Locked"]
    assert rows[0] == [*own, "Stone", "Surface", "Polished", "Rounds"]
    assert rows[1] == ["First", "1", "Flint", "", "", "no", "Flint", "Rough", "no", ""]
    assert rows[4] == ["First", "4", "'=Pet", "'=Pet", "Round\nand flat", "yes", "Slate", "Smooth", "no", "2; 3"]
    assert len(rows) == 5


def test_a_csv_brings_the_units_back(loaded):
    for ruleset in (RULESET, *all_rulesets()):
        army = loaded if ruleset is RULESET else LoadedArmy(ruleset, ruleset.demo().with_ids())
        read = read_army_csv(write_army_csv(army).encode())
        assert (read.loaded.ruleset.slug, read.remarks) == (ruleset.slug, ())
        assert [(encode(unit.spec), unit.name, unit.notes) for _, unit in read.loaded.force.units()] == [
            (encode(unit.spec), unit.name, unit.notes) for _, unit in army.force.units()
        ]


def test_a_workbook_brings_the_army_back_whole(loaded):
    read = read_army_workbook(write_army_workbook(loaded))
    assert (encode_force(read.loaded.force), read.remarks) == (encode_force(loaded.force), ())
    book = openpyxl.load_workbook(io.BytesIO(write_army_workbook(loaded)))
    book.worksheets[2].title = "Lines"
    renamed = io.BytesIO()
    book.save(renamed)
    assert encode_force(read_army_workbook(renamed.getvalue()).loaded.force) == encode_force(loaded.force)
    blank = LoadedArmy(RULESET, RULESET.new_force())
    assert read_army_workbook(write_army_workbook(blank)).loaded.force.groups == ()


@pytest.mark.parametrize("former", [True, False])
def test_custom_entries_have_a_sheet_which_was_own_once(former):
    custom = replace(RULESET.catalogue.of_kind("stone")[0], key="custom-agate", name="Agate", source=Source.OWN)
    army = LoadedArmy(RULESET, replace(RULESET.demo(), entries=(custom,)))
    book = openpyxl.load_workbook(io.BytesIO(write_army_workbook(army)))
    assert book.worksheets[3].title == "Custom stones"
    book.worksheets[3].title = "Own stones" if former else "Custom stones"
    content = io.BytesIO()
    book.save(content)
    read = read_army_workbook(content.getvalue())
    assert (encode_force(read.loaded.force), read.remarks) == (encode_force(army.force), ())


def test_sheets_with_both_titles_of_custom_entries_are_read():
    entries = [
        replace(RULESET.catalogue.of_kind("stone")[0], key=f"custom-{name.lower()}", name=name, source=Source.OWN)
        for name in ("Agate", "Onyx")
    ]
    army = LoadedArmy(RULESET, replace(RULESET.demo(), entries=tuple(entries)))
    book = openpyxl.load_workbook(io.BytesIO(write_army_workbook(army)))
    former = book.copy_worksheet(book["Custom stones"])
    former.title = "Own stones"
    book["Custom stones"].delete_rows(3)
    former.delete_rows(2)
    content = io.BytesIO()
    book.save(content)
    read = read_army_workbook(content.getvalue())
    assert [entry.name for entry in read.loaded.force.entries] == ["Agate", "Onyx"]


def test_mistakes_are_told_by_cell_and_their_rows_left_out(loaded):
    content = changed(write_army_workbook(loaded), "Pebbles", I2="Gold", J3="Bumpy", B4="", A4="Elsewhere", M1="Weight")
    content = changed(content, "Army", B6="many")
    read = read_army_workbook(content)
    assert [remark.place for remark in read.remarks] == [
        "Pebbles M1",
        "Pebbles I2 (Stone)",
        "Pebbles D2 (Listed as)",
        "Pebbles J3 (Surface)",
        "Pebbles D3 (Listed as)",
        "Army B6 (Tide)",
    ]
    assert not read.whole
    assert [group.name for group in read.loaded.force.groups] == ["First", "", "Elsewhere"]
    assert [len(group.units) for group in read.loaded.force.groups] == [1, 0, 1]


def test_a_row_that_was_copied_is_a_unit_of_its_own(loaded):
    sheet = openpyxl.load_workbook(io.BytesIO(write_army_workbook(loaded)))["Pebbles"]
    cells = {cell.coordinate.replace("5", "6"): cell.value for cell in sheet[5]}
    read = read_army_workbook(changed(write_army_workbook(loaded), "Pebbles", **cells))
    ids = [unit.id for _, unit in read.loaded.force.units()]
    assert (len(set(ids)), read.remarks) == (5, ())


def test_names_alone_are_looked_up_in_the_catalogue():
    read = read_army_csv(b"Pile;Listed as\nA;Flint\nA;slate\nB;Flnt\n")
    assert [unit.spec.stone for _, unit in read.loaded.force.units()] == ["flint", "slate"]
    assert read.remarks == (
        ImportRemark(
            "B4 (Listed as)",
            "“Flnt” is not in the catalogue. Did you mean “Flint”?",
            True,
            1,
            heading="B",
            likely="stone/flint",
        ),
    )
    assert [group.name for group in read.loaded.force.groups] == ["A"]


def test_cells_beside_a_name_change_no_more_than_them():
    rows = ("Game,Listed as,Mode,Sub-class", "mbt2020,Warrior,,", "mbt2020,Warrior,FAST,", "mbt2020,Warior,FAST")
    content = "\n".join((*rows, "mbt2020,My own,FAST,INF-")).encode()
    read = read_army_csv(content)
    specs = [unit.spec for _, unit in read.loaded.force.units()]
    warrior = specs[0]
    assert (warrior.vehicle, warrior.mode.value, warrior.posture.value) == ("warrior", "MOBILE", "INFANTRY")
    assert specs[1] == replace(warrior, mode=type(warrior.mode).FAST)
    assert [(spec.sub_class, spec.vehicle) for spec in specs[2:]] == [("INF-", "")]
    assert [(each.place, "Did you mean “Warrior”?" in each.message) for each in read.remarks] == [
        ("B4 (Listed as)", True)
    ]


def test_what_is_no_army_is_refused_in_words():
    for content, told in (
        (b"a,b", "a row of headings and a row for each"),
        (b"a,b\n1,2", "No row has the headings"),
        (b"Game,Listed as\nchess,King", "not a game of this site"),
        (b"Game,Listed as\npebbles,Boulder", "“Boulder” is not in the catalogue"),
        (b"Game,Listed as\n" + b"pebbles,Flint\n" * 3001, "more than 3000 rows"),
        (b"\xff,\n", "a row of headings"),
        (b"x," * 2_000_000, "larger than 2 MB"),
    ):
        with pytest.raises(BadFile, match=told):
            read_army_csv(content)
    for sheets in ({"Army": [["Setting", "Value"], ["Game", "chess"]]}, {"A": [["x"], ["y"]]}):
        with pytest.raises(BadFile):
            read_army_workbook(write_workbook(sheets))


EVERYDAY = {
    "a row of totals": "Battle group,Unit,Qty\nAlpha,Challenger 2,4\nBravo,Warrior,3\nTotal,,7\n",
    "a title": "3rd Division\n\nBattle group,Unit,Qty\nAlpha,Challenger 2,4\nBravo,Warrior,3\n",
    "a named separator": "sep=;\nBattle group;Unit;Number\nAlpha;Challenger 2;4\nBravo;Warrior;3\n",
    "counts in names": "Battle group,Unit\nAlpha,4x Challenger 2\nBravo,Warrior x3\n",
    "groups once": "Battle group,Unit,Qty\nAlpha,Challenger 2,4\nBravo,Warrior,1\n,Warrior,2\n",
    "groups in rows": "Battle group,Unit,Qty\nAlpha,,\n,Challenger 2,4\nBravo,,\n,Warrior,3\n",
    "spaces that do not break": "Battle\u00a0group,Unit,Qty\nAlpha,Challenger\u00a02,4\nBravo,Warrior,3\n",
    "notes below": "Battle group,Unit,Qty\nAlpha,Challenger 2,4\nBravo,Warrior,3\n\nPoints agreed\n",
}


@pytest.mark.parametrize("text", EVERYDAY.values(), ids=EVERYDAY)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le"])
def test_everyday_tables_have_the_units_that_they_name(text, encoding):
    force = read_army_csv(text.encode(encoding)).loaded.force
    found = [(group.name, unit.spec.vehicle) for group, unit in force.units()]
    assert found == [("Alpha", "challenger-2")] * 4 + [("Bravo", "warrior")] * 3


@pytest.mark.parametrize("counts", [("8", "4"), ("8.0", "4,0"), ("８", "４"), ("8x", "x 4"), ("8 units", "4 pcs.")])
def test_a_column_of_numbers_counts_the_units_of_rows(counts):
    rows = [["Listed as", "Number"], ["Rifleman", counts[0]], ["Assault Trooper", counts[1]]]
    read = read_army_csv("\n".join(map(";".join, rows)).encode())
    assert [unit.spec.count for _, unit in read.loaded.force.units()] == [8, 4]


@pytest.mark.parametrize("count", ["2,5", "1,000", "1.000", "8 or 9", "½"])
def test_a_count_that_may_be_several_numbers_is_none(count):
    read = read_army_csv(f"Listed as;Qty\nRifleman;8\nAssault Trooper;{count}\n".encode())
    assert [unit.spec.count for _, unit in read.loaded.force.units()] == [8]
    assert "could not be read" in " ".join(map(str, read.remarks))


def test_a_row_with_a_count_of_zero_has_no_units():
    read = read_army_csv(b"Unit,Qty\nRifleman,8\nMarksman,0\nOfficer,1\nRaider,\n")
    assert [(unit.spec.profile, unit.spec.count) for _, unit in read.loaded.force.units()] == [
        ("rifleman", 8),
        ("officer", 1),
    ]
    assert read.remarks[0] == ImportRemark("row 3", "“Marksman · 0” has a count of 0 and was left out.")
    # Beside counts of zero, a blank one may be zero, too.
    assert [(each.place, each.units) for each in read.lost] == [("A5 (Unit)", 1)]


@pytest.mark.parametrize("heading", ["#", "Nr.", "No", "Number"])
def test_numbers_of_rows_are_no_counts(heading):
    read = read_army_csv(f"{heading},Unit\n1,Warrior\n2,Ajax\n3,Challenger 2\n".encode())
    assert [unit.spec.vehicle for _, unit in read.loaded.force.units()] == ["warrior", "ajax", "challenger-2"]
    assert read.remarks == (ImportRemark("A1", f"“{heading}” numbers the rows and is not a count."),)
    counted = read_army_csv(f"{heading},Unit\n1,Warrior\n2,Ajax\n1,Challenger 2\n".encode())
    assert len([*counted.loaded.force.units()]) == 4


def test_a_table_of_more_columns_than_are_read_is_refused():
    table = ",".join(("Unit", *(f"Unit {number % 9}" for number in range(60_000))))
    with pytest.raises(BadFile, match="Row 1 has more than 200 columns, which is the limit"):
        read_army_csv(f"{table}\nAjax,Warrior\n".encode())
    blank = "," * 16_000
    assert read_army_csv(f"Unit,Qty{blank}\nAjax,2{blank}\n".encode()).loaded.unit_count == 2


@pytest.mark.parametrize("text", ["60 pts", "60pts.", "60 points", "60"])
def test_points_may_have_their_unit(text):
    read = read_army_csv(f"Unit;Pts\nCaptain;{text}\n".encode())
    assert [unit.spec.context.points for _, unit in read.loaded.force.units()] == [60]
    assert read.remarks == ()


def test_the_plural_of_a_name_is_read_and_told():
    read = read_army_csv(b"Unit,Qty\nRiflemen,8\nOfficers,1\n")
    assert [unit.spec.profile for _, unit in read.loaded.force.units()] == ["rifleman", "officer"]
    assert [str(each) for each in read.remarks] == [
        "A2 (Unit): “Riflemen” was read as Rifleman.",
        "A3 (Unit): “Officers” was read as Officer.",
    ]


@pytest.mark.parametrize(
    ("row", "told"),
    [
        ("Total,,7", "“Total · 7” is not the name of a stand, so it was left out."),
        (",Challengr 2,4", "Did you mean “Challenger 2”?"),
        ("Bravo,Warrior,many", "could not be read"),
        ("Bravo,=B9,3", "“Bravo · =B9 · 3” is not the name of a stand, so it was left out."),
    ],
)
def test_a_row_that_names_no_unit_is_told_and_is_none(row, told):
    read = read_army_csv(f"Battle group,Unit,Qty\nAlpha,Challenger 2,4\nAlpha,Ajax,1\nAlpha,Apache,1\n{row}\n".encode())
    vehicles = [unit.spec.vehicle for _, unit in read.loaded.force.units()]
    assert vehicles == [*["challenger-2"] * 4, "ajax", "apache"]
    assert told in " ".join(map(str, read.remarks))
    lost = {"Did": [(4, "Alpha")], "could": [(1, "Bravo")]}.get(told.partition(" ")[0], [])
    assert [(each.units, each.heading) for each in read.lost] == lost


@pytest.mark.parametrize(("encoding", "name"), [("cp1252", "Windows-1252"), ("mac_roman", "Mac Roman.")])
def test_an_old_encoding_is_guessed_and_told(encoding, name):
    read = read_army_csv("Battle group;Unit\nSüd;Challenger 2\n".encode(encoding))
    assert [group.name for group in read.loaded.force.groups] == ["Süd"]
    assert f"was read as {name}" in str(read.remarks[0])
    assert " Check “Süd”." in str(read.remarks[0])


def test_hidden_sheets_covers_and_merged_cells_are_read_as_they_look():
    book = openpyxl.Workbook()
    book.create_sheet("Cover", 0).append(["3rd Division"])
    for title, rows in (
        ("List", [["Battle group", "Unit", "Qty"], ["Alpha", "Challenger 2", 4], [None, "Warrior", "=1+1"]]),
        ("Old", [["Battle group", "Unit"], ["Zulu", "Apache"]]),
    ):
        sheet = book.create_sheet(title)
        for row in rows:
            sheet.append(row)
    book["List"].merge_cells("A2:A3")
    book["Old"].sheet_state = "hidden"
    out = io.BytesIO()
    book.save(out)
    read = read_army_workbook(out.getvalue())
    assert [(group.name, unit.spec.vehicle) for group, unit in read.loaded.force.units()] == [
        ("Alpha", "challenger-2")
    ] * 4
    told = " ".join(map(str, read.remarks))
    assert all(words in told for words in ("Old: This sheet is hidden", "Cover: This sheet was not read", "=1+1"))
