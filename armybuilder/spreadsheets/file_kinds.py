"""What a file is by its content: a workbook that is read, or a file of another program, with the way out of each."""

import re
from typing import Final

from armybuilder.spreadsheets.untrusted import ZIP_BEGINS, names_in

_PASTE: Final = "Open it, copy its text and paste it."
_PICTURE: Final = "This is a picture. Type out its list, one unit per line, and paste it."
_ARCHIVE: Final = "This is an archive. Unpack it and choose the file inside."
_BEGINNINGS: Final = (
    (b"%PDF-", f"This is a PDF. {_PASTE}"),
    (b"{\\rtf", f"This is formatted text (.rtf). {_PASTE}"),
    (b"\x89PNG", _PICTURE),
    (b"\xff\xd8\xff", _PICTURE),
    (b"GIF8", _PICTURE),
    (b"Rar!", _ARCHIVE),
    (b"7z\xbc\xaf", _ARCHIVE),
    (b"\x1f\x8b", _ARCHIVE),
)
_PHOTOS: Final = (b"ftyphei", b"ftypmif", b"ftypavi")
"""What photos of phones have behind their first four bytes."""
_MEMBERS: Final = (
    ("Index/Document.iwa", "This is a Numbers, Pages or Keynote document. Export it as .xlsx, CSV or text."),
    ("word/document.xml", f"This is a Word document (.docx). {_PASTE}"),
    ("ppt/presentation.xml", f"This is a presentation (.pptx). {_PASTE}"),
    ("xl/workbook.bin", "This is a binary workbook (.xlsb). Save it as .xlsx."),
)
_OLE_BEGINS: Final = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_XLS: Final = "This is a workbook in Excel’s old format (.xls). Save it as .xlsx."
_OLE: Final = (
    ("EncryptedPackage", "This file has a password. Remove the password and save the file again."),
    ("WordDocument", f"This is a Word document in the old format (.doc). {_PASTE}"),
    ("Workbook", _XLS),
    ("Book", _XLS),
)
"""Streams of Microsoft's old container, and what has them."""
_WEB_PAGE: Final = re.compile(rb"<(?:!doctype html|html|head|body|meta|table|div|p|ul|ol)\b", re.IGNORECASE)
_EXCEL_XML: Final = b"urn:schemas-microsoft-com:office:spreadsheet"
_OPEN_DOCUMENT_XML: Final = b"urn:oasis:names:tc:opendocument:xmlns:office"
_MANIFEST, _PACKAGE = "META-INF/manifest.xml", "[Content_Types].xml"
_BEGINNING: Final = 2_000
"""Bytes in which a document of XML says what it is."""


def is_open_document(content: bytes) -> bool:
    """Whether it is a file of LibreOffice or OpenOffice, such as ``.ods``, or the same as one document of XML."""
    if content.startswith(ZIP_BEGINS):
        return _MANIFEST in names_in(content)
    return _is_xml(content) and _OPEN_DOCUMENT_XML in _beginning(content)


def is_workbook(content: bytes) -> bool:
    """Whether it is a workbook, of Excel or of LibreOffice, and not another archive or document."""
    return _PACKAGE in names_in(content) or is_open_document(content)


def other_file(content: bytes) -> str:
    """What a file of another program is, and how its content can be read; empty for all that may be read."""
    for beginning, told in _BEGINNINGS:
        if content.startswith(beginning):
            return told
    if content[4:11] in _PHOTOS or content[8:12] == b"WEBP":
        return _PICTURE
    if content.startswith(_OLE_BEGINS):
        streams = [told for stream, told in _OLE if stream.encode("utf-16-le") in content]
        return streams[0] if streams else f"This is a file in an old Microsoft Office format. {_PASTE}"
    if _WEB_PAGE.match(_beginning(content)):
        return "This is a web page (HTML). Open it in a browser, copy its list or table and paste it."
    if _is_xml(content) and _EXCEL_XML in _beginning(content):
        return "This is a workbook in the XML format of Excel 2003. Save it as .xlsx."
    # An archive that another program made is known by the names of its files.
    names = names_in(content)
    return next((told for member, told in _MEMBERS if any(name.endswith(member) for name in names)), "")


def _beginning(content: bytes) -> bytes:
    """The first bytes of a document, without what may be above them."""
    return content[:_BEGINNING].lstrip(b"\xef\xbb\xbf \t\r\n")


def _is_xml(content: bytes) -> bool:
    return _beginning(content).startswith(b"<")
