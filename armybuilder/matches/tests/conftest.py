"""Armies of the tiny game, and a game at the table that Alice began."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from armybuilder.armies.loaded_army import LoadedArmy
from armybuilder.armies.models import Army
from armybuilder.armies.revisions import create_army, load_head
from armybuilder.matches.log.creation import ChosenForce, begin_match
from armybuilder.matches.log.seats import invite, take
from armybuilder.matches.models import Match
from armybuilder.site.claims import Author
from rulesets.core.forces.force import Unit, add_group
from rulesets.core.ruleset import AnyRuleset
from tests.armies.conftest import _empty_desk, army, make_army
from tests.visitors import ALICE, BOB

__all__ = ["_empty_desk", "army", "make_army"]

Begin = Callable[..., Match]


@pytest.fixture
def gems(db: None, pebbles: AnyRuleset) -> Army:
    """Bob's army: a pile g1 of a rough pebble u2 and two polished ones, u3 and u4, which may begin hidden."""
    rough = pebbles.unit()
    polished = replace(rough, surface=type(rough.surface).SMOOTH, polished=True)
    units = (Unit("", rough), Unit("", polished, "Ruby"), Unit("", polished, "Opal"))
    force = add_group(pebbles.new_force("Gems"), "Pile", pebbles.group(), units)
    return create_army(LoadedArmy(pebbles, force), "New army", Author(None, BOB.hash))


def id_in(match: Match, unit: str, side: int = 1) -> str:
    """The id that a unit of a side's army has in the match."""
    ids: dict[str, str] = match.forces.get(side=side).ids
    return next((new for new, before in ids.items() if before == unit), unit)


def blank_of(match: Match, unit: str, side: int = 1) -> str:
    """What the other side calls a hidden unit of an army."""
    match.refresh_from_db()
    return f"blank-{match.numbers[side][id_in(match, unit, side)]}"


@pytest.fixture
def begin(army: Army, gems: Army) -> Begin:
    """Begin a game of Alice's against Bob, who has taken the second seat."""

    def begun(*, seated: bool = True, **choices: Any) -> Match:
        forces = [ChosenForce(load_head(each), each) for each in (army, gems)]
        match = begin_match(forces[0], forces[1], {}, Author(None, ALICE.hash), **choices)
        if seated:
            seat = invite(match, 1)
            take(seat, Author(None, BOB.hash), seat.invitation)
        return match

    return begun
