"""The tracks of a game: a stand's state and actions, and the game's light and weather."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.definition import REVEALED_TRACK
from rulesets.core.play.states import AnyDeployed
from rulesets.core.play.trackers import Track, UnitState

from . import tables
from .battlefield_dice import light_at
from .catalogue import catalogue_of
from .eligibility import lays_smoke, leaves_after_engaging
from .engagement import repulsed_state
from .engagement_state import Light, State
from .fragile import REPULSED_STATES, LostStands, losses
from .house_rules import house_of
from .scenario_sheet import HOURS
from .tables import Season
from .units import (
    ArmyContext,
    GeneralClass,
    Mode,
    Posture,
    Stand,
    StandGroup,
    StandKind,
    StandUnit,
    kind_of,
)

STATE: Final = "state"
ENGAGED: Final = "engaged"
FIRED: Final = "fired"
WAS_REPULSED: Final = "was-repulsed"
MODE: Final = "mode"
TURNS: Final = "turns"
SCREEN: Final = "screen"
SMOKE: Final = "smoke"
ILLUMINATION: Final = "illumination"
LIGHT: Final = "light"
AWC: Final = "awc"
SEASON: Final = "season"
HOUR: Final = "hour"

_STATE_NAMES: Final[Mapping[State, str]] = {
    State.PINNED: "P",
    State.REPULSED: "R",
    State.LEFT: "R",
    State.NEUTRALISED: "N",
}
_STATE_TITLES: Final[Mapping[State, str]] = {
    State.PINNED: State.PINNED.label,
    State.REPULSED: State.REPULSED.label,
    State.LEFT: f"{State.REPULSED.label}: {State.LEFT.label}",
    State.NEUTRALISED: State.NEUTRALISED.label.capitalize(),
}


def _of_states(states: tuple[State, ...]) -> Track:
    return Track(
        STATE,
        "State",
        len(states),
        names=tuple(_STATE_NAMES[state] for state in states),
        keys=tuple(state.value for state in states),
        titles=tuple(_STATE_TITLES[state] for state in states),
        exclusive=True,
        unticked=State.OK.label.capitalize(),
    )


@lru_cache(maxsize=512)
def state_track(kind: StandKind) -> Track:
    """The states that a kind of stand may be in; unharmed where none is ticked."""
    return _of_states(tuple(dict.fromkeys((State.PINNED, repulsed_state(kind), State.NEUTRALISED))))


@lru_cache(maxsize=512)
def printed_state(kind: StandKind) -> Track:
    """The states with boxes on a card: those in which a stand stays in play."""
    stays = repulsed_state(kind) is State.REPULSED
    return _of_states((State.PINNED, State.REPULSED) if stays else (State.PINNED,))


def _flag(slug: str, title: str, word: str, spelt_out: str = "") -> Track:
    return Track(slug, title, 1, names=(word,), keys=(slug,), titles=(spelt_out or word,), printed=False)


def max_turns(kind: StandKind) -> int:
    """The number of turns that a flight may be on the table."""
    if kind.posture is not Posture.CAS:
        return tables.AIR_TURNS
    return tables.CAS_TURNS + (0 if leaves_after_engaging(kind) else tables.CAS_MORE_TURNS)


@lru_cache(maxsize=512)
def _tracks_of(kind: StandKind | None, *, ever: bool) -> tuple[Track, ...]:
    """The tracks of a kind of stand; one with only a name and a class can be revealed, nothing else.

    ``ever`` is whether a stand that was Repulsed counts as such for good.
    """
    kind_tracks = []
    if kind is not None:
        kind_tracks.append(state_track(kind))
        if ever and repulsed_state(kind) is State.REPULSED:
            kind_tracks.append(_flag(WAS_REPULSED, "For Fragile", "Was Repulsed"))
        if tables.reach_of(kind.posture, kind.rank):
            kind_tracks.append(_flag(ENGAGED, "This turn", "Engaged", "Has engaged this turn"))
        if answered_by_batteries(kind):
            kind_tracks.append(_flag(FIRED, "Fired marker", "Fired", "Has engaged in its side’s latest round"))
        if kind.helicopter and kind.general_class is GeneralClass.AIRCRAFT:
            modes = tuple(dict.fromkeys((kind.mode, *tables.modes_of(kind.general_class, kind.rank, helicopter=True))))
            keys, names = tuple(mode.value for mode in modes), tuple(mode.label for mode in modes)
            kind_tracks.append(Track(MODE, "Mode", len(modes), 1, names, exclusive=True, keys=keys, printed=False))
        if kind.general_class is GeneralClass.AIRCRAFT:
            kind_tracks.append(Track(TURNS, "Turns on the table", max_turns(kind), printed=False))
        if lays_smoke(kind):
            kind_tracks.append(_flag(SCREEN, "On the table", "Smoke", "Its smoke screen is on the table"))
        if kind.posture is Posture.OTF:
            kind_tracks.append(Track(SMOKE, "Turns of smoke used", tables.TURNS_OF_ROUNDS, printed=False))
            kind_tracks.append(Track(ILLUMINATION, "Turns of illumination used", tables.TURNS_OF_ROUNDS, printed=False))
    return (*kind_tracks, REVEALED_TRACK)


def tracks(stand: StandUnit, group: StandGroup, context: ArmyContext) -> tuple[Track, ...]:
    """All tracks of a stand."""
    return _tracks_of(kind_of(stand.spec, context.catalogue), ever=counts_ever(context.house))


def counts_ever(house: HouseRules) -> bool:
    """Whether a stand that was Repulsed counts as Repulsed whatever becomes of it (AMB-63)."""
    return house.choice("fragile_counts") == "ever"


def answered_by_batteries(kind: StandKind) -> bool:
    """Whether CBA may engage a stand that has engaged."""
    return kind.posture in tables.reach_of(Posture.CBA, kind.rank)


CONDITIONS: Final = (
    Track(
        LIGHT,
        "Light",
        len(Light),
        names=("Day", "Dusk, dawn", "Night"),
        keys=tuple(light.value for light in Light),
        exclusive=True,
        unticked="By season and hour, otherwise day",
        printed=False,
    ),
    _flag(AWC, "Weather", "AWC", "Adverse weather"),
    Track(
        SEASON,
        "Season",
        len(Season),
        names=tuple(season.label for season in Season),
        keys=tuple(season.value for season in Season),
        exclusive=True,
        unticked="Not set",
        printed=False,
    ),
    Track(
        HOUR,
        "Hour",
        HOURS,
        names=tuple(f"{hour:02}" for hour in range(HOURS)),
        keys=tuple(map(str, range(HOURS))),
        titles=tuple(f"{hour:02}:00" for hour in range(HOURS)),
        exclusive=True,
        unticked="Not set",
        printed=False,
    ),
)
"""The tracks of the conditions for both sides."""


def light_after(conditions: UnitState, house: HouseRules, hours: int = 0) -> Light | None:
    """The light so many hours from now, by season and hour; ``None`` where one of them is not known."""
    season, hour = conditions.key(SEASON), conditions.key(HOUR)
    return light_at(Season(season), (int(hour) + hours) % HOURS, house) if season and hour else None


def light_now(conditions: UnitState, house: HouseRules) -> Light:
    """The light of a game: the ticked one, else by season and hour, else day."""
    light = conditions.key(LIGHT)
    return Light(light) if light else light_after(conditions, house) or Light.DAY


def state_now(state: UnitState, kind: StandKind | None) -> State:
    """The present state of a stand.

    A stand out of play counts as neutralised, except flights, which also leave when their turns on the table are over.
    """
    now = State(state.key(STATE) or State.OK)
    flies = kind is not None and kind.general_class is GeneralClass.AIRCRAFT
    return State.NEUTRALISED if state.out and not flies else now


def in_play(state: UnitState) -> bool:
    """Whether a stand can still engage and be engaged."""
    return not state.out and state.key(STATE) not in (State.NEUTRALISED, State.LEFT)


def mode_now(stand: Stand, state: UnitState) -> Mode:
    """The mode a stand is in this turn; helicopters change theirs."""
    return Mode(state.key(MODE) or stand.mode)


def losses_now(deployed: AnyDeployed, group: StandGroup | None = None) -> LostStands:
    """The losses of a battle group, or of a whole army, that count for being Fragile (AMB-41, AMB-63)."""
    catalogue, house = catalogue_of(deployed.force), house_of(deployed.force)
    departed, ever = house.on("departed_count"), counts_ever(house)
    states, before = [], 0
    for each in deployed.force.groups if group is None else (group,):
        for stand in each.units:
            state = deployed.state(each, stand)
            now = state_now(state, kind_of(stand.spec, catalogue))
            now = State.LEFT if state.out and departed and now is not State.NEUTRALISED else now
            states.append(now)
            before += (
                ever
                and now not in REPULSED_STATES
                and (state.count(WAS_REPULSED) > 0 or state.key(STATE) == State.REPULSED.value)
            )
    return losses(states, before)
