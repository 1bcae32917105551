"""Workbooks: what is written is read again, no text is a formula, and what is no workbook is refused in words."""

import io

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from armybuilder.spreadsheets.cells import escape_formula
from armybuilder.spreadsheets.columns import MAX_ABOVE, BadTable
from armybuilder.spreadsheets.untrusted import open_archive
from armybuilder.spreadsheets.workbooks import read_workbook, write_workbook
from tests.spreadsheets.test_untrusted import LAUGHS, archive

CELLS = st.text("ab=+-@'\t\r\n _x05D\ufffe", max_size=8).filter(
    lambda text: all(ord(letter) > 31 or letter in "\t\r\n" for letter in text)
)


@settings(max_examples=40)
@given(st.lists(st.tuples(CELLS, CELLS), max_size=5))
def test_any_texts_are_read_again(rows):
    table = [["Name", "Notes"], *([escape_formula(cell) for cell in row] for row in rows)]
    found = dict(read_workbook(write_workbook({"A": table, "B/C": [["x"]]}), 9).sheets["A"])
    for number, row in enumerate(table, 1):
        if any(cell.strip() for cell in row):
            read = [*found[number], "", ""][:2]
            assert read == row


def test_texts_like_formulas_are_texts_and_numbers_are_numbers():
    content = write_workbook({"A": [["x"], ["'=1+1"], ["'@cmd"], ["'-5"], ["-3"], ["007"], ["#N/A"]]})
    sheet = openpyxl.load_workbook(io.BytesIO(content))["A"]
    cells = [row[0] for row in sheet.iter_rows(min_row=2)]
    assert [(cell.value, cell.data_type) for cell in cells] == [
        ("=1+1", "s"),
        ("@cmd", "s"),
        ("-5", "s"),
        (-3, "n"),
        ("007", "s"),
        ("#N/A", "s"),
    ]
    assert cells[0].quotePrefix


def test_what_is_no_workbook_is_refused():
    whole = write_workbook({"A": [["x"]]})
    members = {name: content for name, content in open_archive(whole).items() if name != "xl/workbook.xml"}
    for broken, told in (
        (whole[:-40], "damaged"),
        (archive({"a.txt": b"a"}), "cannot be read"),
        (archive(members), "cannot be read"),
        (archive({**open_archive(whole), "xl/sharedStrings.xml": LAUGHS}), "DOCTYPE"),
        (archive({**open_archive(whole), "xl/worksheets/sheet1.xml": b"<a"}), "cannot be read"),
    ):
        with pytest.raises(BadTable, match=told):
            read_workbook(broken, 9)


def test_no_more_rows_are_read_than_tell_that_there_are_too_many():
    table = [["Name"], [], *([str(number)] for number in range(100))]
    rows = read_workbook(write_workbook({"A": table}), 3).sheets["A"]
    assert rows == [(1, ["Name"]), *((number + 3, [str(number)]) for number in range(4 + MAX_ABOVE))]


SHEET = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>%b</sheetData></worksheet>'


def with_sheets(content, count=1):
    """A workbook whose sheets have that content."""
    whole = open_archive(write_workbook({f"A{number}": [["x"]] for number in range(count)}))
    return archive({name: SHEET % content if "worksheets/" in name else each for name, each in whole.items()})


@pytest.mark.parametrize(
    "content",
    [
        b"<row>" + b"<c/>" * 120_000 + b"</row>",
        b"<row/>" * 120_000,
        b'<row><c t="inlineStr"><is>' + b"<r><t>a</t></r>" * 60_000 + b"</is></c></row>",
    ],
    ids=["cells", "rows", "parts of a text"],
)
def test_a_workbook_of_too_many_cells_is_refused_before_it_is_read(content, monkeypatch):
    monkeypatch.setattr("openpyxl.load_workbook", lambda *_, **__: pytest.fail("read"))
    sent = with_sheets(content)
    assert len(sent) < 30_000
    with pytest.raises(BadTable, match="more than 120000 cells, rows and texts"):
        read_workbook(sent, 500)


@pytest.mark.parametrize("style", [b"<xf/>", b"<font/>"])
def test_a_workbook_of_too_many_styles_is_refused_before_it_is_read(style, monkeypatch):
    monkeypatch.setattr("openpyxl.load_workbook", lambda *_, **__: pytest.fail("read"))
    whole = open_archive(write_workbook({"A": [["x"]]}))
    styles = whole["xl/styles.xml"].replace(b"</styleSheet>", style * 10_000 + b"</styleSheet>")
    with pytest.raises(BadTable, match="more than 10000 styles"):
        read_workbook(archive({**whole, "xl/styles.xml": styles}), 500)


def test_the_largest_table_that_is_wanted_is_read():
    """Of texts, which take most elements, with as many columns as any kind of unit or entry has."""
    table = [[f"Heading {place}" for place in range(40)], *([f"a{place}" for place in range(40)] for _ in range(3000))]
    assert len(read_workbook(write_workbook({"A": table}), 3000).sheets["A"]) == 3001


def test_a_workbook_of_many_empty_rows_is_refused():
    last = b'<row r="20000"><c><v>1</v></c></row>'
    assert len(read_workbook(with_sheets(last, 2), 500).sheets) == 2
    with pytest.raises(BadTable, match="more than 40000 rows"):
        read_workbook(with_sheets(last, 150), 500)
