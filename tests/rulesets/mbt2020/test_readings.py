"""The switches of engagements as values."""

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.systems.mbt2020 import RULESET
from rulesets.systems.mbt2020.readings import DEFAULT_READINGS, SWITCHES, Readings, readings_of
from tests.rulesets.mbt2020.test_engagement import SWITCH_CASES

ELSEWHERE = {
    "road_in_built_up",
    "former_pact",
    "departed_count",
    "cas_turns_pass",
    "off_table_blank",
    "arc_widths",
    "any_ecm",
    "twilight_last_hour",
    "twilight_slows",
    "noon_is_am",
    "repulse_march",
    "air_defence_moves",
    "fragile_counts",
    "blank_keeps_mode",
    "mutual_engages_both",
    "smoke_engages",
    "flights_near_bghq",
    "half_depth",
    "fakes_up",
}


def test_every_switch_has_a_case() -> None:
    assert {case[0] for case in SWITCH_CASES} == set(SWITCHES)
    assert {ruling.switch for ruling in RULESET.rulings if ruling.switch} == set(SWITCHES) | ELSEWHERE


def test_the_readings_are_those_of_the_house_rules() -> None:
    assert readings_of(HouseRules(RULESET.rulings)) == DEFAULT_READINGS
    for switch in SWITCHES:
        assert readings_of(HouseRules(RULESET.rulings, [(switch, "on")])) == Readings(**{switch: True})
