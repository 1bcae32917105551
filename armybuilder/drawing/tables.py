"""Tables of the games as HTML, written in Python: a grid of all kinds against all has thousands of cells."""

from __future__ import annotations

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe

from armybuilder.drawing.percentages import unbroken
from rulesets.core.tables import Align, Cell, Column, Table, Tone


def table_html(table: Table, under: str = "") -> SafeString:
    """The table with its caption, headings and rows, in a frame that scrolls by itself where it is too wide.

    Under a heading ``under`` that already says the title, the caption is for screen readers alone.
    """
    headings = "".join(_heading(column) for column in table.columns)
    rows = "\n".join(f"<tr>{_row(table, row)}</tr>" for row in table.rows)
    return format_html(
        '<div class="table-frame" role="group" aria-label="{}" tabindex="0"><table class="data-table">'
        "<caption{}>{}</caption><thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>{}",
        table.title,
        format_html(' class="{}"', "visually-hidden") if table.title == under else "",
        table.title,
        mark_safe(headings),  # noqa: S308 (every text in it was escaped)
        mark_safe(rows),  # noqa: S308 (every text in it was escaped)
        format_html('<p class="table-note">{}</p>', table.note) if table.note else "",
    )


def _heading(column: Column) -> str:
    """A column's heading; a column without one has a plain cell there, since an empty heading says nothing."""
    return _cell("th", ' scope="col"', Cell(column.heading), column) if column.heading else "<td></td>"


def _row(table: Table, row: tuple[Cell, ...]) -> str:
    first, *rest = zip(row, table.columns, strict=True)
    return _cell("th", ' scope="row"', *first) + "".join(_cell("td", "", cell, column) for cell, column in rest)


def _cell(tag: str, attributes: str, cell: Cell, column: Column) -> str:
    classes = [] if column.align is Align.LEFT else [column.align.value]
    if cell.tone is not Tone.PLAIN:
        classes.append(f"tone-{cell.tone.value}")
    if classes:
        attributes += f' class="{" ".join(classes)}"'
    if cell.hint:
        attributes += f' title="{escape(cell.hint)}"'
    return f"<{tag}{attributes}>{escape(unbroken(cell.text))}</{tag}>"
