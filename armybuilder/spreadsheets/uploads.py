"""Workbooks from visitors, read in a process with limits."""

from armybuilder.spreadsheets.columns import BadTable
from armybuilder.spreadsheets.file_kinds import is_open_document
from armybuilder.spreadsheets.open_documents import read_open_document
from armybuilder.spreadsheets.workbooks import ReadWorkbook, read_workbook


def read_uploaded_workbook(content: bytes, maximum: int) -> ReadWorkbook:
    """The rows of a workbook's sheets, whichever program made it; raises ``BadTable`` and ``Busy``."""
    # Commands that read other formats need not load what starts processes, which takes longer than they do.
    from armybuilder.site.processes import TooMuchToRead, read_untrusted

    read = read_open_document if is_open_document(content) else read_workbook
    try:
        return read_untrusted(read, content, maximum)
    except TooMuchToRead:
        raise BadTable(
            "The workbook takes too much memory or time to read. Copy the table alone to a new workbook."
        ) from None
