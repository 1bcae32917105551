"""The state of forces in a game: the boxes ticked, by holder, and the changes that lead from one state to the next.

The holder of a track is a unit or a group, by its id, or the whole force, which has the empty id.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Annotated, Any, Final, Generic, TypeVar

from rulesets.core.declarations.fields import Ask
from rulesets.core.forces.force import Force, Group, Unit
from rulesets.core.play.trackers import AT_FIRST, Track, UnitState

F = TypeVar("F")
G = TypeVar("G")
U = TypeVar("U")

Ticks = tuple[int, ...]

OUT: Final = Track("out-of-play", "On the table", 1, names=("Out of play",), keys=("out",), printed=False)
"""The track that every unit has for being out of play."""
FORCE: Final = ""
"""The holder of the tracks of a whole force."""
GAME: Final = "game"
"""The holder of the conditions for both sides, such as light and weather."""


class InvalidChange(ValueError):
    """A change that cannot be made; the message tells the player why, and what would be right."""


class ConflictingChange(InvalidChange):
    """A player wanted to replace one ticked box by another, but a third has been ticked since."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of one track: count ``amount`` more (fewer if negative), or set a ``box``.

    ``box`` is the key of a named box, ``on`` whether it will be ticked. For boxes that exclude each other, ``seen`` is
    the key of the one that was ticked when the player decided: empty for none, ``None`` where it does not matter.
    ``holder`` and ``side`` (0 or 1) say whose track it is.
    """

    track: Annotated[str, Ask("Track", max_length=60)]
    amount: Annotated[int, Ask("How many more", min=-10_000, max=10_000)] = 0
    box: Annotated[str, Ask("Box", max_length=60)] = ""
    on: Annotated[bool, Ask("Ticked")] = True
    seen: Annotated[str | None, Ask("Box ticked before", max_length=60)] = None
    holder: Annotated[str, Ask("Unit, group or force", max_length=60)] = FORCE
    side: Annotated[int, Ask("Side", min=0, max=1)] = 0


def changed(track: Track, change: Change) -> Track:
    """The track after a change; setting a box that is already set changes nothing. Raises ``InvalidChange``."""
    return _counted(track, change.amount) if track.counts else _boxed(track, change)


def _counted(track: Track, amount: int) -> Track:
    count = len(track.ticks)
    if not amount:
        raise InvalidChange(f"“{track.title}” is counted. Say how many more or fewer.")
    if not 0 <= count + amount <= track.boxes:
        minimum, maximum = -count, track.boxes - count
        raise InvalidChange(f"“{track.title}” is at {count} of {track.boxes}. Change it by {minimum} to {maximum:+}.")
    return track.now(range(1, count + amount + 1))


def _boxed(track: Track, change: Change) -> Track:
    try:
        box = track.box(change.box)
    except KeyError:
        words = ", ".join(track.title_of(each) for each in range(1, track.boxes + 1))
        raise InvalidChange(f"“{track.title}” has no such box. Its boxes are {words}.") from None
    ticks = set(track.ticks)
    if (box in ticks) is change.on:
        return track
    if track.exclusive:
        now = "".join(map(track.key, track.ticks))
        if change.seen is not None and change.seen != now:
            word = track.title_of(track.ticks[0]) if now else track.unticked
            raise ConflictingChange(
                f"“{track.title}” was to be {track.title_of(box)}, but {word} was chosen in the meantime."
            )
        return track.now({box} if change.on else ())
    return track.now(ticks ^ {box})


@dataclass(frozen=True, slots=True)
class PlayState:
    """The ticked boxes by holder and track, of the tracks that are not as at the start."""

    ticks: Mapping[str, Mapping[str, Ticks]] = field(default_factory=dict)

    @property
    def fresh(self) -> bool:
        """Whether everything is as before a game."""
        return not self.ticks

    def is_out(self, holder: str) -> bool:
        """Whether a holder is out of play."""
        return OUT.slug in self.ticks.get(holder, {})

    def of(self, holder: str, tracks: tuple[Track, ...]) -> UnitState:
        """The holder's state, given its tracks as at the start."""
        ticked = self.ticks.get(holder, {})
        now = tuple(track.now(ticked[track.slug]) if track.slug in ticked else track for track in tracks)
        return UnitState(now, self.is_out(holder))

    def set(self, holder: str, track: Track) -> PlayState:
        """The state with a holder's track replaced."""
        others = {slug: ticks for slug, ticks in self.ticks.get(holder, {}).items() if slug != track.slug}
        if track.ticks != replace(track, ticked=None).ticks:
            others[track.slug] = track.ticks
        rest = {name: tracks for name, tracks in self.ticks.items() if name != holder}
        return PlayState({**rest, holder: others} if others else rest)

    def changed(self, change: Change, tracks: tuple[Track, ...]) -> PlayState:
        """The state after a change of a holder that has these tracks; raises ``InvalidChange``."""
        for track in (*tracks, OUT):
            if track.slug == change.track:
                ticked = self.ticks.get(change.holder, {}).get(track.slug)
                now = track if ticked is None else track.now(ticked)
                return self.set(change.holder, changed(now, change))
        raise InvalidChange("This unit has no such boxes. Reload the page.")

    def write(self) -> dict[str, Any]:
        """The state as plain data that ``read_state`` reads back: ticks by holder and track."""
        return {holder: {slug: list(boxes) for slug, boxes in tracks.items()} for holder, tracks in self.ticks.items()}


def read_state(plain: Mapping[str, Mapping[str, Any]]) -> PlayState:
    """The state from the plain data that ``PlayState.write`` returned; empty data gives a fresh one."""
    return PlayState(
        {holder: {slug: tuple(boxes) for slug, boxes in tracks.items()} for holder, tracks in plain.items()}
    )


@dataclass(frozen=True, slots=True)
class DeployedForce(Generic[F, G, U]):
    """A force as it stands in a game: the states of its holders that are not as at the start, and the conditions.

    ``conditions`` apply to both sides, such as light and weather; ``hidden`` are the holders that the other side may
    not know yet. All are empty before a game.
    """

    force: Force[F, G, U]
    states: Mapping[str, UnitState] = field(default_factory=dict)
    conditions: UnitState = AT_FIRST
    hidden: frozenset[str] = frozenset()

    def state(self, group: Group[G, U], unit: Unit[U]) -> UnitState:
        """A unit's state, or its group's in games in which a group has the boxes for its units.

        A unit without boxes may be out of play by itself or with its group.
        """
        own, whole = self.states.get(unit.id), self.states.get(group.id, AT_FIRST)
        if own is None:
            return whole
        return own if own.tracks else replace(whole, out=own.out or whole.out)


AnyDeployed = DeployedForce[Any, Any, Any]


@dataclass(frozen=True, slots=True)
class Side:
    """A unit of a loaded force, from which a question is filled in, and the force as it stands in a game.

    Without ``deployed`` the unit is not in a game and is as at its start.
    """

    force: Force[Any, Any, Any]
    group: Group[Any, Any]
    unit: Unit[Any]
    deployed: DeployedForce[Any, Any, Any] | None = None

    @property
    def state(self) -> UnitState:
        """The unit's state in the game."""
        return self.deployed.state(self.group, self.unit) if self.deployed else AT_FIRST

    @property
    def conditions(self) -> UnitState:
        """The conditions of the game for both sides, such as light and weather."""
        return self.deployed.conditions if self.deployed else AT_FIRST

    @property
    def hidden(self) -> bool:
        """Whether the other side may not know the unit yet."""
        return self.deployed is not None and self.unit.id in self.deployed.hidden
