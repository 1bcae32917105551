"""Marks of Markdown in texts of games."""

import pytest

from rulesets.core.texts.rich_text import Run, part, plain, runs, tidy


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


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("## In your  turn\nRoll.", "**In your turn**\nRoll."),
        ("### *Once* only ##", "**Once only**"),
        ("# of shots", "# of shots"),
        ("##", "##"),
        ("## **", "## **"),
        ("No ## heading", "No ## heading"),
    ],
)
def test_headings_are_bold_lines(text: str, expected: str) -> None:
    assert tidy(text) == expected


def test_without_marks_it_is_one_line() -> None:
    assert plain("**Choose** one:\n• *run*\n• hide") == "Choose one: • run • hide"


@pytest.mark.parametrize(
    ("cut", "before", "after"),
    [
        (4, "Fire", " **once or twice** *more*."),
        (7, "Fire ", "**once or twice** *more*."),
        (12, "Fire **once** ", "**or twice** *more*."),
        (21, "Fire **once or twice**", " *more*."),
        (26, "Fire **once or twice** *mo*", "*re*."),
    ],
)
def test_marks_stay_marks_on_both_sides_of_a_cut(cut: int, before: str, after: str) -> None:
    text = "Fire **once or twice** *more*."
    assert (part(text, 0, cut), part(text, cut, len(text))) == (before, after)


def test_a_part_without_marks_is_what_it_was() -> None:
    assert part("2 * 3 ** 4", 2, 8) == "* 3 **"


def test_many_marks_lose_no_word() -> None:
    for text in ("*" * 5_000, "*a" * 5_000):
        assert list(runs(text)) == [Run(text)]
    assert list(runs("**a" * 5_000)) == [Run("a", bold=True), Run("a")] * 2_500
    assert "".join(run.text for run in runs("**a*" * 5_000)).count("a") == 5_000
