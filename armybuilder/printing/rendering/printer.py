"""What turns batches into PDFs: in processes of their own for the site, in this process for the command line.

What was rendered is kept in files by its content, so that a sheet that has not changed is not laid out again.
"""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from armybuilder.printing.rendering import Batch, Rendered

HEARTBEAT = 1.0
"""Seconds after which a printing is heard of at the latest."""

Tell = Callable[[int], None]
"""Hears how many pages more are ready, 0 where only time has passed; what it raises ends the work."""


def silent(pages: int) -> None:
    """Hears of pages and does nothing."""


class Printer:
    """Renders batches with ``render``, ``hands`` at once, and keeps what comes of them in ``folder``, if given."""

    def __init__(self, render: Callable[[Batch], Rendered], folder: Path | None = None, hands: int = 1) -> None:
        self._render, self._folder, self._hands = render, folder, hands
        self._made: dict[Batch, Rendered] = {}

    def rendered(self, batches: Sequence[Batch], tell: Tell = silent) -> list[Rendered]:
        """The batches in their order, each different one rendered once; raises ``CannotPrint``."""
        wanted = [batch for batch in dict.fromkeys(batches) if batch not in self._made]
        if len(wanted) == 1 or self._hands == 1:
            for batch in wanted:
                self._made[batch] = self._kept(batch)
                tell(self._made[batch].pages)
        elif wanted:
            self._side_by_side(wanted, tell)
        return [self._made[batch] for batch in batches]

    def _side_by_side(self, wanted: Sequence[Batch], tell: Tell) -> None:
        with ThreadPoolExecutor(self._hands) as hands:
            waiting = {hands.submit(self._kept, batch): batch for batch in wanted}
            try:
                while waiting:
                    done, _ = wait(waiting, timeout=HEARTBEAT, return_when="FIRST_COMPLETED")
                    for part in done:
                        batch = waiting.pop(part)
                        self._made[batch] = part.result()
                        tell(self._made[batch].pages)
                    if not done:
                        tell(0)
            finally:
                for part in waiting:
                    part.cancel()

    def _kept(self, batch: Batch) -> Rendered:
        """What the renderer makes of it, now or from an earlier printing of the very same."""
        if self._folder is None:
            return self._render(batch)
        file = self._folder / f"kept-{batch.digest()}"
        try:
            found = Rendered.unpacked(file.read_bytes())
            os.utime(file)
        except (OSError, ValueError, KeyError, TypeError):
            found = self._render(batch)
            with stored(file) as out:
                out.write(found.packed())
        return found


@contextmanager
def stored(file: Path) -> Iterator[BinaryIO]:
    """A file to write that others see only when it is whole; there is none if writing fails."""
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        with part.open("wb") as out:
            yield out
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
