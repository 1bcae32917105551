from dataclasses import replace

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


def test_what_a_line_says_besides_a_name_is_kept_or_named(pebbles):
    lost = ImportRemark(
        "2 Granit (polished, wet)", "no", True, 2, rest="(polished, wet)\nSurface: Smooth\nName: Rocky\nNotes: mine"
    )
    inside = [ImportRemark(place, "This line was not understood.", True) for place in ("Surface: Smooth", "Below")]
    army = ImportedArmy(LoadedArmy(pebbles, pebbles.demo()), (lost, *inside))
    after = mended(army, {"mend-0": "stone/slate"})
    units = after.loaded.force.groups[0].units[3:]
    assert [(unit.spec.stone, unit.spec.surface, unit.spec.polished) for unit in units] == [
        ("slate", "smooth", True),
    ] * 2
    assert [(unit.name, unit.notes) for unit in units] == [("Rocky", "mine")] * 2
    assert [str(each) for each in after.remarks] == [
        "2 Granit (polished, wet): You chose 2 × Slate.",
        "2 Granit (polished, wet): This was not understood: wet",
        "Below: This line was not understood.",
    ]


def test_units_are_added_to_the_group_whose_name_the_file_has(pebbles):
    named = [replace(REMARKS[0], heading=name) for name in ("first PILE", "Second pile")]
    army = ImportedArmy(LoadedArmy(pebbles, pebbles.demo()), tuple(named))
    after = mended(army, {"mend-0": "stone/slate", "mend-1": "stone/slate"}).loaded.force
    assert [(group.name, len(group.units)) for group in after.groups] == [("First pile", 6), ("Second pile", 3)]


def test_a_line_of_many_units_has_all_of_them_or_too_many(pebbles):
    many = [replace(REMARKS[0], units=units) for units in (250, 2_800)]
    army = ImportedArmy(LoadedArmy(pebbles, pebbles.new_force()), tuple(many))
    assert mended(army, {"mend-0": "stone/slate"}).loaded.unit_count == 250
    with pytest.raises(BadFile, match=r"would have more than 3000 pebbles\. Choose fewer lines"):
        mended(army, {"mend-0": "stone/slate", "mend-1": "stone/slate"})


@pytest.mark.parametrize(
    ("kept", "units", "stones"), [("u2 u4", 2, 3), ("u2 u9", 2, 3), ("u2 u4", 3, 3), ("u2 u4", 2_000, 3), ("", 0, 3)]
)
def test_units_without_a_size_or_that_are_gone_stay_as_they_are(pebbles, kept, units, stones):
    unsure = ImportRemark("2 Flint", "two ways", units=units, kept=kept, instead="2 figures")
    army = ImportedArmy(LoadedArmy(pebbles, pebbles.demo().with_ids()), (unsure,))
    after = mended(army, {"mend-0": "one"})
    assert (len(after.loaded.force.groups[0].units), after.remarks) == (stones, (unsure,))


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
    ((plural, entries),) = entries_to_choose(LoadedArmy(pebbles, pebbles.demo()))
    assert plural == "Stones"
    assert ("stone/flint", "Flint") in entries
