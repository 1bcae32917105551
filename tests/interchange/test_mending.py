import pytest

from armybuilder.armies.documents import BadFile
from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.interchange.imported import ImportedArmy, ImportRemark
from armybuilder.interchange.mending import entries_to_choose, mended, remarks_as_text, remarks_of

REMARKS = (
    ImportRemark("3 Granit", "is not in the catalogue", True, 3, 0),
    ImportRemark("", "A sentence", True),
    ImportRemark("2 Marbel", "is not in the catalogue", True, 2, 0),
)


def test_units_chosen_for_a_line_are_in_its_group(pebbles):
    army = ImportedArmy(LoadedArmy(pebbles, pebbles.demo()), REMARKS)
    after = mended(army, {"mend-1": "stone/slate", "mend-0": ""})
    assert [unit.spec.stone for unit in after.loaded.force.groups[0].units] == ["flint"] * 3 + ["slate"] * 2
    assert [each.place for each in after.lost] == ["3 Granit"]
    assert str(after.remarks[2]) == "2 Marbel: You chose 2 × Slate."
    assert mended(army, {"mend-0": "stone/none", "mend-1": "x"}).loaded.force == army.loaded.force


def test_an_army_without_groups_gets_one(pebbles):
    army = ImportedArmy(LoadedArmy(pebbles, pebbles.new_force()), REMARKS[:1])
    assert [len(group.units) for group in mended(army, {"mend-0": "stone/flint"}).loaded.force.groups] == [3]


def test_the_remarks_of_a_form_come_back_and_others_are_refused():
    assert remarks_of(remarks_as_text(REMARKS)) == REMARKS
    assert remarks_of("") == ()
    for text in ("{", "[1]", '[{"place": 1, "message": ""}]', '[{"place": "", "message": "", "units": "3"}]', "3"):
        with pytest.raises(BadFile, match="Import the file again"):
            remarks_of(text)


def test_every_entry_that_is_a_unit_can_be_chosen(pebbles):
    ((plural, entries),) = entries_to_choose(pebbles)
    assert plural == "Stones"
    assert ("stone/flint", "Flint") in entries
