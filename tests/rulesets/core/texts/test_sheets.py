"""Sheets are read from files, and files with mistakes are refused."""

from pathlib import Path

import pytest

from rulesets.core.declarations.house_rules import HouseRules, Reading, Ruling
from rulesets.core.reference import Branch, Line, Section
from rulesets.core.tables import table
from rulesets.core.texts.data_files import DataFileError
from rulesets.core.texts.sheets import Computed, Sheet, load_sheet

RULINGS = (Ruling("T-1", "", "Size?", (Reading("off", "small"), Reading("on", "large")), "off", "", switch="size"),)
COMPUTED: Computed[int] = Computed(
    tables={"squares": lambda size: [table("Squares", "n", [(size * size,)])]},
    rows={"count": lambda size: [(n, n + 1) for n in range(size)]},
    lines={"names": lambda size: [Line("n", str(size))]},
    words={"size": str},
    conditions={"large": lambda size: size > 1},
)
FULL = """
[[section]]
slug = "one"
title = "One of {FACES}"
tables = ["squares", { title = "Next", columns = "n | >n + 1", rows = "count", note = "{size}" }]
[section.lines]
"{FACES} faces" = "is {size: off = little | on = much}"
Sometimes = "{size: off = | on = said}"

[[section]]
slug = "two"
title = "Two"
when = "large"
lines = "names"

[[section]]
slug = "three"
title = "Three, {words.third}"
[[section.tables]]
title = "Written"
columns = "a | b | {size: off = | on = c}"
rows = [["x", "{FACES}", "1"], ["{large: yes = y}", "7", "2"]]
[section.flow]
title = "Way"
[[section.flow.steps]]
slug = "start"
text = "Big?"
place = [0, 1]
ways = { stop = "No", go = "{size: off = Never | on = Yes}" }
[[section.flow.steps]]
slug = "stop"
text = "Stop"
place = [1, 1]
[[section.flow.steps]]
slug = "go"
text = "{size: off = | on = Go}"
place = [2, 1]

[[section]]
slug = "four"
title = "Nothing to say"
lines = { It = "{size: off = | on = speaks}" }
"""


def loaded(folder: Path, text: str) -> Sheet[int]:
    (folder / "quick_reference.toml").write_text(text)
    return load_sheet(folder, RULINGS, {"FACES": 6}, COMPUTED, texts={"words.third": "a third text"})


def sections(folder: Path, about: int, reading: str = "off") -> dict[str, Section]:
    house = HouseRules(RULINGS, [("size", reading)])
    return {section.slug: section for section in loaded(folder, FULL).sections(house, about)}


def test_what_is_written_and_what_is_computed_stand_on_the_sheet(tmp_path: Path) -> None:
    one, two, three = sections(tmp_path, 2).values()
    assert one.title == "One of 6"
    assert one.tables == (table("Squares", "n", [(4,)]), table("Next", "n | >n + 1", [(0, 1), (1, 2)], "small"))
    assert one.lines == (Line("6 faces", "is little"),)
    assert two == Section("two", "Two", (), (Line("n", "2"),))
    assert three.title == "Three, a third text"
    assert three.tables == (table("Written", "a | b", [("x", 6), ("y", 7)]),)


def test_words_follow_the_reading_played(tmp_path: Path) -> None:
    found = sections(tmp_path, 1, "on")
    assert found["one"].lines == (Line("6 faces", "is much"), Line("Sometimes", "said"))
    assert found["four"].lines == (Line("It", "speaks"),)


def test_empty_tables_and_sections_are_left_out(tmp_path: Path) -> None:
    assert [each.title for each in sections(tmp_path, 0)["one"].tables] == ["Squares"]
    assert "four" not in sections(tmp_path, 1)


def test_a_written_row_without_a_name_is_left_out(tmp_path: Path) -> None:
    assert sections(tmp_path, 1)["three"].tables == (table("Written", "a | b", [("x", 6)]),)


def test_numbered_rows_have_no_gaps(tmp_path: Path) -> None:
    text = """
[[section]]
slug = "steps"
title = "Steps"
[[section.tables]]
title = "Steps"
columns = "No. | Does"
rows = [["{large: yes = #}", "first"], ["#", "second"], ["#", "third"]]
"""
    for about, rows in ((2, [("1", "first"), ("2", "second"), ("3", "third")]), (1, [("1", "second"), ("2", "third")])):
        (section,) = loaded(tmp_path, text).sections(HouseRules(RULINGS, []), about)
        assert section.tables == (table("Steps", "No. | Does", rows),)


def test_a_column_without_a_heading_is_left_out(tmp_path: Path) -> None:
    rows = [("x", 6, 1), ("y", 7, 2)]
    assert sections(tmp_path, 2, "on")["three"].tables == (table("Written", "a | b | c", rows),)


def test_a_section_is_left_out_without_its_condition(tmp_path: Path) -> None:
    assert "two" not in sections(tmp_path, 1)


def test_a_step_without_text_is_left_out_with_the_ways_to_it(tmp_path: Path) -> None:
    for reading, ways in (("off", (Branch("stop", "No"),)), ("on", (Branch("stop", "No"), Branch("go", "Yes")))):
        flow = sections(tmp_path, 1, reading)["three"].flow
        assert flow is not None
        assert flow.steps[0].ways == ways
        assert [step.slug for step in flow.steps[1:]] == [way.to for way in ways]
        assert [(step.column, step.row) for step in flow.steps[:2]] == [(0, 1), (1, 1)]


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ('slug = "two"', 'slug = "one"', "two sections have the same slug"),
        ('slug = "two"\n', "", r"section 2 \(no slug\): the field slug is missing"),
        ('lines = "names"', 'rows = "names"', r"section 2 \(two\): 'rows' is not a field"),
        ('lines = "names"', 'lines = "count"', "'count' are not lines that the game computes"),
        ('when = "large"', 'when = "tall"', "'tall' is not a condition that the game computes"),
        ('lines = "names"', "lines = 3", r"section 2 \(two\)"),
        ('"squares"', '"circles"', "'circles' are not tables that the game computes"),
        ('rows = "count"', 'rows = "names"', "'names' are not rows that the game computes"),
        (', rows = "count"', "", "the field rows is missing"),
        ("{FACES} faces", "{SIDES} faces", r"section 1 \(one\): \{SIDES\} is neither"),
        ("off = little | ", "", r"section 1 \(one\): .* leaves out the reading off"),
        ('text = "Stop"', 'words = "Stop"', r"section 3 \(three\): the field text is missing"),
        ("place = [1, 1]", "place = [1]", r"section 3 \(three\)"),
    ],
)
def test_a_mistake_is_refused_with_its_place(tmp_path: Path, before: str, after: str, message: str) -> None:
    assert before in FULL
    with pytest.raises(DataFileError, match=message):
        loaded(tmp_path, FULL.replace(before, after))
