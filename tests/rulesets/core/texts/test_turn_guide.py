"""The guide through a turn is read from a file of segments."""

from pathlib import Path

import pytest

from rulesets.core.declarations.house_rules import HouseRules, Reading, Ruling
from rulesets.core.play.definition import Acts, Segment
from rulesets.core.reference import Line
from rulesets.core.texts.data_files import DataFileError
from rulesets.core.texts.turn_guide import Turn, load_turn

RULINGS = (Ruling("T-1", "", "Size?", (Reading("off", "small"), Reading("on", "large")), "off", "", switch="size"),)
FIRST = """
[[segment]]
slug = "first"
title = "First side, {size}"
acts = "first"
rule = "T-2"
faces = "DIE"

[segment.lines]
"Move" = "{DIE}″ {words.away}"
"Wait" = "{size: off = | on = a turn}"
"""
SECOND = """
[[segment]]
slug = "second"
title = "Second side"
acts = "second"
lines = "first"
hands = true
"""


def turn(folder: Path, text: str) -> Turn:
    (folder / "turn.toml").write_text(text)
    return load_turn(folder, RULINGS, {"DIE": 6}, {"words.away": "away"})


def test_a_segment_has_numbers_words_and_readings(tmp_path: Path) -> None:
    load = turn(tmp_path, FIRST)
    move = Line("Move", "6″ away")
    assert load(HouseRules(RULINGS)) == (Segment("first", "First side, small", Acts.FIRST, (move,), "T-2", faces=6),)
    (large,) = load(HouseRules(RULINGS, [("size", "on")]))
    assert (large.title, large.lines) == ("First side, large", (move, Line("Wait", "a turn")))


def test_a_segment_may_have_the_lines_of_an_earlier_one(tmp_path: Path) -> None:
    first, other = turn(tmp_path, f"{FIRST}\n{SECOND}")(HouseRules(RULINGS))
    assert other == Segment("second", "Second side", Acts.SECOND, first.lines, hands=True)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('acts = "first"', 'acts = "nobody"', "'nobody' is not a valid Acts"),
        ('acts = "first"', "", "missing 1 required .* 'acts'"),
        ('faces = "DIE"', 'faces = "DICE"', "DICE"),
        ('faces = "DIE"', 'colour = "red"', "colour"),
        ("{words.away}", "{words.near}", r"\{words.near\} is neither"),
        ("off = |", "", "leaves out the reading off"),
    ],
)
def test_errors_name_the_segment(tmp_path: Path, old: str, new: str, message: str) -> None:
    with pytest.raises(DataFileError, match=rf"^turn.toml, segment 1 \(first\): .*{message}"):
        turn(tmp_path, FIRST.replace(old, new))


@pytest.mark.parametrize(
    ("second", "message"),
    [
        (FIRST, r"\(first\): the slug is used twice"),
        (SECOND.replace('lines = "first"', 'lines = "zeroth"'), r"\(second\): there is no segment 'zeroth' before it"),
    ],
)
def test_a_slug_is_used_once(tmp_path: Path, second: str, message: str) -> None:
    with pytest.raises(DataFileError, match=f"^turn.toml, segment 2 {message}$"):
        turn(tmp_path, f"{FIRST}\n{second}")
