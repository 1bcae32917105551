"""Words for the readings that are played."""

from rulesets.core.reference import Line
from rulesets.systems.forum_combat.house_rules import RULINGS
from rulesets.systems.forum_combat.quick_reference.words import lines_of, reading_text, words_for
from tests.rulesets.forum_combat.rolls import house


def test_terms_and_texts_are_lines() -> None:
    assert lines_of(("a", "b"), ("c", "d")) == (Line("a", "b"), Line("c", "d"))


def test_a_reading_is_told_in_the_words_of_the_register() -> None:
    (ruling,) = (ruling for ruling in RULINGS if ruling.switch == "fc.nat1_fails")
    for key in ruling.keys:
        assert reading_text(house(nat1_fails=key), "fc.nat1_fails") == ruling.text(key).replace("'", "’")


def test_a_reading_chooses_its_words() -> None:
    assert words_for(house(nat1_fails="on"), "fc.nat1_fails", on="misses", off="may hit") == "misses"
