"""The kinds that a stand may engage, and the factors that may count when it engages or is engaged."""

from functools import lru_cache
from typing import Final, NamedTuple

from .catalogue import CATALOGUE
from .eligibility import restrictions_on
from .engagement import factors, repulsed_state
from .engagement_state import Arc, Combatant, Conditions, Going, State, Turn
from .legality import legal_kinds
from .readings import Readings
from .units import Grade, StandKind

_TURN: Final = Turn(facing=Arc.SIDE)


class Encounters(NamedTuple):
    """For a kind of stand, the ``targets`` it may engage and the ``factors`` that may count in its engagements."""

    targets: frozenset[StandKind]
    factors: frozenset[str]


_CONDITIONS: Final = tuple(
    Conditions(
        distance=0,
        awc=awc,
        target_going=going,
        target_built_up=going is Going.BAD,
        target_near_ecm=True,
        own_going=going,
    )
    for awc in (False, True)
    for going in (Going.GOOD, Going.BAD)
)
"""Conditions that between them make every factor for ground, weather or ECM count, F4 and F9 alternately."""


def _possible_factors(own: StandKind, target: StandKind, readings: Readings) -> frozenset[str]:
    """The factors that may count when one kind engages another, Pinned included; none where it never may."""
    states = [State.PINNED, *([State.REPULSED] if repulsed_state(own) is State.REPULSED else [])]
    ids: set[str] = set()
    for conditions in _CONDITIONS:
        if next(restrictions_on(own, target, False, conditions, readings), None) is None:
            for state in states:
                fighters = Combatant(own, Grade.PLUS, state), Combatant(target, Grade.MINUS)
                ids.update(factors(*fighters, conditions, _TURN, readings))
    return frozenset(ids)


@lru_cache(maxsize=1_000)
def encounters(kind: StandKind, readings: Readings) -> Encounters:
    """The encounters of a kind of stand with the rulebook's own kinds."""
    targets = frozenset(other for other in legal_kinds(CATALOGUE) if _possible_factors(kind, other, readings))
    in_either_role = (
        _possible_factors(*pair, readings)
        for other in legal_kinds(CATALOGUE)
        for pair in ((kind, other), (other, kind))
    )
    return Encounters(targets, frozenset[str]().union(*in_either_role))
