"""Tables and tracks for templates."""

from collections.abc import Mapping
from dataclasses import dataclass

from armybuilder.printing.fitting.text import Form, beside_name, caption_of, form_of, number_columns
from armybuilder.printing.fitting.tracks import TrackPart, fraction, words_in
from rulesets.core.play.trackers import Track
from rulesets.core.tables import Align, Column, Table, Tone

CLASSES = {Align.LEFT: "", Align.CENTRE: "centre", Align.RIGHT: "right"}


@dataclass(frozen=True, slots=True)
class PrintedCell:
    """A cell's text and its classes."""

    text: str
    classes: str


@dataclass(frozen=True, slots=True)
class PrintedRow:
    """A row: its name cell and the others; a ``stacked`` row has its name on a separate line."""

    name: PrintedCell
    cells: tuple[PrintedCell, ...]
    beside: str = ""


@dataclass(frozen=True, slots=True)
class PrintedTable:
    """A table for a template: ``caption`` and ``headings`` are empty if they would be redundant.

    In a ``stacked`` table each row's name, with what is text in it, stands above its numbers.
    """

    caption: str
    headings: tuple[PrintedCell, ...]
    rows: tuple[PrintedRow, ...]
    note: str
    stacked: bool = False

    @property
    def columns(self) -> int:
        """The number of columns; a stacked table has none for the names."""
        return len(self.rows[0].cells) + (not self.stacked) if self.rows else len(self.headings)


def _classes(column: Column, tone: Tone = Tone.PLAIN) -> str:
    return " ".join(filter(None, (CLASSES[column.align], "" if tone is Tone.PLAIN else f"tone-{tone}")))


def printed_table(table: Table, points: float, available_width: float, style: str) -> PrintedTable:
    """The table in the form that fits the width: in columns, or with each row's name above its numbers."""
    stacked = form_of(table, points, available_width, style) is Form.STACKED
    places = number_columns(table) if stacked else range(1, len(table.columns))
    headed = table.columns[: 0 if stacked else 1] + tuple(table.columns[place] for place in places)
    headings = tuple(PrintedCell(column.heading, _classes(column)) for column in headed)
    rows = tuple(
        PrintedRow(
            PrintedCell(row[0].text, _classes(table.columns[0], row[0].tone)),
            tuple(PrintedCell(row[place].text, _classes(table.columns[place], row[place].tone)) for place in places),
            beside_name(table, row) if stacked else "",
        )
        for row in table.rows
    )
    named = any(column.heading for column in headed)
    return PrintedTable(caption_of(table, stacked=stacked), headings if named else (), rows, table.note, stacked)


# --- boxes to tick -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class PrintedBox:
    """A box: its word or, where something happens, its number; whether it is ticked, marked, as wide as its word.

    One that is ticked twice is ``struck`` by the first tick and crossed out by the second.
    """

    text: str
    ticked: bool
    marked: bool
    wide: bool
    struck: bool = False

    @property
    def classes(self) -> str:
        """Its classes in style sheets."""
        told = {
            "marked": self.marked,
            "ticked": self.ticked,
            "crossed": self.ticked and self.struck,
            "struck": self.struck and not self.ticked,
            "wide": self.wide,
        }
        return " ".join(("box", *(name for name, holds in told.items() if holds)))


@dataclass(frozen=True, slots=True)
class PrintedTrack:
    """A row of boxes with its title; ``of`` is the number of boxes where they are too many to draw.

    On cards: ``long`` if the boxes stand under the title; ``key`` says what the marked ones mean.
    """

    title: str
    boxes: tuple[PrintedBox, ...]
    of: int = 0
    ticked: int = 0
    long: bool = False
    key: str = ""


def printed_track(track: Track | TrackPart, *, codes: Mapping[str, str] | None = None) -> PrintedTrack:
    """A track or a part of it.

    ``codes`` are letters for marked boxes by their meaning, instead of fractions or numbers.
    """
    part = TrackPart.whole(track) if isinstance(track, Track) else track
    track = part.track
    ticks, marks = set(track.ticks), {} if track.twice else dict(track.marks)
    if part.to_write:
        return PrintedTrack(part.title, (), track.boxes, len(ticks), part.long, part.key)
    boxes = []
    for number in range(part.first, part.last + 1):
        name = track.names[number - 1] if track.names else ""
        mark = (codes[marks[number]] if codes else fraction(marks[number]) or str(number)) if number in marks else ""
        wide = len(words_in(track, number)) > 1
        last = number + track.printed_boxes if track.twice else number
        boxes.append(PrintedBox(name or mark, last in ticks, number in marks, wide, track.twice and number in ticks))
    return PrintedTrack(part.title, tuple(boxes), long=part.long, key=part.key)
