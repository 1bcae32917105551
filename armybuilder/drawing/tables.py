"""Tables of the games as HTML, built in Python for speed: a grid of all types against all has thousands of cells."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from types import MappingProxyType
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from armybuilder.drawing.percentages import unbroken
from rulesets.core.tables import Align, Cell, Column, Table, Tone

PHONE: Final = 336
"""The width of a table on a narrow phone, in pixels."""
LETTER: Final = 7.7
"""The approximate width of a letter in a cell, in pixels."""
PADDING: Final = 11.2
"""Pixels to the left and right of a cell on a phone."""
FIRST_COLUMN: Final = 84
"""The least width of a row's heading, in pixels."""


def table_html(table: Table, under: str = "", links: Mapping[str, str] = MappingProxyType({})) -> SafeString:
    """The table with its caption, headings and rows, in a frame that scrolls by itself where it is too wide.

    Cells whose text is a key of ``links`` become that link.

    A table too wide for a phone is stacked there: each row a block, its cells labelled with their headings, and so is
    a row's own heading if it is a number.
    Under a heading ``under`` that repeats the title, the caption is only for screen readers.
    """
    headings = "".join(_heading(column) for column in table.columns)
    stacked = _least_width(table) > PHONE
    labels = [f' data-label="{escape(column.heading)}"' if stacked else "" for column in table.columns]
    rows = "\n".join(f"<tr>{_row(table, row, labels, links)}</tr>" for row in table.rows)
    return format_html(
        '<div class="table-frame" role="group" aria-label="{}" tabindex="0"><table class="data-table{}">'
        "<caption{}>{}</caption><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>{}",
        table.title,
        " stacked" if stacked else "",
        format_html(' class="{}"', "visually-hidden") if table.title == under else "",
        table.title,
        mark_safe(headings),  # noqa: S308 (every text in it was escaped)
        mark_safe(rows),  # noqa: S308 (every text in it was escaped)
        format_html('<p class="table-note">{}</p>', table.note) if table.note else "",
    )


def _heading(column: Column) -> str:
    """A column's heading; a plain cell if it has none, since an empty heading is of no use to screen readers."""
    return _cell("th", ' scope="col"', Cell(column.heading), column, {}) if column.heading else "<td></td>"


def _row(table: Table, row: tuple[Cell, ...], labels: list[str], links: Mapping[str, str]) -> str:
    first, *rest = zip(row, table.columns, strict=True)
    cells = [_cell("td", label, *of, links) for label, of in zip(labels[1:], rest, strict=True)]
    own = labels[0] if first[0].text.isdecimal() else ""
    return _cell("th", f' scope="row"{own}', *first, links) + "".join(cells)


def _least_width(table: Table) -> float:
    """The approximate width in pixels of a table whose lines are all broken where they may be."""
    return sum(
        max(
            [_longest_word(column.heading) * LETTER, FIRST_COLUMN if place == 0 else 0]
            + [_least_cell(row[place], column, place) * LETTER for row in table.rows]
        )
        + PADDING
        for place, column in enumerate(table.columns)
    )


def _least_cell(cell: Cell, column: Column, place: int) -> int:
    """The number of letters of a cell that cannot be broken, by the rules of the style sheet."""
    text = unbroken(cell.text)
    whole = column.align is Align.CENTRE or (place and (column.align is Align.RIGHT or cell.tone is not Tone.PLAIN))
    return len(text) if whole else _longest_word(text)


def _longest_word(text: str) -> int:
    return max((len(word) for word in text.split(" ")), default=0)


def _cell(tag: str, attributes: str, cell: Cell, column: Column, links: Mapping[str, str]) -> str:
    classes = [] if column.align is Align.LEFT else [column.align.value]
    if cell.tone is not Tone.PLAIN:
        classes.append(f"tone-{cell.tone.value}")
    if classes:
        attributes += f' class="{" ".join(classes)}"'
    text = links.get(cell.text) or escape(unbroken(cell.text))
    if cell.hint and text:
        text = f'<button type="button" class="abbreviation" title="{escape(cell.hint)}">{text}</button>'
    return f"<{tag}{attributes}>{text}</{tag}>"
