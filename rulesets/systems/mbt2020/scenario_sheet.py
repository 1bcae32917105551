"""The effects of season, hour and weather in each turn, and the setup of a game, for the scenario sheet."""

from collections.abc import Iterator, Set
from typing import Final

from rulesets.core.battlefields import Lookup
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.reference import Line, Section
from rulesets.core.tables import Cell, Table, Tone, table
from rulesets.core.texts.sheets import Computed, Sheet, load_sheet

from . import tables
from .battlefield_dice import light_at
from .engagement_state import Going, Light
from .ground import TOWNS
from .house_rules import DATA, RULINGS, WORDS
from .movement import Ground, is_dark
from .tables import Season
from .units import Zone

HOURS: Final = 24

_EFFECTS: Final = WORDS.sentences("turns")
_TONES: Final = {Light.DAY: Tone.PLAIN, Light.TWILIGHT: Tone.FAIR, Light.NIGHT: Tone.BAD}


def turns_table(season: Season, hour: int, awc: bool, turns: int, house: HouseRules) -> Table:
    """The light and ranges of each turn of an hour; what night and adverse weather do besides is its note."""
    rows: list[tuple[object, ...]] = []
    notes = ["in_awc"] if awc else []
    for turn in range(turns):
        now = (hour + turn) % HOURS
        light = light_at(season, now, house)
        if is_dark(light, house) and "at_night" not in notes:
            notes.insert(0, "at_night")
        ranges = _EFFECTS[("full", "half", "in_both")[awc + (light is not Light.DAY)]](house)
        rows.append((turn + 1, f"{now:02d}:00", Cell(light.label, _TONES[light]), ranges))
    note = " ".join(_EFFECTS[name](house) for name in notes)
    return table("Turns", "^Turn | ^Hour | *Light | ^Ranges", rows, note)


def conditions(zone: Zone, season: Season, hour: int, awc: bool, house: HouseRules) -> tuple[Line, ...]:
    """Zone, season, first hour and weather in lines."""
    lines = [
        Line("Zone", zone.label),
        Line("Season", season.label),
        Line("First turn", f"{hour:02d}:00, {light_at(season, hour, house).label}"),
        Line("Weather", "adverse (AWC)" if awc else "fair"),
    ]
    return tuple(lines)


def lookups(lights: Set[Light], awc: bool, kinds: Set[str], house: HouseRules) -> Iterator[Lookup]:
    """Engagements and movement under the lights and weather of a battle, over the kinds of ground on its table."""
    built_up = not TOWNS.isdisjoint(kinds)
    for light in [each for each in Light if each in lights]:
        under = ({} if light is Light.DAY else {"light": light.value}) | ({"awc": True} if awc else {})
        words = f"{light.label}{', adverse weather' * awc}"
        yield Lookup("engagement", words, {"conditions": under})
        if built_up:
            hidden = {"target_going": Going.BAD.value, "target_built_up": True}
            yield Lookup("engagement", f"{words}, target in a built-up area", {"conditions": under | hidden})
    dark = [is_dark(light, house) for light in lights]
    grounds = [ground for ground in Ground if ground.value in kinds] + [Ground.BUILT_UP] * built_up
    for ground in grounds:
        over = {"ground": ground.value}
        if not all(dark):
            yield Lookup("movement", ground.label, over)
        if any(dark):
            yield Lookup("movement", f"{ground.label}, by night", {**over, "night": True})


_SETTING_UP: Final[Sheet[None]] = load_sheet(DATA, RULINGS, vars(tables), Computed(), WORDS.texts, "setting_up")


def setting_up(house: HouseRules) -> tuple[Section, ...]:
    """The scenario sheet's sections on deployment and on the order of a round."""
    return _SETTING_UP.sections(house, None)
