"""Boxes to tick stand in rows, under long titles, with what marked ones mean after them."""

from armybuilder.printing.documents.tables import printed_track
from armybuilder.printing.fitting.lengths import lengths
from armybuilder.printing.fitting.tracks import MAX_BOXES, TrackPart, boxes_width, placed_tracks, tracks_height
from rulesets.core.play.trackers import Track

AVAILABLE_WIDTH, STYLE = 54.6, "cards"
ROW = lengths(STYLE)["box"] + lengths(STYLE)["track-gap"]
MEN = tuple(Track(f"t{n}", f"1{n} HP", 2, marks=((1, "down"), (2, "dead"))) for n in "ABCDEFGH")


def parts(*tracks: Track) -> list[TrackPart]:
    return list(map(TrackPart.whole, tracks))


def rows(*tracks: Track) -> float:
    """How many rows of boxes they are as high as."""
    return round(tracks_height(parts(*tracks), 9.0, AVAILABLE_WIDTH, STYLE) / ROW, 6)


def test_short_tracks_stand_side_by_side_with_one_key() -> None:
    assert [each.key for each in placed_tracks(parts(*MEN), AVAILABLE_WIDTH, STYLE)] == [""] * 7 + ["1: down · 2: dead"]
    assert rows(*(Track(f"t{n}", f"1{n}", 1) for n in "ABCD")) == 1


def test_ten_boxes_stand_in_one_row_under_their_title() -> None:
    ten = Track("m", "Models lost", 10)
    assert boxes_width(ten, "cards") <= lengths("cards")["boxes"] <= AVAILABLE_WIDTH
    (made,) = placed_tracks(parts(ten), AVAILABLE_WIDTH, STYLE)
    assert made.long
    assert 1 < rows(ten) < 2


def test_keys_that_differ_follow_their_own_tracks() -> None:
    made = parts(Track("a", "A", 2, marks=((2, "out"),)), Track("b", "B", 2, marks=((1, "hurt"),)))
    assert [each.key for each in placed_tracks(made, AVAILABLE_WIDTH, STYLE)] == ["2: out", "1: hurt"]


def test_a_part_keeps_the_numbers_of_its_boxes() -> None:
    track = Track("hp", "Wounds", 120, marks=((60, "half"), (120, "dead")))
    first, rest = TrackPart(track, 1, 50), TrackPart(track, 51, 120)
    assert (first.title, first.meanings) == ("Wounds", "")
    assert (rest.title, rest.meanings) == ("Wounds from 51", "60: half · 120: dead")


def test_fractions_stand_in_their_boxes() -> None:
    track = Track("men", "Losses", 8, marks=((4, "½"), (6, "⅓, ¾ lost"), (8, "dead")))
    assert [box.text for box in printed_track(track).boxes] == ["", "", "", "½", "", "⅓¾", "", "8"]
    assert TrackPart.whole(track).meanings == "⅓, ¾ lost · 8: dead"
    assert TrackPart(track, 1, 5).meanings == ""


def test_a_line_to_write_on_takes_one_row() -> None:
    assert rows(Track("hp", "Wounds", MAX_BOXES + 1)) == 1
