"""Data files to a report as plain data, in a process with little memory and time."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from typing import Any

from armybuilder.spreadsheets.untrusted import Untrusted

from .data_files import read_files
from .fitting import plain
from .remarks import Remark
from .skeleton import NoGame, skeleton


def pack(files: Iterable[tuple[str, bytes]]) -> bytes:
    """Uploaded files as one content of a job, each as it was sent."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for number, (name, content) in enumerate(files):
            archive.writestr(f"{number}/{name}", content)
    return out.getvalue()


def read_packed(packed: bytes, max_bytes: int) -> dict[str, Any]:
    """The report of packed files: the ``document`` of at most so many bytes and what is said about it.

    What keeps the files from being read is the report's ``problem``.
    """
    with zipfile.ZipFile(io.BytesIO(packed)) as archive:
        sent = [(each.filename.partition("/")[2], archive.read(each)) for each in archive.infolist()]
    try:
        files, others = read_files(sent)
        made = skeleton(files, max_bytes, others)
    except (Untrusted, NoGame) as error:
        return {"problem": str(error)}
    remarks = made.remarks
    return {
        "document": plain(made.game),
        "understood": remarks.understood,
        "open": _pairs(remarks.open),
        "unread": _pairs(remarks.unread),
        "more": remarks.more,
    }


def _pairs(remarks: Iterable[Remark]) -> list[tuple[str, str]]:
    return [(each.place, each.message) for each in remarks]
