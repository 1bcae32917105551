"""The rulings an army plays by."""

from dataclasses import replace

from rulesets.systems.mbt2020.house_rules import RULINGS, house_of
from tests.rulesets.mbt2020.shorthand import army


def test_an_army_plays_by_its_own_readings() -> None:
    (ruling,) = (ruling for ruling in RULINGS if ruling.switch == "halve_once")
    other = next(key for key in ruling.keys if key != ruling.default)
    force = army([{"stands": ["12x MBTn"]}], {})
    assert house_of(force).choice("halve_once") == ruling.default
    assert house_of(replace(force, house_rules=(("halve_once", other),))).choice("halve_once") == other
