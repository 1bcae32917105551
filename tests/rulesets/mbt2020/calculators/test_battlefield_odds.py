"""What is said of ground, weather and light."""

import pytest

from tests.rulesets.mbt2020.shorthand import ask


@pytest.mark.parametrize(
    ("question", "squares", "adverse", "day"),
    [
        (
            {"zone": "temperate", "season": "summer"},
            ("5 or 6", "33%"),
            ("6+", "17%"),
            ("after dawn, 04-06, and before dusk, 21-23", "71%"),
        ),
        (
            {"zone": "desert", "season": "winter"},
            ("3, 4, 5 or 6", "67%"),
            ("5+", "33%"),
            ("after dawn, 07-09, and before dusk, 15-17", "19%"),
        ),
    ],
)
def test_each_chance_of_the_headline_has_a_step_with_its_dice(question, squares, adverse, day):
    answer = ask("battlefield-odds", question)
    assert answer.headline == (
        f"On average {squares[1]} of the squares are open. "
        f"The weather is adverse in {adverse[1]} of games, and {day[1]} start by day."
    )
    assert [(step.label, step.value, step.reason) for step in answer.steps if "MBUA" not in step.label] == [
        ("Open square", squares[0], f"roll a d6 for each square: {squares[1]}"),
        ("Adverse weather (AWC)", adverse[0], f"roll a d6: {adverse[1]}"),
        ("Starts by day", day[1], f"{day[0]}: roll a d6 for morning or afternoon, then 2d6 for the hour"),
    ]
