"""Ranges, factors, results and smoke on the sheet."""

from rulesets.systems.mbt2020 import tables
from tests.rulesets.mbt2020.quick_reference.sheets import first_cells, rows, sheet, terms


def test_aircraft_have_no_factor_for_weather_where_infantry_is_the_posture_alone():
    for chosen, shown in (((), True), ((("infantry_means_posture", "on"),), False)):
        assert ("F5" in first_cells(sheet("12x AIRn ECM", chosen=chosen)["factors"])) is shown


def test_batteries():
    guns = sheet("6x ART- OTF STATIC", "6x ART- CBA STATIC")
    assert rows(guns["ranges"]) == [["CBA", "LAS, OTF, CBA any"], ["OTF, ART-", "INFANTRY, ARMOUR any, if STATIC"]]
    assert first_cells(guns["turn"]) == ["3", "5", "6"]
    assert first_cells(guns["smoke"]) == ["OTF"]
    assert "CBA" in terms(guns["ranges"])


def test_the_complete_tables() -> None:
    complete = sheet()
    assert first_cells(complete["factors"]) == list(tables.FACTORS)
    assert rows(complete["ranges"]) == [
        ["INFn, INF+", "INFANTRY 1/2/3″; REC 4″; ARMOUR 4/8/8″; CAS 12″"],
        ["INF-", "INFANTRY 1/2/2″"],
        ["ARMOUR", "ARMOUR 12″"],
        ["LAS", "INFANTRY 8″"],
        ["ATM", "ARMOUR 12″"],
        ["REC", "nothing"],
        ["ADA", "ASF, ECM 36″"],
        ["PDA", "CAS, ASF, ECM 12″"],
        ["ECM", "ADA 36″; PDA 24″; ECM, CBA any"],
        ["ASF", "CAS, ASF, ECM 36″"],
        ["CAS", "INFANTRY 4″; LAS 8″; ATM, ARMOUR 12″"],
        ["CBA", "LAS, OTF, CBA any"],
        ["OTF, ARTn, ART+", "INFANTRY, ARMOUR any"],
        ["OTF, ART-", "INFANTRY, ARMOUR any, if STATIC"],
    ]
