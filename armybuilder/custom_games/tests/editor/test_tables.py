"""Tables that players paste: what is guessed of them, and the games that have them."""

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.custom_games.editor.tables import MAX_PASTED, game_from_table, in_words, read_table, with_table
from armybuilder.custom_games.tests.editor.documents import hill_war
from armybuilder.spreadsheets.columns import BadTable
from rulesets.core.forces.findings import is_legal
from rulesets.described.ruleset import from_document, read_game

PASTED = (
    "Name\tM\tSave\tWeight\tClass\tFlies\tMotto\tPts\n"
    'Knights\t8"\t3+\t2.5\tElite\tno\tNever yield\t25\n'
    'Archers\t6"\t6+\t1.25\tCore\tno\tAim well\t8\n'
    'Eagles\t12"\t5+\t0.5\tElite\tyes\tHigher\t18\n'
    'Spears\t6"\t5+\t1.5\tCore\tno\tHold\t9\n'
)


def columns_of(text: str) -> list[tuple[str, str, str]]:
    """Label, type in words and first cell of each column of a pasted table."""
    table = read_table(text)
    firsts = table.rows[0]["values"]
    return [(field["label"], in_words(field), cell) for field, cell in zip(table.fields, firsts, strict=True)]


def test_types_of_columns_are_guessed():
    columns = columns_of(PASTED)
    assert columns == [
        ("M", "Number with ″", "8"),
        ("Save", "Number with +", "3"),
        ("Weight", "Number", "2.5"),
        ("Class", "Choice: Elite, Core", "elite"),
        ("Flies", "Yes or no", "no"),
        ("Motto", "Text", "Never yield"),
        ("Pts", "Number", "25"),
    ]


@pytest.mark.parametrize("separator", [",", ";", "|"])
def test_other_separators_are_read_too(separator: str):
    assert columns_of(PASTED.replace("\t", separator)) == columns_of(PASTED)


def test_a_game_begins_with_a_table():
    ruleset = from_document(read_game(game_from_table("Bird war", "Regiment", read_table(PASTED))))
    army = LoadedArmy(ruleset, ruleset.demo())
    assert is_legal(army.findings)
    knights = dict(ruleset.kinds[0].facts(next(iter(ruleset.catalogue.of_kind("troops"))).spec))
    assert knights == {
        "M": "8″",
        "Save": "3+",
        "Weight": "2.5",
        "Class": "Elite",
        "Flies": "no",
        "Motto": "Never yield",
        "Pts": "25",
    }
    assert army.groups[0].units[0].row.title == "Knights"


def test_one_row_is_enough_for_a_game():
    from_document(read_game(game_from_table("", "", read_table("Unit\tSpeed\nTank\t9"))))


def test_rows_are_pasted_into_columns_by_their_headings():
    document = with_table(hill_war(), 0, read_table("Troops\tsk\tSave\tArmour\nScouts\t3\t6\t1\nCannon\t5\t\t2"))
    kind = document["kinds"][0]
    assert [field["label"] for field in kind["fields"]][-1] == "Armour"
    rows = {row["name"]: row["values"] for row in kind["entries"]}
    assert list(rows) == ["Riflemen", "Cavalry", "Cannon", "Scouts"]
    assert rows["Scouts"] == ["", "3", "", "6", "", "", "1"]
    before = hill_war()["kinds"][0]["entries"][2]["values"]
    assert rows["Cannon"] == [before[0], "5", before[2], "0", *before[4:], "2"]


def test_the_same_name_twice_gets_a_number():
    assert [row["name"] for row in read_table("A\tB\nTank\t1\nTank\t2").rows] == ["Tank", "Tank 2"]


@pytest.mark.parametrize(
    "text", ["", "Name", "Name\tA\n" * 500, "x" * (MAX_PASTED + 1), "\t".join("ABCDEFGH" * 5) + "\n1"]
)
def test_what_is_no_table_is_refused_in_words(text: str):
    with pytest.raises(BadTable):
        read_table(text)
