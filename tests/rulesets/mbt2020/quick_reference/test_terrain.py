"""Terrain and seasons on the sheet."""

from tests.rulesets.mbt2020.quick_reference.sheets import rows, sheet


def test_the_complete_tables() -> None:
    complete = sheet()
    assert len(rows(complete["season"])) == 4
    assert rows(complete["terrain"]) == [
        ["Zone", "1", "2", "3", "4-5", "6"],
        ["1", "H", "H", "SFH", "SFH", "LFA"],
        ["2", "H", "LFA", "SFH", "H", "H"],
        ["3", "O", "LFA", "LFA", "LFA", "LFA"],
        ["4", "O", "O", "LFA", "H", "H"],
        ["5", "O", "O", "O", "O", "O"],
        ["6", "O", "O", "O", "O", "O"],
        ["MBUA", "6+", "6+", "5+", "5+", "5+"],
        ["Minor", "d6-3", "d6-4", "d6", "d6", "d6-2"],
    ]
