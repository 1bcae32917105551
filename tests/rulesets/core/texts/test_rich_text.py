"""Marks of Markdown in texts of games."""

import pytest

from rulesets.core.texts.rich_text import Run, plain, runs, tidy


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("Roll **again**.", [Run("Roll "), Run("again", bold=True), Run(".")]),
        ("*Once* a turn", [Run("Once", italic=True), Run(" a turn")]),
        ("**Deadly:** *one* hit", [Run("Deadly:", bold=True), Run(" "), Run("one", italic=True), Run(" hit")]),
        ("2 * 3 * 4", [Run("2 * 3 * 4")]),
        ("2*3*4", [Run("2*3*4")]),
        ("a footnote*", [Run("a footnote*")]),
        ("** apart **", [Run("** apart **")]),
        ("**over\nlines**", [Run("**over\nlines**")]),
        ("***", [Run("***")]),
        ("<b>[x](javascript:y)</b>", [Run("<b>[x](javascript:y)</b>")]),
    ],
)
def test_only_marks_around_words_are_marks(text: str, expected: list[Run]) -> None:
    assert list(runs(text)) == expected


def test_lines_and_items_of_lists_are_kept() -> None:
    assert tidy("  Choose   one: \r\n\n- run\n* hide\n -no item") == "Choose one:\n• run\n• hide\n-no item"


def test_without_marks_it_is_one_line() -> None:
    assert plain("**Choose** one:\n• *run*\n• hide") == "Choose one: • run • hide"


def test_many_marks_lose_no_word() -> None:
    for text in ("*" * 5_000, "*a" * 5_000):
        assert list(runs(text)) == [Run(text)]
    assert list(runs("**a" * 5_000)) == [Run("a", bold=True), Run("a")] * 2_500
    assert "".join(run.text for run in runs("**a*" * 5_000)).count("a") == 5_000
