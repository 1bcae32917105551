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
from armybuilder.spreadsheets.columns import MAX_ABOVE, BadTable
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
_FORMULA = re.compile(rb"<(?:\w+:)?f[\s/>]")
_MERGED = re.compile(rb"<(?:\w+:)?mergeCell\s[^>]*?ref=\"([A-Z]+[0-9]+:[A-Z]+[0-9]+)\"")
_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ODS, _ODF = b"application/vnd.oasis.opendocument.spreadsheet", b"application/vnd.oasis.opendocument."
_BEGINNING = 200
"""Bytes of an archive within which an OpenDocument file says what it is."""
_SHORTER = "Copy the table alone to a new workbook."
_NOT_IN_TITLES = re.compile(r"[\[\]:*?/\\]")

Sheets = Mapping[str, Iterable[Sequence[str]]]
"""Tables by their title, each with its row of headings."""
Rows = list[tuple[int, list[str]]]
"""The cells of non-empty rows, each with its number from 1."""


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


def other_file(content: bytes) -> str:
    """What a file of another program is, and how its table can be read; empty for all that may be read."""
    if content.startswith(_OLD_EXCEL):
        return "This is a workbook in Excel’s old format (.xls) or has a password. Save it as .xlsx."
    if not content.startswith(ZIP_BEGINS):
        return ""
    if _ODS in content[:_BEGINNING]:
        return "This is an OpenDocument spreadsheet (.ods). Save it as .xlsx or as CSV UTF-8."
    if _ODF in content[:_BEGINNING]:
        return "This is an OpenDocument file and no spreadsheet. Copy its text and paste it."
    if b"Index/Document.iwa" in content:
        return "This is a document of Numbers or Pages (.numbers, .pages). Export it as .xlsx or as CSV."
    if b"word/document.xml" in content:
        return "This is a Word document (.docx). Copy its text and paste it."
    if b"xl/workbook.bin" in content:
        return "This is a binary workbook (.xlsb). Save it as .xlsx."
    return ""


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
    if _elements(members.get(_STYLES, b"")) > MAX_STYLES:
        raise BadTable(f"The workbook has more than {MAX_STYLES} styles. {_SHORTER}")
    allowed = MAX_ELEMENTS + MAX_ROW_ELEMENTS * maximum
    if sum(map(_elements, members.values())) > allowed:
        raise BadTable(f"The workbook has more than {allowed} cells, rows and texts. {_SHORTER}")
    try:
        return _read(content, list(members.values()), maximum)
    except BadTable:
        raise
    except Exception:  # The library raises all kinds of exceptions for broken workbooks.
        raise BadTable("The workbook cannot be read. Save it again as .xlsx.") from None


def _elements(member: bytes) -> int:
    """How many elements a file of XML has, in any encoding at least."""
    return member.count(b"<") - member.count(b"</")


def _read(content: bytes, members: Sequence[bytes], maximum: int) -> ReadWorkbook:
    from openpyxl import load_workbook

    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True, keep_links=False)
    visible = {sheet.title: sheet for sheet in book.worksheets if sheet.sheet_state == "visible"}
    hidden = tuple(sheet.title for sheet in book.worksheets if sheet.title not in visible)
    formulas: dict[str, dict[tuple[int, int], str]] = {}
    merged: dict[str, list[tuple[int, int, int, int]]] = {}
    areas = [area.decode() for member in members for area in _MERGED.findall(member)]
    if areas or any(_FORMULA.search(member) for member in members):
        _check_areas(areas)
        # Only so does the library tell formulas and merged cells.
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
        sheets[title] = _filled_rows(cells, merged.get(title, ()), maximum)
    return ReadWorkbook(sheets, hidden)


def _check_areas(areas: Iterable[str]) -> None:
    """Raise ``BadTable`` for merged cells that cover too much."""
    from openpyxl.utils import range_boundaries

    covered = 0
    for area in areas:
        first_column, first_row, last_column, last_row = (each or 0 for each in range_boundaries(area))
        covered += (last_column - first_column + 1) * (last_row - first_row + 1)
    if covered > MAX_ELEMENTS:
        raise BadTable(f"The workbook’s merged cells cover more than {MAX_ELEMENTS} cells. {_SHORTER}")


def _cells(sheet: Any, formulas: Mapping[tuple[int, int], str], remaining: Iterator[int]) -> Iterator[list[str]]:
    """The texts of each row."""
    sheet.reset_dimensions()
    bounds = {"max_row": MAX_SHEET_ROWS, "max_col": MAX_COLUMNS}
    for number, row in enumerate(sheet.iter_rows(**bounds), 1):
        if next(remaining, None) is None:
            raise BadTable(f"The workbook has more than {MAX_READ_ROWS} rows, empty ones included. {_SHORTER}")
        texts = []
        for column, cell in enumerate(row, 1):
            formula = formulas.get((number, column), "") if cell.value is None else ""
            texts.append(formula or (f"={cell.value}" if cell.data_type == "e" else _text(cell.value)))
        yield texts


def _filled_rows(cells: Iterable[list[str]], merged: Iterable[tuple[int, int, int, int]], maximum: int) -> Rows:
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


def _text(value: Any) -> str:
    """The value of a cell as the text that CSV would have."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer() and abs(value) < 10**15:
        return str(int(value))
    return str(value) if isinstance(value, int | float) else escape_formula(unescape(str(value)))
