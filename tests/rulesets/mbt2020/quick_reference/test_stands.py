"""Classes and postures of stands on the sheet."""

from rulesets.systems.mbt2020.units import Posture
from tests.rulesets.mbt2020.quick_reference.sheets import first_cells, sheet


def test_the_complete_tables() -> None:
    complete = sheet()
    assert first_cells(complete["sub-classes"]) == [
        *("MBT+", "MBTn", "MBT-", "INF+", "INFn", "INF-", "ART+", "ARTn", "ART-", "AIR+", "AIRn", "AIR-"),
    ]
    assert first_cells(complete["postures"]) == [posture.value for posture in Posture]
