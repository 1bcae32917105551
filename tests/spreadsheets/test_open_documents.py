"""Spreadsheets of LibreOffice: read as other workbooks are, and within the same limits."""

import pytest

from armybuilder.spreadsheets.columns import MAX_ABOVE, BadTable
from armybuilder.spreadsheets.file_kinds import is_open_document
from armybuilder.spreadsheets.open_documents import read_open_document
from armybuilder.spreadsheets.untrusted import open_archive
from armybuilder.spreadsheets.uploads import read_uploaded_workbook
from tests.spreadsheets.libreoffice import FILES
from tests.spreadsheets.open_documents import BODY, ROW, TABLE, packed, text
from tests.spreadsheets.test_untrusted import LAUGHS, archive


def rows_of(*cells, maximum=9):
    """The rows that are read of a table of rows with these cells."""
    content = BODY.format(TABLE.format("".join(cells))).encode()
    return read_open_document(packed(content), maximum).sheets["A"]


def cell_of(cell):
    """The text that is read of a cell."""
    return rows_of(ROW.format(cell))[0][1][0]


@pytest.mark.parametrize(("ending", "yes", "no"), [("ods", "yes", "no"), ("xlsx", "1", "0")])
def test_what_libreoffice_saves_is_read_in_both_formats(ending, yes, no):
    """In Excel's format LibreOffice saves yes and no as numbers."""
    read = read_uploaded_workbook((FILES / f"everyday.{ending}").read_bytes(), 99)
    assert read.hidden == ("Last year",)
    assert read.sheets == {
        "Cover": [(1, ["3rd Division"])],
        "Army": [
            (1, ["My list for Saturday"]),
            (3, ["Battle group", "Unit", "Qty", "Painted", "Share"]),
            (4, ["Alpha", "Challenger 2", "2", yes, "0.5"]),
            (5, ["Alpha", "Warrior", "3", no, "0.75"]),
            (6, ["Bravo", "Ajax", "=#DIV/0!"]),
            (7, ["Bravo", "Scimitar", "1.5"]),
            (8, ["Total", "", "5"]),
        ],
    }


def test_a_formula_has_its_value_or_is_told():
    formula = '<table:table-cell table:formula="of:=[.A1]+1"{}</table:table-cell>'
    assert cell_of(formula.format(' office:value-type="float" office:value="3"><text:p>3</text:p>')) == "3"
    assert cell_of(formula.format(">")) == "=[.A1]+1"
    for error in ("#REF!", "Err:508", "#WERT!", "#N/A"):
        assert cell_of(formula.format(f' office:value-type="string"><text:p>{error}</text:p>')) == f"={error}"
    named = formula.format(' office:value-type="string" office:string-value="Tank"><text:p>Tank</text:p>')
    assert cell_of(named) == "Tank"


@pytest.mark.parametrize(
    ("cell", "read"),
    [
        ('office:value-type="percentage" office:value="0.5"><text:p>50%</text:p>', "0.5"),
        ('office:value-type="currency" office:value="24"><text:p>24 €</text:p>', "24"),
        ('office:value-type="float" office:value="?"><text:p>=24</text:p>', "'=24"),
        ('office:value-type="date" office:date-value="2026-10-02"><text:p>2/10</text:p>', "2/10"),
        ('office:value-type="boolean" office:boolean-value="true"><text:p>WAHR</text:p>', "yes"),
        ('office:value-type="string"><text:p>=1+1</text:p>', "'=1+1"),
        ('office:value-type="string"><text:p>a<text:s text:c="2"/>b\n c<text:line-break/>d</text:p>', "a  b c\nd"),
        ('office:value-type="string"><text:p>a <text:a>b</text:a></text:p><text:p>c</text:p>', "a b\nc"),
        ('office:value-type="string"><office:annotation><text:p>n</text:p></office:annotation><text:p>a</text:p>', "a"),
        ('office:value-type="string"><text:p>a<text:s text:c="999999999"/>b</text:p>', f"a{' ' * 100}b"),
    ],
)
def test_a_cell_is_read_as_its_value(cell, read):
    assert cell_of(f"<table:table-cell {cell}</table:table-cell>") == read


def test_merged_cells_hold_for_all_their_rows_and_hide_others():
    covered = "<table:covered-table-cell><text:p>old</text:p></table:covered-table-cell>"
    first = text("Alpha", number_rows_spanned="3", number_columns_spanned="1")
    by_formula = '<table:covered-table-cell office:value-type="float" office:value="7"/>'
    assert rows_of(
        ROW.format(first + text("a")), ROW.format(covered + text("b")), ROW.format(covered + by_formula)
    ) == [(1, ["Alpha", "a"]), (2, ["Alpha", "b"]), (3, ["Alpha", "7"])]


def test_rows_in_groups_are_read_in_order():
    grouped = f"<table:table-row-group>{ROW.format(text('b'))}</table:table-row-group>"
    heads = f"<table:table-header-rows>{ROW.format(text('a'))}</table:table-header-rows>"
    assert rows_of(heads, grouped, ROW.format(text("c"))) == [(1, ["a"]), (2, ["b"]), (3, ["c"])]


def test_a_hidden_sheet_is_named_and_not_read():
    sheets = "".join(
        f'<table:table table:name="{name}" table:style-name="{style}">{ROW.format(text(name))}</table:table>'
        for name, style in (("A", "on"), ("B", "off"))
    )
    content = BODY.format(f"<office:spreadsheet>{sheets}</office:spreadsheet>").encode()
    assert read_open_document(packed(content), 9) == ({"A": [(1, ["A"])]}, ("B",))
    flat = content.replace(b"document-content", b"document")
    assert is_open_document(flat)
    assert read_open_document(flat, 9) == ({"A": [(1, ["A"])]}, ("B",))


def test_repeated_rows_and_cells_are_read_as_far_as_wanted():
    many = '<table:table-row table:number-rows-repeated="1048000">{}</table:table-row>'
    empty = many.format('<table:table-cell table:number-columns-repeated="16384"/>')
    assert rows_of(ROW.format(text("a", number_columns_repeated="3")), empty) == [(1, ["a"] * 3)]
    assert rows_of(many.format(text("a")), maximum=3) == [(number, ["a"]) for number in range(1, 6 + MAX_ABOVE)]
    wide = many.format(text("a", number_columns_repeated="16384"))
    assert {len(cells) for _, cells in rows_of(wide, maximum=3)} == {200}
    assert rows_of(ROW.format(text("a", number_columns_repeated="-2", number_rows_spanned="x"))) == [(1, ["a"])]


@pytest.mark.parametrize(
    ("table", "told"),
    [
        (ROW.format("<table:table-cell/>" * 30_000), "more than 41440 cells, rows and texts"),
        (ROW.format(text("a", number_rows_spanned="9999", number_columns_spanned="200")), "merged cells cover more"),
        ('<table:table-row table:number-rows-repeated="19000"/>' + ROW.format(text("a")), "more than 40000 rows"),
        ('<table:table-row table:number-rows-repeated="51">' + text("a", number_columns_repeated="200"), "cells, rows"),
    ],
    ids=["elements", "merged", "empty rows", "repeated"],
)
def test_a_bomb_is_refused_in_words(table, told):
    closed = table + ("" if table.endswith("</table:table-row>") else "</table:table-row>")
    sheets = "".join(f'<table:table table:name="{number}">{closed}</table:table>' for number in range(5))
    content = BODY.format(f"<office:spreadsheet>{sheets}</office:spreadsheet>").encode()
    with pytest.raises(BadTable, match=told):
        read_open_document(packed(content), 9)


def test_what_is_no_spreadsheet_is_refused_with_its_cause():
    whole = BODY.format(TABLE.format(ROW.format(text("a")))).encode()
    writing = BODY.format("<office:text/>").encode()
    encrypted = {"META-INF/manifest.xml": b"<m><manifest:encryption-data/></m>"}
    for content, told in (
        (packed(writing), "is an OpenDocument file, but not a spreadsheet"),
        (packed(whole)[:-40], "damaged"),
        (packed(b"\x00\x01", **encrypted), "has a password"),
        (archive({"META-INF/manifest.xml": b"", "encrypted-package": b""}), "has a password"),
        (packed(LAUGHS), "DOCTYPE"),
        (packed(whole[:-9]), "not valid XML"),
    ):
        with pytest.raises(BadTable, match=told):
            read_open_document(content, 9)


def test_a_document_of_deep_rows_is_read_or_refused():
    deep = "<table:table-row-group>" * 20_000 + ROW.format(text("a")) + "</table:table-row-group>" * 20_000
    assert rows_of(deep) == [(1, ["a"])]


def test_the_file_of_the_fixture_is_an_archive_of_libreoffice():
    assert b"LibreOffice" in open_archive((FILES / "everyday.ods").read_bytes())["meta.xml"]
