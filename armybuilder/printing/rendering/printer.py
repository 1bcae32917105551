"""What turns batches into PDFs: in processes of their own for the site, in this process for the command line.

What was rendered is kept in files by its content, so that a sheet that has not changed is not laid out again, and no
more than a file's layout is held in memory.
"""

from __future__ import annotations

import os
import secrets
import shutil
import tempfile
import threading
import weakref
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from armybuilder.printing.rendering import About, Batch, Layout, Rendered, Tick

HEARTBEAT = 0.5
"""Seconds after which a printing is heard of at the latest."""

Tell = Callable[[int], None]
"""Hears how many pages more are ready, 0 where only time has passed; what it raises ends the work."""
Render = Callable[[Batch, Tick], Rendered]
"""Lays out a batch; ends with what the tick raises; raises ``CannotPrint``."""


T = TypeVar("T")
R = TypeVar("R")


class Join(Protocol):
    """Writes PDFs one after the other as one file; ends with what the tick raises."""

    def __call__(self, pdfs: Sequence[Path], about: About, out: Path, tick: Tick) -> None:
        """Raise ``FileNotFoundError`` where a file is not there, ``CannotPrint`` where they cannot be joined."""


def silent(pages: int) -> None:
    """Hears of pages and does nothing."""


def _join_here(pdfs: Sequence[Path], about: About, out: Path, tick: Tick) -> None:
    # A web process has render workers to join its files, and need not load what does it.
    from armybuilder.printing.rendering.joining import join

    join(pdfs, about, out, tick)


@dataclass(frozen=True, slots=True)
class _RenderedBatch:
    """What came of a batch: the file of its PDF, and how it is laid out."""

    pdf: Path
    layout: Layout


class _Over(Exception):
    """Nobody waits for the work any more."""


class Printer:
    """Renders batches, as many at once as there are ``hands``, and joins what comes of them.

    Their files are kept in ``folder``; without one they go with the printer. ``tell`` hears of all it does.
    """

    def __init__(
        self, render: Render, folder: Path | None = None, hands: int = 1, join: Join = _join_here, tell: Tell = silent
    ) -> None:
        self._render, self._join, self._hands, self._tell = render, join, hands, tell
        self._results: dict[Batch, _RenderedBatch] = {}
        if folder is None:
            folder = Path(tempfile.mkdtemp(prefix="armybuilder-print-"))
            weakref.finalize(self, shutil.rmtree, folder, ignore_errors=True)
        self._folder = folder

    def rendered(self, batches: Sequence[Batch]) -> list[Layout]:
        """How the batches are laid out, in their order, each different one rendered once; raises ``CannotPrint``."""

        def ready(batch: Batch, result: _RenderedBatch) -> None:
            self._results[batch] = result
            self._tell(result.layout.pages)

        missing = [batch for batch in dict.fromkeys(batches) if batch not in self._results]
        self._side_by_side(missing, self._render_or_load, ready)
        return [self._results[batch].layout for batch in batches]

    def write(self, batches: Sequence[Batch], about: About, out: Path) -> int:
        """Write the batches as one PDF and say how many pages it has; raises ``CannotPrint``."""
        pages = sum(layout.pages for layout in self.rendered(batches))
        self._side_by_side([batches], partial(self._join_files, about, out), lambda *_: None)
        return pages

    def _join_files(self, about: About, out: Path, batches: Sequence[Batch], tick: Tick) -> None:
        try:
            self._join([self._results[batch].pdf for batch in batches], about, out, tick)
        except FileNotFoundError:
            # Another process has tidied up since they were rendered.
            self._join([self._render_or_load(batch, tick).pdf for batch in batches], about, out, tick)

    def _side_by_side(self, things: Sequence[T], work: Callable[[T, Tick], R], ready: Callable[[T, R], None]) -> None:
        """Work on the things and hear what of them is ready; where somebody ends it, nothing is waited for."""
        over = threading.Event()

        def tick() -> None:
            if over.is_set():
                raise _Over

        with ThreadPoolExecutor(self._hands) as pool:
            waiting = {pool.submit(work, thing, tick): thing for thing in things}
            try:
                while waiting:
                    done, _ = wait(waiting, timeout=HEARTBEAT, return_when=FIRST_COMPLETED)
                    for part in done:
                        ready(waiting.pop(part), part.result())
                    if not done:
                        self._tell(0)
            finally:
                over.set()
                for part in waiting:
                    part.cancel()

    def _render_or_load(self, batch: Batch, tick: Tick) -> _RenderedBatch:
        """What the renderer makes of it, now or in an earlier printing of the very same."""
        file = self._folder / f"kept-{batch.digest()}"
        pdf, layout = file.with_suffix(".pdf"), file.with_suffix(".json")
        rendered = _load_layout(pdf, layout)
        if rendered is None:
            rendered = self._render(batch, tick)
            with atomic_file(pdf) as part:
                part.write_bytes(rendered.pdf)
            with atomic_file(layout) as part:
                part.write_bytes(rendered.packed())
        return _RenderedBatch(pdf, Layout(rendered.pages, rendered.measured))


def _load_layout(pdf: Path, layout: Path) -> Layout | None:
    """How a file that is kept is laid out; it is kept longer for it."""
    try:
        os.utime(pdf)
        os.utime(layout)
        return Layout.unpacked(layout.read_bytes())
    except (OSError, ValueError, KeyError, TypeError):
        return None


@contextmanager
def atomic_file(file: Path) -> Iterator[Path]:
    """A file to write that others see only when it is whole; there is none if writing fails."""
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        yield part
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
