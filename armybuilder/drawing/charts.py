"""Layout of charts: the length of each bar and the place of its label, as attributes of an SVG.

Lengths are percentages of the drawing, so that a chart fits any width and its text keeps its size.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from rulesets.core.calculators import Brief, Chart, Outcome, SideBySide, decimal, percent
from rulesets.core.tables import Tone

MIN_SHARE = Fraction(1, 4)
"""The part of the drawing's width that a bar needs to have its chance written on it."""
MIN_SHARE_OF_PIECE = Fraction(1, 6)
"""The part of the drawing's width that a piece of a divided bar needs for its chance."""
MAX_BARS = 18
"""Charts of more amounts than this show columns, and fold their bars away."""
MAX_LABELS = 12
SHORT_LABEL = 16
"""Letters of a bar's label that fit beside it on a phone."""
LABEL_STEPS = (1, 2, 5, 10, 20, 50, 100)
"""Possible distances between labelled columns; the least that leaves room between the labels is used."""
MAX_DENOMINATOR = 9999
"""The largest denominator of a fraction shown beside its percentage."""
ONE_PER_CENT = Fraction(1, 100)
NEGLIGIBLE = Fraction(1, 2000)
"""The highest total chance of the amounts that are merged at either end of a chart."""


@dataclass(frozen=True, slots=True)
class Bar:
    """One outcome as a bar from the left edge: its label, its chance, and whether the chance is written on the bar.

    ``exact`` is the chance as a fraction; empty where it would be too long.
    """

    label: str
    chance: str
    exact: str
    length: str
    on_bar: bool
    tone: Tone

    @property
    def has_short_label(self) -> bool:
        """Whether its label fits beside it on a phone."""
        return len(self.label) <= SHORT_LABEL


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
    """A chart ready to render: its bars, its mean as text, and the chances of "at least" for amounts.

    Charts of many amounts have ``columns``, and their bars are folded away.
    """

    title: str
    bars: tuple[Bar, ...]
    columns: tuple[ChartColumn, ...]
    at_least: tuple[Bar, ...]
    mean: str


def draw(chart: Chart) -> ChartDrawing:
    """Lay out a chart: bars relative to certainty, columns relative to the likeliest amount."""
    outcomes = _without_tails(chart.outcomes) if chart.numeric else chart.outcomes
    places = places_for(outcome.chance for outcome in outcomes)
    at_least = _at_least(outcomes) if chart.numeric and len(outcomes) > 1 else ()
    return ChartDrawing(
        chart.title,
        _bars(outcomes, places),
        _columns(outcomes) if chart.numeric and len(outcomes) > MAX_BARS else (),
        _bars(at_least, places),
        "" if chart.mean is None else decimal(chart.mean),
    )


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
    """One of several charts as one bar; ``description`` gives all its chances as text."""

    title: str
    pieces: tuple[BarPiece, ...]
    description: str


@dataclass(frozen=True, slots=True)
class DrawnSideBySide:
    """Charts side by side, ready to render; the legend has the label and tone of each outcome."""

    title: str
    legend: tuple[tuple[str, Tone], ...]
    rows: tuple[DividedBar, ...]


def draw_side_by_side(compared: SideBySide) -> DrawnSideBySide:
    """Lay out charts side by side."""
    legend = tuple((outcome.label, outcome.tone) for outcome in compared.charts[0].outcomes)
    places = places_for(outcome.chance for chart in compared.charts for outcome in chart.outcomes)
    return DrawnSideBySide(compared.title, legend, tuple(_divided(chart, places) for chart in compared.charts))


def _divided(chart: Chart, places: int) -> DividedBar:
    pieces = []
    chances = []
    left = Fraction(0)
    for outcome in chart.outcomes:
        chance = percent(outcome.chance, places)
        chances.append(f"{outcome.label} {chance}")
        if outcome.chance:
            label = chance if outcome.chance >= MIN_SHARE_OF_PIECE else ""
            pieces.append(BarPiece(_share(left), _share(outcome.chance), label, outcome.tone))
        left += outcome.chance
    return DividedBar(chart.title, tuple(pieces), ", ".join(chances))


def _share(part: Fraction) -> str:
    return f"{float(part * 100):.2f}%"


def _bars(outcomes: Iterable[Outcome], places: int) -> tuple[Bar, ...]:
    return tuple(
        Bar(
            outcome.label,
            percent(outcome.chance, places),
            str(outcome.chance) if outcome.chance.denominator <= MAX_DENOMINATOR else "",
            _share(outcome.chance),
            outcome.chance >= MIN_SHARE,
            outcome.tone,
        )
        for outcome in outcomes
    )


def _label_step(count: int) -> int:
    """How many columns there are from one label to the next where there are so many columns."""
    return next((step for step in LABEL_STEPS if count <= step * MAX_LABELS), count)


def _worths(briefs: Iterable[Brief]) -> list[Fraction]:
    return [max(Fraction(0), *brief.worth[:1]) if brief.worth else Fraction(0) for brief in briefs]


def figure_bars(rows: Sequence[tuple[str, Brief]]) -> tuple[Bar, ...]:
    """Answers in brief as bars, relative to the one that is worth most; those refused or worth nothing have none."""
    worths = _worths(brief for _, brief in rows)
    maximum = max(worths, default=Fraction(0))
    shares = [worth / maximum if maximum else worth for worth in worths]
    return tuple(
        Bar(label, brief.short or "–", "", _share(share), share >= MIN_SHARE, brief.tone)
        for (label, brief), share in zip(rows, shares, strict=True)
    )


@dataclass(frozen=True, slots=True)
class LinePoint:
    """A point of a line; ``joined`` is the point before it, where that has an answer too."""

    left: str
    top: str
    joined: tuple[str, str] | None


@dataclass(frozen=True, slots=True)
class LineChart:
    """Answers in brief to several questions as lines over the same labels: each label's place, and the highest figure.

    The highest figure is at the top of the drawing, and nothing at its foot.
    """

    lines: tuple[tuple[str, tuple[LinePoint, ...]], ...]
    labels: tuple[tuple[str, str], ...]
    highest: str


def figure_lines(labels: Sequence[str], lines: Mapping[str, Sequence[Brief]]) -> LineChart | None:
    """Lay out lines with one brief for each label; ``None`` where no answer is worth anything.

    A refused one leaves a gap in its line.
    """
    step = Fraction(1, len(labels))
    lefts = [_share(step * (2 * index + 1) / 2) for index in range(len(labels))]
    briefs = [brief for line in lines.values() for brief in line]
    worths = _worths(briefs)
    maximum = max(worths)
    if not maximum:
        return None

    def points(line: Sequence[Brief]) -> Iterator[LinePoint]:
        joined = None
        for left, brief, worth in zip(lefts, line, _worths(line), strict=True):
            place = None if brief.refused else (left, _share(1 - worth / maximum))
            if place:
                yield LinePoint(*place, joined)
            joined = place

    return LineChart(
        tuple((title, tuple(points(line))) for title, line in lines.items()),
        tuple(zip(lefts, labels, strict=True))[:: _label_step(len(labels))],
        briefs[worths.index(maximum)].short,
    )


def _columns(outcomes: tuple[Outcome, ...]) -> tuple[ChartColumn, ...]:
    tallest = max(outcome.chance for outcome in outcomes)
    step = Fraction(1, len(outcomes))
    every = _label_step(len(outcomes))
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
    """The outcomes, with several negligible ones at either end merged into one."""
    first, last = 0, len(outcomes) - 1
    low = high = Fraction(0)
    while first < last and low + outcomes[first].chance <= NEGLIGIBLE:
        low += outcomes[first].chance
        first += 1
    while last > first and high + outcomes[last].chance <= NEGLIGIBLE:
        high += outcomes[last].chance
        last -= 1
    trimmed = list(outcomes[first : last + 1])
    # One amount stays as it is: “up to” would tell no more than its own label.
    if first == 1:
        trimmed.insert(0, outcomes[0])
    elif first > 1:
        before = outcomes[first - 1]
        trimmed.insert(0, Outcome(f"up to {before.label}", low, before.tone))
    if last == len(outcomes) - 2:
        trimmed.append(outcomes[-1])
    elif last < len(outcomes) - 2:
        after = outcomes[last + 1]
        trimmed.append(Outcome(f"{after.label} or more", high, after.tone))
    return tuple(trimmed)


def _at_least(outcomes: tuple[Outcome, ...]) -> list[Outcome]:
    """The chance of each amount or more, except the least; tones are those of the amounts."""
    total = Fraction(0)
    cumulative = []
    for outcome in reversed(outcomes[1:]):
        total += outcome.chance
        cumulative.append(Outcome(outcome.label.removesuffix(" or more"), total, outcome.tone))
    return cumulative[::-1]
