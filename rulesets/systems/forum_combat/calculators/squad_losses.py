"""The losses of a squad of a force to an attack: the results that a player taps, and their changes."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from rulesets.core.calculators import Result
from rulesets.core.dice import Distribution
from rulesets.core.play.states import Change, Side
from rulesets.core.tables import Tone

from ..tracks import (
    FALLEN,
    SHOT,
    Piece,
)
from ..wound_allocation import State, is_killed
from .squad_fields import StandingRow, StandingUnits

MAX_RESULTS = 60


def has_shot(side: Side) -> tuple[Change, ...]:
    """The change of a squad that shoots."""
    return () if side.state.count(SHOT) else (Change(SHOT, 1),)


def is_filled_from(rows: list[StandingRow], units: Iterable[StandingUnits]) -> bool:
    """Whether a question has exactly the units of a squad's rows; only then can results change the squad's boxes."""
    return [_numbers(row.row) for row in rows] == [_numbers(row) for row in units]


def _numbers(row: StandingUnits) -> tuple[int, ...]:
    return row.count, row.hp, row.hurt, row.crew


def _pairs(rows: list[StandingRow], end: State) -> Iterator[tuple[StandingRow, Piece, int, int]]:
    """Each unit with its HP before and after; the units of a row are alike, so the most hurt stays the most hurt.

    Units missing from the end of a melee are downed.
    """
    for place, row in enumerate(rows):
        remaining = [hp for line, hp in end if line == place]
        healths = sorted([0] * (len(row.pieces) - len(remaining)) + remaining)
        for piece, before, after in zip(row.pieces, row.healths, healths, strict=True):
            yield row, piece, before, after


def losses(rows: list[StandingRow], end: State, holder: str = "") -> tuple[Change, ...]:
    """The changes that bring a squad to one of the possible ends of a question."""
    changes, fallen = [], 0
    for _, piece, before, after in _pairs(rows, end):
        fallen += after <= 0
        if before > after:
            changes.append(Change(piece.track, min(before - after, piece.full + piece.hp), holder=holder))
    return (*changes, *((Change(FALLEN, fallen, holder=holder),) if fallen else ()))


@dataclass(frozen=True, slots=True, order=True)
class _Fate:
    """The losses of a squad: units out of action, those killed among them, and HP lost by those who stand."""

    out: int
    killed: int
    hurt: int
    words: str


def _fate(rows: list[StandingRow], end: State) -> _Fate:
    out, killed, hurt = Counter[str](), Counter[str](), Counter[str]()
    for row, piece, before, after in _pairs(rows, end):
        if after <= 0:
            out[row.row.name] += 1
            killed[row.row.name] += is_killed(after, piece.full)
        else:
            hurt[row.row.name] += before - after
    words = [f"{n} × {name} out{f', {killed[name]} killed' * (killed[name] > 0)}" for name, n in out.items()]
    words += [f"{name} −{lost} HP" for name, lost in hurt.items() if lost]
    return _Fate(out.total(), killed.total(), hurt.total(), "; ".join(words) or "nobody hurt")


def loss_results(
    whose: str,
    rows: list[StandingRow],
    ends: Distribution[State],
    *,
    own: tuple[Change, ...],
    holder: str | None = None,
    ended: State | None = None,
) -> tuple[Result, ...]:
    """A result for each possible loss of a squad, in rising order; each includes the ``own`` changes.

    Ends that are the same in words share a result, with the changes of the likeliest; if there are very many results,
    so do all ends with the same number out of action. The losses are the opposing squad's or, if there is a
    ``holder``, that of a squad on your side (empty: your squad). With ``ended``, the one result of that end.
    """
    # What each end is called: by its units or, where these are very many, by the number out of action.
    fates = {end: _fate(rows, end) for end in ends.outcomes()}
    if len(set(fates.values())) > MAX_RESULTS:
        fates = {end: _Fate(fate.out, 0, 0, f"{fate.out} out of action") for end, fate in fates.items()}
    likeliest = {fates[end]: end for end, _ in sorted(ends.items(), key=lambda pair: pair[1])}
    if ended is not None:
        likeliest[fates[ended]] = ended
    odds = ends.map(lambda end: fates[end])
    results = []
    for place, fate in enumerate(sorted(likeliest)):
        if ended is not None and fate != fates[ended]:
            continue
        label, end, chance = f"{whose}: {fate.words}", likeliest[fate], odds.chance(fate)
        if holder is None:
            tone = Tone.GOOD if fate.out else Tone.PLAIN
            results.append(Result(label, own, losses(rows, end), tone, chance=chance, worth=place))
        else:
            tone, changes = Tone.BAD if fate.out else Tone.PLAIN, own + losses(rows, end, holder)
            results.append(Result(label, changes, tone=tone, part="own", chance=chance, worth=-place))
    return tuple(results)
