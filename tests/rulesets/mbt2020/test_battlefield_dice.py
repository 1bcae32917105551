"""Ground, season, light and weather: the dice against brute force."""

import itertools
from fractions import Fraction

import pytest

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import certain
from rulesets.systems.mbt2020 import RULESET, battlefield_dice, tables
from rulesets.systems.mbt2020.engagement_state import Light
from rulesets.systems.mbt2020.tables import Season
from rulesets.systems.mbt2020.units import Zone
from tests.rulesets.mbt2020.surveys import HOUSE


def test_worked_check_15():
    assert battlefield_dice.awc_chance(Season.WINTER, Zone.COLD) == Fraction(2, 3)
    assert dict(battlefield_dice.minor_features(Zone.STEPPE).items()) == {
        0: Fraction(4, 6),
        1: Fraction(1, 6),
        2: Fraction(1, 6),
    }


FEATURES = {
    "desert": "H H O O O O",
    "steppe": "H LFA LFA O O O",
    "tropical": "SFH SFH LFA LFA O O",
    "temperate": "SFH H LFA H O O",
    "cold": "LFA H LFA H O O",
}
MBUA = {"desert": 6, "steppe": 6, "tropical": 5, "temperate": 5, "cold": 5}
MINOR = {"desert": 3, "steppe": 4, "tropical": 0, "temperate": 0, "cold": 2}
AWC = {
    "winter": {"temperate": 4, "tropical": 5, "desert": 5, "cold": 3, "steppe": 3},
    "autumn": {"temperate": 5, "tropical": 5, "desert": 6, "cold": 4, "steppe": 4},
    "spring": {"temperate": 5, "tropical": 5, "desert": 6, "cold": 5, "steppe": 5},
    "summer": {"temperate": 6, "tropical": 4, "desert": 5, "cold": 6, "steppe": 6},
}
"""Written from the rulebook's tables apart from the code."""


@pytest.mark.parametrize("zone", Zone)
def test_a_square(zone):
    words = FEATURES[zone.value].split()
    found = battlefield_dice.major_features(zone)
    for feature in tables.Feature:
        assert found.chance(feature) == Fraction(words.count(feature.value), 6)
    assert battlefield_dice.built_up_chance(zone) == Fraction(7 - MBUA[zone.value], 6)
    counts = [max(0, face - MINOR[zone.value]) for face in range(1, 7)]
    minor = battlefield_dice.minor_features(zone)
    assert minor.outcomes() == set(counts)
    assert all(minor.chance(count) == Fraction(counts.count(count), 6) for count in counts)


@pytest.mark.parametrize("season", Season)
def test_weather(season):
    for zone in Zone:
        assert battlefield_dice.awc_chance(season, zone) == Fraction(7 - AWC[season.value][zone.value], 6)


def test_zone_and_season():
    assert battlefield_dice.zones().chance(Zone.TEMPERATE) == Fraction(1, 3)
    assert {battlefield_dice.zones().chance(zone) for zone in Zone if zone is not Zone.TEMPERATE} == {Fraction(1, 6)}
    chances = {season.value: battlefield_dice.seasons().chance(season) for season in Season}
    assert chances == {
        "summer": Fraction(1, 3),
        "spring": Fraction(1, 3),
        "autumn": Fraction(1, 6),
        "winter": Fraction(1, 6),
    }


@pytest.mark.parametrize("noon_is_am", ["off", "on"])
def test_hours_by_brute_force(noon_is_am):
    counted: dict[int, int] = {}
    for half, first, second in itertools.product(range(1, 7), repeat=3):
        morning = half <= 4
        hour = first + second + (0 if morning else 12)
        if first + second == 12:
            hour = 12 if morning is (noon_is_am == "on") else 0
        counted[hour] = counted.get(hour, 0) + 1
    found = battlefield_dice.hours(HouseRules(RULESET.rulings, [("noon_is_am", noon_is_am)]))
    assert found.outcomes() == set(counted)
    assert all(found.chance(hour) == Fraction(count, 216) for hour, count in counted.items())


HOURS = {
    # dawn, day, dusk; the rest of the 24 hours is night
    "winter": ((7, 8), range(9, 15), (15, 16)),
    "autumn": ((6, 7), range(8, 17), (17, 18)),
    "spring": ((5, 6), range(7, 19), (19, 20)),
    "summer": ((4, 5), range(6, 21), (21, 22)),
}


@pytest.mark.parametrize("season", Season)
def test_light(season):
    dawn, day, dusk = HOURS[season.value]
    for hour in range(24):
        expected = Light.TWILIGHT if hour in (*dawn, *dusk) else Light.DAY if hour in day else Light.NIGHT
        assert battlefield_dice.light_at(season, hour, HOUSE) is expected, hour
    assert battlefield_dice.lights(season, HOUSE) == battlefield_dice.hours(HOUSE).map(
        lambda hour: battlefield_dice.light_at(season, hour, HOUSE)
    )
    assert battlefield_dice.lights(season, HOUSE) != certain(Light.DAY)


@pytest.mark.parametrize("season", Season)
def test_the_last_hour_of_dawn_and_dusk_is_part_of_them_where_so_read(season):
    house = HouseRules(RULESET.rulings, [("twilight_last_hour", "on")])
    dawn, day, dusk = HOURS[season.value]
    for hour in range(24):
        twilight = hour in (*dawn, dawn[1] + 1, *dusk, dusk[1] + 1)
        expected = Light.TWILIGHT if twilight else Light.DAY if hour in day else Light.NIGHT
        assert battlefield_dice.light_at(season, hour, house) is expected, hour
