"""What is said of being Fragile."""

import pytest

from rulesets.core.tables import Tone
from tests.rulesets.mbt2020.shorthand import ask, refused


def test_fragile_is_said():
    answer = ask("fragile", {"repulsed": 3, "neutralised": 1, "army_stands": 24, "army_neutralised": 5})
    assert (
        answer.headline
        == "The battle group is Fragile after 1 more Repulsed or 1 more neutralised. The army is Fragile."
    )
    assert answer.tone is Tone.BAD
    assert ask("fragile", {"repulsed": 4}).headline.startswith("The battle group is Fragile. ")
    assert ask("fragile", {"neutralised": 2}).headline.startswith("The battle group is Fragile. ")
    assert refused("fragile", {"repulsed": 7, "neutralised": 6})[0] == "neutralised"
    assert refused("fragile", {"army_repulsed": 7, "army_neutralised": 6})[0] == "army_neutralised"


EVER = [("fragile_counts", "ever")]


def test_a_stand_may_be_lost_and_count_as_repulsed_too():
    assert ask("fragile", {"repulsed": 7, "neutralised": 6}, EVER).headline.startswith("The battle group is Fragile. ")
    assert refused("fragile", {"repulsed": 13}, EVER)[0] == "repulsed"
    assert refused("fragile", {"army_neutralised": 13}, EVER)[0] == "army_neutralised"


@pytest.mark.parametrize(("reading", "words"), [("now", "counts as neutralised."), ("ever", "and as neutralised.")])
def test_the_answer_says_which_stands_count(reading, words):
    answer = ask("fragile", {}, [("fragile_counts", reading)])
    assert answer.notes[0].endswith(words)
    assert [(played.ruling.switch, played.key) for played in answer.rulings] == [("fragile_counts", reading)]


def test_fragile_has_no_stated_effect():
    assert ask("fragile", {}).notes[-1] == (
        "The rulebook does not say what being Fragile does. Agree on an effect before the game."
    )


def test_the_limits_of_the_own_army_stand_before_those_of_other_sizes():
    (table,) = ask("fragile", {"army_stands": 24}).tables
    assert [[cell.text for cell in row] for row in table.rows] == [
        ["Battle group", "12", "4", "2"],
        ["Army", "24", "10", "5"],
        ["Army", "12", "5", "3"],
        ["Army", "36", "15", "8"],
        ["Army", "48", "20", "10"],
        ["Army", "60", "24", "12"],
    ]


def test_steps_compare_the_losses_with_each_limit():
    answer = ask("fragile", {"repulsed": 8, "army_stands": 5, "army_neutralised": 1})
    assert [(step.label, step.value, step.reason, step.tone) for step in answer.steps] == [
        ("Battle group Fragile from", "4 Repulsed", "30% of 12 is 3.6, rounded up. 8 are Repulsed so far.", Tone.BAD),
        (
            "Battle group Fragile from",
            "2 neutralised",
            "15% of 12 is 1.8, rounded up. None are neutralised so far.",
            Tone.PLAIN,
        ),
        ("Army Fragile from", "2 Repulsed", "40% of 5 is 2. None are Repulsed so far.", Tone.PLAIN),
        ("Army Fragile from", "1 neutralised", "20% of 5 is 1. 1 is neutralised so far.", Tone.BAD),
    ]
