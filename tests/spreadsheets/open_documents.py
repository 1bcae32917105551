"""Files of LibreOffice as tests make them, without LibreOffice."""

from collections.abc import Iterator
from xml.sax.saxutils import escape

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from tests.spreadsheets.test_untrusted import archive

BODY = """<?xml version="1.0" encoding="UTF-8"?>
<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
 xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
 xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"
 xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"
 xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0">
<office:automatic-styles><style:style style:name="off" style:family="table">
<style:table-properties table:display="false"/></style:style></office:automatic-styles>
<office:body>{}</office:body></office:document-content>"""
TABLE = '<office:spreadsheet><table:table table:name="A">{}</table:table></office:spreadsheet>'
ROW = "<table:table-row>{}</table:table-row>"


def text(words: str, **more: str) -> str:
    """A cell with words."""
    given = "".join(f' table:{name.replace("_", "-")}="{value}"' for name, value in more.items())
    return f'<table:table-cell office:value-type="string"{given}><text:p>{escape(words)}</text:p></table:table-cell>'


def packed(content: bytes, **members: bytes) -> bytes:
    """An ``.ods`` of that content."""
    made: bytes = archive({"META-INF/manifest.xml": b"<m/>", "content.xml": content, **members})
    return made


def as_open_document(book: Workbook) -> bytes:
    """A workbook as an ``.ods``: its values, formulas without results, merged cells and hidden sheets."""
    tables = "".join(
        f'<table:table table:name="{escape(sheet.title)}"'
        f' table:style-name="{"on" if sheet.sheet_state == "visible" else "off"}">'
        f"{''.join(map(ROW.format, _rows(sheet)))}</table:table>"
        for sheet in book.worksheets
    )
    return packed(BODY.format(f"<office:spreadsheet>{tables}</office:spreadsheet>").encode())


def _rows(sheet: Worksheet) -> Iterator[str]:
    spans = {area.coord.split(":")[0]: area for area in sheet.merged_cells.ranges}
    for row in sheet.iter_rows():
        cells = []
        for cell in row:
            area = spans.get(cell.coordinate)
            over = f' table:number-rows-spanned="{area.size["rows"]}"' if area else ""
            over += f' table:number-columns-spanned="{area.size["columns"]}"' if area else ""
            cells.append(_cell(cell.value, over, covered=type(cell).__name__ == "MergedCell"))
        yield "".join(cells)


def _cell(value: object, over: str, covered: bool) -> str:
    if covered:
        return "<table:covered-table-cell/>"
    if value is None or value == "":
        return f"<table:table-cell{over}/>"
    if isinstance(value, int | float):
        return f'<table:table-cell{over} office:value-type="float" office:value="{value}"/>'
    if str(value).startswith("="):
        return f'<table:table-cell{over} table:formula="of:{escape(str(value))}"/>'
    return (
        f'<table:table-cell{over} office:value-type="string"><text:p>{escape(str(value))}</text:p></table:table-cell>'
    )
