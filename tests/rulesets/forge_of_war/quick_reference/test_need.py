"""What of the rules a force needs on its sheet."""

from tests.rulesets.forge_of_war.quick_reference.sheets import COMPLETE, cells, sheet
from tests.rulesets.forge_of_war.test_quick_reference import BLOCKS


def test_a_foot_force_has_no_word_of_own_vehicles_or_options() -> None:
    foot = sheet(units=["line_infantry 10 | assault_rifle x10"])
    assert [block for block in BLOCKS if block not in foot] == ["options"]
    assert [line.term for line in COMPLETE["vehicles"].lines if line not in foot["vehicles"].lines] == [
        "Bale out",
        "Still inside",
        "Turret, pintle",
    ]
    assert [row[0] for row in cells(foot["weapons"].tables[0])] == ["Assault Rifle"]
    assert cells(foot["markers"].tables[0]) == [["Professional", "3"]]
    assert [row[0] for row in cells(foot["chances"].tables[0])] == ["CV 7"]
    assert [row[0] for row in cells(foot["movement"].tables[0])] == ["Infantry"]
    assert [row[0] for row in cells(foot["thresholds"].tables[0])] == ["5", "10"]
    assert "Hiding" not in [row[0] for row in cells(foot["command"].tables[0])]


def test_vehicles_and_weapons_that_harm_them_bring_the_vehicle_block() -> None:
    assert "vehicles" not in sheet(units=["rioters 20 | shotgun_solid x20"], commander=False)
    assert "vehicles" in sheet(units=["rioters 20 | smg x1"], commander=False)
    assert "vehicles" in sheet(units=["!apc"], commander=False)


def test_both_rounds_of_a_launcher_are_listed() -> None:
    rows = cells(sheet(units=["line_infantry 10 | assault_rifle x9, rpg_heap x1"])["weapons"].tables[0])
    assert [row[0] for row in rows] == ["Assault Rifle", "RPG (HE)", "RPG (HEAP)"]
