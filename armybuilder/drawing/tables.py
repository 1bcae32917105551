"""Layout of the games' tables for ``drawing/table.html``: the style of each cell, and how a phone shows a wide one."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, NamedTuple

from rulesets.core.tables import Align, Cell, Column, Table, Tone

PHONE: Final = 336
"""The width of a table on a narrow phone, in pixels."""
LETTER: Final = 7.4
"""The approximate width of a letter in a cell, in pixels."""
PADDING: Final = 8
"""Pixels to the left and right of a cell on a phone."""
FIRST_COLUMN: Final = 84
"""The least width of a row's heading, in pixels."""


_PLAIN: Final = Column("")


class TableCell(NamedTuple):
    """A cell ready to render, which its template unpacks: a grid of all types against all has thousands.

    ``style`` are its classes, ``address`` is what its text links to, ``label`` the heading shown beside it on a phone.
    """

    text: str
    style: str
    hint: str = ""
    address: str = ""
    label: str = ""


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table ready to render; ``repeats_heading`` is set where the page's heading has said its title already.

    ``turned`` is the table for a phone where it fits there only with its columns as rows.
    """

    title: str
    note: str
    key: tuple[TableCell, ...]
    repeats_heading: bool
    is_stacked: bool
    headings: tuple[TableCell, ...]
    rows: tuple[tuple[TableCell, ...], ...]
    turned: "TableLayout | None" = None


def lay_out(table: Table, under: str = "", links: Mapping[str, str] = MappingProxyType({})) -> TableLayout:
    """The table with its headings and rows.

    Cells whose text is a key of ``links`` link to that address.

    A table too wide for a phone is turned there, its columns to rows. If that is too wide as well, it is stacked: each
    row a block, its cells labelled with their headings, and so is a row's own heading if it is a number.
    Under a heading ``under`` that repeats the title, the caption is only for screen readers.
    """
    is_wide = _min_width(table) > PHONE
    turned = _turned(table) if is_wide else None
    if turned is not None and _min_width(turned) > PHONE:
        turned = None
    is_stacked = is_wide and turned is None
    labels = [column.heading if is_stacked else "" for column in table.columns]
    return TableLayout(
        table.title,
        table.note,
        tuple(_cell(cell, _PLAIN, {}, "") for cell in table.key),
        table.title == under,
        is_stacked,
        tuple(_cell(Cell(column.heading), column, {}, "") for column in table.columns),
        tuple(_row(table, row, labels, links) for row in table.rows),
        None if turned is None else lay_out(turned, under, links),
    )


def _turned(table: Table) -> Table:
    """The table with its columns as rows; its own headings are left, and its numbers on one side if all are."""
    sides = {column.align for column in table.columns[1:]}
    align = sides.pop() if len(sides) == 1 else Align.LEFT
    first, *others = table.columns
    columns = (first, *(Column(row[0].text, align) for row in table.rows))
    rows = tuple(
        (Cell(column.heading), *(row[place] for row in table.rows)) for place, column in enumerate(others, start=1)
    )
    return Table(table.title, columns, rows)


def _row(table: Table, row: tuple[Cell, ...], labels: list[str], links: Mapping[str, str]) -> tuple[TableCell, ...]:
    own = labels[:1] if row[0].text.isdecimal() else [""]
    return tuple(
        _cell(cell, column, links, label)
        for cell, column, label in zip(row, table.columns, own + labels[1:], strict=True)
    )


def _min_width(table: Table) -> float:
    """The approximate width in pixels of a table whose lines are all broken where they may be."""
    return sum(
        max(
            [_longest_word(column.heading) * LETTER, FIRST_COLUMN if place == 0 else 0]
            + [_min_cell(row[place], column, place) * LETTER for row in table.rows]
        )
        + PADDING
        for place, column in enumerate(table.columns)
    )


def _min_cell(cell: Cell, column: Column, place: int) -> int:
    """The letters of a cell that cannot be broken, by the rules of the style sheet; a % is as wide as two of them."""
    unbroken = len(cell.text) if place and column.align is Align.RIGHT else _longest_word(cell.text)
    return unbroken + cell.text.count("%")


def _longest_word(text: str) -> int:
    return max((len(word) for word in text.split(" ")), default=0)


def _cell(cell: Cell, column: Column, links: Mapping[str, str], label: str) -> TableCell:
    classes = [] if column.align is Align.LEFT else [column.align.value]
    if cell.tone is not Tone.PLAIN:
        classes.append(f"tone-{cell.tone.value}")
    return TableCell(cell.text, " ".join(classes), cell.hint, links.get(cell.text, ""), label)
