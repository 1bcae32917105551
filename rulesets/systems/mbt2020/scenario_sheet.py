"""The effects of season, hour and weather in each turn, and the setup of a game, for the scenario sheet."""

from __future__ import annotations

from collections.abc import Iterator, Set
from typing import Final

from rulesets.core.battlefields import Lookup
from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Line, Section
from rulesets.core.tables import Cell, Table, Tone, table
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.battlefield_dice import light_at
from rulesets.systems.mbt2020.engagement_state import Going, Light
from rulesets.systems.mbt2020.ground import TOWNS
from rulesets.systems.mbt2020.movement import STAYS_IN_PLACE, Ground
from rulesets.systems.mbt2020.tables import Season
from rulesets.systems.mbt2020.units import Zone

HOURS: Final = 24

_LIGHT_TEXT: Final = {
    Light.DAY: ("full", "usual"),
    Light.TWILIGHT: ("half", "usual"),
    Light.NIGHT: ("half", "bad going for INFANTRY and ARMOUR except by road"),
}


def turns_table(season: Season, hour: int, awc: bool, turns: int, house: HouseRules) -> Table:
    """The light of each turn of an hour, and the effects of light and weather on ranges, movement, CAS and smoke."""
    rows: list[tuple[object, ...]] = []
    cas, smoke = ("not on INFANTRY or ARMOUR", "useless") if awc else ("usual", "usual")
    if awc and house.on("cas_in_awc"):
        cas = "on INFANTRY and ARMOUR at L"
    for turn in range(turns):
        now = (hour + turn) % HOURS
        light = light_at(season, now, house)
        ranges, movement = _LIGHT_TEXT[light]
        if awc:
            ranges = "half" if ranges == "full" or house.on("halve_once") else "quarter"
        tone = {Light.DAY: Tone.PLAIN, Light.TWILIGHT: Tone.FAIR, Light.NIGHT: Tone.BAD}[light]
        rows.append((turn + 1, f"{now:02d}:00", Cell(light.label, tone), ranges, movement, cas, smoke))
    return table("Turns", "^Turn | ^Hour | *Light | ^Ranges | ***Movement | **CAS | *Smoke", rows)


def conditions(zone: Zone, season: Season, hour: int, awc: bool, house: HouseRules) -> tuple[Line, ...]:
    """Zone, season, first hour and weather in lines."""
    lines = [
        Line("Zone", zone.label),
        Line("Season", season.label),
        Line("First turn", f"{hour:02d}:00, {light_at(season, hour, house).label}"),
        Line("Weather", "adverse (AWC)" if awc else "fair"),
    ]
    return tuple(lines)


def lookups(lights: Set[Light], awc: bool, kinds: Set[str]) -> Iterator[Lookup]:
    """Engagements and movement under the lights and weather of a battle, over the kinds of ground on its table."""
    built_up = not TOWNS.isdisjoint(kinds)
    for light in [each for each in Light if each in lights]:
        under = ({} if light is Light.DAY else {"light": light.value}) | ({"awc": True} if awc else {})
        words = f"{light.label}{', adverse weather' * awc}"
        yield Lookup("engagement", words, {"conditions": under})
        if built_up:
            hidden = {"target_going": Going.BAD.value, "target_built_up": True}
            yield Lookup("engagement", f"{words}, target in a built-up area", {"conditions": under | hidden})
    grounds = [ground for ground in Ground if ground.value in kinds] + [Ground.BUILT_UP] * built_up
    for ground in grounds:
        over = {"ground": ground.value}
        if lights != {Light.NIGHT}:
            yield Lookup("movement", ground.label, over)
        if Light.NIGHT in lights:
            yield Lookup("movement", f"{ground.label}, by night", {**over, "night": True})


def blanks_at_first(house: HouseRules) -> str:
    """Which stands begin as blanks (AMB-43)."""
    return "all" if house.on("off_table_blank") else "on-table stands"


def setting_up(house: HouseRules) -> tuple[Section, ...]:
    """The scenario sheet's sections on deployment and on the order of a round."""
    batteries = "OTF" if house.on("cba_on_table") else "artillery"
    return (
        Section(
            "deployment",
            "Deployment",
            lines=(
                Line("1", "RPS (draw: again): the winner lays the terrain, the loser picks a base edge"),
                Line("2", "RPS: the winner says who deploys first; one battle group each, in turn"),
                Line(
                    "3",
                    f"within {tables.DEPLOY_DEPTH}″ of their own edge, STATIC infantry and armour within "
                    f"{tables.DEPLOY_STATIC}″",
                ),
                Line("4", f"never within {tables.DEPLOY_KEEPS_OFF}″ of an opposing on-table stand"),
                Line("5", f"aircraft and {batteries} in the off-table zone, up to {tables.OFF_TABLE_DEPTH}″ deep"),
                Line(
                    "6",
                    f"{blanks_at_first(house)} begin as blanks; each is shown when an opposing REC comes within "
                    f"{tables.REVEAL_DISTANCE}″",
                ),
            ),
        ),
        Section(
            "turn",
            "Each round",
            lines=(
                Line("1", f"ASF and ECM enter up to {tables.AIR_ENTRY}″ deep, may engage; each {STAYS_IN_PLACE}"),
                Line("2", "CAS comes to the edge; a turn later it flies to its target and engages"),
                Line("3", "CBA on what engaged last round"),
                Line("4", f"ADA on {'ASF' if house.on('ada_asf_only') else 'ASF and ECM'}, PDA on all aircraft"),
                Line("5", "OTF, with a marker"),
                Line("6", "one battle group moves, marches first, and engages"),
            ),
        ),
    )
