"""How Forge of War is played at the table: a turn, the consequences of losses and D-markers, and the ways to engage."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Unit
from rulesets.core.play.definition import Consequence, Engagement, Harm, Play
from rulesets.core.play.states import OUT, AnyDeployed, Change, Side
from rulesets.core.play.tabletop import Tabletop, whole_inches
from rulesets.core.play.trackers import AT_FIRST, UnitState
from rulesets.core.tables import Stat, Tone
from rulesets.core.texts.turn_guide import load_turn
from rulesets.core.wording import count_of

from . import tables
from .calculators import (
    activation,
    close_combat,
    covering_fire,
    disengage,
    indirect_fire,
    rally,
    reaction_fire,
    shooting,
    vehicle_damage,
)
from .calculators.unit_state import UnitState as StateQuestion
from .calculators.unit_state import markers_due
from .cards import on_foot_in_words, stats_in_words
from .catalogue import context_of
from .close_combat.blows import harms_by_hand
from .command.command_value import CommandState, CommandTest, command_modifiers, state_of
from .fire.indirect_fire import may_cover_combat
from .fire.shots import NEAR_STEPS, STEPS, FireMode
from .house_rules import DATA, RULINGS, WORDS
from .legality.vehicles import riders
from .modifiers import modified, plain
from .tables import DIE, Stance, Threshold, permanent_markers, reached
from .tracks import (
    ABOARD,
    ACTED,
    ACTIVE,
    BEYOND,
    COVERING,
    DAMAGE,
    LOST,
    MARKERS,
    MOVED,
    PROPULSION,
    REACTED,
    STRENGTH,
    SYSTEMS,
    TURN,
    WOUNDS,
    CurrentUnit,
    current,
    current_unit,
    given_up,
    has_acted,
    marker_changes,
    set_count,
    stand_up,
    tracks,
    wounds_marked,
)
from .units import ForceList, Formation, ListedContext, ListedGroup, ListedUnit, statline

_CONSEQUENCES = WORDS.sentences("consequences", "markers", "men", "transport", "system")
_BARRED, _DUE = WORDS.sentences("barred"), WORDS.sentences("due")

ACTIVATIONS, END = "activations", "end"
"""The segments in which units act, and in which a turn ends."""


def _values(unit: Unit[ListedUnit], group: ListedGroup, context: ListedContext) -> tuple[Stat, ...]:
    stats = statline(unit.spec, context.catalogue, context.house)
    cv, sv, fv, av, *_ = stats_in_words(stats, context.house)
    return cv, sv if stats.ranged else fv, av


def _values_now(side: Side) -> dict[str, str]:
    """D-markers and half strength lower the Command Value (§8, §12)."""
    unit = state_of(side)
    now = modified(unit.cv, command_modifiers(unit, CommandTest.ACTIVATION, context_of(side.force).house))
    return {"CV": plain(now)} if now != unit.cv else {}


# --- consequences of a state ----------------------------------------------------------------------------


def _strength(now: CurrentUnit, context: ListedContext) -> Iterator[Consequence]:
    """The consequences of losses for a unit of figures."""
    figures, start, cap = now.stats.figures, now.start, now.stats.cap
    if reached(figures, start, Threshold.HALF):
        yield Consequence("§8", _CONSEQUENCES["half"](context.house))
    if reached(figures, start, Threshold.THIRD):
        yield Consequence("FOW-P10", _CONSEQUENCES["third"](context.house))
    floor = permanent_markers(figures, start, cap)
    if not floor:
        return
    unit = CommandState(markers=now.markers, start=start, now=figures)
    due = markers_due(StateQuestion(unit, now.stats.band, before=start), context.house)
    stay = _CONSEQUENCES["stays" if floor == 1 else "stay"]
    message = stay(context.house, markers=count_of(floor, "D-marker"))
    if due:
        action = _CONSEQUENCES["take"](context.house, markers=count_of(due, "D-marker"))
        yield Consequence("§14", message, offer=action, offers=marker_changes(now, now.markers + due))
    else:
        yield Consequence("§14", message)


def _of_vehicle(now: CurrentUnit, context: ListedContext) -> Iterator[Consequence]:
    if not now.mobile:
        yield Consequence("§38", _CONSEQUENCES["immobilised"](context.house))
    yield from _to_choose(now, context.house)
    bare = not now.mobile and not now.systems and now.hurt >= wounds_marked(now.stats, context.house)
    if bare and (message := _CONSEQUENCES["nothing_left"](context.house)):
        yield Consequence("§38", message, tone=Tone.BAD)


def _to_choose(now: CurrentUnit, house: HouseRules) -> Iterator[Consequence]:
    """Each thing that the player of a vehicle may give up for moderate damage, while there is some (§38)."""
    if not now.to_choose:
        return
    names = dict(now.systems) | {PROPULSION: "propulsion"}
    for change in dict.fromkeys(given_up(now, house)):
        system = names[change.box] if change.track == SYSTEMS else "a wound"
        message = _CONSEQUENCES["choose"](house, system=system)
        action = f"{system[0].upper()}{system[1:]} {'out' if change.track == SYSTEMS else 'spent'}"
        yield Consequence("§38", message, offer=action, offers=(change, Change(DAMAGE, -1)))


def _removal(now: CurrentUnit, house: HouseRules) -> Consequence:
    rule, said = ("§38", "destroyed") if now.stats.is_vehicle else ("§25", "last_figure")
    message, action = _CONSEQUENCES[said](house), _CONSEQUENCES["put_out"](house)
    return Consequence(rule, message, tone=Tone.BAD, offer=action, offers=(Change(OUT.slug, box="out"),))


def _of_unit(now: CurrentUnit, context: ListedContext) -> Iterator[Consequence]:
    """The consequences of the state of a unit in play."""
    if now.is_gone:
        yield _removal(now, context.house)
        return
    house, on_wheels = context.house, now.stats.is_vehicle
    if not on_wheels and now.stats.wounds > 1 and now.state.count(WOUNDS) >= now.stats.wounds:
        fallen = (*set_count(now.state, STRENGTH, now.lost), *set_count(now.state, WOUNDS, 0))
        message, action = (_CONSEQUENCES[said](house) for said in ("last_wound", "count_lost"))
        yield Consequence("§25", message, offer=action, offers=fallen)
    yield from _of_vehicle(now, context) if on_wheels else _strength(now, context)
    if now.markers >= now.stats.cap:
        yield Consequence("FOW-P03", _CONSEQUENCES["vehicle_full" if on_wheels else "figures_full"](house))
    if now.dismounted:
        yield Consequence("§5", _CONSEQUENCES["on_foot"](house, men=on_foot_in_words(now.stats, context)))
    if now.withdrawing:
        yield Consequence("§11", _CONSEQUENCES["withdraws"](house))
    if now.engaged and now.stance is not Stance.NORMAL:
        message, action = (_CONSEQUENCES[said](house) for said in ("stands", "stand"))
        yield Consequence("stance rules", message, offer=action, offers=stand_up(now))
    if now.moved and context.force.spec.reaction_tests:
        yield Consequence("Reaction Test", _CONSEQUENCES["reaction"](house))


def _baling_out(own: AnyDeployed, context: ListedContext) -> Iterator[Consequence]:
    """Passengers of a transport that cannot move or is destroyed (§38)."""
    for unit, carrier in riders(context):
        state, passengers = own.states.get(carrier.id, AT_FIRST), own.states.get(unit.id, AT_FIRST)
        if passengers.out or not is_aboard(unit.spec, passengers):
            continue
        stopped = PROPULSION in state.keys(SYSTEMS)
        if stopped or state.out or state.count(LOST):
            said = "transport_destroyed" if state.out or state.count(LOST) else "transport_stopped"
            message = _CONSEQUENCES[said](context.house, transport=unit.spec.rides_in)
            changes = (Change(ABOARD, box=ABOARD, on=False, holder=unit.id),)
            yield Consequence("§38", message, unit.id, Tone.BAD, _CONSEQUENCES["has_got_out"](context.house), changes)


def is_aboard(unit: ListedUnit, state: UnitState) -> bool:
    """Whether a unit is in its transport, where it starts the game."""
    return bool(unit.rides_in) and (state.track(ABOARD) is None or state.count(ABOARD) > 0)


def _consequences(own: AnyDeployed, context: ListedContext) -> Iterator[Consequence]:
    for _, unit in own.force.units():
        state = own.states.get(unit.id)
        if state is not None and not state.out:
            now = current_unit(unit, state, context.catalogue, context.house)
            for each in _of_unit(now, context):
                offers = tuple(replace(change, holder=unit.id) for change in each.offers)
                yield replace(each, holder=unit.id, offers=offers)
    yield from _baling_out(own, context)


# --- the end of a turn ----------------------------------------------------------------------------------


def _resets(segment: str, acting: bool, own: AnyDeployed, context: ListedContext) -> Iterator[Change]:
    """The changes at the end of a turn: units may try, move and react again; covering orders stay."""
    if segment != END:
        return
    for holder, state in own.states.items():
        for slug in (MOVED, TURN):
            for box in sorted(state.keys(slug)):
                yield Change(slug, box=box, on=False, holder=holder)


def _rests(own: AnyDeployed) -> Iterator[Change]:
    """Units that have activated give up the actions they have left."""
    for holder, state in own.states.items():
        if ACTIVE in state.keys(TURN):
            yield Change(TURN, box=ACTIVE, on=False, holder=holder)


def _may_act(segment: str, own: Side, opposing: AnyDeployed | None) -> bool:
    """A unit on the table may act until its attempt is made and its actions are used up."""
    return segment == ACTIVATIONS and not has_acted(own.state) and not is_aboard(own.unit.spec, own.state)


def _unready(calculator: str, own: Side) -> Consequence | None:
    """A unit fires as part of its activation, unless it covers or reacts (§8)."""
    if calculator not in _FIRE or current(own).did(ACTED):
        return None
    return Consequence("§8", _BARRED["not_active"](context_of(own.force).house))


def _due(segment: str, acting: bool, own: AnyDeployed, context: ListedContext) -> Iterator[Consequence]:
    """Players choose what losses and damage leave open, and each unit on the table makes its attempt (§8)."""
    yield from (each for each in _consequences(own, context) if each.offers)
    for group, unit in own.force.units():
        side = Side(own.force, group, unit, own)
        now = current(side)
        if acting and segment == ACTIVATIONS and _on_the_table(side, now) and not now.did(ACTED):
            yield Consequence("§8", _DUE["attempt"](context.house), unit.id)


# --- who engages whom how --------------------------------------------------------------------------------


def _on_the_table(side: Side, now: CurrentUnit) -> bool:
    return not now.is_gone and not is_aboard(side.unit.spec, side.state)


def _fire(own: CurrentUnit, opposing: CurrentUnit, settings: ForceList) -> Iterator[Engagement]:
    """The ways to fire at a unit, covering fire first where its attempt is used up."""
    at, cover = "shooters.moved", "target.cover"
    at_vehicle = opposing.stats.is_vehicle
    if at_vehicle:
        modes = settings.covering_fire or settings.reaction_tests
        facing = ("target.facing", cover, at, "mode" if modes else "target.gives")
        yield Engagement(vehicle_damage.CALCULATOR.slug, "Fire at it", "distance", STEPS, facing)
    else:
        yield Engagement(
            shooting.CALCULATOR.slug, "Fire at it", "distance", STEPS, (cover, at, "target.visible", "target.policy")
        )
        if own.state.key(COVERING):
            sight = (cover, "entering", "target.visible", "target.policy")
            yield Engagement(covering_fire.CALCULATOR.slug, "Covering fire", "distance", STEPS, sight)
    yield from _shells(own, opposing, settings)


def _shells(own: CurrentUnit, opposing: CurrentUnit, settings: ForceList) -> Iterator[Engagement]:
    if settings.indirect_fire and any(armed.weapon.indirect for armed in own.stats.weapons):
        at_vehicle = opposing.stats.is_vehicle
        cover = "vehicle.cover" if at_vehicle else "target.cover"
        block = ("spacing", "under", cover, "spotter_sv")
        yield Engagement(indirect_fire.CALCULATOR.slug, "Indirect fire", "distance", STEPS, block)


def _reaction(own: CurrentUnit, opposing: CurrentUnit, settings: ForceList) -> Iterator[Engagement]:
    reacts = not own.did(REACTED) and not own.state.key(COVERING) and own.stance is not Stance.HIDING
    if settings.reaction_tests and reacts and not opposing.stats.is_vehicle:
        near = ("unit.commander", "unit.cover", "unit.terrifying", "target.cover")
        yield Engagement(reaction_fire.CALCULATOR.slug, "Reaction test", "distance", NEAR_STEPS, near)


def _blows(own: CurrentUnit, opposing: CurrentUnit, house: HouseRules) -> Iterator[Engagement]:
    """Close combat, unless a vehicle does not fight, or a unit can neither harm a vehicle nor be harmed by it."""
    by_vehicle, at_vehicle = own.stats.is_vehicle, opposing.stats.is_vehicle
    harms = own.stats.fv > 0 and (not at_vehicle or harms_by_hand(own.stats.close_combat, house))
    if (by_vehicle and own.stats.fv <= 0) or not (harms or opposing.stats.fv > 0):
        return
    charge = ("vehicle.facing",) if at_vehicle else ("charge.cover", "charge.obstacle")
    mine = "attacker.facing" if by_vehicle else "attackers.contact"
    theirs = "attackers.policy" if at_vehicle and not by_vehicle else "defenders.contact"
    contact = (mine,) if by_vehicle and at_vehicle else (mine, theirs)
    yield Engagement(close_combat.CALCULATOR.slug, "Close combat", conditions=(*charge, *contact))


def _engagements(own: Side, opposing: Side) -> tuple[Engagement, ...]:
    """The engagements of two units: fire or close combat; after its attempt a unit first covers or reacts.

    Only shells fall on a unit in close combat (AMB-142).
    """
    mine, theirs = current(own), current(opposing)
    if not (_on_the_table(own, mine) and _on_the_table(opposing, theirs)):
        return ()
    house = context_of(own.force).house
    blows = tuple(_blows(mine, theirs, house))
    if mine.engaged:
        return (*blows, _WAY_OUT) if theirs.engaged else blows
    if theirs.engaged:
        return (*(_shells(mine, theirs, own.force.spec) if may_cover_combat(house) else ()), *blows)
    fire = tuple(_fire(mine, theirs, own.force.spec)) if mine.stats.ranged else ()
    reaction = tuple(_reaction(mine, theirs, own.force.spec))
    if mine.has_acted:
        covering = tuple(each for each in fire if each.calculator == covering_fire.CALCULATOR.slug)
        rest = tuple(each for each in fire if each not in covering)
        return (*covering, *reaction, *rest, *blows)
    return (*fire, *blows, *reaction)


_NEAR = ("unit.commander", "unit.cover", "unit.terrifying")


_WAY_OUT = Engagement(disengage.CALCULATOR.slug, "Disengage", conditions=_NEAR, rolls_at_once=True)


def _actions(own: Side) -> tuple[Engagement, ...]:
    """A unit makes its attempt as an activation or, with D-markers, as a rally; in close combat it may disengage.

    One that is struck as it leaves does so from a certain enemy.
    """
    now, house = current(own), context_of(own.force).house
    if not _on_the_table(own, now) or now.did(ACTED):
        return ()
    if now.engaged:
        struck = house.on("disengage_free_attack") or reached(now.stats.figures, now.start, Threshold.THIRD)
        return () if struck else (_WAY_OUT,)
    near = (*_NEAR, "unit.no_enemy")
    activate = Engagement(activation.CALCULATOR.slug, "Activate", conditions=near, rolls_at_once=True)
    recover = Engagement(rally.CALCULATOR.slug, "Rally", conditions=("unit.commander",), rolls_at_once=True)
    return (activate, recover) if now.markers else (activate,)


def _barred(calculator: str, question: Any, own: Side, opposing: Side | None) -> str:
    """A unit makes one attempt a turn; covering fire needs its order, and a unit reacts once (FOW-P01, §8)."""
    now, settings, house = current(own), own.force.spec, context_of(own.force).house
    if is_aboard(own.unit.spec, own.state):
        return _BARRED["aboard"](house)
    if now.to_choose or (opposing is not None and opposing.state.count(DAMAGE)):
        return _BARRED["damage"](house)
    at_vehicle = calculator == vehicle_damage.CALCULATOR.slug
    match question.mode if at_vehicle else _MODES.get(calculator, FireMode.NORMAL):
        case FireMode.COVERING if settings.covering_fire and not now.state.key(COVERING):
            return _BARRED["not_covering"](house)
        case FireMode.REACTION if now.did(REACTED):
            return _BARRED["reacted"](house)
        case FireMode.NORMAL if now.has_acted:
            return _BARRED["acted"](house)
        case _:
            return ""


_FIRE = {each.CALCULATOR.slug for each in (shooting, vehicle_damage, indirect_fire)}
_MODES = {covering_fire.CALCULATOR.slug: FireMode.COVERING, reaction_fire.CALCULATOR.slug: FireMode.REACTION}


def _lost_by(change: Change) -> int:
    return change.amount if change.track == STRENGTH else int(change.track == LOST and change.on)


def _ranges(own: Side) -> Iterator[int]:
    return (armed.weapon.range for armed in current(own).stats.ranged)


PLAY: Play[ForceList, Formation, ListedUnit] = Play(
    tracks=tracks,
    values=_values,
    values_now=_values_now,
    sequence=load_turn(DATA, RULINGS, vars(tables), WORDS.texts),
    acted=has_acted,
    hurt=lambda state: any(state.count(slug) for slug in (STRENGTH, MARKERS, BEYOND, WOUNDS, SYSTEMS, DAMAGE, LOST)),
    engagements=_engagements,
    barred=_barred,
    actions=_actions,
    losses=lambda slug: "figures" if slug == STRENGTH else "",
    consequences=_consequences,
    resets=_resets,
    dice=(DIE,),
    harm=Harm(
        "figures and vehicles", _lost_by, lambda side: "vehicles" if current(side).stats.is_vehicle else "figures"
    ),
    in_play=lambda side: not current(side).is_gone,
    removes=True,
    aboard=lambda side: side.unit.spec.rides_in if is_aboard(side.unit.spec, side.state) else "",
    may_act=_may_act,
    unready=_unready,
    reactions=frozenset({*_MODES, close_combat.CALCULATOR.slug}),
    due=_due,
    rests=_rests,
    tabletop=Tabletop(whole_inches, _ranges),
)
