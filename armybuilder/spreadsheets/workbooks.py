"""Write tables to an XLSX workbook and read them. Cells are the same texts as in CSV; whole numbers are numbers.

``openpyxl`` brings a picture library, so it is imported where a workbook is made or read.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from armybuilder.spreadsheets.cells import escape_formula, unescape_formula
from armybuilder.spreadsheets.columns import BadTable
from armybuilder.spreadsheets.untrusted import ZIP_BEGINS, Untrusted, escape, has_doctype, open_archive, unescape

if TYPE_CHECKING:
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MAX_SHEET_ROWS = 20_000
MAX_COLUMNS = 200
MAX_ELEMENTS = 40_000
"""Elements of XML that a workbook may have for each sheet's headings, its styles and what else a program writes."""
MAX_ROW_ELEMENTS = 160
"""Elements that it may have besides for each row that is wanted: 40 cells of four."""
MAX_STYLES = 10_000
"""Elements of its styles, of which each takes four times as long as one of a cell."""
MAX_READ_ROWS = 2 * MAX_SHEET_ROWS
"""Rows of all sheets together, empty ones included."""
MAX_COLUMN_WIDTH = 60
_STYLES = "xl/styles.xml"
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,14}")
_SHORTER = "Copy the table alone to a new workbook."
_NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\]")

Sheets = Mapping[str, Iterable[Sequence[str]]]
"""Tables by their title, each with its row of headings."""
Rows = list[tuple[int, list[str]]]
"""The cells of non-empty rows, each with its number from 1."""


def write_workbook(sheets: Sheets) -> bytes:
    """The tables as sheets of a workbook; a text that looks like a formula is kept as text."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    for title, rows in sheets.items():
        sheet = book.create_sheet(sheet_title(title))
        table = [[unescape_formula(cell) for cell in row] for row in rows]
        for place, cells in enumerate(zip_longest(*table, fillvalue=""), 1):
            longest = max(len(line) for cell in cells for line in (cell.splitlines() or [""]))
            sheet.column_dimensions[column_letter(place)].width = min(longest, MAX_COLUMN_WIDTH) + 2
        sheet.freeze_panes = "A2"
        for number, row in enumerate(table):
            sheet.append([_cell(sheet, text, number == 0) for text in row])
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def column_letter(place: int) -> str:
    """The letters of a column by its number from 1."""
    from openpyxl.utils import get_column_letter

    return get_column_letter(place)


def sheet_title(title: str) -> str:
    """A title as allowed in a workbook."""
    return _NOT_IN_TITLES.sub(" ", title)[:31]


def _cell(sheet: WriteOnlyWorksheet, text: str, is_heading: bool) -> Any:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font

    if not text:
        return None
    cell = WriteOnlyCell(sheet, int(text) if _NUMBER.fullmatch(text) else escape(text))
    if not isinstance(cell.value, int):
        # Otherwise the library reads a text that begins with = as a formula, and #N/A as an error.
        cell.data_type = "s"
        cell.quotePrefix = escape_formula(text) != text
        if "\n" in text:
            cell.alignment = Alignment(wrap_text=True, vertical="top")
    if is_heading:
        cell.font = Font(bold=True)
    return cell


def is_workbook(content: bytes) -> bool:
    """Whether an archive is a workbook, and not one of other files."""
    return content.startswith(ZIP_BEGINS) and b"[Content_Types].xml" in content


def read_workbook(content: bytes, maximum: int) -> dict[str, Rows]:
    """The non-empty rows of each sheet with their numbers; formulas have their last value.

    One row more than ``maximum`` and the headings is read at most, to detect that there are too many. Raises
    ``BadTable``.
    """
    try:
        members = open_archive(content)
    except Untrusted as error:
        raise BadTable(str(error)) from None
    if any(has_doctype(member) for member in members.values()):
        raise BadTable("The workbook declares a document type (DOCTYPE) or entities. Save it again as .xlsx.")
    # Counted before any is read, which takes many times as long.
    if _elements(members.get(_STYLES, b"")) > MAX_STYLES:
        raise BadTable(f"The workbook has more than {MAX_STYLES} styles. {_SHORTER}")
    allowed = MAX_ELEMENTS + MAX_ROW_ELEMENTS * maximum
    if sum(map(_elements, members.values())) > allowed:
        raise BadTable(f"The workbook has more than {allowed} cells, rows and texts. {_SHORTER}")
    try:
        from openpyxl import load_workbook

        book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
        remaining = iter(range(MAX_READ_ROWS))
        return {sheet.title: _rows(sheet, maximum, remaining) for sheet in book.worksheets}
    except BadTable:
        raise
    except Exception:  # The library raises all kinds of exceptions for broken workbooks.
        raise BadTable("The workbook cannot be read. Save it again as .xlsx.") from None


def _elements(member: bytes) -> int:
    """How many elements a file of XML has, in any encoding at least."""
    return member.count(b"<") - member.count(b"</")


def _rows(sheet: Any, maximum: int, remaining: Iterator[int]) -> Rows:
    sheet.reset_dimensions()
    rows: Rows = []
    bounds = {"max_row": MAX_SHEET_ROWS, "max_col": MAX_COLUMNS}
    for number, values in enumerate(sheet.iter_rows(**bounds, values_only=True), 1):
        if next(remaining, None) is None:
            raise BadTable(f"The workbook has more than {MAX_READ_ROWS} rows, empty ones included. {_SHORTER}")
        cells = [_text(value) for value in values]
        while cells and not cells[-1]:
            cells.pop()
        if any(cell.strip() for cell in cells):
            rows.append((number, cells))
            if len(rows) > maximum + 1:
                break
    return rows


def _text(value: Any) -> str:
    """The value of a cell as the text that CSV would have."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return str(int(value))
    return str(value) if isinstance(value, int | float) else escape_formula(unescape(str(value)))
