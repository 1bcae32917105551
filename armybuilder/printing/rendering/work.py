"""What processes of their own do for printing. Web processes name these functions; only they load what these need."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from armybuilder.printing.rendering import Batch, DocumentInfo, Rendered, Tick, no_tick


def render_batch(batch: Batch) -> Rendered:
    """The batch laid out; raises ``CannotPrint`` and ``MemoryError``."""
    from armybuilder.printing.rendering.weasy import render

    begun = time.process_time()
    return replace(render(batch), seconds=time.process_time() - begun)


def join_files(pdfs: Sequence[Path], about: DocumentInfo, out: Path, tick: Tick = no_tick) -> None:
    """Write the PDFs as one; raises ``FileNotFoundError`` if one is missing, and ``MemoryError``."""
    from armybuilder.printing.rendering.joining import join

    join(pdfs, about, out, tick)
