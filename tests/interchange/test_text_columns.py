import pytest

from armybuilder.interchange.text_columns import without_columns

BELOW = ["Alpha", "6 x Ajax", "2 x Milan", "Bravo", "4 x Warrior"]


@pytest.mark.parametrize(
    "text",
    [
        "Alpha           Bravo\n6 x Ajax        4 x Warrior\n2 x Milan",
        "Alpha           Bravo\n-----           -----\n6 x Ajax        4 x Warrior\n2 x Milan",
        "Alpha\tBravo\n6 x Ajax\t4 x Warrior\n2 x Milan",
        "Alpha\t\tBravo\t\n6 x\tAjax\t4 x\tWarrior\n2 x\tMilan",
    ],
)
def test_lists_beside_each_other_stand_below_each_other(text: str) -> None:
    lines = [" ".join(line.split()) for line in without_columns(text).split("\n") if line.strip()]
    assert lines == BELOW


@pytest.mark.parametrize(
    "text",
    [
        "Unit          Qty\nAjax          6\nMilan         2",
        "6 x Ajax      4 x Warrior\n2 x Milan     1 x TOW",
        "Alpha\n  6 x Ajax   (new)\n  2 x Milan",
        "A line  with two spaces\nand another one",
    ],
)
def test_other_columns_stay(text: str) -> None:
    assert without_columns(text) == text
