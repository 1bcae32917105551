import pytest

from rulesets.core.play.trackers import AT_FIRST, Track, UnitState

PLAIN = Track("hits", "Hits", 4, start=1)
NAMED = Track("state", "State", 2, names=("P", "R"))


def test_boxes_are_ticked_as_at_the_start_and_then_as_played() -> None:
    assert PLAIN.ticks == (1,)
    assert PLAIN.now([]).ticks == ()
    assert PLAIN.now([3, 0, 2, 5, 4, 3]).ticks == (2, 3, 4)


def test_plain_boxes_are_counted_and_named_ones_too_in_turn() -> None:
    assert PLAIN.counts
    assert not NAMED.counts
    assert Track("state", "State", 2, names=("P", "R"), in_turn=True).counts


def test_boxes_that_are_ticked_twice_are_half_as_many_on_paper() -> None:
    assert (PLAIN.printed_boxes, Track("hp", "HP", 6, twice=True).printed_boxes) == (4, 3)
    for track in ({"boxes": 3}, {"boxes": 2, "names": ("P", "R")}):
        with pytest.raises(ValueError, match=r"^HP: only an even number of plain boxes is ticked twice$"):
            Track("hp", "HP", **track, twice=True)


def test_a_track_without_sense_is_refused() -> None:
    with pytest.raises(ValueError, match=r"^Hits: 3 of 2 boxes cannot be ticked$"):
        Track("hits", "Hits", 2, start=3)
    with pytest.raises(ValueError, match=r"^Hits: -1 of 2 boxes cannot be ticked$"):
        Track("hits", "Hits", 2, start=-1)
    with pytest.raises(ValueError, match=r"^Hits: 0 of -1 boxes cannot be ticked$"):
        Track("hits", "Hits", -1)
    with pytest.raises(ValueError, match=r"^State: 1 names for 2 boxes$"):
        Track("state", "State", 2, names=("P",))
    with pytest.raises(ValueError, match=r"^State: say what it is while no box is ticked$"):
        Track("state", "State", 2, names=("P", "R"), exclusive=True)
    assert Track("hits", "Hits", 2, start=2).ticks == (1, 2)


KEYS, TITLES = ("pinned", "repulsed"), ("Pinned", "Repulsed")
STATE = Track("state", "State", 2, names=("P", "R"), keys=KEYS, titles=TITLES, exclusive=True, unticked="OK")


def test_of_boxes_that_exclude_each_other_one_is_ticked_at_most() -> None:
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


def test_boxes_that_are_not_there_cannot_be_ticked() -> None:
    assert Track("hp", "HP", 2).now((1, 7, 0)).ticks == (1,)


def test_a_heading_on_paper_may_differ_from_the_title() -> None:
    assert [PLAIN.printed_title, Track("cp", "CP spent", 2, heading="CP").printed_title] == ["Hits", "CP"]
