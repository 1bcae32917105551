"""Battlefields: every limit kept, the dice as likely as they should be, the same seed the same table."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction

import pytest

from rulesets.core.battlefields import Battlefield, Changes
from rulesets.core.calculators import QuestionError
from rulesets.core.shapes import Box, Point, box_of, doubled_area, gap
from rulesets.systems.mbt2020 import tables
from rulesets.systems.mbt2020.battlefield import begins, square_name
from rulesets.systems.mbt2020.battlefield_dice import hour_of, light_at, major_features, minor_features
from rulesets.systems.mbt2020.engagement_state import Light
from rulesets.systems.mbt2020.ground import BattlefieldQuestion, River, SquareSide, Weather
from rulesets.systems.mbt2020.tables import Feature, Season
from rulesets.systems.mbt2020.units import Zone
from tests.rulesets.mbt2020.surveys import HOUSE, hand, survey

MANY = 2_000


def ground_of(seed: int) -> BattlefieldQuestion:
    """A ground with other sizes, zones and rivers for every seed."""
    return replace(
        hand(list(Zone)[seed % 5]),
        battle_groups=1 + seed % 3,
        square=list(SquareSide)[seed // 5 % 2],
        river=list(River)[seed // 10 % 3],
    )


def breaks(field: Battlefield) -> list[str]:
    """The limits of the rulebook that a battlefield breaks, worked out anew from its pieces."""
    broken = []
    side = field.square_side
    for area in field.areas:
        box = box_of(area.outline)
        home = field.squares[area.square].box
        if not home.holds(box):
            broken.append(f"{area.id} leaves its square")
        if area.kind in ("H", "LFA", "SFH"):
            if not Fraction(1, 3) <= Fraction(doubled_area(area.outline), 2 * side * side) <= 1:
                broken.append(f"{area.id} fills the wrong part of its square")
        elif max(box.width, box.height) > 80:
            broken.append(f"{area.id} is too large")
    minors = [area for area in field.areas if area.kind in ("wood", "BUA", "hill")]
    for place, one in enumerate(minors):
        for other in minors[place + 1 :]:
            near = box_of(one.outline).grown(10).meets(box_of(other.outline))
            if near and gap(one.outline, other.outline) < 10:
                broken.append(f"{one.id} is too near to {other.id}")
    return broken


def joined(field: Battlefield) -> bool:
    """Whether one can drive from every built-up area to every other."""
    towns = [box_of(area.outline).centre for area in field.areas if area.kind in ("MBUA", "BUA")]
    roads = [way.line for way in field.ways if way.kind == "road"]
    reached = set(towns[:1])
    grown = True
    while grown:
        more = {place for road in roads if reached & set(road) for place in road} - reached
        grown = bool(more)
        reached |= more
    return set(towns) <= reached


def test_many_battlefields_keep_every_limit() -> None:
    for seed in range(MANY):
        field = survey(ground_of(seed), seed)
        assert field.faults == (), seed
        if seed % 2 == 0:
            assert breaks(field) == [], seed
            assert joined(field), seed


def test_the_dice_of_battlefields_are_as_likely_as_they_should_be() -> None:
    for zone in Zone:
        squares = [square.text.split(", ") for seed in range(400) for square in survey(hand(zone), seed).squares]
        expected = major_features(zone)
        for feature in Feature:
            chance = expected.chance(feature)
            _near(sum(words[0] == feature.value for words in squares), len(squares), chance)
        mbua = Fraction(7 - tables.MBUA_SCORES[zone], 6)
        _near(sum("MBUA" in words for words in squares), len(squares), mbua)
        opened = [sum(word in ("wood", "BUA", "hill") for word in words) for words in squares if words[0] == "O"]
        for count, chance in minor_features(zone).items():
            _near(opened.count(count), len(opened), chance)
        kinds = Counter(word for words in squares for word in words if word in ("wood", "BUA", "hill"))
        for count in kinds.values():
            _near(count, sum(kinds.values()), Fraction(1, 3))


def _near(count: int, of: int, chance: Fraction) -> None:
    """Within five standard deviations of what is expected."""
    assert (count - of * chance) ** 2 <= 25 * of * chance * (1 - chance)


def test_the_same_seed_gives_the_same_battlefield() -> None:
    ground = replace(hand(Zone.TROPICAL), river=River.DIAGONAL)
    assert survey(ground, 77) == survey(ground, 77)
    assert survey(ground, 77).areas != survey(ground, 78).areas


def test_every_roll_is_kept() -> None:
    field = survey(BattlefieldQuestion(battle_groups=1), 5)
    named = [roll.what for roll in field.rolls]
    assert named[:6] == [
        "Climatic zone",
        "Season",
        "Half of the day",
        "Hour, first die",
        "Hour, second die",
        "Adverse weather",
    ]
    assert len(named) == len(set(named))
    assert all(1 <= roll.score <= roll.faces == 6 for roll in field.rolls)


def test_one_square_is_rolled_anew_and_the_others_stay() -> None:
    ground = hand(Zone.TROPICAL)
    before, after = survey(ground, 9), survey(ground, 9, Changes(rerolled={4: 1}))
    kept = [area for area in before.areas if area.square != 4]
    assert [area for area in after.areas if area.square != 4] == kept
    assert [area for area in after.areas if area.square == 4] != [area for area in before.areas if area.square == 4]


def test_a_piece_is_dragged_and_a_broken_limit_said() -> None:
    ground = hand(Zone.TROPICAL)
    before = survey(ground, 3)
    major = next(area for area in before.areas if area.kind in ("H", "LFA", "SFH"))
    after = survey(ground, 3, Changes(moved={major.id: (60, 0)}))
    assert next(area for area in after.areas if area.id == major.id).outline[0].x == major.outline[0].x + 60
    assert [fault.at for fault in after.faults] == [major.id]
    assert "leaves its square" in after.faults[0].message


def test_minor_features_too_near_are_said() -> None:
    ground = replace(hand(Zone.DESERT), battle_groups=2)
    placed = Changes(placed=(("wood", 10, 10, 20, 20), ("hill", 35, 10, 20, 20), ("wood", 65, 10, 20, 20)))
    bare = survey(ground, 1)
    placed = replace(placed, removed=frozenset(area.id for area in bare.areas))
    assert [fault.at for fault in survey(ground, 1, placed).faults] == ["placed-hill2"]


def test_placing_by_hand_replaces_what_was_rolled() -> None:
    ground = hand(Zone.TEMPERATE)
    rolled = survey(ground, 1)
    changes = Changes(removed=frozenset(area.id for area in rolled.areas), placed=(("MBUA", 130, 130, 80, 70),))
    field = survey(ground, 1, changes)
    assert [(area.kind, box_of(area.outline), area.square) for area in field.areas] == [
        ("MBUA", Box(130, 130, 210, 200), field.areas[0].square)
    ]
    assert field.squares[field.areas[0].square].name == "B2"
    assert [way.line for way in field.ways] == [
        (Point(0, 165), Point(170, 165)),
        (Point(170, 165), Point(field.width, 165)),
    ]
    assert field.faults == ()


def test_too_large_and_off_the_table_are_said() -> None:
    ground = hand(Zone.DESERT)
    bare = frozenset(area.id for area in survey(ground, 1).areas)
    placed = (("hill", 10, 10, 81, 20), ("MBUA", -5, 100, 20, 20), ("H", 125, 125, 60, 60))
    field = survey(ground, 1, Changes(removed=bare, placed=placed))
    assert [fault.at for fault in field.faults] == ["placed-hill1", "placed-MBUA2", "placed-H3"]


def test_an_unknown_piece_is_refused() -> None:
    with pytest.raises(QuestionError, match="not a type of terrain"):
        survey(BattlefieldQuestion(), 1, Changes(placed=(("lake", 0, 0, 10, 10),)))


def test_squares_are_named_like_a_chessboard() -> None:
    assert [square_name(*place) for place in [(0, 0), (25, 1), (26, 0), (701, 9)]] == ["A1", "Z2", "AA1", "ZZ10"]


def test_midnight_and_noon_are_twelve() -> None:
    assert [hour_of(12, True, HOUSE), hour_of(12, False, HOUSE)] == [0, 12]
    assert [hour_of(2, True, HOUSE), hour_of(11, False, HOUSE)] == [2, 23]


@pytest.mark.parametrize(
    ("season", "lights"),
    [
        (Season.WINTER, "NNNNNNNTTDDDDDDTTNNNNNNN"),
        (Season.AUTUMN, "NNNNNNTTDDDDDDDDDTTNNNNN"),
        (Season.SPRING, "NNNNNTTDDDDDDDDDDDDTTNNN"),
        (Season.SUMMER, "NNNNTTDDDDDDDDDDDDDDDTTN"),
    ],
)
def test_the_light_of_every_hour(season: Season, lights: str) -> None:
    letters = {Light.NIGHT: "N", Light.TWILIGHT: "T", Light.DAY: "D"}
    assert "".join(letters[light_at(season, hour, HOUSE)] for hour in range(24)) == lights


def test_a_game_begins_with_what_the_sheet_says_of_the_first_turn() -> None:
    seen = set()
    for seed in range(60):
        boxes = {change.track: change.box for change in begins(ground_of(seed), seed, HOUSE)}
        _, season, first, weather = (line.text for line in survey(ground_of(seed), seed).conditions)
        light = Light(boxes["light"])
        assert (Season(boxes["season"]).label, f"{int(boxes['hour']):02d}:00, {light.label}") == (season, first)
        assert ("awc" in boxes) is (weather == "adverse (AWC)")
        seen.add((light, "awc" in boxes))
    assert len(seen) >= 5


def test_what_the_players_agreed_needs_no_dice() -> None:
    agreed = BattlefieldQuestion(season=Season.WINTER, hour=16, weather=Weather.ADVERSE)
    boxes = [(change.track, change.box) for change in begins(agreed, 1, HOUSE)]
    light = light_at(Season.WINTER, 16, HOUSE).value
    assert boxes == [("season", "winter"), ("hour", "16"), ("light", light), ("awc", "awc")]
