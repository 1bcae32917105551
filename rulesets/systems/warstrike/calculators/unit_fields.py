"""A unit's values for questions: its numbers and, in a game, its markers, its losses and who helps it."""

from math import ceil
from typing import Any, Final

from rulesets.core.play.states import OUT, Change, Side
from rulesets.core.play.trackers import UnitState

from ..catalogue import CATALOGUE
from ..suppression import current_nv
from ..tracks import (
    ACTED,
    GROUNDED,
    INSPIRED,
    LEADER,
    MARKERS,
    MODELS,
    ORDERED,
    STATE,
    has_acted,
    is_in_play,
    models_left,
)
from ..units import WarUnit, at_least_zero, weapons_of

DESTROYED: Final = Change(OUT.slug, box="out")
"""The change that puts a unit out of play."""


def check_prefill(own: Side, opposing: Side | None) -> dict[str, Any]:
    """Ld and Nv of a unit of an army, if set; in a game also its markers and its help."""
    spec: WarUnit = own.unit.spec
    characteristics = {"ld": spec.ld, "nv": spec.nv}
    fields: dict[str, Any] = {
        name: at_least_zero(value) for name, value in characteristics.items() if value is not None
    }
    if own.deployed is not None:
        # The highest Ld of the Officers who ordered the unit (WS-A37).
        by = own.state.keys(ORDERED)
        fields |= {
            "markers": own.state.count(MARKERS),
            "leader_lost": bool(own.state.keys(LEADER)),
            "officer_ld": max(
                (at_least_zero(unit.spec.ld) for _, unit in own.force.units() if unit.id in by), default=None
            ),
        }
        if INSPIRED in own.state.keys(STATE):
            fields |= _inspirer(own)
    return fields


def _inspirer(own: Side) -> dict[str, int]:
    """Nv and markers of the unit that inspired this one; of several candidates the best current Nv."""
    sides = (Side(own.force, group, unit, own.deployed) for group, unit in own.force.units() if unit.spec.inspires)
    able = [side for side in sides if side.unit.id != own.unit.id and is_in_play(side)]
    candidates = [
        (at_least_zero(side.unit.spec.nv), side.state.count(MARKERS))
        for side in [side for side in able if has_acted(side.state)] or able
    ]
    if not candidates:
        return {}
    nv, markers = max(candidates, key=lambda pair: current_nv(*pair))
    return {"inspirer_nv": nv, "inspirer_markers": markers}


def size_prefill(own: Side) -> dict[str, Any]:
    """Starting models and models left; empty for a unit without models."""
    spec: WarUnit = own.unit.spec
    return {"starting": spec.starting, "left": max(1, models_left(spec, own.state))} if spec.starting else {}


def set_markers(spec: WarUnit, state: UnitState, markers: int) -> tuple[Change, ...]:
    """The change to so many markers, or as many as the unit can hold."""
    more = min(markers, at_least_zero(spec.nv)) - state.count(MARKERS)
    return (Change(MARKERS, more),) if more else ()


def activated(state: UnitState, *, to_ground: bool = False) -> tuple[Change, ...]:
    """The changes of a unit's activation: it has acted, and it goes to ground or leaves the ground."""
    acts = Change(STATE, box=ACTED)
    if to_ground or GROUNDED in state.keys(STATE):
        return (acts, Change(STATE, box=GROUNDED, on=to_ground))
    return (acts,)


def losses(own: Side, count: int) -> tuple[Change, ...]:
    """The changes of a unit that loses so many models; a single model goes out of play."""
    if not count:
        return ()
    return (Change(MODELS, count),) if own.unit.spec.starting > 1 else (DESTROYED,)


def arms_prefill(own: Side) -> list[dict[str, Any]]:
    """The unit's weapons; in a game as many of each as the models left can have, as the owner picks the casualties."""
    spec: WarUnit = own.unit.spec
    remaining = models_left(spec, own.state)
    return [
        {
            "name": name,
            "rof": weapon.full_rof,
            "number": min(number, max(1, remaining * ceil(number / max(1, spec.starting)))) if own.deployed else number,
            "weapon_type": weapon.weapon_type.value,
        }
        for name, weapon, number in weapons_of(spec, CATALOGUE.with_entries(own.force.entries))
    ]
