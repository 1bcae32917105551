"""How a game is played at the table: tracks, the order of a turn, consequences of a state, engagements."""

import enum
from collections.abc import Callable, Hashable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import islice
from typing import Any, Final, Generic, TypeVar

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import AnyGroup, Group, Unit
from rulesets.core.forces.rules import CheckContext
from rulesets.core.play.states import FORCE, AnyDeployed, Change, Side
from rulesets.core.play.tabletop import Tabletop
from rulesets.core.play.trackers import AT_FIRST, Track, UnitState
from rulesets.core.reference import Line
from rulesets.core.tables import Stat, Tone

F = TypeVar("F")
G = TypeVar("G")
U = TypeVar("U")

REVEALED: Final = "revealed"
"""The track of a unit that begins hidden: once its one box is ticked, the other side may know the unit."""
REVEALED_TRACK: Final = Track(REVEALED, "On the table", 1, names=("Revealed",), printed=False)
"""The same track for all units, so that a change to it does not give a hidden unit away."""
REVEALS: Final = Change(REVEALED, box=REVEALED_TRACK.key(1))
"""The change that reveals a unit."""


class Acts(enum.Enum):
    """The players who act in a segment: the first, the second, both, or ``ONE``, from whom the go may pass."""

    FIRST = "first"
    SECOND = "second"
    BOTH = "both"
    ONE = "one"


@dataclass(frozen=True, slots=True)
class Segment:
    """A part of a turn: who ``acts`` in it, and in ``lines`` what each may do; ``rule`` is its citation.

    ``task`` says after “Your go:” what is done in it, such as “activate a unit”. ``faces`` is the number of faces of
    the die that each side throws in it, such as for initiative; with ``hands`` the two sides play rock, paper,
    scissors. One that ``stays`` is not passed by itself where no unit can act in it. In an ``idle`` one no unit ever
    acts.
    """

    slug: str
    title: str
    acts: Acts
    lines: tuple[Line, ...] = ()
    rule: str = ""
    faces: int = 0
    hands: bool = False
    task: str = ""
    stays: bool = False
    idle: bool = False


@dataclass(frozen=True, slots=True)
class Consequence:
    """What follows from a state, in a message next to the holder, with the rule that says so.

    ``offers`` are changes that the player may make with one tap (such as out of play after the last loss), on a button
    labelled ``offer``; they are never made automatically.
    """

    rule: str
    message: str
    holder: str = FORCE
    tone: Tone = Tone.STRONG
    offer: str = ""
    offers: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Engagement:
    """A calculator for two units, and the fields of its question that a player sets at the table.

    ``distance`` is the field of the distance (empty where there is none) with ``steps`` to tap, ``parts`` the field for
    fractions of it, in games that measure them, ``conditions`` at most four more fields that matter to this pair;
    everything else comes from the units, their states and the game. With ``rolls_at_once`` an action can be rolled
    without a look at its question: the usual values of these fields are true of most units, and none is a decision.
    """

    calculator: str
    title: str
    distance: str = ""
    steps: tuple[int, ...] = ()
    conditions: tuple[str, ...] = ()
    parts: str = ""
    rolls_at_once: bool = False

    @property
    def measure(self) -> str:
        """What the distance measures, the same for all engagements whose field has that name; empty without one."""
        return self.distance.rpartition(".")[2]

    @property
    def fields(self) -> tuple[str, ...]:
        """All these fields."""
        return (*filter(None, (self.distance, self.parts)), *self.conditions)


@dataclass(frozen=True, slots=True)
class Harm:
    """What counts as lost when luck is measured: its plural, and how much of it a change of an engagement takes.

    ``of_unit`` is the plural of what one unit can lose, where that depends on the unit.
    """

    words: str
    of: Callable[[Change], int]
    of_unit: Callable[[Side], str] | None = None

    def words_for(self, unit: Side) -> str:
        """The plural of what this unit can lose."""
        return self.of_unit(unit) if self.of_unit else self.words


@dataclass(frozen=True, slots=True)
class Planning:
    """What a plan of several engagements counts in a game where losses alone do not tell it.

    ``worth`` is how much a unit's state is worth to the other side beside its losses, ``words`` what that is called.
    ``counted`` returns, of results that the rules leave to the players, those that a plan takes for certain. ``notes``
    tell players what a plan does not know. ``alike`` says what of a unit's state decides what attacks do to it: states
    for which that is equal are planned for as one.
    """

    notes: Callable[[HouseRules], tuple[str, ...]] = lambda house: ()
    words: str = ""
    worth: Callable[[Side], Fraction] | None = None
    counted: Callable[[tuple[Any, ...]], tuple[Any, ...]] | None = None
    alike: Callable[[Side], Hashable] | None = None


@dataclass(frozen=True)
class Play(Generic[F, G, U]):
    """How a game is played at the table, as data and plain functions.

    ``tracks`` are the tracks of a unit, ``group_tracks`` of a group, ``force_tracks`` of a whole side (holder
    ``FORCE``); cards show those that are printed. ``values`` are the three values of a unit that players need most,
    ``values_now`` by their headings those of them that its state has changed.
    ``conditions`` are the game's tracks for both sides (light, weather), ``sequence`` the segments of a turn in order.
    ``consequences`` says what follows from the state of a side, ``resets`` which changes are due for a side at the end
    of a segment (``acting``: it is that side's segment), ``condition_resets`` which for the game (holder ``GAME``) at
    the end of the turn of that number. ``acted`` and ``hurt`` tell from a unit's state whether it has acted this turn
    and whether it has suffered. ``engagements`` are the calculators for two units, the usual one first; empty where one
    cannot engage the other; ``actions`` are those for what a unit may do now by itself, such as a rally. ``barred``
    says in a sentence why a unit may not do now what a calculator (by its slug) asks of it in a question, such as after
    its one engagement of the turn; empty where nothing is against it.
    ``computed`` are the counters (by slug) that follow from a unit's other boxes, as paper prints them.
    ``losses`` is the plural word for what a box of a counted track (by its slug) counts as lost, such as figures; empty
    for other tracks. ``hidden`` says whether a unit begins hidden from the other side, ``fakes`` how many fake
    markers a side has; both are ``None`` in games that hide nothing. ``dice`` are the numbers of faces of the game's
    dice, the usual ones first; with ``hands`` engagements are decided by rock, paper, scissors. ``harm`` is what
    luck is measured by, in games that measure it. ``in_play`` tells from all of a unit's boxes whether it is still on
    the table: the player may have put it out of play, or its last model may be lost; ``out_of_play`` asks it.
    ``tally`` counts, by the words of ``losses``, what a unit has lost where several boxes say the same, each once. With
    ``removes`` the event that takes a unit's last figure puts it out of play, too, and one that returns a figure brings
    it back. ``aboard`` names the unit that another one is inside of, so that nobody can engage it; it is empty for one
    that is inside none. ``standing`` says in a few words how a group, or the whole force (``None``), stands with its
    losses, beside the number of its units in play. ``tallies`` are boxes of a group for its record sheet alone, such as
    those for losses that follow from its units' boxes.

    ``may_act`` says whether a unit may act in a segment (by its slug), given the other side as it stands, which is
    ``None`` without a list. Where it is missing every unit may act in each. ``due`` is what the player of a side must
    still do before a segment can end (``acting``: it is that side's segment). Where players ``alternate`` the go passes
    after each unit that has acted. ``unready`` says why a unit that may act must do something else before what a
    calculator (by slug) asks of it. ``rests`` are the changes with which a side stops what its units have begun once
    the go passes from it. ``reactions`` are the calculators (by slug) of what units may do while the other side
    acts, ``parts`` the segments in which others belong: how their slugs begin. ``tabletop`` is the table, in games that
    measure distances on one.
    """

    tracks: Callable[[Unit[U], Group[G, U], CheckContext[F, G, U]], tuple[Track, ...]]
    values: Callable[[Unit[U], Group[G, U], CheckContext[F, G, U]], tuple[Stat, ...]]
    sequence: Callable[[HouseRules], tuple[Segment, ...]]
    acted: Callable[[UnitState], bool]
    hurt: Callable[[UnitState], bool]
    engagements: Callable[[Side, Side], tuple[Engagement, ...]]
    barred: Callable[[str, Any, Side, Side | None], str] | None = None
    actions: Callable[[Side], tuple[Engagement, ...]] | None = None
    losses: Callable[[str], str] = lambda slug: ""
    group_tracks: Callable[[Group[G, U], CheckContext[F, G, U]], tuple[Track, ...]] | None = None
    force_tracks: Callable[[CheckContext[F, G, U]], tuple[Track, ...]] | None = None
    conditions: tuple[Track, ...] = ()
    consequences: Callable[[AnyDeployed, CheckContext[F, G, U]], Iterator[Consequence]] | None = None
    resets: Callable[[str, bool, AnyDeployed, CheckContext[F, G, U]], Iterator[Change]] | None = None
    condition_resets: Callable[[int, UnitState, HouseRules], Iterator[Change]] | None = None
    hidden: Callable[[Unit[U], Group[G, U], CheckContext[F, G, U]], bool] | None = None
    fakes: Callable[[CheckContext[F, G, U]], int] | None = None
    dice: tuple[int, ...] = ()
    hands: bool = False
    harm: Harm | None = None
    in_play: Callable[[Side], bool] = lambda side: not side.state.out
    tally: Callable[[Side], Mapping[str, int]] = lambda side: {}
    computed: Callable[[Side], Mapping[str, int]] = lambda side: {}
    removes: bool = False
    aboard: Callable[[Side], str] = lambda side: ""
    planning: Planning | None = None
    tallies: Callable[[AnyDeployed, Group[G, U], CheckContext[F, G, U]], tuple[Track, ...]] = lambda *known: ()
    standing: Callable[[AnyDeployed, AnyGroup | None, CheckContext[F, G, U]], str] = lambda own, group, context: ""
    may_act: Callable[[str, Side, AnyDeployed | None], bool] | None = None
    due: Callable[[str, bool, AnyDeployed, CheckContext[F, G, U]], Iterator[Consequence]] | None = None
    unready: Callable[[str, Side], Consequence | None] = lambda calculator, own: None
    rests: Callable[[AnyDeployed], Iterator[Change]] = lambda own: iter(())
    alternate: bool = False
    reactions: frozenset[str] = frozenset()
    parts: Mapping[str, str] = field(default_factory=dict)
    values_now: Callable[[Side], Mapping[str, str]] = lambda side: {}
    tabletop: Tabletop | None = None


AnyPlay = Play[Any, Any, Any]


def all_tracks(play: AnyPlay, context: CheckContext[Any, Any, Any]) -> dict[str, tuple[Track, ...]]:
    """The tracks of a force as at the start, by holder in the force's order, without holders that have none."""
    by_holder = {FORCE: play.force_tracks(context) if play.force_tracks else ()}
    for group in context.force.groups:
        by_holder[group.id] = play.group_tracks(group, context) if play.group_tracks else ()
        for unit in group.units:
            by_holder[unit.id] = play.tracks(unit, group, context)
    return {holder: tracks for holder, tracks in by_holder.items() if tracks}


def out_of_play(play: AnyPlay, deployed: AnyDeployed) -> frozenset[str]:
    """The ids of a side's units that are no longer in play, whichever of their boxes say so."""
    return frozenset(unit for group in deployed.force.groups for unit in out_of_group(play, deployed, group))


def units_on_table(play: AnyPlay, deployed: AnyDeployed, *, by_group: bool = False) -> Iterator[Side]:
    """The units of a side that may engage and be engaged: in play, and not inside others.

    ``by_group``: a group acts as one, by the first of them.
    """
    gone = out_of_play(play, deployed)
    for group in deployed.force.groups:
        sides = (Side(deployed.force, group, unit, deployed) for unit in group.units if unit.id not in gone)
        yield from islice((side for side in sides if not play.aboard(side)), 1 if by_group else None)


def out_of_group(play: AnyPlay, deployed: AnyDeployed, group: AnyGroup) -> Iterator[str]:
    """The ids of the group's units that are no longer in play; one without boxes may have left its group."""
    whole = deployed.states.get(group.id, AT_FIRST)
    for unit in group.units:
        now = deployed.states.get(unit.id, AT_FIRST)
        if (now, whole) == (AT_FIRST, AT_FIRST):
            continue
        if now.out or not play.in_play(Side(deployed.force, group, unit, deployed)):
            yield unit.id


def removals(play: AnyPlay, before: AnyDeployed, after: AnyDeployed, holders: Set[str]) -> Iterator[tuple[str, bool]]:
    """The holders of boxes that changed from ``before`` to ``after`` and now go out of play (true), or come back."""
    for group in after.force.groups:
        changed = [unit for unit in group.units if {unit.id, group.id} & holders]
        if play.group_tracks is not None:
            changed = list(group.units[:1]) if changed else []
        for unit in changed:
            holder = group.id if play.group_tracks is not None else unit.id
            stood, stands = (_has_any_left(play, each, group, unit, holder) for each in (before, after))
            is_out = after.states.get(holder, AT_FIRST).out
            if stood is not stands and is_out is stands:
                yield holder, stood


def _has_any_left(play: AnyPlay, deployed: AnyDeployed, group: AnyGroup, unit: Unit[Any], holder: str) -> bool:
    """Whether a unit would be in play if its holder's box for that were not ticked."""
    states = dict(deployed.states)
    if holder in states:
        states[holder] = replace(states[holder], out=False)
    deployed = replace(deployed, states=states)
    return play.in_play(Side(deployed.force, group, unit, deployed))
