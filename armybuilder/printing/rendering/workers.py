"""Render and join pages in processes of their own, and say what prevents it."""

import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from armybuilder.printing.rendering import Batch, DocumentInfo, Rendered, Tick, TooMuchAtOnce, no_tick
from armybuilder.printing.rendering.work import join_files, render_batch
from armybuilder.site.process_limits import NICENESS
from armybuilder.site.processes import ProcessEnded, WorkerPool

MEMORY = 1024**3
"""Bytes of address space; a batch of pages takes a fraction of it."""
RENDERINGS = 200
"""Renderings after which a process is replaced, since its CPU time is limited."""
RENDERER = "armybuilder.printing.rendering.weasy"
"""Importing it takes about a second."""
MANY = 100
"""More PDFs than this are joined by a new process, which ends afterwards: joining needs memory that is not released."""
TIME_LIMIT = 60.0
"""Seconds of the processor for one batch of pages, or for joining them."""

Result = TypeVar("Result")


class RenderWorkers:
    """So many processes that render and join, with limits of processor time and address space for one thing each."""

    def __init__(self, count: int, seconds: float = TIME_LIMIT, memory: int = MEMORY, niceness: int = NICENESS) -> None:
        """No process is started yet."""
        self.count, self.seconds = count, seconds
        self._pool = WorkerPool(count, memory, RENDERINGS, niceness, RENDERER)
        self._joining_many = WorkerPool(1, memory, 1, niceness)

    def render(self, batch: Batch, tick: Tick = no_tick) -> Rendered:
        """The batch, laid out by the next free process; raises ``CannotPrint``."""
        return _run(self._pool, render_batch, batch, tick=tick, seconds=self.seconds)

    def join(self, pdfs: Sequence[Path], about: DocumentInfo, out: Path, tick: Tick = no_tick) -> None:
        """Write the PDFs as one; raises ``CannotPrint``, and ``FileNotFoundError`` if one is missing."""
        pool = self._joining_many if len(pdfs) > MANY else self._pool
        _run(pool, join_files, pdfs, about, out, tick=tick, seconds=self.seconds)

    def end(self) -> None:
        """End the processes."""
        self._pool.end()
        self._joining_many.end()


def _run(pool: WorkerPool, work: Callable[..., Result], *arguments: Any, tick: Tick, seconds: float) -> Result:
    try:
        return pool.run(work, *arguments, seconds=seconds, tick=tick)
    except TimeoutError:
        raise TooMuchAtOnce("This took too long to lay out. Choose fewer parts and try again.") from None
    except MemoryError:
        raise TooMuchAtOnce("This is too large to print in one go. Choose fewer parts.") from None
    except ProcessEnded as ended:
        raise TooMuchAtOnce(_reason(ended.status)) from None


def _reason(status: int) -> str:
    """The message when processes have ended twice over the same pages."""
    if status >= 0:
        return "The renderer failed twice on these pages. The error has been logged. Your army is unchanged."
    name = signal.Signals(-status).name
    if status == -signal.SIGKILL:
        return (
            f"The server stopped the print job twice ({name}), probably because it ran out of memory. "
            "Try again later, or choose fewer parts."
        )
    return f"The renderer failed twice on these pages ({name}). The error has been logged. Choose fewer parts."
