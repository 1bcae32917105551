"""Sentences are read from a file of texts by name."""

from pathlib import Path

import pytest

from rulesets.core.declarations.house_rules import HouseRules, Reading, Ruling, RulingTrace
from rulesets.core.texts.data_files import DataFileError
from rulesets.core.texts.words import Words

RULINGS = (Ruling("T-1", "", "Size?", (Reading("off", "small"), Reading("on", "large")), "off", "", switch="size"),)
TEXT = """
far = "{REACH}″ {size: off = away | on = away from {whom}}"
plain = "one of {REACH}"

[losses]
few = "{count} lost, {words.plain}"
"""


def words(folder: Path, text: str = TEXT) -> Words:
    (folder / "words.toml").write_text(text)
    return Words(folder, RULINGS, {"REACH": 12})


def test_a_sentence_has_numbers_values_readings_and_other_texts(tmp_path: Path) -> None:
    default, other = HouseRules(RULINGS), HouseRules(RULINGS, [("size", "on")])
    far, few = words(tmp_path).sentence("far", "whom"), words(tmp_path).sentence("losses.few", "count")
    assert far(default, whom="Ann") == "12″ away"
    assert far(other, whom="Ann") == "12″ away from Ann"
    assert few(default, count=3) == "3 lost, one of 12"


def test_the_sentences_of_a_table_are_named_without_it(tmp_path: Path) -> None:
    found = words(tmp_path, f'{TEXT}none = "none lost"').sentences("losses", "count")
    assert {name: say(HouseRules(RULINGS), count=2) for name, say in found.items()} == {
        "few": "2 lost, one of 12",
        "none": "none lost",
    }


def test_an_answer_depends_on_the_reading_that_a_sentence_has(tmp_path: Path) -> None:
    trace = RulingTrace(HouseRules(RULINGS))
    words(tmp_path).sentence("plain")(trace)
    assert trace.rulings() == ()
    words(tmp_path).sentence("far", "whom")(trace, whom="Ann")
    assert [played.ruling.id for played in trace.rulings()] == ["T-1"]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("near", "^words.toml: there is no text near$"),
        ("far", r"^words.toml, far: \{whom\} is neither"),
        ("losses.few", r"^words.toml, losses.few: \{count\} is neither"),
    ],
)
def test_a_text_there_is_not_or_a_value_not_given_is_refused(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(DataFileError, match=message):
        words(tmp_path).sentence(name)


def test_a_file_holds_texts_only(tmp_path: Path) -> None:
    with pytest.raises(DataFileError, match=r"^words.toml: few should be text$"):
        words(tmp_path, "[losses]\nfew = 3")
