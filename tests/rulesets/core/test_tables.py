import pytest

from rulesets.core.tables import Align, Cell, Column, Table, Tone, table


def test_a_table_is_written_in_one_line_of_headings() -> None:
    made = table("Ranges", "*Stand | >Far | ^Mode | **Notes", [("Tank", 12, "m", Cell("slow", Tone.BAD))], "Inches.")
    assert made.columns == (
        Column("Stand", Align.LEFT, 2),
        Column("Far", Align.RIGHT, 1),
        Column("Mode", Align.CENTRE, 1),
        Column("Notes", Align.LEFT, 3),
    )
    assert made.rows == ((Cell("Tank"), Cell("12"), Cell("m"), Cell("slow", Tone.BAD)),)
    assert (made.title, made.note) == ("Ranges", "Inches.")


def test_rows_are_as_long_as_the_headings() -> None:
    with pytest.raises(ValueError, match=r"^T: a row has 1 cells for 2 columns$"):
        Table("T", (Column("A"), Column("B")), ((Cell("a"),),))
