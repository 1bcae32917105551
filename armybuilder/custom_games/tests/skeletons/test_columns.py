"""Characteristics as columns: numbers where they are numbers, and no sentences."""

import pytest

from armybuilder.custom_games.skeletons.columns import column, is_sentence, number_column, shown
from armybuilder.custom_games.skeletons.names import Taken
from rulesets.described.document import FieldType, KindField


@pytest.mark.parametrize(
    ("texts", "unit", "decimals", "values"),
    [
        (["6", "10"], "", 0, ("6", "10")),
        (['6"', "4”", "12 inches"], "″", 0, ("6", "4", "12")),
        (["3+", "4+"], "+", 0, ("3", "4")),
        (["1.5", "-2"], "", 1, ("1.5", "-2")),
    ],
)
def test_values_that_are_all_numbers_of_a_unit_are_numbers(texts, unit, decimals, values):
    made = column("Move", texts, Taken())
    assert (made.field.type, made.field.unit, made.field.decimals) == (FieldType.NUMBER, unit, decimals)
    assert made.values == values


@pytest.mark.parametrize(
    "texts", [["6", "4", "-"], ["6", "4", '5"'], ["6", "4", "d6"], ["3", "4", "2/3"], ["1", "1", "+1"]]
)
def test_a_value_that_is_no_such_number_makes_a_text_and_is_named(texts):
    made = column("Strength", texts, Taken())
    assert (made.field.type, made.values, made.odd) == (FieldType.TEXT, tuple(texts), texts[2])


def test_a_few_missing_numbers_are_0_and_named():
    made = column("Move", [*["6"] * 9, ""], Taken())
    assert (made.field.type, made.values[-1], made.missing) == (FieldType.NUMBER, "0", (9,))
    assert column("Move", ["6", "", ""], Taken()).field.type is FieldType.TEXT


def test_a_number_may_be_below_0_only_where_one_is():
    assert number_column(KindField("a", "A"), [1000, None]).field.min == 0
    assert number_column(KindField("a", "A"), [1000, -2500]).field.min == -25


@pytest.mark.parametrize(("number", "text"), [(1000, "1"), (-1250, "-1.25"), (500, "0.5"), (0, "0")])
def test_thousandths_are_written_as_players_do(number, text):
    assert shown(number) == text


def test_words_of_a_rulebook_are_told_from_values():
    assert is_sentence("When this hits, roll once more and take the better roll.")
    assert is_sentence("x" * 121)
    assert not is_sentence("Fly, Fearless, Bane of long names, Charge (3), Brace, Large, Courage (1), Monster")


def test_a_column_of_a_statline_has_a_short_heading():
    assert column("Move", ["1"], Taken(), on_statline=True).field.short == "Move"
    assert column("Weapon Skill", ["1"], Taken(), on_statline=True).field.short == "WS"
    assert column("Toughness", ["1"], Taken(), on_statline=True).field.short == "Toug"
