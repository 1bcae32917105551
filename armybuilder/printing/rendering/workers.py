"""Render and join pages in processes of their own, and say what prevents it."""

import signal
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

from armybuilder.printing.rendering import Batch, CannotPrint, DocumentInfo, Rendered, Tick, no_tick
from armybuilder.printing.rendering.work import join_files, render_batch
from armybuilder.site.processes import ProcessEnded, WorkerPool

MEMORY = 1024**3
"""Bytes of address space; a batch of pages takes a fraction of it."""
RENDERINGS = 200
"""Renderings after which a process is replaced, since its CPU time is limited."""
MANY = 100
"""More PDFs than this are joined by a new process, which ends afterwards: joining needs memory that is not released."""
TIME_LIMIT = 60.0
"""Seconds of the processor for one batch of pages, or for joining them."""

Result = TypeVar("Result")


class RenderWorkers:
    """So many processes that render and join."""

    def __init__(self, count: int) -> None:
        """No process is started yet."""
        self.count = count
        self._pool = WorkerPool(count, MEMORY, RENDERINGS)
        self._joining_many = WorkerPool(1, MEMORY, 1)

    def render(self, batch: Batch, tick: Tick = no_tick, time_limit: float = TIME_LIMIT) -> Rendered:
        """The batch, laid out by the next free process; raises ``CannotPrint``."""
        return _run(self._pool, render_batch, batch, tick=tick, time_limit=time_limit)

    def join(self, pdfs: Sequence[Path], about: DocumentInfo, out: Path, tick: Tick = no_tick) -> None:
        """Write the PDFs as one; raises ``CannotPrint``, and ``FileNotFoundError`` if one is missing."""
        pool = self._joining_many if len(pdfs) > MANY else self._pool
        _run(pool, join_files, pdfs, about, out, tick=tick)

    def end(self) -> None:
        """End the processes."""
        self._pool.end()
        self._joining_many.end()


def _run(
    pool: WorkerPool, work: Callable[..., Result], *arguments: Any, tick: Tick, time_limit: float = TIME_LIMIT
) -> Result:
    try:
        return pool.run(work, *arguments, seconds=time_limit, tick=tick)
    except TimeoutError:
        raise CannotPrint("This took too long to lay out. Choose fewer parts and try again.") from None
    except MemoryError:
        raise CannotPrint("This is too large to be printed at once. Choose fewer parts.") from None
    except ProcessEnded as ended:
        raise CannotPrint(_reason(ended.status)) from None


def _reason(status: int) -> str:
    """The message when processes have ended twice over the same pages."""
    if status >= 0:
        return "The renderer failed twice on these pages. The error has been logged; your army is unchanged."
    name = signal.Signals(-status).name
    if status == -signal.SIGKILL:
        return (
            f"The server stopped the printing twice ({name}), probably because it ran out of memory. "
            "Try again later, or choose fewer parts."
        )
    return f"The renderer failed twice on these pages ({name}). The error has been logged. Choose fewer parts."
