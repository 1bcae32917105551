"""Tables as plain data, and the tones of their cells."""

import enum
from collections.abc import Iterable, Sequence
from dataclasses import dataclass


class Tone(enum.StrEnum):
    """What a value means for the player who asks; always shown with a word or a number, never alone."""

    PLAIN = "plain"
    GOOD = "good"
    FAIR = "fair"
    BAD = "bad"
    MUTED = "muted"
    STRONG = "strong"


class Align(enum.StrEnum):
    """The alignment of a column's cells."""

    LEFT = "left"
    CENTRE = "centre"
    RIGHT = "right"


@dataclass(frozen=True, slots=True)
class Column:
    """A column's heading, alignment, and relative width."""

    heading: str
    align: Align = Align.LEFT
    weight: int = 1


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell: its text and tone; ``hint`` explains it where there is room (on screen when tapped)."""

    text: str
    tone: Tone = Tone.PLAIN
    hint: str = ""


@dataclass(frozen=True, slots=True)
class Table:
    """A rectangular table; the first cell of a row names the row. Raises ``ValueError`` when rows differ in length.

    ``key`` says what tones and letters mean; it stays in sight on screen.
    """

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]
    note: str = ""
    key: tuple[Cell, ...] = ()

    def __post_init__(self) -> None:
        for row in self.rows:
            if len(row) != len(self.columns):
                raise ValueError(f"{self.title}: a row has {len(row)} cells for {len(self.columns)} columns")

    @property
    def texts(self) -> frozenset[str]:
        """All that it says, text by text."""
        headings = (column.heading for column in self.columns)
        cells = (cell.text for row in (*self.rows, self.key) for cell in row)
        return frozenset({self.title, self.note, *headings, *cells})


def table(title: str, headings: str, rows: Iterable[Sequence[object]], note: str = "") -> Table:
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
class Stat:
    """One number of a statline with its short heading; ``name`` is the heading in full."""

    heading: str
    value: str
    name: str = ""
