"""Several units at one target in the tracker, in the order that the player chooses; browsers run this too."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final
from urllib.parse import urlencode

from armybuilder.matches.asking.engagement import context_for, name_for, sent_distance, side_for
from armybuilder.matches.log.device_match import AnyMatch
from rulesets.core.calculators import decimal, percent
from rulesets.core.play.blanks import Viewer
from rulesets.core.play.trackers import Track, UnitState
from rulesets.core.sequences import MAX_UNITS, Firing, Step

UNITS: Final = "units"
"""The parameter with the ids of the units in order, separated by commas; ``ADD`` has one more."""
ADD: Final = "add"
SHOWN: Final = 4
"""States of the target that a step lists."""


@dataclass(frozen=True, slots=True)
class StepRow:
    """A unit of the sequence: what it does, what is left of the target after it, and queries to move and remove it."""

    name: str
    what: str
    figures: str
    left: tuple[tuple[str, str], ...]
    remove: str
    earlier: str


def sequence_context(
    loaded: AnyMatch,
    viewer: Viewer,
    acting: int,
    data: Mapping[str, str],
    path: str,
    listed: Mapping[str, str],
) -> dict[str, Any]:
    """The context of ``matches/sequence.html``; ``listed`` are the names of the acting side's units by id.

    Raises ``Http404`` for units that are not in the match or that the viewer may not know.
    """
    opposing = data.get("opposing", "")
    named = [each for each in (*data.get(UNITS, "").split(","), data.get(ADD, "")) if each]
    units = list(dict.fromkeys(named))[:MAX_UNITS]
    target = side_for(loaded, viewer, 1 - acting, opposing)
    sides = [side_for(loaded, viewer, acting, each) for each in units]
    names = [listed.get(each.unit.id) or name_for(loaded, viewer, acting, each) for each in sides]
    firing = Firing(
        loaded.setup,
        loaded.ruleset.calculator,
        acting,
        opposing,
        context_for(loaded, viewer, acting),
        sent_distance(data),
        viewer.deployed,
    )
    steps = enumerate(firing.steps(loaded.state, units))
    fields = {"side": acting, "opposing": opposing, "distance": data.get("distance", "")}
    everything = {**fields, UNITS: ",".join(units)}
    harm = loaded.setup.play.harm.words_for(target) if loaded.setup.play.harm else ""
    return {
        "path": path,
        "target": name_for(loaded, viewer, 1 - acting, target),
        "rows": [_row(fields, units, place, names[place], step, harm) for place, step in steps],
        "fields": everything,
        "address": f"{path}?{urlencode(everything)}",
        "more": [each for each in listed.items() if each[0] not in units] if len(units) < MAX_UNITS else [],
    }


def _row(fields: Mapping[str, Any], units: list[str], place: int, name: str, step: Step, harm: str) -> StepRow:
    """The step at a ``place`` of the sequence of ``units``."""
    others = units[:place] + units[place + 1 :]
    earlier = [*others[: place - 1], units[place], *others[place - 1 :]] if place else []
    return StepRow(
        name,
        _what(step),
        _figures(step, harm),
        tuple((percent(chance), _state(state)) for state, chance in step.left[:SHOWN]),
        urlencode({**fields, UNITS: ",".join(others)}) if others else "",
        urlencode({**fields, UNITS: ",".join(earlier)}) if earlier else "",
    )


def _what(step: Step) -> str:
    if step.barred:
        return step.barred
    if step.open:
        return f"{step.title}: the rules leave the outcome to the players."
    return step.title or "It cannot engage the target, or the target is gone by then."


def _figures(step: Step, harm: str) -> str:
    lost = f"{decimal(step.lost)} {harm} lost on average" if harm else ""
    return ", ".join(filter(None, (lost, f"{percent(step.gone)} out of play")))


def _state(state: UnitState) -> str:
    """A state of the target in words: the boxes that are not as at the start."""
    changed = (track for track in state.tracks if track.ticks != replace(track, ticked=None).ticks)
    return ", ".join(map(_boxes, changed)) or "unharmed"


def _boxes(track: Track) -> str:
    if track.counts and track.boxes > 1:
        return f"{track.title} {len(track.ticks)}/{track.usual_boxes}"
    return ", ".join(map(track.title_of, track.ticks)) if track.names else track.title
