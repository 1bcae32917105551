"""Headings of groups: the name, and what people write beside it."""

import pytest

from armybuilder.interchange.text_headings import group_that_has, has_label, heading_of


@pytest.mark.parametrize(
    ("text", "name", "beside"),
    [
        ("A Squadron", "A Squadron", ""),
        ("A Squadron (done)", "A Squadron", "done"),
        ("A Squadron (6 stands)", "A Squadron", ""),
        ("Guns (Capt. Shah):", "Guns", "Capt. Shah"),
        ("Reserves (box 4)", "Reserves", "box 4"),
        ("1st Section --> small black case", "1st Section", "small black case"),
        ("Battle group 1: A Squadron", "A Squadron", "Battle group 1"),
        ("SECTION 2 NAME: ALPHA", "ALPHA", "SECTION 2 NAME"),
        ("Box 1 (green case) - A Squadron", "A Squadron", "Box 1 (green case)"),
        ("First Platoon, made up of", "First Platoon", ""),
        ("Group A = 4", "Group A = 4", ""),
        ("Tina: the rest", "Tina: the rest", ""),
        ("💪 Guns 💥", "Guns", ""),
        ("💪 Guns (3 stands)", "💪 Guns", ""),
        ("Unit group: Grey Wolves", "Grey Wolves", "Unit group"),
        ("Squad: Alpha", "Alpha", "Squad"),
        ("[Vanguard]", "Vanguard", ""),
        ("Red case: Alpha", "Alpha", "Red case"),
    ],
)
def test_a_heading_has_a_name_and_a_remark(text: str, name: str, beside: str) -> None:
    assert heading_of(text) == (name, beside)


@pytest.mark.parametrize("text", ["tray 1", "Box 2", "loose", "in bubble wrap", "Troops", "Units", "top drawer"])
def test_a_label_of_units_is_no_group(text: str) -> None:
    assert has_label(text)


@pytest.mark.parametrize("text", ["Guns", "A Squadron", "Infantry", "Box Hill", "1 Troop"])
def test_a_group_is_no_label(text: str) -> None:
    assert not has_label(text)


@pytest.mark.parametrize(
    ("text", "group", "rest"),
    [
        ("Alpha has six Riflemen.", "Alpha", "six Riflemen."),
        ("My 1st Section will be 6 Riflemen", "1st Section", "6 Riflemen"),
        ("Finally, my Warband is made up of 6 Raiders", "Warband", "6 Raiders"),
        ("First battle group has 2 Milans", "First battle group", "2 Milans"),
        ("The captain leads with two tanks", "", "The captain leads with two tanks"),
        ("I have six Riflemen", "", "I have six Riflemen"),
        ("6 Riflemen", "", "6 Riflemen"),
    ],
)
def test_a_sentence_names_the_group_that_has_units(text: str, group: str, rest: str) -> None:
    assert group_that_has(text) == (group, rest)
