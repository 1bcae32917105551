"""How the game is played at the table: the turn, consequences of losses, engagements."""

from collections.abc import Iterator
from typing import Final

from rulesets.core.forces.force import Group, Unit
from rulesets.core.play.definition import Consequence, Engagement, Play
from rulesets.core.play.states import OUT, AnyDeployed, Change, Side
from rulesets.core.tables import Stat, Tone
from rulesets.core.texts.turn_guide import load_turn

from . import tables
from .calculators import shooting
from .cards import stats
from .catalogue import DATA
from .house_rules import RULINGS
from .legality import Context
from .tables import FACES
from .tracks import DONE, LOST, SHOT, tracks
from .units import Squad, Troops


def values(unit: Unit[Troops], squad: Group[Squad, Troops], context: Context) -> tuple[Stat, ...]:
    """The values that players need most."""
    return (*stats(unit, context), Stat("N", str(unit.spec.models), "Models"))


def in_play(side: Side) -> bool:
    """Whether a unit is on the table: neither out of play nor without models."""
    return not side.state.out and side.state.count(LOST) < side.unit.spec.models


def consequences(own: AnyDeployed, context: Context) -> Iterator[Consequence]:
    """A unit without models is offered to go out of play."""
    for _, unit in own.force.units():
        state = own.states.get(unit.id)
        if state and not state.out and state.count(LOST) == unit.spec.models:
            out = Change(OUT.slug, box="out", holder=unit.id)
            yield Consequence("", "Its last model is lost.", unit.id, Tone.BAD, "Put it out of play", (out,))


def resets(segment: str, acting: bool, own: AnyDeployed, context: Context) -> Iterator[Change]:
    """Units that have shot may shoot again in the next turn."""
    if acting:
        for holder, state in own.states.items():
            if SHOT in state.keys(DONE):
                yield Change(DONE, box=SHOT, on=False, holder=holder)


def engagements(own: Side, opposing: Side) -> tuple[Engagement, ...]:
    """A unit in play shoots at another."""
    if not (in_play(own) and in_play(opposing)):
        return ()
    return (Engagement(shooting.CALCULATOR.slug, "Shoot", conditions=("cover",)),)


PLAY: Final = Play(
    tracks=tracks,
    values=values,
    sequence=load_turn(DATA, RULINGS, vars(tables)),
    acted=lambda state: SHOT in state.keys(DONE),
    hurt=lambda state: state.count(LOST) > 0,
    engagements=engagements,
    consequences=consequences,
    resets=resets,
    dice=(FACES,),
    in_play=in_play,
)
