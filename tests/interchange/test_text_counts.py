import pytest

from armybuilder.interchange.text_counts import (
    count_behind,
    count_of_cell,
    count_of_line,
    counted,
    with_products,
)


def test_a_line_of_joining_words_has_few_readings() -> None:
    assert len(list(counted("& " * 90))) == 2
    assert len(list(counted(f"{'and ' * 90}3 Warrior"))) == 2


@pytest.mark.parametrize(
    "written",
    ["8 Ajax", "8x Ajax", "8 x Ajax", "8 × Ajax", "8* Ajax", "x8 Ajax", "(8) Ajax", "8 stands of Ajax", "8: Ajax"],
)
def test_a_count_stands_before_a_name(written: str) -> None:
    assert (8, "Ajax") in list(counted(written))


def test_a_count_may_be_a_word() -> None:
    assert list(counted("two Ajax")) == [(None, "two Ajax"), (2, "Ajax")]
    assert list(counted("Ajax")) == [(None, "Ajax")]


@pytest.mark.parametrize("remark", [" x8", " (8)", ": 8", " - 8", " ×8", ", 8", " (x8)", "  8"])
def test_a_count_stands_behind_a_name(remark: str) -> None:
    assert count_behind(remark) == (8, "")


def test_a_sentence_may_go_on_behind_a_count() -> None:
    assert count_behind(": 2 up on the hill") == (2, " up on the hill")
    assert count_behind(" = 8 in reserve") == (8, " in reserve")
    for remark in (": 10 Rifleman", " 2 in reserve", ": 3 Battle rifles"):
        assert count_behind(remark) == (None, remark)


@pytest.mark.parametrize("remark", ["", " 8/24″", " 1/2/3″ INFANTRY", ", 10 models", " (BGHQ)", " 120 pts"])
def test_a_number_of_something_else_is_no_count(remark: str) -> None:
    assert count_behind(remark) == (None, remark)


def test_an_unknown_name_may_have_its_count_on_either_side() -> None:
    assert [count_of_line(each) for each in ("3 Orcs", "Orcs x3", "Orcs")] == [(3, "Orcs"), (3, "Orcs"), (None, "Orcs")]
    assert [count_of_line(each) for each in ("Orcs (x3)", "Orcs [×3]")] == [(3, "Orcs"), (3, "Orcs")]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("2 x 3 stands of Warrior", "6 stands of Warrior"),
        ("- 2 × 3 units Warrior", "- 6 units Warrior"),
        ("Warrior: 2x3 tanks", "Warrior: 6 tanks"),
        ("T-80 x4 units", "T-80 x4 units"),
        ("Challenger 2 x 3 stands", "Challenger 2 x 3 stands"),
        ("2 x 3", "2 x 3"),
    ],
)
def test_equal_groups_of_stands_are_multiplied(written: str, meant: str) -> None:
    assert with_products(written) == meant


@pytest.mark.parametrize(
    ("cell", "count"),
    [
        ("8", 8),
        ("x8", 8),
        ("8 stands", 8),
        ("8 Stk.", 8),
        ("eight", 8),
        ("8.0", 8),
        ("0", 0),
        ("many", None),
        ("", None),
    ],
)
def test_a_cell_has_its_count_with_what_is_counted(cell: str, count: int | None) -> None:
    assert count_of_cell(cell) == count
