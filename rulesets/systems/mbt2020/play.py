"""How MBT 2020 is played at the table: the turn, consequences of states, and engagements."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.definition import Consequence, Engagement, Harm, Planning, Play
from rulesets.core.play.states import FORCE, GAME, OUT, AnyDeployed, Change, Side
from rulesets.core.play.tabletop import QUARTERS, Tabletop
from rulesets.core.play.trackers import Track, UnitState
from rulesets.core.tables import Tone
from rulesets.core.texts.turn_guide import load_turn

from . import tables
from .calculators import engagement
from .cards import values
from .catalogue import catalogue_of
from .eligibility import bound_to_bghq, leaves_after_engaging, range_divisor
from .engagement import Verdict, judge
from .engagement_state import Arc, Combatant, Conditions, Going, State, Turn
from .fragile import FragileLimits, LostStands, army_limits, group_limits, is_fragile, outlook, standing
from .house_rules import DATA, RULINGS, WORDS, house_of
from .legality import begins_hidden, deploys_on_table, is_mixed, stands_in
from .movement import move_of, repulse_move
from .ranges import full_range, measure, reaches, whole_and_part
from .readings import Readings, readings_of
from .scenario_sheet import HOURS
from .tracks import (
    AWC,
    CONDITIONS,
    ENGAGED,
    FIRED,
    HOUR,
    ILLUMINATION,
    LIGHT,
    SCREEN,
    SMOKE,
    STATE,
    TURNS,
    WAS_REPULSED,
    counts_ever,
    in_play,
    light_after,
    light_now,
    losses_now,
    max_turns,
    state_now,
    tracks,
)
from .units import (
    Army,
    ArmyContext,
    BattleGroup,
    GeneralClass,
    Posture,
    Stand,
    StandGroup,
    StandKind,
    kind_of,
)

# --- the turn ------------------------------------------------------------------------------------------

END: Final = "end"
AIR: Final = "-air"
"""The end of a turn, and how the first part of each round is called."""


def _resets(segment: str, acting: bool, own: AnyDeployed, context: ArmyContext) -> Iterator[Change]:
    """Fired markers of a side are removed when its next round begins, everything else when the turn ends.

    Where it counts for good, a stand that is Repulsed is marked as such at the end of every segment (AMB-63).
    """
    if counts_ever(context.house):
        for holder, state in own.states.items():
            if state.key(STATE) == State.REPULSED.value and not state.count(WAS_REPULSED):
                yield Change(WAS_REPULSED, box=WAS_REPULSED, holder=holder)
    if segment == END:
        for _, stand in own.force.units():
            if stand.id in own.states:
                kind = kind_of(stand.spec, context.catalogue)
                yield from _ending(kind, own.states[stand.id], stand.id, context.house)
    elif acting and segment.endswith(AIR):
        for holder, state in own.states.items():
            if state.count(FIRED):
                yield Change(FIRED, box=FIRED, on=False, holder=holder)


def _ending(kind: StandKind | None, state: UnitState, holder: str, house: HouseRules) -> Iterator[Change]:
    if state.count(ENGAGED):
        yield Change(ENGAGED, box=ENGAGED, on=False, holder=holder)
    if state.count(SCREEN):
        yield Change(SCREEN, box=SCREEN, on=False, holder=holder)
    turns = state.count(TURNS)
    if kind is None or not in_play(state):
        return
    out = Change(OUT.slug, box="out", holder=holder)
    if leaves_after_engaging(kind) and state.count(ENGAGED):
        yield out
    elif turns and (state.count(ENGAGED) or not _waits(kind, turns, house)):
        if turns == max_turns(kind):
            yield out
        else:
            yield Change(TURNS, 1, holder=holder)


def _waits(kind: StandKind, turns: int, house: HouseRules) -> bool:
    """Whether a flight stays until it has engaged (AMB-42)."""
    return kind.posture is Posture.CAS and turns == tables.CAS_TURNS and not house.on("cas_turns_pass")


_PARTS: Final[Mapping[str, frozenset[Posture]]] = {
    "air": frozenset({Posture.ASF, Posture.ECM}),
    "cas": frozenset({Posture.CAS}),
    "cba": frozenset({Posture.CBA}),
    "defence": frozenset({Posture.ADA, Posture.PDA}),
    "fire": frozenset({Posture.OTF}),
}
"""The postures that act in the parts of a round by name; the stands on the table act in the last one."""
_IN_PARTS: Final = frozenset[Posture]().union(*_PARTS.values())


def _may_act(segment: str, own: Side, opposing: AnyDeployed | None) -> bool:
    """A stand acts in the part of its posture, once a turn, and defence and CBA only where there is a target."""
    part, posture = segment.rpartition("-")[2], own.unit.spec.posture
    if part == "group":
        kind = kind_of(own.unit.spec, catalogue_of(own.force))
        on_table = deploys_on_table(kind.general_class if kind else None, posture, house_of(own.force))
        return on_table and not own.state.count(ENGAGED)
    if posture not in _PARTS.get(part, ()) or own.state.count(ENGAGED):
        return False
    turns = own.state.count(TURNS)
    if part == "cas":
        return not turns or turns >= tables.CAS_TURNS
    if part in ("cba", "defence") and opposing is not None:
        slug = FIRED if part == "cba" else TURNS
        return any(state.count(slug) and in_play(state) for state in opposing.states.values())
    return True


def _condition_resets(turn: int, conditions: UnitState, house: HouseRules) -> Iterator[Change]:
    hour = conditions.key(HOUR)
    if not hour:
        return
    later = (int(hour) + 1) % HOURS
    yield Change(HOUR, box=str(later), holder=GAME)
    light = light_after(conditions, house, 1)
    if conditions.key(LIGHT) and light is not None and light.value != conditions.key(LIGHT):
        yield Change(LIGHT, box=light.value, holder=GAME)


# --- consequences of a state --------------------------------------------------------------------------

_CONSEQUENCES: Final = WORDS.sentences("consequences", "distance")


def _consequences(own: AnyDeployed, context: ArmyContext) -> Iterator[Consequence]:
    for _, stand in own.force.units():
        state = own.states.get(stand.id)
        kind = kind_of(stand.spec, context.catalogue)
        if state is not None and kind is not None and not state.out:
            yield from _of_stand(kind, state, stand.id, context.house)
    for group in own.force.groups:
        limits = group_limits(len(group.units))
        yield from _fragile("group", limits, losses_now(own, group), group.id, context.house)
    yield from _fragile("army", army_limits(stands_in(own.force)), losses_now(own), FORCE, context.house)


def _of_stand(kind: StandKind, state: UnitState, holder: str, house: HouseRules) -> Iterator[Consequence]:
    now, turns = state_now(state, kind), state.count(TURNS)
    removal = {
        State.NEUTRALISED: ("Results table", "neutralised"),
        State.LEFT: ("Results table", "left"),
    }.get(now)
    if removal is None and leaves_after_engaging(kind) and state.count(ENGAGED):
        removal = "Turn sequence", "engaged"
    if removal is not None:
        out = Change(OUT.slug, box="out", holder=holder)
        rule, said = removal
        action = _CONSEQUENCES["put_out"](house)
        yield Consequence(rule, _CONSEQUENCES[said](house), holder, Tone.BAD, action, (out,))
        return
    move = move_of(kind, house)
    if now is State.REPULSED and move is not None:
        goes = _CONSEQUENCES["repulsed"](house, distance=repulse_move(move, house))
        yield Consequence("Results table", goes, holder)
    if turns and turns == max_turns(kind) and not _waits(kind, turns, house):
        yield Consequence("Turn sequence", _CONSEQUENCES["last_turn"](house), holder)
    lays = state.count(SCREEN) > 0
    if lays and tables.reach_of(kind.posture, kind.rank) and not state.count(ENGAGED) and house.on("smoke_engages"):
        engaged = (Change(ENGAGED, box=ENGAGED, holder=holder),)
        message, action = (_CONSEQUENCES[said](house) for said in ("laid_smoke", "has_engaged"))
        yield Consequence("Smoke", message, holder, Tone.STRONG, action, engaged)
    for slug, said in ((SMOKE, "no_smoke"), (ILLUMINATION, "no_illumination")):
        if state.count(slug) == tables.TURNS_OF_ROUNDS:
            yield Consequence("Smoke", _CONSEQUENCES[said](house), holder)


def _fragile(
    whole: str, limits: FragileLimits, totals: LostStands, holder: str, house: HouseRules
) -> Iterator[Consequence]:
    """Whether losses make a battle group or an army Fragile, or how far it is from that."""
    if any(totals):
        tone = Tone.BAD if is_fragile(limits, *totals) else Tone.STRONG
        yield Consequence("Victory conditions", outlook(whole, limits, *totals, house), holder, tone)


def _standing(own: AnyDeployed, group: StandGroup | None, context: ArmyContext) -> str:
    limits = army_limits(stands_in(own.force)) if group is None else group_limits(len(group.units))
    return standing(limits, *losses_now(own, group), context.house)


def _tallies(own: AnyDeployed, group: StandGroup, context: ArmyContext) -> tuple[Track, ...]:
    """Boxes for the losses that make a battle group Fragile, and for what each of its stands does this turn."""
    limits, now = group_limits(len(group.units)), losses_now(own, group)
    numbers = tuple(str(context.number(stand, group)) for stand in group.units)
    engaged = [place for place, stand in enumerate(group.units, 1) if own.state(group, stand).count(ENGAGED)]
    return (
        Track("repulsed", "Repulsed", limits.repulsed).now(range(1, now.repulsed + 1)),
        Track("neutralised", "Neutralised", limits.neutralised).now(range(1, now.neutralised + 1)),
        Track("marched", "Marched this turn", len(numbers), names=numbers),
        Track("engaged", "Engaged this turn", len(numbers), names=numbers).now(engaged),
    )


def _due(segment: str, acting: bool, own: AnyDeployed, context: ArmyContext) -> Iterator[Consequence]:
    """Stands that are neutralised or leave are removed, and laid smoke counts as an engagement."""
    yield from (each for each in _consequences(own, context) if each.offers)


# --- who engages whom ----------------------------------------------------------------------------------

FAR: Final = 200
"""A distance beyond every limit from a BGHQ, in inches."""

_FIELDS: Final[tuple[tuple[str, Any], ...]] = (
    ("conditions.target_supported", True),
    ("conditions.target_illuminated", True),
    ("conditions.target_going", Going.BAD),
    ("conditions.target_built_up", True),
    ("conditions.own_going", Going.BAD),
    ("conditions.target_near_ecm", True),
    ("turn.target_engaged", False),
    ("turn.bghq_distance", FAR),
    ("turn.facing", Arc.SIDE),
    ("conditions.line_of_sight", False),
    ("conditions.own_illuminated", True),
    ("turn.target_arc", Arc.REAR),
)
"""Fields that a player may have to set, in order of weight, each with a value that may make a difference."""

MAX_FIELDS: Final = 4
BGHQ_DISTANCE: Final = "turn.bghq_distance"
MIN_REACH: Final = 4
"""Distances to tap go at least this far, in inches."""
STEPS: Final = 6


def _steps(reach: int) -> tuple[int, ...]:
    """Distances to tap, from contact up to a range."""
    farthest = max(reach, MIN_REACH)
    return tuple(range(0, farthest + 1, -(-farthest // STEPS)))


def _engagements(own: Side, opposing: Side) -> tuple[Engagement, ...]:
    """The engagement of two stands with the fields that matter; none where yours may never engage."""
    if not in_play(own.state) or not in_play(opposing.state):
        return ()
    catalogue, house = catalogue_of(own.force), house_of(own.force)
    mine, theirs = engagement.combatant_of(own), engagement.combatant_of(opposing)
    if mine is None or theirs is None:
        return ()
    light, awc = light_now(own.conditions, house), bool(own.conditions.count(AWC))
    base = Conditions(light=light, awc=awc)
    return _engagement_of(mine, theirs, base, is_mixed(own.group, catalogue), readings_of(house))


@lru_cache(maxsize=4096)
def _engagement_of(
    own: Combatant, opposing: Combatant, base: Conditions, mixed: bool, readings: Readings
) -> tuple[Engagement, ...]:
    reach = full_range(own.kind, opposing.kind, readings)
    if reach is None:
        return ()
    turn = Turn(mixed_group=mixed)
    distance, steps, parts = "conditions.distance", _steps(reach), "conditions.part"
    # Without a range there is no distance to tap, unless the stand is bound to its BGHQ.
    if reach >= tables.ANY:
        near = bound_to_bghq(own.kind, opposing.kind, turn, readings)
        distance, steps, parts = (BGHQ_DISTANCE, _steps(tables.BGHQ_TARGETS), "") if near else ("", (), "")
    fields = _fields_that_matter(own, opposing, base, turn, readings)
    conditions = tuple(field for field in fields if field != distance)[:MAX_FIELDS]
    return (Engagement(engagement.CALCULATOR.slug, engagement.CALCULATOR.title, distance, steps, conditions, parts),)


def _fields_that_matter(
    own: Combatant, opposing: Combatant, base: Conditions, turn: Turn, readings: Readings
) -> Iterator[str]:
    """The fields that make a difference at some distance, without those that have the effect of an earlier one."""
    places = tuple(
        _at_distance(base, quarters) for quarters in sorted(_limits(own.kind, opposing.kind, base, readings))
    )

    def verdicts(of_conditions: dict[str, Any], of_turn: dict[str, Any]) -> tuple[Verdict, ...]:
        now = replace(turn, **of_turn)
        return tuple(judge(own, opposing, replace(place, **of_conditions), now, readings) for place in places)

    # A field with the verdicts of an earlier one would ask the player the same thing twice.
    earlier = {verdicts({}, {})}
    for field, value in _FIELDS:
        part, name = field.split(".")
        result = verdicts({name: value}, {}) if part == "conditions" else verdicts({}, {name: value})
        if result not in earlier:
            earlier.add(result)
            yield field


def _limits(own: StandKind, opposing: StandKind, base: Conditions, readings: Readings) -> Iterator[int]:
    """Distances in quarters of an inch at which something may change: the least, and the ranges lit and unlit."""
    yield 1
    for one, other in ((own, opposing), (opposing, own)):
        reach = full_range(one, other, readings)
        if reach is not None and reach < tables.ANY:
            yield from {QUARTERS * reach // range_divisor(base, lit, readings) for lit in (False, True)}


def _at_distance(base: Conditions, quarters: int) -> Conditions:
    whole, part = whole_and_part(quarters)
    return replace(base, distance=whole, part=part)


_BARRED: Final = WORDS.sentences("barred")


def _barred(calculator: str, question: Any, own: Side, opposing: Side | None) -> str:
    """A stand engages one other stand a turn. Flights engage on the table only, and CAS only from its second turn."""
    house = house_of(own.force)
    if own.state.count(ENGAGED):
        return _BARRED["engaged"](house)
    if own.state.count(SCREEN) and house.on("smoke_engages"):
        return _BARRED["smoke"](house)
    for side, said in ((own, "own_flight"), (opposing, "opposing_flight")):
        if side is not None and _flies(side) and not side.state.count(TURNS):
            return _BARRED[said](house)
    if _flies(own) and own.unit.spec.posture is Posture.CAS and own.state.count(TURNS) < tables.CAS_TURNS:
        return _BARRED["waits"](house)
    return ""


def _flies(side: Side) -> bool:
    kind = kind_of(side.unit.spec, catalogue_of(side.force))
    return kind is not None and kind.general_class is GeneralClass.AIRCRAFT


_PLANNING: Final = WORDS.sentences("planning")

_REMOVED: Final = {State.NEUTRALISED.value, State.LEFT.value}
"""The states after which a stand is removed."""


def _ranges(own: Side) -> Iterable[int]:
    kind = kind_of(own.unit.spec, catalogue_of(own.force))
    return reaches(kind) if kind else ()


def _unready(calculator: str, own: Side) -> Consequence | None:
    """One battle group acts in a round, so none does after another one has engaged (Turn sequence)."""
    if own.deployed is None or own.unit.spec.posture in _IN_PARTS:
        return None
    for group in own.force.groups:
        stands = [stand for stand in group.units if stand.spec.posture not in _IN_PARTS]
        if group.id != own.group.id and any(own.deployed.state(group, stand).count(ENGAGED) for stand in stands):
            return Consequence("Turn sequence", _BARRED["other_group"](house_of(own.force)))
    return None


PLAY: Final[Play[Army, BattleGroup, Stand]] = Play(
    tracks=tracks,
    values=values,
    sequence=load_turn(DATA, RULINGS, vars(tables), WORDS.texts),
    acted=lambda state: state.count(ENGAGED) > 0,
    hurt=lambda state: state.count(STATE) > 0,
    engagements=_engagements,
    barred=_barred,
    conditions=CONDITIONS,
    consequences=_consequences,
    standing=_standing,
    tallies=_tallies,
    resets=_resets,
    condition_resets=_condition_resets,
    hidden=lambda stand, group, context: begins_hidden(stand, context),
    fakes=lambda context: context.force.spec.fakes,
    hands=True,
    harm=Harm("stands", lambda change: int(change.track == STATE and change.box in _REMOVED)),
    in_play=lambda side: in_play(side.state),
    removes=True,
    planning=Planning(lambda house: (_PLANNING["groups"](house), _PLANNING["throws"](house))),
    may_act=_may_act,
    unready=_unready,
    due=_due,
    tabletop=Tabletop(measure, _ranges),
)
