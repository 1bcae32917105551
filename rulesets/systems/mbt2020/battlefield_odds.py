"""Ground, season, light and weather, with the exact chances of the dice."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Final

from rulesets.core.asks import Ask
from rulesets.core.calculators import Answer, Calculator, Chart, Outcome, Setting, Step, amounts, percent
from rulesets.core.dice import Distribution, at_least, dice, die
from rulesets.core.reference import Tone
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.engagement import Light
from rulesets.systems.mbt2020.stands import Zone
from rulesets.systems.mbt2020.tables import Feature, Season

FACES: Final = 6
NOON: Final = 12
ORDINARY_DIE: Final = die(FACES)


def zone_of(score: int) -> Zone:
    """The climatic zone for the score of a die."""
    return next(zone for zone, scores in tables.ZONE_SCORES.items() if score in scores)


def season_of(score: int) -> Season:
    """The season for the score of a die."""
    return next(season for season, scores in tables.SEASON_SCORES.items() if score in scores)


def hour_of(throw: int, morning: bool) -> int:
    """The hour of the day, 0 to 23, for the throw of two dice: 12 a.m. is midnight, 12 p.m. noon."""
    return throw % NOON + (0 if morning else NOON)


def zones() -> Distribution[Zone]:
    """The climatic zone when it is diced for."""
    return ORDINARY_DIE.map(zone_of)


def seasons() -> Distribution[Season]:
    """The season of a game."""
    return ORDINARY_DIE.map(season_of)


def major_features(zone: Zone) -> Distribution[Feature]:
    """What a square of the table is."""
    return ORDINARY_DIE.map(lambda score: tables.MAJOR_FEATURES[zone][score - 1])


def minor_features(zone: Zone) -> Distribution[int]:
    """How many minor features an open square has."""
    return ORDINARY_DIE.map(lambda score: max(0, score - tables.MINOR_LESS[zone]))


def built_up_chance(zone: Zone) -> Fraction:
    """The chance that a square holds a major built-up area."""
    return at_least(ORDINARY_DIE, tables.MBUA_SCORES[zone])


def awc_chance(season: Season, zone: Zone) -> Fraction:
    """The chance of adverse weather conditions."""
    return at_least(ORDINARY_DIE, tables.AWC_SCORES[season][zone])


def hours() -> Distribution[int]:
    """The hour a game begins, 0 to 23: a.m. or p.m. by one die, the hour by two."""
    morning = ORDINARY_DIE.map(lambda score: score in tables.MORNING_SCORES)
    return morning.with_(dice(2, FACES), lambda is_morning, throw: hour_of(throw, is_morning))


def light_at(season: Season, hour: int) -> Light:
    """The light at an hour from 0 to 23."""
    twilight = tables.TWILIGHT[season]
    if any(begin <= hour < end for begin, end in twilight):
        return Light.TWILIGHT
    return Light.DAY if twilight.dawn[1] <= hour < twilight.dusk[0] else Light.NIGHT


def lights(season: Season) -> Distribution[Light]:
    """The light a game begins in."""
    return hours().map(lambda hour: light_at(season, hour))


@dataclass(frozen=True, slots=True)
class Battlefield:
    """What is asked of the battlefield odds."""

    zone: Annotated[Zone, Ask("Climatic zone")] = Zone.TEMPERATE
    season: Annotated[Season, Ask("Season")] = Season.SUMMER


_BRIGHTNESS: Final = {Light.DAY: Tone.GOOD, Light.TWILIGHT: Tone.FAIR, Light.NIGHT: Tone.BAD}


def solve(question: Battlefield, setting: Setting) -> Answer:
    """How likely each kind of ground, light and weather is."""
    zone, season = question.zone, question.season
    awc, built_up, light = awc_chance(season, zone), built_up_chance(zone), lights(season)
    features = major_features(zone)
    return Answer(
        f"{percent(features.chance(Feature.O))} of the squares are open; adverse weather {percent(awc)}; "
        f"by day {percent(light.chance(Light.DAY))}.",
        steps=(
            Step("AWC", "Adverse weather", f"{tables.AWC_SCORES[season][zone]}+", percent(awc)),
            Step("Terrain", "MBUA on a square", f"{tables.MBUA_SCORES[zone]}+", percent(built_up)),
        ),
        charts=(
            _chart("Major feature of a square", [(one.help, features.chance(one), Tone.PLAIN) for one in Feature]),
            _chart(
                "Major built-up area on a square", [("MBUA", built_up, Tone.PLAIN), ("none", 1 - built_up, Tone.MUTED)]
            ),
            amounts("Minor features of an open square", minor_features(zone)),
            _chart(
                "A minor feature",
                [(kind, Fraction(len(scores), FACES), Tone.PLAIN) for kind, scores in tables.MINOR_FEATURES],
            ),
            _chart("Weather", [("AWC", awc, Tone.BAD), ("fair", 1 - awc, Tone.GOOD)]),
            _chart("Light at the start", [(one.label, light.chance(one), _BRIGHTNESS[one]) for one in Light]),
            _chart("Season", [(one.label, seasons().chance(one), Tone.PLAIN) for one in Season]),
            _chart("Climatic zone", [(one.label, zones().chance(one), Tone.PLAIN) for one in Zone]),
        ),
    )


def _chart(title: str, outcomes: list[tuple[str, Fraction, Tone]]) -> Chart:
    return Chart(title, tuple(Outcome(*outcome) for outcome in outcomes if outcome[1]))


CALCULATOR: Final = Calculator(
    "battlefield-odds", "Battlefield odds", "How likely each kind of ground, light and weather is", Battlefield, solve
)
