"""The report of a reading."""

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.imported import ImportedArmy, ImportRemark


def test_an_army_is_whole_while_nothing_is_left_out(pebbles):
    army, said, left = (
        LoadedArmy(pebbles, pebbles.demo()),
        ImportRemark("", "5 stones"),
        ImportRemark("B2", "no stone", True),
    )
    assert [str(said), str(left)] == ["5 stones", "B2: no stone"]
    assert [ImportedArmy(army, (said,)).whole, ImportedArmy(army, (said, left)).whole] == [True, False]


def test_a_remark_has_one_colon():
    assert str(ImportRemark("here is my list:", "It was left out.")) == "here is my list: It was left out."
    assert str(ImportRemark("Hi all,", "It was left out.")) == "Hi all: It was left out."
