"""The targets of a unit in the tracker, each with the figure that decides; a tap on one opens the whole answer."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, groupby
from typing import Any, Final
from urllib.parse import urlencode

from armybuilder.armies.loaded_army import MIN_RUN
from armybuilder.calculators.questions import PREFIX
from armybuilder.matches.asking.engagement import (
    ALONE,
    DistanceStep,
    TargetChoice,
    context_for,
    engage_context,
    name_for,
    sent_distance,
    side_for,
    targets,
)
from armybuilder.matches.asking.sequences import UNITS, sequence_context
from armybuilder.matches.log.device_match import AnyMatch
from armybuilder.schema_forms.plain import form_name
from rulesets.core.calculators import Brief
from rulesets.core.engagements import Target, Targets, side_of
from rulesets.core.play.blanks import BLANK, Viewer
from rulesets.core.play.definition import AnyPlay
from rulesets.core.play.states import Side

MAX_AT_ONCE: Final = 48
"""Targets that are answered before the player asks for the others."""
ALL: Final = "all"
"""The parameter of a request for all targets."""
NEVER: Final = "It cannot engage these at the moment"
TOO_FAR: Final = "No effect at their distance"


@dataclass(frozen=True, slots=True)
class TargetRow:
    """A target to tap: the holder of its row in the tracker, the unit, and the ``query`` of its question.

    A blank has no question, so neither the ``title`` of one nor an answer in brief, with the conditions ``assumed``.
    ``at`` is its distance on the map in words, if both units stand on it.
    """

    holder: str
    unit: TargetChoice
    query: str
    title: str = ""
    brief: Brief | None = None
    assumed: tuple[str, ...] = ()
    at: str = ""


def panel(
    loaded: AnyMatch, viewer: Viewer, acting: int, data: Mapping[str, str], address: str, path: str
) -> tuple[str, dict[str, Any]]:
    """The template and context of the engagement panel: one target, or all of them where none is named in ``data``.

    With several units in ``data`` what they leave of the target one after the other.

    Raises ``Http404`` for units that are not in the match or that the viewer may not know.
    """
    if UNITS in data:
        names = {choice.holder: choice.name for _, choice in _listed(loaded, viewer, acting)}
        return "matches/sequence.html", sequence_context(loaded, viewer, acting, data, path, names)
    if "opposing" not in data and ALONE not in data and loaded.armies[1 - acting] is not None:
        return "matches/targets.html", _targets_context(loaded, viewer, acting, data, path)
    return "matches/engage.html", engage_context(loaded, viewer, acting, data, address, path)


def _targets_context(
    loaded: AnyMatch, viewer: Viewer, acting: int, data: Mapping[str, str], path: str
) -> dict[str, Any]:
    own, play = data.get("own", ""), loaded.setup.play
    unit = side_for(loaded, viewer, acting, own)
    context, measured = context_for(loaded, viewer, acting), partial(loaded.setup.measured, loaded.state, acting, unit)
    asks = Targets(loaded.setup, loaded.ruleset.calculator, unit, context, sent_distance(data), measured)
    query: dict[str, Any] = {"own": own, "side": acting}
    listed = list(_listed(loaded, viewer, 1 - acting))
    blanks = [(holder, choice) for holder, choice in listed if holder.startswith(BLANK)]
    known = {choice.holder: (holder, choice) for holder, choice in listed if not holder.startswith(BLANK)}
    units = [side_of(viewer.deployed(loaded.state, 1 - acting), each) for each in known]
    asks.compare(units)
    shown = units if ALL in data or len(units) <= MAX_AT_ONCE else asks.likeliest(units, MAX_AT_ONCE)
    likely, refused = _likely_and_refused([(*known[each.unit.id], asks.target(each)) for each in shown], query, asks)
    likely, common = _with_differences(likely)
    titles = {row.title for row in chain(likely, *refused.values()) if row.title}
    at = asks.distance if asks.measure else None
    address = f"{path}?{urlencode({**query, 'distance': data.get('distance', '') if at is None else at})}"
    return {
        "path": path,
        "own": own,
        "acting": acting,
        "other": 1 - acting,
        "address": f"{address}&{ALL}=1" if ALL in data else address,
        "all": f"{address}&{ALL}=1",
        "others": len(units) - len(shown),
        "distance": at,
        "measured": f"{asks.label}, if not on the map" if any(map(measured, units)) else asks.label,
        "steps": [DistanceStep(step, step == at, None) for step in asks.steps],
        "common": common,
        "everybody": ALL in data,
        "own_name": name_for(loaded, viewer, acting, unit),
        "actions": _actions(play, unit, path, query),
        "likely": list(_together(likely)),
        "refused": [(why, len(each), list(_together(each))) for why, each in refused.items()],
        "blanks": [TargetRow(*each, urlencode({**query, "opposing": each[0]})) for each in blanks],
        "barred": play.barred("", None, unit, None) if blanks and play.barred else "",
        "titled": len(titles) > 1,
    }


def _actions(play: AnyPlay, unit: Side, path: str, query: Mapping[str, Any]) -> list[tuple[str, str]]:
    """What a unit does by itself, with the addresses of the questions."""
    actions = play.actions(unit) if play.actions else ()
    return [(each.title, f"{path}?{urlencode({**query, ALONE: 1, 'calculator': each.calculator})}") for each in actions]


def _likely_and_refused(
    targets: Iterable[tuple[str, TargetChoice, Target]], query: Mapping[str, Any], asks: Targets
) -> tuple[list[TargetRow], dict[str, list[TargetRow]]]:
    """The rows of targets that may be engaged, the best first, and of the others by the reason why not."""
    carrier = asks.match.play.aboard(asks.own)
    never = f"It is aboard {carrier}" if carrier else NEVER
    likely, refused = list[TargetRow](), dict[str, list[TargetRow]]()
    for holder, choice, target in targets:
        row = _row(holder, choice, {**query, "opposing": choice.holder}, target, asks)
        why = target.barred or (target.brief.words if target.brief and target.brief.refused else "")
        if target.measured and target.engagement and target.engagement.distance and target.brief:
            why = why or TOO_FAR * target.brief.in_vain
        if not target.engagement or why:
            refused.setdefault(why or never, []).append(row)
        else:
            likely.append(row)
    likely.sort(key=lambda row: row.brief.worth if row.brief else (), reverse=True)
    return likely, refused


def _with_differences(rows: list[TargetRow]) -> tuple[list[TargetRow], tuple[str, ...]]:
    """The rows with the conditions that not all of them have, and those that all have."""
    common = tuple(each for each in (rows[0].assumed if rows else ()) if all(each in row.assumed for row in rows))
    return [replace(row, assumed=tuple(each for each in row.assumed if each not in common)) for row in rows], common


def _together(rows: list[TargetRow]) -> Iterator[list[TargetRow]]:
    """The rows in order, those of units of one name with equal answers together where there are enough."""
    for _, equal in groupby(rows, lambda row: (row.unit.short, row.title, row.brief, row.assumed, row.at)):
        run = list(equal)
        yield from [run] if len(run) >= MIN_RUN else ([row] for row in run)


def _row(holder: str, choice: TargetChoice, query: Mapping[str, Any], target: Target, asks: Targets) -> TargetRow:
    at = target.measured.words if target.measured else ""
    if target.engagement is None:
        return TargetRow(holder, choice, urlencode(query), at=at)
    fields: dict[str, Any] = {"calculator": target.engagement.calculator}
    if target.engagement.measure == asks.measure != "" and not at:
        fields[form_name(target.engagement.distance, PREFIX)] = asks.distance
    address, title = urlencode({**query, **fields}), target.engagement.title
    return TargetRow(holder, choice, address, title, target.brief, target.assumed, at)


def _listed(loaded: AnyMatch, viewer: Viewer, side: int) -> Iterator[tuple[str, TargetChoice]]:
    """The units and blanks of a side with the holders of their rows; of groups that have cards one."""
    army = loaded.armies[side]
    by_group = army is not None and army.ruleset.group_card is not None
    for _, choices in targets(loaded, viewer, side):
        for choice in choices:
            is_whole = by_group and not choice.holder.startswith(BLANK)
            yield army.force.unit(choice.holder)[0].id if army and is_whole else choice.holder, choice
