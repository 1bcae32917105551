"""Charts laid out for the page: how long each bar is and where its chance is written, as attributes of an SVG.

Lengths are shares of the drawing in per cent, so that a chart fits every width and its lettering keeps its size.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from rulesets.core.calculators import Chart, Outcome, SideBySide, decimal, percent
from rulesets.core.tables import Tone

ROOM = Fraction(1, 4)
"""The part of the drawing's width that a bar needs to have its chance written on it."""
ROOM_IN_PIECE = Fraction(1, 6)
"""The part of the drawing's width that a piece of a divided bar needs for its chance."""
MOST_BARS = 18
"""Amounts beyond so many stand as columns side by side, and their bars one under the other are folded away."""
MOST_BARS_ON_A_PHONE = 7
"""Amounts beyond so many have columns on a phone too, above their bars."""
MOST_LABELS = 12
LABEL_STEPS = (1, 2, 5, 10, 20, 50, 100)
"""Columns are labelled every so many amounts, the least of these that leaves room between labels."""
LONGEST_DENOMINATOR = 9999
"""Fractions up to this denominator are told beside the percentage."""
ONE_PER_CENT = Fraction(1, 100)
NEGLIGIBLE = Fraction(1, 2000)
"""The most that the amounts gathered at either end of a chart may have together."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One outcome as a bar from the left edge: its words, its chance, and whether the chance stands on the bar.

    ``exact`` is the chance as a fraction; empty where that would be a long one.
    """

    label: str
    chance: str
    exact: str
    length: str
    on_bar: bool
    tone: Tone


@dataclass(frozen=True, slots=True)
class ChartColumn:
    """One amount as a column; ``label`` is empty where there is no room for it."""

    label: str
    left: str
    middle: str
    top: str
    height: str
    width: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class ChartDrawing:
    """A chart ready to be written: bars, the mean in words, and for amounts the chances of "at least".

    Many amounts have ``columns`` too, on a phone alone or, with bars that are ``folded``, on every screen.
    """

    title: str
    bars: tuple[Bar, ...]
    columns: tuple[ChartColumn, ...]
    folded: bool
    at_least: tuple[Bar, ...]
    mean: str


def draw(chart: Chart, tallest: Fraction | None = None) -> ChartDrawing:
    """Lay a chart out: bars measured against certainty, columns against ``tallest``, the likeliest of the page's."""
    outcomes = _without_tails(chart.outcomes) if chart.numeric else chart.outcomes
    places = places_for(outcome.chance for outcome in outcomes)
    return ChartDrawing(
        chart.title,
        _bars(outcomes, places),
        _columns(outcomes, tallest or _likeliest(outcomes)) if _has_columns(chart, outcomes) else (),
        chart.numeric and len(outcomes) > MOST_BARS,
        _bars(_at_least(outcomes), places) if chart.numeric and len(outcomes) > 1 else (),
        "" if chart.mean is None else decimal(chart.mean),
    )


def tallest_column(charts: Iterable[Chart]) -> Fraction | None:
    """The likeliest amount of all charts that are drawn as columns, which share one scale; ``None`` without any."""
    drawn = ((chart, _without_tails(chart.outcomes)) for chart in charts)
    return max((_likeliest(outcomes) for chart, outcomes in drawn if _has_columns(chart, outcomes)), default=None)


def _has_columns(chart: Chart, outcomes: tuple[Outcome, ...]) -> bool:
    return chart.numeric and len(outcomes) > MOST_BARS_ON_A_PHONE


def _likeliest(outcomes: Iterable[Outcome]) -> Fraction:
    return max(outcome.chance for outcome in outcomes)


def places_for(chances: Iterable[Fraction]) -> int:
    """The decimal places of all percentages of a chart: one where something possible is less than one per cent."""
    return int(any(0 < min(chance, 1 - chance) < ONE_PER_CENT for chance in chances))


@dataclass(frozen=True, slots=True)
class BarPiece:
    """One outcome as a piece of a divided bar; ``chance`` is empty where there is no room for it."""

    left: str
    width: str
    chance: str
    tone: Tone


@dataclass(frozen=True, slots=True)
class DividedBar:
    """One of several charts as one bar; ``told`` says all its chances in words."""

    title: str
    pieces: tuple[BarPiece, ...]
    told: str


@dataclass(frozen=True, slots=True)
class DrawnSideBySide:
    """Charts side by side, ready to be written; the legend has label and tone of each outcome."""

    title: str
    legend: tuple[tuple[str, Tone], ...]
    rows: tuple[DividedBar, ...]


def draw_side_by_side(compared: SideBySide) -> DrawnSideBySide:
    """Lay charts out side by side."""
    legend = tuple((outcome.label, outcome.tone) for outcome in compared.charts[0].outcomes)
    places = places_for(outcome.chance for chart in compared.charts for outcome in chart.outcomes)
    return DrawnSideBySide(compared.title, legend, tuple(_divided(chart, places) for chart in compared.charts))


def _divided(chart: Chart, places: int) -> DividedBar:
    pieces = []
    told = []
    left = Fraction(0)
    for outcome in chart.outcomes:
        chance = percent(outcome.chance, places)
        told.append(f"{outcome.label} {chance}")
        if outcome.chance:
            room = chance if outcome.chance >= ROOM_IN_PIECE else ""
            pieces.append(BarPiece(_share(left), _share(outcome.chance), room, outcome.tone))
        left += outcome.chance
    return DividedBar(chart.title, tuple(pieces), ", ".join(told))


def _share(part: Fraction) -> str:
    return f"{float(part * 100):.2f}%"


def _bars(outcomes: Iterable[Outcome], places: int) -> tuple[Bar, ...]:
    return tuple(
        Bar(
            outcome.label,
            percent(outcome.chance, places),
            str(outcome.chance) if outcome.chance.denominator <= LONGEST_DENOMINATOR else "",
            _share(outcome.chance),
            outcome.chance >= ROOM,
            outcome.tone,
        )
        for outcome in outcomes
    )


def _columns(outcomes: tuple[Outcome, ...], tallest: Fraction) -> tuple[ChartColumn, ...]:
    step = Fraction(1, len(outcomes))
    every = next((every for every in LABEL_STEPS if len(outcomes) <= every * MOST_LABELS), len(outcomes))
    return tuple(
        ChartColumn(
            outcome.label if outcome.label.isdecimal() and int(outcome.label) % every == 0 else "",
            _share(step * index + step / 10),
            _share(step * index + step / 2),
            _share(1 - outcome.chance / tallest),
            _share(outcome.chance / tallest),
            _share(step * Fraction(4, 5)),
            outcome.tone,
        )
        for index, outcome in enumerate(outcomes)
    )


def _without_tails(outcomes: tuple[Outcome, ...]) -> tuple[Outcome, ...]:
    """The outcomes with the hardly possible ones at either end gathered into one, if there are several."""
    first, last = 0, len(outcomes) - 1
    low = high = Fraction(0)
    while first < last and low + outcomes[first].chance <= NEGLIGIBLE:
        low += outcomes[first].chance
        first += 1
    while last > first and high + outcomes[last].chance <= NEGLIGIBLE:
        high += outcomes[last].chance
        last -= 1
    kept = list(outcomes[first : last + 1])
    if first == 1:
        kept.insert(0, outcomes[0])
    elif first > 1:
        before = outcomes[first - 1]
        kept.insert(0, Outcome(f"{before.label} or less", low, before.tone))
    if last == len(outcomes) - 2:
        kept.append(outcomes[-1])
    elif last < len(outcomes) - 2:
        after = outcomes[last + 1]
        kept.append(Outcome(f"{after.label} or more", high, after.tone))
    return tuple(kept)


def _at_least(outcomes: tuple[Outcome, ...]) -> list[Outcome]:
    """For each amount but the least the chance of it or more; the tone is that of the amount."""
    reached = Fraction(0)
    found = []
    for outcome in reversed(outcomes[1:]):
        reached += outcome.chance
        found.append(Outcome(outcome.label.removesuffix(" or more"), reached, outcome.tone))
    return found[::-1]
