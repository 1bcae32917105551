import pytest

from rulesets.systems.forum_combat.tiles import (
    in_zone,
    letters,
    open_ground_need,
    read_tile,
    steps_between,
    tile_name,
    walk,
    zone,
)


@pytest.mark.parametrize(
    ("number", "text"), [(0, "A"), (25, "Z"), (26, "AA"), (27, "AB"), (51, "AZ"), (52, "BA"), (701, "ZZ"), (702, "AAA")]
)
def test_columns_have_letters(number: int, text: str) -> None:
    assert letters(number) == text


def test_a_tile_is_read_as_it_is_written() -> None:
    for tile in ((2, 6), (0, 0), (26, 11), (701, 998)):
        assert read_tile(tile_name(tile)) == tile
    assert tile_name((2, 6)) == "C7"
    assert read_tile(" c7 ") == (2, 6)
    assert [text for text in ("", "C", "7", "C0", "7C", "C1234", "ABC1", "Ä1", "C-1") if read_tile(text)] == []


def test_distances_are_in_cardinal_steps() -> None:
    assert steps_between((2, 3), (5, 1)) == 5
    assert steps_between((2, 3), (2, 3)) == 0


def test_a_zone_has_every_neighbour_and_what_lies_within_its_range() -> None:
    assert zone(1) == ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
    assert set(zone(2)) == {*zone(1), (0, -2), (-2, 0), (2, 0), (0, 2)}
    assert zone(0) == zone(1)
    assert (in_zone(2, 1, 3), in_zone(2, 2, 3), in_zone(-2, -1, 3), in_zone(0, 0, 3)) == (True, False, True, False)


@pytest.mark.parametrize(
    ("across", "down", "eng", "measure", "need"),
    [
        (3, -2, 1, "plain", 5),
        (3, -2, 1, "adjacent", 3),
        (-3, 0, 1, "adjacent", 2),
        (3, 2, 3, "adjacent", 3),
        (3, 2, 3, "zone", 2),
        (1, 1, 3, "zone", 0),
        (3, 2, 1, "zone", 3),
        (0, 1, 1, "plain", 1),
    ],
)
def test_what_a_charge_needs_is_measured_as_played(across: int, down: int, eng: int, measure: str, need: int) -> None:
    assert open_ground_need(across, down, eng, measure) == need


def test_a_walk_goes_round_what_it_cannot_enter() -> None:
    ground = {(x, y) for x in range(3) for y in range(3)} - {(1, 0), (1, 1)}
    reached = dict(walk([(0, 0)], ground.__contains__, lambda tile: True, 9))
    assert reached == {(0, 0): 0, (0, 1): 1, (0, 2): 2, (1, 2): 3, (2, 2): 4, (2, 1): 5, (2, 0): 6}
    assert max(dict(walk([(0, 0)], ground.__contains__, lambda tile: True, 4)).values()) == 4
    assert (2, 2) not in dict(walk([(0, 0)], ground.__contains__, lambda tile: tile != (1, 2), 9))
    assert (0, 1) in dict(walk([(0, 0)], ground.__contains__, lambda tile: tile != (0, 0), 9))
