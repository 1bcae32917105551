"""Read spreadsheets of LibreOffice (``.ods``, ``.fods``) as the texts that ``workbooks`` reads of others.

Libraries for the format give its elements, which takes this module as well, or lose errors, formulas without a result
and merged cells.
"""

import re
from collections.abc import Iterator
from itertools import islice, repeat
from typing import Final
from xml.etree.ElementTree import Element

from armybuilder.spreadsheets.cells import escape_formula
from armybuilder.spreadsheets.columns import MAX_ABOVE, MAX_COLUMNS, BadTable
from armybuilder.spreadsheets.untrusted import ZIP_BEGINS, Untrusted, open_archive, parse_xml
from armybuilder.spreadsheets.workbooks import (
    MAX_READ_ROWS,
    MAX_SHEET_ROWS,
    Area,
    ReadWorkbook,
    Rows,
    check_merged,
    check_rows,
    check_size,
    elements_in,
    filled_rows,
    value_text,
)

_NAMES: Final = "{urn:oasis:names:tc:opendocument:xmlns:%s:1.0}"
_OFFICE, _TABLE, _TEXT, _STYLE = (_NAMES % name for name in ("office", "table", "text", "style"))
_CALC: Final = "{urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0}"
_ROW, _CELL, _COVERED = f"{_TABLE}table-row", f"{_TABLE}table-cell", f"{_TABLE}covered-table-cell"
_AROUND_ROWS: Final = tuple(f"{_TABLE}{name}" for name in ("table-row-group", "table-header-rows", "table-rows"))
_ERROR: Final = re.compile(r"#[A-Z/0!?]+|Err:\d+|#.*[!?]")
_FORMULA: Final = re.compile(r"(?:\w+:)?=?(.*)", re.DOTALL)
_BLANKS: Final = re.compile(r"[ \t\r\n]+")
_SPACE, _BREAK = "\ue000", "\ue001"
"""What stands for spaces and line breaks that are elements, until the others are joined."""
_MAX_SPACES: Final = 100


def read_open_document(content: bytes, maximum: int) -> ReadWorkbook:
    """What ``read_workbook`` reads of other workbooks, within the same limits; raises ``BadTable``."""
    document = _document(content)
    check_size(elements_in(document), maximum)
    try:
        root = parse_xml(document)
    except Untrusted as error:
        raise BadTable(str(error)) from None
    spreadsheet = root.find(f"{_OFFICE}body/{_OFFICE}spreadsheet")
    if spreadsheet is None:
        raise BadTable("This is an OpenDocument file, but not a spreadsheet. Open it, copy its text and paste it.")
    return _Reader(root, maximum).read(spreadsheet)


def _document(content: bytes) -> bytes:
    """The XML with the cells; raises ``BadTable``."""
    if not content.startswith(ZIP_BEGINS):
        return content
    try:
        members = open_archive(content)
    except Untrusted as error:
        raise BadTable(str(error)) from None
    is_secret = b"encryption-data" in members.get("META-INF/manifest.xml", b"") or "encrypted-package" in members
    if is_secret or "content.xml" not in members:
        raise BadTable("This file has a password, or is damaged. Remove the password and save the file again.")
    return members["content.xml"]


def _number(of: Element, name: str, highest: int) -> int:
    """An attribute that counts something, from 1 to ``highest``."""
    text = of.get(name, "1")
    return min(max(int(text), 1), highest) if text.isascii() and text.isdecimal() and len(text) < 10 else 1


class _Reader:
    """Reads the sheets of a document, of which all rows and cells together are limited."""

    def __init__(self, root: Element, maximum: int) -> None:
        self.maximum = maximum
        self.remaining = iter(range(MAX_READ_ROWS))
        self.cells = 0
        self.unseen = {
            style.get(f"{_STYLE}name")
            for style in root.iter(f"{_STYLE}style")
            for properties in style.iter(f"{_STYLE}table-properties")
            if properties.get(f"{_TABLE}display") == "false"
        }

    def read(self, spreadsheet: Element) -> ReadWorkbook:
        """The rows of each sheet that is shown, and the titles of the others."""
        sheets: dict[str, Rows] = {}
        hidden = []
        for table in spreadsheet.findall(f"{_TABLE}table"):
            title = table.get(f"{_TABLE}name", "")
            if table.get(f"{_TABLE}style-name") in self.unseen:
                hidden.append(title)
                continue
            areas: list[Area] = []
            lines = list(islice(self._lines(table, areas), MAX_SHEET_ROWS))
            check_merged(areas)
            sheets[title] = filled_rows(lines, areas, self.maximum)
        return ReadWorkbook(sheets, tuple(hidden))

    def _lines(self, table: Element, areas: list[Area]) -> Iterator[list[str]]:
        """The texts of each row down to the last one that is wanted; ``areas`` gets the merged cells."""
        number, filled, empty = 1, 0, 0
        for row in _rows_of(table):
            times = _number(row, f"{_TABLE}number-rows-repeated", MAX_SHEET_ROWS)
            texts = self._texts(row, number, areas)
            number += times
            if not texts:
                empty += times
                continue
            for line in (*repeat([], min(empty, MAX_SHEET_ROWS)), *repeat(texts, min(times, self._wanted - filled))):
                check_rows(self.remaining)
                self.cells += len(line)
                check_size(self.cells, self.maximum)
                yield [*line]
            filled, empty = filled + times, 0
            if filled >= self._wanted:
                return

    @property
    def _wanted(self) -> int:
        """Rows of a sheet that are not empty which tell that there are too many."""
        return self.maximum + 2 + MAX_ABOVE

    def _texts(self, row: Element, number: int, areas: list[Area]) -> list[str]:
        """The texts of a row without the empty cells at its end."""
        texts: list[str] = []
        for cell in row:
            if cell.tag not in (_CELL, _COVERED) or len(texts) >= MAX_COLUMNS:
                continue
            column = len(texts) + 1
            right = column + _number(cell, f"{_TABLE}number-columns-spanned", MAX_COLUMNS) - 1
            bottom = number + _number(cell, f"{_TABLE}number-rows-spanned", MAX_SHEET_ROWS) - 1
            if (right, bottom) != (column, number):
                areas.append((column, number, right, bottom))
            # What a merged cell hides is not seen; cells that a formula for several fills are.
            hides = cell.tag == _COVERED and any(
                left <= column <= right and top <= number <= bottom for left, top, right, bottom in areas
            )
            text = "" if hides else _text_of(cell)
            texts += [text] * _number(cell, f"{_TABLE}number-columns-repeated", MAX_COLUMNS - len(texts))
        while texts and not texts[-1].strip():
            texts.pop()
        return texts


def _rows_of(table: Element) -> Iterator[Element]:
    """The rows of a table in order, which may be in groups."""
    waiting = list(reversed(table))
    while waiting:
        each = waiting.pop()
        if each.tag == _ROW:
            yield each
        elif each.tag in _AROUND_ROWS:
            waiting += reversed(each)


def _text_of(cell: Element) -> str:
    """The value of a cell as the text that CSV would have; without one, its formula."""
    shown = "\n".join(_paragraph(each) for each in cell.findall(f"{_TEXT}p"))
    kind = cell.get(f"{_OFFICE}value-type", "")
    formula = cell.get(f"{_TABLE}formula", "")
    if cell.get(f"{_CALC}value-type") == "error" or (formula and _ERROR.fullmatch(shown)):
        return f"={shown}"
    if kind == "boolean":
        return value_text(cell.get(f"{_OFFICE}boolean-value") == "true")
    if kind in ("float", "percentage", "currency"):
        try:
            return value_text(float(cell.get(f"{_OFFICE}value", "")))
        except ValueError:
            return escape_formula(shown)
    match = _FORMULA.fullmatch(formula) if not kind and not shown else None
    if match and match[1]:
        return f"={match[1]}"
    return escape_formula(cell.get(f"{_OFFICE}string-value") or shown)


def _paragraph(paragraph: Element) -> str:
    """The text of a paragraph; blanks count once, unless they are elements."""
    for each in paragraph.iter():
        if each.tag == f"{_TEXT}s":
            each.text = _SPACE * _number(each, f"{_TEXT}c", _MAX_SPACES)
        elif each.tag == f"{_TEXT}tab":
            each.text = _SPACE
        elif each.tag == f"{_TEXT}line-break":
            each.text = _BREAK
    text = _BLANKS.sub(" ", "".join(paragraph.itertext())).strip(" ")
    return text.replace(_SPACE, " ").replace(_BREAK, "\n")
