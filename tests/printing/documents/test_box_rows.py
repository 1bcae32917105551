"""Drawn boxes: a path for the plain ones and one for the marked, filled as they stand in a game."""

import pytest

from armybuilder.printing.documents.box_rows import box_row, can_be_drawn, track_width
from armybuilder.printing.fitting.lengths import lengths, style_of_size
from rulesets.core.play.trackers import Track

STYLE = style_of_size("roster", 10)


@pytest.mark.parametrize("boxes", [(), (2,), (1, 3)])
def test_ticked_boxes_are_filled(boxes: tuple[int, ...]) -> None:
    tracks = (Track("hp", "HP", 3, ticked=boxes), Track("xp", "XP", 1, marks=((1, "half"),)))
    row = box_row(tracks, ("HP", "XP"), STYLE, codes={"half": "H"})
    assert row.title == f"HP {len(boxes)} of 3, XP 0 of 1"
    assert (row.plain.count("z"), row.plain.count("l"), row.filled.count("z")) == (3, 0, len(boxes))
    assert (row.marked.count("z"), row.marked.count("l")) == (1, 0)
    assert row.words == ()


def test_the_first_of_two_ticks_is_one_stroke() -> None:
    row = box_row((Track("hp", "HP", 4, ticked=(1, 2, 3), twice=True),), ("",), STYLE, codes={})
    assert (row.plain.count("z"), row.plain.count("l"), row.filled) == (2, 3, "")


def test_a_track_is_as_wide_as_its_title_or_its_boxes() -> None:
    css = lengths(STYLE)
    track = Track("hp", "Health", 1)
    assert track_width(track, "", STYLE) == pytest.approx(css["box"] + css["box-gap"])
    assert track_width(track, "Health", STYLE) > css["box"] + css["box-gap"]
    tracks = (track, Track("xp", "XP", 3))
    row = box_row(tracks, ("Health", "XP"), STYLE, codes={})
    widths = track_width(track, "Health", STYLE) + track_width(tracks[1], "XP", STYLE)
    assert row.width == pytest.approx(widths + css["between-tracks"] - css["box-gap"])


def test_titles_and_words_stand_above_the_boxes_that_are_headed() -> None:
    track = Track("out", "Out", 2, names=("Arm", "Hull"), marks=((2, "half"),))
    row = box_row((track,), ("Out",), STYLE, codes={"half": "H"}, headed=True)
    title, arm, hull = row.words
    assert (title.text, title.x, title.title) == ("OUT", 0, True)
    assert (arm.text, arm.marked, hull.text, hull.marked) == ("Arm", False, "Hull", True)
    assert title.x < arm.x < hull.x
    assert title.y < arm.y == hull.y < row.height - lengths(STYLE)["box"]


def test_words_of_other_scripts_are_not_drawn() -> None:
    """Their letters join, or have fonts of their own."""
    assert can_be_drawn(Track("out", "Außer Gefecht", 1, names=("Flügel",)))
    assert not can_be_drawn(Track("out", "Out", 1, names=("دبابة",)))
    assert not can_be_drawn(Track("many", "Many", 400))
