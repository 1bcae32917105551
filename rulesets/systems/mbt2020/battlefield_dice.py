"""The dice for ground, season, light and weather, and their chances."""

from fractions import Fraction
from functools import partial
from typing import Final

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.dice import Distribution, at_least, dice, die

from . import tables
from .engagement_state import Light
from .tables import Feature, Season
from .units import Zone

FACES: Final = 6
NOON: Final = 12
ORDINARY_DIE: Final = die(FACES)


def zone_of(score: int) -> Zone:
    """The climatic zone for the score of a die."""
    return next(zone for zone, scores in tables.ZONE_SCORES.items() if score in scores)


def season_of(score: int) -> Season:
    """The season for the score of a die."""
    return next(season for season, scores in tables.SEASON_SCORES.items() if score in scores)


def hour_of(throw: int, morning: bool, house: HouseRules) -> int:
    """The hour of the day, 0 to 23, for the throw of two dice; AMB-51 decides what 12 a.m. is."""
    if throw == NOON:
        return NOON if morning == house.on("noon_is_am") else 0
    return throw + (0 if morning else NOON)


def zones() -> Distribution[Zone]:
    """The climatic zone when it is diced for."""
    return ORDINARY_DIE.map(zone_of)


def seasons() -> Distribution[Season]:
    """The season of a game."""
    return ORDINARY_DIE.map(season_of)


def major_feature_of(zone: Zone, score: int) -> Feature:
    """The major feature of a square for the score of a die."""
    return tables.MAJOR_FEATURES[zone][score - 1]


def minor_features_of(zone: Zone, score: int) -> int:
    """How many minor features an open square has for the score of a die."""
    return max(0, score - tables.MINOR_LESS[zone])


def major_features(zone: Zone) -> Distribution[Feature]:
    """The chances of a square's major feature."""
    return ORDINARY_DIE.map(partial(major_feature_of, zone))


def minor_features(zone: Zone) -> Distribution[int]:
    """How many minor features an open square has."""
    return ORDINARY_DIE.map(partial(minor_features_of, zone))


def built_up_chance(zone: Zone) -> Fraction:
    """The chance that a square holds a major built-up area."""
    return at_least(ORDINARY_DIE, tables.MBUA_SCORES[zone])


def awc_chance(season: Season, zone: Zone) -> Fraction:
    """The chance of adverse weather conditions."""
    return at_least(ORDINARY_DIE, tables.AWC_SCORES[season][zone])


def hours(house: HouseRules) -> Distribution[int]:
    """The hour a game begins, 0 to 23: a.m. or p.m. by one die, the hour by two."""
    morning = ORDINARY_DIE.map(lambda score: score in tables.MORNING_SCORES)
    return morning.with_(dice(2, FACES), lambda is_morning, throw: hour_of(throw, is_morning, house))


def hours_text(span: tuple[int, int]) -> str:
    """When dawn or dusk begins and ends: ``04-06``."""
    return f"{span[0]:02}-{span[1]:02}"


def light_at(season: Season, hour: int, house: HouseRules) -> Light:
    """The light at an hour from 0 to 23; AMB-50 decides that of the hour which ends dawn or dusk."""
    twilight = tables.TWILIGHT[season]
    if any(begin <= hour < end for begin, end in twilight):
        return Light.TWILIGHT
    if hour in (twilight.dawn[1], twilight.dusk[1]) and house.on("twilight_last_hour"):
        return Light.TWILIGHT
    return Light.DAY if twilight.dawn[1] <= hour < twilight.dusk[0] else Light.NIGHT


def lights(season: Season, house: HouseRules) -> Distribution[Light]:
    """The light a game begins in."""
    return hours(house).map(lambda hour: light_at(season, hour, house))
