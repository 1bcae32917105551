"""Printings and previews for which no job is stored: waited for a little, and else made while the asker asks again.

Each is known by what it is made of, so that whoever asks for the same again is told of the same work.
"""

from __future__ import annotations

import hashlib
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import connections

from armybuilder.printing.documents import printed
from armybuilder.printing.documents.document import Document
from armybuilder.printing.documents.order import NothingToPrint, TooMuchToPrint
from armybuilder.printing.jobs import Busy, printer
from armybuilder.printing.rendering import CannotPrint
from armybuilder.printing.rendering.printer import Printer

PATIENCE = 4.0
"""Seconds that a request waits."""
MOST_AT_ONCE = 6
MOST_FORGOTTEN = 12
"""Printings that nobody has fetched yet, finished ones among them."""


T = TypeVar("T")
REFUSALS = (CannotPrint, NothingToPrint, TooMuchToPrint)


@dataclass
class _Work:
    """Something that takes a while, and what came of it."""

    do: Callable[[], Any]
    result: Any = None
    refusal: Exception | None = None
    over: threading.Event = field(default_factory=threading.Event)

    def work(self) -> None:
        try:
            self.result = self.do()
        except REFUSALS as refusal:
            self.refusal = refusal
        except BaseException:
            self.refusal = CannotPrint(
                "These pages could not be made. The error has been logged; your army is unchanged."
            )
            raise
        finally:
            self.over.set()
            connections.close_all()


_lock = threading.Lock()
_under_way: dict[str, _Work] = {}


def result_of(key: str, do: Callable[[], T], patience: float | None = None) -> T | None:
    """What the work gives, or ``None`` when it takes longer; asking again later under the same key gives it.

    Raises what the work refuses with, and ``Busy`` when too much is under way.
    """
    with _lock:
        work = _under_way.get(key)
        if work is None:
            if sum(not other.over.is_set() for other in _under_way.values()) >= MOST_AT_ONCE:
                raise Busy
            _forget_oldest()
            work = _under_way[key] = _Work(do)
            threading.Thread(target=work.work, name="print in background", daemon=True).start()
    if not work.over.wait(PATIENCE if patience is None else patience):
        return None
    with _lock:
        _under_way.pop(key, None)
    if work.refusal:
        raise work.refusal
    result: T = work.result
    return result


def pdf_of(told: str, made: Callable[[Printer], Document], patience: float | None = None) -> bytes | None:
    """The document as a PDF, or ``None`` when it takes longer; asking again later gives it.

    ``told`` is all that the document is made of, so that what is ``made`` of the same, with the printer that then
    prints it, is printed once.

    Raises ``CannotPrint``, ``NothingToPrint``, and ``Busy`` when too many are being printed.
    """

    def pdf() -> bytes:
        using = printer()
        return printed(made(using), using)

    return result_of(hashlib.sha256(told.encode()).hexdigest(), pdf, patience)


def _forget_oldest() -> None:
    finished = [key for key, work in _under_way.items() if work.over.is_set()]
    for key in finished[: max(0, len(_under_way) + 1 - MOST_FORGOTTEN)]:
        del _under_way[key]
