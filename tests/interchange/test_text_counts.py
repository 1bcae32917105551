import pytest

from armybuilder.interchange.text_counts import count_behind, count_of_line, counted


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


@pytest.mark.parametrize("remark", ["", " 8/24″", " 12″ CAS", ", 10 models", " (BGHQ)", " 120 pts"])
def test_a_number_of_something_else_is_no_count(remark: str) -> None:
    assert count_behind(remark) == (None, remark)


def test_an_unknown_name_may_have_its_count_on_either_side() -> None:
    assert [count_of_line(each) for each in ("3 Orcs", "Orcs x3", "Orcs")] == [(3, "Orcs"), (3, "Orcs"), (None, "Orcs")]
