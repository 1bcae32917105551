"""Files of other programs: each is known for what it is, and the player is told the way out."""

import pytest

from armybuilder.spreadsheets.file_kinds import is_open_document, is_workbook, other_file
from armybuilder.spreadsheets.workbooks import write_workbook
from tests.spreadsheets.libreoffice import FILES
from tests.spreadsheets.test_untrusted import archive

OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\x00" * 600


def ole(stream):
    """The beginning of an old file of Microsoft with that stream."""
    return OLE + stream.encode("utf-16-le") + b"\x00" * 40


KINDS = {
    "pdf": (b"%PDF-1.7\n1 0 obj", "This is a PDF."),
    "rtf": (b"{\\rtf1\\ansi 8 Challenger 2}", "This is formatted text"),
    "png": (b"\x89PNG\r\n\x1a\n" + b"\x00" * 20, "This is a picture."),
    "jpeg": (b"\xff\xd8\xff\xe0" + b"\x00" * 20, "This is a picture."),
    "heic": (b"\x00\x00\x00\x18ftypheic" + b"\x00" * 20, "This is a picture."),
    "webp": (b"RIFF\x10\x00\x00\x00WEBPVP8 ", "This is a picture."),
    "rar": (b"Rar!\x1a\x07\x00", "This is an archive."),
    "7z": (b"7z\xbc\xaf\x27\x1c", "This is an archive."),
    "gzip": (b"\x1f\x8b\x08\x00", "This is an archive."),
    "xls": (ole("Workbook"), "Excel’s old format (.xls). Save it as .xlsx."),
    "excel 5": (ole("Book"), "Excel’s old format (.xls). Save it as .xlsx."),
    "doc": (ole("WordDocument"), "Word document in the old format (.doc)."),
    "password": (ole("EncryptedPackage"), "Remove the password and save the file again."),
    "msg": (ole("__properties"), "an old Microsoft Office format."),
    "html": (b"<!DOCTYPE html>\n<html><body><table>", "This is a web page (HTML)."),
    "html as xls": (b"\xef\xbb\xbf\n<table><tr><td>Unit", "This is a web page (HTML)."),
    "xml of excel": (
        b'<?xml version="1.0"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet">',
        "the XML format of Excel 2003. Save it as .xlsx.",
    ),
    "numbers": (archive({"Index/Document.iwa": b"x", "preview.jpg": b"x"}), "Export it as .xlsx, CSV or text."),
    "numbers in a folder": (archive({"Army.numbers/Index/Document.iwa": b"x"}), "This is a Numbers"),
    "docx": (archive({"[Content_Types].xml": b"x", "word/document.xml": b"x"}), "This is a Word document (.docx)."),
    "pptx": (archive({"[Content_Types].xml": b"x", "ppt/presentation.xml": b"x"}), "This is a presentation"),
    "xlsb": (archive({"[Content_Types].xml": b"x", "xl/workbook.bin": b"x"}), "binary workbook (.xlsb)"),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_of_another_program_is_named_with_the_way_out(kind):
    content, told = KINDS[kind]
    message = other_file(content)
    assert told in message
    assert any(word in message for word in ("paste", "Save", "save", "Export", "choose the file"))


def test_what_may_be_read_is_no_other_file():
    for content in (
        b"",
        b"8 Challenger 2",
        b"{}",
        b"<roster/>",
        b"Unit,Qty\nBook,2",
        write_workbook({"A": [["x"]]}),
        (FILES / "everyday.ods").read_bytes(),
        archive({"army.ros": b"<roster/>"}),
    ):
        assert other_file(content) == ""


def test_workbooks_of_both_programs_are_known():
    xlsx, ods = write_workbook({"A": [["x"]]}), (FILES / "everyday.ods").read_bytes()
    assert [is_workbook(each) for each in (xlsx, ods, archive({"army.ros": b""}), b"text")] == [
        True,
        True,
        False,
        False,
    ]
    assert [is_open_document(each) for each in (xlsx, ods, b"<office:document/>")] == [False, True, False]
    named = archive({"army.csv": b"[Content_Types].xml META-INF/manifest.xml"})
    assert not is_workbook(named)
