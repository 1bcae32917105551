from itertools import combinations, pairwise

import pytest

from armybuilder.printing.paper import Box
from armybuilder.printing.tracks import Panel, natural_width, track_panel
from rulesets.core.trackers import Track

ROOM = 55.0


def panel(*tracks: Track, room: float = ROOM, most: int | None = None) -> Panel:
    return track_panel(tracks, 5.0, 9.0, room, most)


def overlap(one: Box, two: Box) -> bool:
    return (
        one.x < two.right - 1e-6
        and two.x < one.right - 1e-6
        and one.y < two.bottom - 1e-6
        and two.y < one.bottom - 1e-6
    )


SETS = {
    "one": (Track("s", "State", 2, names=("P", "R")),),
    "many short": tuple(Track(f"t{n}", f"1{n} HP", 2, marks=((1, "down"), (2, "dead"))) for n in "ABCDEFGH"),
    "long": (Track("hp", "Hull points", 43, start=4, marks=((15, "half"), (43, "dead"))),),
    "long title": (Track("x", "Abandoned this round, all of them together", 12),),
    "long names": (Track("x", "Orders", 4, names=("Overwatch", "Take aim", "Run! Run! Run!", "W" * 60)),),
    "no boxes": (Track("x", "Nothing", 0),),
    "no title": (Track("x", "", 3), Track("y", "", 30)),
    "mixed": (Track("a", "A", 1), Track("b", "B", 25), Track("c", "C", 2), Track("d", "D", 2, marks=((2, "out"),))),
}


@pytest.mark.parametrize("name", SETS)
@pytest.mark.parametrize("room", [20.0, 55.0, 180.0])
def test_boxes_stand_free_and_within_their_room(name: str, room: float) -> None:
    made = panel(*SETS[name], room=room)
    assert len(made.boxes) == sum(track.boxes for track in SETS[name])
    for tick in made.boxes:
        assert tick.box.x >= 0
        assert tick.box.right <= room + 1e-6
        assert tick.box.bottom <= made.height + 1e-6
    for one, two in combinations([tick.box for tick in made.boxes], 2):
        assert not overlap(one, two)
    for note in made.notes:
        assert note.box.bottom <= made.height + 1.0
        assert not any(overlap(note.box, tick.box) for tick in made.boxes)


def test_short_tracks_stand_side_by_side_with_one_note() -> None:
    made = panel(*SETS["many short"])
    rows = sorted({tick.box.y for tick in made.boxes})
    assert len(rows) == 4
    assert len({tick.box.x for tick in made.boxes}) == 4
    assert [note.text for note in made.notes] == ["1: down · 2: dead"]


def test_tracks_below_one_another_have_one_note_as_well() -> None:
    made = panel(*SETS["many short"], room=20.0)
    assert len({tick.box.x for tick in made.boxes}) == 2
    assert [note.text for note in made.notes] == ["1: down · 2: dead"]
    assert made.notes[0].box.y > max(tick.box.y for tick in made.boxes)


def test_notes_that_differ_name_their_track() -> None:
    made = panel(Track("a", "A", 2, marks=((2, "out"),)), Track("b", "B", 2, marks=((1, "hurt"),)))
    assert [note.text for note in made.notes] == ["A – 2: out", "B – 1: hurt"]


def test_boxes_in_a_row_stand_in_fives() -> None:
    boxes = [tick.box for tick in panel(Track("a", "A", 7)).boxes]
    gaps = [round(after.x - before.right, 3) for before, after in pairwise(boxes)]
    assert gaps == [0.8, 0.8, 0.8, 0.8, 1.8, 0.8]


def test_marked_boxes_have_numbers_and_first_ones_are_ticked() -> None:
    boxes = panel(*SETS["long"]).boxes
    assert [tick.text for tick in boxes if tick.marked] == ["15", "43"]
    assert [number for number, tick in enumerate(boxes, 1) if tick.ticked] == [1, 2, 3, 4]


def test_very_many_boxes_become_a_line_to_write_on() -> None:
    made = panel(*SETS["long"], most=12)
    assert (len(made.boxes), len(made.rules)) == (0, 1)
    assert [words.text for words in made.titles] == ["Hull points", "4", "of 43"]


def test_a_line_to_write_on_says_what_happens_too() -> None:
    assert [note.text for note in panel(*SETS["long"], most=12).notes] == ["15: half · 43: dead"]


def test_tracks_of_one_kind_have_their_boxes_under_one_another() -> None:
    lefts = [tick.box.x for tick in panel(Track("i", "1i HP", 20), Track("w", "1w HP", 20)).boxes]
    assert lefts[:20] == lefts[20:]


@pytest.mark.parametrize("titles", [("A", "B"), ("C", "D")])
def test_notes_name_the_tracks_of_their_own_unit(titles: tuple[str, str]) -> None:
    tracks = [Track("t", title, 2, marks=((at, "out"),)) for at, title in enumerate(titles, 1)]
    assert [note.text for note in panel(*tracks).notes] == [f"{titles[0]} – 1: out", f"{titles[1]} – 2: out"]


@pytest.mark.parametrize("title", ["First title wider than its room", "Other title wider than its room"])
def test_a_title_in_lines_is_that_of_its_own_unit(title: str) -> None:
    made = panel(Track("t", title, 2), room=20.0)
    assert " ".join(words.text for words in made.titles) == title.upper()


def test_a_title_too_long_for_its_row_stands_above() -> None:
    made = panel(*SETS["long title"])
    (title,) = made.titles
    assert title.box.bottom <= min(tick.box.y for tick in made.boxes) + 1e-6


def test_a_title_stands_above_boxes_that_then_have_one_row() -> None:
    track = Track("a", "A title", 5)
    room = natural_width([track], 5.0) - 1
    assert len({tick.box.y for tick in panel(track, room=room).boxes}) == 1


def test_the_natural_width_is_that_of_one_row() -> None:
    tracks = SETS["one"]
    made = panel(*tracks, room=natural_width(tracks, 5.0))
    assert len({tick.box.y for tick in made.boxes}) == 1
    assert made.boxes[-1].box.right == pytest.approx(natural_width(tracks, 5.0))
