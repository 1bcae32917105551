"""What processes of their own do for printing. Web processes name these functions; only they load what these need."""

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from armybuilder.printing.rendering import NEEDS_PANGO, Batch, CannotPrint, DocumentInfo, Rendered, Tick, no_tick


def renderer() -> Callable[[Batch, Tick], Rendered]:
    """What renders a batch; raises ``CannotPrint`` where a library is missing that only the system can bring."""
    try:
        from armybuilder.printing.rendering.weasy import render
    except OSError as error:
        raise CannotPrint(NEEDS_PANGO) from error
    return render


def render_batch(batch: Batch) -> Rendered:
    """The batch laid out; raises ``CannotPrint`` and ``MemoryError``."""
    render = renderer()
    begun = time.process_time()
    return replace(render(batch, no_tick), seconds=time.process_time() - begun)


def join_files(pdfs: Sequence[Path], about: DocumentInfo, out: Path, tick: Tick = no_tick) -> None:
    """Write the PDFs as one; raises ``FileNotFoundError`` if one is missing, and ``MemoryError``."""
    from armybuilder.printing.rendering.joining import join

    join(pdfs, about, out, tick)
