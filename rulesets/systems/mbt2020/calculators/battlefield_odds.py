"""How likely each kind of terrain, light and weather is."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Final

from rulesets.core.calculators import Answer, Calculator, Chart, Outcome, SolveContext, Step, amounts, percent
from rulesets.core.declarations.fields import Ask
from rulesets.core.tables import Tone
from rulesets.core.wording import either

from .. import tables
from ..battlefield_dice import (
    FACES,
    ORDINARY_DIE,
    awc_chance,
    built_up_chance,
    hours_text,
    lights,
    major_feature_of,
    major_features,
    minor_features,
    seasons,
    zones,
)
from ..engagement_state import Light
from ..tables import Feature, Season
from ..units import Zone


@dataclass(frozen=True, slots=True)
class BattlefieldOdds:
    """How likely is each kind of ground, light and weather in this zone and season?"""

    zone: Annotated[Zone, Ask("Climatic zone")] = Zone.TEMPERATE
    season: Annotated[Season, Ask("Season")] = Season.SUMMER


_BRIGHTNESS: Final = {Light.DAY: Tone.GOOD, Light.TWILIGHT: Tone.FAIR, Light.NIGHT: Tone.BAD}


def solve(question: BattlefieldOdds, context: SolveContext) -> Answer:
    """How likely each kind of terrain, light and weather is."""
    zone, season = question.zone, question.season
    awc, built_up, light = awc_chance(season, zone), built_up_chance(zone), lights(season, context.house)
    features = major_features(zone)
    return Answer(
        f"On average {percent(features.chance(Feature.O))} of the squares are open. The weather is adverse in "
        f"{percent(awc)} of games, and {percent(light.chance(Light.DAY))} start by day.",
        steps=(*_ground_steps(zone), *_sky_steps(zone, season, light.chance(Light.DAY))),
        charts=(
            _chart("Major feature of a square", [(one.help, features.chance(one), Tone.PLAIN) for one in Feature]),
            _chart(
                "Major built-up area on a square",
                [("built up", built_up, Tone.PLAIN), ("none", 1 - built_up, Tone.MUTED)],
            ),
            amounts("Minor features of an open square", minor_features(zone)),
            _chart(
                "A minor feature",
                [(kind, Fraction(len(scores), FACES), Tone.PLAIN) for kind, scores in tables.MINOR_FEATURES],
            ),
            _chart("Weather", [("adverse", awc, Tone.BAD), ("fair", 1 - awc, Tone.GOOD)]),
            _chart("Light at the start", [(one.label, light.chance(one), _BRIGHTNESS[one]) for one in Light]),
            _chart("Season", [(one.label, seasons().chance(one), Tone.PLAIN) for one in Season]),
            _chart("Climatic zone", [(one.label, zones().chance(one), Tone.PLAIN) for one in Zone]),
        ),
        notes=(f"{zone.label} zone: {zone.help}.",),
        assumed=(f"{zone.label.lower()} zone", f"in {season.label.lower()}"),
    )


def _ground_steps(zone: Zone) -> Iterator[Step]:
    """The dice for a square, and for a built-up area on it."""
    for_each = f"roll a d{FACES} for each square"
    scores = [score for score in ORDINARY_DIE.outcomes() if major_feature_of(zone, score) is Feature.O]
    of_squares = percent(major_features(zone).chance(Feature.O))
    yield Step("Terrain", "Open square", either(map(str, scores)), f"{for_each}: {of_squares}")
    town = f"{tables.MBUA_SCORES[zone]}+"
    yield Step("Terrain", "Major built-up area (MBUA)", town, f"{for_each}: {percent(built_up_chance(zone))}")


def _sky_steps(zone: Zone, season: Season, day: Fraction) -> Iterator[Step]:
    """The dice for the weather and for the hour, which is by ``day`` with that chance."""
    weather, twilight = f"{tables.AWC_SCORES[season][zone]}+", tables.TWILIGHT[season]
    adverse = percent(awc_chance(season, zone))
    yield Step("AWC", "Adverse weather (AWC)", weather, f"roll a d{FACES}: {adverse}")
    between = f"after dawn, {hours_text(twilight.dawn)}, and before dusk, {hours_text(twilight.dusk)}"
    dice = f"roll a d{FACES} for morning or afternoon, then 2d{FACES} for the hour"
    yield Step("Night, AWC", "Starts by day", percent(day), f"{between}: {dice}")


def _chart(title: str, outcomes: list[tuple[str, Fraction, Tone]]) -> Chart:
    return Chart(title, tuple(Outcome(*outcome) for outcome in outcomes if outcome[1]))


CALCULATOR: Final = Calculator(
    "battlefield-odds",
    "Battlefield odds",
    "How likely each kind of terrain, light and weather is",
    BattlefieldOdds,
    solve,
)
