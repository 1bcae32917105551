"""The blocks on terrain, season and time of day."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rulesets.core.house_rules import by_reading
from rulesets.core.reference import Line, Section
from rulesets.core.tables import Cell, Tone, table
from rulesets.core.wording import either
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.battlefield_dice import FACES
from rulesets.systems.mbt2020.ground import SquareSide
from rulesets.systems.mbt2020.legality import zone_of
from rulesets.systems.mbt2020.movement import Ground, passage
from rulesets.systems.mbt2020.quick_reference.need import Need
from rulesets.systems.mbt2020.tables import Mover, Passage, Season
from rulesets.systems.mbt2020.units import GeneralClass, Rank, Zone


def scores_text(scores: Sequence[int]) -> str:
    """The scores of a die in short: ``1``, ``4-5``."""
    return str(scores[0]) if len(scores) == 1 else f"{scores[0]}-{scores[-1]}"


def terrain_block(need: Need) -> Section:
    """Kinds of ground by zone, and how stands cross them."""
    home = {zone_of(army.force.spec, army.catalogue) for army in need.armies}
    headings = " | ".join(f"^{zone.label}" for zone in Zone)
    rows: list[tuple[object, ...]] = [
        ("Zone", *(_home(scores_text(tables.ZONE_SCORES[zone]), zone, home) for zone in Zone))
    ]
    for score in range(FACES):
        features = (tables.MAJOR_FEATURES[zone][score] for zone in Zone)
        rows.append((score + 1, *(feature.label for feature in features)))
    rows.append(("MBUA", *(f"{tables.MBUA_SCORES[zone]}+" for zone in Zone)))
    rows.append(("Minor", *(f"d6-{less}" if (less := tables.MINOR_LESS[zone]) else "d6" for zone in Zone)))
    terrain_tables = [table("Zone and squares, by d6", f"d6 | {headings}", rows)]
    movers = [mover for mover, needed in _movers(need) if needed]
    if movers:
        going: list[tuple[object, ...]] = [
            (f"{feature.label} {feature.help}", *(passages[mover].label for mover in movers))
            for feature, passages in tables.GOING.items()
        ]
        going.append(("MBUA, BUA", *(passage(mover, Ground.BUILT_UP)[0].label for mover in movers)))
        terrain_tables.append(table("Going", "**Ground | " + " | ".join(f"^{mover.label}" for mover in movers), going))
    good_streets = need.house.resolve(lambda streets: streets == "on", "road_in_built_up")
    streets, _ = passage(Mover.TANK, Ground.BUILT_UP, road=True, good_streets=good_streets)
    bad_roads = ("through jungle SFH", *(["inside MBUA, BUA"] if streets is Passage.BAD else []))
    minor = ", ".join(f"{scores_text(scores)} {word}" for word, scores in tables.MINOR_FEATURES)
    return Section(
        "terrain",
        "Terrain and going",
        tuple(terrain_tables),
        (
            Line("Zone", "the armies’ common one, else the winner of a throw chooses, or by d6"),
            Line(
                "Minor features",
                f"on open squares: {minor}; {tables.LARGEST_MINOR}″ at most, {tables.MINOR_KEEPS_OFF}″ apart",
            ),
            Line("Squares", f"{either(side.label for side in SquareSide)}; a major feature fills a third or more"),
            Line("Roads", f"good going; {either(bad_roads)} bad"),
            Line(
                "Built-up areas",
                f"any ground; MBUA {tables.LARGEST_MBUA}″ square at most; each joined to another by road",
            ),
            Line("Jungle", "tropical SFH: road only unless trained; LFA: vehicles by road, bad for troops"),
            Line("River", "if both agree; runs round SFH, H and hills; crossed at bridges only"),
            Line("Placing", "winner of a throw places all, loser picks the edge"),
        ),
    )


def _movers(need: Need) -> tuple[tuple[Mover, bool], ...]:
    return (
        (Mover.FOOT, need.sort(GeneralClass.INFANTRY, Rank.MINUS)),
        (Mover.CARRIER, need.sort(GeneralClass.INFANTRY, Rank.NORM, Rank.PLUS)),
        (Mover.TANK, need.sort(GeneralClass.ARMOUR)),
    )


def _home(text: str, zone: Zone, home: Collection[Zone | None]) -> Cell:
    return Cell(text, Tone.STRONG, "this army’s zone") if zone in home else Cell(text)


def _hours(span: tuple[int, int]) -> str:
    return f"{span[0]:02}-{span[1]:02}"


_twelve = by_reading("noon_is_am", off="12 a.m. is midnight", on="12 a.m. is noon")


def season_block(need: Need) -> Section:
    """Season, time of day and weather."""
    rows: list[tuple[object, ...]] = []
    for season in Season:
        light, weather = tables.TWILIGHT[season], tables.AWC_SCORES[season]
        rows.append(
            (
                season.label,
                scores_text(tables.SEASON_SCORES[season]),
                _hours(light.dawn),
                _hours(light.dusk),
                *(f"{weather[zone]}+" for zone in Zone),
            )
        )
    headings = " | ".join(f"^{zone.label}" for zone in Zone)
    mornings = scores_text(tables.MORNING_SCORES)
    return Section(
        "season",
        "Season, light, weather",
        (table("Season, light and AWC, by d6", f"Season | ^d6 | *^Dawn | *^Dusk | {headings}", rows),),
        (
            Line("Hour", f"d6: {mornings} a.m., else p.m.; then 2d6, {_twelve(need.house)}; an hour a turn"),
            *([Line("Dawn, dusk", "the last hour is part of them")] if need.house.on("twilight_last_hour") else []),
        ),
    )
