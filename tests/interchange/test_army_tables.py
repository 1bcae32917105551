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
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def test_a_csv_has_a_row_a_unit_and_no_formulas(loaded):
    rows = list(csv.reader(io.StringIO(write_army_csv(loaded))))
    own = ["Pile", "Number", "Listed as", "Name", "Notes", "Locked"]
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
    blank = LoadedArmy(RULESET, RULESET.new_force())
    assert read_army_workbook(write_army_workbook(blank)).loaded.force.groups == ()


def test_mistakes_are_told_by_cell_and_their_rows_left_out(loaded):
    content = changed(write_army_workbook(loaded), "Pebbles", I2="Gold", J3="Bumpy", B4="", A4="Elsewhere", M1="Weight")
    content = changed(content, "Army", B6="many")
    read = read_army_workbook(content)
    assert [remark.place for remark in read.remarks] == [
        "Pebbles M1",
        "Pebbles I2 (Stone)",
        "Pebbles J3 (Surface)",
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
        ImportRemark("B4 (Listed as)", "“Flnt” is not in the catalogue; did you mean “Flint”?", left_out=True),
    )
    assert [group.name for group in read.loaded.force.groups] == ["A", "B"]


def test_cells_beside_a_name_change_no_more_than_them():
    rows = ("Game,Listed as,Mode,Sub-class", "mbt2020,Warrior,,", "mbt2020,Warrior,FAST,", "mbt2020,Warior,FAST")
    content = "\n".join((*rows, "mbt2020,My own,FAST,INF-")).encode()
    read = read_army_csv(content)
    specs = [unit.spec for _, unit in read.loaded.force.units()]
    warrior = specs[0]
    assert (warrior.vehicle, warrior.mode.value, warrior.posture.value) == ("warrior", "MOBILE", "INFANTRY")
    assert specs[1] == replace(warrior, mode=type(warrior.mode).FAST)
    assert [(spec.sub_class, spec.vehicle) for spec in specs[2:]] == [("INF-", "")]
    assert [(each.place, "did you mean “Warrior”?" in each.message) for each in read.remarks] == [
        ("B4 (Listed as)", True)
    ]


def test_what_is_no_army_is_refused_in_words():
    for content, told in (
        (b"a,b", "a row of headings and a row for each"),
        (b"a,b\n1,2", "Add a column “Game”"),
        (b"Game,Listed as\nchess,King", "should be a game of this site"),
        (b"Game,Listed as\npebbles,Boulder", "“Boulder” is not in the catalogue"),
        (b"Game,Listed as\n" + b"pebbles,Flint\n" * 3001, "more than 3000 rows"),
        (b"\xff,\n", "not UTF-8"),
        (b"x," * 2_000_000, "larger than 2 MB"),
    ):
        with pytest.raises(BadFile, match=told):
            read_army_csv(content)
    for sheets in ({"Army": [["Setting", "Value"], ["Game", "chess"]]}, {"A": [["x"], ["y"]]}):
        with pytest.raises(BadFile):
            read_army_workbook(write_workbook(sheets))
