"""Workbooks from visitors, read in a process with limits."""

from armybuilder.spreadsheets.columns import BadTable
from armybuilder.spreadsheets.workbooks import ReadWorkbook, read_workbook


def read_uploaded_workbook(content: bytes, maximum: int) -> ReadWorkbook:
    """What ``read_workbook`` finds; raises ``BadTable`` and ``Busy``."""
    # Commands that read other formats need not load what starts processes, which takes longer than they do.
    from armybuilder.site.processes import TooMuchToRead, read_untrusted

    try:
        return read_untrusted(read_workbook, content, maximum)
    except TooMuchToRead:
        raise BadTable(
            "The workbook takes too much memory or time to read. Copy the table alone to a new workbook."
        ) from None
