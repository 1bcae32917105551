"""How likely each kind of terrain, light and weather is."""

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
    weather, town = tables.AWC_SCORES[season][zone], tables.MBUA_SCORES[zone]
    features = major_features(zone)
    open_scores = [score for score in ORDINARY_DIE.outcomes() if major_feature_of(zone, score) is Feature.O]
    day, twilight = light.chance(Light.DAY), tables.TWILIGHT[season]
    return Answer(
        f"On average {percent(features.chance(Feature.O))} of the squares are open. The weather is adverse in "
        f"{percent(awc)} of games, and {percent(day)} start by day.",
        steps=(
            Step(
                "Terrain",
                "Open square",
                either(map(str, open_scores)),
                f"roll a d{FACES} for each square: {percent(features.chance(Feature.O))}",
            ),
            Step(
                "Terrain",
                "Major built-up area (MBUA)",
                f"{town}+",
                f"roll a d{FACES} for each square: {percent(built_up)}",
            ),
            Step("AWC", "Adverse weather (AWC)", f"{weather}+", f"roll a d{FACES}: {percent(awc)}"),
            Step(
                "Night, AWC",
                "Starts by day",
                percent(day),
                f"after dawn, {hours_text(twilight.dawn)}, and before dusk, {hours_text(twilight.dusk)}: "
                f"roll a d{FACES} for a.m. or p.m., then 2d{FACES} for the hour",
            ),
        ),
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


def _chart(title: str, outcomes: list[tuple[str, Fraction, Tone]]) -> Chart:
    return Chart(title, tuple(Outcome(*outcome) for outcome in outcomes if outcome[1]))


CALCULATOR: Final = Calculator(
    "battlefield-odds",
    "Battlefield odds",
    "How likely each kind of terrain, light and weather is",
    BattlefieldOdds,
    solve,
)
