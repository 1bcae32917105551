"""Names on the maps of battlefields."""

from itertools import combinations

import pytest

from armybuilder.drawing import map_names
from armybuilder.drawing.battlefields import PHONE, battlefield_svg, whole_map
from armybuilder.drawing.lettering import POINT, FontCut, width
from armybuilder.drawing.map_names import course_of, line_height, names_beside, names_of, on_table
from rulesets.core.battlefields import Area, Battlefield, Changes, Square, Strip, Way
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.ruleset import AnyRuleset
from rulesets.core.shapes import INCH, Box, Point, box_of, touches
from rulesets.registry import all_rulesets

SEEDS = range(25)
GAMES = [game for game in all_rulesets() if game.surveyor]


@pytest.fixture(params=GAMES, ids=lambda game: game.slug)
def fields(request: pytest.FixtureRequest) -> list[Battlefield]:
    """Battlefields by dice, the larger ones with a river."""
    surveyor = request.param.surveyor
    house = HouseRules(request.param.rulings)
    rivers = [{"river": "across"}, {}]
    return [
        surveyor.make(surveyor.question(battle_groups=1 + seed % 5, **rivers[seed % 2]), seed, Changes(), house)
        for seed in SEEDS
    ]


@pytest.mark.parametrize("phone", [False, True])
def test_names_lie_on_no_road_or_river_and_not_on_one_another(fields: list[Battlefield], phone: bool) -> None:
    for field in fields:
        minimum = whole_map(field).width // PHONE if phone else 0
        names = names_of(field, minimum)
        for name in names:
            for way in field.ways:
                half = way.width // 2
                box = Box(name.box.left - half, name.box.top - half, name.box.right + half, name.box.bottom + half)
                assert not touches(course_of(way), box.polygon()), name.words
            assert Box(0, 0, field.width, field.depth).meets(name.box)
        assert not [(one.words, other.words) for one, other in combinations(names, 2) if one.box.meets(other.box)]
        assert min(name.size for name in names) >= max(minimum, 9)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_on_a_phone_names_lie_on_no_other_however_full_the_table(game: AnyRuleset) -> None:
    """Ground has its name inside, lines theirs off the ground; the legend names what has no room for large letters."""
    assert game.surveyor is not None
    house = HouseRules(game.rulings)
    for seed in range(1, 5):
        question = game.surveyor.question(battle_groups=4)
        field = game.surveyor.make(question, seed, Changes(), house)
        names = names_of(field, whole_map(field).width // PHONE)
        assert not [(one.words, other.words) for one, other in combinations(names, 2) if one.box.meets(other.box)]
        for name in names:
            if isinstance(name.of, Area):
                assert box_of(name.of.outline).holds(name.box), name.words
            elif isinstance(name.of, Strip):
                assert not any(box_of(area.outline).meets(name.box) for area in field.areas), name.words
        assert len(names) > len(field.strips) + 10


@pytest.mark.parametrize("phone", [False, True])
def test_names_end_where_the_map_does(fields: list[Battlefield], phone: bool) -> None:
    for field in fields:
        shown = whole_map(field)
        beside = names_beside(field, shown.width // PHONE if phone else 0)
        named = [strip.title for strip in field.strips if not on_table(strip, field)]
        assert [name.words for name in beside] == [*named, "Base edge 1", "Base edge 2"]
        for name in (*beside, *names_of(field, shown.width // PHONE if phone else 0)):
            box = name.box
            assert (max(shown.left, box.left), max(shown.top, box.top)) == (box.left, box.top), name.words
            assert (min(shown.right, box.right), min(shown.bottom, box.bottom)) == (box.right, box.bottom), name.words
            assert round(width(name.words, FontCut.NARROW_STRONG, name.size) / POINT) < box.width
        assert not [(one.words, other.words) for one, other in combinations(beside, 2) if one.box.meets(other.box)]
        assert 'text-rendering="geometricPrecision"' in battlefield_svg(field, live=phone)


def test_every_piece_square_and_line_has_its_name(fields: list[Battlefield]) -> None:
    for field in fields:
        names = names_of(field)
        named = {Area: [], Square: [], Strip: []}  # type: ignore[var-annotated]
        for name in names:
            named[type(name.of)].append((name.of, name.words))
        assert sorted(named[Area], key=str) == sorted(((area, area.kind) for area in field.areas), key=str)
        assert named[Square] == [(square, square.name) for square in field.squares]
        assert named[Strip] == [(strip, strip.title) for strip in field.strips if on_table(strip, field)]


def test_a_name_stands_beside_what_it_names(fields: list[Battlefield]) -> None:
    for field in fields:
        for name in names_of(field):
            if isinstance(name.of, Strip):
                assert min(abs(side - line_height(name.of)) for side in (name.box.top, name.box.bottom)) <= 60
            else:
                assert name.of is not None
                home = name.of.box if isinstance(name.of, Square) else box_of(name.of.outline)
                near = Box(home.left - 16, home.top - 16, home.right + 16, home.bottom + 16)
                assert near.meets(name.box), name.words


def test_names_of_lines_keep_off_the_ground(fields: list[Battlefield]) -> None:
    """On tables a foot or two wide the ground leaves no room for some."""
    lines = [(field, name) for field in fields for name in names_of(field) if isinstance(name.of, Strip)]
    wide = [(field, name) for field, name in lines if field.width > 24 * INCH]
    covering = [name for field, name in wide if any(box_of(area.outline).meets(name.box) for area in field.areas)]
    assert len(covering) <= len(wide) / 30


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_places_tried_grow_with_what_has_a_name_and_are_limited(
    game: AnyRuleset, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert game.surveyor is not None
    tried: list[Box] = []
    obstacles = map_names._Map.obstacles

    def counted(drawn: map_names._Map, box: Box) -> int:
        tried.append(box)
        return obstacles(drawn, box)

    monkeypatch.setattr(map_names._Map, "obstacles", counted)
    names, places, things = {}, {}, 0
    for battle_groups, phone in ((2, False), (20, False), (40, True)):
        question = game.surveyor.question(battle_groups=battle_groups)
        field = game.surveyor.make(question, 7, Changes(), HouseRules(game.rulings))
        tried.clear()
        names[battle_groups] = len(names_of(field, whole_map(field).width // PHONE if phone else 0))
        places[battle_groups] = len(tried)
        things = len(field.areas) + len(field.squares)
    assert names[20] > 20 * names[2]
    assert places[20] / names[20] < 1.5 * places[2] / names[2]
    assert things > 2000
    assert places[40] <= map_names.MAX_MAP_PLACES


def test_a_river_is_followed_where_it_is_drawn() -> None:
    line = (Point(0, 0), Point(100, 0), Point(100, 200), Point(0, 200))
    course = course_of(Way("river", "River", line, 20))
    assert (course[0], course[-1]) == (line[0], line[-1])
    assert course[8] == Point(100, 100)
    assert course[4] == Point(75, 25)
    assert course_of(Way("road", "Road", line, 6)) == line
