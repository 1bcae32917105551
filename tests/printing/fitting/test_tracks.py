"""Boxes to tick stand in aligned columns and even rows."""

from itertools import product

from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.fitting.tracks import MAX_BOXES, Arranged, Panel, TrackPart, box_width, panel
from rulesets.core.play.trackers import Track

AVAILABLE_WIDTH = 54.6
SHORT = tuple(Track(f"t{n}", f"1{n} HP", 2, marks=((1, "down"), (2, "dead"))) for n in "ABCDEFGH")


def arranged(*tracks: Track, available_width: float = AVAILABLE_WIDTH, points: float = 9.0) -> Panel:
    return panel(tuple(map(TrackPart.whole, tracks)), points, available_width)


def rows(each: Arranged) -> list[int]:
    """How many boxes stand in each row."""
    count = each.share.count
    return [min(each.row, count - start) for start in range(0, count, each.row)] if each.row else [count]


def test_short_tracks_stand_side_by_side_with_one_key() -> None:
    made = arranged(*SHORT)
    assert {(each.beside, each.title) for each in made.tracks} == {(2, made.tracks[0].title)}
    assert [each.key for each in made.tracks] == [""] * 7 + ["1: down · 2: dead"]


def test_titles_of_tracks_below_one_another_have_one_room() -> None:
    made = arranged(Track("a", "Losses", 6), Track("b", "D-markers", 7), Track("c", "Deployed", 1))
    assert len({each.title for each in made.tracks}) == 1
    assert made.tracks[0].title > 0


def test_rows_are_even_and_within_their_room() -> None:
    for boxes, available_width in product(range(1, 60), (30.0, AVAILABLE_WIDTH, 65.0)):
        (made,) = arranged(Track("m", "Models lost, if a check fails", boxes), available_width=available_width).tracks
        found = rows(made)
        assert sum(found) == boxes, (boxes, available_width)
        assert found[-1] >= found[0] / 2 or found[0] - found[-1] < len(found), (boxes, available_width)
        gap = lengths("cards")["box-gap"]
        wide = max(found) * box_width(made.share.track, 0, "cards") + (max(found) - 1) // 5 * gap - gap
        assert wide <= available_width, (boxes, available_width)


def test_ten_boxes_stand_in_one_row() -> None:
    (made,) = arranged(Track("m", "Models lost", 10)).tracks
    assert (rows(made), made.title) == ([10], 0)


def test_keys_that_differ_name_their_tracks() -> None:
    made = arranged(Track("a", "A", 2, marks=((2, "out"),)), Track("b", "B", 2, marks=((1, "hurt"),)))
    assert [each.key for each in made.tracks] == ["", "A – 2: out; B – 1: hurt"]


def test_a_share_keeps_the_numbers_of_its_boxes() -> None:
    whole = TrackPart.whole(Track("hp", "Wounds", 120, marks=((60, "half"), (120, "dead"))))
    first, rest = whole.parted(50)
    assert (first.title, first.count, first.key) == ("Wounds", 50, "")
    assert (rest.title, rest.count, rest.key) == ("Wounds from 51", 70, "60: half · 120: dead")


def test_very_many_boxes_are_not_parted() -> None:
    first, rest = TrackPart.whole(Track("hp", "Wounds", MAX_BOXES + 1)).parted(1)
    assert (first.count, rest.count) == (MAX_BOXES + 1, 0)


def test_boxes_grow_with_large_print() -> None:
    assert arranged(*SHORT, points=16.0).side > arranged(*SHORT).side == lengths("cards")["box"]
