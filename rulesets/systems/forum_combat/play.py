"""Forum Combat at the table: the round, the consequences of losses and morale, and how squads engage each other."""

from collections.abc import Iterator
from typing import Any

from rulesets.core.calculators import percent
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.play.definition import Consequence, Engagement, Harm, Planning, Play
from rulesets.core.play.states import OUT, AnyDeployed, Change, Side
from rulesets.core.play.tabletop import Measured, Tabletop
from rulesets.core.play.trackers import AT_FIRST, UnitState
from rulesets.core.tables import Tone
from rulesets.core.texts.turn_guide import load_turn
from rulesets.core.wording import count_of

from . import tables
from .calculators import charge, disengage, firing_into_melee, melee, morale, shooting
from .calculators.firing_into_melee import friend_in_melee
from .calculators.squad_fields import is_broken, lines_now, standing_lines, without_shots
from .cards import stats
from .catalogue import catalogue_of
from .house_rules import DATA, RULINGS, WORDS, house_of
from .legality import Roster
from .morale import owes_check, pass_chance
from .movement import allowance
from .tiles import steps_between
from .tracks import (
    ABANDONED,
    BROKEN,
    CARRIED,
    DONE,
    FALLEN,
    FOUGHT,
    LEFT,
    MELEE,
    MOVED,
    PLACE,
    SHOT,
    TESTED,
    carried,
    group_tracks,
    is_in_melee,
    is_in_play,
    pieces_of,
    strength_of,
    unit_tracks,
)
from .units import (
    Command,
    Squad,
    Troop,
    best_leadership,
    leaderships,
    members,
    slowest,
)

UNITS = "units"
"""What the box for units out of action counts."""

CHARGES = (3, 5, 7, 9, 11, 13)
"""Columns that a charge has to cross, offered as buttons."""

_CONSEQUENCES = WORDS.sentences("consequences", "standing", "start", "need", "chance", "downed", "tiles", "free")
_BARRED, _DUE = WORDS.sentences("barred", "moves"), WORDS.sentences("due")

_SHOTS = (shooting.CALCULATOR.slug, firing_into_melee.CALCULATOR.slug)
_MOVES = (charge.CALCULATOR.slug, disengage.CALCULATOR.slug)


def has_acted(state: UnitState) -> bool:
    """Whether a squad has shot, fought or moved this round."""
    return bool(state.count(SHOT) or state.keys(DONE) - {TESTED} or state.keys(MOVED))


def _check(side: Side, house: HouseRules) -> str:
    """The morale check that a squad owes, in words; empty if none."""
    strength = strength_of(side)
    if not owes_check(strength, house):
        return ""
    ld = best_leadership(*leaderships((line.profile, units) for line, units in lines_now(side)))
    abandoned = side.state.count(ABANDONED)
    if ld is None:
        return ""
    chance = percent(pass_chance(ld, abandoned))
    return _CONSEQUENCES["checks"](
        house, standing=strength.standing, start=strength.start, need=ld + abandoned, chance=chance
    )


def _slow_words(side: Side, house: HouseRules) -> str:
    """How far the squad moves with the units it carries, in words; empty if they do not slow it."""
    mov, shot, broken = slowest(standing_lines(side)), side.state.count(SHOT) > 0, is_broken(side)
    downed = carried(side)
    free, now = (allowance(mov, shot=shot, broken=broken, downed=count, house=house) for count in (0, downed))
    return _CONSEQUENCES["slowed"](house, downed=downed, tiles=now, free=free) if now < free else ""


def _of_squad(side: Side, house: HouseRules) -> Iterator[Consequence]:
    squad = side.group.id
    if not is_in_play(side):
        out = (Change(OUT.slug, box="out", holder=squad),)
        yield Consequence(
            "FC-END-2", _CONSEQUENCES["nobody_stands"](house), squad, Tone.BAD, _CONSEQUENCES["put_out"](house), out
        )
        return
    if is_broken(side):
        yield Consequence("FC-TRK-11", _CONSEQUENCES["broken"](house), squad, Tone.BAD)
    elif TESTED not in side.state.keys(DONE) and (check := _check(side, house)):
        breaks = (Change(BROKEN, 1, holder=squad),)
        yield Consequence("FC-MOR-2", check, squad, Tone.STRONG, _CONSEQUENCES["breaks"](house), breaks)
    if words := _slow_words(side, house):
        yield Consequence("FC-MOV-4", words, squad)
    if is_in_melee(side.state):
        over = (Change(PLACE, box=MELEE, on=False, holder=squad),)
        message, offer = _CONSEQUENCES["in_melee"](house), _CONSEQUENCES["melee_over"](house)
        yield Consequence("FC-ORD-9", message, squad, offer=offer, offers=over)
    elif side.state.count(SHOT) and not side.state.keys(MOVED):
        yield Consequence("FC-ORD-8", _CONSEQUENCES["has_shot"](house), squad)


def _consequences(own: AnyDeployed, context: Roster) -> Iterator[Consequence]:
    for squad in own.force.groups:
        holders = (squad.id, *(line.id for line in squad.units))
        if (
            any(holder in own.states for holder in holders)
            and squad.units
            and not own.states.get(squad.id, AT_FIRST).out
        ):
            yield from _of_squad(Side(own.force, squad, squad.units[0], own), context.house)


def _round_ends(holder: str, state: UnitState) -> Iterator[Change]:
    """Reset what a squad did this round; the units it abandoned stay abandoned."""
    for slug in (SHOT, ABANDONED):
        if count := state.count(slug):
            yield Change(slug, -count, holder=holder)
    track = state.track(LEFT)
    if track is not None and (abandoned := min(state.count(ABANDONED), track.boxes - len(track.ticks))):
        yield Change(LEFT, abandoned, holder=holder)
    for slug in (DONE, MOVED):
        for key in sorted(state.keys(slug)):
            yield Change(slug, box=key, on=False, holder=holder)


def _resets(segment: str, acting: bool, own: AnyDeployed, context: Roster) -> Iterator[Change]:
    house = context.house
    for holder, state in own.states.items():
        if segment == "movement" and house.choice("fc.break_duration") != "combat" and state.count(BROKEN):
            yield Change(BROKEN, -1, holder=holder)
        if segment == "morale":
            yield from _round_ends(holder, state)
            for track in state.tracks if house.choice("fc.cp_refresh") == "round" else ():
                if track.slug.startswith("cp-") and track.ticks:
                    yield Change(track.slug, -len(track.ticks), holder=holder)


def _may_act(segment: str, own: Side, opposing: AnyDeployed | None) -> bool:
    """A squad shoots, fights and moves once a round; in melee it fights, and in the end it checks what it owes."""
    state = own.state
    match segment:
        case "melee":
            return is_in_melee(state) and FOUGHT not in state.keys(DONE)
        case "movement":
            return not state.keys(MOVED)
        case "morale":
            return _owes_test(own)
    return segment.startswith("shooting") and not state.count(SHOT)


def _owes_test(side: Side) -> bool:
    tested = TESTED in side.state.keys(DONE) or is_broken(side)
    return not tested and is_in_play(side) and owes_check(strength_of(side), house_of(side.force))


def _due(segment: str, acting: bool, own: AnyDeployed, context: Roster) -> Iterator[Consequence]:
    """Squads in melee fight, and those below half strength check their morale (FC-MEL-4, FC-MOR-1)."""
    for squad in own.force.groups:
        side = Side(own.force, squad, squad.units[0], own) if squad.units else None
        if side is None or not is_in_play(side):
            continue
        if segment == "melee" and _may_act(segment, side, None):
            yield Consequence("FC-MEL-4", _DUE["fights"](context.house), squad.id)
        if segment == "morale" and _owes_test(side) and (check := _check(side, context.house)):
            yield Consequence("FC-MOR-1", check, squad.id)


def _engagements(own: Side, opposing: Side) -> tuple[Engagement, ...]:
    """Squads in melee fight on or break away; others shoot, into the melee if friends fight the target."""
    if not (is_in_play(own) and is_in_play(opposing)):
        return ()
    fight = Engagement(melee.CALCULATOR.slug, "Fight", conditions=("rounds", "own_bonus", "own_reach"))
    if is_in_melee(own.state):
        return fight, Engagement(disengage.CALCULATOR.slug, "Break away", conditions=("engaged",))
    engagements: list[Engagement] = []
    if without_shots(own, opposing) is None:
        if is_in_melee(opposing.state) and friend_in_melee(own) is not None:
            mixed = ("bonus", "enemies_cover", "enemies_in")
            engagements.append(Engagement(firing_into_melee.CALCULATOR.slug, "Fire into the melee", conditions=mixed))
        else:
            fire = ("cover", "bonus", "save_bonus", "range_bonus")
            engagements.append(Engagement(shooting.CALCULATOR.slug, "Shoot", "distance", shooting.RANGES, fire))
    if not own.state.count(SHOT):
        engagements.append(Engagement(charge.CALCULATOR.slug, "Charge", "across", CHARGES, ("down", "disengages")))
    return (*engagements, fight)


def _actions(own: Side) -> tuple[Engagement, ...]:
    """A squad in melee may break away, and one that owes a morale check tests it."""
    if not is_in_play(own):
        return ()
    away = Engagement(disengage.CALCULATOR.slug, "Break away", conditions=("engaged",))
    test = Engagement(morale.CALCULATOR.slug, "Test morale", conditions=("bonus",), rolls_at_once=True)
    owes = not is_broken(own) and owes_check(strength_of(own), house_of(own.force))
    return (*((away,) if is_in_melee(own.state) else ()), *((test,) if owes else ()))


def _barred(calculator: str, question: Any, own: Side, opposing: Side | None) -> str:
    """A squad shoots, fights and moves once a round; after shooting it neither charges nor disengages (FC-ORD-8)."""
    shot, state, house = own.state.count(SHOT) > 0, own.state, house_of(own.force)
    if shot and calculator in _SHOTS:
        return _BARRED["shoot"](house)
    if calculator == melee.CALCULATOR.slug and FOUGHT in state.keys(DONE):
        return _BARRED["fight"](house)
    if calculator in _MOVES and (moved := state.keys(MOVED)):
        return _BARRED["move"](house, moves=", ".join(sorted(moved)))
    if calculator in _MOVES and shot:
        return _BARRED["charge"](house)
    return ""


def _tally(side: Side) -> dict[str, int]:
    strength = strength_of(side)
    return {UNITS: strength.start - strength.standing}


def _standing(side: Side) -> tuple[tuple[int, int], ...]:
    """The line and HP of each standing unit of a squad, which alone can take damage."""
    return tuple(sorted((piece.line, piece.hp) for piece in pieces_of(side) if piece.hp > 0))


def _measure(dx: int, dy: int) -> Measured:
    """Range counts cardinal steps (FC-RNG-1); a charge needs to know columns and rows (FC-CHG-3)."""
    steps = steps_between((0, 0), (dx, dy))
    return Measured({"distance": steps, "across": dx, "down": dy}, count_of(steps, "tile"))


def _ranges(own: Side) -> Iterator[int]:
    lines = members(own.group, catalogue_of(own.force))
    return (armed.weapon.rng for line in lines for armed in line.ranged())


PLAY: Play[Command, Squad, Troop] = Play(
    tracks=unit_tracks,
    values=lambda unit, squad, context: tuple(
        stat for stat in stats(unit, context) if stat.heading in ("MOV", "T", "SAV")
    ),
    sequence=load_turn(DATA, RULINGS, vars(tables)),
    acted=has_acted,
    hurt=lambda state: any(
        track.ticks for track in state.tracks if track.slug == FALLEN or track.slug.startswith("hp-")
    ),
    engagements=_engagements,
    barred=_barred,
    actions=_actions,
    losses=lambda slug: "HP" if slug.startswith("hp-") else UNITS if slug == FALLEN else "",
    group_tracks=group_tracks,
    consequences=_consequences,
    resets=_resets,
    dice=(tables.FACES,),
    harm=Harm("HP", lambda change: change.amount if change.track.startswith("hp-") else 0),
    in_play=is_in_play,
    tally=_tally,
    computed=lambda side: {CARRIED: carried(side)},
    removes=True,
    planning=Planning(alike=_standing),
    may_act=_may_act,
    parts=dict.fromkeys(_SHOTS, "shooting")
    | dict.fromkeys(_MOVES, "movement")
    | {melee.CALCULATOR.slug: "melee", morale.CALCULATOR.slug: "morale"},
    due=_due,
    tabletop=Tabletop(_measure, _ranges, tiled=True),
)
