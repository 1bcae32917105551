"""Whom a stand may engage and at what range, for calculators, cards and sheets."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from typing import Final

from rulesets.core.declarations.fields import Choice
from rulesets.core.play.tabletop import QUARTERS, Measured, in_inches, straight

from . import tables
from .readings import DEFAULT_READINGS, Readings
from .units import GeneralClass, Mode, Posture, Rank, StandKind


class InchPart(Choice):
    """The fraction of an inch in a distance."""

    NONE = ("0", "none")
    QUARTER = ("1/4", "¼")
    HALF = ("1/2", "½")
    THREE_QUARTERS = ("3/4", "¾")


PARTS: Final = {part: quarters for quarters, part in enumerate(InchPart)}
"""How many quarters of an inch each part is."""


def whole_and_part(quarters: int) -> tuple[int, InchPart]:
    """Quarters of an inch as whole inches and the fraction of one."""
    whole, rest = divmod(quarters, QUARTERS)
    return whole, tuple(InchPart)[rest]


INFANTRY_CLASS: Final = tables.POSTURES[GeneralClass.INFANTRY]
_FLIGHTS: Final = frozenset(tables.POSTURES[GeneralClass.AIRCRAFT])
_NOT_BY_POSTURE: Final = frozenset(INFANTRY_CLASS) - {Posture.INFANTRY}


def full_range(own: StandKind, target: StandKind, readings: Readings = DEFAULT_READINGS) -> int | None:
    """The range in daylight and fair weather, in inches or ``tables.ANY``; ``None`` where ``own`` may never engage."""
    if _is_no_target(own.posture, own.rank, target.posture, readings):
        return None
    return tables.reach_of(own.posture, own.rank).get(target.posture, {}).get(target.mode)


def _is_no_target(posture: Posture, rank: Rank, target: Posture, readings: Readings) -> bool:
    """Whether a reading takes a posture off the list of those that may be engaged (AMB-7, AMB-46)."""
    if readings.ada_asf_only and posture is Posture.ADA and target is Posture.ECM:
        return True
    by_class = target in _NOT_BY_POSTURE and target not in tables.named_targets(posture, rank)
    return readings.infantry_means_posture and by_class


def inches(distance: int, divisor: int = 1) -> str:
    """A distance divided by 1, 2 or 4 as text: ``12″``, ``½″``, ``any range``."""
    if distance >= tables.ANY:
        return "any range"
    return in_inches(distance * QUARTERS // divisor)


def measure(dx: int, dy: int) -> Measured:
    """The straight distance between two stands, in inches and the fraction of one."""
    distance = straight(dx, dy)
    whole, part = whole_and_part(distance)
    return Measured({"distance": whole, "part": part.value}, in_inches(distance))


def reaches(own: StandKind) -> Iterator[int]:
    """The ranges of a stand in daylight and fair weather at any of its targets, in inches."""
    every = (inches for reach in tables.reach_of(own.posture, own.rank).values() for inches in reach.values())
    return (each for each in every if each < tables.ANY)


def reach_text(reach: Mapping[Mode, int]) -> str:
    """A reach in short: ``12″``; ``1/2/3″`` for STATIC, MOBILE, FAST; ``any range, if STATIC``."""
    if set(reach) == {Mode.STATIC}:
        return f"{inches(reach[Mode.STATIC])}, if STATIC"
    values = [reach[mode] for mode in (Mode.STATIC, Mode.MOBILE, Mode.FAST)]
    return inches(values[0]) if len(set(values)) == 1 else f"{'/'.join(map(str, values))}″"


def targets_of(posture: Posture, rank: Rank, readings: Readings = DEFAULT_READINGS) -> tuple[tuple[str, str], ...]:
    """The targets of a stand with their ranges; targets of equal range share a row."""
    rows: dict[str, list[Posture]] = {}
    for target, reach in tables.reach_of(posture, rank).items():
        if not _is_no_target(posture, rank, target, readings):
            rows.setdefault(reach_text(reach), []).append(target)
    return tuple((_postures_text(targets), text) for text, targets in rows.items())


def _postures_text(targets: Iterable[Posture]) -> str:
    """Target postures in few words: INFANTRY covers all postures of its class, AIRCRAFT those of its own."""
    remaining = list(targets)
    words = []
    if Posture.INFANTRY in remaining:
        words.append(GeneralClass.INFANTRY.label)
        remaining = [target for target in remaining if target not in INFANTRY_CLASS]
    if set(remaining) == _FLIGHTS:
        return ", ".join([*words, GeneralClass.AIRCRAFT.label])
    return ", ".join([*words, *(target.label for target in remaining)])


def engaged_by(target: StandKind, readings: Readings = DEFAULT_READINGS) -> tuple[tuple[str, str], ...]:
    """Who may engage a stand and from how far, farthest first; those of equal range share a row."""
    farthest: dict[str, int] = {}
    for posture in Posture:
        reaches = {}
        for rank in Rank:
            reach = tables.reach_of(posture, rank).get(target.posture, {}).get(target.mode)
            if reach is not None and not _is_no_target(posture, rank, target.posture, readings):
                reaches[rank] = reach
        if not reaches:
            continue
        if len(set(reaches.values())) == 1 and len(reaches) == len(Rank):
            farthest[posture.label] = next(iter(reaches.values()))
            continue
        stem = {Posture.INFANTRY: "INF", Posture.OTF: "ART"}[posture]
        by_reach: dict[int, list[str]] = {}
        for rank, reach in reaches.items():
            by_reach.setdefault(reach, []).append(f"{stem}{rank.label}")
        form = "OTF ({})" if posture is Posture.OTF else "{}"
        farthest |= {form.format(", ".join(names)): reach for reach, names in by_reach.items()}
    by_distance = sorted(farthest, key=lambda who: -farthest[who])
    return tuple((", ".join(names), inches(reach)) for reach, names in groupby(by_distance, farthest.__getitem__))
