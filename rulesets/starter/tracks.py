"""The tracks of a unit in play."""

from typing import Final

from rulesets.core.forces.force import Group, Unit
from rulesets.core.play.trackers import Track

from .legality import Context
from .units import Squad, Troops

LOST: Final = "lost"
DONE: Final = "done"
SHOT: Final = "shot"
_DONE: Final = Track(DONE, "This turn", 1, names=("Shot",), keys=(SHOT,), printed=False)


def tracks(unit: Unit[Troops], squad: Group[Squad, Troops], context: Context) -> tuple[Track, ...]:
    """The models that a unit has lost, and whether it has shot this turn."""
    return (Track(LOST, "Lost", unit.spec.models), _DONE)
