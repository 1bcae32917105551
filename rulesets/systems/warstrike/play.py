"""How WarStrike is played at the table: the turn, consequences of markers and losses, and engagements."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from typing import Any

from rulesets.core.calculators import percent
from rulesets.core.declarations.house_rules import HouseRules
from rulesets.core.forces.force import Unit
from rulesets.core.play.definition import Consequence, Engagement, Harm, Planning, Play
from rulesets.core.play.states import OUT, AnyDeployed, Change, Side
from rulesets.core.play.tabletop import Tabletop, whole_inches
from rulesets.core.play.trackers import UnitState
from rulesets.core.tables import Stat, Tone
from rulesets.core.texts.turn_guide import load_turn
from rulesets.core.wording import count_of

from . import tables
from .calculators import fall_back, under_fire, what_happens_next
from .calculators.unit_fields import arms_prefill, check_prefill
from .cards import stats
from .catalogue import CATALOGUE
from .falling_back import FallBackClass, class_rule, fall_back_class
from .house_rules import DATA, RULINGS, WORDS, house_of
from .legality import WarContext, WarPlatoon
from .suppression import (
    Check,
    current_nv,
    deduction,
    is_suppressed,
    leaderless_ld,
    resolved_roll,
    to_roll,
)
from .tables import FACES, FREE_CHOICE_ABOVE
from .tracks import (
    ACTED,
    GROUNDED,
    INSPIRED,
    LEADER,
    MARKERS,
    MODELS,
    ORDER,
    ORDERED,
    STATE,
    has_acted,
    has_lost_all,
    is_in_play,
    models_left,
    tracks,
)
from .units import Platoon, WarForce, WarUnit, at_least_zero, weapons_of

_CONSEQUENCES = WORDS.sentences("consequences", "left", "starting", "ld", "roll", "chance", "markers")
_BARRED, _DUE = WORDS.sentences("barred"), WORDS.sentences("due")

STEPS = (6, 12, 18, 24, 36)
"""Inches to an enemy, to tap."""


def _values(unit: Unit[WarUnit], group: WarPlatoon, context: WarContext) -> tuple[Stat, ...]:
    mv, _, ld, nv, _ = stats(unit.spec)
    return ld, nv, mv


def _values_now(side: Side) -> dict[str, str]:
    """Markers lower the Nv, and the loss of its leader the Ld (WS-SUP-3, WS-A26)."""
    spec, state = side.unit.spec, side.state
    ld, nv = at_least_zero(spec.ld), at_least_zero(spec.nv)
    now = {"Nv": (nv, current_nv(nv, state.count(MARKERS)))}
    if state.keys(LEADER):
        leaderless = house_of(side.force).resolve(lambda reading: leaderless_ld(ld, reading), "leaderless_ld")
        now["Ld"] = ld, leaderless
    return {heading: str(current) for heading, (usual, current) in now.items() if current != usual}


def _losses(spec: WarUnit, state: UnitState, house: HouseRules) -> Iterator[tuple[str, str, bool]]:
    """The consequences of a unit's losses: rule, words, and whether it is off the table."""
    remaining = models_left(spec, state)
    if has_lost_all(spec, state):
        yield "WS-FB-4", _CONSEQUENCES["last_model"](house), True
    elif state.count(MODELS):
        size_class = house.resolve(lambda half: fall_back_class(spec.starting, remaining, half), "exact_half")
        if size_class is not FallBackClass.CHOICE:
            at_once = size_class is FallBackClass.DESTROYED and house.on("destroy_at_once")
            said = _CONSEQUENCES["destroyed" if size_class is FallBackClass.DESTROYED else "falls_back"]
            rule = class_rule(spec.starting, remaining, size_class)
            yield rule, said(house, left=remaining, starting=spec.starting), at_once
    if state.keys(LEADER):
        ld = at_least_zero(spec.ld)
        leaderless = house.resolve(lambda reading: leaderless_ld(ld, reading), "leaderless_ld")
        if leaderless < ld:
            yield "WS-A26", _CONSEQUENCES["leaderless"](house, ld=leaderless), False


def _suppression(side: Side, house: HouseRules) -> Iterator[tuple[str, str]]:
    """The consequences of a unit's markers: rule and words."""
    spec, markers = side.unit.spec, side.state.count(MARKERS)
    if not markers:
        if side.state.keys(ORDERED) and not has_acted(side.state):
            yield "WS-OFF-5", _CONSEQUENCES["no_markers"](house)
        return
    if not has_acted(side.state):
        roll = resolved_roll(Check(**check_prefill(side, None)), house)
        rule = "WS-SUP-3" if deduction(markers) else "WS-SUP-2"
        yield rule, _CONSEQUENCES["checks"](house, roll=to_roll(roll), chance=percent(roll.chance))
    if markers == at_least_zero(spec.nv):
        yield "WS-SUP-4", _CONSEQUENCES["full"](house, markers=count_of(markers, "marker"))


def _consequences(own: AnyDeployed, context: WarContext) -> Iterator[Consequence]:
    for group, unit in own.force.units():
        if unit.id not in own.states or own.states[unit.id].out:
            continue
        side = Side(own.force, group, unit, own)
        for rule, message, gone in _losses(unit.spec, side.state, context.house):
            out = (Change(OUT.slug, box="out", holder=unit.id),) if gone else ()
            tone, action = (Tone.BAD, _CONSEQUENCES["put_out"](context.house)) if gone else (Tone.STRONG, "")
            yield Consequence(rule, message, unit.id, tone, action, out)
        for rule, message in _suppression(side, context.house) if is_in_play(side) else ():
            yield Consequence(rule, message, unit.id)


def _resets(segment: str, acting: bool, own: AnyDeployed, context: WarContext) -> Iterator[Change]:
    """Help ends with a side's own Action Phase; before its next one units may act, and Officers order, again."""
    lies_until_phase = context.house.choice("gtg_until") == "phase"
    for holder, state in own.states.items():
        if acting:
            for officer in sorted(state.keys(ORDERED)):
                yield Change(ORDERED, box=officer, on=False, holder=holder)
        for key in sorted(state.keys(STATE)):
            acts_again = key == ACTED or key.startswith(ORDER) or (key == GROUNDED and lies_until_phase)
            if key == INSPIRED if acting else acts_again:
                yield Change(STATE, box=key, on=False, holder=holder)


def _due(segment: str, acting: bool, own: AnyDeployed, context: WarContext) -> Iterator[Consequence]:
    """A phase ends once every unit has acted or fallen back (WS-SEQ-5), and destroyed units are removed."""
    yield from (each for each in _consequences(own, context) if each.offers)
    for group, unit in own.force.units():
        side = Side(own.force, group, unit, own)
        if acting and is_in_play(side) and not has_acted(side.state):
            yield Consequence("WS-SEQ-5", _DUE["acts"](context.house), unit.id)


def _engagements(own: Side, opposing: Side) -> tuple[Engagement, ...]:
    """Its own check comes first for a suppressed unit; then its fire, if it has any, and the way back."""
    if not (is_in_play(own) and is_in_play(opposing)):
        return ()
    spec: WarUnit = own.unit.spec
    checks = own.state.count(MARKERS) > 0 and not has_acted(own.state)
    suppressed = checks and _falls_back(own)
    chooses = models_left(spec, own.state) >= FREE_CHOICE_ABOVE * spec.starting
    failing = (*("preference",) * chooses, "safer_position") if suppressed else ()
    failing += ("officer_ld",) if checks else ()
    check = Engagement(what_happens_next.CALCULATOR.slug, "Its activation", conditions=("action", *failing))
    fire = Engagement(under_fire.CALCULATOR.slug, "Fire at it", conditions=("new_markers", "snap"))
    attacks = (fire,) if any(arm["rof"] for arm in arms_prefill(own)) else ()
    if not suppressed:
        return (check, *attacks) if checks else (*attacks, check)
    place = ("covers[0].from_leader", "covers[0].from_enemy", "enemies[0].seen", "edge")
    back = Engagement(fall_back.CALCULATOR.slug, "Fall back from it", "enemies[0].distance", STEPS, place)
    return (check, *attacks, back)


def _actions(own: Side) -> tuple[Engagement, ...]:
    """A unit is activated once a phase; one with markers may have to fall back."""
    if not is_in_play(own) or has_acted(own.state):
        return ()
    activation = Engagement(what_happens_next.CALCULATOR.slug, "Activate", conditions=("action",))
    back = Engagement(fall_back.CALCULATOR.slug, "Fall back", "enemies[0].distance", STEPS, ("enemies[0].seen", "edge"))
    return (activation, back) if _falls_back(own) else (activation,)


def _falls_back(own: Side) -> bool:
    """Whether a unit that fails its check falls back (WS-A52)."""
    return is_suppressed(own.state.count(MARKERS), house_of(own.force).choice("one_marker"))


def _barred(calculator: str, question: Any, own: Side, opposing: Side | None) -> str:
    """A unit is activated once a phase; its fire is recorded after its activation, so it does not count as another."""
    house = house_of(own.force)
    if calculator != under_fire.CALCULATOR.slug and has_acted(own.state):
        return _BARRED["acted"](house)
    return ""


_PLANNING = WORDS.sentences("planning")


def _one_marker(results: tuple[Any, ...]) -> tuple[Any, ...]:
    """Of results that the players decide, the one that gives the target one marker."""
    markers = [each for each in results if each.part == "markers"]
    return tuple(replace(each, chance=Fraction(1)) for each in markers[1:2])


def _worth(side: Side) -> Fraction:
    """The chance that a unit fails its next check."""
    return 1 - resolved_roll(Check(**check_prefill(side, None)), house_of(side.force)).chance


def _ranges(own: Side) -> Iterator[int]:
    for _, weapon, _ in weapons_of(own.unit.spec, CATALOGUE.with_entries(own.force.entries)):
        if weapon.context and weapon.context.range_in:
            yield weapon.context.range_in


PLAY: Play[WarForce, Platoon, WarUnit] = Play(
    tracks=tracks,
    values=_values,
    values_now=_values_now,
    sequence=load_turn(DATA, RULINGS, vars(tables), WORDS.texts),
    acted=has_acted,
    hurt=lambda state: state.count(MARKERS) > 0 or state.count(MODELS) > 0,
    engagements=_engagements,
    barred=_barred,
    actions=_actions,
    losses=lambda slug: "models" if slug == MODELS else "",
    consequences=_consequences,
    resets=_resets,
    dice=(FACES,),
    harm=Harm("models", lambda change: change.amount if change.track == MODELS else 0),
    in_play=is_in_play,
    removes=True,
    planning=Planning(lambda house: (_PLANNING["markers"](house),), "units that fail their check", _worth, _one_marker),
    may_act=lambda segment, own, opposing: not has_acted(own.state),
    due=_due,
    tabletop=Tabletop(whole_inches, _ranges),
)
