"""The turn, movement and deployment on the sheet."""

from tests.rulesets.mbt2020.quick_reference.sheets import first_cells, rows, sheet


def test_the_complete_tables() -> None:
    complete = sheet()
    assert first_cells(complete["movement"]) == [
        "INF-",
        "INFn, INF+, all ADA, PDA",
        "MBT-",
        "MBTn, MBT+",
        "Blank, fake",
    ]
    assert first_cells(complete["turn"]) == ["1", "2", "3", "4", "5", "6"]
    assert rows(complete["fragile"]) == [
        ["Battle group of 12", "4", "2"],
        ["Army of 12", "5", "3"],
        ["Army of 24", "10", "5"],
        ["Army of 36", "15", "8"],
        ["Army of 48", "20", "10"],
        ["Army of 60", "24", "12"],
    ]
