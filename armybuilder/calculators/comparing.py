"""Two questions of a calculator laid over each other, and odds against distance."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from armybuilder.calculators.questions import QuestionAndAnswer, said_by
from armybuilder.drawing.charts import Bar, LineChart, figure_bars, figure_lines
from rulesets.core.calculators import NEVER, Answer, Brief, Chart, Outcome, SideBySide, decimal
from rulesets.core.tables import Cell, Column, Table, table

THIS, OTHER = "This", "The other"
BY_DISTANCE = "Odds by distance"


@dataclass(frozen=True, slots=True)
class Comparison:
    """What an answer shows besides itself.

    The odds against distance are the ``bars`` of one question, with one for neighbouring distances of equal odds, or
    the ``lines`` of two, with their figures in a ``table``; ``figure`` says what they measure by one of them. Odds
    that are not numbers, or the same at all distances, stand in the ``table`` in words. ``parts`` are what differs
    between the two answers. ``link`` is the query string that begins or ends a comparison.
    """

    figure: str
    bars: tuple[Bar, ...]
    lines: LineChart | None
    table: Table | None
    parts: tuple[Table | SideBySide, ...]
    link: str


def comparison_of(question: QuestionAndAnswer, unit: str, steps: Sequence[int]) -> Comparison:
    """The comparison that belongs to an answered question.

    ``unit`` is that of its distances, ``steps`` are those of the lines of two questions.
    """
    other = question.compared
    if other is None:
        link = "&".join(filter(None, (question.address_alone, question.address_to_compare)))
        bands = _bands(question.briefs, unit)
        odds = [(label, brief) for _, label, brief in bands]
        if len(bands) > 1 and all(brief.is_figure or brief.refused for _, brief in odds):
            _, label, brief = next((band for band in bands if band[0] >= question.distance), bands[-1])
            return Comparison(f"{label}: {brief.words}", figure_bars(odds), None, None, (), link)
        return Comparison("", (), None, _in_words(odds) if odds else None, (), link)
    rows = [(f"{distance}{unit}", distance, brief) for distance, brief in question.briefs if distance in steps]
    figure = f"{rows[0][0]}: {rows[0][2].words}" if rows else ""
    parts = tuple(_differences(question.answer, other.answer)) if question.answer and other.answer else ()
    theirs: dict[int, Brief] = dict(other.briefs)
    both = [(label, mine, theirs[distance]) for label, distance, mine in rows if distance in theirs]
    if not both:
        return Comparison("", (), None, None, parts, question.address_alone)
    labels, mine, their = zip(*both, strict=True)
    figures = [(label, *(brief.short or "–" for brief in briefs)) for label, *briefs in both]
    return Comparison(
        figure,
        (),
        figure_lines(labels, {THIS: mine, OTHER: their}),
        table(BY_DISTANCE, f"**Distance | {THIS} | {OTHER}", figures),
        parts,
        question.address_alone,
    )


def _bands(briefs: Iterable[tuple[int, Brief]], unit: str) -> list[tuple[int, str, Brief]]:
    """Neighbouring distances whose answers read the same: the last one, a label of all, the first of their answers."""
    bands = []
    for _, group in groupby(briefs, key=lambda each: said_by(each[1])):
        (first, brief), *others = group
        last = others[-1][0] if others else first
        bands.append((last, f"{first}–{last}{unit}" if others else f"{first}{unit}", brief))
    return bands


def _in_words(bands: Iterable[tuple[str, Brief]]) -> Table:
    rows = tuple((Cell(label), Cell(brief.words)) for label, brief in bands)
    return Table(BY_DISTANCE, (Column("Distance"), Column("Outcome", weight=4)), rows)


def _differences(mine: Answer, theirs: Answer) -> Iterator[Table | SideBySide]:
    rows: list[tuple[object, ...]] = [("Answer", mine.headline, theirs.headline)]
    apart = [
        ", ".join(each for each in one.assumed if each not in two.assumed)
        for one, two in ((mine, theirs), (theirs, mine))
    ]
    if any(apart):
        rows.append(("Where they differ", *apart))
    others, laid = {chart.title: chart for chart in theirs.charts}, []
    for chart in mine.charts:
        other = others.get(chart.title)
        if other is None:
            continue
        if chart.mean is not None and other.mean is not None:
            rows.append((f"{chart.title}, on average", decimal(chart.mean), decimal(other.mean)))
        if not chart.numeric:
            laid.append(_laid_over(chart, other))
    yield table("Compared", f"**What | {THIS} | {OTHER}", rows)
    yield from laid


def _laid_over(mine: Chart, theirs: Chart) -> SideBySide:
    """Two charts of one title with all outcomes of both."""
    tones = {each.label: each.tone for chart in (theirs, mine) for each in chart.outcomes}

    def with_all(title: str, chart: Chart) -> Chart:
        chances = {each.label: each.chance for each in chart.outcomes}
        return Chart(title, tuple(Outcome(label, chances.get(label, NEVER), tone) for label, tone in tones.items()))

    return SideBySide(mine.title, (with_all(THIS, mine), with_all(OTHER, theirs)))
