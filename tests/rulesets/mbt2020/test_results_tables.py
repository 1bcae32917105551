"""The results tables as they are drawn."""

import pytest

from rulesets.core.tables import Tone
from rulesets.systems.mbt2020.results_tables import results_by_throw


@pytest.mark.parametrize(
    ("mutual", "title", "rows"),
    [
        (
            True,
            "Mutual",
            [
                ["Win: target", *"RPNNN"],
                ["Draw: you/target", "P/R", "P/R", "P/P", "R/R", "R/N"],
                ["Lose: you", *"NNNPR"],
            ],
        ),
        (
            False,
            "Unilateral",
            [["Win: target", *"RPNNN"], ["Draw: you/target", "–", "–", "–/P", "–/R", "–/D"], ["Lose: you", *"–––––"]],
        ),
    ],
)
def test_results_are_drawn_by_who_wins(mutual: bool, title: str, rows: list[list[str]]) -> None:
    drawn = results_by_throw(mutual)
    assert (drawn.title, [[cell.text for cell in row] for row in drawn.rows]) == (title, rows)
    assert {cell.tone for row in drawn.rows for cell in row[1:]} == {Tone.PLAIN}


@pytest.mark.parametrize(("shift", "place"), [(-2, 1), (0, 3), (1, 4)])
def test_the_column_read_stands_out(shift: int, place: int) -> None:
    for row in results_by_throw(True, shift=shift).rows:
        assert [number for number, cell in enumerate(row) if cell.hint == "the column read"] == [place]
        assert row[place].tone is Tone.STRONG
