"""The tracks of a unit in play: markers, models lost, states and orders; and the numbers that follow from them."""

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Unit
from rulesets.core.play.states import Side
from rulesets.core.play.trackers import Track, UnitState

from .falling_back import destroyed_words, limits
from .legality import WarContext, WarPlatoon
from .suppression import current_nv
from .units import WarUnit, at_least_zero, title_of

MARKERS, MODELS, STATE, ORDERED, LEADER = "markers", "models", "state", "ordered", "leader"
"""The slugs of the tracks; the keys of ``ORDERED`` are the ids of the Officers' units."""

GROUNDED, INSPIRED, ACTED, ORDER = "gone-to-ground", "inspired", "acted", "order-"
"""The keys of the states; each Officer of a unit has one with a number for its order of this phase."""


def printed_tracks(spec: WarUnit, house: HouseRules) -> tuple[Track, ...]:
    """The tracks on the card: markers, losses (not for a single model), states and each Officer's order."""
    nv = at_least_zero(spec.nv)
    numbers = tuple(str(current_nv(nv, markers)) for markers in range(1, nv + 1))
    titles = tuple(f"roll {number} or less" for number in numbers)
    heading = "Markers · roll at most"
    tracks = [Track(MARKERS, "Markers", nv, names=numbers, in_turn=True, titles=titles, heading=heading)]
    if spec.starting > 1:
        size_limits = limits(spec.starting, house)
        marks = []
        if size_limits.forced_span != "–":
            marks.append((size_limits.starting - size_limits.choice + 1, "must fall back"))
        if size_limits.destroyed:
            marks.append((size_limits.starting - size_limits.destroyed, destroyed_words(house)))
        heading = "Models lost · on a failed check"
        tracks.append(Track(MODELS, "Models lost", size_limits.starting, marks=tuple(marks), heading=heading))
    tracks.append(
        Track(
            STATE,
            "State and orders" if spec.officers else "State",
            3 + spec.officers,
            names=("GtG", "Insp", "Done", *("Order",) * spec.officers),
            keys=(GROUNDED, INSPIRED, ACTED, *(f"{ORDER}{number}" for number in range(1, spec.officers + 1))),
            titles=("Gone To Ground", "Inspired", "Has acted or fallen back", *("Has given an order",) * spec.officers),
        )
    )
    return tuple(track for track in tracks if track.boxes)


def _officers(group: WarPlatoon, context: WarContext) -> tuple[tuple[str, str], ...]:
    """Id and name of each unit that may order others; the name begins with the unit's place in the army."""
    return tuple(
        (unit.id, f"{context.group_number(group)}·{context.number(unit, group)} {title_of(unit)}")
        for group, unit in context.force.units()
        if unit.spec.officers
    )


def tracks(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> tuple[Track, ...]:
    """All tracks of a unit; its orders received and the loss of its leader are on the tracker only."""
    all_tracks = printed_tracks(unit.spec, context.house)
    officers = [officer for officer in context.of_group(_officers, group) if officer[0] != unit.id]
    if officers:
        keys, names = zip(*officers, strict=True)
        titles = tuple(f"Ordered by {name}" for name in names)
        all_tracks += (
            Track(ORDERED, "Ordered by", len(officers), names=names, keys=keys, titles=titles, printed=False),
        )
    if unit.spec.starting > 1:
        all_tracks += (
            Track(LEADER, "Leader", 1, names=("Lost",), keys=("lost",), titles=("Leader lost",), printed=False),
        )
    return all_tracks


def models_left(spec: WarUnit, state: UnitState) -> int:
    """The models that a unit still has."""
    return spec.starting - state.count(MODELS)


def has_acted(state: UnitState) -> bool:
    """Whether a unit has acted or fallen back in this phase."""
    return ACTED in state.keys(STATE)


def is_in_play(side: Side) -> bool:
    """Whether a unit is on the table: neither out of play nor without models."""
    return not (side.state.out or has_lost_all(side.unit.spec, side.state))


def has_lost_all(spec: WarUnit, state: UnitState) -> bool:
    """Whether a unit's last model is lost."""
    return 0 < spec.starting == state.count(MODELS)
