"""Write tables to an XLSX workbook and read them. Cells are the same texts as in CSV; whole numbers are numbers.

``openpyxl`` brings a picture library, so it is imported where a workbook is made or read.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING, Any, NamedTuple

from armybuilder.spreadsheets.cells import escape_formula, unescape_formula
from armybuilder.spreadsheets.columns import MAX_ABOVE, MAX_COLUMNS, BadTable
from armybuilder.spreadsheets.untrusted import Untrusted, escape, has_doctype, open_archive, unescape

if TYPE_CHECKING:
    from openpyxl.worksheet._write_only import WriteOnlyWorksheet

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
MAX_SHEET_ROWS = 20_000
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
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=\"([A-Z]+[0-9]+:[A-Z]+[0-9]+)\"")
_SHORTER = "Copy the table alone to a new workbook."
_NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\]")

Sheets = Mapping[str, Iterable[Sequence[str]]]
"""Tables by their title, each with its row of headings."""
Rows = list[tuple[int, list[str]]]
"""The cells of non-empty rows, each with its number from 1."""
Area = tuple[int, int, int, int]
"""The bounds of merged cells, counted from 1: left, top, right, bottom."""


class ReadWorkbook(NamedTuple):
    """The rows of each visible sheet by title, and the titles of the hidden sheets, which are not read."""

    sheets: dict[str, Rows]
    hidden: tuple[str, ...] = ()


def write_workbook(sheets: Sheets) -> bytes:
    """The tables as sheets of a workbook; a text that looks like a formula is kept as text."""
    from openpyxl import Workbook

    book = Workbook(write_only=True)
    for title, rows in sheets.items():
        sheet = book.create_sheet(sheet_title(title))
        table = list(rows)
        for place, cells in enumerate(zip_longest(*table, fillvalue=""), 1):
            longest = max(len(line) for cell in cells for line in (unescape_formula(cell).splitlines() or [""]))
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
    # A guarded "'-5" is a text and stays one; -5 is a number.
    cell = WriteOnlyCell(sheet, int(text) if _NUMBER.fullmatch(text) else escape(unescape_formula(text)))
    if not isinstance(cell.value, int):
        # Otherwise the library reads a text that begins with = as a formula, and #N/A as an error.
        cell.data_type = "s"
        cell.quotePrefix = unescape_formula(text) != text
        if "\n" in text:
            cell.alignment = Alignment(wrap_text=True, vertical="top")
    if is_heading:
        cell.font = Font(bold=True)
    return cell


def read_workbook(content: bytes, maximum: int) -> ReadWorkbook:
    """The non-empty rows of each visible sheet with their numbers.

    A formula has its stored value, without one its own text after ``=``. A merged cell holds for all its rows. At most
    ``MAX_ABOVE`` rows more than ``maximum`` and one are read, to detect that there are too many. Raises ``BadTable``.
    """
    try:
        members = open_archive(content)
    except Untrusted as error:
        raise BadTable(str(error)) from None
    if any(has_doctype(member) for member in members.values()):
        raise BadTable("The workbook declares a document type (DOCTYPE) or entities. Save it again as .xlsx.")
    # Counted before any is read, which takes many times as long.
    if elements_in(members.get(_STYLES, b"")) > MAX_STYLES:
        raise BadTable(f"The workbook has more than {MAX_STYLES} styles. {_SHORTER}")
    check_size(sum(map(elements_in, members.values())), maximum)
    try:
        return _read(content, list(members.values()), maximum)
    except BadTable:
        raise
    except Exception:  # The library raises all kinds of exceptions for broken workbooks.
        raise BadTable("The workbook cannot be read. Save it again as .xlsx.") from None


def elements_in(document: bytes) -> int:
    """How many elements a document of XML has, in any encoding at least."""
    return document.count(b"<") - document.count(b"</")


def check_size(elements: int, maximum: int) -> None:
    """Raise ``BadTable`` for more elements than a workbook of ``maximum`` rows may have."""
    allowed = MAX_ELEMENTS + MAX_ROW_ELEMENTS * maximum
    if elements > allowed:
        raise BadTable(f"The workbook has more than {allowed} cells, rows and texts. {_SHORTER}")


def _read(content: bytes, members: Sequence[bytes], maximum: int) -> ReadWorkbook:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    visible = {sheet.title: sheet for sheet in book.worksheets if sheet.sheet_state == "visible"}
    hidden = tuple(sheet.title for sheet in book.worksheets if sheet.title not in visible)
    formulas: dict[str, dict[tuple[int, int], str]] = {}
    merged: dict[str, list[Area]] = {}
    areas = [area.decode() for member in members for area in _MERGED.findall(member)]
    if areas or any(_FORMULA.search(member) for member in members):
        check_merged(_bounds(area) for area in areas)
        # This is the only way in which the library reports formulas and merged cells.
        for sheet in load_workbook(io.BytesIO(content), keep_links=False).worksheets:
            formulas[sheet.title] = {
                (cell.row or 0, cell.column or 0): str(getattr(cell.value, "text", cell.value))
                for row in sheet.iter_rows(max_row=min(sheet.max_row, MAX_SHEET_ROWS))
                for cell in row
                if cell.data_type == "f"
            }
            merged[sheet.title] = [each.bounds for each in sheet.merged_cells.ranges]
    remaining = iter(range(MAX_READ_ROWS))
    sheets = {}
    for title, sheet in visible.items():
        cells = _cells(sheet, formulas.get(title, {}), remaining)
        sheets[title] = filled_rows(cells, merged.get(title, ()), maximum)
    return ReadWorkbook(sheets, hidden)


def check_merged(areas: Iterable[Area]) -> None:
    """Raise ``BadTable`` for merged cells that cover too much."""
    if sum((right - left + 1) * (bottom - top + 1) for left, top, right, bottom in areas) > MAX_ELEMENTS:
        raise BadTable(f"The workbook’s merged cells cover more than {MAX_ELEMENTS} cells. {_SHORTER}")


def _bounds(area: str) -> Area:
    """The bounds of an area such as ``A2:B4``."""
    from openpyxl.utils import range_boundaries

    left, top, right, bottom = (each or 0 for each in range_boundaries(area))
    return left, top, right, bottom


def check_rows(remaining: Iterator[int]) -> None:
    """Take one of the rows that may still be read; raises ``BadTable`` without one."""
    if next(remaining, None) is None:
        raise BadTable(f"The workbook has more than {MAX_READ_ROWS} rows, including empty ones. {_SHORTER}")


def _cells(sheet: Any, formulas: Mapping[tuple[int, int], str], remaining: Iterator[int]) -> Iterator[list[str]]:
    """The texts of each row."""
    sheet.reset_dimensions()
    bounds = {"max_row": MAX_SHEET_ROWS, "max_col": MAX_COLUMNS}
    for number, row in enumerate(sheet.iter_rows(**bounds), 1):
        check_rows(remaining)
        texts = []
        for column, cell in enumerate(row, 1):
            formula = formulas.get((number, column), "") if cell.value is None else ""
            texts.append(formula or (f"={cell.value}" if cell.data_type == "e" else value_text(cell.value)))
        yield texts


def filled_rows(cells: Iterable[list[str]], merged: Iterable[Area], maximum: int) -> Rows:
    """The rows that are not empty, without empty cells at their ends; those below a merged cell have its text too."""
    below = {
        (row, column): top
        for column, top, _, bottom in merged
        if column <= MAX_COLUMNS
        for row in range(top + 1, min(bottom, MAX_SHEET_ROWS) + 1)
    }
    columns_of_row: dict[int, list[int]] = {}
    for row, column in below:
        columns_of_row.setdefault(row, []).append(column)
    rows: Rows = []
    texts: dict[tuple[int, int], str] = {}
    tops = {(top, column) for (_, column), top in below.items()}
    for number, line in enumerate(cells, 1):
        for place, text in enumerate(line, 1):
            if (number, place) in tops:
                texts[number, place] = text
        filled = any(cell.strip() for cell in line)
        for column in columns_of_row.get(number, ()) if filled else ():
            line += [""] * (column - len(line))
            line[column - 1] = line[column - 1] or texts.get((below[number, column], column), "")
        while line and not line[-1]:
            line.pop()
        if filled:
            rows.append((number, line))
            if len(rows) > maximum + 1 + MAX_ABOVE:
                break
    return rows


def value_text(value: Any) -> str:
    """The value of a cell as the text that CSV would have."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return str(int(value))
    return str(value) if isinstance(value, int | float) else escape_formula(unescape(str(value)))
