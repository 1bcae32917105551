"""Turn batches into PDFs: in worker processes for the site, in this process for the command line.

Rendered batches are cached in files by their content, so that unchanged sheets are not laid out again and only layouts
are in memory.
"""

import os
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Protocol, TypeVar

from armybuilder.printing.rendering import Batch, DocumentInfo, Layout, Rendered, Tick
from armybuilder.printing.rendering.work import join_files
from armybuilder.site.temporary_folders import TemporaryFolder

HEARTBEAT = 0.5
"""Longest interval between progress reports in seconds."""

Tell = Callable[[int], None]
"""Called with the number of newly finished pages, or with 0 when only time has passed; an exception ends the work."""
Render = Callable[[Batch, Tick], Rendered]
"""Renders a batch; raises ``CannotPrint`` and exceptions of the tick."""


T = TypeVar("T")
R = TypeVar("R")


class Join(Protocol):
    """Writes PDFs as one file; raises exceptions of the tick."""

    def __call__(self, pdfs: Sequence[Path], about: DocumentInfo, out: Path, tick: Tick) -> None:
        """Raise ``FileNotFoundError`` if a file is missing, ``CannotPrint`` if they cannot be joined."""


def silent(pages: int) -> None:
    """Ignore progress."""


class _Over(Exception):
    """The work is no longer needed."""


class Printer:
    """Renders batches, up to ``hands`` at once, and joins their PDFs.

    Their files are cached in ``folder``, or in a temporary one without it. ``tell`` gets the progress.
    """

    def __init__(
        self, render: Render, folder: Path | None = None, hands: int = 1, join: Join = join_files, tell: Tell = silent
    ) -> None:
        self._render, self._join, self._hands, self._tell = render, join, hands, tell
        self._results: dict[Batch, Layout] = {}
        if folder is None:
            self._temporary = TemporaryFolder("print")
            folder = self._temporary.path
        self._folder = folder

    def rendered(self, batches: Sequence[Batch]) -> list[Layout]:
        """The layouts of the batches in order, rendering equal ones once; raises ``CannotPrint``."""

        def ready(batch: Batch, layout: Layout) -> None:
            self._results[batch] = layout
            self._tell(layout.pages)

        missing = [batch for batch in dict.fromkeys(batches) if batch not in self._results]
        self._side_by_side(missing, self._render_or_load, ready)
        return [self._results[batch] for batch in batches]

    def write(self, batches: Sequence[Batch], about: DocumentInfo, out: Path) -> int:
        """Write the batches as one PDF and return its number of pages; raises ``CannotPrint``."""
        pages = sum(layout.pages for layout in self.rendered(batches))
        self._side_by_side([batches], partial(self._join_files, about, out), lambda *_: None)
        return pages

    def _join_files(self, about: DocumentInfo, out: Path, batches: Sequence[Batch], tick: Tick) -> None:
        files = {batch: self._pdf_of(batch) for batch in batches}
        pdfs = [files[batch] for batch in batches]
        try:
            self._join(pdfs, about, out, tick)
        except FileNotFoundError:
            # Another process has removed files since they were rendered.
            for batch in files:
                self._render_or_load(batch, tick)
            self._join(pdfs, about, out, tick)

    def _pdf_of(self, batch: Batch) -> Path:
        return self._folder / f"kept-{batch.digest()}.pdf"

    def _side_by_side(self, things: Sequence[T], work: Callable[[T, Tick], R], ready: Callable[[T, R], None]) -> None:
        """Process the things in parallel and report each result; an exception cancels the rest."""
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

    def _render_or_load(self, batch: Batch, tick: Tick) -> Layout:
        """Render the batch, unless it is in the cache since before."""
        pdf = self._pdf_of(batch)
        layout = pdf.with_suffix(".json")
        loaded = _load_layout(pdf, layout)
        if loaded is not None:
            return loaded
        rendered = self._render(batch, tick)
        with atomic_file(pdf) as part:
            part.write_bytes(rendered.pdf)
        with atomic_file(layout) as part:
            part.write_bytes(rendered.packed())
        return Layout(rendered.pages, rendered.measured)


def _load_layout(pdf: Path, layout: Path) -> Layout | None:
    """The layout of a cached file, whose lifetime is renewed; ``None`` without one."""
    try:
        # Before reading, so that no other process finds them expired and deletes them meanwhile.
        os.utime(pdf)
        os.utime(layout)
        return Layout.unpacked(layout.read_bytes())
    except (OSError, ValueError, KeyError, TypeError):
        return None


@contextmanager
def atomic_file(file: Path) -> Iterator[Path]:
    """A file to write that becomes visible when it is complete, and is removed if writing fails."""
    part = file.with_name(f"{file.name}.{secrets.token_hex(4)}")
    try:
        yield part
        part.replace(file)
    finally:
        part.unlink(missing_ok=True)
