"""The blocks on engagement zones, fire into melee, and melee."""

from __future__ import annotations

from rulesets.core.house_rules import HouseRules
from rulesets.core.reference import Section
from rulesets.core.tables import table
from rulesets.systems.forum_combat import tables
from rulesets.systems.forum_combat.quick_reference.words import lines_of, reading_text, words_for
from rulesets.systems.forum_combat.tiles import in_zone

LARGEST_ZONE = 3
"""The largest engagement range with a picture."""


def _zone_picture(eng: int) -> list[str]:
    span = range(-LARGEST_ZONE, LARGEST_ZONE + 1)
    return [" ".join("U" if dx == dy == 0 else "#" if in_zone(dx, dy, eng) else "·" for dx in span) for dy in span]


def engagement_block(house: HouseRules) -> Section:
    """Engagement zones, with a picture of each range."""
    walls = words_for(house, "fc.range_path", straight="walls or not", around="more round walls")
    pictures = [_zone_picture(eng) for eng in range(1, LARGEST_ZONE + 1)]
    rows: list[tuple[object, ...]] = [tuple(cells) for cells in zip(*pictures, strict=True)]
    headings = " | ".join(f"^ENG {eng}" for eng in range(1, LARGEST_ZONE + 1))
    return Section(
        "engagement",
        "Engagement",
        (table("Zones", headings, rows),),
        lines_of(
            ("Engaged", "a unit in the zone of a standing enemy, and its squad"),
            ("One-sided", "A with ENG 2 two tiles from B with ENG 1: B is engaged, A is not and may shoot"),
            ("Range", f"counted in steps, never diagonally: 3 across and 4 down are 7, {walls}"),
        ),
    )


def into_melee_block(house: HouseRules) -> Section:
    """Fire into a melee."""
    part = words_for(house, "fc.ffi_partial", whole="some of its standing units are", all="all its standing units are")
    return Section(
        "into-melee",
        "Firing into melee",
        (
            table(
                "Second roll",
                "***Misses are rolled again at friends | >ACC",
                [
                    ("friends outnumber the enemy", f"+{tables.MELEE_EDGE}"),
                    ("friends are larger", f"+{tables.MELEE_EDGE}"),
                    ("the enemy outnumbers friends", f"-{tables.MELEE_EDGE}"),
                    ("the enemy is larger", f"-{tables.MELEE_EDGE}"),
                ],
            ),
        ),
        lines_of(
            ("Into melee", f"fire at a squad when {part} in contact with friends"),
            ("Other modifiers", f"on the second roll: {reading_text(house, 'fc.ffi_carry')}"),
            ("Friends hit", f"{reading_text(house, 'fc.ffi_target')}; they are wounded and save like anyone else"),
        ),
    )


def melee_block(house: HouseRules) -> Section:
    """The melee phase: who strikes, with which weapons, and pressing in."""
    squads = words_for(
        house, "fc.close_quarters_reach", off="squads with a unit in an enemy’s zone", on="squads in contact"
    )
    fallen = words_for(
        house, "fc.cq_then_melee", fallen="do not get to strike", strike="in close quarters still strike"
    )
    weapons = words_for(
        house,
        "fc.melee_one_weapon",
        one="with one melee weapon and those with [Extra Attacks]",
        all="with all their melee weapons",
    )
    return Section(
        "melee",
        "Melee phase",
        (),
        lines_of(
            (
                "1 Close quarters",
                f"{squads} fire the [CloseQuarters] weapons of units that did not shoot; both sides at once",
            ),
            ("2 Fallen", fallen),
            ("3 Press in", "as many as can come within engagement range"),
            (
                "4 Blows",
                f"units in contact strike {weapons}; both sides at once, so units that fall now still strike",
            ),
            ("5 Press in", "survivors close up again"),
        ),
    )
