"""Changes of tracks, and where forces stand."""

from typing import Any

import pytest

from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.play.states import (
    OUT,
    Change,
    ConflictingChange,
    DeployedForce,
    InvalidChange,
    PlayState,
    changed,
    read_state,
)
from rulesets.core.play.trackers import AT_FIRST, Track, UnitState

HITS = Track("hits", "Hits", 4, start=1)
STANCE = Track(
    "stance", "Stance", 3, names=("A", "D", "H"), keys=("all", "def", "hide"), exclusive=True, unticked="None"
)
FLAGS = Track("flags", "Flags", 2, names=("X", "Y"))


def test_what_is_counted_goes_up_and_down_within_its_boxes() -> None:
    assert changed(HITS, Change("hits", 3)).ticks == (1, 2, 3, 4)
    assert changed(HITS, Change("hits", -1)).ticks == ()
    for amount in (4, -2):
        with pytest.raises(InvalidChange, match=r"is at 1 of 4. Change it by -1 to \+3"):
            changed(HITS, Change("hits", amount))
    with pytest.raises(InvalidChange, match="Say how many"):
        changed(HITS, Change("hits", box="1"))


def test_boxes_that_exclude_each_other_replace_one_another() -> None:
    hidden = changed(STANCE, Change("stance", box="hide", seen=""))
    assert hidden.ticks == (3,)
    assert changed(hidden, Change("stance", box="hide", seen="")) == hidden
    assert changed(hidden, Change("stance", box="all", seen="hide")).ticks == (1,)
    assert changed(hidden, Change("stance", box="all")).ticks == (1,)
    assert changed(hidden, Change("stance", box="hide", on=False)).ticks == ()
    with pytest.raises(ConflictingChange, match="was to be A, but H was chosen"):
        changed(hidden, Change("stance", box="all", seen=""))
    with pytest.raises(ConflictingChange, match="was to be D, but None was chosen"):
        changed(STANCE, Change("stance", box="def", seen="all"))


def test_flags_are_set_one_by_one() -> None:
    both = changed(changed(FLAGS, Change("flags", box="1")), Change("flags", box="2"))
    assert both.ticks == (1, 2)
    assert changed(both, Change("flags", box="1", on=False)).ticks == (2,)
    with pytest.raises(InvalidChange, match="Its boxes are X, Y"):
        changed(FLAGS, Change("flags", box="3"))


def test_a_state_changes_by_holder_and_keeps_no_defaults() -> None:
    tracks = (HITS, STANCE)
    state = PlayState().changed(Change("hits", 1, holder="u1"), tracks)
    state = state.changed(Change(OUT.slug, box="out", holder="u2"), tracks)
    assert state == PlayState({"u1": {"hits": (1, 2)}, "u2": {OUT.slug: (1,)}})
    assert (state.is_out("u1"), state.is_out("u2")) == (False, True)
    assert read_state(state.write()) == state
    assert state.of("u1", tracks).count("hits") == 2
    state = state.changed(Change("hits", -1, holder="u1"), tracks)
    assert state.changed(Change(OUT.slug, box="out", on=False, holder="u2"), tracks).fresh
    with pytest.raises(InvalidChange, match="no such boxes"):
        state.changed(Change("wounds", 1, holder="u1"), tracks)


def test_a_unit_has_its_own_state_or_that_of_its_group() -> None:
    units = (Unit("u1", None), Unit("u2", None))
    group = Group("g1", "", None, units)
    force: Force[Any, Any, Any] = Force("x", "", None, (group, Group("g2", "", None, units[:1])))
    own, whole = UnitState((FLAGS,), out=True), UnitState((HITS,))
    deployed = DeployedForce(force, {"u1": own, "g1": whole})
    assert deployed.state(group, units[0]) is own
    assert deployed.state(group, units[1]) is whole
    assert deployed.state(force.groups[1], units[1]) is AT_FIRST


def test_a_unit_out_of_play_keeps_the_boxes_of_its_group() -> None:
    units = (Unit("u1", None), Unit("u2", None))
    group = Group("g1", "", None, units)
    deployed = DeployedForce(Force("x", "", None, (group,)), {"u1": UnitState(out=True), "g1": UnitState((HITS,))})
    assert deployed.state(group, units[0]) == UnitState((HITS,), out=True)
    assert deployed.state(group, units[1]) == UnitState((HITS,))
