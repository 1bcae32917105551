import pytest

from rulesets.core.trackers import AT_FIRST, Track, UnitState

PLAIN = Track("hits", "Hits", 4, start=1)
NAMED = Track("state", "State", 2, names=("P", "R"))


def test_boxes_are_ticked_at_first_as_many_as_at_the_start_and_then_as_played() -> None:
    assert PLAIN.ticks == (1,)
    assert PLAIN.now([]).ticks == ()
    assert PLAIN.now([3, 0, 2, 5, 4, 3]).ticks == (2, 3, 4)


def test_plain_boxes_are_ticked_up_to_the_one_touched() -> None:
    assert PLAIN.counts
    assert PLAIN.tapped(3).ticks == (1, 2, 3)
    assert PLAIN.tapped(3).tapped(3).ticks == (1, 2)
    assert PLAIN.tapped(3).tapped(1).ticks == (1,)


def test_named_boxes_are_ticked_one_by_one_unless_in_turn() -> None:
    assert not NAMED.counts
    assert NAMED.tapped(2).ticks == (2,)
    assert NAMED.tapped(2).tapped(1).ticks == (1, 2)
    assert NAMED.tapped(2).tapped(2).ticks == ()
    assert Track("state", "State", 2, names=("P", "R"), in_turn=True).tapped(2).ticks == (1, 2)


@pytest.mark.parametrize("box", [0, 5])
def test_a_box_that_is_not_there_cannot_be_touched(box: int) -> None:
    with pytest.raises(ValueError, match=r"^Hits has 4 boxes$"):
        PLAIN.tapped(box)


def test_a_track_without_sense_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^Hits: 3 of 2 boxes cannot be ticked$"):
        Track("hits", "Hits", 2, start=3)
    with pytest.raises(ValueError, match=r"^Hits: -1 of 2 boxes cannot be ticked$"):
        Track("hits", "Hits", 2, start=-1)
    with pytest.raises(ValueError, match=r"^Hits: 0 of -1 boxes cannot be ticked$"):
        Track("hits", "Hits", -1)
    with pytest.raises(ValueError, match=r"^State: 1 names for 2 boxes$"):
        Track("state", "State", 2, names=("P",))
    assert Track("hits", "Hits", 2, start=2).ticks == (1, 2)


KEYS, TITLES = ("pinned", "repulsed"), ("Pinned", "Repulsed")
STATE = Track("state", "State", 2, names=("P", "R"), keys=KEYS, titles=TITLES, exclusive=True)


def test_of_boxes_that_exclude_each_other_one_is_ticked_at_most() -> None:
    assert STATE.tapped(1).ticks == (1,)
    assert STATE.tapped(1).tapped(2).ticks == (2,)
    assert STATE.tapped(2).tapped(2).ticks == ()
    assert STATE.now((1, 2)).ticks == (2,)
    with pytest.raises(ValueError, match="only named boxes exclude each other"):
        Track("hits", "Hits", 2, exclusive=True)


def test_boxes_have_keys_and_words_spelt_out() -> None:
    assert [STATE.key(1), STATE.title_of(2), STATE.box("repulsed")] == ["pinned", "Repulsed", 2]
    assert [PLAIN.key(3), PLAIN.title_of(3), PLAIN.box("4")] == ["3", "3", 4]
    with pytest.raises(KeyError):
        STATE.box("3")


def test_a_unit_state_is_read_by_count_and_by_key() -> None:
    state = UnitState((PLAIN.now((1, 2)), STATE.now((2,))))
    assert (state.count("hits"), state.key("state"), state.keys("state")) == (2, "repulsed", frozenset({"repulsed"}))
    assert (state.count("none"), state.key("none"), state.key("hits") in {"1", "2"}) == (0, "", True)
    assert AT_FIRST.count("hits") == 0


@pytest.mark.parametrize(
    ("track", "box", "ticks"),
    [
        (Track("hp", "HP", 5), 3, (1, 2, 3)),
        (Track("hp", "HP", 5, start=2), 2, (1,)),
        (Track("hp", "HP", 5, ticked=(1, 2, 3, 4)), 2, (1, 2)),
        (Track("hp", "HP", 5, ticked=(1,)), 1, ()),
        (Track("m", "M", 3, names=("3", "2", "1"), in_turn=True), 2, (1, 2)),
        (Track("state", "State", 2, names=("P", "R")), 2, (2,)),
        (Track("state", "State", 2, names=("P", "R"), ticked=(1, 2)), 1, (2,)),
    ],
)
def test_a_touched_box_is_ticked_with_those_before_it_or_alone(track: Track, box: int, ticks: tuple[int, ...]) -> None:
    assert track.tapped(box).ticks == ticks


def test_boxes_that_are_not_there_cannot_be_ticked() -> None:
    assert Track("hp", "HP", 2).now((1, 7, 0)).ticks == (1,)
    with pytest.raises(ValueError, match="HP has 2 boxes"):
        Track("hp", "HP", 2).tapped(3)
