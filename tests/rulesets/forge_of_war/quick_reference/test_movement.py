"""Movement and cover on the sheet."""

import pytest

from rulesets.core.reference import Line
from tests.rulesets.forge_of_war.quick_reference.sheets import COMPLETE, cells, sheet, told


def test_buildings_are_told_to_those_who_are_there() -> None:
    riders = sheet(units=["line_infantry 10 | smg x10 | arm=cavalry"], commander=False)
    assert [line.text for line in riders["movement"].lines if line.term == "Buildings"] == [
        "impassable for mounted cavalry"
    ]
    carrier = sheet(units=["!apc"], commander=False)
    assert "Buildings" not in [line.term for line in carrier["movement"].lines]


def test_the_numbers_of_movement_and_cover() -> None:
    assert cells(COMPLETE["movement"].tables[0]) == [
        ["Infantry", "6″", "3″"],
        ["Cavalry", "12″", "6″"],
        ["Monstrous creature", "6″*", "3″"],
        ["Armour", "8″", "4″"],
        ["Other vehicle", "12″", "6″"],
    ]
    assert [row[2:] for row in cells(COMPLETE["cover"].tables[0])] == [
        ["+1", "−1"],
        ["+2", "−2"],
        ["+3", "−3"],
        ["+3", "−4"],
    ]


@pytest.mark.parametrize(
    ("switch", "key", "slug", "term", "usual", "other"),
    [
        ("cover_mode", "av", "cover", "Bunker", ["by agreement", "+3", "−4"], ["by agreement", "+3", "+4"]),
        ("cover_mode", "both", "cover", "Bunker", ["by agreement", "+3", "−4"], ["by agreement", "+3", "+4", "−4"]),
        (
            "obstacle_at_cap",
            "lose_figure",
            "movement",
            "Obstacle",
            ["hedges, low walls, wire, fences: −2″ once, or a D-marker; at the cap with care only"],
            ["hedges, low walls, wire, fences: −2″ once, or a D-marker; at the cap a figure"],
        ),
    ],
)
def test_what_the_sheet_says_under_a_reading(
    switch: str, key: str, slug: str, term: str, usual: list[str], other: list[str]
) -> None:
    assert told(slug, term) == usual
    assert told(slug, term, **{switch: key}) == other


@pytest.mark.parametrize(
    ("slug", "line"),
    [
        ("movement", Line("Difficult", "woods, bog, fords, ash, steep slopes, rocks, scree, deep snow")),
        (
            "movement",
            Line("Road", "full speed through difficult ground if every figure keeps to it; streets are clear"),
        ),
        ("movement", Line("Impassable", "lava, deep water, city walls, unless by bridge, boat, gate or ladder")),
        (
            "movement",
            Line("Buildings", "difficult on foot; impassable for mounted cavalry; armour: a D-marker each move"),
        ),
        (
            "movement",
            Line(
                "Dismounted",
                "one in 4 holds the mounts; a move action to get off or on; may lead them through buildings",
            ),
        ),
    ],
)
def test_what_a_player_looks_up(slug: str, line: Line) -> None:
    assert line in COMPLETE[slug].lines
