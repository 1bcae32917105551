"""Tables, flow charts and quick-reference sheets (QRS) as plain data."""

from __future__ import annotations

import enum
from dataclasses import dataclass

from rulesets.core.house_rules import PlayedRuling


class Tone(enum.StrEnum):
    """What a figure means for the one who asks; always beside a word or a number, never alone."""

    PLAIN = "plain"
    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"
    MUTED = "muted"
    STRONG = "strong"


class Align(enum.StrEnum):
    """How a column stands."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Column:
    """A column's heading, its stand, and its share of the width beside the others."""

    heading: str
    align: Align = Align.LEFT
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text and tone; ``hint`` says more where there is room (a title on screen)."""

    text: str
    tone: Tone = Tone.PLAIN
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A rectangular table; the first cell of a row names the row. Raises ``ValueError`` when rows differ in length."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.title}: a row has {len(row)} cells for {len(self.columns)} columns")


def table(title: str, headings: str, rows: list[tuple[object, ...]], note: str = "") -> Table:
    """A table from headings such as ``"Stand | >Good going | ^Mode"`` (``>`` right, ``^`` centre, ``*`` double width).

    Cells may be texts, numbers or ``Cell``s.
    """
    columns = []
    for heading in headings.split("|"):
        name = heading.strip()
        weight = 1
        while name.startswith("*"):
            weight += 1
            name = name[1:]
        align = {">": Align.RIGHT, "^": Align.CENTRE}.get(name[:1], Align.LEFT)
        columns.append(Column(name.lstrip(">^"), align, weight))
    return Table(
        title,
        tuple(columns),
        tuple(tuple(cell if isinstance(cell, Cell) else Cell(str(cell)) for cell in row) for row in rows),
        note,
    )


@dataclass(frozen=True, slots=True)
class Line:
    """A term and what it means, in our own words; ``secret`` is not for the opponent."""

    term: str
    text: str
    secret: bool = False


MOST_LISTED = 20
"""House rules that a sheet lists with their questions; more would take it to a third page."""


def house_rules_listed(changed: tuple[PlayedRuling, ...]) -> tuple[Line, ...]:
    """A line for each ruling played otherwise than by default; many are named by their ids alone."""
    if len(changed) > MOST_LISTED:
        ids = ", ".join(played.ruling.id for played in changed)
        return (Line("Rulings", f"{ids} otherwise than by default, each told in its place"),)
    return tuple(Line(played.ruling.question, played.text) for played in changed)


@dataclass(frozen=True, slots=True)
class Way:
    """A way out of a step: the step it leads to, and the answer that takes it (empty for the only way)."""

    to: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class FlowStep:
    """One step of a procedure: a question with several ways out, something to do with one, an end with none.

    ``column`` and ``row`` are its place in the chart, counted from 0.
    """

    slug: str
    text: str
    column: int
    row: int
    ways: tuple[Way, ...] = ()


@dataclass(frozen=True, slots=True)
class Flow:
    """A procedure as a flow chart: its steps in the order in which they are told, from the first one on.

    Raises ``ValueError`` when two steps have one name or one place, a way leads to no step, one of several ways has
    no answer, or a step cannot be reached.
    """

    title: str
    steps: tuple[FlowStep, ...]

    def __post_init__(self) -> None:
        slugs = {step.slug for step in self.steps}
        places = {(step.column, step.row) for step in self.steps}
        if not len(slugs) == len(places) == len(self.steps) > 0:
            raise ValueError(f"{self.title}: each step needs a name and a place of its own")
        for step in self.steps:
            if any(way.to not in slugs for way in step.ways):
                raise ValueError(f"{self.title}: a way leads from {step.slug} to no step")
            if len(step.ways) > 1 and not all(way.answer for way in step.ways):
                raise ValueError(f"{self.title}: a way from {step.slug} has no answer")
        if lost := slugs - self._reached():
            raise ValueError(f"{self.title}: no way leads to {', '.join(sorted(lost))}")

    def _reached(self) -> set[str]:
        """The steps to which ways lead from the first one."""
        ways = {step.slug: [way.to for way in step.ways] for step in self.steps}
        reached, ahead = set[str](), [self.steps[0].slug]
        while ahead:
            slug = ahead.pop()
            if slug not in reached:
                reached.add(slug)
                ahead += ways[slug]
        return reached

    def number(self, slug: str) -> int:
        """The number of a step, from 1; raises ``KeyError``."""
        for number, step in enumerate(self.steps, 1):
            if step.slug == slug:
                return number
        raise KeyError(slug)


@dataclass(frozen=True, slots=True)
class Section:
    """One numbered block of a quick-reference sheet: a flow chart, tables, then lines. ``slug`` names it for filters.

    A sheet on paper has the flow charts, which take its whole width, above everything else.
    """

    slug: str
    title: str
    tables: tuple[Table, ...] = ()
    lines: tuple[Line, ...] = ()
    flow: Flow | None = None
