"""Printings for which no job is stored: waited for a little, and else made while the asker asks again.

What a page is made of is known by its contents, so that whoever asks for the same page again is told of the same work.
"""

from __future__ import annotations

import hashlib
import threading
from dataclasses import dataclass, field

from armybuilder.printing.document import Document
from armybuilder.printing.jobs import Busy, printed
from armybuilder.printing.rendering import CannotPrint

PATIENCE = 4.0
"""Seconds that a request waits."""
MOST_AT_ONCE = 6
MOST_FORGOTTEN = 12
"""Printings that nobody has fetched yet, finished ones among them."""


@dataclass
class _Printing:
    """One document's printing."""

    document: Document
    thread: threading.Thread | None = None
    pdf: bytes = b""
    refusal: str = ""
    over: threading.Event = field(default_factory=threading.Event)

    def work(self) -> None:
        try:
            self.pdf = printed(self.document)
        except CannotPrint as refusal:
            self.refusal = str(refusal)
        except BaseException:
            self.refusal = "The print shop made a mistake; please try again."
            raise
        finally:
            self.over.set()


_lock = threading.Lock()
_under_way: dict[str, _Printing] = {}


def printed_soon(document: Document, patience: float | None = None) -> bytes | None:
    """The document as a PDF, or ``None`` when it takes longer; asking again later gives it.

    Raises ``CannotPrint``, and ``Busy`` when too many are being printed.
    """
    key = hashlib.sha256(repr(document).encode()).hexdigest()
    with _lock:
        printing = _under_way.get(key)
        if printing is None:
            if sum(not other.over.is_set() for other in _under_way.values()) >= MOST_AT_ONCE:
                raise Busy
            _forget_oldest()
            printing = _under_way[key] = _Printing(document)
            printing.thread = threading.Thread(target=printing.work, name="print soon", daemon=True)
            printing.thread.start()
    if not printing.over.wait(PATIENCE if patience is None else patience):
        return None
    with _lock:
        _under_way.pop(key, None)
    if printing.refusal:
        raise CannotPrint(printing.refusal)
    return printing.pdf


def _forget_oldest() -> None:
    finished = [key for key, printing in _under_way.items() if printing.over.is_set()]
    for key in finished[: max(0, len(_under_way) + 1 - MOST_FORGOTTEN)]:
        del _under_way[key]
