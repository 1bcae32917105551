import pytest

from armybuilder.drawing.percentages import with_fixed_spaces


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("hits on < 1 % of 5 dice", "hits on <\u00a01\u00a0% of 5 dice"),
        ("> 99 %, or 50 %", ">\u00a099\u00a0%, or 50\u00a0%"),
        ("a < 5 b", "a < 5 b"),
        ("5 % and 4 dice", "5\u00a0% and 4 dice"),
    ],
)
def test_no_line_ends_within_a_percentage(text: str, kept: str) -> None:
    assert with_fixed_spaces(text) == kept
