"""The tracks of a unit in play (losses, D-markers, systems, stance, orders), and its state according to them."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from rulesets.core.declarations.catalogue import Catalogue
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Unit
from rulesets.core.play.states import Change, Side
from rulesets.core.play.trackers import AT_FIRST, Track, UnitState

from .catalogue import context_of
from .hits import Losses
from .tables import MAX_MARKERS, SLOW_MOVE, Arm, Stance, Threshold, max_survivors
from .units import (
    Armed,
    ListedContext,
    ListedGroup,
    ListedUnit,
    Statline,
    armed_bonus,
    is_heavy,
    manning,
    may_change_stance,
    served,
    statline,
)

STRENGTH, MARKERS, WOUNDS, SYSTEMS, DEPLOYED = "strength", "markers", "wounds", "systems", "deployed"
"""The slugs of the tracks that are printed too; the systems of a vehicle have their places on it as keys."""
BEYOND, LOST, STANCE, COVERING, MOVED = "beyond", "lost", "stance", "covering", "moved"
SITUATION, TURN, SLAUGHTER, ABOARD, DISMOUNTED = "situation", "turn", "slaughter", "aboard", "dismounted"
DAMAGE = "damage"
"""The slugs of the tracks that only the tracker has."""

PROPULSION = "propulsion"
STILL, AFTER_MOVING = "still", "after-moving"
SLOWLY, FAST = "slowly", "fast"
ENGAGED, WITHDRAWING = "engaged", "withdrawing"
ACTED, COVERED, REACTED, ACTIVE = "acted", "covered", "reacted", "active"
"""The keys of boxes that questions and consequences read; those of the stances are their values."""

AUTOMATIC_BOXES = 2
"""Boxes beyond the cap of infantry for the automatic D-markers of sniper rifles, marked S on its card."""


def deploys(stats: Statline, house: HouseRules) -> bool:
    """Whether the unit has heavy weapons that it must deploy."""
    heavy = any(is_heavy(armed.weapon, stats.arm, stats.powered) for armed in stats.weapons)
    return heavy and house.on("heavy_deploy")


def wounds_marked(stats: Statline, house: HouseRules) -> int:
    """The most wounds that a unit may have marked: the spare ones of a vehicle, or of a surviving figure (§3, §38)."""
    if stats.is_vehicle and house.choice("vehicle_wounds") == "none":
        return 0
    return max(0, stats.wounds - (not stats.is_vehicle))


def systems_of(stats: Statline, house: HouseRules) -> tuple[Armed, ...]:
    """The weapon systems of a vehicle that damage may put out, each as listed (§37, AMB-114)."""
    return tuple(armed for armed in stats.weapons for _ in range(armed.count if _apart(stats, house) else 1))


def _apart(stats: Statline, house: HouseRules) -> bool:
    return any(armed.count > 1 for armed in stats.weapons) and house.choice("vehicle_xn") == "n_systems"


def _markers(stats: Statline) -> Track:
    beyond = AUTOMATIC_BOXES if stats.arm is Arm.INFANTRY else 0
    numbers = tuple(str(number) for number in range(1, stats.cap + 1))
    return Track(
        MARKERS,
        "D-markers",
        stats.cap + beyond,
        names=(*numbers, *("S",) * beyond),
        in_turn=True,
        titles=(*numbers, *("From a sniper rifle, beyond the cap",) * beyond),
        beyond=beyond,
    )


def _systems(stats: Statline, house: HouseRules) -> Track:
    systems = systems_of(stats, house)
    return Track(
        SYSTEMS,
        "Systems out",
        len(systems) + 1,
        names=(*(armed.short for armed in systems), "Propulsion"),
        keys=(*(str(place) for place in range(1, len(systems) + 1)), PROPULSION),
        titles=(*(f"{armed.entry.name} out" for armed in systems), "Propulsion out: it is immobilised"),
        heading="Out",
    )


def printed_tracks(stats: Statline, house: HouseRules) -> tuple[Track, ...]:
    """The tracks on the card."""
    tracks = [_markers(stats)]
    if stats.is_vehicle:
        if wounds_marked(stats, house):
            tracks.append(
                Track(WOUNDS, "Wounds spent" if stats.wounds > 1 else "Wound spent", stats.wounds, heading="Wounds")
            )
        return (*tracks, _systems(stats, house))
    if stats.figures > 1:
        words: dict[int, list[str]] = {}
        for threshold, word in ((Threshold.HALF, "½"), (Threshold.THIRD, "⅔"), (Threshold.LOST_QUARTERS, "¾")):
            box = stats.figures - max_survivors(stats.figures, threshold)
            if box < stats.figures:
                words.setdefault(box, []).append(word)
        marks = tuple((box, ", ".join(labels)) for box, labels in sorted(words.items()))
        tracks.insert(0, Track(STRENGTH, "Losses", stats.figures, marks=marks))
    if stats.wounds > 1:
        tracks.append(Track(WOUNDS, "Wounds of a figure", stats.wounds))
    if deploys(stats, house):
        tracks.append(Track(DEPLOYED, "Deployed", 1))
    return tuple(tracks)


def _boxes(slug: str, title: str, *boxes: tuple[str, str, str], unticked: str = "", start: int = 0) -> Track:
    """A track of named boxes that only the tracker has; each box is a key, a short and a full name.

    Boxes exclude each other if ``unticked`` names the state without a tick, or if one is ticked at the start.
    """
    keys, names, titles = zip(*boxes, strict=True)
    exclusive = bool(unticked) or len(boxes) > start > 0
    track = Track(slug, title, len(boxes), start, names, keys=keys, titles=titles, printed=False)
    return replace(track, exclusive=exclusive, unticked=unticked)


def _stance(first: Stance) -> Track:
    """The stances, with the initial one first, since the first is ticked at the start."""
    stances = sorted(Stance, key=lambda stance: stance is not first)
    boxes = ((stance.value, stance.label, stance.label) for stance in stances)
    return _boxes(STANCE, "Stance", *boxes, start=1)


def _of_tracker(unit: ListedUnit, stats: Statline, context: ListedContext) -> Iterator[Track]:
    settings = context.force.spec
    if stats.is_vehicle or (stats.figures <= 1 and stats.wounds <= 1):
        word = "Destroyed" if stats.is_vehicle else "Lost"
        yield _boxes(LOST, "Unit", (LOST, word, word))
    if stats.is_vehicle:
        boxes = len(systems_of(stats, context.house)) + 1 + wounds_marked(stats, context.house)
        yield Track(DAMAGE, "Moderate damage to choose", boxes, printed=False)
    turn = [(ACTED, "Tried", "Has tried to activate or rally")]
    if settings.covering_fire and stats.ranged:
        turn.append((COVERED, "Covered", "Has fired covering fire"))
    if settings.reaction_tests:
        turn.append((REACTED, "Reacted", "Has taken its reaction test"))
    turn.append((ACTIVE, "Active", "Has activated and has actions left"))
    yield _boxes(TURN, "This turn", *turn)
    slowly = (SLOWLY, f"To {SLOW_MOVE}″", f"Has moved up to {SLOW_MOVE}″")
    fast = (FAST, f"Over {SLOW_MOVE}″", f"Has moved over {SLOW_MOVE}″")
    yield _boxes(MOVED, "Movement", slowly, fast, unticked="Has not moved")
    if unit.stance is not Stance.NORMAL or (settings.stances and may_change_stance(stats)):
        yield _stance(unit.stance)
    if settings.covering_fire and stats.ranged:
        orders = ((STILL, "Still", "On covering fire"), (AFTER_MOVING, "Moved", "On covering fire after moving"))
        yield _boxes(COVERING, "Covering fire", *orders, unticked="Not ordered")
    if stats.arm is Arm.CAVALRY:
        yield _boxes(DISMOUNTED, "Mounts", (DISMOUNTED, "Dismounted", "Has dismounted"))
    fights = (ENGAGED, "Fights", "In close combat")
    runs = (
        ()
        if stats.is_vehicle or stats.figures <= 1
        else ((WITHDRAWING, "Withdraws", "Withdraws after failing a test"),)
    )
    yield _boxes(SITUATION, "Situation", fights, *runs, unticked="Not in close combat")
    yield _boxes(SLAUGHTER, "Slaughter", (SLAUGHTER, "Slaughtered", "Has just slaughtered a unit"))
    if stats.arm is Arm.INFANTRY:
        further = MAX_MARKERS - stats.cap - AUTOMATIC_BOXES
        yield Track(BEYOND, "Further sniper D-markers", further, printed=False)
    if unit.rides_in:
        yield _boxes(ABOARD, "Transport", (ABOARD, "Aboard", f"Aboard {unit.rides_in}"), start=1)


def tracks(unit: Unit[ListedUnit], group: ListedGroup, context: ListedContext) -> tuple[Track, ...]:
    """All tracks of a unit, under the house rules and optional rules of its force."""
    stats = statline(unit.spec, context.catalogue, context.house)
    return (*printed_tracks(stats, context.house), *_of_tracker(unit.spec, stats, context))


# --- the current state of a unit ---------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CurrentUnit:
    """The current state of a unit: its values with the figures and weapons left, its D-markers, movement and orders.

    ``start`` is its number of figures at the start, ``hurt`` the wounds of a surviving figure or those spent by a
    vehicle. ``moved`` is a distance in inches that matches the ticked box, ``covering_moved`` that before it went on
    covering fire; ``systems`` are the keys and short names of a vehicle's working systems.
    """

    stats: Statline
    start: int
    stance: Stance = Stance.NORMAL
    markers: int = 0
    hurt: int = 0
    moved: int = 0
    covering_moved: int = 0
    systems: tuple[tuple[str, str], ...] = ()
    mobile: bool = True
    engaged: bool = False
    withdrawing: bool = False
    in_game: bool = False
    deployed: bool = True
    dismounted: bool = False
    state: UnitState = AT_FIRST

    @property
    def lost(self) -> int:
        """Figures that it has lost."""
        return self.start - self.stats.figures

    @property
    def to_choose(self) -> int:
        """Moderate results of a vehicle for which its player has not chosen what is lost (§38)."""
        return self.state.count(DAMAGE)

    @property
    def fast(self) -> bool:
        """Whether it moved fast this turn (§24)."""
        return self.state.key(MOVED) == FAST

    @property
    def is_gone(self) -> bool:
        """Whether its last figure is lost, or the vehicle destroyed, or the player has put it out of play."""
        return self.state.out or (not self.stats.figures and (self.lost > 0 or self.state.count(LOST) > 0))

    @property
    def has_acted(self) -> bool:
        """Whether it has made its attempt of this turn and has no actions left."""
        return has_acted(self.state)

    def did(self, what: str) -> bool:
        """Whether the box with this key is ticked for this turn."""
        return what in self.state.keys(TURN)


def has_acted(state: UnitState) -> bool:
    """Whether a unit in this state has made its attempt of this turn and has no actions left."""
    done = state.keys(TURN)
    return ACTED in done and ACTIVE not in done


def current(side: Side) -> CurrentUnit:
    """The current state of a side's unit; before a game, as listed with its heavy weapons deployed."""
    context = context_of(side.force)
    return _current(side.unit, side.state, context.catalogue, context.house, side.deployed is not None)


def current_unit(unit: Unit[ListedUnit], state: UnitState, catalogue: Catalogue, house: HouseRules) -> CurrentUnit:
    """The current state of a unit according to its tracks."""
    stats = statline(unit.spec, catalogue, house)
    figures, hurt = _figures_left(stats, state)
    weapons = _weapons_left(stats, figures, state, house)
    stance = Stance(state.key(STANCE) or Stance.NORMAL) if state.track(STANCE) else unit.spec.stance
    slowly = min(SLOW_MOVE, max(1, stats.move))
    moves = {SLOWLY: slowly, FAST: max(SLOW_MOVE + 1, stats.move)}
    close_combat = stats.close_combat
    if stats.is_vehicle:
        close_combat = max(unit.spec.close_combat, armed_bonus(weapons, figures, "close_combat", house))
    return CurrentUnit(
        replace(stats, figures=figures, weapons=weapons, close_combat=close_combat),
        stats.figures,
        stance,
        markers=state.count(MARKERS) + state.count(BEYOND),
        hurt=hurt,
        moved=moves.get(state.key(MOVED), 0),
        covering_moved=slowly if state.key(COVERING) == AFTER_MOVING else 0,
        systems=_systems_left(stats, state, house),
        mobile=PROPULSION not in state.keys(SYSTEMS),
        engaged=state.key(SITUATION) == ENGAGED,
        withdrawing=state.key(SITUATION) == WITHDRAWING,
        dismounted=state.count(DISMOUNTED) > 0,
        state=state,
    )


# A plan asks a dozen times for each state of a unit. The house rules of ``context_of`` record no rulings.
@lru_cache(maxsize=4_096)
def _current(
    unit: Unit[ListedUnit], state: UnitState, catalogue: Catalogue, house: HouseRules, in_game: bool
) -> CurrentUnit:
    now = current_unit(unit, state, catalogue, house)
    if not in_game:
        return now
    return replace(now, in_game=True, deployed=state.count(DEPLOYED) > 0 or not deploys(now.stats, house))


def _figures_left(stats: Statline, state: UnitState) -> tuple[int, int]:
    """Figures left, and wounds of a surviving one; a figure is lost with its last wound, even if not yet counted."""
    hurt = state.count(WOUNDS)
    if state.count(LOST):
        return 0, 0
    if stats.is_vehicle:
        return stats.figures, hurt
    fallen = int(1 < stats.wounds <= hurt)
    return max(0, stats.figures - state.count(STRENGTH) - fallen), 0 if fallen else hurt


def _systems_left(stats: Statline, state: UnitState, house: HouseRules) -> tuple[tuple[str, str], ...]:
    if not stats.is_vehicle:
        return ()
    places = enumerate(systems_of(stats, house), 1)
    return tuple((str(place), armed.short) for place, armed in places if str(place) not in state.keys(SYSTEMS))


def _weapons_left(stats: Statline, figures: int, state: UnitState, house: HouseRules) -> tuple[Armed, ...]:
    """The working weapons that the figures left can serve; the most numerous ones are dropped first."""
    out = state.keys(SYSTEMS) - {PROPULSION}
    if out:
        apart, rows, place = _apart(stats, house), [], 0
        for armed in stats.weapons:
            places = range(place + 1, place + 1 + (armed.count if apart else 1))
            place = places.stop - 1
            working = sum(str(each) not in out for each in places)
            rows.append(replace(armed, count=working if apart else armed.count * working))
        return tuple(armed for armed in rows if armed.count)
    if figures == stats.figures:
        return stats.weapons
    counts = {id(armed): min(armed.count, figures) for armed in stats.weapons}
    for armed in stats.ranged:
        if not served(manning([(armed.weapon, 1, armed.crew)]), figures, house):
            counts[id(armed)] = 0
    while not served(manning((armed.weapon, counts[id(armed)], armed.crew) for armed in stats.ranged), figures, house):
        counts[id(max(stats.ranged, key=lambda armed: counts[id(armed)]))] -= 1
    return tuple(replace(armed, count=counts[id(armed)]) for armed in stats.weapons if counts[id(armed)])


# --- changes to a unit -----------------------------------------------------------------------------------


def set_count(state: UnitState, slug: str, count: int) -> tuple[Change, ...]:
    """The change that brings a counted track to a number, if it differs."""
    more = count - state.count(slug)
    return (Change(slug, more),) if more else ()


def set_box(state: UnitState, slug: str, box: str, on: bool = True) -> tuple[Change, ...]:
    """The change that ticks or unticks a box, if it differs."""
    return (Change(slug, box=box, on=on),) if (box in state.keys(slug)) is not on else ()


def marker_changes(now: CurrentUnit, markers: int) -> tuple[Change, ...]:
    """The changes that bring a unit to so many D-markers; those beyond its boxes have a track of their own."""
    boxes = _markers(now.stats).boxes
    further = min(markers - boxes, MAX_MARKERS - boxes) if now.stats.arm is Arm.INFANTRY else 0
    return (*set_count(now.state, MARKERS, min(markers, boxes)), *set_count(now.state, BEYOND, max(0, further)))


def loss_changes(now: CurrentUnit, losses: Losses) -> tuple[Change, ...]:
    """The changes to a unit of figures with these losses."""
    state, remaining = now.state, max(0, now.stats.figures - losses.figures)
    changes: tuple[Change, ...] = ()
    if now.start > 1:
        changes += set_count(state, STRENGTH, now.start - remaining)
    if now.stats.wounds > 1:
        hurt = losses.hurt if remaining else now.stats.wounds if now.start <= 1 else 0
        changes += set_count(state, WOUNDS, hurt)
    elif now.start <= 1 and not remaining:
        changes += set_box(state, LOST, LOST)
    return changes + marker_changes(now, now.markers + losses.markers)


def given_up(now: CurrentUnit, house: HouseRules) -> tuple[Change, ...]:
    """All that the player of a vehicle may give up, one for each moderate result (§38)."""
    return (
        *(Change(SYSTEMS, box=key) for key, _ in now.systems),
        *(Change(SYSTEMS, box=PROPULSION),) * now.mobile,
        *(Change(WOUNDS, 1),) * (wounds_marked(now.stats, house) - now.hurt),
    )


def stand_up(now: CurrentUnit) -> tuple[Change, ...]:
    """The change to the normal stance."""
    return () if now.stance is Stance.NORMAL else (Change(STANCE, box=Stance.NORMAL.value),)


def end_orders(now: CurrentUnit) -> tuple[Change, ...]:
    """The changes that take a unit off covering fire."""
    return tuple(Change(COVERING, box=box, on=False) for box in sorted(now.state.keys(COVERING)))


def attempt_changes(now: CurrentUnit) -> tuple[Change, ...]:
    """The changes when a unit makes its attempt or acts: orders, withdrawal and the bonus for a slaughter end."""
    state = now.state
    return (
        Change(TURN, box=ACTED),
        *set_box(state, TURN, ACTIVE, on=False),
        *end_orders(now),
        *set_box(state, SITUATION, WITHDRAWING, on=False),
        *set_box(state, SLAUGHTER, SLAUGHTER, on=False),
    )
